package golangci_test

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/reprise-run/reprise/tools/reprisevet/determinism"
	_ "github.com/reprise-run/reprise/tools/reprisevet/golangci"
)

func TestGolangciLintFindsTheAnalyzer(t *testing.T) {
	build, err := register.GetPlugin("reprisevet")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		settings any
		tests    string
	}{
		{map[string]any{"tests": true}, "true"},
		{nil, "false"},
	} {
		plugin, err := build(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		all, err := plugin.BuildAnalyzers()
		if err != nil || len(all) != 1 || all[0] != determinism.Analyzer {
			t.Errorf("analyzers %v, %v", all, err)
		}
		if got := determinism.Analyzer.Flags.Lookup("tests").Value.String(); got != c.tests {
			t.Errorf("with settings %v, tests is %s", c.settings, got)
		}
		if plugin.GetLoadMode() != register.LoadModeTypesInfo {
			t.Error("types are not asked for")
		}
	}
	if _, err := build(map[string]any{"test": true}); err == nil {
		t.Error("a setting that there is not was accepted")
	}
}
