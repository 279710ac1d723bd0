package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
)

// guard is the lock on FILE.reprise-lock. The operating system releases it when the process
// ends, in any way: the holder knows that no other engine lives.
type guard struct{ f *os.File }

// errLocked is returned by lockFile if another opening of the file has the lock.
var errLocked = errors.New("locked")

func lockPath(path string) string { return path + ".reprise-lock" }

// lockWait is how long Join waits for a lock that is taken, and lockPause the time between
// two looks. An engine that was killed may have left the lock to a child that one of its
// goroutines had just forked: the lock is free once that child executes its program.
const (
	lockWait  = 500 * time.Millisecond
	lockPause = 10 * time.Millisecond
)

// guarded makes sure that this Store has the lock, and records w as one of its workers. It
// reports whether w is new here.
func (s *Store) guarded(ctx context.Context, w store.Worker) (fresh bool, err error) {
	for until := time.Now().Add(lockWait); ; {
		fresh, err = s.tryGuard(ctx, w)
		if running := (*store.EngineRunningError)(nil); !errors.As(err, &running) || !time.Now().Before(until) {
			return fresh, err
		}
		if s.lockTaken != nil {
			s.lockTaken()
		}
		select {
		case <-time.After(lockPause):
		case <-ctx.Done():
			return false, ctx.Err()
		case <-s.closed:
			return false, store.ErrStoreClosed
		}
	}
}

// tryGuard is guarded with a single look at the lock.
func (s *Store) tryGuard(ctx context.Context, w store.Worker) (fresh bool, err error) {
	if _, err := s.enter(ctx); err != nil {
		return false, err
	}
	defer s.leave()
	if s.guard == nil {
		if s.guard, err = takeGuard(s.path, w, s.now()); err != nil {
			return false, err
		}
	}
	fresh = !s.joined[w.ID]
	s.joined[w.ID] = true
	return fresh, nil
}

// left forgets a worker, and releases the lock after the last one.
func (s *Store) left(id store.WorkerID) error {
	select {
	case s.write <- struct{}{}:
	case <-s.closed:
		return nil // Close releases the lock
	}
	defer s.leave()
	delete(s.joined, id)
	if len(s.joined) > 0 {
		return nil
	}
	return s.unguard()
}

func (s *Store) unguard() error {
	if s.guard == nil {
		return nil
	}
	g := s.guard
	s.guard = nil
	if err := errors.Join(unlockFile(g.f), g.f.Close()); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return nil
}

// takeGuard takes the lock and writes its holder, or reads the holder.
func takeGuard(path string, w store.Worker, now time.Time) (*guard, error) {
	f, err := os.OpenFile(lockPath(path), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, &FileError{Path: lockPath(path), Do: "let this process create and write it: it protects the database from a second engine",
			Err: fmt.Errorf("%w: %w", ErrCannotOpen, err)}
	}
	switch err := lockFile(f); {
	case errors.Is(err, errLocked):
		running := &store.EngineRunningError{Path: path}
		running.PID, running.Host, running.Since = readHolder(f)
		_ = f.Close() // it was only read
		return nil, running
	case err != nil:
		return nil, errors.Join(&FileError{Path: lockPath(path), Do: "put the database on a local file system whose locks work",
			Err: fmt.Errorf("%w: %w", ErrCannotOpen, err)}, f.Close())
	}
	// The text is for people; the lock holds without it.
	if err := writeHolder(f, w, now); err != nil {
		return nil, errors.Join(fmt.Errorf("sqlite: %s: %w", lockPath(path), err), f.Close())
	}
	return &guard{f: f}, nil
}

func writeHolder(f *os.File, w store.Worker, now time.Time) error {
	if w.PID == 0 {
		w.PID = os.Getpid()
	}
	if w.Host == "" {
		w.Host, _ = os.Hostname() // an empty name is better than no engine
	}
	text := fmt.Sprintf("pid %d\nhost %s\nsince %s\nworker %s\n", w.PID, strings.ReplaceAll(w.Host, "\n", " "), now.Format(time.RFC3339), w.ID)
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(text), 0)
	return err
}

// readHolder reads the holder of the lock as far as the text says; it may be half written.
func readHolder(f *os.File) (pid int, host string, since time.Time) {
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 4096))
	if err != nil {
		return 0, "", time.Time{}
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "pid":
			if n, err := strconv.Atoi(value); err == nil {
				pid = n
			}
		case "host":
			host = value
		case "since":
			if t, err := time.Parse(time.RFC3339, value); err == nil {
				since = t
			}
		}
	}
	return pid, host, since
}
