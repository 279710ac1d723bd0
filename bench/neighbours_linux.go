package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
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

// parent is the process that has started pid; 0 where it is not known.
func parent(pid int) int {
	stat := procStat(pid)
	if len(stat) < 2 {
		return 0
	}
	id, _ := strconv.Atoi(stat[1]) // a number, or no process that is known
	return id
}

// familyTime is how long a process, its children and those of them that have ended have
// worked so far; 0 of none.
func familyTime(pid int) time.Duration {
	stat := procStat(pid)
	if len(stat) < 15 {
		return 0
	}
	ticks := int64(0)
	for _, word := range stat[11:15] { // own, in user and in system mode, and that of ended children
		n, _ := strconv.ParseInt(word, 10, 64)
		ticks += n
	}
	total := time.Duration(ticks) * 10 * time.Millisecond
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return total
	}
	for word := range strings.FieldsSeq(string(children)) {
		child, _ := strconv.Atoi(word)
		total += familyTime(child)
	}
	return total
}

// procStat is what the system says of a process, from its state on: what stands before
// is its name, which may hold anything.
func procStat(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}
