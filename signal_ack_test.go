package reprise_test

import (
	"testing"
	"testing/synctest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// The sender of a signal is told that it is accepted once the store has it, and not
// before.
func TestASignalIsAcknowledgedWhenTheStoreHasIt(t *testing.T) {
	word := signal.Define[string]("word")
	waits := workflow.New("waits", func(ctx workflow.Context, _ int) (string, error) { return workflow.Receive(ctx, word) })
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		taken := make(chan struct{})
		st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
			if len(c.Ops) > 0 {
				if _, is := c.Ops[0].(*store.Deliver); is {
					return storetest.Fault{Before: func() { <-taken }}
				}
			}
			return storetest.Fault{}
		})
		client, err := reprise.New(st, quiet(), waits)
		if err != nil {
			t.Fatal(err)
		}
		begin(t, client, waits, 0, "w")
		told := make(chan error, 1)
		go func() { told <- reprise.Signal(ctx, client, "w", word, "ann") }()
		synctest.Wait()
		select {
		case err := <-told:
			t.Errorf("the store has not taken the signal, and its sender is told %v", err)
			close(taken)
		default:
			close(taken)
			if err := <-told; err != nil {
				t.Error(err)
			}
		}
	})
}
