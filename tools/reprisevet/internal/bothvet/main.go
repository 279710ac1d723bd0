// Command bothvet is go vet and reprisevet in one program, for scripts/test: each package is read and
// type-checked once for both.
//
//	go build -o bothvet ./tools/reprisevet/internal/bothvet
//	go vet -vettool=./bothvet ./...
//
// Command bothvet imports determinism and golang.org/x/tools.
package main

import (
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/reprise-run/reprise/tools/reprisevet/determinism"
)

func main() { unitchecker.Main(analyzers()...) }

func analyzers() []*analysis.Analyzer {
	return append(slices.Clip(vet.Suite), determinism.Analyzer)
}
