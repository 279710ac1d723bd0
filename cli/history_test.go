package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// stored returns a Runtime on a store with one run, order-17, which a worker owns. Its
// history has a row for each element of rows, a minute apart.
func stored(t *testing.T, rows ...[]history.Event) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(storeOf(t, rows...), reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

func storeOf(t *testing.T, rows ...[]history.Event) store.Store {
	t.Helper()
	st := memory.New()
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	var encoded []store.Row
	seq := int64(1)
	for i, events := range rows {
		for j := range events {
			events[j].Seq = seq
			seq++
		}
		data, err := history.EncodeRow(history.Header{Now: ago(time.Hour).Add(time.Duration(i) * time.Minute), Level: 1, Build: "v1", Open: i == 0}, events)
		if err != nil {
			t.Fatal(err)
		}
		encoded = append(encoded, store.Row{Seq: seq - int64(len(events)), N: len(events), Token: uuid.New(), Data: data})
	}
	run, worker, claim := id(0x17), id(0xa), id(0xc)
	ops := []store.Op{&store.Start{
		Run: run, Chain: run, Namespace: "default", WorkflowID: "order-17", Workflow: "order", Queue: "default", Level: 1, Row: encoded[0], Owner: worker, Claim: claim,
	}}
	if len(encoded) > 1 {
		ops = append(ops, &store.Commit{Run: run, Owner: worker, Epoch: 1, Seq: 2, After: encoded[0].Token, Token: uuid.New(), Level: 1, Build: "v1", Rows: encoded[1:]})
	}
	if err := st.Join(t.Context(), store.Worker{ID: worker, TTL: time.Minute}); err != nil {
		t.Fatal(err)
	}
	outs, err := st.Apply(t.Context(), ops)
	for _, out := range outs {
		if out.Code != store.Done {
			t.Fatalf("%+v", outs)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// sold returns the history of an order that was approved, was charged at the second attempt,
// and cannot be shipped.
func sold(t *testing.T) *reprise.Runtime {
	t.Helper()
	value := func(v any) history.Payload {
		p, err := history.NewCodecs(nil).Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	refused := &history.Failure{Code: "refused", Message: "connection refused", Retryable: true}
	return stored(t,
		[]history.Event{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17", Level: 1, Build: "v1", Input: history.Payload{Enc: "json", Data: []byte(`{"card":"tok"}`)}}}},
		[]history.Event{{Site: "order.approved fulfil.go:73", Body: &history.TimerStarted{FireAt: noon}}},
		[]history.Event{
			{Body: &history.SignalReceived{Name: "approve", ID: "s-1", Payload: value(map[string]any{"yes": true}), Headers: history.Headers{"tenant": "7"}}},
			{Body: &history.TimerCancelled{Timer: 2}},
			{Site: "order.steps fulfil.go:42", Body: &history.ActivityScheduled{Name: "charge", Eager: true, Input: value([]int{1, 2}), Policy: history.Policy{StartToClose: 30 * time.Second, MaxAttempts: 3}}},
		},
		[]history.Event{{Body: &history.AttemptEnded{Activity: 5, Attempt: 1, Why: history.WhyFailed, Failure: refused}}},
		[]history.Event{
			{Body: &history.ActivityCompleted{Activity: 5, Attempt: 2, Result: value("R-1"), Last: refused}},
			{Body: &history.SideEffectRecorded{Value: value(int64(7))}},
			{Body: &history.Unknown{Number: 99, Raw: []byte("?")}},
			{Site: "order.ship fulfil.go:97", Body: &history.RunFailed{Failure: history.Failure{Kind: mark.Panic, Message: "panic: nil map", Stack: "goroutine 7\n\tmain.ship()", Cause: refused}, Undelivered: []int64{3}}},
		},
	)
}

// For an activity that has failed for good, the history shows how the earlier attempts
// failed.
func TestHistoryOfAFailedActivity(t *testing.T) {
	f := &history.Failure{Code: "refused", Message: "connection refused"}
	rt := stored(t,
		[]history.Event{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17", Level: 1, Build: "v1"}}},
		[]history.Event{{Site: "order.steps fulfil.go:42", Body: &history.ActivityScheduled{Name: "charge"}}},
		[]history.Event{{Body: &history.ActivityFailed{Activity: 2, Attempt: 3, Failure: *f, Tried: history.WithTried(history.WithTried(nil, 1, noon, f), 2, noon.Add(time.Second), f)}}},
	)
	out, code := run(t, rt, "run", "history", "order-17", "-o", "table", "--time", "utc")
	for _, want := range []string{"attempt 1, 2026-03-01 12:00:00.000000Z: connection refused (code refused)", "attempt 2, 2026-03-01 12:00:01.000000Z: connection refused (code refused)"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, want %q in:\n%s", code, want, out)
		}
	}
	out, code = run(t, rt, "run", "history", "order-17", "-o", "jsonl")
	if want := `"tried":[{"attempt":1,"at":"2026-03-01T12:00:00Z","failure":{"code":"refused","message":"connection refused"}}`; code != 0 || !strings.Contains(out, want) {
		t.Errorf("exit %d, want %q in:\n%s", code, want, out)
	}
}

func run(t *testing.T, rt *reprise.Runtime, args ...string) (out string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = Program{Name: "reprise", Runtime: rt, Args: args, Stdout: &o, Stderr: &e}.Run(t.Context())
	return o.String() + e.String(), code
}

func TestHistory(t *testing.T) {
	rt := sold(t)
	for _, c := range []struct {
		args string
		want string
	}{
		{"run history order-17 -o table", `
+00:00:00.000     1 started order order-17
+00:01:00.000     2 timer started due 2026-03-01T12:00:00Z (order.approved fulfil.go:73)
+00:02:00.000     3 signal received approve s-1
+00:02:00.000     4 timer cancelled 2
+00:02:00.000     5 activity scheduled charge (order.steps fulfil.go:42)
+00:03:00.000     6 attempt ended 5 attempt 1 failed refused "connection refused"
+00:04:00.000     7 activity completed 5 attempt 2
+00:04:00.000     8 side effect recorded
+00:04:00.000     9 kind 99
+00:04:00.000    10 failed kind panic "panic: nil map" undelivered [3] (order.ship fulfil.go:97)
`},
		{"run history order-17 -o table --from 7 --payloads --time utc", `
2026-03-01 11:04:00.000000Z     7 activity completed 5 attempt 2
        "R-1"
2026-03-01 11:04:00.000000Z     8 side effect recorded
        7
2026-03-01 11:04:00.000000Z     9 kind 99
2026-03-01 11:04:00.000000Z    10 failed kind panic "panic: nil map" undelivered [3] (order.ship fulfil.go:97)
        goroutine 7
            main.ship()
        cause: connection refused (code refused)
`},
		{"run history order-17 -o jsonl --from 5", `
{"seq":5,"time":"2026-03-01T11:02:00Z","kind":"activity scheduled","site":"order.steps fulfil.go:42","name":"charge","eager":true,"policy":{"start_to_close":30,"max_attempts":3},"payload":[1,2]}
{"seq":6,"time":"2026-03-01T11:03:00Z","kind":"attempt ended","activity":5,"attempt":1,"why":"failed","failure":{"code":"refused","message":"connection refused","retryable":true}}
{"seq":7,"time":"2026-03-01T11:04:00Z","kind":"activity completed","activity":5,"attempt":2,"payload":"R-1","failure":{"code":"refused","message":"connection refused","retryable":true}}
{"seq":8,"time":"2026-03-01T11:04:00Z","kind":"side effect recorded","payload":7}
{"seq":9,"time":"2026-03-01T11:04:00Z","kind":"kind 99","raw":"Pw=="}
{"seq":10,"time":"2026-03-01T11:04:00Z","kind":"failed","site":"order.ship fulfil.go:97","failure":{"kind":"panic","message":"panic: nil map","stack":"goroutine 7\n\tmain.ship()","cause":{"code":"refused","message":"connection refused","retryable":true}},"undelivered":[3]}
`},
		{"run history order-17 -o jsonl --from 11", "\n"},
		{"run history order-17 -o table --from 99", "\nthe history ends with event 10\n"},
	} {
		out, code := run(t, rt, strings.Fields(c.args)...)
		if code != 0 || "\n"+out != c.want {
			t.Errorf("%s: exit code %d\n%s\nwant%s", c.args, code, out, c.want)
		}
	}
}

func TestHistoryAsAnArray(t *testing.T) {
	rt := sold(t)
	for from, want := range map[string]int{"1": 10, "10": 1, "11": 0} {
		out, code := run(t, rt, "run", "history", "order-17", "-o", "json", "--from", from)
		var all []map[string]any
		if err := json.Unmarshal([]byte(out), &all); err != nil || code != 0 || all == nil || len(all) != want {
			t.Errorf("from %s: %d events, want %d: %v, exit code %d\n%s", from, len(all), want, err, code, out)
		}
	}
}

func TestHistoryFromBeforeTheBeginningIsRefused(t *testing.T) {
	for _, from := range []string{"0", "-1"} {
		if out, code := run(t, sold(t), "run", "history", "order-17", "--from", from); code != codeUsage || !strings.Contains(out, "--from must be 1 or more") {
			t.Errorf("from %s: exit code %d: %s", from, code, out)
		}
	}
	if out, code := run(t, sold(t), "run", "trace", "order-17", "--last", "0"); code != codeUsage || !strings.Contains(out, "--last takes a whole number from 1 to ") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// The events before a damaged row are shown, and the damage is an error.
func TestADamagedHistoryIsShownUpToTheDamage(t *testing.T) {
	good := stored(t, []history.Event{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17"}}}, []history.Event{{Body: &history.TimerStarted{FireAt: noon}}})
	rt, err := reprise.New(damaged{good.Store()}, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want []string
		code int
	}{
		{[]string{"run", "history", "order-17", "-o", "table"}, []string{"1 started order order-17", "corrupt"}, codeFailed},
		{[]string{"run", "history", "order-17", "-o", "jsonl"}, []string{`"kind":"started"`, "corrupt"}, codeFailed},
		{[]string{"run", "trace", "order-17", "-o", "table"}, []string{"run ", "corrupt"}, codeFailed},
		{[]string{"run", "show", "order-17", "-o", "table"}, []string{"workflow order", "cannot be read to the end", "next: "}, 0},
		{[]string{"run", "show", "order-17", "-o", "json"}, []string{`"history_error"`}, 0},
	} {
		out, code := run(t, rt, c.args...)
		for _, want := range c.want {
			if code != c.code || !strings.Contains(out, want) {
				t.Errorf("%v: exit code %d, want %d and %q in\n%s", c.args, code, c.code, want, out)
			}
		}
	}
}

// damaged is a store whose rows from event 2 on cannot be read.
type damaged struct{ store.Store }

func (d damaged) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	rows, err := d.Store.History(ctx, q)
	for i := range rows {
		if rows[i].Seq > 1 {
			rows[i].Data = bytes.Repeat([]byte{0xff}, len(rows[i].Data))
		}
	}
	return rows, err
}

func TestARunThatIsNotThere(t *testing.T) {
	rt := sold(t)
	for _, command := range []string{"show", "trace", "history"} {
		for _, name := range []string{"order-18", uuid.NewString()} {
			out, code := run(t, rt, "run", command, name)
			if code != codeNotFound || !strings.Contains(out, name) || !strings.Contains(out, "try: reprise run list") {
				t.Errorf("run %s %s: exit code %d\n%s", command, name, code, out)
			}
		}
	}
}

// The three commands agree about a run, also when it is named by its run id.
func TestARunIsShownByItsRunID(t *testing.T) {
	rt := sold(t)
	for _, command := range []string{"show", "trace", "history"} {
		byName, code := run(t, rt, "run", command, "order-17", "-o", "json")
		byID, code2 := run(t, rt, "run", command, id(0x17).String(), "-o", "json")
		same := func(s string) string {
			s = strings.ReplaceAll(s, " "+id(0x17).String(), " order-17")
			return regexp.MustCompile(`\d+\.\d+`).ReplaceAllString(s, "_")
		}
		if code != 0 || code2 != 0 || same(byName) != same(byID) {
			t.Errorf("run %s: exit codes %d and %d\n%s\n%s", command, code, code2, byName, byID)
		}
	}
}
