package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// settings are the values of the command line.
type settings struct {
	count     int
	flags     []string // of the bench
	revisions [2]string
}

// enough is how many measurements a median needs for an interval that contains it with 95 %
// confidence.
const enough = 6

// parse takes its own flag and the revisions out of args, and leaves the rest to the bench.
// A flag of the bench has its value after = or in the next word, except -json, which is
// accepted and always set.
func parse(args []string) (settings, error) {
	s := settings{count: enough, revisions: [2]string{"", "HEAD"}}
	var names []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		flag := strings.TrimLeft(arg, "-")
		switch {
		case flag == arg || arg == "-":
			names = append(names, arg)
			continue
		case flag == "json":
			continue
		case flag == "help" || flag == "h":
			return s, errors.New("it compares the bench of two revisions of this repository")
		}
		name, value, joined := strings.Cut(flag, "=")
		if !joined {
			if len(args) == 0 {
				return s, fmt.Errorf("-%s needs a value", name)
			}
			value, args = args[0], args[1:]
		}
		if name != "count" {
			s.flags = append(s.flags, "-"+name+"="+value)
			continue
		}
		var err error
		if s.count, err = strconv.Atoi(value); err != nil || s.count < 1 {
			return s, fmt.Errorf("-count %s: write how often to measure each revision", value)
		}
	}
	if len(names) < 1 || len(names) > 2 {
		return s, fmt.Errorf("%d revisions are named: name one, to pair it with HEAD, or two", len(names))
	}
	copy(s.revisions[:], names)
	return s, nil
}
