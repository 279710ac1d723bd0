// Package util is between the workflow and what it must not do.
package util

import (
	"sync"
	"time"

	"corpus.test/guilty/chain/deep"
)

func Begin() time.Time { return deep.Stamp() } // want Begin:`RV001 calls deep.Stamp, which calls time.Now \(deep/deep.go:10\)`

// Timer embeds a clock.
type Timer struct{ deep.Clock[string] }

// Count is written by others.
var Count int

// Pure does nothing that it must not.
func Pure(n int) int { return n + 1 }

var cache = map[string]int{}
var mu sync.Mutex

func Cached(key string) int { // want Cached:`RV009 calls sync.Mutex.Lock \(util/util.go:26\); RV012 writes the package-level variable util.cache \(util/util.go:28\)`
	mu.Lock()
	defer mu.Unlock()
	cache[key]++
	return cache[key]
}

func Keys(m map[string]int) (keys []string) { // want Keys:`RV010 ranges over a map and appends to keys, which is not sorted afterwards`
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

func one(key string) int   { return Cached(key) } // want one:"."
func two(key string) int   { return one(key) }    // want two:"."
func three(key string) int { return two(key) }    // want three:"."
func four(key string) int  { return three(key) }  // want four:"."

// Far is far away from what it does.
func Far(key string) int { return four(key) } // want Far:"."
