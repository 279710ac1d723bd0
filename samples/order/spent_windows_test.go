package order

import (
	"time"

	"golang.org/x/sys/windows"
)

// spent is how much of the processor's time this process has had.
func spent() (time.Duration, error) {
	var begun, ended, kernel, user windows.Filetime
	err := windows.GetProcessTimes(windows.CurrentProcess(), &begun, &ended, &kernel, &user)
	ticks := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(100 * (ticks(kernel) + ticks(user))), err
}
