package reprise_test

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// aged makes all blobs two days old.
type aged struct{ codec.Blobs }

func (a aged) List(ctx context.Context) iter.Seq2[codec.Blob, error] {
	return func(yield func(codec.Blob, error) bool) {
		for b, err := range a.Blobs.List(ctx) {
			b.Put = b.Put.Add(-48 * time.Hour)
			if !yield(b, err) {
				return
			}
		}
	}
}

// A sweep removes what nothing refers to, and nothing else. It spares blobs of a
// transaction's request, an inbox, a history, a start that waits behind a run, and the text
// of a parked run.
func TestASweepRemovesWhatNothingRefersTo(t *testing.T) {
	ctx := bounded(t)
	st := openFile(t, filepath.Join(t.TempDir(), "test.db"))
	blobs := aged{codec.InMemory()}
	cfg := func() reprise.Config { return sealedConfig(codec.AESGCM(ringOf("k1")), codec.Offload(blobs, 100)) }
	l := newLetters()
	bad := workflow.New("bad", func(workflow.Context, string) (string, error) { panic("no " + secret + noise(200)) })
	client, err := reprise.New(st, cfg(), l.flow, l.send, bad)
	if err != nil {
		t.Fatal(err)
	}
	swept := func(what string, o reprise.SweepOptions, want int) {
		t.Helper()
		o.Age = 24 * time.Hour
		if got, err := reprise.SweepBlobs(ctx, client, o); err != nil || got.Removed != want || (got.Bytes > 0) != (want > 0) {
			t.Errorf("%s: %+v, %v, want %d removed", what, got, err, want)
		}
	}
	run := begin(t, client, l.flow, noise(300), "one")
	tx := beginTx(t, client)
	if err := reprise.Signal(tx.ctx, tx.Tx, "one", answer, noise(400)); err != nil {
		t.Fatal(err)
	}
	if err := tx.commit(); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(ctx, client, "one", answer, noise(500)); err != nil {
		t.Fatal(err)
	}
	if h, err := reprise.Start(ctx, client, l.flow, noise(600), reprise.ID("one"), reprise.OnConflict(reprise.QueueBehind)); err != nil || !h.Queued() {
		t.Fatal(err, h.Queued())
	}
	archived := reprise.ArchiveKey(run.RunID())
	for key, text := range map[string]string{"stray": "of a commit that never came", archived: "an archive may lie among them"} {
		if err := blobs.Put(ctx, key, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	swept("a dry run", reprise.SweepOptions{Dry: true}, 1)
	swept("what waits is kept", reprise.SweepOptions{}, 1)
	if _, err := blobs.Get(ctx, "stray"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the stray is there: %v", err)
	}
	if _, err := blobs.Get(ctx, archived); err != nil {
		t.Errorf("the archived history is not there: %v", err)
	}
	rt := startRuntime(t, st, cfg(), l.flow, l.send, bad)
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	begin(t, client, bad, "x", "two")
	text := func() string {
		for range time.Tick(10 * time.Millisecond) {
			d, err := reprise.Describe(ctx, client, "two")
			if err != nil {
				t.Fatal(err)
			}
			if d.Blocked != nil {
				return d.Blocked.Text
			}
		}
		return ""
	}
	text()
	// Only what the activity's row kept of its failed attempt is removed.
	swept("what has ended is kept", reprise.SweepOptions{}, 1)
	if got := text(); !strings.Contains(got, secret) {
		t.Errorf("the text of the parked run is lost: %s", got)
	}
	if _, err := reprise.Replay(ctx, rt, run.RunID()); err != nil {
		t.Errorf("the history cannot be read: %v", err)
	}
	for _, id := range []string{"one", "two"} { // the one that had waited, and the one that panics
		if err := reprise.Terminate(ctx, client, id, "it is enough"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := st.Apply(ctx, []store.Op{&store.Retain{Namespace: "default", Max: 1000}}); err != nil {
		t.Fatal(err)
	}
	got, err := reprise.SweepBlobs(ctx, client, reprise.SweepOptions{Age: 24 * time.Hour})
	if err != nil || got.Kept != 1 || got.Removed == 0 {
		t.Errorf("after retention: %+v, %v", got, err)
	}
}

// A blob is put before what refers to it, so a young one is never removed.
func TestASweepLeavesYoungBlobs(t *testing.T) {
	st, blobs := openFile(t, filepath.Join(t.TempDir(), "test.db")), codec.InMemory()
	client, err := reprise.New(st, sealedConfig(codec.Retired(codec.Offload(blobs, 100))))
	if err != nil {
		t.Fatal(err)
	}
	if err := blobs.Put(t.Context(), "young", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if got, err := reprise.SweepBlobs(t.Context(), client, reprise.SweepOptions{Age: reprise.MinSweepAge}); err != nil || got != (reprise.Swept{Kept: 1}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestASweepSaysWhatItNeeds(t *testing.T) {
	offload := codec.Offload(codec.InMemory(), 100)
	for want, c := range map[string]struct {
		st  store.Store
		all []codec.Transform
		age time.Duration
	}{
		"use at least 1h":    {newMemory(), []codec.Transform{offload}, time.Minute},
		"has no Offload":     {newMemory(), nil, time.Hour},
		"does not implement": {newMemory(), []codec.Transform{offload}, time.Hour},
	} {
		client, err := reprise.New(c.st, sealedConfig(c.all...))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.SweepBlobs(t.Context(), client, reprise.SweepOptions{Age: c.age}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
