package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

func textAttr(name, value string) history.Attr {
	return history.Attr{Name: name, Type: history.AttrText, Values: []string{value}}
}

func intAttr(name string, value int64) history.Attr {
	return history.Attr{Name: name, Type: history.AttrInt, Values: []string{strconv.FormatInt(value, 10)}}
}

// key is the first key of an attribute.
func key(a history.Attr) []byte {
	keys, err := a.Keys()
	if err != nil {
		panic(err) // cannot happen: the attributes are this package's own
	}
	return keys[0]
}

// equals matches runs that have this attribute.
func equals(a history.Attr) store.AttrRange {
	return store.AttrRange{Name: a.Name, From: key(a), Before: history.KeyBehind(key(a))}
}

// attrQueries are queries for the attributes that a contest generates.
func attrQueries() (all []store.Query) {
	first, end := history.AttrGroup(history.AttrInt)
	for _, ns := range []string{"", "other"} {
		for _, r := range []store.AttrRange{
			equals(textAttr("customer", "c-1")), equals(textAttr("customer", "c-2")), equals(textAttr("customer", "")), equals(textAttr("tags", "a")), equals(textAttr("tags", "b")),
			equals(intAttr("total", 2)), {Name: "total", From: first, Before: end}, {Name: "customer", From: first, Before: end},
		} {
			all = append(all, store.Query{Namespace: ns, Attrs: []store.AttrRange{r}})
		}
	}
	return all
}

// sets makes a commit set attributes of the run.
func sets(all ...history.Attr) func(*store.Commit) {
	return func(c *store.Commit) { c.SetAttrs = all }
}

