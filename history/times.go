package history

import (
	"encoding"
	"encoding/json"
	"reflect"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

// timeFixer replaces every time in a decoded value. What a decoded time says must
// not depend on the zone of the machine that decodes it: another worker would replay
// the run differently.
type timeFixer struct {
	fix  func(time.Time) time.Time
	held bool // a value of type any may hold a time
	ways map[reflect.Type]way
}

// way says how far a type has to be searched for times.
type way int

const (
	nowhere   way = iota // it cannot hold any
	shallow              // the type decodes itself: what it points to may go in circles, and is its own
	all                  // what a codec made is a tree
	undecided            // a type that contains itself is being looked at
)

var (
	timeType   = reflect.TypeFor[time.Time]()
	ownDecoder = []reflect.Type{
		reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[msgpack.Unmarshaler](), reflect.TypeFor[msgpack.CustomDecoder](),
		reflect.TypeFor[encoding.BinaryUnmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
	}
)

func (x *timeFixer) way(t reflect.Type) way {
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

func (x *timeFixer) decide(t reflect.Type) way {
	if t == timeType {
		return all
	}
	for _, own := range ownDecoder {
		if reflect.PointerTo(t).Implements(own) {
			return shallow
		}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		if x.way(t.Elem()) != nowhere {
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

// value fixes the times in v.
func (x *timeFixer) value(v reflect.Value) {
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
		for at := v.MapRange(); at.Next(); {
			v.SetMapIndex(at.Key(), x.copied(at.Value()))
		}
	case v.Kind() == reflect.Interface:
		if !v.IsNil() && v.CanSet() {
			v.Set(x.copied(v.Elem()))
		}
	}
}

// copied returns v with its times fixed, for where v cannot be set.
func (x *timeFixer) copied(v reflect.Value) reflect.Value {
	if x.way(v.Type()) == nowhere {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	x.value(c)
	return c
}

// inline fixes the times that are part of v itself.
func (x *timeFixer) inline(v reflect.Value) {
	switch {
	case v.Type() == timeType:
		x.time(v)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			x.inline(v.Field(i))
		}
	}
}

func (x *timeFixer) time(v reflect.Value) {
	if v.CanSet() {
		v.Set(reflect.ValueOf(x.fix(v.Interface().(time.Time))))
	}
}
