package schedule

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// cron is a parsed expression, with a bit set for each field.
type cron struct {
	second, minute, hour, day, month, weekday uint64
	anyDay, anyWeekday                        bool // the field is *
}

// field is one field of an expression.
type field struct {
	name     string
	min, max int
	names    []string // of the numbers, starting at min
}

var fields = []field{
	{"second", 0, 59, nil}, {"minute", 0, 59, nil}, {"hour", 0, 23, nil}, {"day of month", 1, 31, nil},
	{"month", 1, 12, []string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"}},
	{"day of week", 0, 7, []string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"}},
}

// mistake is what is wrong with an expression, and its byte offset.
type mistake struct {
	why      string
	position int
}

func mistaken(position int, format string, args ...any) *mistake {
	return &mistake{fmt.Sprintf(format, args...), position}
}

// parse reads five fields, or six with seconds first.
func parse(expr string) (c cron, wrong *mistake) {
	var words []string
	var at []int
	for i := 0; i < len(expr); {
		if strings.IndexByte(" \t", expr[i]) >= 0 {
			i++
			continue
		}
		end := i
		for end < len(expr) && strings.IndexByte(" \t", expr[end]) < 0 {
			end++
		}
		words, at = append(words, expr[i:end]), append(at, i)
		i = end
	}
	if len(words) != 5 && len(words) != 6 {
		return c, mistaken(0, "the number of fields is %d: write five, or six with seconds first", len(words))
	}
	c.second = 1
	sets := []*uint64{&c.second, &c.minute, &c.hour, &c.day, &c.month, &c.weekday}[6-len(words):]
	of := fields[6-len(words):]
	for i, w := range words {
		if *sets[i], wrong = of[i].set(w, at[i]); wrong != nil {
			return c, wrong
		}
	}
	if c.weekday&(1<<7) != 0 { // Sunday is both 0 and 7
		c.weekday = c.weekday&^(1<<7) | 1
	}
	c.anyDay, c.anyWeekday = c.day == all(1, 31, 1), c.weekday == all(0, 6, 1)
	if _, ok := c.next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)); !ok {
		return c, mistaken(at[len(at)-3], "it never fires: no month that it names has such a day")
	}
	return c, nil
}

// set reads a list of ranges.
func (f *field) set(list string, at int) (bits uint64, wrong *mistake) {
	for part := range strings.SplitSeq(list, ",") {
		span, step, stepped := strings.Cut(part, "/")
		lo, hi := f.min, f.max
		if f.max == 7 {
			hi = 6
		}
		if span != "*" {
			from, to, ranged := strings.Cut(span, "-")
			if lo, wrong = f.number(from, at); wrong != nil {
				return 0, wrong
			}
			if ranged {
				if hi, wrong = f.number(to, at+len(from)+1); wrong != nil {
					return 0, wrong
				}
				if hi == 0 && f.max == 7 { // as in FRI-SUN
					hi = 7
				}
				if hi < lo {
					return 0, mistaken(at, "%s %s ends before it begins", f.name, span)
				}
			} else if !stepped {
				hi = lo
			}
		}
		n := 1
		if stepped {
			var err error
			if n, err = strconv.Atoi(step); err != nil || n < 1 || n > f.max || step[0] == '+' {
				return 0, mistaken(at+len(span)+1, "%s: the step %q is not a number from 1 to %d", f.name, step, f.max)
			}
		}
		bits |= all(lo, hi, n)
		at += len(part) + 1
	}
	return bits, nil
}

// number reads a number or a name.
func (f *field) number(text string, at int) (int, *mistake) {
	for i, name := range f.names {
		if strings.EqualFold(text, name) {
			return f.min + i, nil
		}
	}
	n, err := strconv.Atoi(text)
	switch {
	case text == "":
		return 0, mistaken(at, "%s is missing", f.name)
	case err != nil || text[0] == '+' || text[0] == '-':
		return 0, mistaken(at, "%s %q is not a number", f.name, text)
	case n > f.max:
		return 0, mistaken(at, "%s %d is above %d", f.name, n, f.max)
	case n < f.min:
		return 0, mistaken(at, "%s %d is below %d", f.name, n, f.min)
	}
	return n, nil
}

func all(lo, hi, step int) (bits uint64) {
	for n := lo; n <= hi; n += step {
		bits |= 1 << n
	}
	return bits
}

// searchYears is longer than any gap between two leap days.
const searchYears = 9

// next returns the first matching time of a wall clock at or after w; w is in UTC but stands for any zone.
func (c *cron) next(w time.Time) (time.Time, bool) {
	if w.Nanosecond() > 0 {
		w = w.Truncate(time.Second).Add(time.Second)
	}
	for last := w.Year() + searchYears; w.Year() <= last; {
		y, m, d := w.Date()
		switch {
		case c.month&(1<<m) == 0:
			w = time.Date(y, m+1, 1, 0, 0, 0, 0, time.UTC)
			continue
		case !c.onDay(w):
			w = time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC)
			continue
		}
		hour, ok := from(c.hour, w.Hour())
		if !ok {
			w = time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC)
			continue
		}
		if hour > w.Hour() {
			w = time.Date(y, m, d, hour, 0, 0, 0, time.UTC)
		}
		minute, ok := from(c.minute, w.Minute())
		if !ok {
			w = time.Date(y, m, d, hour+1, 0, 0, 0, time.UTC)
			continue
		}
		if minute > w.Minute() {
			w = time.Date(y, m, d, hour, minute, 0, 0, time.UTC)
		}
		second, ok := from(c.second, w.Second())
		if !ok {
			w = time.Date(y, m, d, hour, minute+1, 0, 0, time.UTC)
			continue
		}
		return time.Date(y, m, d, hour, minute, second, 0, time.UTC), true
	}
	return w, false
}

// onDay reports whether the day of w matches. If neither day field is *, matching one of them is enough.
func (c *cron) onDay(w time.Time) bool {
	day, weekday := c.day&(1<<w.Day()) != 0, c.weekday&(1<<w.Weekday()) != 0
	if c.anyDay || c.anyWeekday {
		return day && weekday
	}
	return day || weekday
}

// from returns the first number of a set that is n or more.
func from(set uint64, n int) (int, bool) {
	set &^= 1<<n - 1
	return bits.TrailingZeros64(set), set != 0
}
