package webtest

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// hostile are texts that a careless page would execute or interpret.
var hostile = []string{
	`<script>window.owned = 1</script><img src=x onerror="window.owned = 1">`,
	`"><svg onload=window.owned=1> &lt;b&gt; ${window.owned = 1} {{7*7}}`,
	`javascript:window.owned=1`,
	`../../..//%2F..%2f%00?b=c&d#e`,
	"\u202efdp.exe\u202c \u200f and \u0007 or \u001b[31m",
	"cut\x00off \\u0000",
	strings.Repeat("W", 990),
}

// whatever fails with its input, or returns it.
var whatever = workflow.New("<b>whatever</b>", func(ctx workflow.Context, in echoed) (echoed, error) {
	out, err := workflow.Execute(ctx, echo, in).Get(ctx)
	if err != nil {
		return echoed{}, err
	}
	if in.Wait {
		_, err = workflow.Receive(ctx, anything)
	}
	return out, err
})

type echoed struct {
	Text       string
	Fail, Wait bool
}

var (
	anything = workflow.DefineSignal[string]("<i>anything</i>")
	echo     = activity.New("<u>echo</u>", func(_ context.Context, in echoed) (echoed, error) {
		if in.Fail {
			return echoed{}, failure.New("bad_text", in.Text, failure.Permanent())
		}
		return in, nil
	})
)

// Statement 33: what came from outside is shown as text everywhere.
func TestWhatIsHostileIsText(t *testing.T) {
	t.Parallel()
	browser(t)
	st := memory.New()
	rt, err := reprise.New(st, reprise.Config{Build: "<b>build</b>", Logger: slog.New(slog.DiscardHandler)}, whatever, echo, anything)
	if err == nil {
		err = rt.Start(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
		defer cancel()
		if err := rt.Stop(ctx); err != nil {
			t.Error(err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	paths := map[string]string{} // path of a page, and the text in it
	for i, text := range hostile {
		for _, in := range []echoed{{Text: text, Fail: true}, {Text: text, Wait: true}} {
			run, err := reprise.Start(t.Context(), rt, whatever, in, reprise.ID(strings.ReplaceAll(text, "\x00", "␀")+fmt.Sprint(i, in.Fail))) // no store keeps NUL in an id
			if err != nil {
				t.Fatal(err)
			}
			paths["runs/"+run.RunID().String()] = text
			if in.Wait {
				paths["runs/"+run.RunID().String()+"?tab=events&seq=1"] = text
				paths["runs/"+run.RunID().String()+"?tab=values"] = text
			}
		}
	}
	at := Serve(t, handler(t, rt), "/ops")
	tab := browser(t).Tab(t)
	tab.Open(at + "runs")
	tab.Until(fmt.Sprintf("document.querySelectorAll('tbody tr').length === %d", 2*len(hostile)))
	paths["runs"] = "all of them"
	inParts(t, slices.Sorted(maps.Keys(paths)), func(t *testing.T, tab *Tab, path string) {
		text := paths[path]
		tab.Open(at + path)
		tab.Until("document.querySelector('main h1') && document.querySelector('main table, main pre') && !document.querySelector('[aria-busy=true]')")
		for _, foreign := range []string{"img", "main svg", "main script", "main u", "main i", "a[href^=javascript]"} {
			if n := Eval[int](tab, "document.querySelectorAll("+quote(foreign)+").length"); n != 0 {
				t.Errorf("%s: %.80q has become %s", path, text, foreign)
			}
		}
		if Eval[bool](tab, "'owned' in window") {
			t.Errorf("%s: %.80q has run", path, text)
		}
		if Eval[bool](tab, `/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/.test([document.body.innerText, document.title, ...[...document.querySelectorAll('[title], [aria-label], [placeholder]')].flatMap(e => [e.title, e.ariaLabel, e.placeholder])].join())`) {
			t.Errorf("%s: %.80q turns the text around", path, text)
		}
		if over := Eval[string](tab, tooWide); over != "" {
			t.Errorf("%s: %.80q makes the page too wide: %s", path, text, over)
		}
	})
}