func attributes() []scenario {
	with := func(all ...history.Attr) func(*store.Start) {
		return func(s *store.Start) { s.Attrs = all }
	}
	c1, c2, nine := textAttr("customer", "c-1"), textAttr("customer", "c-2"), intAttr("total", 9)
	finds := func(k *kit, a history.Attr, want ...uuid.UUID) {
		k.t.Helper()
		if got := k.listed(store.Query{Attrs: []store.AttrRange{equals(a)}}); !slices.Equal(got, want) {
			k.t.Errorf("by %v are found %v, want %v", a, got, want)
		}
	}
	return []scenario{
		{"a_run_is_found_by_what_its_start_and_its_commits_say", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1", with(c1))
			finds(k, c1, h.run)
			h.commit(sets(c2, nine))
			finds(k, c1)
			finds(k, c2, h.run)
			finds(k, nine, h.run)
			h.commit(sets(history.Attr{Name: "total"}))
			finds(k, nine)
			if r := k.run(h.run); len(r.Attrs) != 1 || !history.EqualAttr(r.Attrs[0], c2) {
				k.t.Errorf("the run has %v", r.Attrs)
			}
			h.commit(end)
			finds(k, c2, h.run)
		}},
		{"a_commit_that_is_fenced_sets_nothing", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			c := h.next(sets(c1))
			c.Epoch++
			k.want(store.Fenced, c)
			finds(k, c1)
		}},
		{"a_repeated_commit_sets_nothing_again", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			c := h.next(sets(c1))
			k.do(c)
			before := k.dump()
			k.do(c)
			k.same(before)
		}},
		{"a_run_that_goes_on_has_them_too", func(k *kit) {
			h := k.begin(k.worker(), "order-1", with(c1))
			next := k.id()
			k.env.Advance(ms)
			k.do(h.next(sets(nine), goesOn(next)))
			finds(k, c1, next, h.run)
			finds(k, nine, next, h.run)
		}},
		{"what_was_started_last_comes_first", func(k *kit) {
			var want []uuid.UUID
			for i := range 5 {
				k.env.Advance(ms)
				want = append(want, k.start(fmt.Sprint("order-", i), with(c1)))
			}
			slices.Reverse(want)
			finds(k, c1, want...)
			q := store.Query{Attrs: []store.AttrRange{equals(c1)}, Limit: 2}
			if got := k.listed(q); !slices.Equal(got, want) {
				k.t.Errorf("by pages of two: %v, want %v", got, want)
			}
		}},
		{"a_run_id_names_no_run_of_another_namespace", func(k *kit) {
			h := k.begin(k.worker(), "order-1", with(c1), func(s *store.Start) { s.Namespace = "shop" })
			theirs, mine := store.Ref{Run: h.run, Namespace: "desk"}, store.Ref{Run: h.run, Namespace: "shop"}
			if _, err := k.st.Run(k.ctx, theirs); !errors.Is(err, store.ErrNotFound) {
				k.t.Errorf("Run of another namespace: %v", err)
			}
			if r, err := k.st.Run(k.ctx, mine); err != nil || r.ID != h.run {
				k.t.Errorf("Run of its own: %v, %v", r.ID, err)
			}
			before := k.dump()
			k.want(store.NotFound, &store.Deliver{Ref: theirs, Entry: store.Entry{ID: "s", Kind: store.EntrySignal}})
			k.want(store.NotFound, &store.Resume{Ref: theirs})
			k.want(store.NotFound, &store.Terminate{Ref: theirs, Token: k.id(), N: 1})
			k.same(before)
			k.do(&store.Deliver{Ref: mine, Entry: store.Entry{ID: "s", Kind: store.EntrySignal}})
			k.do(&store.Terminate{Ref: mine, Token: k.id(), N: 1})
		}},
		{"one_that_no_store_can_keep_is_refused", func(k *kit) {
			long := textAttr("customer", strings.Repeat("x", history.MaxAttrBytes+1))
			for _, a := range []history.Attr{
				long, {Name: "", Type: history.AttrBool, Values: []string{"true"}}, {Name: "a", Type: "complex", Values: []string{"1"}}, {Name: "a", Type: history.AttrInt, Values: []string{"x"}},
				{Name: "a", Type: history.AttrInt}, {Name: "a", Type: history.AttrInt, Values: []string{"1", "2"}}, textAttr("a", "\x00"), textAttr("a", "\xff"),
				{Name: "a", Type: history.AttrFloat, Values: []string{"NaN"}},
			} {
				k.refused(0, k.newStart("order-1", with(a)))
			}
			k.refused(0, k.newStart("order-1", with(history.Attr{Name: "a"})))
		}},
		{"what_retention_removes_is_found_no_more", func(k *kit) {
			h := k.begin(k.worker(), "order-1", with(c1))
			h.commit(end)
			k.env.Advance(ms)
			k.do(&store.Retain{Max: 1000})
			finds(k, c1)
		}},
	}
}

// examined checks that a page is chosen from at most store.MaxExamined runs. The ids of new runs come
// from model, which made the existing ones.
func (k *kit) examined(model *kit) {
	k.t.Helper()
	c1, nine := textAttr("many", "c-1"), intAttr("rare", 9)
	first := model.newStart("rare", func(s *store.Start) { s.Attrs = []history.Attr{c1, nine} })
	rare := k.do(first).Run
	k.env.Advance(ms)
	var batch []store.Op
	for i := range store.MaxExamined + 10 {
		batch = append(batch, model.newStart(fmt.Sprint("many-", i), func(s *store.Start) { s.Attrs = []history.Attr{c1} }))
		if len(batch) == 1000 || i == store.MaxExamined+9 {
			k.apply(batch...)
			batch = nil
		}
	}
	q := store.Query{Attrs: []store.AttrRange{equals(c1), {Name: "rare", From: key(nine), Before: []byte{255}}}, Limit: 5}
	p, err := k.st.Runs(k.ctx, q)
	k.ok(err)
	if len(p.Runs) != 0 || p.Next == "" {
		k.t.Errorf("the first page has %d runs and goes on at %q; want none, and more behind it", len(p.Runs), p.Next)
	}
	if got := k.listed(q); len(got) != 1 || got[0] != rare {
		k.t.Errorf("all pages have %v, want %v", got, rare)
	}
}
