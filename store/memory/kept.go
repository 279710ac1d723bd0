package memory

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/reprise-run/reprise/store"
)

// keep keeps a result, unless its key has one that has not expired.
func (x *tx) keep(k store.Kept) {
	key := k.KeptKey
	old, there := x.kept[key]
	if there && old.Until.After(x.now) {
		return
	}
	x.undo = append(x.undo, func() {
		if delete(x.kept, key); there {
			x.kept[key] = old
		}
	})
	x.kept[key] = k
}

// stale returns the results to remove, the earliest first.
func (x *tx) stale(namespace string) (all []store.Kept) {
	for _, k := range x.kept {
		if k.Namespace == namespace && !k.Until.Add(store.KeptGrace).After(x.now) {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b store.Kept) int { return cmp.Or(a.Until.Compare(b.Until), inOrder(a.KeptKey, b.KeptKey)) })
	return all
}

func (x *tx) expire(o *store.Expire) store.Outcome {
	all := x.stale(o.Namespace)
	all = all[:min(o.Max, len(all))]
	for _, k := range all {
		x.undo = append(x.undo, func() { x.kept[k.KeptKey] = k })
		delete(x.kept, k.KeptKey)
	}
	return store.Outcome{Count: len(all)}
}

func inOrder(a, b store.KeptKey) int {
	return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Activity, b.Activity), strings.Compare(a.Key, b.Key))
}

// Kept implements [store.Store].
func (s *Store) Kept(ctx context.Context, q store.KeptQuery) (all []store.Kept, err error) {
	err = s.view(ctx, func(x *tx) {
		for key, k := range x.kept {
			if key == q.One && k.Until.After(x.now) || q.One.Key == "" && inOrder(key, q.After) > 0 {
				k.Data = bytes.Clone(k.Data)
				all = append(all, k)
			}
		}
		slices.SortFunc(all, func(a, b store.Kept) int { return inOrder(a.KeptKey, b.KeptKey) })
		if q.One.Key == "" {
			all = all[:min(max(0, q.Max), len(all))]
		}
	})
	return all, err
}
