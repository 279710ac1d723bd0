package replay_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/progtext"
	"github.com/reprise-run/reprise/replay"
)

// program is the workflow of a script.
// testdata/README explains the statements.
type program struct{ body []progtext.Statement }

func parseProgram(text string) *program { return &program{body: progtext.Parse(text)} }

// interp is one run of a program on one machine.
type interp struct {
	env     *replay.Env
	vars    map[string]any  // *replay.Op, *replay.Scope
	flags   map[string]bool // set by set and unset
	trace   []string        // the output of print
	effects int             // side effects computed
	blocked chan struct{}   // closed when the program blocks outside the engine
	release chan struct{}   // closed to let it continue
}

func newInterp() *interp {
	return &interp{vars: map[string]any{}, flags: map[string]bool{}, blocked: make(chan struct{}), release: make(chan struct{})}
}

// frame is the body of the workflow or of one coroutine.
type frame struct {
	scope  *replay.Scope
	last   string // result of the last statement
	defers [][]progtext.Statement
	ret    history.Command
}

func (in *interp) workflow(p *program) replay.Func {
	return func(env *replay.Env, _ *history.Started) history.Command {
		in.env = env
		f := &frame{scope: env.Root()}
		in.function(f, p.body)
		if f.ret == nil {
			f.ret = &history.RunCompleted{}
		}
		return f.ret
	}
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
		if len(body) > 0 && body[0].Text == "recover" {
			if v := recover(); v != nil {
				in.printf("recovered: %v", v)
			}
			body = body[1:]
		}
		in.block(&frame{scope: f.scope}, body)
	}
}

func (in *interp) block(f *frame, body []progtext.Statement) {
	for _, s := range body {
		if f.ret != nil {
			return
		}
		lines[s.Line](func() { in.statement(f, s) })
	}
}

func (in *interp) printf(format string, args ...any) {
	in.trace = append(in.trace, "> "+strings.TrimSpace(fmt.Sprintf(format, args...)))
}

func (in *interp) statement(f *frame, s progtext.Statement) {
	if len(s.Words) > 2 && s.Words[1] == ":=" {
		in.vars[s.Words[0]] = in.begin(f, s, s.Words[2:])
		return
	}
	arg := strings.TrimSpace(strings.TrimPrefix(s.Text, s.Words[0]))
	switch s.Words[0] {
	case "activity", "timer":
		op := in.begin(f, s, s.Words).(*replay.Op)
		in.env.Wait(op, f.scope)
		f.last = in.outcome(op)
	case "wait":
		op := in.vars[arg].(*replay.Op)
		in.env.Wait(op, f.scope)
		f.last = in.outcome(op)
	case "get": // as in package workflow
		op := in.vars[arg].(*replay.Op)
		in.env.Wait(op.GiveUp(f.scope), op)
		f.last = in.outcome(op)
	case "select":
		in.selectOne(f, s)
	case "receive":
		in.receive(f, s)
	case "until":
		in.until(f, s)
	case "set", "unset":
		in.flags[arg] = s.Words[0] == "set"
	case "sideeffect":
		in.sideEffect(f, s, arg)
	case "attribute":
		a := &history.AttributeSet{Attr: history.Attr{Name: in.fill(f, s.Words[1])}}
		if value := strings.Join(s.Words[2:], " "); value != "" {
			a.Type, a.Values = history.AttrText, []string{value}
		}
		if f.last = "set"; !in.env.SetAttr(a) {
			f.last = "too many"
		}
	case "cancel":
		switch x := in.vars[arg].(type) {
		case *replay.Op:
			x.Cancel()
		case *replay.Scope:
			x.Cancel()
		}
	case "within": // run the block in another scope
		scope := f.scope
		f.scope = in.vars[arg].(*replay.Scope)
		in.block(f, s.Body)
		f.scope = scope
	case "if":
		if strings.Contains(f.last, arg) {
			in.block(f, s.Body)
		}
	case "unless":
		if !strings.Contains(f.last, arg) {
			in.block(f, s.Body)
		}
	case "repeat":
		n, _ := strconv.Atoi(arg)
		for range n {
			in.block(f, s.Body)
		}
	case "call":
		in.function(&frame{scope: f.scope}, s.Body)
	case "defer":
		f.defers = append(f.defers, s.Body)
	case "swallow":
		in.swallow(f, s)
	case "print":
		in.printf("%s", in.fill(f, arg))
	case "after-commit":
		in.env.AfterCommit(func() { in.printf("after commit: %s", arg) })
	case "panic":
		panic(arg)
	case "goexit":
		runtime.Goexit()
	case "block-on-channel":
		close(in.blocked)
		<-in.release
	case "return":
		f.ret = &history.RunCompleted{Result: text(in.fill(f, arg))}
	case "fail":
		f.ret = &history.RunFailed{Failure: history.Failure{Code: failure.Code(arg), Message: arg}}
	case "give-up":
		f.ret = &history.RunCancelled{Failure: history.Failure{Code: "cancelled", Message: f.scope.Reason()}}
	default:
		panic("script: no such statement: " + s.Text)
	}
}

