package lint_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxLines is how long a file may get before it holds a second job.
const maxLines = 500

// timeless packages take time as an input: they neither read a clock nor wait on one.
var timeless = []string{"history", "signal", "replay", "workflow", "internal/balance", "store/internal/rules", "internal/waits"}

// clocked packages read time through a timer.Clock only, so that a test decides how it
// passes.
var clocked = []string{".", "recovery", "store", "store/memory", "activity", "internal/commit", "internal/engine", "internal/engine/attempt", "internal/wakeup", "internal/watchdog"}

// ofTheClock are the names of package time that read the clock or wait on it.
var ofTheClock = []string{
	"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "LoadLocation",
}

func TestPurePackagesKnowNoClock(t *testing.T) { report(t, checkClock(files(t), timeless)) }

func TestTimeIsReadThroughAClock(t *testing.T) { report(t, checkClock(files(t), clocked)) }

func checkClock(all []*goFile, dirs []string) (findings []string) {
	for _, f := range all {
		if f.test || !slices.Contains(dirs, f.dir) {
			continue
		}
		f.uses("time", func(name string, pos token.Pos) {
			if slices.Contains(ofTheClock, name) {
				findings = append(findings, f.at(pos)+": time."+name+": time is an input here")
			}
		})
	}
	return findings
}

// mayReadEnvironment are programs, what tests link, and the testkit, whose user is who types go test. A library that reads the environment or has an init
// behaves differently without its user having said so.
var mayReadEnvironment = []string{"cmd/", "samples/", "internal/budget", "internal/lint/size", "internal/testsum", "internal/pgtest", "cli", "testkit"}

func TestLibrariesDoNothingBehindTheirUsersBack(t *testing.T) {
	report(t, checkHidden(files(t)))
}

func checkHidden(all []*goFile) (findings []string) {
	for _, f := range all {
		if f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				findings = append(findings, f.at(fn.Pos())+": an init function")
			}
		}
		if under(f.dir, mayReadEnvironment) {
			continue
		}
		f.uses("os", func(name string, pos token.Pos) {
			if slices.Contains([]string{"Getenv", "LookupEnv", "Environ", "ExpandEnv"}, name) {
				findings = append(findings, f.at(pos)+": os."+name+": a library does not read the environment")
			}
		})
		f.uses("fmt", func(name string, pos token.Pos) {
			if strings.HasPrefix(name, "Print") {
				findings = append(findings, f.at(pos)+": fmt."+name+": a library speaks through slog or errors")
			}
		})
	}
	return findings
}

func TestNoFileIsTooLong(t *testing.T) {
	for _, f := range files(t) {
		if n := f.lines(); !f.test && n > maxLines {
			t.Errorf("%s has %d lines, more than %d: which second job moved in?", f.path, n, maxLines)
		}
	}
}

// sleeps are the tests that may sleep, and why nothing else serves.
var sleeps = map[string]string{}

func TestTestsNeitherSleepNorSkip(t *testing.T) { report(t, checkTests(files(t), sleeps)) }

func checkTests(all []*goFile, sleeps map[string]string) (findings []string) {
	for _, f := range all {
		if !f.test {
			continue
		}
		if sleeps[f.path] == "" {
			f.uses("time", func(name string, pos token.Pos) {
				if name == "Sleep" {
					findings = append(findings, f.at(pos)+": time.Sleep synchronises nothing: wait for what is to happen")
				}
			})
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if ok && slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, sel.Sel.Name) {
				findings = append(findings, f.at(call.Pos())+": a test that skips tests nothing")
			}
			return true
		})
	}
	return findings
}

// leftovers are words that mark unfinished work, by a part of them in lower case that is
// looked for first. They are put together here so that this file does not hold them.
var leftovers = map[string]*regexp.Regexp{
	"to" + "do":        regexp.MustCompile(`\bTO` + `DO\b`),
	"fix" + "me":       regexp.MustCompile(`\bFIX` + `ME\b`),
	"xx" + "x":         regexp.MustCompile(`\bXX` + `X\b`),
	"hac" + "k":        regexp.MustCompile(`\bHAC` + `K\b`),
	"imple" + "mented": regexp.MustCompile(`\b(not |un)imple` + `mented\b`),
}

