package cli

import (
	"runtime/debug"
	"slices"
	"strings"
)

// module is the module that this package belongs to.
const module = "github.com/reprise-run/reprise"

// version returns the version of the program and, if that is another module, of Reprise; with
// the revision of the code if it was built from a checkout.
func version() string {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown: it was built without modules"
	}
	setting := func(key string) string {
		at := slices.IndexFunc(b.Settings, func(s debug.BuildSetting) bool { return s.Key == key })
		if at < 0 {
			return ""
		}
		return b.Settings[at].Value
	}
	words := []string{b.Main.Version}
	rev := setting("vcs.revision")
	if rev = rev[:min(len(rev), 12)]; !strings.Contains(b.Main.Version, rev) { // a version made from the revision contains it
		words = append(words, "revision "+rev)
		if setting("vcs.modified") == "true" {
			words = append(words, "changed since")
		}
	}
	for _, m := range b.Deps {
		if m.Path == module {
			words = append(words, "reprise "+m.Version)
		}
	}
	return strings.Join(append(words, b.GoVersion), ", ")
}

// newest returns the command that updates Reprise in this program.
func newest() string {
	if b, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(b.Path, module+"/") {
		return "go install " + b.Path + "@latest"
	}
	return "go get " + module + "@latest"
}
