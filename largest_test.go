package reprise_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
)

// headersOf returns n headers with this many bytes in total.
func headersOf(n, bytes int) map[string]string {
	h := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("h%02d", i)
		size := bytes / n
		if i == 0 {
			size += bytes % n
		}
		h[name] = strings.Repeat("x", size-len(name))
	}
	return h
}

func TestHeadersOfStartsAndSignalsAreBounded(t *testing.T) {
	rt, err := reprise.New(newMemory(), quiet(), waitSign.Bind(signed))
	if err != nil {
		t.Fatal(err)
	}
	begin(t, rt, waitSign, "x", "open")
	full := headersOf(history.MaxHeaders, history.MaxHeaderBytes)
	for name, c := range map[string]struct {
		headers map[string]string
		limit   string // in the error; "" if they are accepted
	}{
		"as many and as large as may be": {full, ""},
		"one too many":                   {headersOf(history.MaxHeaders+1, 1000), "33 headers, at most 32"},
		"one byte too many":              {headersOf(2, history.MaxHeaderBytes+1), "65537 bytes, at most 65536"},
		"a value that is not UTF-8":      {map[string]string{"h": "\xff"}, "not valid UTF-8 text without NUL"},
		"a NUL in a name":                {map[string]string{"\x00": "v"}, "not valid UTF-8 text without NUL"},
	} {
		t.Run(name, func(t *testing.T) {
			_, start := reprise.Start(t.Context(), rt, waitSign, "x", reprise.ID(name), reprise.Headers(c.headers))
			signal := reprise.Signal(t.Context(), rt, "open", approve, approval{}, reprise.SignalHeaders(c.headers))
			json := reprise.SignalJSON(t.Context(), rt, "open", "other", nil, reprise.SignalHeaders(c.headers))
			for verb, err := range map[string]error{"Start": start, "Signal": signal, "SignalJSON": json} {
				switch {
				case c.limit == "" && err != nil:
					t.Errorf("%s: %v", verb, err)
				case c.limit != "" && (!errors.Is(err, reprise.ErrInvalidID) || !strings.Contains(err.Error(), c.limit)):
					t.Errorf("%s: %v; want an ErrInvalidID that says %q", verb, err, c.limit)
				}
			}
		})
	}
}
