package webtest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"
)

// launched returns the browser of all plays, and prepared the orders on which they are played.
var (
	launched = sync.OnceValues(Launch)
	prepared = sync.OnceValues(func() (*Cases, error) {
		ctx, cancel := context.WithTimeout(context.Background(), prepareWithin)
		defer cancel()
		return Prepare(ctx, home)
	})
	home string // the directory of all plays
)

// prepareWithin is how long the program may take to be built, and to prepare the cases.
const prepareWithin = 5 * time.Minute

// atOnce is how many plays run at the same time: they mostly wait for pages.
const atOnce = "5"

func TestMain(m *testing.M) {
	if where := os.Getenv(startsIn); where != "" { // this process is the other one of a play
		if err := startMany(context.Background(), where); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	if err := flag.Set("test.parallel", atOnce); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code, err := play(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func play(m *testing.M) (code int, err error) {
	if home, err = os.MkdirTemp("", "webtest-"); err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	begun := make(chan struct{})
	go func() { // the browser starts while the program is built
		defer close(begun)
		_, _ = launched() // the first play reports an error
	}()
	code = m.Run()
	<-begun
	if b, failed := launched(); failed == nil {
		err = b.Close()
	}
	return code, err
}

// browser returns the browser of all plays, for statement 47. Without one the play is skipped, unless CI=true.
func browser(t *testing.T) *Browser {
	t.Helper()
	b, err := launched()
	if errors.Is(err, ErrNoBrowser) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// cases returns the prepared orders.
func cases(t *testing.T) *Cases {
	t.Helper()
	c, err := prepared()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// shop serves a copy of the cases with a worker at work. It returns the URL of the dashboard, and the run ids.
// A page is opened after that, and so closed before.
func shop(t *testing.T) (at string, runs map[string]string) {
	t.Helper()
	browser(t)
	return Shop(t, cases(t).Copy(t), true)
}

// inParts plays something with each of all, in several pages at a time.
func inParts[T any](t *testing.T, all []T, play func(t *testing.T, tab *Tab, one T)) {
	const parts = 3
	for part := range parts {
		t.Run(fmt.Sprint("part ", part+1), func(t *testing.T) {
			t.Parallel()
			tab := browser(t).Tab(t)
			for i := part; i < len(all); i += parts {
				play(t, tab, all[i])
			}
		})
	}
}
