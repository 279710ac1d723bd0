package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestWhatOthersUseIsSaid(t *testing.T) {
	n := watchNeighbours(sqliteBackend{})
	n.begun = n.begun.Add(-1000 * time.Second)
	n.busy -= 1500 * time.Second
	var warn bytes.Buffer
	n.tell(&warn, "w1")
	if !strings.Contains(warn.String(), "while w1 was measured, other processes kept 1.5 of") {
		t.Errorf("it says %q", warn.String())
	}
	n.stolen -= 500 * time.Second
	if n.tell(&warn, "w1"); !strings.Contains(warn.String(), "while w1 was measured, the host kept 0.5 of") {
		t.Errorf("it says %q", warn.String())
	}
	n.stolen = stolen()
	n.own -= 1500 * time.Second // the work of this process itself
	warn.Reset()
	if n.tell(&warn, "w1"); warn.Len() > 0 {
		t.Errorf("of its own work it says %q", warn.String())
	}
}
