package postgres_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/postgres"
)

// Settings of the other process, a worker on the database in helperVar.
const (
	helperTTL    = helperVar + "_TTL"    // the length of its lease
	helperLock   = helperVar + "_LOCK"   // off: no session lock
	helperOrders = helperVar + "_ORDERS" // number of orders it starts
)

// work runs a worker process. It writes a line for each charge that begins, and accepts
// two words: go, upon which all charges return, and stop.
func work(url string) error {
	ctx := context.Background()
	st, err := postgres.Open(ctx, url, postgres.Options{Logger: quiet(), NoSessionLock: os.Getenv(helperLock) == "off"})
	if err != nil {
		return err
	}
	ttl, err := time.ParseDuration(os.Getenv(helperTTL))
	if err != nil {
		return err
	}
	orders := 0
	if _, err := fmt.Sscan(os.Getenv(helperOrders), &orders); err != nil {
		return err
	}
	free, returned := make(chan struct{}), make(chan struct{}, orders)
	do := func(_ context.Context, n int) (int, error) {
		fmt.Println("charge")
		<-free // even if its context ends
		returned <- struct{}{}
		return 2 * n, nil
	}
	rt, err := reprise.New(st, reprise.Config{Logger: quiet(), LeaseTTL: ttl, Build: "v1"}, order.Bind(orderFunc), charge.Bind(do))
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	for i := range orders {
		if _, err := reprise.Start(ctx, rt, order, i, reprise.ID(fmt.Sprint("order-", i))); err != nil {
			return err
		}
	}
	words := bufio.NewScanner(os.Stdin)
	if !words.Scan() {
		return words.Err() // the test has ended
	}
	close(free)
	for range orders {
		<-returned
	}
	words.Scan()
	if err := rt.Stop(ctx); err != nil {
		return err
	}
	fmt.Println("stopped")
	return st.Close()
}

// process is another worker process, in the middle of its orders.
type process struct {
	*exec.Cmd
	says  *bufio.Scanner
	words io.WriteCloser
}

func startProcess(t *testing.T, url string, orders int, env ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0])}
	p.Env = append(append(os.Environ(), helperVar+"="+url, fmt.Sprint(helperOrders, "=", orders)), env...)
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.words, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	p.says = bufio.NewScanner(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.Process.Kill() // it may have ended
		_ = p.Wait()
	})
	for range orders {
		if p.says.Scan(); p.says.Text() != "charge" {
			t.Fatalf("the other process says %q", p.says.Text())
		}
	}
	return p
}

// kill -9 hits one of two worker processes in the middle of fifty runs. Its lock shows
// that it is dead, although its lease would last for an hour. Without a lock, the lease
// shows it.
func TestAKilledProcessIsTakenOver(t *testing.T) {
	for name, c := range map[string]struct {
		env []string
		o   postgres.Options
	}{
		"by its lock":  {[]string{helperTTL + "=1h"}, postgres.Options{}},
		"by its lease": {[]string{helperTTL + "=1s", helperLock + "=off"}, postgres.Options{NoSessionLock: true}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := bounded(t)
			url := database(t)
			other := startProcess(t, url, 50, c.env...)
			st := openWith(t, url, c.o)
			rt := worker(t, st, double)
			if err := other.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = other.Wait() // it was killed
			finish(t, ctx, rt, st, 50)
			if n := rt.Stats().Recovered; n != 50 {
				t.Errorf("%d runs were taken over, want 50", n)
			}
		})
	}
}
