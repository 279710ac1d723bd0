package faketime_test

import (
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/faketime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func Example() {
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	alarm := clock.NewTimer(time.Minute)
	clock.Advance(time.Hour)
	fmt.Println((<-alarm.C()).Format(time.TimeOnly), clock.Now().Format(time.TimeOnly))
	// Output: 12:01:00 13:00:00
}

func TestAdvanceSetsOffOnlyWhatIsDue(t *testing.T) {
	clock := faketime.New(noon)
	near, far := clock.NewTimer(time.Second), clock.NewTimer(time.Hour)
	clock.Advance(time.Second)
	select {
	case <-near.C():
	default:
		t.Error("the alarm that is due did not go off")
	}
	select {
	case <-far.C():
		t.Error("the alarm of an hour went off after a second")
	default:
	}
	if next, ok := clock.Next(); !ok || !next.Equal(noon.Add(time.Hour)) {
		t.Errorf("next is %v %v", next, ok)
	}
}

func TestAStoppedAlarmStaysSilent(t *testing.T) {
	clock := faketime.New(noon)
	a := clock.NewTimer(time.Second)
	if !a.Stop() {
		t.Error("Stop reports false for an alarm that waits")
	}
	clock.Advance(time.Minute)
	select {
	case <-a.C():
		t.Error("went off")
	default:
	}
	if a.Stop() {
		t.Error("Stop reports true twice")
	}
}

func TestAnAlarmWithoutDelayGoesOffAtOnce(t *testing.T) {
	clock := faketime.New(noon)
	if at := <-clock.NewTimer(0).C(); !at.Equal(noon) {
		t.Errorf("went off at %v", at)
	}
}

func TestSettingTheClockSetsNothingOff(t *testing.T) {
	clock := faketime.New(noon)
	a := clock.NewTimer(time.Minute)
	clock.Set(noon.Add(365 * 24 * time.Hour))
	select {
	case <-a.C():
		t.Fatal("went off because the wall clock was set")
	default:
	}
	clock.Advance(time.Minute)
	<-a.C()
}

func TestAwaitAlarmsWaitsForTheLoopUnderTest(t *testing.T) {
	clock := faketime.New(noon)
	done := make(chan time.Time)
	go func() { done <- <-clock.NewTimer(time.Minute).C() }()
	clock.AwaitAlarms(1)
	clock.Advance(time.Minute)
	if at := <-done; !at.Equal(noon.Add(time.Minute)) {
		t.Fatalf("went off at %v", at)
	}
}
