package timer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/timer"
)

func ExampleQueue() {
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var q timer.Queue[string]
	q.Set("remind", start.Add(time.Hour))
	q.Set("give up", start.Add(24*time.Hour))
	q.Set("ping", start.Add(time.Minute))
	q.Drop("ping")

	fmt.Println(q.Due(start))
	fmt.Println(q.Due(start.Add(2 * time.Hour)))
	next, ok := q.Next()
	fmt.Println(next.Format(time.DateTime), ok, q.Len())
	// Output:
	// []
	// [remind]
	// 2026-03-02 12:00:00 true 1
}

func TestQueueKeysDueTogetherComeOutInTheOrderTheyWereSet(t *testing.T) {
	var q timer.Queue[int]
	var want []int
	for i := range 100 {
		q.Set(i, noon)
		want = append(want, i)
	}
	if got := q.Due(noon); !slices.Equal(got, want) {
		t.Fatalf("got %v", got)
	}
}

func TestQueueSetMovesAKey(t *testing.T) {
	var q timer.Queue[string]
	q.Set("a", noon)
	q.Set("b", noon.Add(time.Second))
	q.Set("a", noon.Add(time.Hour))
	if q.Len() != 2 {
		t.Fatalf("%d keys, want 2", q.Len())
	}
	if got := q.Due(noon.Add(time.Minute)); !slices.Equal(got, []string{"b"}) {
		t.Fatalf("got %v, want only b", got)
	}
}

func TestQueueDropOfAnUnknownKeyIsNoError(t *testing.T) {
	var q timer.Queue[string]
	q.Drop("nobody")
	q.Set("a", noon)
	q.Drop("nobody")
	if _, ok := q.Next(); !ok || q.Len() != 1 {
		t.Fatal("the queue lost a key")
	}
}

// The queue answers like the simplest queue there is: a map, sorted when asked.
func TestQueueAgreesWithASortedMap(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var q timer.Queue[int]
	model := map[int]time.Time{}
	now := noon
	for range 5000 {
		key := rnd.IntN(40)
		switch rnd.IntN(4) {
		case 0:
			q.Drop(key)
			delete(model, key)
		case 1:
			now = now.Add(time.Duration(rnd.IntN(50)) * time.Second)
			var want []int
			for k, due := range model {
				if !due.After(now) {
					want = append(want, k)
					delete(model, k)
				}
			}
			got := q.Due(now)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("due: got %v, want %v", got, want)
			}
		default:
			due := now.Add(time.Duration(rnd.IntN(1000)) * time.Second)
			q.Set(key, due)
			model[key] = due
		}
		if q.Len() != len(model) {
			t.Fatalf("%d keys, want %d", q.Len(), len(model))
		}
		var earliest time.Time
		for _, due := range model {
			if earliest.IsZero() || due.Before(earliest) {
				earliest = due
			}
		}
		if next, ok := q.Next(); ok != (len(model) > 0) || !next.Equal(earliest) {
			t.Fatalf("next: got %v %v, want %v", next, ok, earliest)
		}
	}
}
