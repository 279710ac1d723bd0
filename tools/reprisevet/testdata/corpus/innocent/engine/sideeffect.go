package engine

import (
	"crypto/rand"
	"os"
	"time"

	"corpus.test/innocent/engine/record"

	"github.com/reprise-run/reprise/workflow"
)

// asks may be nondeterministic: it is called once.
func asks(ctx workflow.Context, n int) (string, error) {
	at, err := workflow.SideEffect(ctx, func() (int64, error) { return time.Now().UnixNano(), nil })
	if err != nil {
		return "", err
	}
	host, err := workflow.SideEffect(ctx, os.Hostname)
	if err != nil {
		return "", err
	}
	return workflow.SideEffect(ctx, func() (string, error) {
		name := host
		for range int(at%3) + n {
			name += rand.Text()
		}
		return name + stamp(), nil
	})
}

func stamp() string { return time.Now().String() } // want stamp:"RV001"

// wrapped gives them to SideEffect in a roundabout way.
func wrapped(ctx workflow.Context, n int) (string, error) {
	host, err := record.Value(ctx, os.Hostname)
	if err != nil {
		return "", err
	}
	key, err := recorded(ctx, func() string { return rand.Text() })
	return host + key, err
}

func recorded[T any](ctx workflow.Context, ask func() T) (T, error) { // want recorded:"records"
	return workflow.SideEffect(ctx, func() (T, error) { return ask(), nil })
}
