package history_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
)

func TestADecodeErrorSaysWhatThePayloadHolds(t *testing.T) {
	for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
		codecs := history.NewCodecs(codec)
		for _, c := range []struct {
			value any
			want  string
		}{
			{"text", "a string"},
			{true, "a bool"},
			{[]string{"a"}, "a list"},
			{map[string]int{"a": 1}, "a struct or map"},
		} {
			p, err := codecs.Encode(c.value)
			if err != nil {
				t.Fatal(err)
			}
			var n int
			var decode *history.DecodeError
			err = codecs.Decode(p, &n)
			if !errors.As(err, &decode) || decode.Holds != c.want || !strings.Contains(err.Error(), "both sides must use the same type") {
				t.Errorf("%s: %v; want it to say that the payload holds %s", codec.Name(), err, c.want)
			}
		}
		p, err := codecs.Encode(7)
		if err != nil {
			t.Fatal(err)
		}
		var s string
		if err := codecs.Decode(p, &s); err == nil || !strings.Contains(err.Error(), "holds a") {
			t.Errorf("%s: %v; want it to say that the payload holds a number", codec.Name(), err)
		}
	}
}
