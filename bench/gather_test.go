package main

import (
	"strings"
	"testing"
)

func TestASignalIsToBeTakenOnce(t *testing.T) {
	for _, test := range []struct {
		got  [][]int
		says string
	}{
		{[][]int{{0, 2}, {3, 1}}, ""},
		{[][]int{{0, 2}, {3}}, "signal 1 was taken 0 times"},
		{[][]int{{0, 2}, {3, 1}, {3}}, "signal 3 was taken 2 times"},
	} {
		err := onceEach(test.got, 4)
		if got := message(err); !strings.Contains(got, test.says) || test.says == "" && err != nil {
			t.Errorf("%v: %q, want %q", test.got, got, test.says)
		}
	}
}
