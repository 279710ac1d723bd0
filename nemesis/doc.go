// Command nemesis runs real worker processes under load, kills, stops and deceives them
// and their database, and then holds what is in the store against what was promised.
//
//	go run ./nemesis -store postgres -duration 60s -seed 1
//
// docs/nemesis.md tells what it does and what it checks. The last line of its standard
// output is one JSON object; the exit code is 1 when a promise was broken.
//
// Command nemesis imports its own internal packages.
package main
