package engine

import (
	"crypto/rand"
	"os"
	"time"

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
