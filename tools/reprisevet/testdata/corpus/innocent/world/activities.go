// Package world has activities that do everything.
package world

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"

	"corpus.test/innocent/world/lazy"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Shop is the outside.
type Shop struct {
	mu   sync.Mutex
	sold map[string]int
}

func (s *Shop) charge(ctx context.Context, card string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sold[card]++
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://cards.test", nil)
	if err != nil {
		return "", err
	}
	res, err := lazy.Client().Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	done := make(chan string)
	go func() { done <- uuid.NewString() }()
	select {
	case id := <-done:
		fmt.Println(id, time.Now(), rand.IntN(3), os.Getpid())
		return id, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

var charge = activity.Define[string, string]("charge")

func order(ctx workflow.Context, card string) (string, error) {
	return workflow.Execute(ctx, charge, card).Get(ctx)
}

// Bindings are all that there is to bind.
func Bindings(s *Shop) (workflow.Binding, []any) { // want Bindings:"RV001 calls time.Now"
	begun := time.Now()
	return workflow.Define[string, string]("order").Bind(order), []any{
		charge.Bind(s.charge),
		activity.New("age", func(ctx context.Context, _ string) (time.Duration, error) {
			for k := range s.sold {
				return time.Since(begun), os.Remove(k)
			}
			return 0, nil
		}),
	}
}
