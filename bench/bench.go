package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
)

// bench is one execution of the program, with the tools that workloads share.
type bench struct {
	settings
	backend backend
	dir     string // everything is created in it
	warn    io.Writer
	program string // path of the command line, once it is built
}

// size returns the number of items of a workload: own, unless -n gives another.
func (b *bench) size(own int) int {
	if b.n > 0 {
		return b.n
	}
	return own
}

// pairs returns how many pairs of turns compare two variants. It is one if -for is zero.
func (b *bench) pairs(own int) int {
	if b.atLeast == 0 {
		return 1
	}
	return own
}

// measureAll measures every workload asked for and prints its lines when it is done.
func measureAll(ctx context.Context, s settings, out, warn io.Writer) (err error) {
	b := &bench{settings: s, warn: warn}
	b.dir, err = os.MkdirTemp(s.dir, "reprise-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	b.backend, err = backends[s.store](ctx, s, b.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.backend.close()) }()
	stop, err := profile(s.profile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	stopMore, err := moreProfiles(s.profiles)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopMore()) }()
	p := &printer{w: out, json: s.json}
	for _, w := range s.workloads {
		for range s.repeat {
			runtime.GC() // this workload must not collect the previous one's garbage
			others := watchNeighbours(b.backend)
			lines, err := w.measure(ctx, b)
			if err != nil {
				return fmt.Errorf("workload %s: %w", w.name, err)
			}
			others.tell(warn, w.name)
			for _, l := range lines {
				l.Engine, l.Store, l.Workload = s.engine, s.store, w.name
				if err := p.print(l); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
