package lint_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"testing"

	"github.com/reprise-run/reprise/internal/lint"
)

// screens are how many lines go doc may print for a package of the author tier: three screens of
// fifty lines, so that who looks a package up has it before them.
const screens = 3 * 50

// longer are the packages that need more lines. A number goes down, or the comment says why not.
var longer = map[string]int{
	".": 225, // two tiers in one package: docs/adr/0094
}

func TestGoDocOfAnAuthorPackageFitsThreeScreens(t *testing.T) {
	for _, pkg := range []string{".", "workflow", "activity", "signal", "timer", "failure", "schedule", "codec", "testkit"} {
		cmd := exec.Command("go", "doc", "./"+pkg)
		cmd.Dir = rootDir(t)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go doc ./%s: %v: %s", pkg, err, out)
		}
		report(t, checkScreens(pkg, bytes.Count(out, []byte("\n"))))
	}
}

func checkScreens(pkg string, lines int) (findings []string) {
	limit := screens
	if n := longer[pkg]; n != 0 {
		limit = n
	}
	if lines > limit {
		findings = append(findings, fmt.Sprintf("go doc ./%s prints %d lines, more than %d: shorten the package comment, unexport what nobody needs, or put functions beneath the type that they return", pkg, lines, limit))
	}
	return findings
}

func TestALongGoDocIsFound(t *testing.T) {
	expect(t, append(checkScreens("workflow", screens), checkScreens("workflow", screens+1)...), "151 lines")
	for pkg := range longer {
		if lint.TierOf(pkg) != lint.Author {
			t.Errorf("%s is not of the author tier", pkg)
		}
	}
}
