package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
)

// prepareWithin bounds the preparation, which takes some seconds.
const prepareWithin = 2 * time.Minute

// prepare makes the file. Everything in it is what the engine itself did there.
func (o casesOptions) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, prepareWithin)
	defer cancel()
	if err := o.play(ctx, beforeDeployment()); err != nil {
		return err
	}
	if err := o.loseProcesses(ctx); err != nil {
		return err
	}
	return o.play(ctx, afterDeployment())
}

// play is one process of the shop, until every order of the stage is as it is left.
func (o casesOptions) play(ctx context.Context, s stage) (err error) {
	o.build, o.gatewayUp = s.build, s.gatewayUp
	shop, err := o.open(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.close(ctx)) }()
	if err := shop.rt.Start(ctx); err != nil {
		return err
	}
	for _, one := range s.orders {
		if err := shop.accept(ctx, one); err != nil {
			return err
		}
	}
	for _, id := range s.approved {
		if err := reprise.Signal(ctx, shop.rt, id, order.Approve, order.Decision{Yes: true, By: "Mia"}); err != nil {
			return err
		}
	}
	for id, is := range s.left {
		if err := shop.await(ctx, id, is); err != nil {
			return err
		}
	}
	return nil
}

// loseProcesses has the fatal order come in while nobody is at work, and then one
// process after the other die of it, as often as it takes until it is given up.
func (o casesOptions) loseProcesses(ctx context.Context) error {
	o.build, o.gatewayUp = buildNext, true
	s, err := o.open(ctx, nil)
	if err != nil {
		return err
	}
	if err := errors.Join(s.accept(ctx, fatalOrder()), s.close(ctx)); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for range store.QuarantineAfter + store.QuarantineDeaths {
		said, err := exec.CommandContext(ctx, self, "demo", "cases", dieWord, o.db).CombinedOutput()
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil, errors.As(err, &exit) && exit.ExitCode() == exitAlive:
			return fmt.Errorf("a process was to die over %s and did not: %s", idPoison, said)
		case exit == nil:
			return fmt.Errorf("call this program: %w", err)
		}
	}
	return nil
}
