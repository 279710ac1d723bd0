package reprise_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// A function that ended its transaction by a statement may have committed what it wrote:
// the failure of its activity must not say that it was rolled back.
func TestAnActivityThatCommitsByAStatementIsToldWhatToLookAt(t *testing.T) {
	ctx := bounded(t)
	debit := activity.Define[string, int]("debit", activity.Policy{Transactional: true})
	pay := workflow.Define[string, int]("pay")
	rt := startRuntime(t, openFile(t, filepath.Join(t.TempDir(), "test.db")), quiet(),
		pay.Bind(func(ctx workflow.Context, line string) (int, error) {
			return workflow.Execute(ctx, debit, line).Get(ctx)
		}),
		debit.BindTx(sqlite.Transactional(func(ctx context.Context, tx *sqlite.Tx, _ string) (int, error) {
			_, err := tx.ExecContext(ctx, "CREATE TABLE account (line TEXT); COMMIT")
			return 1, err
		})))
	run, err := reprise.Start(ctx, rt, pay, "10 to ann")
	if err != nil {
		t.Fatal(err)
	}
	_, err = run.Result(ctx)
	if err == nil {
		t.Fatal("it ended well")
	}
	if text := err.Error(); !strings.Contains(text, "the transaction of debit was not committed by the engine: it ended before the function returned") ||
		strings.Contains(text, "was rolled back") {
		t.Errorf("it fails with %v", err)
	}
}
