package history

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// unpacker reads the msgpack maps of the log from data[pos:]. After the first error
// everything it reads is zero and every map is at its end, so only the outermost
// caller checks why. It trusts no length: it allocates nothing before the bytes for
// it are known to exist.
type unpacker struct {
	data  []byte
	pos   int
	depth int
	key   byte // of the current field

	d     *Decoder
	sites []string // of the row
	inRow bool
	site  string // of the current event

	sealed *Payload // likewise

	why string
	at  int
}

// openedMap is a map being read.
type openedMap struct {
	left  int
	key   byte // a key of one letter; 0 for any other
	start int  // of the key in data
	seen  uint64
	event bool // it is an event's body
	more  *moreKeys
	kept  int // where the keys in more end
}

func (u *unpacker) fail(why string) {
	if u.why == "" {
		u.why, u.at = why, u.pos
		if u.key != 0 {
			u.why = "key " + strconv.Quote(string(rune(u.key))) + ": " + why
		}
	}
}

func (u *unpacker) open() openedMap {
	if c := u.code(u.pos); msgpcode.IsFixedMap(c) && u.depth < MaxDepth && u.why == "" {
		if n := int(c & msgpcode.FixedMapMask); 2*n < len(u.data)-u.pos {
			u.pos++
			u.depth++
			return openedMap{left: n}
		}
	}
	t := u.token(isMap, "want a map")
	if u.depth++; u.depth > MaxDepth {
		u.fail(errTooDeep.Error())
	}
	return openedMap{left: int(t.elements / 2)}
}

// next moves on to the next key of m. It returns false at the end of m. Each letter
// may come only once: a map with a repeated one could not be written again, and
// would take more memory than its bytes.
func (u *unpacker) next(m *openedMap) bool {
	for u.why == "" && m.left > 0 {
		m.left--
		m.start, m.key, u.key = u.pos, 0, 0
		if len(u.data)-u.pos < 2 || u.data[u.pos] != msgpcode.FixedStrLow|1 {
			u.skip()
			return u.why == ""
		}
		m.key = u.data[u.pos+1]
		u.key = m.key
		u.pos += 2
		if m.key < '@' || m.key > 'z' {
			return true
		}
		bit := uint64(1) << (m.key - '@')
		if m.seen&bit != 0 {
			u.fail("it comes twice")
			return false
		}
		m.seen |= bit
		if m.event && m.key == siteKey {
			u.readSite()
			continue
		}
		if m.event && m.key == sealedKey {
			sealed := u.payload()
			u.sealed = &sealed
			continue
		}
		return true
	}
	u.key = m.key // reading the last value may have set another one
	if m.more != nil && u.pos != m.kept {
		u.fail(orderOfKeys)
	}
	u.depth--
	return false
}

const orderOfKeys = "a key of this version follows one of a newer version"

// keep skips the value of a key that this version does not know, and remembers both.
// Such keys come after all others, so they are one piece of data.
func (u *unpacker) keep(m *openedMap) {
	u.skip()
	switch {
	case u.why != "":
		return
	case m.more == nil:
		m.more = &moreKeys{raw: u.data[m.start:u.pos:u.pos]}
	case m.start != m.kept:
		u.fail(orderOfKeys)
		return
	default:
		from := m.kept - len(m.more.raw)
		m.more.raw = u.data[from:u.pos:u.pos]
	}
	m.more.n++
	m.kept = u.pos
}

func (u *unpacker) skip() {
	if u.why != "" {
		return
	}
	s := scanner{maxDepth: MaxDepth - u.depth, maxElements: math.MaxInt, anyExt: true}
	end, err := s.value(u.data, u.pos)
	u.pos = end
	if err != nil {
		u.fail(err.Error())
	}
}

func (u *unpacker) code(at int) byte {
	if at < len(u.data) {
		return u.data[at]
	}
	return msgpcode.Nil
}

// isMap and the funcs below say what a token may begin with.
func isMap(c byte) bool {
	return msgpcode.IsFixedMap(c) || c == msgpcode.Map16 || c == msgpcode.Map32
}

func isArray(c byte) bool {
	return msgpcode.IsFixedArray(c) || c == msgpcode.Array16 || c == msgpcode.Array32
}

func isBool(c byte) bool   { return c == msgpcode.True || c == msgpcode.False }
func isDouble(c byte) bool { return c == msgpcode.Double }

// token reads the token at pos if its code is accepted. All its bytes exist and come
// next; its elements are as many as can exist.
func (u *unpacker) token(accept func(byte) bool, want string) token {
	if u.why != "" {
		return token{}
	}
	t, err := head(u.data, u.pos)
	switch {
	case err != nil:
		u.fail(err.Error())
	case !accept(u.data[u.pos]):
		u.fail(want)
	case t.elements > uint64(len(u.data)-u.pos-t.head):
		u.fail(errCutOff.Error())
	default:
		u.pos += t.head
		return t
	}
	return token{}
}

// take returns the next n bytes, which token has found to exist.
func (u *unpacker) take(n uint64) []byte {
	end := u.pos + int(n)
	b := u.data[u.pos:end:end]
	u.pos = end
	return b
}

func (u *unpacker) bool() bool {
	at := u.pos
	if c := u.code(at); isBool(c) && u.why == "" {
		u.pos++
		return c == msgpcode.True
	}
	u.token(isBool, "want a boolean")
	return u.why == "" && u.data[at] == msgpcode.True
}

func (u *unpacker) float() float64 {
	t := u.token(isDouble, "want a float")
	if u.why != "" {
		return 0
	}
	return math.Float64frombits(binary.BigEndian.Uint64(u.take(t.bytes)))
}

func (u *unpacker) str() string { return string(u.rawString()) }

// shared reads a string that other events probably have too.
func (u *unpacker) shared() string { return u.d.shared(u.rawString()) }

func (u *unpacker) rawString() []byte {
	if c := u.code(u.pos); msgpcode.IsFixedString(c) && u.why == "" {
		if end := u.pos + 1 + int(c&msgpcode.FixedStrMask); end <= len(u.data) {
			b := u.data[u.pos+1 : end : end]
			u.pos = end
			return b
		}
	}
	return u.take(u.token(msgpcode.IsString, "want a string").bytes)
}

// bytes does not copy.
func (u *unpacker) bytes() []byte {
	if u.code(u.pos) == msgpcode.Bin8 && u.pos+1 < len(u.data) && u.why == "" {
		if end := u.pos + 2 + int(u.data[u.pos+1]); end <= len(u.data) {
			b := u.data[u.pos+2 : end : end]
			u.pos = end
			return b
		}
	}
	return u.take(u.token(msgpcode.IsBin, "want bytes").bytes)
}

func (u *unpacker) int() int {
	n := u.int64()
	if int64(int(n)) != n {
		u.fail("want a smaller number")
	}
	return int(n)
}

func (u *unpacker) int64() int64 {
	if u.why != "" {
		return 0
	}
	size := intSize(u.code(u.pos))
	if size == 0 || size > len(u.data)-u.pos {
		u.token(isInt, "want an integer") // reports what is wrong
		return 0
	}
	n, ok := plainInt(u.take(uint64(size)))
	if !ok {
		u.fail("want a smaller number")
		return 0
	}
	return n
}

func isInt(c byte) bool { return intSize(c) > 0 }
