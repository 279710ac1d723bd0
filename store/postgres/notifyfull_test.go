package postgres_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// A server whose notification queue is full refuses each NOTIFY, and nothing else. Ticks then find what other processes make
// ready: a start, a signal, and the result for its waiting caller.
func TestAFullQueueOfNotificationsLosesNothing(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	// Filling the queue would take 8 GiB: this function raises the same error.
	for _, sql := range []string{
		"CREATE SCHEMA full_queue",
		`CREATE FUNCTION full_queue.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS $$
			BEGIN RAISE EXCEPTION 'too many notifications in the NOTIFY queue' USING ERRCODE = 'program_limit_exceeded'; END $$`,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	url += separator + "search_path=full_queue,pg_catalog,public"
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) { return workflow.Receive(ctx, approve) })
	log := &lockedBuffer{}
	worker, err := reprise.New(open(t, url), reprise.Config{Logger: slog.New(slog.NewTextHandler(log, nil))}, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := worker.Stop(ctx); err != nil {
			t.Error(err)
		}
	}()
	client, err := reprise.New(open(t, url), reprise.Config{Logger: slog.New(slog.NewTextHandler(log, nil))}, w)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := client.Stop(ctx); err != nil {
			t.Error(err)
		}
	}()
	h, err := reprise.Start(ctx, client, w, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(ctx, client, h.RunID(), approve, "bob"); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(ctx); got != "bob" || err != nil {
		t.Errorf("it ends with %q, %v", got, err)
	}
	if text := log.String(); !strings.Contains(text, "too many notifications in the NOTIFY queue") {
		t.Errorf("the log says nothing of it:\n%s", text)
	}
}

// lockedBuffer is a buffer for concurrent use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
