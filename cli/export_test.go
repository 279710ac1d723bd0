package cli_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/history"
)

func TestExportWritesAFileOnceAndWhole(t *testing.T) {
	rt := onMemory(t)
	h := begin(t, rt, "order 1")
	dir := t.TempDir()
	file := filepath.Join(dir, "a b.history")
	got := say(t, rt, "run", "export", "order 1", "--out", file)
	got.want(t, 0, `"file": "`+file)
	if o := got.object(t); o["id"] != "order 1" || o["run_id"] != h.RunID().String() {
		t.Errorf("it says %v", o)
	}
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if s := say(t, rt, "run", "export", h.RunID().String()); s.out != string(first) {
		t.Errorf("to standard output it writes\n%s, to the file\n%s", s.out, first)
	}
	if s := say(t, rt, "run", "export", "order 1", "--out", "-", "-o", "table"); s.out != string(first) {
		t.Errorf("with --out - it writes\n%s", s.out)
	}
	end(t, rt, h, answer{Yes: true})
	say(t, rt, "run", "export", "order 1", "--out", file).want(t, 1, "a b.history already exists",
		"try: shop run export 'order 1' --out '"+file+"' --force")
	if now, err := os.ReadFile(file); err != nil || string(now) != string(first) {
		t.Errorf("a file that was there was changed: %v", err)
	}
	say(t, rt, "run", "export", "order 1", "--out", file, "--force", "-o", "table").want(t, 0,
		"order 1: its history is in "+file+"\nnext: shop replay '"+file+"'\n")
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	e, _, err := history.ReadExport(f)
	if err != nil || e.Status != "completed" || e.Events != 4 {
		t.Errorf("the file is that of %+v, %v", e, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 1 {
		t.Errorf("left in the directory: %v, %v", names, err)
	}
}

func TestExportThatCannotBeWritten(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	dir := t.TempDir()
	say(t, rt, "run", "export", "a", "--out", dir).want(t, 64, "is a directory", "try: shop run export --out "+filepath.Join(dir, "run.history")+" a")
	say(t, rt, "run", "export", "a", "--out", filepath.Join(dir, "no", "x")).want(t, 3, filepath.Join("no", "x")+" cannot be written: there is no directory "+filepath.Join(dir, "no")+"\n", "try: mkdir -p "+filepath.Join(dir, "no")+" && shop run export --out "+filepath.Join(dir, "no", "x")+" a\n")
	say(t, rt, "run", "export", "b", "--out", filepath.Join(dir, "x")).want(t, 3, `id "b"`, "try: shop run list")
	say(t, rt, "run", "export").want(t, 64, "run export needs ID")
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("left in the directory: %v, %v", names, err)
	}
	full := cli.Program{Name: "shop", Runtime: rt, Args: []string{"run", "export", "a"}, Stdout: broken{errors.New("no space left")}, Stderr: &strings.Builder{}}
	if code := full.Run(t.Context()); code != 1 {
		t.Errorf("onto a full disk: exit code %d", code)
	}
}

// Only an exported history may be overwritten, whatever the flags. What another file
// is nobody can tell, and it may be the store.
func TestExportWritesOverNothingElse(t *testing.T) {
	rt := onMemory(t)
	begin(t, rt, "a")
	dir := t.TempDir()
	db, text, newer := filepath.Join(dir, "orders.db"), filepath.Join(dir, "diary"), filepath.Join(dir, "newer.history")
	if err := errors.Join(os.WriteFile(db, []byte("SQLite format 3\x00 and so on"), 0o644), os.WriteFile(text, []byte("Monday\n"), 0o644),
		os.WriteFile(newer, []byte(`{"reprise":"history","version":2}`), 0o644)); err != nil {
		t.Fatal(err)
	}
	before := contents(t, dir)
	for _, name := range []string{db, text, newer} {
		for _, force := range []string{"--force", "--force=false"} {
			say(t, rt, "run", "export", "a", "--out", name, force).want(t, 64,
				filepath.Base(name)+" exists and is not an exported history: it is not overwritten\n", "--out "+name+".history", " a\n")
		}
	}
	for _, suffix := range []string{"-wal", "-shm", "-journal", ".reprise-lock"} {
		say(t, rt, "run", "export", "a", "--out", db+suffix, "--force").want(t, 64,
			"orders.db"+suffix+" would be taken for a part of "+db, "try: shop run export --force --out "+db+suffix+".history a\n")
	}
	if now := contents(t, dir); now != before {
		t.Errorf("the directory holds\n%s, and held\n%s", now, before)
	}
	if runtime.GOOS == "windows" {
		return // there only privileged users may make links
	}
	link, hard := filepath.Join(dir, "link"), filepath.Join(dir, "hard")
	if err := errors.Join(os.Symlink(db, link), os.Link(db, hard)); err != nil {
		t.Fatal(err)
	}
	before = contents(t, dir)
	for _, name := range []string{link, hard} {
		say(t, rt, "run", "export", "a", "--out", name, "--force").want(t, 64, "it is not overwritten")
	}
	if now := contents(t, dir); now != before {
		t.Errorf("the directory holds\n%s, and held\n%s", now, before)
	}
}

// contents returns the names and contents of the files in a directory.
func contents(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s: %s\n", f.Name(), text)
	}
	return all.String()
}

