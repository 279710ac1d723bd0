package history

import (
	"bytes"
	"encoding/json"
	"strings"
)

// json returns data with its values replaced, or false if it is not JSON.
func (r *redactor) json(data []byte) ([]byte, bool) {
	if !json.Valid(data) {
		return nil, false
	}
	j := jsonRedactor{redactor: r, in: json.NewDecoder(bytes.NewReader(data))}
	j.in.UseNumber()
	j.text = json.NewEncoder(&j.out)
	j.text.SetEscapeHTML(false)
	j.value(r.all())
	return j.out.Bytes(), true
}

type jsonRedactor struct {
	*redactor
	in   *json.Decoder // known to be valid
	out  bytes.Buffer
	text *json.Encoder // to out
}

// value copies the next value; hide replaces it, with the values in it.
func (j *jsonRedactor) value(hide bool) {
	token, err := j.in.Token()
	if err != nil {
		return
	}
	switch v := token.(type) {
	case json.Delim:
		j.list(v == '{', hide)
	case string:
		if hide {
			v = redactString(v)
		}
		j.write(v)
	case json.Number:
		if hide {
			v = redactNumber(v)
		}
		j.out.WriteString(v.String())
	default:
		j.write(v)
	}
}

// list copies the elements of an array, or the keys and values of an object.
func (j *jsonRedactor) list(object, hide bool) {
	open, end := byte('['), byte(']')
	if object {
		open, end = '{', '}'
	}
	j.out.WriteByte(open)
	var keys redactKeys
	for n := 0; j.in.More(); n++ {
		if n > 0 {
			j.out.WriteByte(',')
		}
		inner := hide
		if object {
			token, _ := j.in.Token()
			key, _ := token.(string)
			inner = j.names(key) || hide
			if hide {
				key = keys.key(key)
			}
			j.write(key)
			j.out.WriteByte(':')
		}
		j.value(inner)
	}
	_, _ = j.in.Token() // the closing delimiter, which is there
	j.out.WriteByte(end)
}

// write appends the value of a token, without the newline that an encoder adds.
func (j *jsonRedactor) write(v any) {
	if j.text.Encode(v) == nil {
		j.out.Truncate(j.out.Len() - 1)
	}
}

// redactNumber keeps only whether a number is zero, and its sign.
func redactNumber(n json.Number) json.Number {
	mantissa, _, _ := strings.Cut(strings.ToLower(n.String()), "e")
	switch {
	case strings.Trim(mantissa, "-0.") == "":
		return "0"
	case mantissa[0] == '-':
		return "-1"
	}
	return "1"
}
