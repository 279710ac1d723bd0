package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// The server is killed and restarted, twice, under a worker that repeats each step
// until it is answered: every step is in the history once, under its own token.
func TestStepsSurviveAKilledServer(t *testing.T) {
	ctx := context.Background()
	srv := pgtest.New(t, pgtest.Options{Durable: true})
	l := lotAt(t, srv.TCP("postgres"))
	if err := Migrate(ctx, l.pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	st, err := New(l.pool, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	f := &fork{t: t, straight: st, worker: uuid.New()}
	run := f.held("order-1")
	const steps = 300
	back := make(chan error, 2)
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	tokens := make([]store.Token, steps)
	troubles := 0
	last := f.step(run).After
	for i := range steps {
		c := f.stepAfter(run, last) // reads nothing: the server may be down
		last = c.Token
		c.Seq = int64(2 + i)
		c.Rows[0].Seq, tokens[i] = c.Seq, c.Token
		switch i {
		case 100: // before a step
			if err := srv.Kill(); err != nil {
				t.Fatal(err)
			}
			go func() { back <- srv.Restart() }()
		case 200: // at any moment of this step or a later one
			if err := <-back; err != nil {
				t.Fatal(err)
			}
			go func() { back <- errors.Join(srv.Kill(), srv.Restart()) }()
		}
		for {
			outs, err := st.Apply(ctx, []store.Op{c})
			if err == nil {
				if outs[0].Code != store.Done {
					t.Fatalf("step %d is answered %v", i, outs[0].Code)
				}
				break
			}
			if !errors.Is(err, store.ErrTransient) && !errors.Is(err, store.ErrUnknownOutcome) {
				t.Fatalf("step %d: %v", i, err)
			}
			troubles++
			<-again.C
		}
	}
	if err := <-back; err != nil {
		t.Fatal(err)
	}
	if troubles == 0 {
		t.Error("nothing went wrong: the server was not killed in between")
	}
	rows, err := st.History(ctx, store.HistoryQuery{Run: run, From: 2})
	if err != nil || len(rows) != steps {
		t.Fatalf("%d rows, %v; want %d", len(rows), err, steps)
	}
	for i, r := range rows {
		if r.Token != tokens[i] {
			t.Errorf("step %d has another's token", i)
		}
	}
}
