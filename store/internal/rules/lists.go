package rules

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Inbox is the inbox of a run. Its counts are right whatever is loaded, except Bytes and Signals, which
// are loaded if [Need] says so.
type Inbox struct {
	Gen     int64 // order of the newest entry ever
	Entries int
	Unread  int // signals, cancels, updates and notes
	Bytes   int // of these entries
	Signals int // signals, updates and answers to promises

	Loaded []Entry // in order
	Taken  []int64 // orders of stored entries that leave the inbox
}

// Entry is an entry of the inbox. For a Head only Order, Kind and Size are loaded.
type Entry struct {
	store.Entry
	Size  int // of its Data
	Head  bool
	Fresh bool // not stored yet
}

// Load adds an entry that a store has read.
func (b *Inbox) Load(e store.Entry) { b.load(Entry{Entry: e, Size: len(e.Data)}) }

// LoadHead adds the head of an entry.
func (b *Inbox) LoadHead(order int64, kind store.EntryKind, size int) {
	b.load(Entry{Entry: store.Entry{Order: order, Kind: kind}, Size: size, Head: true})
}

func (b *Inbox) load(e Entry) {
	i, known := b.at(e.Order)
	switch {
	case !known:
		b.Loaded = insert(b.Loaded, i, e)
	case b.Loaded[i].Head && !e.Head:
		b.Loaded = slices.Clone(b.Loaded)
		b.Loaded[i] = e
	}
}

func (b *Inbox) at(order int64) (int, bool) {
	return slices.BinarySearchFunc(b.Loaded, order, func(e Entry, order int64) int { return cmp.Compare(e.Order, order) })
}

// Full reports whether the inbox accepts nothing more that is sent to the run.
func (b *Inbox) Full() bool {
	return b.Unread >= store.MaxUnread || b.Unread >= store.FewUnread && b.Bytes >= store.MaxUnreadBytes
}

func (b *Inbox) add(e store.Entry, now time.Time) store.Entry {
	b.Gen++
	e.Order, e.At, e.Data = b.Gen, now, bytes.Clone(e.Data)
	b.Loaded = append(b.Loaded, Entry{Entry: e, Size: len(e.Data), Fresh: true})
	b.count(&b.Loaded[len(b.Loaded)-1], 1)
	return e
}

// passOn returns the inbox of the run that continues this one: what was sent to the run. Stored entries
// of it move there.
func (b *Inbox) passOn() Inbox {
	next := Inbox{Gen: b.Gen, Entries: b.Unread, Unread: b.Unread, Bytes: b.Bytes, Signals: b.Signals}
	for i := range b.Loaded {
		if e := &b.Loaded[i]; isSent(e.Kind) {
			next.Loaded = append(next.Loaded, *e)
		}
	}
	return next
}

// take removes entries.
func (b *Inbox) take(orders []int64) {
	if len(orders) == 0 {
		return
	}
	gone := set(orders)
	var kept []Entry
	for i := range b.Loaded {
		e := &b.Loaded[i]
		if !gone[e.Order] {
			kept = append(kept, *e)
			continue
		}
		b.count(e, -1)
		if !e.Fresh {
			b.Taken = append(b.Taken, e.Order)
		}
	}
	b.Loaded = kept
}

// count counts e n more times.
func (b *Inbox) count(e *Entry, n int) {
	b.Entries += n
	if isSent(e.Kind) {
		b.Unread += n
		b.Bytes += n * e.Size
	}
	if isSignal(e.Kind) {
		b.Signals += n
	}
}

// unseen reports whether there is an entry that o neither takes nor knows, and whether a signal is
// among these.
func (b *Inbox) unseen(o *store.Commit) (entry, signal bool) {
	i, _ := b.at(o.Seen + 1)
	if i == len(b.Loaded) {
		return false, false
	}
	taken := set(o.Take)
	for _, e := range b.Loaded[i:] {
		if !taken[e.Order] {
			entry, signal = true, signal || isSignal(e.Kind)
		}
	}
	return entry, signal
}

