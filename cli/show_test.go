package cli

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
)

// situations are runs that make no progress, each for another reason, and runs that
// have ended. testdata/show.txt has the output of run show for each.
var situations = map[string]func(t *testing.T) *inspect.Facts{
	"approval": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"timer 2h @ order.approved fulfil.go:73", func(f *inspect.Facts) {
			parkedFor(f, "signal approve or timer due 2026-03-01T14:00:00Z (order.approved fulfil.go:73)")
			f.Timers = []store.Timer{{ID: 4, FireAt: noon.Add(2*time.Hour - time.Second)}}
		})
	},
	"undeclared signal": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"effect", func(f *inspect.Facts) { parkedFor(f, `signal "it's late" (order.late fulfil.go:80)`) })
	},
	"retrying": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity charge @ order.steps fulfil.go:42\n 50m: attempt 4 1 failed", func(f *inspect.Facts) {
			parkedFor(f, "activity charge (order.steps fulfil.go:42)")
			rowed(f, reprise.ActivityState{Number: 4, Name: "charge", Attempt: 2, Ready: noon.Add(12 * time.Second), Last: errRefused})
		})
	},
	"retrying after a timeout": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity charge @ order.steps fulfil.go:42\n 50m: attempt 4 1 failed", func(f *inspect.Facts) {
			parkedFor(f, "activity charge (order.steps fulfil.go:42)")
			late := &history.Failure{Kind: mark.Timeout, Message: "activity: attempt 1 took longer than 10m0s"}
			rowed(f, reprise.ActivityState{Number: 4, Name: "charge", Attempt: 1, Ready: noon.Add(12 * time.Second), Last: late, Overlap: true})
		})
	},
	"changed code": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"timer 2h @ order.approved fulfil.go:73", func(f *inspect.Facts) {
			f.Blocked = &store.Block{
				Reason: "mismatch", Build: "v2", Count: 3, Until: noon.Add(8 * time.Second),
				Text: "replay: run 17: the code does not do what history recorded at event 2\n  history: activity \"reserve\", at order.steps fulfil.go:29\n  code:    activity \"screen\", at order.screened screened.go:30\n",
			}
			f.Inbox = []reprise.InboxEntry{{Kind: store.EntrySignal.String(), Name: "approve", ID: "s-1", At: ago(time.Minute)}}
			f.Timers = []store.Timer{{ID: 4, FireAt: noon.Add(2 * time.Hour)}}
		})
	},
	"changed code, of the same build": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"effect", func(f *inspect.Facts) {
			f.Blocked = &store.Block{Reason: "mismatch", Build: "v1", Count: 1, Until: noon.Add(time.Second), Text: "changed"}
		})
	},
	"changed code, and two builds have tried": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"effect", func(f *inspect.Facts) {
			f.Blocked = &store.Block{Reason: "mismatch", Build: "v3", Tried: []string{"v2", "v3"}, Count: 2, Until: noon.Add(time.Second), Text: "changed"}
		})
	},
	"changed code, and an activity was under way": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"row charge default", func(f *inspect.Facts) {
			f.Build = "v2" // the build that has handed the activity over
			rowed(f, reprise.ActivityState{Number: 4, Name: "charge", Ready: noon})
			f.Blocked = &store.Block{Reason: "mismatch", Build: "v2", Count: 1, Until: noon.Add(time.Second), Text: "changed"}
		})
	},
	"a lost timer": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"timer 2h @ order.approved fulfil.go:73", func(f *inspect.Facts) {
			parkedFor(f, "signal approve or timer due 2026-03-01T14:00:00Z (order.approved fulfil.go:73)")
		})
	},
	"a lost activity": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity charge @ order.steps fulfil.go:42\n 50m: attempt 4 1 failed", func(f *inspect.Facts) {
			parkedFor(f, "activity charge (order.steps fulfil.go:42)")
		})
	},
	"a row that nobody asked for": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"timer 2h @ order.steps fulfil.go:51", func(f *inspect.Facts) {
			parkedFor(f, "timer due 2026-03-01T14:00:00Z (order.steps fulfil.go:51)")
			f.Timers = []store.Timer{{ID: 4, FireAt: noon.Add(2 * time.Hour)}, {ID: 99, FireAt: noon.Add(time.Hour)}}
		})
	},
	"an activity that ended while it was looked at": func(t *testing.T) *inspect.Facts {
		f := with(t, reserved+"row ship parcels @ order.ship fulfil.go:97", func(f *inspect.Facts) { f.Owner = workerA })
		f.Amiss = nil
		return f
	},
	"dead workers": func(t *testing.T) *inspect.Facts {
		return with(t, "1h: started", func(f *inspect.Facts) {
			f.Deaths, f.QuarantineDeaths = 2, 5
			f.Blocked = &store.Block{Reason: store.ReasonPoison, Text: "the processes that ran it died each time it ran alone: look at the end of their logs, then resume or terminate it", Count: 1}
		})
	},
	"quarantined": func(t *testing.T) *inspect.Facts {
		return with(t, "1h: started", func(f *inspect.Facts) { f.Deaths = 2 })
	},
	"sleeping": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"timer 2h @ order.steps fulfil.go:51", func(f *inspect.Facts) {
			parkedFor(f, "timer due 2026-03-01T14:00:00Z (order.steps fulfil.go:51)")
			f.Timers = []store.Timer{{ID: 4, FireAt: noon.Add(2 * time.Hour)}}
			f.Workers = nil
		})
	},
	"overdue timer": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"timer -3m @ order.steps fulfil.go:51", func(f *inspect.Facts) {
			parkedFor(f, "timer due 2026-03-01T11:57:00Z (order.steps fulfil.go:51)")
			f.Timers = []store.Timer{{ID: 4, FireAt: ago(3 * time.Minute)}}
		})
	},
	"at work": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity ship @ order.ship fulfil.go:97; activity ship @ order.ship fulfil.go:97; row label parcels @ order.ship fulfil.go:99", func(f *inspect.Facts) {
			f.Owner = workerA
			f.Workers = workers(workerA, workerB)
			f.Activities = []reprise.ActivityState{{Number: 6, Name: "label", Queue: "parcels", Attempt: 2, Running: true, Owner: workerB, Claimed: ago(9 * time.Second), Beat: ago(2 * time.Second), Deadline: noon.Add(time.Hour)}}
		})
	},
	"at work, code at hand": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity ship @ order.ship fulfil.go:97; activity ship @ order.ship fulfil.go:97", func(f *inspect.Facts) {
			f.Owner = workerA
			f.Waits = []reprise.Wait{
				{Site: "order.ship fulfil.go:104", For: []reprise.WaitFor{{Kind: "activity", Name: "ship"}}},
				{Site: "order.fulfil.func1 fulfil.go:20", For: []reprise.WaitFor{{Kind: "signal", Name: "approve"}, {Kind: "coroutine", Name: "2"}}},
			}
		})
	},
	"stepping": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"effect", func(f *inspect.Facts) { f.Owner = workerA })
	},
	"dead owner": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity charge @ order.steps fulfil.go:42", func(f *inspect.Facts) {
			f.Owner = workerC
			f.Workers = append(workers(workerA), store.WorkerState{Worker: store.Worker{ID: workerC, Host: "host-c", PID: 77}, LeaseUntil: noon.Add(6 * time.Second)})
		})
	},
	"dead owner, nobody else": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity charge @ order.steps fulfil.go:42", func(f *inspect.Facts) { f.Owner, f.Workers = workerC, nil })
	},
	"dead owner, not taken over": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"effect", func(f *inspect.Facts) {
			f.Owner = workerC
			f.Workers = append(workers(workerA), store.WorkerState{Worker: store.Worker{ID: workerC, Host: "host-c", PID: 77}, LeaseUntil: ago(time.Minute)})
		})
	},
	"never begun": func(t *testing.T) *inspect.Facts {
		return with(t, "1h: started", func(f *inspect.Facts) { f.Workers = nil })
	},
	"not taken": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"effect", func(f *inspect.Facts) {
			parkedFor(f, "signal approve (order.approved fulfil.go:73)")
			f.Queue, f.Workers = "parcels", workers(workerA, workerB)
			f.Inbox = []reprise.InboxEntry{{Kind: store.EntrySignal.String(), Name: "approve", At: ago(40 * time.Second)}, {Kind: store.EntryTimer.String(), Ref: 9, At: ago(30 * time.Second)}, {Kind: store.EntryCancel.String(), At: ago(20 * time.Second)}}
			f.CancelReason = "too late"
		})
	},
	"a queue nobody serves": func(t *testing.T) *inspect.Facts {
		return with(t, "1h: started", func(f *inspect.Facts) {
			f.Queue, f.Unserved = "parcels", `no live worker serves queue "parcels": add it to Config.Queues of a worker`
		})
	},
	"an activity's queue nobody serves": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"row ship parcels @ order.ship fulfil.go:97", func(f *inspect.Facts) {
			parkedFor(f, "activity ship (order.ship fulfil.go:104)")
			f.Activities = []reprise.ActivityState{{Number: 4, Name: "ship", Queue: "parcels", Ready: ago(time.Second), Unserved: `no live worker serves queue "parcels": add it to Config.Queues of a worker`}}
		})
	},
	"activity not taken": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"row ship parcels @ order.ship fulfil.go:97", func(f *inspect.Facts) {
			parkedFor(f, "activity ship (order.ship fulfil.go:104)")
			f.Activities = []reprise.ActivityState{{Number: 4, Name: "ship", Queue: "parcels", Ready: ago(40 * time.Second)}}
		})
	},
	"result in the inbox": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"row ship parcels @ order.ship fulfil.go:97", func(f *inspect.Facts) {
			parkedFor(f, "activity ship (order.ship fulfil.go:104)")
			f.Inbox = []reprise.InboxEntry{{Kind: store.EntryActivity.String(), Ref: 4, At: ago(time.Second)}}
		})
	},
	"coroutines": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"effect", func(f *inspect.Facts) {
			parkedFor(f, "signal approve (order.approved fulfil.go:73); cancellation (order.fulfil.func1 fulfil.go:20); nothing (order.fulfil.func2 fulfil.go:22); coroutine 2; ...")
		})
	},
	"asked to cancel": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity release @ order.undo fulfil.go:117\n 10s: cancel late", func(f *inspect.Facts) {
			f.Owner = workerA
		})
	},
	"damaged": func(t *testing.T) *inspect.Facts {
		return with(t, "1h: started", func(f *inspect.Facts) {
			f.Damage = errDamaged
			f.Blocked = &store.Block{Reason: "corrupt", Build: "v1", Text: "history: event 3 is damaged", Until: ago(time.Second), Count: 1}
			rowed(f, reprise.ActivityState{Number: 4, Name: "charge", Ready: ago(time.Second)})
		})
	},
	"a store that lists no workers": func(t *testing.T) *inspect.Facts {
		return with(t, reserved+"activity charge @ order.steps fulfil.go:42", func(f *inspect.Facts) {
			f.Owner, f.Workers, f.Counted = workerA, nil, false
		})
	},
	"completed": func(t *testing.T) *inspect.Facts { return ended(t, store.Completed, &history.RunCompleted{}, nil) },
	"failed": func(t *testing.T) *inspect.Facts {
		cause := &history.Failure{Kind: mark.Panic, Message: "panic: nil map", Stack: "goroutine 7\n\tmain.pay()"}
		return ended(t, store.Failed, &history.RunFailed{Failure: history.Failure{Code: "declined", Message: "charge: declined", Cause: cause}}, nil)
	},
	"cancelled": func(t *testing.T) *inspect.Facts {
		return ended(t, store.Cancelled, &history.RunCancelled{Failure: history.Failure{Kind: mark.Cancelled, Message: "workflow: cancelled"}}, nil)
	},
	"terminated": func(t *testing.T) *inspect.Facts {
		return ended(t, store.Terminated, &history.RunTerminated{Reason: "started by mistake"}, func(f *inspect.Facts) {
			f.Undelivered = 2
			f.Unreceived = []history.Event{{Seq: 5, Body: &history.SignalReceived{Name: "approve", ID: "s-1"}}}
		})
	},
}

