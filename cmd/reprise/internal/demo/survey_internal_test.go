package demo

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// A database and a ledger that are not of the same runs are refused, with the files
// to remove; so are orders that are not those in the database.
func TestFilesThatDoNotBelongTogetherAreRefused(t *testing.T) {
	remove := func(suffix ...string) func(*testing.T, *Options) {
		return func(t *testing.T, o *Options) {
			for _, s := range suffix {
				if err := os.Remove(o.DB + s); err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Fatal(err)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		do   func(*testing.T, *Options)
		want []string // nothing: it is accepted
	}{
		"nothing":        {do: func(*testing.T, *Options) {}},
		"everything":     {do: remove("", ".ledger", ".reprise-lock")},
		"the database":   {remove(""), []string{"demo.db.ledger has ", "lines about orders of a database that no longer exists", "to start over: rm -f"}},
		"the ledger":     {remove(".ledger"), []string{"demo.db has recorded 5 charges", "missing or empty", "to start over: rm -f"}},
		"an order":       {withOrders(func(o []order.Order) []order.Order { return o[1:] }), []string{"was not started with the orders of", "which the file lacks", "--orders", "--db"}},
		"another price":  {withOrders(func(o []order.Order) []order.Order { o[2].Parcels[0].Items[0].Price++; return o }), []string{"was not started with", "differs between the database and the file"}},
		"another person": {withOrders(func(o []order.Order) []order.Order { o[2].Customer += "x"; return o }), []string{"was not started with"}},
		"one more": {do: withOrders(func(o []order.Order) []order.Order {
			more := o[0]
			more.ID += "-again"
			return append(o, more)
		})},
		"some that were removed": {retained(1), []string{"retention has removed orders from ", "demo.db, order-", " among them", "start over: rm -f"}},
		"all removed":            {retained(100), []string{"retention has removed orders from "}},
		"the ledger's lines": {func(t *testing.T, o *Options) {
			if err := os.Truncate(o.ledger(), 0); err != nil {
				t.Fatal(err)
			}
		}, []string{"missing or empty"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{DB: filepath.Join(t.TempDir(), "demo.db"), Orders: eight}
			run(t, o)
			c.do(t, &o)
			ledger, _ := os.ReadFile(o.ledger()) // none is nothing
			var out bytes.Buffer
			o.JSON = true
			err := Run(t.Context(), o, &out)
			if len(c.want) == 0 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil {
				t.Fatalf("accepted:\n%s", out.String())
			}
			text := advise(o, err).Error()
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("it does not say %q:\n%s", want, text)
				}
			}
			if strings.Contains(text, "to go on") {
				t.Errorf("the same command cannot succeed:\n%s", text)
			}
			if again, _ := os.ReadFile(o.ledger()); !bytes.Equal(ledger, again) {
				t.Error("refused, it has written to the ledger")
			}
		})
	}
}

// retained removes orders that have ended, in so many small steps.
func retained(steps int) func(*testing.T, *Options) {
	return func(t *testing.T, o *Options) {
		st, err := sqlite.Open(t.Context(), o.DB, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		for range steps {
			if _, err := st.Apply(t.Context(), []store.Op{&store.Retain{Namespace: namespace, Max: 50}}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What a kill can leave behind is accepted: a database without orders, and orders
// none of which was charged.
func TestAnEarlyDeathIsNoMisfit(t *testing.T) {
	o := Options{DB: filepath.Join(t.TempDir(), "demo.db"), Orders: eight, JSON: true}
	ctx, cancel := context.WithCancel(t.Context())
	if err := Run(ctx, o, &afterLines{0, cancel}); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	cancel()
	if err := os.WriteFile(o.ledger(), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if r, _ := run(t, o); r.Completed != 4 || r.ChargesRecordedTwice != 0 {
		t.Errorf("%+v", r)
	}
}

// A database that is somebody else's, or that holds runs of somebody else's, is not
// touched, and nobody is told to remove it.
func TestADatabaseOfOthersIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		there func(*testing.T, string)
		want  string
	}{
		"another program's database": {foreignDatabase, "no tables of Reprise"},
		"another workflow's runs":    {func(t *testing.T, db string) { startOther(t, db, "", "mine") }, "holds mine of workflow other"},
		"another namespace's runs":   {func(t *testing.T, db string) { startOther(t, db, "bank", "mine") }, "in namespace bank"},
	} {
		t.Run(name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "app.db")
			c.there(t, db)
			before := contents(t, db)
			var out, wrong bytes.Buffer
			code := Main(t.Context(), []string{"--db", db, "--orders", eight}, &out, &wrong)
			if text := wrong.String(); code != 1 || !strings.Contains(text, c.want) || strings.Contains(text, "rm ") {
				t.Errorf("exit code %d, want %q and nothing to remove:\n%s", code, c.want, text)
			}
			if after := contents(t, db); out.Len() > 0 || !slices.Equal(before, after) {
				t.Errorf("it has changed something:\n%s", out.String())
			}
		})
	}
}

// What a kill leaves that comes before the first commit is no database of others.
func TestAFileWithoutTablesIsBegunAgain(t *testing.T) {
	o := Options{DB: filepath.Join(t.TempDir(), "demo.db"), Orders: eight, JSON: true}
	f, err := sql.Open("sqlite", o.DB)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Exec("PRAGMA journal_mode = WAL")
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(o.DB); err != nil || info.Size() == 0 {
		t.Fatalf("the file is %v, %v", info, err)
	}
	if r, _ := run(t, o); r.Completed != 4 {
		t.Errorf("%+v", r)
	}
}

// withOrders has the demo go on with another order file.
func withOrders(change func([]order.Order) []order.Order) func(*testing.T, *Options) {
	return func(t *testing.T, o *Options) {
		orders, err := order.ReadOrders(o.Orders)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(change(orders))
		if err != nil {
			t.Fatal(err)
		}
		o.Orders = filepath.Join(t.TempDir(), "orders.json")
		if err := os.WriteFile(o.Orders, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
