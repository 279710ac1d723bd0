package cli_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// frames calls each, with the frame's number, before a frame is written.
type frames struct {
	strings.Builder
	n    int
	each func(n int)
}

func (f *frames) Write(p []byte) (int, error) {
	f.n++
	f.each(f.n)
	return f.Builder.Write(p)
}

// away is a store that does not answer.
type away struct {
	*memory.Store
	gone bool
}

func (a *away) Runs(ctx context.Context, q store.Query) (store.Page, error) {
	if a.gone {
		return store.Page{}, errors.New("connection refused")
	}
	return a.Store.Runs(ctx, q)
}

// top survives a store that is away for a while, and ends on an interrupt.
func TestTopGoesOnUntilItIsInterrupted(t *testing.T) {
	st := &away{Store: parked(t, "order-1")}
	ctx, interrupt := context.WithCancel(t.Context())
	out := &frames{each: func(n int) {
		if st.gone = n == 1; n == 3 {
			interrupt()
		}
	}}
	var errs strings.Builder
	p := cli.Program{Name: "shop", Runtime: idle(t, st), Args: []string{"top", "--every", "100ms"}, Stdin: strings.NewReader(""), Stdout: out, Stderr: &errs}
	if code := p.Run(ctx); code != 0 || errs.Len() > 0 {
		t.Errorf("exit code %d: %s", code, &errs)
	}
	if out.n != 3 || strings.Count(out.String(), "not refreshed: ") != 1 || strings.Count(out.String(), "\norder-1  waiting") != 3 {
		t.Errorf("%d frames:\n%s", out.n, out)
	}
}

// A screen shows what fits, says how much is left out, and begins with the runs that make
// no progress.
func TestTopFitsTheScreen(t *testing.T) {
	rt := onMemory(t)
	for _, id := range strings.Fields("a b c d e f g h i j k l m n o p q r s t u v w x y z a-name-that-is-longer-than-thirty-letters") {
		begin(t, rt, id)
	}
	say(t, rt, "run", "pause", "k", "--reason", "looking").want(t, 0)
	s := say(t, rt, "top", "--once")
	s.want(t, 0, "blocked 0 ", "\nand ", " more\n")
	if n := strings.Count(strings.TrimSpace(s.out), "\n") + 1; n > 23 {
		t.Errorf("%d lines on a screen of 24", n)
	}
	for line := range strings.Lines(s.out) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d letters on a screen of 80: %s", n, line)
		}
	}
}

func TestTopTellsWhatIsReadyFromWhatWaits(t *testing.T) {
	rt := idle(t, parked(t, "order-1"))
	say(t, rt, "run", "start", "order", "--id", "order-2", "--unknown").want(t, 0)
	say(t, rt, "top", "--once").want(t, 0, "\norder-1  waiting  ", "\norder-2  ready    ")
}
