package history

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
)

// EncodeRow makes a row from h and events. The seqs must follow one another, or all be zero.
// The row itself does not contain them; the store has them.
func EncodeRow(h Header, events []Event) ([]byte, error) {
	if len(events) == 0 {
		return nil, fmt.Errorf("history: encode row: it has no events, write a task marker")
	}
	for i := range events {
		if first := events[0].Seq; events[i].Seq != first+int64(i) && (first != 0 || events[i].Seq != 0) {
			return nil, fmt.Errorf("history: encode row: event %d follows event %d", events[i].Seq, events[i-1].Seq)
		}
	}
	p := packers.Get().(*packer)
	p.inRow = true
	size := frameHead + 32 + len(h.Build)
	for i := range events {
		if site := events[i].Site; site != "" {
			p.sites.number(site)
		}
		size += estimate(&events[i])
	}
	for _, site := range p.sites.list {
		size += 5 + len(site)
	}
	p.b = slices.Grow(p.b, size)
	p.header(h)
	for i := range events {
		if err := p.event(&events[i]); err != nil {
			return nil, err
		}
	}
	return p.packed(), nil
}

// packers holds empty packers. A packer that failed is not returned to it.
var packers = sync.Pool{New: func() any { return new(packer) }}

// packed returns the bytes that were packed. It copies small ones, because rows wait for
// their commit in thousands and the packer is reused.
func (p *packer) packed() []byte {
	if cap(p.b) > keptBuffer {
		return p.b
	}
	data := bytes.Clone(p.b)
	clear(p.sites.list)
	*p = packer{b: p.b[:0], sites: sites{list: p.sites.list[:0]}}
	packers.Put(p)
	return data
}

// EncodedRow is a row of N events.
type EncodedRow struct {
	N    int
	Data []byte
}

// EncodeRows makes one row from a task's events, or several if the row would be larger than
// limit, usually [MaxRowBytes]. All but the last are Open. An event that is larger by itself
// gets a row of its own.
func EncodeRows(h Header, events []Event, limit int) ([]EncodedRow, error) {
	data, err := EncodeRow(h, events)
	if err != nil {
		return nil, err
	}
	if len(data) <= limit || len(events) == 1 {
		return []EncodedRow{{N: len(events), Data: data}}, nil
	}
	parts, err := split(h, events, limit)
	if err != nil {
		return nil, err
	}
	rows := make([]EncodedRow, 0, len(parts))
	last := h.Open
	for i, part := range parts {
		h.Open = last || i < len(parts)-1
		data, err := EncodeRow(h, part)
		if err != nil {
			return nil, err
		}
		rows = append(rows, EncodedRow{N: len(part), Data: data})
	}
	return rows, nil
}

// split cuts events where a row would grow above limit. It counts each event with its whole
// site, so a part is never larger than it computes.
func split(h Header, events []Event, limit int) ([][]Event, error) {
	h.Open = true
	var head packer
	head.header(h)
	var parts [][]Event
	var scratch packer
	start, size := 0, 0
	for i := range events {
		scratch.b = scratch.b[:0]
		if err := scratch.event(&events[i]); err != nil {
			return nil, err
		}
		// 16: the head of the header's list, and the index of a long site
		if n := len(scratch.b) + 16; i > start && len(head.b)+size+n > limit {
			parts = append(parts, events[start:i])
			start, size = i, n
		} else {
			size += n
		}
	}
	return append(parts, events[start:]), nil
}

// EncodeEvent makes one frame from e, for an inbox entry or an activity row. The frame
// contains the site of e, but not its seq.
func EncodeEvent(e Event) ([]byte, error) {
	p := packers.Get().(*packer)
	p.b = slices.Grow(p.b, estimate(&e)+len(e.Site))
	if err := p.event(&e); err != nil {
		return nil, err
	}
	return p.packed(), nil
}

func (p *packer) header(h Header) {
	at := len(p.b)
	p.b = openFrame(p.b, kindHeader)
	m := p.open()
	p.time(&m, 'n', h.Now)
	p.int(&m, 'l', int64(h.Level))
	p.str(&m, 'b', h.Build)
	p.bool(&m, 'o', h.Open)
	p.int(&m, 'x', h.Nonce)
	if len(p.sites.list) > 0 {
		p.key(&m, 's')
		p.b = appendArrayLen(p.b, len(p.sites.list))
		for _, site := range p.sites.list {
			p.b = appendString(p.b, site)
		}
	}
	p.close(m, h.more)
	p.closeFrame(at)
}

