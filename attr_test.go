package reprise_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

type region string

var (
	customer = workflow.DefineAttr[string]("customer")
	where    = workflow.DefineAttr[region]("region")
	total    = workflow.DefineAttr[int64]("total")
	weight   = workflow.DefineAttr[float64]("weight")
	paid     = workflow.DefineAttr[bool]("paid")
	due      = workflow.DefineAttr[time.Time]("due")
	tags     = workflow.DefineAttr[[]string]("tags")
)

// found lists the workflow ids that a filter finds, sorted.
func found(t *testing.T, c reprise.Client, q reprise.Filter) (ids []string) {
	t.Helper()
	for run, err := range reprise.List(t.Context(), c, q) {
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		ids = append(ids, run.WorkflowID)
	}
	slices.Sort(ids)
	return ids
}

// A run can be found by the attributes of its start and its workflow as soon as they
// are committed.
func TestARunIsFoundByItsAttributes(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		shop := workflow.New("shop", func(ctx workflow.Context, n int) (int, error) {
			err := errors.Join(
				workflow.SetAttr(ctx, total, int64(n)*100),
				workflow.SetAttr(ctx, weight, float64(n)+0.5),
				workflow.SetAttr(ctx, paid, n%2 == 0),
				workflow.SetAttr(ctx, due, time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC)),
				workflow.SetAttr(ctx, tags, []string{fmt.Sprint("tag-", n), "all"}),
				workflow.SetAttr(ctx, where, "west"),
			)
			if n == 3 {
				err = errors.Join(err, workflow.UnsetAttr(ctx, where), workflow.UnsetAttr(ctx, workflow.DefineAttr[int]("never")))
			}
			if err != nil {
				return 0, err
			}
			if _, err := workflow.Receive(ctx, approve); err != nil {
				return 0, err
			}
			return n, workflow.SetAttr(ctx, total, int64(1))
		})
		rt := startRuntime(t, st, quiet(), shop)
		for n := 1; n <= 5; n++ {
			if _, err := reprise.Start(ctx, rt, shop, n, reprise.ID(fmt.Sprint("shop-", n)), reprise.Attr(customer, fmt.Sprint("c-", n%2)), reprise.Attr(where, "east")); err != nil {
				t.Fatal(err)
			}
		}
		everyone := []string{"shop-1", "shop-2", "shop-3", "shop-4", "shop-5"}
		if synctest.Wait(); !(len(found(t, rt, reprise.Filter{Attrs: reprise.Attrs{tags.Is([]string{"all"})}})) == 5) {
			t.Error("it is not found")
		}
		for _, c := range []struct {
			where string
			attrs reprise.Attrs
			want  string
		}{
			{`customer = "c-1"`, reprise.Attrs{customer.Is("c-1")}, "1 3 5"},
			{`customer = 'c-1' and total >= 300`, reprise.Attrs{customer.Is("c-1"), total.AtLeast(300)}, "3 5"},
			{`total>=200 and total<=400`, reprise.Attrs{total.Between(200, 400)}, "2 3 4"},
			{`total > 200 and total < 400`, reprise.Attrs{total.AtLeast(201), total.AtMost(399)}, "3"},
			{`weight > 3`, reprise.Attrs{weight.AtLeast(3)}, "3 4 5"},
			{`weight = 2.5`, reprise.Attrs{weight.Is(2.5)}, "2"},
			{`paid = true`, reprise.Attrs{paid.Is(true)}, "2 4"},
			{`due < 2026-03-03`, reprise.Attrs{due.AtMost(time.Date(2026, 3, 2, 23, 0, 0, 0, time.UTC))}, "1 2"},
			{`due = 2026-03-04T12:00:00Z`, reprise.Attrs{due.Is(time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC))}, "4"},
			{`tags = "tag-4"`, reprise.Attrs{tags.Is([]string{"tag-4"})}, "4"},
			{`region = "west" and status = open`, reprise.Attrs{where.Is("west")}, "1 2 4 5"},
			{`region = "east"`, reprise.Attrs{where.Is("east")}, ""},
			{`customer = "c-1" and paid = true`, reprise.Attrs{customer.Is("c-1"), paid.Is(true)}, ""},
			{`total = "100"`, reprise.Attrs{workflow.DefineAttr[string]("total").Is("100")}, ""},
			{`workflow = shop and id = shop-2 and queue = default and started > -24h`, nil, "2"},
			{`started < -24h and workflow = "shop"`, nil, ""},
			{`started >= 1999-01-01 and customer = "c-0"`, reprise.Attrs{customer.Is("c-0")}, "2 4"},
			{`status in (failed, completed)`, nil, ""},
			{`blocked = true`, nil, ""},
			{`closed > 1999-01-01`, nil, ""},
			{`queue = other`, nil, ""},
		} {
			var want []string
			for n := range strings.FieldsSeq(c.want) {
				want = append(want, "shop-"+n)
			}
			if got := found(t, rt, reprise.Filter{Where: c.where}); !slices.Equal(got, want) {
				t.Errorf("%s finds %v, want %v", c.where, got, want)
			}
			if c.attrs != nil {
				if got := found(t, rt, reprise.Filter{Attrs: c.attrs}); !slices.Equal(got, want) {
					t.Errorf("typed, %s finds %v, want %v", c.where, got, want)
				}
			}
		}
		for run, err := range reprise.List(ctx, rt, reprise.Filter{WorkflowID: "shop-2"}) {
			if err != nil {
				t.Fatal(err)
			}
			when, _ := due.In(run.Attrs)
			sum, _ := total.In(run.Attrs)
			in, ok := where.In(run.Attrs)
			if _, wrong := customer.In(map[string]any{"customer": int64(3)}); len(run.Attrs) != 7 || sum != 200 || in != "west" || !ok || wrong || when.Day() != 2 {
				t.Errorf("the list tells of %v", run.Attrs)
			}
		}
		if n, more, err := reprise.Count(ctx, rt, reprise.Filter{Attrs: reprise.Attrs{customer.Is("c-1")}}); n != 3 || more || err != nil {
			t.Errorf("counted %d, more: %t, %v", n, more, err)
		}
		if n, more, err := reprise.Count(ctx, rt, reprise.Filter{Limit: 2}); n != 2 || !more || err != nil {
			t.Errorf("counted %d, more: %t, %v", n, more, err)
		}
		// Attributes stay after the end of the run, and the last task may set some.
		if err := reprise.Signal(ctx, rt, "shop-1", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		if synctest.Wait(); !(len(found(t, rt, reprise.Filter{Where: "total = 1 and closed > -1h"})) == 1) {
			t.Error("it is not found")
		}
		if got := found(t, rt, reprise.Filter{Where: `region = "west"`}); !slices.Equal(got, slices.DeleteFunc(slices.Clone(everyone), func(s string) bool { return s == "shop-3" })) {
			t.Errorf("after an end %v", got)
		}
	})
}

