package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// Text returns a payload for a person, on one line: the value as JSON, found from its bytes
// alone; "nothing" for the absent value; and the codec and the bytes if it cannot be read. A
// long text is cut.
func (c *Codecs) Text(p Payload) string { return window(c.text(p), 0) }

func (c *Codecs) text(p Payload) string {
	if p.Enc == "" && len(p.Data) == 0 {
		return "nothing"
	}
	v, err := c.Untyped(p)
	if err != nil {
		return p.raw()
	}
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	if to.Encode(v) != nil { // the value of a user's codec
		return p.raw()
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// raw returns the codec and the bytes, as text if they are text.
func (p Payload) raw() string {
	if text := strconv.Quote(string(p.Data)); utf8.Valid(p.Data) && len(text) == len(p.Data)+2 {
		return p.Enc + " " + text
	}
	return fmt.Sprintf("%s %x", p.Enc, p.Data)
}

// Same reports whether two payloads hold the same value, and whether that is known.
// Different bytes do not decide it: a codec may write a map in any order, or encrypt with
// another nonce each time. Then the decoded values are compared. That is unknown if the
// codecs differ, or if the codec decodes nothing into a value of type any.
func (c *Codecs) Same(p, q Payload) (same, known bool) {
	switch {
	case p.Same(q):
		return true, true
	case p.Enc != q.Enc && p.Enc != "" && q.Enc != "":
		return false, false
	case p.Enc == msgpackName && q.Enc == msgpackName && c.codec(msgpackName) == MsgPack():
		return false, true
	}
	v, err := c.plainly(p)
	if err != nil {
		return false, false
	}
	w, err := c.plainly(q)
	if err != nil {
		return false, false
	}
	if reflect.DeepEqual(v, w) {
		return true, true
	}
	a, errA := MsgPack().Encode(v) // a NaN is not equal to itself
	b, errB := MsgPack().Encode(w)
	return errA == nil && errB == nil && bytes.Equal(a, b), true
}

// plainly decodes p into maps and lists, for comparison.
func (c *Codecs) plainly(p Payload) (v any, err error) {
	if p.Enc == jsonName && c.codec(jsonName) == JSON() { // Untyped keeps the order of its keys
		from := json.NewDecoder(bytes.NewReader(p.Data))
		from.UseNumber()
		return v, from.Decode(&v)
	}
	return c.Untyped(p)
}

// Beside is Text for two different payloads, shortened to the place where they begin to
// differ. If both texts are equal it shows the bytes.
func (c *Codecs) Beside(p, q Payload) (was, is string) {
	was, is = c.text(p), c.text(q)
	if was == is {
		was, is = p.raw(), q.raw()
	}
	return Apart(was, is)
}

// What [Apart] keeps of a text, in bytes: in all, and before the difference.
const (
	maxApart  = 200
	leadApart = 60
)

// Apart shortens two long texts to the place where they begin to differ. Dots replace what
// is left out.
func Apart(a, b string) (string, string) {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	from := 0
	if max(len(a), len(b)) > maxApart {
		from = max(0, same-leadApart)
	}
	return window(a, from), window(b, from)
}

func window(s string, from int) string {
	from, end := onRune(s, from), onRune(s, from+maxApart)
	text := s[from:end]
	if from > 0 {
		text = "..." + text
	}
	if end < len(s) {
		text += "..."
	}
	return text
}

// onRune returns the last index up to i at which a rune of s begins.
func onRune(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
