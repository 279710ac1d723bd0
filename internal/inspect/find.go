package inspect

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// Find returns the run that a person names, by its run id or by its workflow id. A
// workflow id means the open run with this id or, without one, the last.
func Find(ctx context.Context, rt *reprise.Runtime, name string) (store.Run, error) {
	run, err := rt.Store().Run(ctx, store.Ref{Namespace: rt.Namespace(), WorkflowID: name})
	if !errors.Is(err, store.ErrNotFound) {
		return run, err
	}
	if id, bad := uuid.Parse(name); bad == nil {
		run, err = rt.Store().Run(ctx, store.Ref{Run: id})
		if err == nil && run.Namespace != rt.Namespace() {
			err = fmt.Errorf("%w: run %s is in namespace %q", store.ErrNotFound, id, run.Namespace)
		}
	}
	if errors.Is(err, store.ErrNotFound) {
		return store.Run{}, notFound(rt, name, err)
	}
	return run, err
}

// notFound explains a [store.ErrNotFound].
func notFound(rt *reprise.Runtime, name string, why error) error {
	if why.Error() == store.ErrNotFound.Error() {
		return NoRun(rt.Namespace(), name)
	}
	return why
}

// NoRun returns the [store.ErrNotFound] for a run that a person has named.
func NoRun(namespace, name string) error {
	return missing(fmt.Sprintf("no run in namespace %q has the workflow id or run id %q", namespace, name))
}

// missing says what is not there.
type missing string

func (m missing) Error() string { return string(m) }

// Is makes m match [store.ErrNotFound].
func (m missing) Is(err error) bool { return err == store.ErrNotFound }
