package replay

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// MakePromise asks for something that whoever has its token ends, under the same rule as [Env.Schedule]. The
// token is the machine's to fill in.
func MakePromise(e *Env, s *Scope, b *history.PromiseMade) *Op { return e.m.ask(s, b) }

// Token is that of the promise that the op is; "" of one that was never asked for, and of all else.
func (op *Op) Token() string {
	if b, ok := op.asked.(*history.PromiseMade); ok && op.seq != 0 {
		return b.Token
	}
	return ""
}

// Promise is the command that asked for an open promise; nil: there is none with this seq.
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

// endPromise ends a promise, unless by the token of another one: a database that has lost its last
// commits may give the same seq out again.
func (o *openOps) endPromise(b *history.PromiseEnded) {
	if p := o.promise(b.Promise); p != nil && (b.Token == "" || b.Token == p.Token) {
		o.complete(b.Promise, history.KindPromiseMade, b)
	}
}
