package waits

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/replay"
)

func TestWhatAParkedRunWaitsForReadsBack(t *testing.T) {
	due := time.Date(2026, 3, 1, 12, 0, 0, 500e6, time.UTC)
	timer := For{Kind: "timer", Due: due}
	sig := func(name string) For { return For{Kind: "signal", Name: name} }
	for _, c := range []struct {
		text string
		want []Wait
		more bool
	}{
		{"", nil, false},
		{"signal approve (order.approved fulfil.go:71)", []Wait{{"order.approved fulfil.go:71", []For{sig("approve")}}}, false},
		{"signal approve or timer due 2026-03-01T12:00:00.5Z", []Wait{{"", []For{sig("approve"), timer}}}, false},
		{"signal or or signal or", []Wait{{"", []For{sig("or"), sig("or")}}}, false},
		{`signal "a; b (c) \"d\"" (f g.go:1)`, []Wait{{"f g.go:1", []For{sig(`a; b (c) "d"`)}}}, false},
		{"activity charge (main.(*shop).order shop.go:12); coroutine 3", []Wait{
			{"main.(*shop).order shop.go:12", []For{{Kind: "activity", Name: "charge"}}},
			{"", []For{{Kind: "coroutine", Name: "3"}}},
		}, false},
		{"cancellation (a b.go:1); nothing; ...", []Wait{{"a b.go:1", []For{{Kind: "cancellation"}}}, {}}, true},
		{"signal a; the moon (a b.go:1)", []Wait{{"", []For{sig("a")}}, {"", []For{{Name: "the moon (a b.go:1)"}}}}, false},
		{"timer due tomorrow", []Wait{{"", []For{{Name: "timer due tomorrow"}}}}, false},
		{"signal approve (cut", []Wait{{"", []For{{Name: "signal approve (cut"}}}}, false},
	} {
		got, more := Parse(c.text)
		if !reflect.DeepEqual(got, c.want) || more != c.more {
			t.Errorf("%q\n got %+v, %v\nwant %+v, %v", c.text, got, more, c.want, c.more)
		}
	}
}

func TestTheRowOfAParkedRunTellsOfTwentyWaits(t *testing.T) {
	for _, n := range []int{0, 1, 19, 20, 21, 5000} {
		waits := make([]replay.Wait, n)
		for i := range waits {
			waits[i] = replay.Wait{Site: fmt.Sprintf("f f.go:%d", i), For: "signal s"}
		}
		text := Text(waits)
		got, more := Parse(text)
		if len(got) != min(n, 20) || more != (n > 20) {
			t.Errorf("of %d waits %d are told, more %v", n, len(got), more)
		}
		for i, w := range got {
			if w.Site != waits[i].Site {
				t.Errorf("wait %d is at %q", i, w.Site)
			}
		}
	}
}

func FuzzParseWaits(f *testing.F) {
	f.Add(`signal "a b" or timer due 2026-03-01T12:00:00Z (x y.go:1); nothing; ...`)
	f.Fuzz(func(t *testing.T, text string) {
		waits, more := Parse(text)
		if text != "" && len(waits) == 0 && !more {
			t.Errorf("%q is lost", text)
		}
		for _, w := range waits {
			if w.Site != "" && !strings.Contains(text, w.Site) {
				t.Errorf("%q is not a site in %q", w.Site, text)
			}
		}
	})
}
