package history

import (
	"fmt"
	"strings"
	"time"
)

// Limits of the record of failed attempts at an activity.
const (
	MaxTried        = 32  // attempts, the newest ones
	MaxTriedMessage = 500 // bytes of a message, which is cut
)

// Tried is an attempt at an activity that failed and was retried.
type Tried struct {
	Attempt int
	At      time.Time // when it failed, by the store's clock
	Failure Failure   // its Kind, Code and Message
	more    *moreKeys
}

// WithTried returns all with one more attempt, without the oldest ones if there are too many. The
// result is a new slice.
func WithTried(all []Tried, attempt int, at time.Time, f *Failure) []Tried {
	all = append([]Tried(nil), all[max(0, len(all)+1-MaxTried):]...)
	message := f.Message
	if len(message) > MaxTriedMessage {
		message = strings.ToValidUTF8(message[:MaxTriedMessage], "") + "..."
	}
	return append(all, Tried{Attempt: attempt, At: at, Failure: Failure{Kind: f.Kind, Code: f.Code, Message: message}})
}

func (p *packer) tried(m *packedMap, k byte, all []Tried) {
	if len(all) == 0 {
		return
	}
	if len(all) > MaxTried {
		p.fail("%d attempts that were made again, at most %d are kept", len(all), MaxTried)
		return
	}
	p.key(m, k)
	p.b = appendArrayLen(p.b, len(all))
	for i := range all {
		p.fields(&all[i], 0)
	}
}

func (u *unpacker) tried() []Tried {
	n := int(u.token(isArray, "want a list").elements)
	if n > MaxTried {
		u.fail("the list is too long")
	}
	if u.why != "" || n == 0 {
		return nil
	}
	all := make([]Tried, n)
	for i := range all {
		u.fields(&all[i], false, 0)
	}
	return all
}

func triedEstimate(all []Tried) int {
	n := 0
	for i := range all {
		n += 24 + failureEstimate(&all[i].Failure)
	}
	return n
}

func triedTexts(all []Tried, visit func(string, textOf)) {
	for i := range all {
		failureTexts(&all[i].Failure, func(path string, text textOf) { visit(fmt.Sprintf("tried/%d/%s", i, path), text) })
	}
}

func (r *redactor) tried(all []Tried) {
	for i := range all {
		all[i].more = nil
		r.failure(&all[i].Failure)
	}
}