// A run that continues another has its attributes.
func TestAttributesGoOnWithTheChain(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		loop := workflow.Define[int, int]("loop")
		rt := startRuntime(t, st, quiet(), loop.Bind(func(ctx workflow.Context, n int) (int, error) {
			if n < 3 {
				if err := workflow.SetAttr(ctx, total, int64(n)); err != nil {
					return 0, err
				}
				return workflow.ContinueAsNew(ctx, loop, n+1)
			}
			_, err := workflow.Receive(ctx, approve)
			return n, err
		}))
		if _, err := reprise.Start(ctx, rt, loop, 0, reprise.ID("loop"), reprise.Attr(customer, "c-1")); err != nil {
			t.Fatal(err)
		}
		if synctest.Wait(); !(slices.Equal(found(t, rt, reprise.Filter{Where: `customer = "c-1" and total = 2 and status = open`}), []string{"loop"})) {
			t.Error("it is not found")
		}
		if got := found(t, rt, reprise.Filter{Where: `customer = "c-1"`}); len(got) != 4 {
			t.Errorf("the chain is found %d times, want once for each of its 4 runs", len(got))
		}
	})
}

// A start inside a transaction can be found by its attributes after the commit.
func TestAttributesOfAStartInATransaction(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		tx := beginTx(t, client)
		defer tx.rollback()
		if _, err := reprise.Start(tx.ctx, tx, waitSign, "x", reprise.ID("tx-1"), reprise.Attr(customer, "c-9"), reprise.Attr(tags, []string{"a", "b"})); err != nil {
			t.Fatal(err)
		}
		if err := tx.commit(); err != nil {
			t.Fatal(err)
		}
		for _, where := range []string{`customer = "c-9"`, `tags = "b"`, `customer > "c"`} {
			if got := found(t, client, reprise.Filter{Where: where}); !slices.Equal(got, []string{"tx-1"}) {
				t.Errorf("%s finds %v", where, got)
			}
		}
	})
}

