package reprise_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// secret is in every value, failure, header and reason of these tests.
const secret = "tulip-and-hemlock"

func key(id string) []byte { return bytes.Repeat([]byte(id[:1]), 32) }

// parked describes the run "one" once it is parked with a reason. It needs a bubble, where
// time passes while all goroutines are blocked.
func parked(t *testing.T, rt *reprise.Runtime) reprise.Description {
	t.Helper()
	for range time.Tick(100 * time.Millisecond) {
		d, err := reprise.Describe(t.Context(), rt, "one")
		if err != nil {
			t.Fatal(err)
		}
		if d.Blocked != nil {
			return d
		}
	}
	panic("a ticker has ended")
}

func ringOf(current string, others ...string) codec.Ring {
	r := codec.Ring{Current: current, Keys: map[string][]byte{}}
	for _, id := range append(others, current) {
		r.Keys[id] = key(id)
	}
	return r
}

func sealedConfig(all ...codec.Transform) reprise.Config {
	cfg := quiet()
	cfg.Payloads = all
	return cfg
}

// letters asks, waits for an answer, and sends it; the first try to send fails.
type letters struct {
	send activity.Bound[string, string]
	flow workflow.Bound[string, string]
}

var answer = signal.Define[string]("answer")

func newLetters() *letters {
	l := &letters{}
	var tries atomic.Int32
	l.send = activity.New("send", func(ctx context.Context, in string) (string, error) {
		if tries.Add(1) == 1 {
			return "", fmt.Errorf("the post is closed for %s", secret)
		}
		return "sent " + in, nil
	})
	l.flow = workflow.New("letters", func(ctx workflow.Context, in string) (string, error) {
		if _, err := workflow.SideEffect(ctx, func() (string, error) { return secret, nil }); err != nil {
			return "", err
		}
		said, err := workflow.Receive(ctx, answer)
		if err != nil {
			return "", err
		}
		return workflow.Execute(ctx, l.send, in+" "+said).Get(ctx)
	})
	return l
}

// storedBytes returns all bytes that a store has of a run.
func storedBytes(t *testing.T, st store.Store, id store.RunID) (all []byte) {
	t.Helper()
	rows, err := st.History(t.Context(), store.HistoryQuery{Run: id})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		all = append(all, row.Data...)
	}
	pending, err := st.Pending(t.Context(), id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	for _, e := range pending.Entries {
		all = append(all, e.Data...)
	}
	for _, a := range pending.Activities {
		all = append(append(append(all, a.Data...), a.Last...), a.Details...)
	}
	run, err := st.Run(t.Context(), store.Ref{Run: id})
	if err != nil {
		t.Fatal(err)
	}
	if run.Blocked != nil {
		all = append(all, run.Blocked.Text...)
	}
	return all
}

func TestNothingThatIsSecretStandsInTheStore(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		blobs := codec.InMemory()
		l := newLetters()
		rt := startRuntime(t, st, sealedConfig(codec.Zstd(100), codec.AESGCM(ringOf("k1")), codec.Offload(blobs, 4<<10)), l.flow, l.send)
		ctx := bounded(t)
		run, err := reprise.Start(ctx, rt, l.flow, secret+strings.Repeat("!", 1000), reprise.ID("one"), reprise.Headers(map[string]string{"to": secret}))
		if err != nil {
			t.Fatal(err)
		}
		large := secret + noise(3<<20)
		if err := reprise.Signal(ctx, rt, "one", answer, large); err != nil {
			t.Fatal(err)
		}
		got, err := run.Result(ctx)
		if err != nil || !strings.HasSuffix(got, large) {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
		all := storedBytes(t, st, run.RunID())
		if bytes.Contains(all, []byte("tulip")) || bytes.Contains(all, []byte("closed")) {
			t.Error("the store holds what was to be secret")
		}
		if len(all) > 64<<10 {
			t.Errorf("the store has %d bytes, and the large payload was to be elsewhere", len(all))
		}
		n := 0
		for b, err := range blobs.List(ctx) {
			data, failed := blobs.Get(ctx, b.Key)
			if n++; err != nil || failed != nil || bytes.Contains(data, []byte("tulip")) {
				t.Errorf("a blob can be read: %v, %v", err, failed)
			}
		}
		if n != 4 { // the signal, the input and the result of send, and the result: inbox, row and history share them
			t.Errorf("%d blobs, want 4", n)
		}
		lint(t, st, run.RunID())
		events, err := rt.Inside().History(ctx, run.RunID())
		if err != nil || events[0].Body.(*history.Started).Headers["to"] != secret {
			t.Errorf("%v, %v", events[0], err)
		}
		if _, err := reprise.Replay(ctx, rt, run.RunID()); err != nil {
			t.Errorf("replay: %v", err)
		}
	})
}

