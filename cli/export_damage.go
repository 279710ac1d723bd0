package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// maxDamage is how many problems of a history are told.
const maxDamage = 5

// damageOf is what is wrong with the history of a run, up to where it stood when it was
// looked up.
func damageOf(ctx context.Context, rt *reprise.Runtime, run store.Run) (damage []string, err error) {
	problems := history.Lint(storedRows(ctx, rt.Store(), run, &err), run.Status == store.Open)
	if err != nil {
		return nil, err
	}
	for i, p := range problems {
		if i == maxDamage {
			damage = append(damage, fmt.Sprintf("and %d more", len(problems)-i))
			break
		}
		damage = append(damage, fmt.Sprintf("event %d: %s", p.Seq, strings.TrimPrefix(p.Text, "history: ")))
	}
	return damage, nil
}

// storedRows are the rows of a run's history. Where they cannot be read they end, and
// failed says why.
func storedRows(ctx context.Context, st store.Store, run store.Run, failed *error) iter.Seq2[int64, history.EncodedRow] {
	return func(yield func(int64, history.EncodedRow) bool) {
		for seq := int64(1); seq < run.NextSeq; {
			rows, err := st.History(ctx, store.HistoryQuery{Run: run.ID, From: seq})
			if *failed = err; err != nil || len(rows) == 0 {
				return
			}
			for _, r := range rows {
				if r.Seq >= run.NextSeq || !yield(r.Seq, history.EncodedRow{N: r.N, Data: r.Data}) {
					return
				}
				seq = r.Seq + int64(max(r.N, 1))
			}
		}
	}
}

// damaged is the error of a history that was exported as it is.
func (a *app) damaged(run store.Run, damage []string) error {
	if len(damage) == 0 {
		return nil
	}
	text := fmt.Sprintf("the history of %s is damaged, and was written as it is", run.WorkflowID)
	for _, d := range damage {
		text += "\n  " + d
	}
	return &exitError{codeFailed, errors.New(text), a.try("db", "doctor")}
}
