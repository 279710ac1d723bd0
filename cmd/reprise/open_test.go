package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/store/sqlite"
)

func TestHowAStoreMayBeNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	for path, prefix := range map[string]string{"orders.db": "", "my orders.db": "", "a?b.db": "", "shop.db": "shop_"} {
		st, err := sqlite.Open(t.Context(), path, sqlite.Options{Prefix: prefix})
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	here = filepath.ToSlash(here)
	for _, c := range []struct{ name, refused string }{
		{"orders.db", ""},
		{"./orders.db", ""},
		{here + "/orders.db", ""},
		{"a?b.db", ""},
		{"file:orders.db", ""},
		{"file:" + here + "/orders.db", ""},
		{"file://" + here + "/my%20orders.db", ""},
		{"file://localhost" + here + "/orders.db", ""},
		{"file:a%3fb.db", ""},
		{"sqlite:orders.db", ""},
		{"sqlite:shop.db?prefix=shop_", ""},

		{"shop.db", `no tables of Reprise with the prefix "reprise_"`},
		{"sqlite:orders.db?prefix=shop_", `no tables of Reprise with the prefix "shop_"`},
		{"sqlite:orders.db?mode=ro", `unknown parameter "mode"`},
		{"sqlite:orders.db?%zz", `"%zz" are not parameters`},
		{"file:orders%zz.db", "in a URL % must precede two hexadecimal digits"},
		{"", "not the path of a file"},
		{"file:", "it names no file"},
		{"file://orders.db", `comes a host, here "orders.db"`},
		{"file://host/orders.db", `comes a host, here "host"`},
		{":memory:", "cannot read the memory"},
		{"postgress://me:secret@localhost/orders", "not a store: use postgres://..."},
		{"mysql://localhost/orders", "or the path of a SQLite file, not mysql"},
		{"host=localhost dbname=orders password=secret", "for Postgres use its URL, not the parts"},
		{"postgres://localhost:x/orders", "it is not a URL"},
		{"postgres://me:se@cr#et@localhost/orders", "it is not a URL: in a password"},
		{"postgres://me:se@cr/et@localhost/orders", "it is not a URL: in a password"},
		{"postgres://me:se@cr?et@localhost/orders", "it is not a URL: in a password"},
		{"postgres://localhost/orders?schema=pg_mine", "the parameter schema takes"},
		{"postgresql://me:secret@localhost/orders?sslmode=perhaps", "me:xxxxx@localhost/orders"},
		{"postgresql://me@localhost/orders?sslmode=perhaps&password=secret", "localhost/orders?password=xxxxx&sslmode=perhaps"},
	} {
		rt, stop, err := open(t.Context(), c.name, "")
		switch {
		case err == nil && c.refused == "":
			if rt.Namespace() != "default" {
				t.Errorf("%s: namespace %q", c.name, rt.Namespace())
			}
			if err := stop(); err != nil {
				t.Error(err)
			}
		case err == nil:
			t.Errorf("%s: opened, want an error with %q", c.name, c.refused)
		case c.refused == "" || !strings.Contains(err.Error(), c.refused):
			t.Errorf("%s: %v, want %q", c.name, err, c.refused)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v shows a password", c.name, err)
		}
	}
	if _, _, err := open(t.Context(), "no.db", ""); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no.db: %v", err)
	}
	if _, err := os.Stat("no.db"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no.db was made: %v", err)
	}
	if _, _, err := open(t.Context(), "orders.db", "bad\x00name"); err == nil {
		t.Error("a namespace with a NUL byte is taken")
	}
}