// noise returns text that does not compress.
func noise(n int) string {
	b := make([]byte, n)
	x := uint64(88172645463325252)
	for i := range b {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b[i] = 'a' + byte(x%26)
	}
	return string(b)
}

// An export is plain, so that others can read, redact and replay it.
func TestAnExportIsPlain(t *testing.T) {
	st := newMemory()
	l := newLetters()
	rt := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("k1"))), l.flow, l.send)
	ctx := bounded(t)
	run := begin(t, rt, l.flow, "dear "+secret, "one")
	if err := reprise.Signal(ctx, rt, "one", answer, "yes"); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := reprise.Export(ctx, rt, "one", &file); err != nil {
		t.Fatal(err)
	}
	other, err := reprise.New(newMemory(), quiet(), l.flow, l.send)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.ReplayExport(ctx, other, bytes.NewReader(file.Bytes())); err != nil {
		t.Errorf("without the key: %v", err)
	}
	// A client without the key exports what is stored, and one with the key replays that.
	client, err := reprise.New(st, quiet(), l.flow, l.send)
	if err != nil {
		t.Fatal(err)
	}
	file.Reset()
	if err := reprise.Export(ctx, client, "one", &file); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.ReplayExport(ctx, rt, bytes.NewReader(file.Bytes())); err != nil {
		t.Errorf("with the key: %v", err)
	}
	var sealed interface{ Unwrap() error }
	if _, err := reprise.ReplayExport(ctx, other, bytes.NewReader(file.Bytes())); !errors.As(err, &sealed) || !strings.Contains(err.Error(), "Config.Payloads") {
		t.Errorf("without the transform: %v", err)
	}
	get, err := reprise.Get(ctx, client, l.flow, "one")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := get.Result(ctx); err == nil || !strings.Contains(err.Error(), `transform "aesgcm"`) {
		t.Errorf("a result without the transform: %v", err)
	}
}

// A worker without the key, or without the transform, parks the run; a worker with it
// continues.
func TestARunWaitsForItsKey(t *testing.T) {
	for name, c := range map[string]struct {
		without []codec.Transform
		reason  string
		says    string
	}{
		"key":       {[]codec.Transform{codec.AESGCM(ringOf("k2"))}, "key", `needs key "old"`},
		"transform": {nil, "payload", `no transform of this name`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				st := newMemory()
				l := newLetters()
				client, err := reprise.New(st, sealedConfig(codec.AESGCM(ringOf("old"))), l.flow, l.send)
				if err != nil {
					t.Fatal(err)
				}
				run := begin(t, client, l.flow, "dear", "one")
				poor := startRuntime(t, st, sealedConfig(c.without...), l.flow, l.send)
				d := parked(t, poor)
				if d.Blocked.Reason != c.reason || !strings.Contains(d.Blocked.Text, c.says) {
					t.Errorf("parked: %s: %s", d.Blocked.Reason, d.Blocked.Text)
				}
				if err := reprise.Signal(t.Context(), client, "one", answer, "yes"); err != nil {
					t.Fatal(err)
				}
				rich := sealedConfig(codec.AESGCM(ringOf("k2", "old")))
				if err := poor.Stop(t.Context()); err != nil {
					t.Fatal(err)
				}
				there := startRuntime(t, st, rich, l.flow, l.send)
				if err := reprise.Resume(t.Context(), there, "one", ben); err != nil {
					t.Fatal(err)
				}
				got, err := reprise.Get(t.Context(), there, l.flow, run.RunID())
				if err != nil {
					t.Fatal(err)
				}
				if out, err := got.Result(bounded(t)); err != nil || out != "sent dear yes" {
					t.Errorf("%q, %v", out, err)
				}
			})
		})
	}
}

// moody is a transform whose Encode fails while bad is set.
type moody struct{ bad atomic.Bool }

func (*moody) Name() string { return "moody" }
func (m *moody) Encode(_ context.Context, _ codec.Scope, data []byte) ([]byte, error) {
	if m.bad.Load() {
		return nil, errors.New("the key service is away")
	}
	return append([]byte{'m'}, data...), nil
}
func (m *moody) Decode(_ context.Context, _ codec.Scope, data []byte) ([]byte, error) {
	return slices.Clone(data[1:]), nil
}
func (*moody) Encrypts() bool { return true }

