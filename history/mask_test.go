package history_test

import (
	"testing"

	"github.com/reprise-run/reprise/history"
)

// A mask makes today's value equal to the redacted recorded one if only the redacted
// parts differ, whatever the order of maps.
func TestAMaskMakesEqualWhatDiffersInWhatWasTakenOut(t *testing.T) {
	mask := func(fields ...string) *history.Mask {
		return history.Export{Redacted: "something", Fields: fields}.Mask()
	}
	for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
		payload := func(text string) history.Payload {
			p, err := history.NewCodecs(codec).Encode(fromJSON(t, text))
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		for _, c := range []struct {
			then, now string
			fields    []string
			same      bool
		}{
			{`{"card": "4111", "amount": 12}`, `{"card": "5222", "amount": 12}`, []string{"card"}, true},
			{`{"card": "4111", "amount": 12}`, `{"card": "4111", "amount": 13}`, []string{"card"}, false},
			{`{"card": "4111"}`, `{"card": "41112"}`, []string{"card"}, false},
			{`{"card": "4111", "by": {"iban": "A"}}`, `{"card": "1", "by": {"iban": "B"}}`, []string{"IBAN"}, false},
			{`{"card": "4111", "by": {"iban": "A"}}`, `{"card": "4112", "by": {"iban": "B"}}`, []string{"Card", "IBAN"}, true},
			{`{"to": {"a b": 1, "c d": 3}}`, `{"to": {"a b": 7, "c d": 9}}`, []string{"to"}, true},
			{`{"to": {"a b": 1, "c d": "x", "e f": 2}, "n": [1, "b"]}`, ``, []string{"to"}, true},
			{`"a"`, `"b"`, []string{"card"}, false},
			{`"a"`, `[1, 2]`, nil, true},
		} {
			m := mask(c.fields...)
			then := payload(c.then)
			if len(c.fields) > 0 {
				then = redactedPayload(t, then, c.fields...)
			}
			for range 10 { // for several orders of a map
				now := then
				if c.now != "" {
					now = payload(c.now)
				} else { // the code has read a redacted value and passes it on
					v, err := history.NewCodecs(codec).Untyped(then)
					if err == nil {
						now, err = history.NewCodecs(codec).Encode(v)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				if got := m.Payload(then).Same(m.Payload(now)); got != c.same {
					t.Errorf("%s: %s and %s without %q: same %v", codec.Name(), c.then, c.now, c.fields, got)
					break
				}
			}
		}
	}
	other := history.Payload{Enc: "gob", Data: []byte("x")}
	if p := mask("card").Payload(other); p.Enc != "" || p.Data != nil {
		t.Errorf("of another codec there is %v", p)
	}
	none := history.Export{}.Mask()
	if none.String() != "" || none.Text("a") != "a" || !none.Payload(other).Same(other) {
		t.Error("a history that is whole is masked")
	}
	if got := mask("card").Text("no such card"); got != "redacted" || mask("card").Text("") != "" {
		t.Errorf("a text becomes %q", got)
	}
}
