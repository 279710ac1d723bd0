package promise_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/promise"
)

var secret = promise.Secret{Key: []byte("a key of thirty-two bytes, or so"), Namespace: "shop"}

func TestATokenNamesItsRunAndItsEvent(t *testing.T) {
	for _, seq := range []int64{1, 127, 128, 1 << 40} {
		run, got, err := secret.Open(secret.Token(history.RunID{1, 2, 3}, seq, -7))
		if err != nil || run != (history.RunID{1, 2, 3}) || got != seq {
			t.Errorf("token of event %d: run %v, event %d, %v", seq, run, got, err)
		}
	}
}

func TestATokenIsAnotherForAnotherPromise(t *testing.T) {
	all := map[string]bool{}
	for _, token := range []string{
		secret.Token(history.RunID{1}, 2, 0), secret.Token(history.RunID{2}, 2, 0), secret.Token(history.RunID{1}, 3, 0), secret.Token(history.RunID{1}, 2, 1),
	} {
		all[token] = true
	}
	if len(all) != 4 {
		t.Errorf("4 promises have %d tokens", len(all))
	}
}

func TestATokenCannotBeMadeWithoutTheSecret(t *testing.T) {
	token := secret.Token(history.RunID{1, 2, 3}, 7, 5)
	for _, s := range []promise.Secret{
		{Key: []byte("another key"), Namespace: "shop"}, {Key: secret.Key, Namespace: "bank"}, {Namespace: "shop"},
	} {
		if _, _, err := s.Open(token); !errors.Is(err, promise.ErrForged) {
			t.Errorf("opened by %+v: %v, want %v", s, err, promise.ErrForged)
		}
		if _, _, err := secret.Open(s.Token(history.RunID{1, 2, 3}, 7, 5)); !errors.Is(err, promise.ErrForged) {
			t.Errorf("made by %+v: %v, want %v", s, err, promise.ErrForged)
		}
	}
	none := promise.Secret{}
	if _, _, err := none.Open(none.Token(history.RunID{1}, 2, 0)); !errors.Is(err, promise.ErrForged) {
		t.Errorf("a token without a key: %v, want %v", err, promise.ErrForged)
	}
}

func TestATokenThatWasChangedIsRefused(t *testing.T) {
	token := secret.Token(history.RunID{1, 2, 3}, 300, 5)
	for i := range token {
		for _, c := range "Ab-_ =\x00é" {
			changed := token[:i] + string(c) + token[i+1:]
			if _, _, err := secret.Open(changed); err == nil && changed != token {
				t.Errorf("%q is taken for %q", changed, token)
			}
		}
		if _, _, err := secret.Open(token[:i]); err == nil {
			t.Errorf("the first %d characters are taken for the token", i)
		}
	}
	for _, text := range []string{"", "order-7", token + "A", token + "AAAA", token + "=", " " + token, strings.Repeat("A", 1<<20)} {
		if _, _, err := secret.Open(text); !errors.Is(err, promise.ErrGarbled) && !errors.Is(err, promise.ErrForged) {
			t.Errorf("%.80q: %v", text, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(secret.Token(history.RunID{1}, 2, 3))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		run, seq, err := secret.Open(text)
		if err == nil && seq <= 0 {
			t.Errorf("%q names event %d of %v", text, seq, run)
		}
	})
}
