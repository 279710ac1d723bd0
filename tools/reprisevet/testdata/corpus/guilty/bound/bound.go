// Package bound binds the methods of another package.
package bound

import (
	"corpus.test/guilty/bound/worker"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

var note = workflow.Define[string, int]("note")

func bindings(w *worker.Worker) []reprise.Binding {
	return []reprise.Binding{
		workflow.New("count", (&worker.Worker{}).Count), // want `RV012: binds worker.Worker.Count, which writes w.calls \(worker/worker.go:13\), and all runs share that: keep state`
		note.Bind(w.Note), // want `RV012: binds worker.Worker.Note, which calls worker.Worker.note, which writes w.seen\[name\] \(worker/worker.go:22\), and all runs`
		workflow.New("read", w.Read),
		workflow.New("copy", w.Copy),
		//reprisevet:ignore RV012 it only counts for the people who watch
		workflow.New("counts", w.Count),
	}
}
