package timer

import (
	"container/heap"
	"time"
)

// Queue holds keys by the time they are due. Keys that are due at the same time
// come out in the order in which they were set. The zero value is an empty
// queue.
type Queue[K comparable] struct {
	items items[K]
	index map[K]*item[K]
	sets  uint64 // breaks ties, so that the order never depends on the heap's shape
}

// Set makes key due at the given time, which replaces the time it had.
func (q *Queue[K]) Set(key K, due time.Time) {
	q.sets++
	if it := q.index[key]; it != nil {
		it.due, it.set = due, q.sets
		heap.Fix(&q.items, it.at)
		return
	}
	if q.index == nil {
		q.index = make(map[K]*item[K])
	}
	it := &item[K]{key: key, due: due, set: q.sets}
	q.index[key] = it
	heap.Push(&q.items, it)
}

// Drop forgets key, if it is in the queue.
func (q *Queue[K]) Drop(key K) {
	it := q.index[key]
	if it == nil {
		return
	}
	delete(q.index, key)
	heap.Remove(&q.items, it.at)
}

// Due removes and returns the keys that are due at now or before, earliest
// first.
func (q *Queue[K]) Due(now time.Time) []K {
	var due []K
	for len(q.items) > 0 && !q.items[0].due.After(now) {
		it := heap.Pop(&q.items).(*item[K])
		delete(q.index, it.key)
		due = append(due, it.key)
	}
	return due
}

// Next returns the earliest time at which a key is due; false if the queue is
// empty.
func (q *Queue[K]) Next() (time.Time, bool) {
	if len(q.items) == 0 {
		return time.Time{}, false
	}
	return q.items[0].due, true
}

// Len returns the number of keys in the queue.
func (q *Queue[K]) Len() int { return len(q.items) }

type item[K comparable] struct {
	key K
	due time.Time
	set uint64
	at  int // index in the heap
}

// items implements heap.Interface.
type items[K comparable] []*item[K]

func (s items[K]) Len() int { return len(s) }

func (s items[K]) Less(i, j int) bool {
	if s[i].due.Equal(s[j].due) {
		return s[i].set < s[j].set
	}
	return s[i].due.Before(s[j].due)
}

func (s items[K]) Swap(i, j int) {
	s[i], s[j] = s[j], s[i]
	s[i].at, s[j].at = i, j
}

func (s *items[K]) Push(x any) {
	it := x.(*item[K])
	it.at = len(*s)
	*s = append(*s, it)
}

func (s *items[K]) Pop() any {
	last := len(*s) - 1
	it := (*s)[last]
	(*s)[last] = nil // otherwise the backing array would keep it alive
	*s = (*s)[:last]
	return it
}
