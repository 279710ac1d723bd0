package determinism

import (
	"os/exec"
	"strings"
	"testing"
)

// A package that comes with a new Go is put into the table by somebody who has looked.
func TestEachStandardPackageIsJudged(t *testing.T) {
	out, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		if !judged(pkg) {
			t.Errorf("no rule speaks of package %s: put it into std.go", pkg)
		}
	}
	for _, pkg := range []string{"example.test/time", "github.com/reprise-run/reprise/samples/order", "main", "strutil"} {
		if judged(pkg) {
			t.Errorf("%s is not looked at", pkg)
		}
	}
}

func TestTheFirstRuleThatMatchesCounts(t *testing.T) {
	for _, c := range []struct {
		pkg, name string
		want      code
	}{
		{"time", "Now", clock},
		{"time", "Time.Local", environment},
		{"time", "Parse", innocent},
		{"time", "Time.Add", innocent},
		{"math/rand/v2", "IntN", chance},
		{"math/rand/v2", "Rand.IntN", innocent},
		{"math/rand/v2", "NewPCG", innocent},
		{"crypto/ed25519", "GenerateKey", chance},
		{"crypto/ed25519", "Verify", innocent},
		{"crypto/rand", "Reader", chance},
		{"os", "Getenv", environment},
		{"os", "File.Close", inputOutput},
		{"os/exec", "Command", inputOutput},
		{"net", "ParseIP", innocent},
		{"net", "Conn.Write", inputOutput},
		{"net/url", "Parse", innocent},
		{"runtime/debug", "ReadBuildInfo", environment},
		{"runtime/debug", "Stack", innocent},
		{"text/template", "Template.Execute", innocent},
		{"text/template", "ParseFiles", inputOutput},
		{"net/http/httputil", "DumpRequest", inputOutput},
		{"net/http", "Header.Set", innocent},
		{"fmt", "Sprintf", innocent},
		{"fmt", "Println", inputOutput},
		{"log/slog", "Logger.Info", innocent},
		{"log/slog", "Info", inputOutput},
		{"sync", "Pool.Get", innocent},
		{"sync", "Once.Do", locking},
		{"database/sql", "NullString.Value", innocent},
		{"context", "WithTimeout", goContext},
		{"github.com/google/uuid", "NewV7", newID},
		{"github.com/google/uuid", "NewSHA1", innocent},
	} {
		if r, known := judge(c.pkg, c.name); r.code != c.want || !known {
			t.Errorf("%s.%s: %q (known: %t), want %q", c.pkg, c.name, r.code, known, c.want)
		}
	}
}
