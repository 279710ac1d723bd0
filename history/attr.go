package history

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// Attr is an attribute: a value by which a run is found. It is stored in plain text, even if a
// transform encrypts payloads.
type Attr struct {
	Name string   `json:"name"`
	Type AttrType `json:"type,omitzero"` // "": the run no longer has the attribute
	// Values is the value as text: one text, or for AttrTexts any number.
	Values []string `json:"values,omitempty"`
}

// AttrType is the type of an attribute's value.
type AttrType string

// The types of attributes, and the text forms of their values.
const (
	AttrText  AttrType = "text"
	AttrTexts AttrType = "texts" // several; the run is found by each of them
	AttrInt   AttrType = "int"   // in decimal
	AttrFloat AttrType = "float" // the shortest form that parses to the same value
	AttrBool  AttrType = "bool"  // true or false
	AttrTime  AttrType = "time"  // RFC 3339, UTC, microseconds
)

// Is reports whether the attribute has a value. An event without a value removes the attribute.
func (a Attr) Is() bool { return a.Type != "" }

// WithAttr returns all with a in it, or without the attribute if a has no value. The result is a new
// slice in the order of names, as all must be.
func WithAttr(all []Attr, a Attr) []Attr {
	i, found := FindAttr(all, a.Name)
	switch {
	case !found && a.Is():
		return slices.Insert(slices.Clone(all), i, a)
	case !found:
		return all
	case !a.Is():
		return slices.Delete(slices.Clone(all), i, i+1)
	}
	all = slices.Clone(all)
	all[i] = a
	return all
}

// FindAttr returns the index of the attribute with that name in all, which must be in order.
func FindAttr(all []Attr, name string) (int, bool) {
	return slices.BinarySearchFunc(all, name, func(a Attr, name string) int {
		switch {
		case a.Name < name:
			return -1
		case a.Name > name:
			return 1
		}
		return 0
	})
}

// Value returns the value as a Go value: a string, []string, int64, float64, bool or time.Time; false
// if it cannot be read.
func (a Attr) Value() (any, bool) {
	if a.Type == AttrTexts {
		return append([]string{}, a.Values...), true
	}
	if len(a.Values) != 1 {
		return nil, false
	}
	var v any
	var err error
	switch s := a.Values[0]; a.Type {
	case AttrText:
		return s, true
	case AttrInt:
		v, err = strconv.ParseInt(s, 10, 64)
	case AttrFloat:
		v, err = strconv.ParseFloat(s, 64)
	case AttrBool:
		v, err = strconv.ParseBool(s)
	case AttrTime:
		v, err = time.Parse(time.RFC3339Nano, s)
	default:
		return nil, false
	}
	return v, err == nil
}

// Bytes returns how many bytes the value has.
func (a Attr) Bytes() (n int) {
	for _, v := range a.Values {
		n += len(v)
	}
	return n
}

// EqualAttr reports whether two attributes are the same.
func EqualAttr(a, b Attr) bool {
	return a.Name == b.Name && a.Type == b.Type && slices.Equal(a.Values, b.Values)
}

// Keys returns the bytes by which a store finds the attribute: one key, or for AttrTexts one for each
// text. The keys of one group of types sort as their values do. int and float are one group, text and
// texts another.
func (a Attr) Keys() ([][]byte, error) {
	keys := make([][]byte, 0, len(a.Values))
	for _, v := range a.Values {
		k, err := AttrKey(a.Type, v)
		if err != nil {
			return nil, fmt.Errorf("history: attribute %s: %w", a.Name, err)
		}
		keys = append(keys, k)
	}
	slices.SortFunc(keys, slices.Compare)
	return slices.CompactFunc(keys, slices.Equal), nil
}

// The first byte of a key. Keys end up in databases, so these numbers never change.
const (
	groupBool   = 1
	groupNumber = 2
	groupTime   = 3
	groupText   = 4
)

// AttrKey returns the key of one value.
func AttrKey(t AttrType, value string) ([]byte, error) {
	switch t {
	case AttrText, AttrTexts:
		return append([]byte{groupText}, value...), nil
	case AttrBool:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return nil, err
		}
		if b {
			return []byte{groupBool, 1}, nil
		}
		return []byte{groupBool, 0}, nil
	case AttrInt:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return nil, err
		}
		// The nearest float, and the distance to it: so integers sort between floats where they belong, and
		// all 64 bits count.
		f := float64(n)
		rest := int64(0)
		if f >= 1<<63 {
			rest = n - math.MaxInt64 - 1
		} else {
			rest = n - int64(f)
		}
		return numberKey(f, rest), nil
	case AttrFloat:
		f, err := strconv.ParseFloat(value, 64)
		switch {
		case err != nil:
			return nil, err
		case math.IsNaN(f):
			return nil, errNaN
		}
		return numberKey(f, 0), nil
	case AttrTime:
		at, err := time.Parse(time.RFC3339Nano, value)
		if err != nil {
			return nil, err
		}
		return binary.BigEndian.AppendUint64([]byte{groupTime}, uint64(at.UnixMicro())^1<<63), nil
	}
	return nil, fmt.Errorf("%q is not an attribute type", string(t))
}

var errNaN = errors.New("NaN equals no number")

func numberKey(f float64, rest int64) []byte {
	if f == 0 {
		f = 0 // -0 is 0
	}
	bits := math.Float64bits(f)
	if bits>>63 == 1 {
		bits = ^bits
	} else {
		bits |= 1 << 63
	}
	k := binary.BigEndian.AppendUint64([]byte{groupNumber}, bits)
	return binary.BigEndian.AppendUint64(k, uint64(rest)^1<<63)
}

// AttrGroup returns the range of the keys of all values that are compared with values of t: the first
// possible key, and the first key behind them.
func AttrGroup(t AttrType) (first, end []byte) {
	group := byte(groupText)
	switch t {
	case AttrBool:
		group = groupBool
	case AttrInt, AttrFloat:
		group = groupNumber
	case AttrTime:
		group = groupTime
	}
	return []byte{group}, []byte{group + 1}
}

// KeyBehind returns the first key that sorts behind key.
func KeyBehind(key []byte) []byte { return append(slices.Clip(key), 0) }

// String returns the attribute for a person: customer = "c-1".
func (a Attr) String() string {
	switch {
	case !a.Is():
		return a.Name + " unset"
	case a.Type == AttrTexts:
		return fmt.Sprintf("%s = %q", a.Name, a.Values)
	case len(a.Values) == 0:
		return a.Name + " = " + redactedText
	case a.Type == AttrText:
		return fmt.Sprintf("%s = %q", a.Name, a.Values[0])
	}
	return a.Name + " = " + a.Values[0]
}

// AttrValues returns attributes as Go values, by their names; nil for none. It leaves out what cannot
// be read.
func AttrValues(all []Attr) map[string]any {
	if len(all) == 0 {
		return nil
	}
	values := make(map[string]any, len(all))
	for _, a := range all {
		if v, ok := a.Value(); ok {
			values[a.Name] = v
		}
	}
	return values
}