func ended(t *testing.T, status store.Status, last history.Body, change func(*inspect.Facts)) *inspect.Facts {
	return with(t, "1h: started", func(f *inspect.Facts) {
		f.Status, f.Closed = status, ago(30*time.Minute)
		f.Past.End, f.Past.Last, f.Past.Ended = f.Closed, f.Closed, last.Kind()
		switch b := last.(type) {
		case *history.RunCompleted:
			f.Past.Result = history.Payload{Enc: "json", Data: []byte(`{"order":"17"}`)}
		case *history.RunFailed:
			f.Past.Failure = &b.Failure
		case *history.RunCancelled:
			f.Past.Failure = &b.Failure
		case *history.RunTerminated:
			f.Past.Reason = b.Reason
		}
		if change != nil {
			change(f)
		}
	})
}

func TestShow(t *testing.T) {
	told := map[string]bool{}
	datadriven.RunTest(t, "testdata/show.txt", func(t *testing.T, d *datadriven.TestData) string {
		name := strings.TrimSpace(d.Input)
		situation, ok := situations[name]
		if !ok {
			t.Fatalf("there is no situation %q", name)
		}
		told[name] = true
		var out bytes.Buffer
		a := testApp(t, &out)
		for _, arg := range d.CmdArgs {
			switch arg.Key {
			case "utc":
				a.Times = "utc"
			case "json":
				a.output = "json"
			}
		}
		v := a.View(situation(t))
		if err := a.show(v, func(p *page) { a.showText(p, v) }); err != nil {
			t.Fatal(err)
		}
		return out.String()
	})
	for name := range situations {
		if !told[name] {
			t.Errorf("testdata/show.txt does not show %q", name)
		}
	}
}

