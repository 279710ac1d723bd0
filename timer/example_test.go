package timer_test

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/timer"
)

func ExamplePause() {
	over := make(chan struct{})
	close(over)
	fmt.Println(timer.Pause(timer.System(), time.Hour, over))
	fmt.Println(timer.Pause(timer.System(), time.Microsecond, nil))
	// Output:
	// false
	// true
}
