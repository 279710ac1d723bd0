package doctor_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

// sending is a fake with an outbox.
type sending struct {
	*fake
	outbox []store.Message
}

func (f *sending) Outbox(context.Context, store.OutboxQuery) ([]store.Message, error) {
	return f.outbox, nil
}

// A child that is open although its parent has ended, and that nobody has asked to cancel, is found.
func TestAChildThatIsForgottenIsFound(t *testing.T) {
	cancel := store.Message{}
	for name, c := range map[string]struct {
		spoil func(f *sending, parent, child *testRun)
		want  string
	}{
		"its parent has ended":    {func(*sending, *testRun, *testRun) {}, `stuck orphaned order-0: its parent "order-1" (run `},
		"its parent is gone":      {func(_ *sending, _, child *testRun) { child.Parent = uuid.New() }, "stuck orphaned order-0: its parent, run "},
		"its parent is open":      {func(_ *sending, _, child *testRun) { child.Parent = uuid.NewSHA1(uuid.Nil, []byte("order-2")) }, ""},
		"its parent ended now":    {func(_ *sending, parent, _ *testRun) { parent.Closed = noon.Add(time.Hour - time.Second) }, ""},
		"it was asked":            {func(_ *sending, _, child *testRun) { child.add(t, 5, &history.CancelRequested{}) }, ""},
		"it will see that it was": {func(_ *sending, _, child *testRun) { child.pending.Entries = []store.Entry{{Kind: store.EntryCancel}} }, ""},
		"it is about to be asked": {func(f *sending, parent, _ *testRun) {
			cancel.Run, cancel.Kind = parent.ID, store.MessageOrphans
			f.outbox = []store.Message{cancel}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := &sending{fake: sound(t)}
			child, parent := f.runs[0], f.runs[1]
			child.Parent = parent.ID
			c.spoil(f, parent, child)
			var all []string
			if _, err := doctor.Examine(t.Context(), f, doctor.Options{}, func(x doctor.Finding) error {
				all = append(all, show(x))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(all, " | "); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
