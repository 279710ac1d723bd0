package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/reprise-run/reprise"
)

// dieWord is what follows "demo cases" where the command calls itself for a process that
// dies. exitAlive is the exit code of one that did not.
const (
	dieWord   = "die"
	exitAlive = 3
	dieAfter  = 30 * time.Second // it is given up
)

// die works on the file until it takes the fatal order up. Then the process is killed,
// as one is that has no memory left.
func (o casesOptions) die(ctx context.Context, stderr io.Writer) int {
	ctx, cancel := context.WithTimeout(ctx, dieAfter)
	defer cancel()
	fmt.Fprintln(stderr, o.risk(ctx))
	return exitAlive
}

func (o casesOptions) risk(ctx context.Context) (err error) {
	var s *shop
	s, err = o.open(ctx, &reprise.Observer{RunClaimed: func(e reprise.RunClaimed) {
		if e.WorkflowID == idPoison {
			s.log.Error("this process is killed", "over", e.WorkflowID)
			killSelf()
		}
	}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	if err := s.rt.Start(ctx); err != nil {
		return err
	}
	<-ctx.Done()
	return fmt.Errorf("no worker took up %s: %w", idPoison, context.Cause(ctx))
}
