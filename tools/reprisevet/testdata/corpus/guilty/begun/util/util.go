// Package util has variables that hold something else in each process.
package util

import (
	"maps"
	"math/rand"
	"os"
	"slices"
	"time"
)

var (
	Begun   = time.Now()                                // want Begun:`RV001 calls time.Now \(util/util.go:13\)`
	Host, _ = os.Hostname()                             // want Host:`RV004 calls os.Hostname`
	Seeded  = rand.New(rand.NewSource(Begun.Unix()))    // want Seeded:`RV001 reads util.Begun, whose initializer calls time.Now`
	Debug   = func() bool { return len(os.Args) > 1 }() // want Debug:`RV004 uses os.Args`
	Config  = must(os.ReadFile("config.json"))          // want Config:`RV005 calls os.ReadFile`
	Zones   = slices.Collect(maps.Keys(zones))          // want Zones:`RV010 calls maps.Keys`
	zones   = map[string]int{"UTC": 0, "CET": 1}
)

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// Age leads from a function to a variable.
func Age(at time.Time) time.Duration { return at.Sub(Begun) } // want Age:`RV001 reads util.Begun, whose initializer calls time.Now`
