package main

import (
	"fmt"
	"os"
	"time"
)

// busy is how long the machine's cores have worked so far, all processes together; 0
// where it is not known. The system counts it in hundredths of a second.
func busy() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	var user, nice, system, idle, wait, irq, soft int64
	if _, err := fmt.Sscanf(string(text), "cpu %d %d %d %d %d %d %d", &user, &nice, &system, &idle, &wait, &irq, &soft); err != nil {
		return 0
	}
	return time.Duration(user+nice+system+irq+soft) * 10 * time.Millisecond
}
