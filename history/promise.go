package history

import "time"

// The kinds of events about promises; see [Kind].
const (
	KindPromiseEnded     Kind = 12
	KindPromiseMade      Kind = 31
	KindPromiseCancelled Kind = 32
)

type (
	// PromiseMade asks for something that the holder of its token resolves, with a value or a failure. Its
	// seq is the promise's number.
	PromiseMade struct {
		Due   time.Time `json:",omitzero"` // when it ends if nobody has resolved it; zero: never
		Token string
		more  *moreKeys
	}
	// PromiseEnded ends a promise from outside: with Result, with Failure, or because it was due.
	PromiseEnded struct {
		Promise int64  // seq of its PromiseMade
		Token   string // the token that resolved it; "": it was due
		Result  Payload
		Failure *Failure // nil: Result is the value
		more    *moreKeys
	}
	// PromiseCancelled ends a promise that the workflow cancels. It comes before a PromiseEnded of the
	// same task, which the workflow does not see.
	PromiseCancelled struct {
		Promise int64
		more    *moreKeys
	}
)

// Kind implements [Body].
func (*PromiseMade) Kind() Kind      { return KindPromiseMade }
func (*PromiseEnded) Kind() Kind     { return KindPromiseEnded }
func (*PromiseCancelled) Kind() Kind { return KindPromiseCancelled }

func (*PromiseMade) command()      {}
func (*PromiseCancelled) command() {}

// token removes a token, with which a reader of the copy could resolve the promise.
func (r *redactor) token(s string) string {
	if s != "" && (r.all() || r.names("token")) {
		return redactedText
	}
	return s
}

// promise is what a Linter knows of an open promise.
type promise struct {
	token string
	due   time.Time
}

func (l *Linter) promiseMade(e *Event, b *PromiseMade) {
	if b.Token == "" {
		l.report(e.Seq, RulePromise, "it has no token, so nobody can end it")
	}
	if l.promises == nil {
		l.promises = make(map[int64]promise)
	}
	l.promises[e.Seq] = promise{b.Token, b.Due}
}

func (l *Linter) promiseEnded(e *Event, b *PromiseEnded) {
	p, open := l.promises[b.Promise]
	switch {
	case !open:
		l.missing(e, RulePromise, "promise", b.Promise)
		return
	case b.Token == "" && p.due.IsZero():
		l.report(e.Seq, RulePromise, "promise %d ended without a token, and is never due", b.Promise)
	case b.Token == "":
		l.task.fired = append(l.task.fired, firedTimer{e.Seq, b.Promise, p.due})
	case b.Token != p.token:
		l.report(e.Seq, RulePromise, "promise %d was ended by another token than its own", b.Promise)
	}
	delete(l.promises, b.Promise)
	l.endedOutside(b.Promise)
}

func (l *Linter) promiseCancelled(e *Event, b *PromiseCancelled) {
	if _, open := l.promises[b.Promise]; !open && !l.justEnded(b.Promise) {
		l.missing(e, RulePromise, "promise", b.Promise)
	}
	delete(l.promises, b.Promise)
}
