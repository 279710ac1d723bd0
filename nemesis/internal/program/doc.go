// Package program checks the engine with random programs. One registered workflow
// interprets a program that is its input; a trial runs a few of them with faults, crashes
// and several workers, and then holds the histories against an oracle that folds them, and
// against a ledger that the activities write.
//
// docs/nemesis.md tells what is checked. Package program imports what it needs.
package program
