// Package budget says how much of what is drawn or repeated the tests of this repository take:
// seeds, rounds, sizes. The everyday suite takes a few, ./scripts/test -long all of them.
//
// Package budget imports only the standard library.
package budget

import "os"

// Variable names the environment variable that asks for the whole, with any value.
const Variable = "REPRISE_LONG"

// Of returns few in the everyday suite, and all in the long one.
func Of(few, all int) int {
	if os.Getenv(Variable) == "" {
		return few
	}
	return all
}
