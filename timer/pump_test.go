package timer_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/timer"
)

func ExamplePump() {
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	pump := timer.NewPump(clock, func(due []string) { fmt.Println("due:", due) })
	pump.Set("remind", clock.Now().Add(time.Hour))

	fmt.Println(pump.Once())
	clock.Advance(time.Hour)
	fmt.Println(pump.Once())
	// Output:
	// 0
	// due: [remind]
	// 1
}

// running starts a pump on a fake clock and stops it when the test ends.
func running(t *testing.T) (*faketime.Clock, *timer.Pump[string], <-chan []string) {
	t.Helper()
	clock := faketime.New(noon)
	fired := make(chan []string, 100)
	pump := timer.NewPump(clock, func(due []string) { fired <- due })
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- pump.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Run returned %v, want the context's error", err)
		}
	})
	return clock, pump, fired
}

func TestPumpFiresWhenTheTimeComes(t *testing.T) {
	clock, pump, fired := running(t)
	pump.Set("a", noon.Add(time.Minute))
	clock.AwaitAlarms(1)
	clock.Advance(time.Minute)
	if got := <-fired; !slices.Equal(got, []string{"a"}) {
		t.Fatalf("fired %v", got)
	}
}

func TestPumpWakesWhenAnEarlierKeyIsSet(t *testing.T) {
	clock, pump, fired := running(t)
	pump.Set("late", noon.Add(time.Hour))
	clock.AwaitAlarms(1)
	pump.Set("early", noon) // due at once; the clock does not move
	if got := <-fired; !slices.Equal(got, []string{"early"}) {
		t.Fatalf("fired %v", got)
	}
}

func TestPumpFiresAKeyOfThePastAtOnce(t *testing.T) {
	_, pump, fired := running(t)
	pump.Set("a", noon.Add(-time.Hour))
	if got := <-fired; !slices.Equal(got, []string{"a"}) {
		t.Fatalf("fired %v", got)
	}
}

func TestPumpDoesNotFireADroppedKey(t *testing.T) {
	clock, pump, fired := running(t)
	pump.Set("gone", noon.Add(time.Minute))
	pump.Set("b", noon.Add(time.Minute))
	pump.Drop("gone")
	clock.AwaitAlarms(1)
	clock.Advance(time.Hour)
	if got := <-fired; !slices.Equal(got, []string{"b"}) {
		t.Fatalf("fired %v", got)
	}
}

func TestPumpFuncMaySetAndDrop(t *testing.T) {
	clock := faketime.New(noon)
	var pump *timer.Pump[string]
	var log []string
	pump = timer.NewPump(clock, func(due []string) {
		log = append(log, due...)
		pump.Set("again", clock.Now().Add(time.Minute))
		pump.Drop("never")
	})
	pump.Set("first", noon)
	pump.Set("never", noon.Add(time.Second))
	pump.Once()
	clock.Advance(time.Minute)
	pump.Once()
	if !slices.Equal(log, []string{"first", "again"}) {
		t.Fatalf("fired %v", log)
	}
}

func TestPumpGivesEachKeyOnceUnderConcurrentUse(t *testing.T) {
	clock := faketime.New(noon)
	var mu sync.Mutex
	seen := map[int]int{}
	pump := timer.NewPump(clock, func(due []int) {
		mu.Lock()
		defer mu.Unlock()
		for _, k := range due {
			seen[k]++
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	var loops, setters sync.WaitGroup
	loops.Go(func() { _ = pump.Run(ctx) })
	const each, n = 200, 4
	for g := range n {
		setters.Go(func() {
			for i := range each {
				pump.Set(g*each+i, noon)
				pump.Once()
			}
		})
	}
	setters.Wait()
	pump.Once()
	cancel()
	loops.Wait()
	if len(seen) != n*each {
		t.Fatalf("%d keys fired, want %d", len(seen), n*each)
	}
	for k, times := range seen {
		if times != 1 {
			t.Errorf("key %d fired %d times", k, times)
		}
	}
	if pump.Len() != 0 {
		t.Errorf("%d keys left", pump.Len())
	}
}

func TestSystemClockPasses(t *testing.T) {
	clock := timer.System()
	before := clock.Now()
	if at := <-clock.NewTimer(time.Millisecond).C(); at.Before(before) {
		t.Fatalf("went off at %v, before %v", at, before)
	}
	far := clock.NewTimer(time.Hour)
	if !far.Stop() {
		t.Fatal("an alarm an hour away could not be stopped")
	}
}

// lateAlarms is a clock on which time passes while the first alarms are being made, as on a machine
// that stalls between reading the time and starting a wait.
type lateAlarms struct {
	*faketime.Clock
	stalls []time.Duration
}

func (c *lateAlarms) NewTimer(d time.Duration) timer.Alarm {
	if len(c.stalls) > 0 {
		c.Advance(c.stalls[0])
		c.stalls = c.stalls[1:]
	}
	return c.Clock.NewTimer(d)
}

// An alarm that was started late goes off late. The pump sets another one.
func TestPumpIsNotLateByAStallBeforeItsAlarm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := &lateAlarms{faketime.New(noon), []time.Duration{0, 5 * time.Second}} // the first alarm gives way to the wake-up of Set
		ctx, cancel := context.WithCancel(t.Context())
		fired, done := make(chan []string, 1), make(chan error, 1)
		pump := timer.NewPump(clock, func(due []string) { fired <- due })
		pump.Set("a", noon.Add(10*time.Second))
		go func() { done <- pump.Run(ctx) }()
		synctest.Wait() // half of the ten seconds is over
		clock.Advance(5 * time.Second)
		synctest.Wait()
		select {
		case <-fired:
		default:
			t.Errorf("nothing was fired by %v", clock.Now())
		}
		cancel()
		<-done
	})
}
