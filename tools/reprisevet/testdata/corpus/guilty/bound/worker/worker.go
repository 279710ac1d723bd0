// Package worker has workflows that are bound elsewhere.
package worker

import "github.com/reprise-run/reprise/workflow"

type Worker struct {
	calls int
	seen  map[string]int
	limit int
}

func (w *Worker) Count(ctx workflow.Context, n int) (int, error) { // want Count:`RV012 writes w.calls \(worker/worker.go:13\) of what it is called on`
	w.calls++
	return w.calls, nil
}

func (w *Worker) Note(ctx workflow.Context, name string) (int, error) { // want Note:`RV012 calls worker.Worker.note, which writes w.seen\[name\]`
	w.note(name)
	return len(w.seen), nil
}

func (w *Worker) note(name string) { w.seen[name]++ } // want note:`RV012`

// Read only reads.
func (w *Worker) Read(ctx workflow.Context, n int) (int, error) { return w.limit, nil }

// Copy writes what is its own.
func (w Worker) Copy(ctx workflow.Context, n int) (int, error) {
	w.calls++
	return w.calls, nil
}
