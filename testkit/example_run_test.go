package testkit_test

import (
	"flag"
	"fmt"
	"testing"
)

// test runs the body of an example as go test runs a test: in a file of yours it is
//
//	func TestOrder(t *testing.T) { ... }
//
// It runs once, whatever -count and -cpu say, and prints no test name for -v, so
// that the example prints the same each time.
func test(body func(t *testing.T)) {
	verbose := flag.Lookup("test.v")
	was := verbose.Value.String()
	if err := verbose.Value.Set("false"); err != nil {
		panic(err)
	}
	defer func() {
		if err := verbose.Value.Set(was); err != nil {
			panic(err)
		}
	}()
	ran := false
	once := func(t *testing.T) {
		if !ran {
			ran = true
			body(t)
		}
	}
	all := func(string, string) (bool, error) { return true, nil }
	if !testing.RunTests(all, []testing.InternalTest{{Name: "TestExample", F: once}}) {
		fmt.Println("the test fails")
	}
}
