package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// maxHistories is how many histories a report holds: those with violations.
const maxHistories = 200

// report writes what an analysis needs besides the workers' logs: the result, the ledger,
// the promises, a list of the runs, and the histories with violations, which "reprise run
// replay" reads.
func (n *nemesis) report(r Result) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	errs := []error{
		n.file("result.json", func(w io.Writer) error { return json.NewEncoder(w).Encode(r) }),
		n.file("ledger.jsonl", n.ledger.Write),
		n.file("promises.jsonl", n.writePromises),
		n.file("runs.jsonl", func(w io.Writer) error { return n.writeRuns(ctx, w) }),
	}
	written := map[store.RunID]bool{{}: true}
	for _, v := range r.Violations {
		if written[v.Run] || len(written) > maxHistories {
			continue
		}
		written[v.Run] = true
		errs = append(errs, n.file("history-"+v.WorkflowID+"-"+v.Run.String()+".json", func(w io.Writer) error {
			return reprise.Export(ctx, n.auditor.Runtime, v.Run, w)
		}))
	}
	return errors.Join(errs...)
}

func (n *nemesis) file(name string, write func(io.Writer) error) error {
	var text bytes.Buffer
	err := write(&text)
	return errors.Join(err, os.WriteFile(filepath.Join(n.dir, name), text.Bytes(), 0o644))
}

// writePromises writes what was acknowledged, one job a line.
func (n *nemesis) writePromises(w io.Writer) error {
	enc := json.NewEncoder(w)
	for _, p := range n.client.promised() {
		line := struct {
			ID, Workflow string
			Run          store.RunID
			Input        any
			Tried        bool
			Started      bool
			Sent, Acked  map[string]bool
			Cancelled    bool
		}{p.Job.ID, p.Job.Workflow.Name(), p.Run, p.Job.Input, p.Tried, p.Started, p.Sent, p.Signals, p.Cancelled}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

func (n *nemesis) writeRuns(ctx context.Context, w io.Writer) error {
	enc := json.NewEncoder(w)
	q := store.Query{Namespace: n.auditor.Runtime.Namespace(), Limit: store.MaxPage}
	for {
		p, err := n.site.direct.Runs(ctx, q)
		if err != nil {
			return err
		}
		for _, run := range p.Runs {
			if err := enc.Encode(run); err != nil {
				return err
			}
		}
		if q.Cursor = p.Next; p.Next == "" {
			return nil
		}
	}
}
