package determinism

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestTheEngineIsNotLookedAt(t *testing.T) {
	for path, want := range map[string]bool{
		module:                              true,
		workflowPkg:                         true,
		module + "/store/sqlite":            true,
		module + "/samples/order":           false,
		module + "/nemesis/internal/load":   false,
		module + "-extras/workflow":         false,
		"example.test/vendored/" + module:   false,
		module + "/cmdline":                 true,
		module + "/tools/reprisevet/golint": false,
	} {
		if got := ours(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}

func TestAHouseIsAModuleOrARepository(t *testing.T) {
	for _, c := range []struct{ path, module, want string }{
		{"example.test/shop/util", "example.test/shop", "example.test/shop"},
		{"example.test/shop/util", "", "example.test/shop"},
		{"github.com/acme/shop/util", "", "github.com/acme/shop"},
		{"github.com/acme", "", "github.com/acme"},
		{"gopkg.in/yaml.v3", "", "gopkg.in/yaml.v3"},
		{"shop/util", "", "shop"},
	} {
		pass := &analysis.Pass{Pkg: types.NewPackage(c.path, "p")}
		if c.module != "" {
			pass.Module = &analysis.Module{Path: c.module}
		}
		if got := house(pass); got != c.want {
			t.Errorf("%s in module %q: %q", c.path, c.module, got)
		}
	}
}
