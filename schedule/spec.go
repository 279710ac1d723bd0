package schedule

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Spec is the set of times at which a schedule fires. Make one with [Cron] or [Every]. A Spec does not
// change: Phase and Except return new ones. Err reports what is wrong with it, and so does every function
// that takes it.
type Spec struct {
	form   form
	cron   cron
	loc    *time.Location // of a cron; nil: this is no cron
	every  time.Duration
	phase  time.Duration
	except []Spec
	err    error
}

// form is the stored form of a Spec.
type form struct {
	Cron   string `json:"cron,omitempty"`
	Zone   string `json:"zone,omitempty"`
	Every  string `json:"every,omitempty"`
	Phase  string `json:"phase,omitempty"`
	Except []form `json:"except,omitempty"`
}

// SpecError says what is wrong with a [Spec].
type SpecError struct {
	Spec string // as it was written
	Why  string
	// Position is the byte offset of the mistake in a cron expression; -1: the mistake is elsewhere.
	Position int
}

// Error names the spec, the mistake and its position.
func (e *SpecError) Error() string {
	if e.Position < 0 {
		return e.Spec + ": " + e.Why
	}
	return fmt.Sprintf("%s: %s (position %d)", e.Spec, e.Why, e.Position)
}

// Cron fires when the wall clock of a zone matches expr: minute, hour, day of month, month and day of week, preceded by seconds
// if there are six fields. A field is *, a number, a range such as 1-5, any of these with a step as in */15, or a list of them
// separated by commas. Months and days of the week may have their three-letter English names; Sunday is 0 or 7. If neither of the
// two day fields is *, it is enough that one of them matches. zone is an IANA name: "" and "Local" are refused.
//
// A time that the clock skips, as when daylight saving time begins, fires once, at the first instant after
// the gap. A time that the clock shows twice fires once, the first time. So "*/15 * * * *" pauses for an
// hour when daylight saving time ends; to do something every 15 minutes use [Every].
func Cron(expr, zoneName string) Spec {
	s := Spec{form: form{Cron: expr, Zone: zoneName}}
	c, wrong := parse(expr)
	if wrong != nil {
		s.err = &SpecError{fmt.Sprintf("cron %q", expr), wrong.why, wrong.position}
		return s
	}
	loc, err := zone(zoneName)
	if err != nil {
		s.err = &SpecError{fmt.Sprintf("cron %q", expr), err.Error(), -1}
		return s
	}
	s.cron, s.loc = c, loc
	return s
}

// minEvery is the shortest interval of [Every].
const minEvery = time.Second

// Every fires whenever another d has passed, counted from the start of 1970 in UTC: with an hour, at whole
// hours. It counts elapsed time and has no zone. d must be at least one second, in whole microseconds.
func Every(d time.Duration) Spec {
	s := Spec{form: form{Every: d.String()}, every: d}
	switch {
	case d < minEvery:
		s.err = &SpecError{"every " + d.String(), fmt.Sprintf("write %v or more", minEvery), -1}
	case d%time.Microsecond != 0:
		s.err = &SpecError{"every " + d.String(), "write whole microseconds", -1}
	}
	return s
}

// Phase shifts all times of an [Every] by d, which must not be negative and must be less than the interval. A [Cron] takes no phase.
func (s Spec) Phase(d time.Duration) Spec {
	text := s.String()
	s.form.Phase, s.phase = d.String(), d
	switch {
	case s.err != nil:
	case s.every == 0:
		s.err = &SpecError{text, "Phase is for Every: write another expression", -1}
	case d < 0 || d >= s.every || d%time.Microsecond != 0:
		s.err = &SpecError{text, fmt.Sprintf("the phase %v is not from zero to less than the interval, in whole microseconds", d), -1}
	}
	return s
}

// Except leaves out the times that other has, too, such as those of Cron("* * 25 12 *", zone).
func (s Spec) Except(other Spec) Spec {
	s.form.Except = append(slices.Clip(s.form.Except), other.form)
	s.except = append(slices.Clip(s.except), other)
	if s.err == nil && other.Err() != nil {
		s.err = fmt.Errorf("except %w", other.Err())
	}
	if s.err == nil && s.Next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		s.err = &SpecError{s.String(), "it never fires: its exceptions leave no time", -1}
	}
	return s
}

