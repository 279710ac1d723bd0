package history

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"
)

// Codec turns values into bytes and back. It must be safe for concurrent use. Its
// name is recorded with every value and must never change.
type Codec interface {
	Name() string
	Encode(v any) ([]byte, error)
	// Decode sets what v points to. The result must not share bytes with data.
	Decode(data []byte, v any) error
}

const (
	msgpackName = "msgpack"
	jsonName    = "json"
)

// JSON is the codec "json": encoding/json. A time keeps its offset from UTC, and
// loses the name of its zone, even if that is the machine's zone, so that it is the
// same on every machine.
func JSON() Codec { return jsonCodec{} }

type jsonCodec struct{}

func (jsonCodec) Name() string { return jsonName }

func (jsonCodec) Encode(v any) ([]byte, error) {
	if err := checkLossless(jsonName, v); err != nil {
		return nil, err
	}
	var data []byte
	err := guard(func() (err error) {
		data, err = json.Marshal(v)
		return err
	})
	return data, err
}

func (jsonCodec) Decode(data []byte, v any) error {
	target, err := pointedTo(v)
	if err != nil {
		return err
	}
	if err := guard(func() error { return json.Unmarshal(data, v) }); err != nil {
		target.SetZero()
		return err
	}
	times := fixer{fix: withoutLocal}
	times.value(target)
	return nil
}

// withoutLocal returns t with the same wall clock time and no local zone.
func withoutLocal(t time.Time) time.Time {
	if t.Location() != time.Local {
		return t
	}
	_, offset := t.Zone()
	return t.In(time.FixedZone("", offset))
}

// pointedTo returns what the pointer v points to, set to zero: old content must not
// become part of what is decoded.
func pointedTo(v any) (reflect.Value, error) {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return reflect.Value{}, fmt.Errorf("want a pointer to decode into, got %T", v)
	}
	target := p.Elem()
	target.SetZero()
	return target, nil
}

// guard turns a panic of f into an error. f calls methods of the author's, and the
// library's own panics on some values that do not fit their type.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New(clean(fmt.Sprintf("panic: %v", p), maxMessage))
		}
	}()
	return f()
}
