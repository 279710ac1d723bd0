package webtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// hearer records what a play reports.
type hearer struct {
	*testing.T
	said     []string
	cleanups []func()
}

func (h *hearer) Errorf(format string, args ...any) {
	h.said = append(h.said, fmt.Sprintf(format, args...))
}

func (h *hearer) Cleanup(f func()) { h.cleanups = append(h.cleanups, f) }

func TestWhatIsWrongOnAPageFailsThePlay(t *testing.T) {
	t.Parallel()
	b := browser(t)
	for page, want := range map[string]string{
		`<p>all is well`: "",
		`<script src="wrong.js"></script><p>an exception`:    "exception: Uncaught TypeError",
		`<script src="log.js"></script><p>an error`:          "console: it broke 7",
		`<script>document.title = 'inline'</script><p>a CSP`: "violates the following Content Security Policy directive",
		`<script src="none.js"></script><p>a 404`:            "404 (Not Found)",
	} {
		mux := http.NewServeMux()
		mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src data:")
			fmt.Fprint(w, "<!doctype html><link rel=icon href=data:,>"+page)
		})
		script := func(text string) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/javascript")
				fmt.Fprint(w, text)
			}
		}
		mux.Handle("/wrong.js", script("null.x"))
		mux.Handle("/log.js", script("console.error('it broke', 7)"))
		s := httptest.NewServer(mux)
		h := &hearer{T: t}
		one := b.Tab(h)
		one.Open(s.URL)
		one.Until("document.querySelector('p')")
		for _, f := range h.cleanups {
			f()
		}
		s.Close()
		if said := strings.Join(h.said, "\n"); want == "" && said != "" || !strings.Contains(said, want) {
			t.Errorf("%s: the play is told %q, want %q", page, said, want)
		}
	}
}
