package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// read makes a value of the type from JSON text. absent says that there is no text, and
// that the type allows it.
func (s Shape) read(text []byte) (v any, absent bool, err error) {
	text = bytes.TrimSpace(text)
	switch {
	case len(text) == 0 && s.optional():
		return nil, true, nil
	case len(text) == 0:
		return nil, false, errors.New("there is none")
	case string(text) == "null" && !s.optional() && !s.reads():
		return nil, false, errors.New("it is null")
	case !utf8.Valid(text):
		return nil, false, errors.New("it is not valid UTF-8")
	}
	target := reflect.New(s.typ)
	if err := decode(text, target.Interface()); err != nil {
		return nil, false, explain(err)
	}
	return target.Elem().Interface(), false, nil
}

// decode reads text, which must be exactly one value with nothing that the target does
// not take. It calls the author's methods, and turns their panics into errors.
func decode(text []byte, target any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(target); err != nil {
		return err
	}
	end := d.InputOffset()
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("text follows the value: %.40q", bytes.TrimSpace(text[end:]))
	}
	v := reflect.ValueOf(target)
	if err := checkShape(text, v.Type()); err != nil {
		return err
	}
	return settle(v)
}

// optional reports whether the type has a value for nothing.
func (s Shape) optional() bool {
	switch s.typ.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice:
		return true
	case reflect.Struct:
		return s.typ.NumField() == 0
	}
	return false
}

// reads reports whether the type itself decides how to read JSON.
func (s Shape) reads() bool {
	return reflect.PointerTo(s.typ).Implements(reflect.TypeFor[json.Unmarshaler]())
}

// explain says in words what encoding/json objects to: the field, and what is wrong
// with it.
func explain(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Errorf("field %q is %s, it must be %s", kind.Field, article(kind.Value), article(kindOf(kind.Type)))
	case errors.As(err, &kind):
		return fmt.Errorf("it is %s, it must be %s", article(kind.Value), article(kindOf(kind.Type)))
	case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("it is not JSON: %w", err)
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Errorf("there is no field %s", field)
	}
	return err
}

// kindOf returns what a value of the type is called in JSON, in the words of
// encoding/json.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "bool"
	case reflect.String:
		return "string"
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.Slice, reflect.Array:
		return "array"
	}
	return t.Kind().String()
}

func article(noun string) string {
	if noun != "" && strings.Contains("aeiou", noun[:1]) {
		return "an " + noun
	}
	return "a " + noun
}
