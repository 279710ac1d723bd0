package reprise_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// line carries the wake-ups of the processes that share a store.
type line struct {
	mu   sync.Mutex
	ears map[store.WorkerID]func(store.WakeUp)
	said []store.WakeUp
}

// onLine is a store whose wake-ups use a line.
type onLine struct {
	store.Store
	line *line
}

func (l onLine) WakeUp(_ context.Context, _ string, from store.WorkerID, h store.WakeUp) error {
	l.line.mu.Lock()
	defer l.line.mu.Unlock()
	l.line.said = append(l.line.said, h)
	for id, hear := range l.line.ears {
		if id != from {
			hear(h)
		}
	}
	return nil
}

func (l onLine) Listen(ctx context.Context, _ string, me store.WorkerID, hear func(store.WakeUp)) error {
	l.line.mu.Lock()
	l.line.ears[me] = hear
	l.line.mu.Unlock()
	<-ctx.Done()
	l.line.mu.Lock()
	delete(l.line.ears, me)
	l.line.mu.Unlock()
	return ctx.Err()
}

// ended counts the runs whose end wake-ups have reported.
func (l *line) ended() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, h := range l.said {
		n += len(h.Closed)
	}
	return n
}

// One process runs what the other waits for. The waiting process learns of the end, of
// whatever kind, long before the next tick. If the run is awaited where it runs, no
// wake-up is sent.
func TestWhoWaitsInAnotherProcessHearsOfTheEndAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(ctx context.Context, runs *reprise.Runtime) error
		here bool
		want string
		told int
	}{
		"it completes":                {end: approved, want: "anna", told: 1},
		"it is terminated":            {end: terminated, told: 1},
		"it is awaited where it runs": {end: approved, here: true, want: "anna", told: 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStill(t)
				w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
					a, err := workflow.Receive(ctx, approve)
					return a.By, err
				})
				st := onLine{s.store, &line{ears: map[store.WorkerID]func(store.WakeUp){}}}
				runs := startRuntime(t, st, s.cfg, w)
				begin(t, runs, w, 0, "r")
				cfg := s.cfg
				cfg.Queues = []reprise.Queue{{Name: "other"}}
				waits := startRuntime(t, st, cfg, w)
				if c.here {
					waits = runs
				}
				run, err := reprise.Get(t.Context(), waits, w, "r")
				if err != nil {
					t.Fatal(err)
				}
				result := make(chan string, 1)
				go func() {
					got, _ := run.Result(context.Background())
					result <- got
				}()
				s.pass(3 * time.Second)
				if err := c.end(t.Context(), runs); err != nil {
					t.Fatal(err)
				}
				s.pass(50 * time.Millisecond) // wake-ups may wait for 10 ms to be sent together
				select {
				case got := <-result:
					if got != c.want {
						t.Errorf("Result is %q, not %q", got, c.want)
					}
				default:
					t.Error("it has not heard of the end")
					s.pass(3 * time.Second)
					<-result
				}
				if n := st.line.ended(); n != c.told {
					t.Errorf("%d ends are told to others, want %d", n, c.told)
				}
			})
		})
	}
}

func approved(ctx context.Context, rt *reprise.Runtime) error {
	return reprise.Signal(ctx, rt, "r", approve, approval{By: "anna"})
}

func terminated(ctx context.Context, rt *reprise.Runtime) error {
	return reprise.Terminate(ctx, rt, "r", "enough")
}
