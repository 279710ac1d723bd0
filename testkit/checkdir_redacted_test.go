package testkit_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

type letter struct {
	Name  string
	Cents int
}

var (
	post    = activity.Define[letter, letter]("post")
	mailing = workflow.Define[letter, letter]("mailing")
)

// posted returns the code of a mailing. Its parameters are what a later version of the
// code may change.
func posted(wait time.Duration, cents, more int, greeting string, fails error) func(workflow.Context, letter) (letter, error) {
	return func(ctx workflow.Context, in letter) (letter, error) {
		if err := workflow.Sleep(ctx, wait); err != nil {
			return letter{}, err
		}
		if _, err := workflow.Execute(ctx, post, letter{greeting + in.Name, in.Cents + cents}).Get(ctx); err != nil {
			return letter{}, err
		}
		return letter{in.Name, in.Cents + more}, fails
	}
}

// The check compares what a redacted file still holds, and skips what was taken out; the
// log says so.
func TestAStrictCheckOfRedactedFiles(t *testing.T) {
	const day = 24 * time.Hour
	late, gone := failure.New("late", "it is late"), failure.New("gone", "it is gone")
	write := func(file string, fails error, opts ...reprise.ExportOption) string {
		t.Helper()
		dir := t.TempDir()
		env := testkit.New(t, mailing.Bind(posted(3*day, 0, 0, "Dear ", fails)))
		testkit.Stub(env, post, func(_ context.Context, l letter) (letter, error) { return l, nil })
		if _, err := testkit.Execute(env, mailing, letter{"Alice", 4200}); (err != nil) != (fails != nil) {
			t.Fatal(err)
		}
		if err := env.Do(func(ctx context.Context, c reprise.Client) error {
			run, err := reprise.Describe(ctx, c, "mailing-1")
			if err != nil {
				return err
			}
			f, err := os.Create(filepath.Join(dir, file))
			if err != nil {
				return err
			}
			return errors.Join(reprise.Export(ctx, c, run.RunID, f, opts...), f.Close())
		}); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	byName, whole := write("name.history", nil, reprise.Redact("name")), write("all.history", nil, reprise.Redact())
	failed, plain := write("failed.history", late, reprise.Redact("name")), write("plain.history", nil)
	const (
		some = "is redacted, and not compared are: what is in the fields name, texts of failures"
		all  = "is redacted, and not compared are: inputs, results and texts of failures."
		due  = "the due time of event 2 (timer, at testkit_test."
	)
	for name, c := range map[string]struct {
		dir    string
		change func(workflow.Context, letter) (letter, error)
		logs   string
		want   string // "": the check passes
	}{
		"nothing":            {byName, posted(3*day, 0, 0, "Dear ", nil), some, ""},
		"another greeting":   {byName, posted(3*day, 0, 0, "Liebe ", nil), some, `"Cents":4200,"Name":"Aaaa Aaaaa"} and is now {"Cents":4200,"Name":"Aaaaa Aaaaa"}`},
		"the same form":      {byName, posted(3*day, 0, 0, "Miss ", nil), some, ""},
		"another wait":       {byName, posted(5*day, 0, 0, "Dear ", nil), some, due},
		"another input":      {byName, posted(3*day, 1, 0, "Dear ", nil), some, `the input of event `},
		"another result":     {byName, posted(3*day, 0, 1, "Dear ", nil), some, `was {"Cents":4200,"Name":"Aaaaa"} and is now {"Cents":4201,"Name":"Aaaaa"}`},
		"all, nothing":       {whole, posted(3*day, 0, 0, "Dear ", nil), all, ""},
		"all, another input": {whole, posted(3*day, 1, 1, "Liebe ", nil), all, ""},
		"all, another wait":  {whole, posted(5*day, 0, 0, "Dear ", nil), all, due},
		"the same failure":   {failed, posted(3*day, 0, 0, "Dear ", failure.New("late", "too late")), some, ""},
		"another failure":    {failed, posted(3*day, 0, 0, "Dear ", gone), some, `was late "redacted" and is now gone "redacted"`},
		"plain":              {plain, posted(3*day, 0, 0, "Miss ", nil), "", `"Name":"Miss Alice"`},
	} {
		t.Run(name, func(t *testing.T) {
			said := ask(t, func(tb testing.TB) { testkit.Checker{Strict: true}.CheckDir(tb, c.dir, mailing.Bind(c.change)) })
			if c.want == "" {
				said.wants()
			} else {
				said.wants(c.want)
			}
			logs := said.logs.String()
			if !strings.Contains(logs, c.logs) || strings.Count(logs, "is redacted") != min(1, len(c.logs)) {
				t.Errorf("it logs %q", logs)
			}
		})
	}
}
