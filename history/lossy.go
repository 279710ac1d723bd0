package history

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// lossless caches results for types, by their [reflect.Type]: nil, or the error.
var lossless struct{ msgpack, json sync.Map }

// marshalers are the methods by which a type itself decides how a codec encodes it.
var marshalers = map[string][]string{
	msgpackName: {"EncodeMsgpack", "MarshalMsgpack", "MarshalBinary", "MarshalText"},
	jsonName:    {"MarshalJSON", "MarshalText"},
}

// checkLossless refuses a value of which the codec would keep nothing: one that is or contains a
// struct whose fields are all unexported. No codec that uses reflection can see into that.
func checkLossless(codec string, v any) error {
	t := reflect.TypeOf(v)
	if t == nil {
		return nil
	}
	known := &lossless.msgpack
	if codec == jsonName {
		known = &lossless.json
	}
	if found, ok := known.Load(t); ok {
		err, _ := found.(error)
		return err
	}
	return lookForLosses(codec, t, known)
}

func lookForLosses(codec string, t reflect.Type, known *sync.Map) error {
	err := losses{codec, map[reflect.Type]bool{}}.hidden(t, "")
	known.Store(t, err)
	return err
}

// losses searches a type, which may contain itself.
type losses struct {
	codec string
	seen  map[reflect.Type]bool
}

// hidden looks for such a struct in t, which is at path.
func (l losses) hidden(t reflect.Type, path string) error {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		if l.seen[t] || l.speaksForItself(t) {
			return nil
		}
		l.seen[t] = true
		return l.hidden(t.Elem(), path)
	case reflect.Struct:
	default:
		return nil
	}
	if l.seen[t] || t.NumField() == 0 || l.speaksForItself(t) || t.PkgPath() == "sync" {
		return nil // a lock has no value to lose
	}
	l.seen[t] = true
	kept, lost := 0, ""
	for i := range t.NumField() {
		f := t.Field(i)
		if tag := f.Tag.Get("msgpack") + f.Tag.Get("json"); tag == "-" || tag == "--" {
			kept++ // left out on purpose
			continue
		}
		if !f.IsExported() && !f.Anonymous {
			if lost == "" && f.Name != "_" { // it has no value
				lost = f.Name
			}
			continue
		}
		kept++
		if err := l.hidden(f.Type, path+"."+f.Name); err != nil {
			return err
		}
	}
	if kept > 0 || lost == "" {
		return nil
	}
	where := ""
	if path != "" {
		where = " (field " + strings.TrimPrefix(path, ".") + ")"
	}
	return fmt.Errorf("%v%s has only unexported fields (%s), so nothing of it would be encoded: export its fields, or give the type %s", t, where, lost, l.advice())
}

// advice names methods that help.
func (l losses) advice() string {
	if l.codec == jsonName {
		return "MarshalJSON and UnmarshalJSON"
	}
	return "MarshalBinary and UnmarshalBinary"
}

// speaksForItself reports whether a type itself decides how it is encoded.
func (l losses) speaksForItself(t reflect.Type) bool {
	for _, t := range []reflect.Type{t, reflect.PointerTo(t)} {
		for _, name := range marshalers[l.codec] {
			if _, ok := t.MethodByName(name); ok {
				return true
			}
		}
	}
	return false
}
