// Package deep is called through util.
package deep

import (
	"os"
	"time"
)

func Stamp() time.Time { // want Stamp:`RV001 calls time.Now \(deep/deep.go:10\)`
	return time.Now()
}

// Clock has a method that reads the clock.
type Clock[T any] struct{ Name T }

func (c *Clock[T]) Now() time.Time { return time.Now() } // want Now:`RV001 calls time.Now \(deep/deep.go:16\)`

func Each[T any](all []T, f func(T, time.Time)) { // want Each:`RV001 calls deep.Stamp, which calls time.Now`
	for _, one := range all {
		f(one, Stamp())
	}
}

var Host = os.Hostname // want Host:`RV004 uses os.Hostname`

var Even = even // want Even:`RV001 calls deep.even, which calls deep.odd, which calls time.Now \(deep/deep.go:34\)`

func even(n int) bool { return n == 0 || odd(n-1) } // want even:`RV001 calls deep.odd, which calls time.Now`

func odd(n int) bool { // want odd:`RV001 calls time.Now`
	if n > 9 {
		return even(n - 1)
	}
	return time.Now().IsZero()
}
