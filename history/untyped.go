package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

// Untyped decodes p without knowing its type, into what encoding/json can write: for a
// person, or for a program in another language. The absent value is nil. From msgpack,
// bytes come back as []byte, which JSON writes in base64, and keys of maps as text.
// Floats that JSON does not have come back as text too ("NaN"), and so do times in
// years that it does not have ("36812-02-20T00:36:16Z"). All times are in UTC. JSON
// comes back as it is. The error is a [*DecodeError].
func (c *Codecs) Untyped(p Payload) (v any, err error) {
	switch {
	case p.Enc == "" && len(p.Data) == 0:
		return nil, nil
	case p.Enc == jsonName && c.codec(jsonName) == JSON():
		var text json.RawMessage
		if err = c.Decode(p, &text); err != nil {
			return nil, err
		}
		return text, nil
	case p.Enc == msgpackName && c.codec(msgpackName) == MsgPack():
		if v, err = untypedMsgpack(p.Data); err != nil {
			return nil, &DecodeError{Enc: p.Enc, Type: "any", Err: err}
		}
	default:
		if err = c.Decode(p, &v); err != nil {
			return nil, err
		}
	}
	return written(v), nil
}

func untypedMsgpack(data []byte) (v any, err error) {
	if _, err := scanPayload(data); err != nil {
		return nil, err
	}
	d := msgpack.NewDecoder(bytes.NewReader(data))
	d.SetMapDecoder(untypedMap)
	err = guard(func() (err error) {
		v, err = d.DecodeInterface()
		return err
	})
	return v, err
}

// untypedMap decodes a map with any keys.
func untypedMap(d *msgpack.Decoder) (any, error) {
	n, err := d.DecodeMapLen()
	if err != nil || n < 0 {
		return nil, err
	}
	m := map[string]any{}
	for range n {
		key, err := d.DecodeInterface()
		if err != nil {
			return nil, err
		}
		value, err := d.DecodeInterface()
		if err != nil {
			return nil, err
		}
		m[keyText(key)] = value
	}
	return m, nil
}

func keyText(key any) string {
	switch key := written(key).(type) {
	case string:
		return key
	case []byte:
		return string(key)
	case time.Time:
		return key.Format(time.RFC3339Nano)
	default:
		return fmt.Sprint(key)
	}
}

// written replaces, in a decoded value, the floats and times that JSON cannot write,
// and the zone of times: a decoded time is in this machine's zone.
func written(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = written(e)
		}
	case []any:
		for i, e := range v {
			v[i] = written(e)
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
	case float32:
		return written(float64(v))
	case time.Time:
		v = v.UTC()
		if v.Year() < 0 || v.Year() > 9999 {
			return v.Format(time.RFC3339Nano)
		}
		return v
	}
	return v
}
