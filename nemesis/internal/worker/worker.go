package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// The exit codes of a process that is not killed. 0 means that it was told to stop and
// left nothing behind.
const (
	exitBroken   = 1 // it cannot work at all
	ExitUnclean  = 4 // it was told to stop and had to leave something behind
	exitOrphaned = 3 // its controller is gone
)

// Calm is the signal that disarms a process's crash point.
const Calm = syscall.SIGUSR1

// Ready is what a process prints once its worker runs.
const Ready = "ready"

const (
	again      = 100 * time.Millisecond // between two tries of a step of the startup
	stopWithin = 30 * time.Second
)

// Main runs the process and returns the exit code. in ends when the controller does.
func Main(cfg Config, in io.Reader, out, log io.Writer) int {
	logger := slog.New(slog.NewTextHandler(log, nil))
	go func() {
		_, _ = io.Copy(io.Discard, in) // only the end of in matters
		os.Exit(exitOrphaned)
	}()
	stop, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	err := run(stop, cfg, logger, out)
	var left *reprise.StopError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &left), stop.Err() != nil:
		logger.Error("stopped, but not clean", "error", err)
		return ExitUnclean
	}
	logger.Error("cannot work", "error", err)
	return exitBroken
}

// run works until stop ends.
func run(stop context.Context, cfg Config, log *slog.Logger, out io.Writer) error {
	book, err := ledger.Dial(cfg.Ledger, cfg.Name)
	if err != nil {
		return err
	}
	defer book.Close()
	st, err := insist(stop, log, "open the store", func() (store.Store, error) { return cfg.Place.Open(stop, log) })
	if err != nil {
		return ended(stop, err)
	}
	crash := &crasher{Crash: cfg.Crash, die: killSelf}
	calm, deaf := signal.NotifyContext(context.Background(), Calm)
	defer deaf()
	crash.calm = calm.Done()
	world := &load.World{Ledger: book, Process: cfg.Name, Point: crash.point, Old: cfg.Old}
	world.Debit = cfg.Place.debit(world)
	heed := &heeds{note: func(e ledger.Entry) {
		if err := book.Note(e); err != nil {
			log.Error("the ledger is not told", "what", e.What, "error", err) // the controller is gone
		}
	}}
	rt, err := reprise.New(pointed{st, crash, heed}, reprise.Config{
		Build: cfg.build(), LeaseTTL: cfg.TTL, Logger: log, Clock: newClock(cfg.Skew, cfg.Drift), Queues: cfg.Bounds.Queues(),
		Grace: load.Grace, // its activities end with their contexts; the share of a dead worker is soon given back
	}, world.Bindings()...)
	if err != nil {
		return errors.Join(err, st.Close())
	}
	world.Start = func(ctx context.Context, j load.Job) error {
		_, err := reprise.Start(ctx, rt, j.Workflow, j.Input, reprise.ID(j.ID), reprise.Once())
		return err
	}
	_, err = insist(stop, log, "start", func() (struct{}, error) { return struct{}{}, rt.Start(stop) })
	if err != nil {
		return errors.Join(ended(stop, err), st.Close())
	}
	fmt.Fprintln(out, Ready, rt.WorkerID())
	<-stop.Done()
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	return errors.Join(rt.Stop(ctx), st.Close())
}

// ended drops an error that comes after the order to stop.
func ended(stop context.Context, err error) error {
	if stop.Err() != nil {
		return nil
	}
	return err
}

// insist repeats try until it succeeds or the process must stop: the server may be
// down, or another engine may hold the file.
func insist[T any](stop context.Context, log *slog.Logger, what string, try func() (T, error)) (T, error) {
	for {
		got, err := try()
		if err == nil || stop.Err() != nil {
			return got, err
		}
		log.Info("not yet", "what", what, "error", err)
		alarm := time.NewTimer(again)
		select {
		case <-alarm.C:
		case <-stop.Done():
		}
		alarm.Stop()
	}
}