func (p *packer) closeFrame(at int) {
	if !closeFrame(p.b, at) {
		p.fail("%d bytes in one event, at most %d are allowed", len(p.b)-at, maxFrame)
	}
}

// event appends the frame of e. Every error of a row is reported here, the header's too.
func (p *packer) event(e *Event) error {
	if e.Body == nil {
		return fmt.Errorf("history: encode event %d: it has no body", e.Seq)
	}
	at := len(p.b)
	p.b = openFrame(p.b, e.Body.Kind())
	p.body(e)
	p.closeFrame(at)
	if p.err != nil {
		return fmt.Errorf("history: encode event %d (%v): %w", e.Seq, e.Body.Kind(), p.err)
	}
	return nil
}

// SizeEstimate returns about how large the encoded event will be.
func SizeEstimate(b Body) int { return estimate(&Event{Body: b}) }

// estimate returns about how large the frame of e will be: close enough to allocate a row at
// once; if it is too small, append grows the row. It copies no payload, because then its
// stack frame would be so large that the stack of each new goroutine had to grow.
func estimate(e *Event) int {
	n := frameHead + 48
	if e.Sealed != nil {
		n += payloadEstimate(e.Sealed)
	}
	if p, _ := PayloadOf(e.Body); p != nil {
		n += payloadEstimate(p)
	}
	f, tried := failureOf(e.Body)
	n += failureEstimate(f) + triedEstimate(tried)
	switch b := e.Body.(type) {
	case *Started:
		n += 48 + len(b.Workflow) + len(b.WorkflowID) + len(b.Build) + len(b.Queue) + headersEstimate(b.Headers)
		for _, id := range b.Known {
			n += 2 + len(id)
		}
		for _, id := range b.Updates {
			n += 2 + len(id)
		}
		for i := range b.Attrs {
			n += attrEstimate(&b.Attrs[i])
		}
	case *SignalReceived:
		n += len(b.Name) + len(b.ID) + headersEstimate(b.Headers)
	case *ActivityScheduled:
		n += 96 + len(b.Name) + len(b.Queue) + len(b.Reuse) + len(b.Partition) + headersEstimate(b.Headers) + headersEstimate(b.OfRun) + 16*len(b.Policy.NonRetryable)
	case *RunCompleted:
		n += 5 * len(b.Undelivered)
	case *RunFailed:
		n += 5 * len(b.Undelivered)
	case *RunCancelled:
		n += 5 * len(b.Undelivered)
	case *RunContinued:
		n += 24 + len(b.Workflow) + 5*len(b.Handed)
	case *AttributeSet:
		n += attrEstimate(&b.Attr)
	case *ChangeMarked:
		n += len(b.Change)
	case *ChildStarted:
		n += 64 + len(b.Workflow) + len(b.WorkflowID) + len(b.Queue) + headersEstimate(b.Headers)
	case *ChildCancelRequested:
		n += len(b.Reason)
	case *SignalSent:
		n += len(b.WorkflowID) + len(b.Name) + headersEstimate(b.Headers)
	case *ChildEnded:
		n += 24
	case *UpdateReceived:
		n += len(b.Name) + len(b.ID) + headersEstimate(b.Headers)
	case *PromiseMade:
		n += len(b.Token)
	case *PromiseEnded:
		n += len(b.Token)
	case *CancelRequested:
		n += len(b.Reason)
	case *Steered:
		n += len(b.Who) + len(b.Why) + 5*len(b.Activities)
	case *RunTerminated:
		n += len(b.Reason)
	case *Unknown:
		n += len(b.Raw)
	}
	return n
}

func attrEstimate(a *Attr) int {
	n := 6 + len(a.Name) + len(a.Type)
	for _, v := range a.Values {
		n += 3 + len(v)
	}
	return n
}

func payloadEstimate(p *Payload) int {
	if p.stored != nil {
		p = p.stored
	}
	return 12 + len(p.Enc) + len(p.Data)
}

func failureEstimate(f *Failure) int {
	n := 0
	for i := 0; f != nil && i < MaxCauses; f, i = f.Cause, i+1 {
		n += 32 + len(f.Kind) + len(f.Code) + len(f.Message) + len(f.Stack) + payloadEstimate(&f.Details)
	}
	return n
}

func headersEstimate(h Headers) int {
	n := 0
	for name, value := range h {
		n += 6 + len(name) + len(value)
	}
	return n
}
