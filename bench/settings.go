package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// settings are the values of the command line.
type settings struct {
	engine    string
	store     string
	workloads []workload
	json      bool
	tables    bool
	profiles  string
	db        string
	locks     bool
	sealed    bool
	dir       string
	profile   string
	n         int
	repeat    int
	tries     int
	atLeast   time.Duration
	limitFor  time.Duration
}

// engines are the engines that can be measured.
var engines = []string{"reprise", "river", "temporal"}

// parse reads the flags. It writes the messages of package flag, such as the help, to warn.
func parse(args []string, warn io.Writer) (settings, error) {
	var s settings
	var names, accelerator, payloads string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&s.engine, "engine", engines[0], "the engine: "+strings.Join(engines, ", "))
	f.StringVar(&s.store, "store", "sqlite", "the store: "+strings.Join(storeNames(), ", "))
	f.StringVar(&names, "workload", "w1,w2,w3,w5", "what to measure, separated by commas: all, or some of "+strings.Join(workloadNames(engines[0]), ", "))
	f.BoolVar(&s.json, "json", false, "print a line of JSON for each figure instead of a table")
	f.StringVar(&s.db, "db", "", "a Postgres that is there already, as postgres://user@host/database: tables are made in schemas of their own, and removed again (default: a server that the bench starts and ends)")
	f.StringVar(&accelerator, "accelerator", "on", "whether workers hold session locks on Postgres, with which a death is detected within two seconds: on or off")
	f.StringVar(&payloads, "payloads", "plain", "what payloads are in the store: plain, or sealed by codec.Zstd and codec.AESGCM, of "+strings.Join(sealable, ", "))
	f.StringVar(&s.dir, "dir", "", "where the databases are made, and removed again: a directory on the disk to be measured (default: that of temporary files, which on some systems is memory)")
	f.StringVar(&s.profile, "cpuprofile", "", "write a CPU profile to this file; see bench/README.md")
	f.StringVar(&s.profiles, "profiles", "", "write profiles of allocations, of blocking and of mutexes into this directory, of all of it, the limit included; their cost is in the figures")
	f.BoolVar(&s.tables, "tables", false, "print the state of the tables to standard error after each workload: rows, sizes and, on Postgres, how many updates were in place")
	f.IntVar(&s.n, "n", 0, "how many items a workload has (default: its own number)")
	f.IntVar(&s.repeat, "repeat", 1, "how often to measure each workload")
	f.IntVar(&s.tries, "tries", 5, "how often to measure a workload until the machine's limits before and after it agree")
	f.DurationVar(&s.atLeast, "for", 3*time.Second, "how long to repeat a throughput at least")
	f.DurationVar(&s.limitFor, "limit-for", 2*time.Second, "how long to measure the machine's limit each time")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			f.SetOutput(warn)
			f.Usage()
		}
		return s, err
	}
	var err error
	switch {
	case f.NArg() > 0:
		return s, fmt.Errorf("%q is no flag: workloads are named with -workload %s", f.Arg(0), f.Arg(0))
	case !slices.Contains(engines, s.engine):
		return s, fmt.Errorf("-engine %q: there is only %s", s.engine, strings.Join(engines, ", "))
	case !slices.Contains(storeNames(), s.store):
		return s, fmt.Errorf("-store %q: there is only %s", s.store, strings.Join(storeNames(), ", "))
	case s.db != "" && s.store != "postgres":
		return s, fmt.Errorf("-db %s: only -store postgres uses a server", s.db)
	case s.dir != "" && s.store == "postgres":
		return s, fmt.Errorf("-dir %s: a server that the bench starts is in the directory of temporary files: set TMPDIR, or name another server with -db", s.dir)
	case accelerator != "on" && accelerator != "off":
		return s, fmt.Errorf("-accelerator %q: it is on or off", accelerator)
	case payloads != "plain" && payloads != "sealed":
		return s, fmt.Errorf("-payloads %q: they are plain or sealed", payloads)
	case payloads == "sealed" && s.engine != engines[0]:
		return s, fmt.Errorf("-payloads sealed: only those of -engine %s are", engines[0])
	case s.n < 0:
		return s, fmt.Errorf("-n %d: write a number of items, or leave it out for each workload's own", s.n)
	case s.repeat < 1:
		return s, fmt.Errorf("-repeat %d: each workload is measured at least once", s.repeat)
	case s.tries < 1:
		return s, fmt.Errorf("-tries %d: each workload is measured at least once", s.tries)
	case s.atLeast < 0 || s.limitFor <= 0:
		return s, fmt.Errorf("-for %v, -limit-for %v: write durations, such as 3s", s.atLeast, s.limitFor)
	}
	s.locks, s.sealed = accelerator == "on", payloads == "sealed"
	s.workloads, err = choose(names, s.engine, s.store)
	if err == nil && len(s.workloads) == 0 {
		err = fmt.Errorf("-engine %s: none of its workloads runs with -store %s", s.engine, s.store)
	}
	for _, w := range s.workloads {
		if s.sealed && err == nil && !slices.Contains(sealable, w.name) {
			err = fmt.Errorf("-payloads sealed: workload %s is not measured so, only %s", w.name, strings.Join(sealable, ", "))
		}
	}
	return s, err
}

// sealable lists the workloads that run in one process, with payloads of its own.
var sealable = []string{"w1", "w2", "w3", "w6"}

// choose returns the workloads with these names, in the order given. "all" means those that
// can be measured on the store.
func choose(names, engine, on string) (chosen []workload, err error) {
	if names == "all" {
		return slices.DeleteFunc(workloads(engine), func(w workload) bool { return !w.on(on) }), nil
	}
	for name := range strings.SplitSeq(names, ",") {
		found := slices.DeleteFunc(workloads(engine), func(w workload) bool { return name == "" || w.name != name && w.was != name && w.family != name })
		if len(found) == 0 {
			return nil, fmt.Errorf("-workload %q: use all, or some of %s", name, strings.Join(workloadNames(engine), ", "))
		}
		for _, w := range found {
			if !w.on(on) {
				return nil, fmt.Errorf("-workload %s can be measured with -store %s only", w.name, w.store)
			}
		}
		chosen = append(chosen, found...)
	}
	return chosen, nil
}

// counts reports whether a workload counts the statements that the server executes.
func (s settings) counts() bool {
	return slices.ContainsFunc(s.workloads, func(w workload) bool { return w.counts })
}
