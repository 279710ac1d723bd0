// Command nemesis runs real worker processes under load and injects faults into them and
// their database: it kills, freezes, delays and disconnects them. Then it checks the store
// against everything that was acknowledged.
//
//	go run ./nemesis -store postgres -duration 60s -seed 1
//
// docs/nemesis.md says what it does and what it checks. The last line of its standard
// output is one JSON object. The exit code is 1 if a promise was broken.
//
// Command nemesis imports its own internal packages.
package main
