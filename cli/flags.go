package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	flags "github.com/urfave/cli/v3"
)

// When they refuse a value, the flags of this package say what they accept: see
// [app.wrongFlag].

// wholeFlag takes a whole number between two bounds.
type wholeFlag = flags.FlagBase[int, bounds, wholeValue]

type bounds struct{ min, max int }

type wholeValue struct {
	to *int
	bounds
}

func (wholeValue) Create(value int, to *int, in bounds) flags.Value {
	*to = value
	return &wholeValue{to, in}
}

func (wholeValue) ToString(value int) string { return strconv.Itoa(value) }

func (v *wholeValue) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < v.min || n > v.max {
		return fmt.Errorf("a whole number from %d to %d", v.min, v.max)
	}
	*v.to = n
	return nil
}

func (v *wholeValue) Get() any       { return *v.to }
func (v *wholeValue) String() string { return strconv.Itoa(*v.to) }

// timeFlag takes a duration that is not negative.
type timeFlag = flags.FlagBase[time.Duration, flags.NoConfig, timeValue]

type timeValue struct{ to *time.Duration }

func (timeValue) Create(value time.Duration, to *time.Duration, _ flags.NoConfig) flags.Value {
	*to = value
	return &timeValue{to}
}

func (timeValue) ToString(value time.Duration) string { return value.String() }

func (v *timeValue) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return errors.New(aTime)
	}
	*v.to = d
	return nil
}

func (v *timeValue) Get() any       { return *v.to }
func (v *timeValue) String() string { return v.to.String() }

// redactFlag takes names of fields, or stands alone.
type redactFlag = flags.FlagBase[redacting, flags.NoConfig, redactValue]

// redacting is what an export leaves out: nothing, all values, or the values of fields.
type redacting struct {
	on     bool
	fields []string
}

// bare reports whether the flag was given without a value.
func (r redacting) bare() bool { return r.on && len(r.fields) == 0 }

// word returns the flag as typed.
func (r redacting) word() string {
	return strings.TrimSuffix("--redact="+strings.Join(r.fields, ","), "=")
}

type redactValue struct{ to *redacting }

func (redactValue) Create(value redacting, to *redacting, _ flags.NoConfig) flags.Value {
	*to = value
	return &redactValue{to}
}

func (redactValue) ToString(redacting) string { return "" }

// Set gets "true" for a flag without a value.
func (v *redactValue) Set(s string) error {
	*v.to = redacting{on: true}
	if s == "true" {
		return nil
	}
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return errors.New("names of fields separated by commas, as in --redact=card,email, or no value at all")
		}
		v.to.fields = append(v.to.fields, name)
	}
	return nil
}

func (v *redactValue) Get() any         { return *v.to }
func (v *redactValue) String() string   { return strings.Join(v.to.fields, ",") }
func (v *redactValue) IsBoolFlag() bool { return true }

const aTime = "a time with its unit, as in 500ms, 10s or 5m"

func oneOf(allowed ...string) func(string) error {
	return func(s string) error {
		if slices.Contains(allowed, s) {
			return nil
		}
		return fmt.Errorf("%s or %s", strings.Join(allowed[:len(allowed)-1], ", "), allowed[len(allowed)-1])
	}
}

// takes returns what f accepts; why is its own text for that, or the library's complaint.
func takes(f flags.Flag, why string) string {
	switch f.(type) {
	case *flags.IntFlag, *flags.Int64Flag:
		return "a whole number"
	case *flags.DurationFlag:
		return aTime
	case *flags.BoolFlag:
		return "true or false"
	}
	return why
}