// begin starts something without waiting.
func (in *interp) begin(f *frame, s progtext.Statement, words []string) any {
	switch words[0] {
	case "activity":
		a := &history.ActivityScheduled{Name: words[1], Eager: true}
		if len(words) > 2 {
			a.Input = text(strings.Join(words[2:], " "))
		}
		return in.env.Schedule(f.scope, a)
	case "row": // an activity that is a row from the start
		return in.env.Schedule(f.scope, &history.ActivityScheduled{Name: words[1]})
	case "timer":
		return in.env.StartTimer(f.scope, &history.TimerStarted{FireAt: in.env.Now().Add(duration(words[1]))})
	case "promise":
		b := new(history.PromiseMade)
		if len(words) > 1 {
			b.Due = in.env.Now().Add(duration(words[1]))
		}
		return replay.MakePromise(in.env, f.scope, b)
	case "go":
		scope := f.scope // the current one: it begins later
		return in.env.Go(scope, func() { in.function(&frame{scope: scope}, s.Body) })
	case "limit": // a scope with a timeout, and its timer as NAME.timer
		var until *history.TimerStarted // nil: the time has passed
		if words[1] != "over" {
			until = &history.TimerStarted{FireAt: in.env.Now().Add(duration(words[1]))}
		}
		scope, timer := in.env.Limit(f.scope, f.scope, until)
		in.vars[s.Words[0]+".timer"] = timer
		return scope
	case "scope":
		return f.scope.Child()
	case "detached":
		return f.scope.Detached()
	}
	panic("script: nothing to begin: " + s.Text)
}

func (in *interp) outcome(op *replay.Op) string {
	switch r := op.Result().(type) {
	case *history.PromiseEnded:
		if r.Token == "" {
			return "due"
		}
		return string(r.Result.Data)
	case *history.PromiseCancelled:
		return "cancelled"
	case *history.ActivityCompleted:
		return string(r.Result.Data)
	case *history.ActivityFailed:
		return "failed " + string(r.Failure.Code)
	case *history.TimerFired:
		return "fired"
	case *history.ActivityCancelRequested, *history.TimerCancelled:
		return "cancelled" // an activity that was never scheduled
	}
	if op.Done() {
		return "done"
	}
	return "cancelled" // the wait was cancelled
}

// selectOne waits for the first of several cases. A case is a variable,
// activity(name), timer(1m), signal(name) or cancellation. It cancels nothing.
func (in *interp) selectOne(f *frame, s progtext.Statement) {
	cases := s.Words[1:]
	var sources []replay.Source
	for _, c := range cases {
		kind, arg, _ := strings.Cut(strings.TrimSuffix(c, ")"), "(")
		switch {
		case c == "cancellation":
			sources = append(sources, f.scope)
		case kind == "signal":
			sources = append(sources, in.env.Mail(arg))
		case arg != "":
			sources = append(sources, in.begin(f, s, []string{kind, arg}).(replay.Source))
		default:
			sources = append(sources, in.vars[c].(replay.Source))
		}
	}
	f.last = cases[in.env.Wait(sources...)]
	if name, ok := strings.CutPrefix(f.last, "signal("); ok {
		in.env.TakeMail(strings.TrimSuffix(name, ")"))
	}
}

