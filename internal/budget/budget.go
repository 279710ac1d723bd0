// Package budget says how many seeds, rounds and sizes the tests of this repository use. The everyday
// suite uses a few, ./scripts/test -long all of them.
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

// Variable names the environment variable that, with any value, asks for all of them.
const Variable = "REPRISE_LONG"

// Of returns few in the everyday suite, and all in the long one.
func Of(few, all int) int {
	if os.Getenv(Variable) == "" {
		return few
	}
	return all
}

// Some returns all in the long suite, and a random few of them, in their order, in the everyday one. If
// the user asks for a part of a test (go test -run 'Test/part'), Some returns all, so that the part
// exists.
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