// The JSON contains what the text says, under names that do not change.
func TestShowAsJSONHasWhatTheTextSays(t *testing.T) {
	for name, situation := range situations {
		var out bytes.Buffer
		a := testApp(t, &out)
		a.output = "json"
		v := a.View(situation(t))
		if err := a.show(v, nil); err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		for key := range got {
			if !regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`).MatchString(key) {
				t.Errorf("%s: the name %q is not in snake case", name, key)
			}
		}
		for _, key := range []string{"id", "run_id", "workflow", "status", "state", "summary", "next"} {
			if got[key] == nil {
				t.Errorf("%s: there is no %q in %s", name, key, out.String())
			}
		}
	}
}

// Ids, reasons and errors come from outside. They are shown; they do not clear the
// screen, set the title or hide what follows.
func TestNothingFromOutsideSteersTheTerminal(t *testing.T) {
	const evil = "\x1b[2J\x1b]0;title\x07\u009b31m\r\nx"
	f := with(t, reserved+"activity charge @ "+"order.steps fulfil.go:42", func(f *inspect.Facts) {
		f.WorkflowID, f.Name, f.Workflow, f.Queue, f.Build = "order"+evil, "order"+evil, "w"+evil, "q"+evil, "b"+evil
		parkedFor(f, "activity charge (order"+strings.ReplaceAll(evil, "\n", "")+" x.go:1)")
		rowed(f, reprise.ActivityState{Number: 4, Name: "charge" + evil, Attempt: 2, Ready: noon.Add(time.Second), Last: &history.Failure{Message: evil, Code: evil}})
		f.Inbox = []reprise.InboxEntry{{Kind: store.EntrySignal.String(), Name: "approve" + evil, At: noon}}
		f.Blocked = &store.Block{Reason: "panic" + evil, Text: evil, Build: evil, Until: noon}
		f.Open[0].Name, f.Open[0].Site = "charge"+evil, evil
		f.Workers[0].Host = evil
		f.Activities[0].Running, f.Activities[0].Owner = true, workerA
	})
	for _, color := range []bool{false, true} {
		var out bytes.Buffer
		a := testApp(t, &out)
		a.color = color
		v := a.View(f)
		if err := a.show(v, func(p *page) { a.showText(p, v) }); err != nil {
			t.Fatal(err)
		}
		tr := inspect.Trace{Facts: f, View: v, Spans: f.Open}
		if err := a.show(nil, func(p *page) { a.drawTrace(p, drawn(a, &tr), false) }); err != nil {
			t.Fatal(err)
		}
		text := regexp.MustCompile(`\x1b\[\d+m`).ReplaceAllString(out.String(), "")
		if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 }); i >= 0 {
			t.Errorf("with color %v a control character is printed: %q", color, text[max(0, i-30):min(len(text), i+30)])
		}
		if color == (text == out.String()) {
			t.Errorf("with color %v: %q", color, out.String())
		}
	}
}
