// Command reprisevet finds nondeterminism in workflows, which would make a replay differ:
// clocks, randomness, I/O, goroutines, the order of a map. Go vet runs it:
//
//	go install github.com/reprise-run/reprise/tools/reprisevet@latest
//	go vet -vettool="$(go env GOPATH)/bin/reprisevet" ./...
//
// Package determinism says what it reports and how to silence a finding. Package golangci
// is its plugin for golangci-lint.
//
// Command reprisevet imports determinism and golang.org/x/tools.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/reprise-run/reprise/tools/reprisevet/determinism"
)

func main() { unitchecker.Main(determinism.Analyzer) }
