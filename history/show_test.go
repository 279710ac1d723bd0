package history_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reprise-run/reprise/history"
)

func payload(t *testing.T, codec history.Codec, v any) history.Payload {
	t.Helper()
	p, err := history.NewCodecs(codec).Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheTextOfAPayload(t *testing.T) {
	for _, c := range []struct {
		p    history.Payload
		want string
	}{
		{payload(t, nil, map[string]any{"to": "<Bob & Ann>"}), `{"to":"<Bob & Ann>"}`},
		{payload(t, history.JSON(), map[string]any{"to": "Bob", "n": 1e3}), `{"n":1000,"to":"Bob"}`},
		{payload(t, nil, []byte{1, 2}), `"AQI="`},
		{payload(t, nil, "two\nlines"), `"two\nlines"`},
		{payload(t, nil, nil), "null"},
		{history.Payload{}, "nothing"},
		{payload(t, nil, strings.Repeat("x", 1000)), `"` + strings.Repeat("x", 199) + "..."},
		{history.Payload{Enc: "proto", Data: []byte("a card")}, `proto "a card"`},
		{history.Payload{Enc: "proto", Data: []byte{0, 255}}, "proto 00ff"},
		{history.Payload{Enc: "msgpack", Data: []byte{0xc1}}, "msgpack c1"},
	} {
		var codecs *history.Codecs
		if got := codecs.Text(c.p); got != c.want {
			t.Errorf("%+v: %s, want %s", c.p, got, c.want)
		}
	}
}

// However long two values are, the part where they differ is shown.
func TestTwoPayloadsBesideEachOther(t *testing.T) {
	long, ring := strings.Repeat("x", 1000), strings.Repeat("ü", 500)
	for _, c := range []struct {
		was, is         any
		wantWas, wantIs string
	}{
		{1, 2, "1", "2"},
		{1 << 40, float64(1 << 40), "msgpack cf0000010000000000", "msgpack cb4270000000000000"},
		{long + "1" + long, long + "2" + long, "..." + long[:60] + "1" + long[:139] + "...", "..." + long[:60] + "2" + long[:139] + "..."},
		{"short", long, `"short"`, `"` + long[:199] + "..."},
		{long, long + "!", "..." + long[:60] + `"`, "..." + long[:60] + `!"`},
		{ring + "1", ring + "2", "..." + ring[:60] + `1"`, "..." + ring[:60] + `2"`},
	} {
		var codecs *history.Codecs
		was, is := codecs.Beside(payload(t, nil, c.was), payload(t, nil, c.is))
		if was != c.wantWas || is != c.wantIs {
			t.Errorf("%.20v beside %.20v:\n%s\n%s\nwant\n%s\n%s", c.was, c.is, was, is, c.wantWas, c.wantIs)
		}
	}
}

func FuzzApart(f *testing.F) {
	f.Add("a", "b")
	f.Add(strings.Repeat("ü", 300), strings.Repeat("ü", 200)+"u")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := history.Apart(a, b)
		if len(x) > 206 || len(y) > 206 {
			t.Errorf("%d and %d bytes are left", len(x), len(y))
		}
		if a != b && utf8.ValidString(a) && utf8.ValidString(b) && (x == y || !utf8.ValidString(x) || !utf8.ValidString(y)) {
			t.Errorf("%q and %q show no difference", x, y)
		}
	})
}

// Beside shows what a run was given then, and what the code would give it now.
func ExampleCodecs_Beside() {
	codecs := history.NewCodecs(history.JSON())
	then, err := codecs.Encode(map[string]any{"card": "4711", "cents": 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	now, err := codecs.Encode(map[string]any{"card": "4711", "cents": 90})
	if err != nil {
		fmt.Println(err)
		return
	}
	was, is := codecs.Beside(then, now)
	fmt.Println(was)
	fmt.Println(is)
	// Output:
	// {"card":"4711","cents":100}
	// {"card":"4711","cents":90}
}
