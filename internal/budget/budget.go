// Package budget says how much of what is drawn or repeated the tests of this repository take:
// seeds, rounds, sizes. The everyday suite takes a few, ./scripts/test -long all of them.
//
// Package budget imports only the standard library.
package budget

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

// Variable names the environment variable that asks for the whole, with any value.
const Variable = "REPRISE_LONG"

// Of returns few in the everyday suite, and all in the long one.
func Of(few, all int) int {
	if os.Getenv(Variable) == "" {
		return few
	}
	return all
}

// Some returns all in the long suite, and in the everyday one a few of them, by chance and in their order. Whoever
// asks for a part of a test (go test -run 'Test/part') has all, so that the part is there.
func Some[T any](few int, all ...T) []T {
	if part := flag.Lookup("test.run"); part != nil && strings.Contains(part.Value.String(), "/") {
		return all
	}
	drawn := rand.Perm(len(all))[:Of(few, len(all))]
	slices.Sort(drawn)
	some := make([]T, 0, len(drawn))
	for _, i := range drawn {
		some = append(some, all[i])
	}
	return some
}
