package contract

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// settle converts numbers that encoding/json left as text, because a float64 does not
// hold every integer, wherever v or something in it has an interface type.
func settle(v reflect.Value) error {
	if readsItself(v.Type()) {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return settle(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if err := settle(v.Field(i)); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if err := settle(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Map:
		if !v.CanSet() {
			return nil
		}
		for at := v.MapRange(); at.Next(); {
			e := reflect.New(v.Type().Elem()).Elem()
			e.Set(at.Value())
			if err := settle(e); err != nil {
				return err
			}
			v.SetMapIndex(at.Key(), e)
		}
	case reflect.Interface:
		if v.IsNil() || !v.CanSet() {
			return nil
		}
		settled, err := settled(v.Interface())
		if err != nil {
			return err
		}
		v.Set(reflect.ValueOf(settled))
	}
	return nil
}

// settled is settle for a value that encoding/json made without a type to go by.
func settled(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			if v[k], err = settled(e); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, e := range v {
			if v[i], err = settled(e); err != nil {
				return nil, err
			}
		}
	case json.Number:
		return number(v.String())
	}
	return v, nil
}

// number returns an int64 if the text fits one, otherwise a uint64; for text with a
// fraction or an exponent it returns a float64.
func number(text string) (any, error) {
	if strings.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("the number %.40s is too large for a float64", text)
		}
		return f, nil
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return i, nil
	}
	u, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("the number %.40s is too large for 64 bits; send it as a string", text)
	}
	return u, nil
}