// Something that is not a regular file is written into; a link stays a link.
func TestExportToALinkOrADevice(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // it has neither
	}
	rt := onMemory(t)
	begin(t, rt, "a")
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(file, nil, 0o644), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	say(t, rt, "run", "export", "a", "--out", link, "--force").want(t, 0)
	if to, err := os.Readlink(link); err != nil || to != file {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if text, err := os.ReadFile(file); err != nil || len(text) == 0 {
		t.Errorf("%d bytes were written through the link, %v", len(text), err)
	}
	say(t, rt, "run", "export", "a", "--out", os.DevNull, "--force").want(t, 0)
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s was replaced: %v", os.DevNull, err)
	}
}

func TestExportRedacted(t *testing.T) {
	rt := onMemory(t)
	end(t, rt, begin(t, rt, "a"), answer{Yes: true, By: "Alice"})
	file := filepath.Join(t.TempDir(), "a.history")
	result := func() string {
		t.Helper()
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		head, rows, err := history.ReadExport(f)
		if err != nil {
			t.Fatal(err)
		}
		text, seq := head.Redacted, int64(1)
		for row, err := range rows {
			if err != nil {
				t.Fatal(err)
			}
			_, events, err := history.DecodeRow(row.Data, seq, row.N)
			if err != nil {
				t.Fatal(err)
			}
			seq += int64(row.N)
			if b, ok := events[len(events)-1].Body.(*history.RunCompleted); ok {
				var a answer
				if err := rt.Inside().Codecs().Decode(b.Result, &a); err != nil {
					t.Fatal(err)
				}
				text += fmt.Sprintf(": %+v", a)
			}
		}
		return text
	}
	say(t, rt, "run", "export", "a", "--redact", "--out", file, "-o", "table").want(t, 0, "a: its history, redacted, is in "+file+"\nnext: shop replay "+file+"\n")
	if got := result(); got != "all values: {Yes:true By:Aaaaa}" {
		t.Errorf("it holds %s", got)
	}
	say(t, rt, "run", "export", "a", "--redact=yes, BY", "--out", file, "--force").want(t, 0, `"redacted": true`)
	if got := result(); got != "the fields yes, BY: {Yes:true By:Aaaaa}" {
		t.Errorf("it holds %s", got)
	}
	say(t, rt, "run", "export", "a", "--redact=by,card", "--out", file).want(t, 1, "try: shop run export a --out "+file+" '--redact=by,card' --force")
	say(t, rt, "run", "export", "a", "--redact", "--out", file).want(t, 1, "try: shop run export a --out "+file+" --redact --force")
	say(t, rt, "run", "export", "a", "--out", file, "--force").want(t, 64, "a.history exists and is redacted (the fields yes, BY): a full history does not overwrite it",
		"try: shop run export a --out "+file+" --force '--redact=yes,BY'\n")
	say(t, rt, "run", "export", "a", "--out", file).want(t, 64, "does not overwrite it", "--force '--redact=yes,BY'\n")
	if got := result(); got != "the fields yes, BY: {Yes:true By:Aaaaa}" {
		t.Errorf("it holds %s", got)
	}
	say(t, rt, "run", "export", "a", "--redact=by,,card").want(t, 64, `--redact takes names of fields separated by commas, as in --redact=card,email, or no value at all, not "by,,card"`)
	say(t, rt, "run", "export", "--redact", "by", "a").want(t, 64, `no further argument`, `names of fields go after "=", as in --redact=card,email`)
	say(t, rt, "run", "export", "a", "b", "--redact=by").want(t, 64, "no further argument, got \"b\"\n")
	say(t, rt, "run", "export", "--help").want(t, 0, "--redact =FIELD,FIELD  redact values: all, or with =FIELD,FIELD those in these fields")
	if s := say(t, rt, "run", "export", "a", "--redact"); !strings.Contains(s.out, `"redacted":"all values"`) || s.code != 0 {
		t.Errorf("to standard output, exit code %d: %s", s.code, s.out)
	}
	say(t, rt, "replay", file, "-o", "table").want(t, 0, "ok       "+file+": 4 events, 2 tasks, redacted, has ended\n")
}

// When a named field does not exist, nothing is written anywhere: the user must not
// believe that the field was removed.
func TestExportWithoutAFieldThatThereIsNot(t *testing.T) {
	rt := onMemory(t)
	end(t, rt, begin(t, rt, "a"), answer{Yes: true, By: "Alice"})
	dir := t.TempDir()
	file := filepath.Join(dir, "a.history")
	says := `a was not exported: no payload has a field "card" or "e-mail"; among those there are `
	say(t, rt, "run", "export", "a", "--redact=card,by,e-mail", "--out", file).want(t, 64, says, `"yes"`, "try: shop run export a --out "+file+" --redact\n")
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("left in the directory: %v, %v", names, err)
	}
	s := say(t, rt, "run", "export", "a", "--redact=card,by,e-mail")
	s.want(t, 64, says, "try: shop run export a --redact\n")
	if s.out != "" {
		t.Errorf("it writes\n%s", s.out)
	}
	say(t, rt, "run", "export", "a", "--redact=by", "--out", file).want(t, 0)
	before := contents(t, dir)
	say(t, rt, "run", "export", "a", "--redact=card,e-mail", "--out", file, "--force").want(t, 64, says)
	if now := contents(t, dir); now != before {
		t.Errorf("the directory holds\n%s, and held\n%s", now, before)
	}
}
