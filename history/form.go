package history

import (
	"time"

	"github.com/reprise-run/reprise/failure"
)

// form visits the fields of a map of the log, and writes or reads them. So the content of a map is
// listed only once, in [form.fields].
type form struct {
	p   *packer // nil: it does not write
	out packedMap

	u    *unpacker // nil: it does not read
	in   *openedMap
	more bool // in is at a key
	read bool // a field has taken the current key

	cause int // of a failure: its place in the chain

	newer *moreKeys // keys of a newer version, to be written

	// Started.Copied is two lists in the log; these are the lists as they were read.
	copiedRuns []string
	copiedSeqs []int64
}

// fields writes the content of a body.
func (p *packer) fields(v any, cause int) {
	f := form{p: p, out: p.open(), cause: cause}
	f.fields(v)
	p.close(f.out, f.newer)
}

// fields reads the next map into v. The keys may come in any order. If they are in the order of the
// fields, as they are written, one pass reads all of them.
func (u *unpacker) fields(v any, event bool, cause int) {
	m := u.open()
	m.event = event
	f := form{u: u, in: &m, cause: cause}
	for f.more = u.next(&m); ; f.more = u.next(&m) {
		for f.read = true; f.read; {
			f.read = false
			f.fields(v)
		}
		if !f.more {
			return
		}
		u.keep(&m)
	}
}

// dropNewer removes from a body what a newer version has added to it.
func dropNewer(b Body) {
	var f form // it neither writes nor reads
	f.fields(b)
}

// rest handles what a newer version has added, behind all fields.
func (f *form) rest(more **moreKeys) {
	switch {
	case f.p != nil:
		f.newer = *more
	case f.in == nil:
		*more = nil
	case !f.more:
		*more = f.in.more
	}
}

// at reports whether the map being read is at this key.
func (f *form) at(k byte) bool { return f.more && f.in.key == k }

// done moves on to the next key, past the value of this one.
func (f *form) done() { f.read, f.more = true, f.u.next(f.in) }

func (f *form) int64(k byte, n *int64) {
	if f.p != nil {
		f.p.int(&f.out, k, *n)
	} else if f.at(k) {
		*n = f.u.int64()
		f.done()
	}
}

func (f *form) int(k byte, n *int) {
	if f.p != nil {
		f.p.int(&f.out, k, int64(*n))
	} else if f.at(k) {
		*n = f.u.int()
		f.done()
	}
}

// optional is a number that may be missing; 0 is a value.
func (f *form) optional(k byte, n **int) {
	switch {
	case f.p != nil && *n != nil:
		f.p.key(&f.out, k)
		f.p.b = appendInt(f.p.b, int64(**n))
	case f.p == nil && f.at(k):
		*n = new(f.u.int())
		f.done()
	}
}

func (f *form) float(k byte, v *float64) {
	if f.p != nil {
		f.p.float(&f.out, k, *v)
	} else if f.at(k) {
		*v = f.u.float()
		f.done()
	}
}

func (f *form) bool(k byte, v *bool) {
	if f.p != nil {
		f.p.bool(&f.out, k, *v)
	} else if f.at(k) {
		*v = f.u.bool()
		f.done()
	}
}

func (f *form) str(k byte, s *string) {
	if f.p != nil {
		f.p.str(&f.out, k, *s)
	} else if f.at(k) {
		*s = f.u.str()
		f.done()
	}
}

// text is str for a text that may be sealed.
func (f *form) text(k byte, s *string) {
	if f.p == nil || !f.p.hide {
		f.str(k, s)
	}
}

// name is str for a string that other events probably have too.
func (f *form) name(k byte, s *string) {
	if f.p != nil {
		f.p.str(&f.out, k, *s)
	} else if f.at(k) {
		*s = f.u.shared()
		f.done()
	}
}

// names is a list of at most limit names.
func names[S ~string](f *form, k byte, list *[]S, limit int) {
	if f.p != nil {
		packNames(f.p, &f.out, k, *list, limit)
	} else if f.at(k) {
		*list = strs[S](f.u, limit)
		f.done()
	}
}

// time is written even if it is zero.
func (f *form) time(k byte, t *time.Time) {
	if f.p != nil {
		f.p.time(&f.out, k, *t)
	} else if f.at(k) {
		*t = f.u.time()
		f.done()
	}
}

