// Package progtext is the language of the programs that tests of the engine make up: one
// statement a line, blocks by indentation. It reads and writes programs and makes them at
// random; who runs them says what a statement does.
//
//	a := activity charge
//	g := go
//	  receive approve within 1h
//	select a signal(stop) timer(3m)
//	cancel g
//	wait g
//
// A variable is the first word of a line whose second is ":=".
//
// Package progtext imports the standard library.
package progtext
