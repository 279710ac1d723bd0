// Package golangci makes the analyzer a module plugin of golangci-lint, under the name
// reprisevet. It has one setting, tests, which is the flag of that name.
//
// Package golangci imports determinism and golangci-lint's register of plugins.
package golangci

import (
	"fmt"
	"strconv"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/reprise-run/reprise/tools/reprisevet/determinism"
)

func init() { register.Plugin("reprisevet", New) } // golangci-lint links the package and asks by name

// Settings are what stands under linters.settings.custom.reprisevet.settings.
type Settings struct {
	Tests bool `json:"tests"` // look into _test.go files, too
}

type plugin struct{}

// New is what golangci-lint calls, with [Settings] as it has read them or nil.
func New(raw any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](raw)
	if err != nil {
		return nil, fmt.Errorf("reprisevet: settings: %w", err)
	}
	if err := determinism.Analyzer.Flags.Set("tests", strconv.FormatBool(s.Tests)); err != nil {
		return nil, fmt.Errorf("reprisevet: settings: %w", err)
	}
	return plugin{}, nil
}

// BuildAnalyzers returns the one analyzer.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{determinism.Analyzer}, nil
}

// GetLoadMode says that types are needed.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
