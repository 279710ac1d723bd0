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

// Pure does nothing that it must not.
func Pure(n int) int { return n + 1 }

var cache = map[string]int{}
var mu sync.Mutex

func Cached(key string) int { // want Cached:`RV009 calls sync.Mutex.Lock \(util/util.go:23\); RV012 writes the package-level variable util.cache \(util/util.go:25\)`
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
