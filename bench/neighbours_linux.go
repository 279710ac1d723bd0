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
// where it is not known.
func busy() time.Duration {
	t := cores()
	return t.user + t.nice + t.system + t.irq + t.soft
}

// stolen is how long cores had work so far and stood still, because the host of this machine
// had others at work on them; 0 where it is not known.
func stolen() time.Duration { return cores().steal }

// times are what the machine's cores spent their time on, all together. The system counts
// them in hundredths of a second.
type times struct{ user, nice, system, idle, wait, irq, soft, steal time.Duration }

func cores() (t times) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return times{}
	}
	if _, err := fmt.Sscanf(string(text), "cpu %d %d %d %d %d %d %d %d", &t.user, &t.nice, &t.system, &t.idle, &t.wait, &t.irq, &t.soft, &t.steal); err != nil {
		return times{}
	}
	for _, d := range []*time.Duration{&t.user, &t.nice, &t.system, &t.idle, &t.wait, &t.irq, &t.soft, &t.steal} {
		*d *= 10 * time.Millisecond
	}
	return t
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
