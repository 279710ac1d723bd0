// Package budget says how many seeds, rounds and sizes the tests of this repository use. The everyday
// suite uses a few, ./scripts/test -long all of them.
//
// Package budget imports only the standard library.
package budget

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Variable names the environment variable that, with any value, asks for all of them.
const Variable = "REPRISE_LONG"

// Of returns few in the everyday suite, and all in the long one.
func Of(few, all int) int {
	if os.Getenv(Variable) == "" {
		return few
	}
	return all
}

// SeedVariable names the environment variable with which tests draw again what they drew.
const SeedVariable = "REPRISE_SEED"

// Test is the part of a testing.TB that a draw needs.
type Test interface {
	Name() string
	Logf(format string, args ...any)
}

var (
	seed = sync.OnceValue(func() uint64 {
		text := os.Getenv(SeedVariable)
		if text == "" {
			return rand.Uint64()
		}
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			panic(fmt.Sprintf("budget: %s=%q is no seed: copy the number from the log of a test", SeedVariable, text))
		}
		return n
	})
	told sync.Map // the tests whose logs have the seed
)

// Rand returns random numbers for a test. They depend on the test's name and on a seed that is new in each
// process, and that the test's log has.
func Rand(t Test) *rand.Rand {
	if _, has := told.LoadOrStore(t, true); !has {
		t.Logf("%s=%d repeats what is drawn here", SeedVariable, seed())
	}
	name := fnv.New64a()
	_, _ = name.Write([]byte(t.Name())) // cannot fail
	return rand.New(rand.NewPCG(seed(), name.Sum64()))
}

// Some returns all in the long suite, and a random few of them, in their order, in the everyday one: see
// [Rand]. If the user asks for a part of a test (go test -run 'Test/part'), Some returns all, so that the
// part exists.
func Some[T any](t Test, few int, all ...T) []T {
	if part := flag.Lookup("test.run"); part != nil && strings.Contains(part.Value.String(), "/") {
		return all
	}
	if few = Of(few, len(all)); few == len(all) {
		return all
	}
	drawn := Rand(t).Perm(len(all))[:few]
	slices.Sort(drawn)
	some := make([]T, 0, len(drawn))
	for _, i := range drawn {
		some = append(some, all[i])
	}
	return some
}
