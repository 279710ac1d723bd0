package files_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/samples/files"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/testkit"
)

var schedules = flag.Int("schedules", 12, "how many schedules are explored")

func TestMain(m *testing.M) {
	if dir := os.Getenv("SAMPLE_FILES_WORKER"); dir != "" {
		if err := serve(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

// disks are what lies on the disks of workers; nobody sees the one of another.
type disks struct {
	env     *testkit.Env
	files   map[string]string // by worker and path
	sent    map[string]string
	fetched int
}

func newDisks(tb testing.TB) (*testkit.Env, *disks) {
	env := testkit.New(tb, files.File.Bind(files.Run))
	d := &disks{env: env, files: map[string]string{}, sent: map[string]string{}}
	key := func(ctx context.Context, l files.Local) string {
		if at := activity.GetInfo(ctx).Worker; at != l.Worker {
			env.Errorf("a step for %s runs on %s", l.Worker, at)
		}
		return l.Worker + l.Path
	}
	testkit.Stub(env, files.Download, func(ctx context.Context, from string) (files.Local, error) {
		d.fetched++
		l := files.Local{Worker: activity.GetInfo(ctx).Worker, Path: "/tmp/" + from}
		d.files[key(ctx, l)] = "content of " + from
		return l, nil
	})
	testkit.Stub(env, files.Change, func(ctx context.Context, l files.Local) (files.Local, error) {
		to := files.Local{Worker: l.Worker, Path: l.Path + ".new"}
		d.files[key(ctx, to)] = strings.ToUpper(d.files[key(ctx, l)])
		return to, nil
	})
	testkit.Stub(env, files.Send, func(ctx context.Context, u files.Upload) (int64, error) {
		d.sent[u.To] = d.files[key(ctx, u.Local)]
		return int64(len(d.sent[u.To])), nil
	})
	testkit.Stub(env, files.Remove, func(ctx context.Context, l files.Local) (activity.None, error) {
		delete(d.files, key(ctx, l))
		delete(d.files, key(ctx, l)+".new")
		return activity.None{}, nil
	})
	return env, d
}

func changes(tb testing.TB) {
	env, d := newDisks(tb)
	if n, err := testkit.Start(env, files.File, files.Job{From: "a", To: "b"}).Result(); err != nil || n != 12 || d.sent["b"] != "CONTENT OF A" {
		tb.Errorf("%d bytes, %v; sent %q after %d downloads", n, err, d.sent["b"], d.fetched)
	}
}

func TestAFileIsChangedOnTheWorkerThatHasIt(t *testing.T) {
	changes(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, changes) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *schedules, changes) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, changes) })
}

// serve is a worker in a process of its own. It sends what it has to do first, and, if it is told to,
// stands still in the middle of a change.
func serve(dir string) error {
	st, err := sqlite.Open(context.Background(), filepath.Join(dir, "files.db"))
	if err != nil {
		return err
	}
	w := files.Worker{Dir: os.Getenv("SAMPLE_FILES_DISK"), Change: bytes.ToUpper}
	if os.Getenv("SAMPLE_FILES_HANG") != "" {
		w.Change = func([]byte) []byte {
			fmt.Println("changing")
			select {}
		}
	}
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler), LeaseTTL: time.Second}, bindings(w)...)
	if err != nil {
		return err
	}
	ctx := context.Background()
	if err := rt.Start(ctx); err != nil {
		return err
	}
	h, err := reprise.Start(ctx, rt, files.File, files.Job{From: filepath.Join(dir, "in"), To: filepath.Join(dir, "out")}, reprise.ID("job"), reprise.OnConflict(reprise.UseExisting))
	if err != nil {
		return err
	}
	n, err := h.Result(ctx)
	if err != nil {
		return err
	}
	fmt.Println("uploaded", n)
	return rt.Stop(ctx)
}

func bindings(w files.Worker) []reprise.Binding {
	return []reprise.Binding{files.File.Bind(files.Run), files.Download.Bind(w.Download), files.Change.Bind(w.Changed), files.Send.Bind(w.Send), files.Remove.Bind(w.Remove)}
}

// A process is killed in the middle of the change. The next one has another disk: it begins with the download.
func TestAFileIsFetchedAgainWhenItsWorkerIsKilled(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in"), bytes.Repeat([]byte("reprise "), 20_000), 0o600); err != nil {
		t.Fatal(err)
	}
	worker := func(name, hang string) *exec.Cmd {
		disk := filepath.Join(dir, name)
		if err := os.Mkdir(disk, 0o700); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Stderr = os.Stderr
		cmd.Env = append(os.Environ(), "SAMPLE_FILES_WORKER="+dir, "SAMPLE_FILES_DISK="+disk, "SAMPLE_FILES_HANG="+hang)
		return cmd
	}
	first := worker("disk-1", "yes")
	out, err := first.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Error("it does not change the file:", err)
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait() // it was killed
	said, err := worker("disk-2", "").Output()
	if err != nil || string(said) != "uploaded 160000\n" {
		t.Errorf("the second worker says %q, %v", said, err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "out")); err != nil || !bytes.Equal(got, bytes.Repeat([]byte("REPRISE "), 20_000)) {
		t.Errorf("uploaded are %d bytes, %v", len(got), err)
	}
	for disk, want := range map[string]int{"disk-1": 2, "disk-2": 0} { // the dead one could not clean up
		if left, err := os.ReadDir(filepath.Join(dir, disk)); err != nil || len(left) != want {
			t.Errorf("on %s are %d files, %v; want %d", disk, len(left), err, want)
		}
	}
}