// Err returns why s is invalid, or nil. Unless s is the zero Spec, the error is or wraps a *[SpecError].
func (s Spec) Err() error {
	if s.err == nil && s.loc == nil && s.every == 0 {
		return errors.New("schedule: the spec is empty: make one with schedule.Cron or schedule.Every")
	}
	return s.err
}

// mostExcepted is how many times in a row exceptions may remove before Next assumes that none is left. Whole minutes,
// hours and days that a cron removes are skipped at once.
const mostExcepted = 1_000_000

// Next returns the first time of s after a time, in UTC; zero: there is none.
func (s Spec) Next(after time.Time) time.Time {
	if s.Err() != nil {
		return time.Time{}
	}
	for range mostExcepted {
		next := s.plain(after)
		if next.IsZero() {
			return next
		}
		i := slices.IndexFunc(s.except, func(other Spec) bool { return other.has(next) })
		if i < 0 {
			return next
		}
		if after = next; s.every%time.Second == 0 && s.phase%time.Second == 0 {
			after = s.except[i].through(next)
		}
	}
	return time.Time{}
}

// has reports whether t is a time of s.
func (s Spec) has(t time.Time) bool { return s.Next(t.Add(-1)).Equal(t) }

// through returns the end of a span that begins with t, a time of s, and in which s has every second.
func (s Spec) through(t time.Time) time.Time {
	if s.loc == nil || len(s.except) > 0 || s.cron.second != all(0, 59, 1) {
		return t
	}
	w := wall(t, s.loc)
	y, m, d := w.Date()
	next := time.Date(y, m, d, w.Hour(), w.Minute()+1, 0, 0, time.UTC)
	if s.cron.minute == all(0, 59, 1) {
		next = time.Date(y, m, d, w.Hour()+1, 0, 0, 0, time.UTC)
		if s.cron.hour == all(0, 23, 1) {
			next = time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC)
		}
	}
	end := instant(next, s.loc)
	if _, change := t.In(s.loc).ZoneBounds(); !change.IsZero() && change.Before(end) {
		end = change // s has a time that the clock shows twice only once
	}
	return end.Add(-1)
}

// plain is Next without exceptions.
func (s Spec) plain(after time.Time) time.Time {
	if s.loc == nil {
		return s.interval(after)
	}
	for w, ok := s.cron.next(wall(after, s.loc)); ok; w, ok = s.cron.next(w.Add(time.Second)) {
		if t := instant(w, s.loc); t.After(after) {
			return t
		}
	}
	return time.Time{}
}

func (s Spec) interval(after time.Time) time.Time {
	every, phase := s.every.Microseconds(), s.phase.Microseconds()
	at := after.UnixMicro() - phase // rounded down
	n := at / every
	if at%every < 0 {
		n--
	}
	return time.UnixMicro((n+1)*every + phase).UTC()
}

// String returns s in words: cron "30 6 * * *" in Europe/Berlin, or every 1h0m0s.
func (s Spec) String() string { return s.form.String() }

func (f form) String() string {
	text := fmt.Sprintf("cron %q in %s", f.Cron, f.Zone)
	if f.Every != "" {
		text = "every " + f.Every
	}
	if f.Phase != "" {
		text += " at " + f.Phase
	}
	for _, e := range f.Except {
		text += " except " + e.String()
	}
	return text
}

// MarshalJSON returns s as it is stored. It fails if Err does.
func (s Spec) MarshalJSON() ([]byte, error) {
	if err := s.Err(); err != nil {
		return nil, err
	}
	return json.Marshal(s.form)
}

// UnmarshalJSON parses the output of MarshalJSON.
func (s *Spec) UnmarshalJSON(data []byte) error {
	var f form
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	spec, err := f.spec()
	if err == nil {
		err = spec.Err()
	}
	*s = spec
	return err
}

func (f form) spec() (s Spec, err error) {
	if f.Every == "" {
		s = Cron(f.Cron, f.Zone)
	} else {
		d, err := time.ParseDuration(f.Every)
		if err != nil {
			return s, err
		}
		s = Every(d)
	}
	if f.Phase != "" {
		d, err := time.ParseDuration(f.Phase)
		if err != nil {
			return s, err
		}
		s = s.Phase(d)
	}
	for _, e := range f.Except {
		other, err := e.spec()
		if err != nil {
			return s, err
		}
		s = s.Except(other)
	}
	return s, nil
}
