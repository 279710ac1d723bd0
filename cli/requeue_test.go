package cli_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
)

// Failed jobs are found, and carried out again once the cause is fixed; no other job is.
func TestFailedJobsAreRequeued(t *testing.T) {
	ctx := t.Context()
	var mended atomic.Bool
	mail := activity.New("mail", func(_ context.Context, to string) (string, error) {
		if to != "ada" && !mended.Load() {
			return "", errors.New("no such mailbox")
		}
		return "sent to " + to, nil
	}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
	rt := started(t, memory.New(), reprise.Config{Build: "b1"}, mail)
	for _, to := range []string{"ada", "bob", "eve"} {
		job, err := reprise.Enqueue(ctx, rt, mail, to, reprise.ID(to))
		if err != nil {
			t.Fatal(err)
		}
		bounded, cancel := context.WithTimeout(ctx, time.Minute)
		if _, err := job.Result(bounded); err == nil != (to == "ada") {
			t.Fatalf("%s: %v", to, err)
		}
		cancel()
	}
	mended.Store(true)
	dry := say(t, rt, "batch", "requeue", "--workflow", "job:mail", "--reason", "the server is back", "--dry-run", "-o", "table")
	dry.want(t, 0, "bob", "eve", "2 runs: nothing was done")
	if strings.Contains(dry.out, "ada") {
		t.Errorf("a job that has completed is selected: %s", dry.out)
	}
	say(t, rt, "run", "requeue", "bob", "--reason", "the mailbox is there", "--by", "anna").want(t, 0, `"done": "requeued as run `)
	say(t, rt, "batch", "requeue", "--all", "--yes", "--reason", "the server is back", "-o", "table").want(t, 0, "eve: requeued as run", "1 run, 0 failed")
	for _, to := range []string{"bob", "eve"} {
		say(t, rt, "run", "result", to).want(t, 0, "sent to "+to)
	}
	say(t, rt, "batch", "requeue", "--all", "--yes", "--reason", "again", "-o", "table").want(t, 0, `no failed job in namespace "default" matches`)
	say(t, rt, "run", "requeue", "bob").want(t, 64, "--reason is missing")
}

// A refusal that says what to do is not followed by a command that does not help.
func TestARefusalNamesACommandThatHelps(t *testing.T) {
	rt := started(t, memory.New(), reprise.Config{Build: "b1", Queues: []reprise.Queue{{Name: "default"}, {Name: "psp"}}})
	say(t, rt, "run", "start", "hold", `""`, "--id", "a", "--queue", "pspp").want(t, 64, `does not declare queue "pspp", only default, psp`, "try: shop queue list\n")
	begin(t, rt, "b")
	say(t, rt, "run", "terminate", "b", "--yes", "--reason", "a test").want(t, 0)
	say(t, rt, "run", "delete", "b", "--yes").want(t, 1, "too soon", "try: shop run delete b --yes\n")
	if other := say(t, rt, "run", "requeue", "b", "--reason", "again"); other.code != 1 || strings.Contains(other.errors, "try:") {
		t.Errorf("a requeue of no job: %d, %s", other.code, other.errors)
	}
}
