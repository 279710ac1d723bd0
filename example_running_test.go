package reprise_test

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"expvar"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var (
	weigh = activity.New("weigh", func(_ context.Context, what string) (string, error) {
		if what == "nothing" {
			return "", failure.New("", "there is nothing to weigh", failure.Permanent())
		}
		return "the weight of " + what, nil
	})
	weighing = workflow.New("weighing", func(ctx workflow.Context, what string) (string, error) {
		return workflow.Execute(ctx, weigh, what).Get(ctx)
	})
)

// serve works until the process is told to stop.
func serve(rt *reprise.Runtime) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return rt.Run(ctx) // it starts, works until ctx ends, and stops within Config.StopTimeout
}

// readiness answers a probe: 200 while the worker takes work, with the state as its text.
func readiness(rt *reprise.Runtime) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		state := rt.State()
		if state != reprise.StateReady {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprint(w, state)
	}
}

// A readiness probe asks for the state of the worker.
func ExampleRuntime_State() {
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, weighing, weigh)
	if err != nil {
		fmt.Println(err)
		return
	}
	ready := readiness(rt)
	probe := func() {
		answer := httptest.NewRecorder()
		ready(answer, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		fmt.Println(answer.Code, answer.Body)
	}
	probe()
	if err := rt.Start(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	probe()
	fmt.Println(rt.Stop(context.Background()))
	probe()
	// Output:
	// 503 idle
	// 200 ready
	// <nil>
	// 503 drained
}

// A service runs its worker until the operating system sends it a signal.
func ExampleRuntime_Run() {
	st := memory.New()
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)}, weighing, weigh)
	if err != nil {
		fmt.Println(err)
		return
	}
	go func() {
		fmt.Println(weighOne(context.Background(), rt))
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Signal(syscall.SIGTERM) // as a deployment does
		}
	}()
	fmt.Println(serve(rt))
	// Output:
	// the weight of a parcel <nil>
	// <nil>
}

func weighOne(ctx context.Context, rt *reprise.Runtime) (string, error) {
	run, err := reprise.Start(ctx, rt, weighing, "a parcel")
	if err != nil {
		return "", err
	}
	return run.Result(ctx)
}

// An Observer counts for a metrics collector: here in the standard library's expvar.
func ExampleObserver_counts() {
	ctx := context.Background()
	counts := new(expvar.Map)
	rt := start(reprise.Config{Observer: metrics(counts)}, weighing, weigh)
	for _, what := range []string{"gold", "nothing"} {
		run, err := reprise.Start(ctx, rt, weighing, what)
		if err != nil {
			panic(err)
		}
		_, _ = run.Result(ctx) // that of nothing is a failure
	}
	if err := rt.Stop(ctx); err != nil {
		panic(err)
	}
	for _, key := range []string{"attempts.weigh", "attempts_failed.weigh", "runs.completed", "runs.failed"} {
		fmt.Println(key, counts.Get(key))
	}
	// Output:
	// attempts.weigh 2
	// attempts_failed.weigh 1
	// runs.completed 1
	// runs.failed 1
}

// metrics is an Observer that counts into a map, such as expvar.NewMap("reprise").
func metrics(m *expvar.Map) *reprise.Observer {
	return &reprise.Observer{
		BatchCommitted: func(e reprise.BatchCommitted) {
			m.Add("commits", 1)
			m.Add("written", int64(e.Writes))
			m.AddFloat("commit_seconds", e.Took.Seconds())
		},
		ActivityEnded: func(e reprise.ActivityEnded) {
			m.Add("attempts."+e.Activity, 1)
			if e.Err != nil {
				m.Add("attempts_failed."+e.Activity, 1)
			}
		},
		RunClosed:     func(e reprise.RunClosed) { m.Add("runs."+e.Status.String(), 1) },
		RunBlocked:    func(e reprise.RunBlocked) { m.Add("blocked."+e.Reason, 1) },
		WorkRecovered: func(e reprise.WorkRecovered) { m.Add("recovered", int64(e.Rows)) },
		RunFenced:     func(reprise.RunFenced) { m.Add("fenced", 1) },
	}
}

// sealed is a codec that encrypts what another one encodes.
type sealed struct {
	codec.Codec
	aead cipher.AEAD // of cipher.NewGCMWithRandomNonce
}

