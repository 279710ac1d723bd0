package replay

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// MakePromise asks for a promise, which whoever has its token can end, under the rules of [Env.Schedule]. The
// machine fills in the token.
func MakePromise(e *Env, s *Scope, b *history.PromiseMade) *Op { return e.m.ask(s, b) }

// Token returns the token of a promise. It is "" for other ops and for a promise that was never asked for.
func (op *Op) Token() string {
	if b, ok := op.asked.(*history.PromiseMade); ok && op.seq != 0 {
		return b.Token
	}
	return ""
}

// Promise returns the command that asked for the open promise with this seq, or nil if there is none.
func (m *Machine) Promise(seq int64) *history.PromiseMade { return m.open.promise(seq) }

func (o *openOps) promise(seq int64) *history.PromiseMade {
	if op := o.get(seq); op != nil {
		b, _ := op.asked.(*history.PromiseMade)
		return b
	}
	return nil
}

// tokenFor fills in the token of a promise that is asked for now.
func (m *Machine) tokenFor(b *history.PromiseMade) {
	switch {
	case m.task.recorded:
	case m.cfg.Token == nil:
		b.Token = fmt.Sprintf("promise-%d", m.next)
	default:
		b.Token = m.cfg.Token(m.cfg.Run, m.next, m.task.nonce)
	}
}

// endPromise ends a promise, unless the event carries another promise's token: a database that lost
// its last commits may use the same seq again.
func (o *openOps) endPromise(b *history.PromiseEnded) {
	if p := o.promise(b.Promise); p != nil && (b.Token == "" || b.Token == p.Token) {
		o.complete(b.Promise, history.KindPromiseMade, b)
	}
}
