package program

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/internal/progtext"
)

// scope and future are opaque values of an implementation of verbs.
type (
	scope  any
	future any
)

// verbs are the operations of a program. The engine's come from package workflow; the
// oracle has its own, which share no code with it.
type verbs interface {
	Execute(s scope, a Act) future
	Timer(s scope, d time.Duration) future
	Go(s scope, f func(scope)) future
	Get(s scope, f future) string
	Receive(s scope, name string, within time.Duration, limited bool) string
	Select(s scope, cases []choice) string
	SideEffect() string
	Random() uint64
	Child(s scope) scope
	Detached(s scope) scope
	Cancel(s scope)
}

// choice is a case of a select: a future, a signal, or a timeout.
type choice struct {
	future future
	signal string
	after  time.Duration
	text   string
}

// The ways in which a program can end.
const (
	returns = iota
	fails
	givesUp
)

// end is how a program ended.
type end struct {
	how  int
	code string
}

// interp is one run of a program.
type interp struct {
	v     verbs
	vars  map[string]variable
	trace []string
}

// variable is the value of a name: a scope, and the future begun in it, if any.
type variable struct {
	scope  scope
	future future
}

// frame is the body of the workflow or of one coroutine.
type frame struct {
	scope  scope
	last   string
	defers [][]progtext.Statement
	end    *end
}

// run interprets a program in the run's scope.
func run(v verbs, root scope, text string) (*interp, end) {
	in := &interp{v: v, vars: map[string]variable{}}
	f := &frame{scope: root}
	in.function(f, progtext.Parse(text))
	if f.end == nil {
		f.end = &end{how: returns}
	}
	return in, *f.end
}

func (in *interp) function(f *frame, body []progtext.Statement) {
	defer in.deferred(f)
	in.block(f, body)
}

func (in *interp) deferred(f *frame) {
	if n := len(f.defers) - 1; n >= 0 {
		body := f.defers[n]
		f.defers = f.defers[:n]
		defer in.deferred(f)
		in.block(&frame{scope: f.scope}, body)
	}
}

func (in *interp) block(f *frame, body []progtext.Statement) {
	for _, s := range body {
		if f.end != nil {
			return
		}
		in.statement(f, s)
	}
}

func (in *interp) note(s progtext.Statement, what string) {
	in.trace = append(in.trace, strconv.Itoa(s.Line)+" "+what)
}

// state returns a hash of the trace so far.
func (in *interp) state() uint64 {
	h := fnv.New64a()
	for _, line := range in.trace {
		h.Write([]byte(line))
		h.Write([]byte{'\n'})
	}
	return h.Sum64()
}

func (in *interp) act(s progtext.Statement, words []string) Act {
	a := Act{Line: s.Line, Name: words[0], Mods: words[1:], State: in.state()}
	a.Pad = strings.Repeat("i", a.number("in"))
	return a
}

