package webtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"
)

// launched is the browser of all plays, and prepared the orders that they are played on.
var (
	launched = sync.OnceValues(Launch)
	prepared = sync.OnceValues(func() (*Cases, error) {
		ctx, cancel := context.WithTimeout(context.Background(), prepareWithin)
		defer cancel()
		return Prepare(ctx, home)
	})
	home string // a directory for all plays
)

// prepareWithin is how long the program may take to be built, and to prepare the cases.
const prepareWithin = 5 * time.Minute

func TestMain(m *testing.M) {
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
		_, _ = launched() // the first play tells why it did not
	}()
	code = m.Run()
	<-begun
	if b, failed := launched(); failed == nil {
		err = b.Close()
	}
	return code, err
}

// browser is the browser of all plays. Where there is none the play is left out, but where CI=true.
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

// cases are the prepared orders.
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
