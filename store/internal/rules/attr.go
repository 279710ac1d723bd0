package rules

import (
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// anyKey is an extra key of every attribute, whatever its value. No value has this key.
var anyKey = []byte{0}

// AttrKey is one key under which a run is found.
type AttrKey struct {
	Name string
	Key  []byte
	Gone bool // it no longer is one
}

// setAttrs sets attributes of r, and removes those without a value.
func setAttrs(r *Run, all []history.Attr) error {
	if len(all) == 0 {
		return nil
	}
	before := r.Attrs
	for _, a := range all {
		a.Values = slices.Clone(a.Values)
		r.Attrs = history.WithAttr(r.Attrs, a)
	}
	if slices.EqualFunc(before, r.Attrs, history.EqualAttr) {
		return nil
	}
	old, err := KeysOf(before)
	if err != nil {
		return err
	}
	now, err := KeysOf(r.Attrs)
	if err != nil {
		return err
	}
	r.Diff.Attrs = true
	for _, k := range old {
		if !slices.ContainsFunc(now, k.same) {
			k.Gone = true
			r.Diff.note(k)
		}
	}
	for _, k := range now {
		if !slices.ContainsFunc(old, k.same) {
			r.Diff.note(k)
		}
	}
	return nil
}

// note records a changed key, in place of an earlier change of the same key.
func (d *Diff) note(k AttrKey) {
	if i := slices.IndexFunc(d.AttrKeys, k.same); i >= 0 {
		d.AttrKeys = slices.Delete(d.AttrKeys, i, i+1)
		return
	}
	d.AttrKeys = append(d.AttrKeys, k)
}

func (k AttrKey) same(o AttrKey) bool { return k.Name == o.Name && slices.Equal(k.Key, o.Key) }

// KeysOf returns the keys under which a run with these attributes is found.
func KeysOf(all []history.Attr) (keys []AttrKey, err error) {
	for _, a := range all {
		of, err := a.Keys()
		if err != nil {
			return nil, err
		}
		keys = append(keys, AttrKey{Name: a.Name, Key: anyKey})
		for _, k := range of {
			keys = append(keys, AttrKey{Name: a.Name, Key: k})
		}
	}
	return keys, nil
}

// Driver returns the attribute, and the key of it, by which an index finds what q may select: a value
// if q names one, otherwise the key that every run with the attribute has. All other conditions are
// checked on the runs.
func Driver(q *store.Query) (name string, key []byte, ok bool) {
	for _, a := range q.Attrs {
		if a.One() {
			return a.Name, a.From, true
		}
	}
	if len(q.Attrs) > 0 {
		return q.Attrs[0].Name, anyKey, true
	}
	return "", nil, false
}