// What cannot be encoded is not written: starts and signals fail, a task is parked, and the
// result of an activity waits. No function runs twice.
func TestAnErrorOfEncodeRefusesTheWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newMemory()
		m := &moody{}
		ran := 0
		step := activity.New("step", func(context.Context, string) (string, error) {
			ran++
			m.bad.Store(true)
			return secret, nil
		})
		flow := workflow.New("flow", func(ctx workflow.Context, in string) (string, error) {
			return workflow.Execute(ctx, step, in).Get(ctx)
		})
		rt := startRuntime(t, st, sealedConfig(m), flow, step)
		m.bad.Store(true)
		_, err := reprise.Start(t.Context(), rt, flow, "x", reprise.ID("none"))
		if err == nil || !strings.Contains(err.Error(), "the key service is away") {
			t.Errorf("start: %v", err)
		}
		if _, err := reprise.Describe(t.Context(), rt, "none"); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("it was stored: %v", err)
		}
		m.bad.Store(false)
		run := begin(t, rt, flow, "x", "one")
		d := parked(t, rt)
		if d.Blocked.Reason != "payload" || !strings.Contains(d.Blocked.Text, "the key service is away") {
			t.Errorf("parked: %+v", d.Blocked)
		}
		m.bad.Store(false)
		if out, err := run.Result(bounded(t)); err != nil || out != secret || ran != 1 {
			t.Errorf("%q, %v, after %d calls", out, err, ran)
		}
		if bytes.Contains(storedBytes(t, st, run.RunID()), []byte("ytulip")) {
			t.Error("plain text was stored")
		}
	})
}

// A missing blob parks the run that needs it, and the reason names the blob.
func TestABlobThatIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, blobs := newMemory(), codec.InMemory()
		l := newLetters()
		client, err := reprise.New(st, sealedConfig(codec.Offload(blobs, 100)), l.flow, l.send)
		if err != nil {
			t.Fatal(err)
		}
		begin(t, client, l.flow, noise(200), "one")
		var lost string
		var data []byte
		for b, err := range blobs.List(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			lost = b.Key
		}
		if data, err = blobs.Get(t.Context(), lost); err != nil {
			t.Fatal(err)
		}
		if err := blobs.Delete(t.Context(), lost); err != nil {
			t.Fatal(err)
		}
		rt := startRuntime(t, st, sealedConfig(codec.Offload(blobs, 100)), l.flow, l.send)
		d := parked(t, rt)
		if d.Blocked.Reason != "payload" || !strings.Contains(d.Blocked.Text, lost) {
			t.Errorf("parked: %+v", d.Blocked)
		}
		if err := errors.Join(blobs.Put(t.Context(), lost, data), reprise.Signal(t.Context(), rt, "one", answer, "yes")); err != nil {
			t.Fatal(err)
		}
		if _, err := result(t, rt, l.flow, "one"); err != nil {
			t.Error(err)
		}
	})
}

// The text of a panic may reveal values at hand: it is encrypted, and the reason is not.
func TestThePanicOfAParkedRunIsEncrypted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newMemory()
		flow := workflow.New("flow", func(workflow.Context, string) (string, error) { panic("no " + secret) })
		rt := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("k1"))), flow)
		run := begin(t, rt, flow, "x", "one")
		d := parked(t, rt)
		if d.Blocked.Reason != "panic" || !strings.Contains(d.Blocked.Text, secret) {
			t.Errorf("with the key: %+v", d.Blocked)
		}
		if bytes.Contains(storedBytes(t, st, run.RunID()), []byte(secret)) {
			t.Error("the store holds the text")
		}
		client, err := reprise.New(st, quiet(), flow)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := reprise.Describe(t.Context(), client, "one"); err != nil || d.Blocked.Reason != "panic" || !strings.Contains(d.Blocked.Text, "encrypted") {
			t.Errorf("without the key: %+v, %v", d.Blocked, err)
		}
	})
}

func TestNewRefusesTransformsThatCannotWork(t *testing.T) {
	for want, all := range map[string][]codec.Transform{
		"transform 1 is nil":    {nil},
		"is given twice":        {codec.Zstd(1), codec.Zstd(2)},
		"put Offload last":      {codec.Offload(codec.InMemory(), 1), codec.AESGCM(ringOf("k"))},
		"has 3 bytes":           {codec.AESGCM(codec.Ring{Current: "k", Keys: map[string][]byte{"k": []byte("abc")}})},
		"has no such key":       {codec.AESGCM(codec.Ring{Current: "k"})},
		"Offload has no Blobs":  {codec.Offload(nil, 1)},
		"the id of the key tha": {codec.AESGCM(codec.Ring{})},
	} {
		if _, err := reprise.New(newMemory(), sealedConfig(all...)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
