// Command reprisevet finds what a workflow must not do, because a replay would come out
// differently: the clock, chance, I/O, goroutines, the order of a map. Go vet runs it:
//
//	go install github.com/reprise-run/reprise/tools/reprisevet@latest
//	go vet -vettool="$(go env GOPATH)/bin/reprisevet" ./...
//
// What it reports, and how a finding is silenced, is told by package determinism. For
// golangci-lint there is package golangci.
//
// Command reprisevet imports determinism and golang.org/x/tools.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/reprise-run/reprise/tools/reprisevet/determinism"
)

func main() { unitchecker.Main(determinism.Analyzer) }
