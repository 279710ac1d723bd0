package shellword_test

import (
	"os"
	"testing"

	"github.com/reprise-run/reprise/internal/shellword"
)

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"orders.db":        "orders.db",
		"file:/srv/a.db":   "file:/srv/a.db",
		"":                 "''",
		"my orders.db":     "'my orders.db'",
		"it's":             `'it'\''s'`,
		"$(rm -rf x)":      "'$(rm -rf x)'",
		"a;b":              "'a;b'",
		`{"yes":true}`:     `'{"yes":true}'`,
		"Bestellung-Größe": "Bestellung-Größe",
		"~/x":              "'~/x'",
	} {
		if got := shellword.Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestSelf(t *testing.T) {
	called := os.Args[0]
	defer func() { os.Args[0] = called }()
	for in, want := range map[string]string{
		"reprise":                           "reprise",
		"./my tools/reprise":                "'./my tools/reprise'",
		"/tmp/go-build123/b001/exe/reprise": "go run ./cmd/reprise",
	} {
		os.Args[0] = in
		if got := shellword.Self("./cmd/reprise"); got != want {
			t.Errorf("called as %q: %s, want %s", in, got, want)
		}
	}
}

func TestHideTakesOutPasswords(t *testing.T) {
	for word, want := range map[string]string{
		"postgres://me:s%2Fe:cret@db:5432/orders?sslmode=require":              "postgres://me@db:5432/orders?sslmode=require",
		"--db=postgres://me:secret@db/orders":                                  "--db=postgres://me@db/orders",
		"postgres://me@db/orders":                                              "postgres://me@db/orders",
		"postgres://me@db/orders?password=secret":                              "postgres://me@db/orders",
		"--db=postgres://db/orders?a=b&password=secret&sslpassword=secret&c=d": "--db=postgres://db/orders?a=b&c=d",
		"postgres://db/orders?password=secret&schema=mypassword":               "postgres://db/orders?schema=mypassword",
		"postgres://db:5432/orders":                                            "postgres://db:5432/orders",
		"/srv/orders.db":                                                       "/srv/orders.db",
		"order-42:a@b":                                                         "order-42:a@b",
	} {
		if got := shellword.Hide(word); got != want {
			t.Errorf("Hide(%q) = %q, want %q", word, got, want)
		}
	}
}