// receive NAME, or receive NAME within DURATION.
func (in *interp) receive(f *frame, s progtext.Statement) {
	name := s.Words[1]
	sources := []replay.Source{in.env.Mail(name), f.scope}
	var timer *replay.Op
	if len(s.Words) > 3 {
		timer = in.begin(f, s, []string{"timer", s.Words[3]}).(*replay.Op)
		sources = append(sources, timer)
	}
	switch in.env.Wait(sources...) {
	case 0:
		got, _ := in.env.TakeMail(name)
		f.last = string(got.Payload.Data)
		if timer != nil {
			timer.Cancel()
		}
	case 1:
		f.last = "cancelled"
	case 2:
		f.last = "timeout"
	}
}

// until FLAG [within DURATION]; "until panic" and "until env" do what a condition must
// not do.
func (in *interp) until(f *frame, s progtext.Statement) {
	flag := s.Words[1]
	sources := []replay.Source{in.env.Until(func() bool {
		switch flag {
		case "panic":
			panic("in the condition")
		case "fuse":
			if in.flags["lit"] {
				panic("in the condition")
			}
		case "env":
			in.env.Now()
		}
		return in.flags[flag]
	}), f.scope}
	var timer *replay.Op
	if len(s.Words) > 3 {
		timer = in.begin(f, s, []string{"timer", s.Words[3]}).(*replay.Op)
		sources = append(sources, timer)
	}
	switch in.env.Wait(sources...) {
	case 0:
		f.last = "holds"
		if timer != nil {
			timer.Cancel()
		}
	case 1:
		f.last = "cancelled"
	case 2:
		f.last = "timeout"
	}
}

func (in *interp) sideEffect(f *frame, s progtext.Statement, arg string) {
	r := in.env.Record(func() *history.SideEffectRecorded {
		in.effects++
		in.block(f, s.Body)
		if arg == "" {
			return nil
		}
		return &history.SideEffectRecorded{Value: text(arg)}
	})
	f.last = string(r.Value.Data)
}

func (in *interp) swallow(f *frame, s progtext.Statement) {
	defer func() {
		if v := recover(); v != nil && len(s.Words) == 1 {
			in.printf("swallowed: %v", v)
		}
	}()
	in.block(f, s.Body)
}

// fill replaces {last}, {now}, {open}, {random}, {effects} and {x?}, which says whether
// x has ended.
func (in *interp) fill(f *frame, s string) string {
	for {
		i := strings.IndexByte(s, '{')
		j := strings.IndexByte(s, '}')
		if i < 0 || j < i {
			return s
		}
		var v string
		switch word := s[i+1 : j]; word {
		case "last":
			v = f.last
		case "now":
			v = clock(in.env.Now())
		case "open":
			v = fmt.Sprint(in.env.Open())
		case "random":
			v = fmt.Sprintf("%016x", in.env.Random())
		case "effects":
			v = fmt.Sprint(in.effects)
		case "timedout":
			v = fmt.Sprint(f.scope.TimedOut())
		case "reason":
			v = f.scope.Reason()
		default:
			switch x := in.vars[strings.TrimSuffix(word, "?")].(type) {
			case *replay.Op:
				v = fmt.Sprint(x.Done())
			case *replay.Scope:
				v = fmt.Sprint(x.Cancelled())
			}
		}
		s = s[:i] + v + s[j+1:]
	}
}

func text(s string) history.Payload {
	if s == "" {
		return history.Payload{}
	}
	if json.Valid([]byte(s)) {
		return history.Payload{Enc: "json", Data: []byte(s)}
	}
	return history.Payload{Enc: "text", Data: []byte(s)}
}

func duration(s string) time.Duration {
	d, err := time.ParseDuration(s)
	if err != nil {
		panic(err)
	}
	return d
}