// timeIfAny is a time that is left out if it is zero.
func (f *form) timeIfAny(k byte, t *time.Time) {
	if f.p == nil || !t.IsZero() {
		f.time(k, t)
	}
}

func (f *form) run(k byte, id *RunID) {
	if f.p != nil {
		f.p.run(&f.out, k, *id)
	} else if f.at(k) {
		*id = f.u.run()
		f.done()
	}
}

func (f *form) seed(k byte, seed *[16]byte) {
	if f.p != nil {
		f.p.key(&f.out, k)
		f.p.b = appendBytes(f.p.b, seed[:])
	} else if f.at(k) {
		if b := f.u.bytes(); len(b) == len(seed) {
			copy(seed[:], b)
		} else {
			f.u.fail("want a seed of 16 bytes")
		}
		f.done()
	}
}

func (f *form) payload(k byte, v *Payload) {
	if f.p != nil {
		f.p.payload(&f.out, k, *v)
	} else if f.at(k) {
		*v = f.u.payload()
		f.done()
	}
}

func (f *form) headers(k byte, h *Headers) {
	if f.p != nil {
		f.p.headers(&f.out, k, *h)
	} else if f.at(k) {
		*h = f.u.headers()
		f.done()
	}
}

func (f *form) seqs(k byte, seqs *[]int64) {
	if f.p != nil {
		f.p.seqs(&f.out, k, *seqs)
	} else if f.at(k) {
		*seqs = f.u.seqs()
		f.done()
	}
}

func (f *form) attrs(k byte, all *[]Attr) {
	if f.p != nil {
		f.p.attrs(&f.out, k, *all)
	} else if f.at(k) {
		*all = f.u.attrs()
		f.done()
	}
}

func (f *form) policy(k byte, v *Policy) {
	if f.p != nil {
		f.p.key(&f.out, k)
		f.p.fields(v, 0)
	} else if f.at(k) {
		*v = f.u.policy()
		f.done()
	}
}

// failure is a failure that is always present.
func (f *form) failure(k byte, v *Failure) {
	if f.p != nil {
		f.p.key(&f.out, k)
		f.p.fields(v, 1)
	} else if f.at(k) {
		f.u.fields(v, false, 1)
		f.done()
	}
}

// failureIfAny is a failure that may be nil.
func (f *form) failureIfAny(k byte, v **Failure) {
	if f.p == nil && f.at(k) {
		*v = new(Failure)
	}
	if *v != nil {
		f.failure(k, *v)
	}
}

// causes writes as many causes as a chain may have, and refuses to read more.
func (f *form) causes(k byte, v **Failure) {
	switch {
	case f.p != nil && *v != nil && f.cause < MaxCauses:
		f.p.key(&f.out, k)
		f.p.fields(*v, f.cause+1)
	case f.p == nil && f.at(k):
		if f.cause == MaxCauses {
			f.u.fail("the failure has too many causes")
		} else {
			*v = new(Failure)
			f.u.fields(*v, false, f.cause+1)
		}
		f.done()
	}
}

func (f *form) tried(k byte, all *[]Tried) {
	if f.p != nil {
		f.p.tried(&f.out, k, *all)
	} else if f.at(k) {
		*all = f.u.tried()
		f.done()
	}
}

// copied writes a list of pairs as two lists.
func (f *form) copied(runs, seqs byte, all *[]Copied) {
	if f.p == nil {
		names(f, runs, &f.copiedRuns, MaxKnown)
		f.seqs(seqs, &f.copiedSeqs)
		if f.u != nil && !f.more && len(f.copiedRuns)+len(f.copiedSeqs) > 0 {
			*all = f.u.copied(f.copiedRuns, f.copiedSeqs)
			f.copiedRuns, f.copiedSeqs = nil, nil // there is one turn more, in which nothing is read
		}
		return
	}
	var texts []string
	var numbers []int64
	for _, c := range *all {
		texts, numbers = append(texts, c.Run.String()), append(numbers, c.Seq)
	}
	packNames(f.p, &f.out, runs, texts, MaxKnown)
	f.p.seqs(&f.out, seqs, numbers)
}

// codes are the codes of a policy.
func (f *form) codes(k byte, list *[]failure.Code) {
	if f.p != nil && len(*list) > MaxCodes {
		f.p.fail("%d non-retryable codes, at most %d are allowed", len(*list), MaxCodes)
		return
	}
	names(f, k, list, MaxCodes)
}
