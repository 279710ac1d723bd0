package dashboard_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store/memory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func runtime(t *testing.T) *reprise.Runtime {
	t.Helper()
	st := memory.New()
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

func handler(t *testing.T, o dashboard.Options) *dashboard.Handler {
	t.Helper()
	if o.API.Authorize == nil {
		o.API.Unprotected = true
	}
	h, err := dashboard.New(runtime(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

func get(t *testing.T, h http.Handler, url string) (*http.Response, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
	text, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Result(), string(text)
}

var (
	baseOf   = regexp.MustCompile(`<base href="([./]+)">`)
	scriptOf = regexp.MustCompile(`src="(assets/\w+/app\.mjs)"`)
)

// Under any prefix, and at any depth of the address, the page finds its files and its
// API.
func TestThePageStandsUnderAnyPrefix(t *testing.T) {
	h := handler(t, dashboard.Options{})
	for _, mount := range []struct{ pattern, strip string }{{"/", ""}, {"/ops/", "/ops"}, {"/ops/", "/ops/"}, {"/a/b/ops/", "/a/b/ops"}} {
		mux := http.NewServeMux()
		mux.Handle(mount.pattern, http.StripPrefix(mount.strip, h))
		for _, at := range []string{"", "runs", "runs/01a21f31-04d0-7cf0-8d91-2da755aac8e4", "runs?status=open", "x/y/z"} {
			url := mount.pattern + at
			answer, text := get(t, mux, url)
			base, script := baseOf.FindStringSubmatch(text), scriptOf.FindStringSubmatch(text)
			if answer.StatusCode != http.StatusOK || base == nil || script == nil {
				t.Fatalf("%s is answered with %d and\n%s", url, answer.StatusCode, text)
			}
			dir, _ := path.Split(strings.SplitN(url, "?", 2)[0])
			root := path.Join(dir, base[1])
			for _, file := range []string{script[1], "api/v1/health"} {
				if answer, _ := get(t, mux, path.Join(root, file)); answer.StatusCode != http.StatusOK {
					t.Errorf("from %s the file %s is answered with %d", url, path.Join(root, file), answer.StatusCode)
				}
			}
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/ops/", http.StripPrefix("/ops", h))
	if answer, _ := get(t, mux, "/ops"); !strings.HasSuffix(answer.Header.Get("Location"), "/ops/") {
		t.Errorf("/ops is answered with %d to %q", answer.StatusCode, answer.Header.Get("Location"))
	}
}

// Statement 3 of the operators' surface: New without options names the three choices.
func TestOptionsThatKeepNobodyOutAreRefused(t *testing.T) {
	_, err := dashboard.New(runtime(t), dashboard.Options{})
	for _, choice := range []string{"Authorize", "ReadOnly", "Unprotected"} {
		if err == nil || !strings.Contains(err.Error(), choice) {
			t.Errorf("New without options: %v: it does not name %s", err, choice)
		}
	}
	for _, o := range []dashboard.Options{
		{Colour: "red; } body { display: none"},
		{Links: []dashboard.Link{{Label: "Logs", URL: "javascript:alert(1)"}}},
		{Links: []dashboard.Link{{URL: "https://logs.example.com"}}},
		{Frame: "https://a.example; script-src *"},
	} {
		o.API.Unprotected = true
		if _, err := dashboard.New(runtime(t), o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

// An option's text cannot break out of the page's element that holds it.
func TestATitleIsText(t *testing.T) {
	h := handler(t, dashboard.Options{Title: `</script><script src=//evil.example></script>`, Frame: "https://ops.example.com"})
	answer, text := get(t, h, "/")
	if strings.Contains(text, "evil.example></script>") {
		t.Errorf("the page has\n%s", text)
	}
	policy := answer.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors https://ops.example.com;", "require-trusted-types-for 'script'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy has no %s: %s", want, policy)
		}
	}
}

// Statement 32 of the operators' surface, for the page itself.
func TestAPageOfAnotherNameIsRefused(t *testing.T) {
	h := handler(t, dashboard.Options{API: httpapi.Options{Host: func(host string) bool { return host == "localhost" }}})
	for _, url := range []string{"http://evil.example/", "http://evil.example/api/v1/runs"} {
		if answer, _ := get(t, h, url); answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s is answered with %d", url, answer.StatusCode)
		}
	}
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://localhost/runs", nil)); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("a POST to the page is answered with %d", w.Code)
	}
}

// Browsers may cache a file for ever, since a changed file has another address.
func TestFilesAreKeptByTheirVersion(t *testing.T) {
	h := handler(t, dashboard.Options{})
	_, text := get(t, h, "/")
	script := "/" + scriptOf.FindStringSubmatch(text)[1]
	answer, _ := get(t, h, script)
	if kept, form := answer.Header.Get("Cache-Control"), answer.Header.Get("Content-Type"); !strings.Contains(kept, "immutable") || form != "text/javascript; charset=utf-8" {
		t.Errorf("%s is %q, kept as %q", script, form, kept)
	}
	for _, url := range []string{"/assets/000000000000/app.mjs", "/assets/", path.Dir(script) + "/", path.Dir(script) + "/none.mjs"} {
		if answer, _ := get(t, h, url); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s is answered with %d", url, answer.StatusCode)
		}
	}
}

// Each file that a script imports exists, and none is imported from elsewhere.
func TestScriptsImportWhatIsThere(t *testing.T) {
	from := regexp.MustCompile(`(?:from|import) ?["']([^"']+)["']`)
	seen := map[string]bool{}
	var follow func(file string)
	follow = func(file string) {
		if seen[file] {
			return
		}
		seen[file] = true
		text, err := os.ReadFile(path.Join("ui", file))
		if err != nil {
			t.Error(err)
			return
		}
		for _, m := range from.FindAllStringSubmatch(string(text), -1) {
			if !strings.HasPrefix(m[1], ".") {
				t.Errorf("%s imports %q", file, m[1])
				continue
			}
			follow(path.Join(path.Dir(file), m[1]))
		}
	}
	follow("app.mjs")
	for _, dir := range []string{"lib", "screens", "vendor"} {
		all, err := os.ReadDir(path.Join("ui", dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			if name := path.Join(dir, f.Name()); strings.HasSuffix(name, ".mjs") && !seen[name] {
				t.Errorf("nothing imports %s", name)
			}
		}
	}
}