// statement executes one statement. A statement that names an unknown variable does
// nothing: shrinking may have removed the variable.
func (in *interp) statement(f *frame, s progtext.Statement) {
	if len(s.Words) > 2 && s.Words[1] == ":=" {
		in.begin(f, s, s.Words[0], s.Words[2:])
		return
	}
	arg := strings.TrimSpace(strings.TrimPrefix(s.Text, s.Words[0]))
	switch s.Words[0] {
	case "activity":
		f.last = in.v.Get(f.scope, in.v.Execute(f.scope, in.act(s, s.Words[1:])))
		in.note(s, f.last)
	case "timer":
		f.last = in.v.Get(f.scope, in.v.Timer(f.scope, duration(arg)))
		in.note(s, f.last)
	case "fan":
		in.fan(f, s)
	case "race":
		in.race(f, s)
	case "wait":
		if x, ok := in.vars[arg]; ok && x.future != nil {
			f.last = in.v.Get(f.scope, x.future)
			in.note(s, f.last)
		}
	case "select":
		in.selectOne(f, s)
	case "receive":
		within, limited := time.Duration(0), len(s.Words) > 3
		if limited {
			within = duration(s.Words[3])
		}
		f.last = in.v.Receive(f.scope, s.Words[1], within, limited)
		in.note(s, f.last)
	case "sideeffect":
		f.last = in.v.SideEffect()
		in.note(s, f.last)
	case "cancel":
		if x, ok := in.vars[arg]; ok {
			in.v.Cancel(x.scope)
		}
	case "within":
		if x, ok := in.vars[arg]; ok {
			before := f.scope
			f.scope = x.scope
			in.block(f, s.Body)
			f.scope = before
		}
	case "repeat":
		n, _ := strconv.Atoi(arg)
		for range n {
			in.block(f, s.Body)
		}
	case "defer":
		f.defers = append(f.defers, s.Body)
	case "print":
		if strings.Contains(arg, "{random}") {
			in.note(s, fmt.Sprintf("%016x", in.v.Random()))
		} else {
			in.note(s, strings.ReplaceAll(arg, "{last}", f.last))
		}
	case "return":
		f.end = &end{how: returns}
	case "fail":
		f.end = &end{how: fails, code: arg}
	case "give-up":
		f.end = &end{how: givesUp}
	}
}

// begin starts something without waiting. Each such thing has its own scope, so that
// other statements can cancel it by name.
func (in *interp) begin(f *frame, s progtext.Statement, name string, words []string) {
	if words[0] == "detached" {
		in.vars[name] = variable{scope: in.v.Detached(f.scope)}
		return
	}
	x := variable{scope: in.v.Child(f.scope)}
	switch words[0] {
	case "activity":
		x.future = in.v.Execute(x.scope, in.act(s, words[1:]))
	case "timer":
		x.future = in.v.Timer(x.scope, duration(words[1]))
	case "go":
		x.future = in.v.Go(x.scope, func(own scope) { in.function(&frame{scope: own}, s.Body) })
	}
	in.vars[name] = x
}

// fan N ACTIVITY starts N activities at once and waits for all of them.
func (in *interp) fan(f *frame, s progtext.Statement) {
	n, _ := strconv.Atoi(s.Words[1])
	var all []future
	for range n {
		all = append(all, in.v.Execute(f.scope, in.act(s, s.Words[2:])))
	}
	for _, each := range all {
		f.last = in.v.Get(f.scope, each)
		in.note(s, f.last)
	}
}

// race ACTIVITY starts an activity and cancels it after 10 ms.
func (in *interp) race(f *frame, s progtext.Statement) {
	own := in.v.Child(f.scope)
	asked := in.v.Execute(own, in.act(s, s.Words[1:]))
	f.last = in.v.Select(f.scope, []choice{{future: asked, text: "in time "}, {after: 10 * time.Millisecond, text: "too late "}})
	in.v.Cancel(own)
	in.note(s, f.last)
}

// selectOne waits for the first of several cases, or for the scope.
func (in *interp) selectOne(f *frame, s progtext.Statement) {
	var cases []choice
	for _, c := range s.Words[1:] {
		kind, arg, _ := strings.Cut(strings.TrimSuffix(c, ")"), "(")
		switch {
		case c == "cancellation": // the scope is one of the cases of every select
		case kind == "signal":
			cases = append(cases, choice{signal: arg, text: c + " "})
		case kind == "timer":
			cases = append(cases, choice{after: duration(arg), text: c + " "})
		case kind == "activity":
			cases = append(cases, choice{future: in.v.Execute(f.scope, in.act(s, []string{arg})), text: c + " "})
		default:
			if x, ok := in.vars[c]; ok && x.future != nil {
				cases = append(cases, choice{future: x.future, text: c + " "})
			}
		}
	}
	if len(cases) > 0 {
		f.last = in.v.Select(f.scope, cases)
		in.note(s, f.last)
	}
}

func duration(s string) time.Duration {
	d, err := time.ParseDuration(s)
	if err != nil {
		return time.Millisecond
	}
	return d
}
