package recovery_test

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// A worker renews its lease while it lives. When it stops, it knows by itself that it
// may start nothing more, before anybody else takes over.
func ExampleKeeper() {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	me := store.Worker{ID: store.WorkerID{1}, TTL: 10 * time.Second}
	if err := st.Join(ctx, me); err != nil {
		fmt.Println(err)
		return
	}

	keeper := recovery.NewKeeper(recovery.KeeperConfig{Store: st, Worker: me, Clock: clock})
	for range 60 {
		if _, err := keeper.Once(ctx); err != nil {
			fmt.Println(err)
		}
		clock.Advance(keeper.Next())
	}
	fmt.Println("after a minute of life:", keeper.Valid())
	clock.Advance(9 * time.Second)
	fmt.Println("after 9 s of silence:", keeper.Valid(), "- lost:", keeper.Lost())
	// Output:
	// after a minute of life: true
	// after 9 s of silence: false - lost: false
}

// A poller releases what a dead worker owns.
func ExamplePoller() {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	me := store.Worker{ID: store.WorkerID{1}, TTL: 10 * time.Second}
	other := store.Worker{ID: store.WorkerID{2}, TTL: 10 * time.Second}
	for _, w := range []store.Worker{me, other} {
		if err := st.Join(ctx, w); err != nil {
			fmt.Println(err)
			return
		}
	}

	keeper := recovery.NewKeeper(recovery.KeeperConfig{Store: st, Worker: me, Clock: clock})
	poller := recovery.NewPoller(recovery.PollerConfig{Store: st, Worker: me.ID, TTL: me.TTL, Clock: clock})
	begun := clock.Now()
	for range 15 { // the other one is never heard of again
		ticked, err := keeper.Once(ctx)
		if err != nil {
			fmt.Println(err)
			continue
		}
		recovered, err := poller.Act(ctx, poller.Look(ticked, keeper.Took()))
		if err != nil {
			fmt.Println(err)
		}
		for _, id := range recovered.Condemned {
			fmt.Println(id, "was found dead after", clock.Now().Sub(begun))
		}
		clock.Advance(keeper.Next())
	}
	// Output:
	// 02000000-0000-0000-0000-000000000000 was found dead after 11s
}

// The store and the worker disagree about what the worker owns: the answer to a claim
// was lost, and a run was taken over by another worker.
func ExampleReconcile() {
	me := store.WorkerID{1}
	owned := store.Owned{Runs: map[store.RunID]int64{{0xaa}: 5}}
	held := store.Owned{Runs: map[store.RunID]int64{{0xbb}: 3}}

	var unheld store.Owned
	for range 2 {
		s := recovery.Reconcile(me, owned, held, unheld)
		fmt.Println("give back:", len(s.Release), "- let go:", len(s.DropRuns))
		unheld = s.Unheld
	}
	// Output:
	// give back: 0 - let go: 1
	// give back: 1 - let go: 1
}
