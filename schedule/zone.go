package schedule

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // zones are known wherever the program runs
)

// zones are the names of IANA, one a line.
//
//go:embed zones.txt
var zones string

// zone looks up a zone by its name.
func zone(name string) (*time.Location, error) {
	switch name {
	case "":
		return nil, fmt.Errorf(`the zone is empty: name one, such as "Europe/Berlin" or "UTC"`)
	case "Local":
		return nil, fmt.Errorf(`the zone "Local" is another one on each machine: name one, such as "Europe/Berlin" or "UTC"`)
	}
	if loc, err := time.LoadLocation(name); err == nil && loc.String() == name {
		return loc, nil
	}
	return nil, fmt.Errorf("unknown time zone %q: did you mean %s?", name, strings.Join(nearest(name, 3), ", "))
}

// nearest returns the n zones whose names are most similar to name.
func nearest(name string, n int) []string {
	type near struct {
		name string
		far  int
	}
	var all []near
	for known := range strings.FieldsSeq(zones) {
		far := distance(strings.ToLower(name), strings.ToLower(known))
		if _, city, ok := strings.Cut(known, "/"); ok { // the user may have written just the city
			far = min(far, 1+distance(strings.ToLower(name), strings.ToLower(city)))
		}
		all = append(all, near{known, far})
	}
	slices.SortStableFunc(all, func(a, b near) int { return a.far - b.far })
	var names []string
	for _, z := range all[:n] {
		names = append(names, fmt.Sprintf("%q", z.name))
	}
	return names
}

// distance returns how many letters must be changed, added or removed to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// wall returns what a clock in loc shows at t, as a time in UTC.
func wall(t time.Time, loc *time.Location) time.Time {
	t = t.In(loc)
	y, m, d := t.Date()
	return time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// instant returns when a clock in loc shows w: the first time, if it does so twice, or the first instant
// after the gap, if it never does. A later w never gives an earlier instant.
func instant(w time.Time, loc *time.Location) time.Time {
	y, m, d := w.Date()
	guess := time.Date(y, m, d, w.Hour(), w.Minute(), w.Second(), 0, loc) // in either of the zones at a change
	begin, end := guess.ZoneBounds()
	var first time.Time
	for _, near := range []time.Time{begin.Add(-1), guess, end} {
		_, offset := near.In(loc).Zone()
		if t := w.Add(-time.Duration(offset) * time.Second).In(loc); wall(t, loc).Equal(w) && (first.IsZero() || t.Before(first)) {
			first = t
		}
	}
	if !first.IsZero() {
		return first.UTC()
	}
	// The gap is where the clock jumps from before w to after it.
	if !begin.IsZero() && wall(begin.Add(-1), loc).Before(w) && wall(begin, loc).After(w) {
		return begin.UTC()
	}
	return end.UTC()
}
