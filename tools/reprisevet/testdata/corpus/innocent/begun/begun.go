// Package begun reads variables that begin with the same in each process, and uses some
// that do not, but hold nothing that could be read.
package begun

import (
	"log/slog"
	"maps"
	"os"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

var (
	ship  = activity.Define[string, int](os.Getenv("PREFIX") + "ship")
	word  = regexp.MustCompile(`\w+`)
	rates = func() map[string]int { return map[string]int{"a": 1} }()
	names = slices.Sorted(maps.Keys(rates))
	epoch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	log   = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{AddSource: os.Getenv("DEBUG") != ""}))
	hooks = struct {
		now   func() time.Time
		rates map[string]int
	}{time.Now, rates}
	known = func() []string {
		var mu sync.Mutex
		mu.Lock()
		defer mu.Unlock()
		return names
	}()

	begun = time.Now() // want begun:"RV001"
)

// uptime is for people who look at the process.
func uptime() time.Duration { return time.Since(begun) } // want uptime:"RV001"

func order(ctx workflow.Context, s string) (int, error) {
	if !word.MatchString(s) || len(known) == 0 || workflow.Now(ctx).Before(epoch) {
		log.Info("no word")
		return hooks.rates[names[0]], nil
	}
	return workflow.Execute(ctx, ship, s).Get(ctx)
}
