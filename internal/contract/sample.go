package contract

import (
	"encoding"
	"encoding/json"
	"reflect"
	"time"
)

// Example returns a value of the type as JSON, with every field set to a sample:
// {"yes":true,"by":"text"}. It returns nil if JSON has no form for the type.
func (s Shape) Example() (text []byte) {
	defer func() {
		if recover() != nil { // from a method of the author's
			text = nil
		}
	}()
	v := reflect.New(s.typ).Elem()
	fill(v, 0)
	text, err := json.Marshal(v.Interface())
	if err != nil {
		return nil
	}
	return text
}

// deepest is how deep an example goes, because a type may contain itself.
const deepest = 4

// fill sets v, and what is in it, to values that omitempty does not leave out. It
// leaves a type that writes its own JSON alone: not every value of it may have a form.
func fill(v reflect.Value, depth int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		set(v, time.Date(2026, time.January, 2, 15, 4, 5, 0, time.UTC))
		return
	}
	if depth > deepest || v.Kind() != reflect.Pointer && writesItself(v.Type()) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		fill(p.Elem(), depth+1)
		set(v, p.Interface())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth+1)
		}
	case reflect.Slice:
		list := reflect.MakeSlice(v.Type(), 1, 1)
		fill(list.Index(0), depth+1)
		set(v, list.Interface())
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, depth+1)
		fill(value, depth+1)
		m := reflect.MakeMap(v.Type())
		m.SetMapIndex(key, value)
		set(v, m.Interface())
	default:
		scalar(v)
	}
}

func scalar(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Bool:
		set(v, true)
	case v.Kind() == reflect.String:
		set(v, "text")
	case v.CanInt(), v.CanUint():
		set(v, 1)
	case v.CanFloat():
		set(v, 1.5)
	}
}

// set gives v a value, unless v is in an unexported field.
func set(v reflect.Value, to any) {
	if v.CanSet() {
		v.Set(reflect.ValueOf(to).Convert(v.Type()))
	}
}

func writesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