func (s sealed) Name() string { return "sealed" } // recorded with each value: keep it

func (s sealed) Encode(v any) ([]byte, error) {
	data, err := s.Codec.Encode(v)
	if err != nil {
		return nil, err
	}
	return s.aead.Seal(nil, nil, data, nil), nil
}

func (s sealed) Decode(data []byte, v any) error {
	data, err := s.aead.Open(nil, nil, data, nil)
	if err != nil {
		return err
	}
	return s.Codec.Decode(data, v)
}

// With a codec that encrypts, the store holds no value in plain text.
func ExampleConfig_codec() {
	ctx := context.Background()
	block, err := aes.NewCipher(make([]byte, 32)) // a key from your secrets
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	rt := start(reprise.Config{Codec: sealed{codec.MsgPack(), aead}}, weighing, weigh)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, weighing, "gold")
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	rows, err := rt.Store().History(ctx, store.HistoryQuery{Run: run.RunID()})
	if err != nil {
		panic(err)
	}
	fmt.Println("gold to be read:", slices.ContainsFunc(rows, func(r store.Row) bool { return bytes.Contains(r.Data, []byte("gold")) }))
	again, err := reprise.Replay(ctx, rt, run.RunID())
	if err != nil {
		panic(err)
	}
	fmt.Println("warnings:", len(again.Warnings)) // though the input and the result have other nonces
	// Output:
	// the weight of gold <nil>
	// gold to be read: false
	// warnings: 0
}

// The page about running a worker tells of every field, and its code is that of this file.
func TestThePageAboutRunning(t *testing.T) {
	text, err := os.ReadFile("docs/running.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, field := range reflect.VisibleFields(reflect.TypeFor[reprise.Config]()) {
		if field.IsExported() && !strings.Contains(page, "`"+field.Name+"`") {
			t.Errorf("nothing about Config.%s", field.Name)
		}
	}
	source, err := os.ReadFile("example_running_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(page, -1)
	for _, block := range blocks {
		if !strings.Contains(string(source), block[1]) {
			t.Errorf("this code is not in example_running_test.go:\n%s", block[1])
		}
	}
	if len(blocks) != 5 {
		t.Errorf("%d blocks of code, want 5", len(blocks))
	}
}

// Of a burst of changes, the first and the newest are processed.
func ExampleOnConflict_queueBehind() {
	ctx := context.Background()
	done := workflow.DefineSignal[bool]("done")
	Index := workflow.New("index", func(ctx workflow.Context, change string) (string, error) {
		_, err := workflow.Receive(ctx, done)
		return "indexed " + change, err
	})
	rt := start(reprise.Config{}, Index)
	defer rt.Stop(ctx)
	for _, change := range []string{"first", "second", "newest"} {
		h, err := reprise.Start(ctx, rt, Index, change, reprise.ID("index-7"), reprise.OnConflict(reprise.QueueBehind))
		fmt.Println(change, h.Queued(), err)
	}
	for range 2 {
		h, err := reprise.Get(ctx, rt, Index, "index-7")
		if err == nil {
			err = reprise.Signal(ctx, rt, h.RunID(), done, true)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(h.Result(ctx))
	}
	// Output:
	// first false <nil>
	// second true <nil>
	// newest true <nil>
	// indexed first <nil>
	// indexed newest <nil>
}

// A machine will be removed: its worker takes no more work, and reports when it owns nothing any more.
func ExampleDrainWorker() {
	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler), Labels: map[string]string{"zone": "eu-1"}}, weighing, weigh)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer func() { _ = rt.StopNow() }()
	worker := rt.WorkerID()
	by := reprise.By{Who: "anna@example.com", Why: "a new kernel"}
	if err := reprise.DrainWorker(ctx, rt, worker, by); err != nil {
		panic(err)
	}
	for rt.State() != reprise.StateDrained {
		runtime.Gosched() // a probe asks once a second
	}
	fmt.Println(rt.State())
	// Output: drained
}

// The machine stays after all.
func ExampleUndrainWorker() {
	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer func() { _ = rt.StopNow() }()
	by := reprise.By{Who: "anna@example.com", Why: "the machine stays"}
	fmt.Println(reprise.UndrainWorker(ctx, rt, rt.WorkerID(), by))
	// Output: <nil>
}
