package history

import (
	"time"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

func (u *unpacker) time() time.Time {
	us := u.int64()
	if us < firstSecond*1e6 || us >= (lastSecond+1)*1e6 {
		u.fail("want a time in the years 1 to 9999")
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

func (u *unpacker) payload() Payload {
	var p Payload
	m := u.open()
	for u.next(&m) {
		switch m.key {
		case 'e':
			p.Enc = u.encName(u.rawString())
		case 'd':
			p.Data = u.bytes()
		default:
			u.keep(&m)
		}
	}
	p.more = m.more
	return p
}

// encName avoids an allocation for the common encodings.
func (u *unpacker) encName(b []byte) string {
	switch string(b) {
	case msgpackName:
		return msgpackName
	case jsonName:
		return jsonName
	}
	return u.d.shared(b)
}

// headers requires names in ascending order, as they are written, so that a few
// bytes cannot set one name again and again.
func (u *unpacker) headers() Headers {
	n := int(u.token(isMap, "want a map").elements / 2)
	if n > MaxHeaders {
		u.fail("too many headers")
	}
	if u.why != "" {
		return nil
	}
	h := make(Headers, n)
	last := ""
	for i := range n {
		name := u.str()
		if i > 0 && name <= last {
			u.fail("headers are not in order")
		}
		h[name], last = u.str(), name
	}
	return h
}

// run reads the id of a run.
func (u *unpacker) run() (id RunID) {
	if b := u.bytes(); len(b) == len(id) {
		copy(id[:], b)
	} else {
		u.fail("want the 16 bytes of a run's id")
	}
	return id
}

func (u *unpacker) policy() Policy {
	p, size := u.d.policyAt(u.data[u.pos:])
	if size > 0 {
		u.pos += size
		return p
	}
	start := u.pos
	u.fields(&p, false, 0)
	if u.d != nil && u.why == "" {
		u.d.policy, u.d.policyRaw = p, u.data[start:u.pos]
	}
	return p
}

// attrs reads attributes, in the order of names.
func (u *unpacker) attrs() []Attr {
	n := int(u.token(isArray, "want a list").elements)
	if n > MaxAttrs {
		u.fail("too many attributes")
	}
	if u.why != "" || n == 0 {
		return nil
	}
	all := make([]Attr, 0, min(n, 8))
	for range n {
		list := strs[string](u, 2+MaxAttrValues)
		if u.why == "" && len(list) < 2 {
			u.fail("an attribute has a name and a type")
		}
		if u.why != "" {
			return nil
		}
		if len(all) > 0 && list[0] <= all[len(all)-1].Name {
			u.fail("attributes are not in order")
			return nil
		}
		a := Attr{Name: list[0], Type: AttrType(list[1])}
		if len(list) > 2 {
			a.Values = list[2:]
		}
		all = append(all, a)
	}
	return all
}

// strs reads a list of up to limit strings.
func strs[S ~string](u *unpacker, limit int) []S {
	n := int(u.token(isArray, "want a list").elements)
	if n > limit {
		u.fail("the list is too long")
	}
	if u.why != "" || n == 0 {
		return nil
	}
	list := make([]S, n)
	for i := range list {
		list[i] = S(u.shared())
	}
	return list
}

// seqs reads an ascending list of seqs. At most 127 of them can have one byte and
// 128 more two, which limits how large the result is for its bytes.
func (u *unpacker) seqs() []int64 {
	n := int(u.token(isArray, "want a list").elements)
	if least := n + max(0, n-127) + max(0, n-255); least > len(u.data)-u.pos {
		u.fail(errCutOff.Error())
	}
	if u.why != "" || n == 0 {
		return nil
	}
	list := make([]int64, n)
	last := int64(0)
	for i := range list {
		list[i] = u.int64()
		if list[i] <= last {
			u.fail("seqs are not in order")
			return nil
		}
		last = list[i]
	}
	return list
}

// readSite reads an event's site: an index into its row's list, or the site
// itself.
func (u *unpacker) readSite() {
	if !u.inRow || msgpcode.IsString(u.code(u.pos)) {
		u.site = u.shared()
		return
	}
	n := u.int64()
	if n < 0 || n >= int64(len(u.sites)) {
		u.fail("the row has no such call site")
		return
	}
	u.site = u.sites[n]
}