// synonyms are words of other systems for things that have a name here, likewise.
var synonyms = map[string]struct {
	word *regexp.Regexp
	ours string
}{
	"stra" + "nd":          {regexp.MustCompile(`(?i)\bstra` + `nds?\b`), "coroutine"},
	"orches" + "trat":      {regexp.MustCompile(`(?i)\borches` + `trat(ions?|ors?|es?|ed|ing)\b`), "workflow"},
	"decision " + "task":   {regexp.MustCompile(`(?i)\bdecision ` + `tasks?\b`), "workflow task"},
	"workflow inst" + "an": {regexp.MustCompile(`(?i)\bworkflow inst` + `ances?\b`), "run"},
	"workflow exec" + "ut": {regexp.MustCompile(`(?i)\bworkflow exec` + `utions?\b`), "run"},
	"task que" + "ue":      {regexp.MustCompile(`(?i)\btask que` + `ues?\b`), "queue"},
	"task li" + "st":       {regexp.MustCompile(`(?i)\btask li` + `sts?\b`), "queue"},
	"la" + "ne":            {regexp.MustCompile(`(?i)\b(in)?la` + `nes?\b`), "quarantine"},
	"sus" + "pect":         {regexp.MustCompile(`(?i)\bsus` + `pects?\b`), "quarantined, or poison"},
	"abso" + "lve":         {regexp.MustCompile(`(?i)\babso` + `lve[sd]?\b`), "progress"},
	"hi" + "nt":            {regexp.MustCompile(`(?i)\bhi` + `nt(s|ed|ing)?\b`), "wake-up, or advice"},
	"adri" + "ft":          {regexp.MustCompile(`(?i)\badri` + `ft\b`), "orphaned"},
	"awo" + "ken":          {regexp.MustCompile(`(?i)\bawo` + `ken\b`), "woken"},
}

func TestNothingIsLeftOverAndEachThingHasOneName(t *testing.T) {
	dir := rootDir(t)
	err := walk(dir, func(path string) error {
		path = filepath.ToSlash(path)
		switch filepath.Ext(path) {
		case ".go", ".md", ".sh", ".yml", ".sql", ".txt":
		default: // a binary that somebody built has no extension either
			if path != "Makefile" && !under(path, []string{"scripts"}) {
				return nil
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			return err
		}
		report(t, checkWords(path, string(text)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkWords(path, text string) (findings []string) {
	line := func(at int) int { return strings.Count(text[:at], "\n") + 1 }
	lower := strings.ToLower(text)
	for part, word := range leftovers {
		if !strings.Contains(lower, part) {
			continue
		}
		for _, at := range word.FindAllStringIndex(text, -1) {
			findings = append(findings, fmt.Sprintf("%s:%d: %q: do it now or leave it out", path, line(at[0]), text[at[0]:at[1]]))
		}
	}
	for part, s := range synonyms {
		if !strings.Contains(lower, part) {
			continue
		}
		for _, at := range s.word.FindAllStringIndex(text, -1) {
			findings = append(findings, fmt.Sprintf("%s:%d: %q is called %s here", path, line(at[0]), text[at[0]:at[1]], s.ours))
		}
	}
	return findings
}

func TestSourceRulesFindViolations(t *testing.T) {
	clock := mustParse(t, "replay/a.go", `package replay
		import "time"
		var d = time.Second
		func f() time.Time { return time.Now() }
		func g(time struct{ Now func() }) {}`)
	expect(t, checkClock([]*goFile{clock}, timeless), "replay/a.go:4: time.Now")
	hidden := mustParse(t, "store/a.go", `package store
		import "os"
		func init() {}
		type t struct{}
		func (t) init() {}
		var home = os.Getenv("HOME")`)
	expect(t, checkHidden([]*goFile{hidden}), "store/a.go:3: an init", "store/a.go:6: os.Getenv")
	lazy := mustParse(t, "a_test.go", `package a
		import ("testing"; "time")
		func TestA(t *testing.T) {
			t.Skip("later")
			time.Sleep(1)
		}`)
	expect(t, checkTests([]*goFile{lazy}, nil), "a_test.go:4: a test that skips", "a_test.go:5: time.Sleep")
	expect(t, checkTests([]*goFile{lazy}, map[string]string{"a_test.go": "a reason"}), "a_test.go:4: a test that skips")
	expect(t, checkWords("a.md", "fine\n// TO"+"DO: later\na decision "+"task"),
		"a.md:2: ", "a.md:3: ")
	expect(t, checkWords("a.md", "the tasks of a queue, a run executes, stranded"))
}
