package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// busy returns how long the machine's cores have worked so far, for all processes
// together; 0 if unknown.
func busy() time.Duration {
	t := cores()
	return t.user + t.nice + t.system + t.irq + t.soft
}

// stolen returns how long cores had work but stood still so far, because the host of this
// virtual machine ran others on them; 0 if unknown.
func stolen() time.Duration { return cores().steal }

// times is how the machine's cores spent their time, all together. The system counts in
// hundredths of a second.
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

// parent returns the parent of a process; 0 if unknown.
func parent(pid int) int {
	stat := procStat(pid)
	if len(stat) < 2 {
		return 0
	}
	id, _ := strconv.Atoi(stat[1]) // not a number: unknown
	return id
}

// familyTime returns the CPU time so far of a process, its children, and the ended ones
// among them; 0 for none.
func familyTime(pid int) time.Duration {
	stat := procStat(pid)
	if len(stat) < 15 {
		return 0
	}
	ticks := int64(0)
	for _, word := range stat[11:15] { // own user and system time, then that of ended children
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

// procStat returns what the system says about a process, from its state on. The process's
// name comes before that and may contain anything.
func procStat(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}
