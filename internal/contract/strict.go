package contract

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// shape finds what encoding/json silently ignores in JSON text that was already decoded
// into a type: all but the last of several fields with one name, and elements beyond the
// length of an array.
type shape struct{ tokens *json.Decoder }

func checkShape(text []byte, t reflect.Type) error {
	s := shape{json.NewDecoder(bytes.NewReader(text))}
	s.tokens.UseNumber()
	return s.value(t, "")
}

// value reads one value; path is the path of fields that leads to it.
func (s shape) value(t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if readsItself(t) {
		var own json.RawMessage
		return s.tokens.Decode(&own)
	}
	begin, err := s.tokens.Token()
	if err != nil {
		return err
	}
	switch begin {
	case json.Delim('{'):
		err = s.object(t, path)
	case json.Delim('['):
		err = s.array(t, path)
	default:
		return nil
	}
	if err != nil {
		return err
	}
	_, err = s.tokens.Token() // the closing delimiter
	return err
}

func (s shape) object(t reflect.Type, path string) error {
	seen := map[string]bool{}
	for s.tokens.More() {
		key, err := s.tokens.Token()
		if err != nil {
			return err
		}
		name, typ := member(t, key.(string))
		at := strings.TrimPrefix(path+"."+name, ".")
		if seen[name] {
			return fmt.Errorf("field %q occurs twice", at)
		}
		seen[name] = true
		if err := s.value(typ, at); err != nil {
			return err
		}
	}
	return nil
}

func (s shape) array(t reflect.Type, path string) error {
	typ := reflect.TypeFor[any]()
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		typ = t.Elem()
	}
	n := 0
	for ; s.tokens.More(); n++ {
		if err := s.value(typ, path); err != nil {
			return err
		}
	}
	if t.Kind() != reflect.Array || n == t.Len() {
		return nil
	}
	what := "it"
	if path != "" {
		what = fmt.Sprintf("field %q", path)
	}
	return fmt.Errorf("%s has %d elements, it must have %d", what, n, t.Len())
}

// member returns the field that a key of an object sets in a value of type t.
// encoding/json takes a field whose name differs in case, if there is none with the
// exact name. A name that several fields share is left alone.
func member(t reflect.Type, key string) (name string, typ reflect.Type) {
	switch t.Kind() {
	case reflect.Map:
		return key, t.Elem()
	case reflect.Struct:
		for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
			found := 0
			for _, f := range reflect.VisibleFields(t) {
				if n := nameOf(f); n != "" && same(n, key) {
					name, typ = n, f.Type
					found++
				}
			}
			if found == 1 {
				return name, typ
			}
			if found > 1 {
				break
			}
		}
	}
	return key, reflect.TypeFor[any]()
}

// nameOf returns a field's name in JSON, or "" if JSON does not have the field itself.
func nameOf(f reflect.StructField) string {
	tag := f.Tag.Get("json")
	name, _, _ := strings.Cut(tag, ",")
	switch {
	case tag == "-" || !f.IsExported() || name == "" && f.Anonymous:
		return ""
	case name == "":
		return f.Name
	}
	return name
}

// readsItself reports whether the type itself decides how to read JSON.
func readsItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}
