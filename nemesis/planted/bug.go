package main

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

//go:embed *.patch
var files embed.FS

// bug is a patch file.
type bug struct {
	name    string
	what    string   // description
	catches []string // commands that must catch it
	text    []byte
}

// bugs reads the patch files, sorted by name.
func bugs() (all []bug, err error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		b := bug{name: strings.TrimSuffix(e.Name(), path.Ext(e.Name())), text: text}
		head, _, ok := strings.Cut(string(text), "\ndiff --git ")
		for line := range strings.Lines(head) {
			line = strings.TrimSpace(line)
			if command, is := strings.CutPrefix(line, "Catch: "); is {
				b.catches = append(b.catches, command)
			} else {
				b.what = strings.TrimSpace(b.what + " " + line)
			}
		}
		if !ok || b.what == "" || len(b.catches) == 0 {
			return nil, fmt.Errorf("%s: a planted bug is some words, at least one line \"Catch: command\", and a diff", e.Name())
		}
		all = append(all, b)
	}
	return all, nil
}

// chosen returns the bugs with these names, or all bugs without names.
func chosen(all []bug, names []string) ([]bug, error) {
	if len(names) == 0 {
		return all, nil
	}
	var some []bug
	for _, name := range names {
		found := false
		for _, b := range all {
			if b.name == name {
				some, found = append(some, b), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no planted bug %q: -list names them", name)
		}
	}
	return some, nil
}
