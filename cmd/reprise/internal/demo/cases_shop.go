package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store/sqlite"
)

// shop is one process of the shop: a build of its code, on the file.
type shop struct {
	log   *slog.Logger
	file  *os.File // where log writes
	db    *sqlite.Store
	world *order.World
	rt    *reprise.Runtime
}

// open makes a shop that has not begun to work.
func (o casesOptions) open(ctx context.Context, seen *reprise.Observer) (*shop, error) {
	file, err := os.OpenFile(o.logFile(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	s := &shop{file: file, log: slog.New(slog.NewTextHandler(file, nil)).With("pid", os.Getpid())}
	s.db, err = sqlite.Open(ctx, o.db, sqlite.Options{Logger: s.log})
	if err != nil {
		return nil, errors.Join(&unopenedError{err}, file.Close())
	}
	var outside order.Options
	if !o.gatewayUp {
		outside.Down = []string{cardDown}
	}
	s.world = order.NewWorld(o.ledger(), outside)
	bindings := s.world.Bindings()
	if o.build == buildNext {
		bindings = s.world.Screened()
	}
	s.rt, err = reprise.New(s.db, reprise.Config{Build: o.build, Logger: s.log, Observer: seen}, bindings...)
	if err != nil {
		return nil, errors.Join(err, s.db.Close(), file.Close())
	}
	return s, nil
}

// close ends the work, and gives the file up.
func (s *shop) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	return errors.Join(s.rt.Stop(ctx), s.world.Close(), s.db.Close(), s.file.Close())
}

// accept starts the run of an order.
func (s *shop) accept(ctx context.Context, o order.Order) error {
	_, err := reprise.Start(ctx, s.rt, order.Fulfil, o, reprise.ID(o.ID), reprise.Once())
	return err
}

// lookEvery is how often await asks.
const lookEvery = 20 * time.Millisecond

// await waits until the order is as it should be.
func (s *shop) await(ctx context.Context, id string, is state) error {
	for {
		d, err := reprise.Describe(ctx, s.rt, id)
		if err != nil {
			return err
		}
		if is(d) {
			return nil
		}
		alarm := time.NewTimer(lookEvery)
		select {
		case <-alarm.C:
		case <-ctx.Done():
			alarm.Stop()
			return fmt.Errorf("%s is not ready yet: %w", id, context.Cause(ctx))
		}
	}
}
