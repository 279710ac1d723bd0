package history

import (
	"bytes"
	"slices"
)

// Canonical returns p with the entries of its maps in the order of their keys. The codec
// "msgpack" writes most maps in Go's iteration order, which differs each time: values
// that differ in nothing else have the same canonical bytes. It is for comparisons. p
// itself, payloads of other codecs and damaged ones stay as they are.
func (p Payload) Canonical() Payload {
	if p.Enc != msgpackName {
		return p
	}
	if _, err := scanPayload(p.Data); err != nil {
		return p
	}
	c := canonical(bytes.Clone(p.Data))
	c.value(0)
	p.Data = c
	return p
}

// Same reports whether two payloads hold the same value, whatever the order of maps.
func (p Payload) Same(q Payload) bool {
	return p.Enc == q.Enc && (bytes.Equal(p.Data, q.Data) ||
		len(p.Data) == len(q.Data) && bytes.Equal(p.Canonical().Data, q.Canonical().Data))
}

// canonical is a value that is known to be well-formed, and so no deeper than MaxDepth.
type canonical []byte

// value sorts the maps of the value at pos, and returns where the value ends.
func (c canonical) value(pos int) int {
	t, err := head(c, pos)
	if err != nil {
		return len(c)
	}
	first := c[pos]
	pos += t.head + int(t.bytes)
	switch {
	case t.elements > 0 && isMap(first):
		return c.entries(pos, int(t.elements/2))
	default:
		for range t.elements {
			pos = c.value(pos)
		}
		return pos
	}
}

// entries sorts the n entries of a map that begin at pos.
func (c canonical) entries(pos, n int) int {
	type entry struct{ key, all []byte }
	begin, all := pos, make([]entry, n)
	for i := range all {
		key := c.value(pos)
		end := c.value(key)
		all[i] = entry{c[pos:key], c[pos:end]}
		pos = end
	}
	slices.SortStableFunc(all, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	sorted := make([]byte, 0, pos-begin)
	for _, e := range all {
		sorted = append(sorted, e.all...)
	}
	copy(c[begin:], sorted)
	return pos
}
