package history

import (
	"encoding"
	"encoding/json"
	"math"
	"reflect"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

// fixer replaces every time in a decoded value, and the unsigned integers that it holds as
// any. A decoded time must not depend on the zone of the machine that decodes it: another
// worker would replay the run differently. The type of an integer must not depend on its size:
// code that asks for an int64 would find 127 and miss 128.
type fixer struct {
	fix  func(time.Time) time.Time
	held bool // a value of type any may contain a time, or an unsigned integer
	ways map[reflect.Type]way
}

// way says how far to search a type.
type way int

const (
	nowhere   way = iota // it cannot contain any
	shallow              // the type decodes itself: what it points to may be cyclic, and belongs to it
	all                  // what a codec made is a tree
	undecided            // a type that contains itself is being examined
)

var (
	timeType   = reflect.TypeFor[time.Time]()
	ownDecoder = []reflect.Type{
		reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[msgpack.Unmarshaler](), reflect.TypeFor[msgpack.CustomDecoder](),
		reflect.TypeFor[encoding.BinaryUnmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
	}
)

func (x *fixer) way(t reflect.Type) way {
	if k := t.Kind(); k <= reflect.Complex128 || k == reflect.String {
		return nowhere
	}
	if w, known := x.ways[t]; known {
		if w == undecided {
			return all
		}
		return w
	}
	if x.ways == nil {
		x.ways = make(map[reflect.Type]way)
	}
	x.ways[t] = undecided
	w := x.decide(t)
	x.ways[t] = w
	return w
}

func (x *fixer) decide(t reflect.Type) way {
	if t == timeType {
		return all
	}
	for _, own := range ownDecoder {
		if reflect.PointerTo(t).Implements(own) {
			return shallow
		}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		if x.way(t.Elem()) != nowhere {
			return all
		}
	case reflect.Map:
		if x.way(t.Elem()) != nowhere || x.held && t.Key().Kind() == reflect.Interface {
			return all
		}
	case reflect.Interface:
		if x.held {
			return all
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); (f.IsExported() || f.Anonymous) && x.way(f.Type) != nowhere {
				return all
			}
		}
	}
	return nowhere
}

// value fixes everything in v.
func (x *fixer) value(v reflect.Value) {
	w := x.way(v.Type())
	switch {
	case w == nowhere:
	case w == shallow:
		x.inline(v)
	case v.Type() == timeType:
		x.time(v)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			x.value(v.Field(i))
		}
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		for i := range v.Len() {
			x.value(v.Index(i))
		}
	case v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			x.value(v.Elem())
		}
	case !v.CanInterface(): // behind a field that no codec sets
	case v.Kind() == reflect.Map:
		x.entries(v)
	case v.Kind() == reflect.Interface:
		if !v.IsNil() && v.CanSet() {
			v.Set(signed(x.copied(v.Elem())))
		}
	}
}

// entries fixes the keys and the values of a map.
func (x *fixer) entries(m reflect.Value) {
	for at := m.MapRange(); at.Next(); {
		key := at.Key()
		if key.Kind() == reflect.Interface && !key.IsNil() {
			if fits := signed(key.Elem()); fits.Kind() != key.Elem().Kind() {
				m.SetMapIndex(key, reflect.Value{})
				key = fits
			}
		}
		m.SetMapIndex(key, x.copied(at.Value()))
	}
}

// signed returns an unsigned integer as an int64, if it fits, and every other value unchanged.
func signed(v reflect.Value) reflect.Value {
	if n, ok := v.Interface().(uint64); ok && n <= math.MaxInt64 {
		return reflect.ValueOf(int64(n))
	}
	return v
}

// copied returns v fixed, for a v that cannot be set.
func (x *fixer) copied(v reflect.Value) reflect.Value {
	if x.way(v.Type()) == nowhere {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	x.value(c)
	return c
}

// inline fixes the times that are part of v itself.
func (x *fixer) inline(v reflect.Value) {
	switch {
	case v.Type() == timeType:
		x.time(v)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			x.inline(v.Field(i))
		}
	}
}

func (x *fixer) time(v reflect.Value) {
	if v.CanSet() {
		v.Set(reflect.ValueOf(x.fix(v.Interface().(time.Time))))
	}
}
