// Package files downloads a file to the disk of one worker, changes it there and uploads it. A file on a
// disk cannot be handed on, so all steps after the first go to the worker that has the file. If that
// worker is gone, so is the file, and the whole group is repeated on another worker.
//
// Package samples/files imports the author packages of Reprise.
package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// Job is a file to change.
type Job struct{ From, To string }

// Local is a file on the disk of a worker. Worker is that worker's own queue.
type Local struct{ Worker, Path string }

// Upload says where a local file should go.
type Upload struct {
	Local
	To string
}

// Groups is how many workers a job may lose before it fails.
const Groups = 5

// ErrMissing is the failure of a step that does not find its file on the disk.
const ErrMissing failure.Code = "file missing"

// beating is the policy of steps that read a whole file: they send heartbeats.
var beating = activity.Policy{StartToClose: time.Hour, HeartbeatTimeout: 30 * time.Second}

var (
	// File is the workflow: it returns how many bytes were uploaded.
	File = workflow.Define[Job, int64]("sample-file")
	// Download is the first step. Each step may be done twice.
	Download = activity.Define[string, Local]("sample-file-download", beating)
	// Change makes a changed copy of a local file.
	Change = activity.Define[Local, Local]("sample-file-change", beating)
	// Send returns the number of bytes uploaded.
	Send = activity.Define[Upload, int64]("sample-file-send", beating)
	// Remove cleans up.
	Remove = activity.Define[Local, activity.None]("sample-file-remove")
)

// Run does the group of steps on one worker, and repeats it on another one as long as workers are lost.
func Run(ctx workflow.Context, job Job) (int64, error) {
	for lost := 0; ; lost++ {
		n, err := group(ctx, job)
		if !errors.Is(err, activity.ErrWorkerGone) || lost == Groups {
			return n, err
		}
		workflow.Logger(ctx).Warn("the worker with the file is gone, the file is fetched again", "from", job.From)
	}
}

// group does the steps on the worker that claims the first one.
func group(ctx workflow.Context, job Job) (n int64, err error) {
	local, err := workflow.Execute(ctx, Download, job.From).Get(ctx)
	if err != nil {
		return 0, err
	}
	there := func(p *activity.Policy) { p.Queue = local.Worker }
	defer func() {
		whole := workflow.WithoutCancel(ctx)
		_, failed := workflow.Execute(whole, Remove.With(there), local).Get(whole)
		if failed != nil && !errors.Is(failed, activity.ErrWorkerGone) { // of its disk nothing is known
			err = errors.Join(err, failed)
		}
	}()
	changed, err := workflow.Execute(ctx, Change.With(there), local).Get(ctx)
	if err != nil {
		return 0, err
	}
	return workflow.Execute(ctx, Send.With(there), Upload{changed, job.To}).Get(ctx)
}

// Worker does the steps in a directory of its own. From and To of its jobs are paths, too.
type Worker struct {
	Dir    string
	Change func([]byte) []byte
}

// Download copies a file to the worker's disk. Its name is derived from the activity, so that another
// attempt writes the same file.
func (w Worker) Download(ctx context.Context, from string) (Local, error) {
	info := activity.GetInfo(ctx)
	to := Local{info.Worker, filepath.Join(w.Dir, fmt.Sprintf("%s-%d", info.RunID, info.Number))}
	return to, w.pass(ctx, from, to.Path, func(b []byte) []byte { return b })
}

// Changed changes a file on the worker's disk.
func (w Worker) Changed(ctx context.Context, of Local) (Local, error) {
	to := Local{of.Worker, of.Path + ".new"}
	return to, w.pass(ctx, of.Path, to.Path, w.Change)
}

// Send copies a file from the worker's disk to its destination, completely or not at all.
func (w Worker) Send(ctx context.Context, u Upload) (int64, error) {
	part := u.To + ".part"
	if err := w.pass(ctx, u.Path, part, func(b []byte) []byte { return b }); err != nil {
		return 0, err
	}
	if err := os.Rename(part, u.To); err != nil {
		return 0, err
	}
	stat, err := os.Stat(u.To)
	if err != nil {
		return 0, err
	}
	return stat.Size(), nil
}

// Remove removes what the group has left on the worker's disk.
func (w Worker) Remove(_ context.Context, l Local) (activity.None, error) {
	return activity.None{}, errors.Join(os.RemoveAll(l.Path), os.RemoveAll(l.Path+".new"))
}

// pass copies one file into another, block by block, and sends heartbeats.
func (w Worker) pass(ctx context.Context, from, to string, change func([]byte) []byte) (err error) {
	in, err := os.Open(from)
	if errors.Is(err, os.ErrNotExist) {
		return failure.Wrap(ErrMissing, err, failure.Permanent())
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	block := make([]byte, 64<<10)
	for {
		n, err := in.Read(block)
		if _, failed := out.Write(change(block[:n])); failed != nil {
			return failed
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err = errors.Join(err, activity.Heartbeat(ctx)); err != nil {
			return err
		}
	}
}
