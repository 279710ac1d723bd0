package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
)

// profile writes a CPU profile to path until stop is called; no path, no profile.
func profile(path string) (stop func() error, err error) {
	if path == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}

// moreProfiles writes profiles of allocations, blocking and mutexes into dir when stop
// is called; no dir, no profiles.
func moreProfiles(dir string) (stop func() error, err error) {
	if dir == "" {
		return func() error { return nil }, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	runtime.SetBlockProfileRate(10_000) // one sample per 10 µs of waiting
	runtime.SetMutexProfileFraction(10)
	return func() (err error) {
		for _, kind := range []string{"allocs", "block", "mutex"} {
			err = errors.Join(err, writeProfile(filepath.Join(dir, kind+".pprof"), kind))
		}
		runtime.SetBlockProfileRate(0)
		runtime.SetMutexProfileFraction(0)
		return err
	}, nil
}

func writeProfile(path, kind string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(pprof.Lookup(kind).WriteTo(f, 0), f.Close())
}