// isSignal reports whether a run must not end before it has seen such an entry.
func isSignal(k store.EntryKind) bool {
	return k == store.EntrySignal || k == store.EntryUpdate || k == store.EntryPromise
}

// isSent reports whether somebody who can be told to wait sent the entry to the run.
func isSent(k store.EntryKind) bool {
	return isSignal(k) || k == store.EntryCancel || k == store.EntryNote
}

// known finds an entry by the id that its sender gave it.
func (b *Inbox) known(kind store.EntryKind, id string) (store.Entry, bool) {
	i := slices.IndexFunc(b.Loaded, func(e Entry) bool { return id != "" && e.Kind == kind && e.ID == id })
	if i < 0 {
		return store.Entry{}, false
	}
	return b.Loaded[i].Entry, true
}

// page returns the first page of the entries above after, as far as more than their heads is loaded.
func (b *Inbox) page(after int64) []store.Entry {
	i, _ := b.at(after + 1)
	var all []store.Entry
	for size := 0; i < len(b.Loaded) && size < store.InboxPage && !b.Loaded[i].Head; i++ {
		all = append(all, b.Loaded[i].Entry)
		size += b.Loaded[i].Size
	}
	return all
}

// Short reports whether only heads are loaded for part of the first page above after, because ops have
// taken the entries it began with.
func (b *Inbox) Short(after int64) bool {
	page := b.page(after)
	i, _ := b.at(after + 1)
	rest, size := b.Loaded[i+len(page):], 0
	for i := range page {
		size += len(page[i].Data)
	}
	return len(rest) > 0 && size < store.InboxPage
}

// Timers are the timers of a run that are loaded, and those to be removed.
type Timers struct {
	Loaded []Timer // by number
	Gone   []int64 // to be removed before fresh ones are added; a missing one is skipped
}

// Timer is an outstanding timer.
type Timer struct {
	store.Timer
	Fresh bool // not stored yet
}

// Load adds a timer that a store has read.
func (l *Timers) Load(t store.Timer) {
	i, known := l.find(t.ID)
	if !known {
		l.Loaded = insert(l.Loaded, i, Timer{Timer: t})
	}
}

func (l *Timers) find(id int64) (int, bool) {
	return slices.BinarySearchFunc(l.Loaded, id, func(t Timer, id int64) int { return cmp.Compare(t.ID, id) })
}

// change starts and drops timers as o says.
func (l *Timers) change(o *store.Commit) error {
	for _, t := range o.StartTimers {
		i, ok := l.find(t.ID)
		if ok {
			return Outstanding("timer", t.ID)
		}
		l.Loaded = insert(l.Loaded, i, Timer{store.Timer{ID: t.ID, FireAt: Stamp(t.FireAt)}, true})
	}
	l.drop(o.DropTimers)
	return nil
}

// Outstanding is the error of a commit that starts something that exists already.
func Outstanding(what string, id int64) error {
	return fmt.Errorf("%s %d is outstanding already", what, id)
}

func (l *Timers) drop(ids []int64) {
	l.Loaded = without(l.Loaded, ids, func(t Timer) int64 { return t.ID })
	l.Gone = append(l.Gone, ids...)
}

// insert returns s with v at i, without changing other snapshots.
func insert[T any](s []T, i int, v T) []T {
	if i == len(s) {
		return append(s, v)
	}
	return append(append(s[:i:i], v), s[i:]...)
}

// without returns s without the elements that have one of the ids, likewise. There may be very many.
func without[T any](s []T, ids []int64, id func(T) int64) []T {
	if len(ids) == 0 || len(s) == 0 {
		return s
	}
	gone := set(ids)
	return slices.DeleteFunc(slices.Clone(s), func(v T) bool { return gone[id(v)] })
}

func set(ids []int64) map[int64]bool {
	m := make(map[int64]bool, len(ids))
	for _, n := range ids {
		m[n] = true
	}
	return m
}
