package httpapi_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Statement 26 of the operators' surface: each curl command on the page about the API does what the page
// says.
func TestThePageIsRight(t *testing.T) {
	text, err := os.ReadFile("../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^curl "\$API/([^"]*)"(?: -H 'Content-Type: application/json' -d '([^']*)')?$`)
	lines := line.FindAllStringSubmatch(string(text), -1)
	if n := strings.Count(string(text), "\ncurl \""); n != len(lines) || n < 20 {
		t.Fatalf("the page has %d lines of curl, and %d are of a form that is read", n, len(lines))
	}
	inShop(t, func(t *testing.T, s *shop) {
		h := http.StripPrefix("/api/v1", s.open())
		ids := strings.NewReplacer("$RUN", s.run("order-1"), "$WAITING", s.run("order-3"), "$ENDED", s.run("order-2"))
		for _, l := range lines {
			method := http.MethodGet
			if l[2] != "" {
				method = http.MethodPost
			}
			if w := answered(t, h, request(method, "/api/v1/"+ids.Replace(l[1]), l[2])); w.Code >= 300 {
				t.Errorf("%s\n%d %s", l[0], w.Code, w.Body)
			}
		}
	})
}

// The page lists every code of a problem.
func TestThePageHasEveryCode(t *testing.T) {
	page, err := os.ReadFile("../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	code, found := regexp.MustCompile(`(?:Code: |wrong\(|http\.Status\w+, )"([a-z_]+[a-z])"`), 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range code.FindAllStringSubmatch(string(text), -1) {
			if found++; !strings.Contains(string(page), "`"+m[1]+"`") {
				t.Errorf("%s: nothing about the code %s", f.Name(), m[1])
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d codes were found", found)
	}
}