// Attributes that cannot be stored are refused; the error says what could be.
func TestAttributesThatAreRefused(t *testing.T) {
	ctx := bounded(t)
	many := workflow.New("many", func(ctx workflow.Context, n int) (string, error) {
		for i := range n {
			if err := workflow.SetAttr(ctx, workflow.DefineAttr[int](fmt.Sprint("a-", i)), i); err != nil {
				return err.Error(), nil
			}
		}
		// An existing attribute may be set again.
		if err := workflow.SetAttr(ctx, workflow.DefineAttr[int]("a-0"), 7); err != nil {
			return "", err
		}
		return "all", nil
	})
	rt := startRuntime(t, newMemory(), quiet(), many)
	for n, want := range map[int]string{history.MaxAttrs: "all", history.MaxAttrs + 1: workflow.ErrTooManyAttrs.Error()} {
		h, err := reprise.Start(ctx, rt, many, n)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); got != want || err != nil {
			t.Errorf("%d attributes: %q, %v, want %q", n, got, err, want)
		}
	}
	all := []reprise.StartOption{}
	for i := range history.MaxAttrs + 1 {
		all = append(all, reprise.Attr(workflow.DefineAttr[int](fmt.Sprint("a-", i)), i))
	}
	for name, opts := range map[string][]reprise.StartOption{
		"a start takes 64":       all,
		"no name":                {reprise.Attr(workflow.DefineAttr[int](""), 1)},
		"not valid UTF-8":        {reprise.Attr(customer, "a\xffb")},
		"NUL byte":               {reprise.Attr(customer, "a\x00b")},
		"at most 1024":           {reprise.Attr(customer, strings.Repeat("x", history.MaxAttrBytes+1))},
		"at most 64":             {reprise.Attr(tags, make([]string, history.MaxAttrValues+1))},
		"cannot be compared":     {reprise.Attr(weight, math.NaN())},
		"in the years 1 to 9999": {reprise.Attr(due, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))},
	} {
		if name == "a start takes 64" {
			name = "at most 64 are allowed"
		}
		if _, err := reprise.Start(ctx, rt, many, 1, opts...); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("want an error with %q, got %v", name, err)
		}
	}
	if _, err := reprise.Start(ctx, rt, many, 1, append(all[:history.MaxAttrs:history.MaxAttrs], reprise.Attr(tags, make([]string, 0)))[1:]...); err != nil {
		t.Errorf("64 attributes: %v", err)
	}
	if _, err := reprise.Start(ctx, rt, many, 1, reprise.Attr(customer, strings.Repeat("x", history.MaxAttrBytes)), reprise.Attr(tags, make([]string, history.MaxAttrValues))); err != nil {
		t.Errorf("as large as may be: %v", err)
	}
}

// The error about a wrong filter says where it is wrong.
func TestAFilterThatIsWrongSaysWhere(t *testing.T) {
	client, err := reprise.New(newMemory(), quiet())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		where string
		pos   int
		want  string
	}{
		{`customer == "x"`, 10, "a value"},
		{`customer = x`, 11, `quotes around the text: "x"`},
		{`customer = "x`, 11, "ends with a quote"},
		{`customer = 'x`, 11, "ends with a quote"},
		{`customer "x"`, 9, "=, <, <=, > or >="},
		{`customer = "x" or total = 1`, 15, "there is no or"},
		{`customer = "x" total = 1`, 15, "and, or the end"},
		{`customer = "x" and`, 18, "a name"},
		{`status = done`, 9, "a status: open,"},
		{`status in open`, 10, "a list"},
		{`status in (open failed)`, 16, "a comma"},
		{`status > open`, 7, "= or in"},
		{`status = open and status = failed`, 18, "is already given"},
		{`workflow = "a" and workflow = "b"`, 19, "is already given"},
		{`workflow > "a"`, 9, "="},
		{`workflow = `, 11, "a text"},
		{`started = 2026-03-01`, 8, "<, <=, > or >="},
		{`started > yesterday`, 10, "a time"},
		{`started > -24x`, 10, "a time"},
		{`started > -1h and started > -2h`, 18, "is already given"},
		{`blocked = false`, 0, "blocked = true"},
		{`total > 1x`, 8, "a value"},
		{`"" = 1`, 0, "the name of an attribute"},
	} {
		_, err := reprise.ListPage(t.Context(), client, reprise.Filter{Where: c.where})
		var wrong *reprise.FilterError
		if !errors.As(err, &wrong) || wrong.Pos != c.pos || !strings.Contains(wrong.Want, c.want) || wrong.Text != c.where {
			t.Errorf("%s: %v (%+v), want %q at %d", c.where, err, wrong, c.want, c.pos)
		}
	}
	for _, q := range []reprise.Filter{{Workflow: "a", Where: "workflow = b"}, {Status: []reprise.Status{reprise.Open}, Where: "status = failed"}} {
		if _, err := reprise.ListPage(t.Context(), client, q); err == nil {
			t.Errorf("%+v says it twice and is no error", q)
		}
	}
	for _, a := range []workflow.AttrFilter{{}, customer.Is("\xff"), tags.Is(nil), tags.Is([]string{"a", "b"}), weight.AtLeast(math.NaN())} {
		if _, err := reprise.ListPage(t.Context(), client, reprise.Filter{Attrs: reprise.Attrs{a}}); err == nil {
			t.Errorf("%+v is no error", a)
		}
	}
}
