package sqlite

import (
	"fmt"
	"testing"
)

func TestNeighboursAreRunsWithNoneBetweenThem(t *testing.T) {
	for _, test := range []struct {
		runs []int64
		want string
	}{
		{nil, ""},
		{[]int64{7}, "7-7 "},
		{[]int64{3, 1, 2}, "1-3 "},
		{[]int64{9, 1, 4, 2, 5}, "1-2 4-5 9-9 "},
	} {
		got := ""
		for first, last := range neighbours(test.runs) {
			got += fmt.Sprintf("%d-%d ", first, last)
		}
		if got != test.want {
			t.Errorf("%v: %q, want %q", test.runs, got, test.want)
		}
	}
}
