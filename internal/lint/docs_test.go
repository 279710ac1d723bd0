package lint_test

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/internal/lint"
)

func TestEachPackageSaysWhatItIsAndWhatItImports(t *testing.T) {
	report(t, checkPackageDocs(files(t), packages(t)))
}

func checkPackageDocs(all []*goFile, pkgs []*pkg) (findings []string) {
	docs := make(map[string]string)
	names := make(map[string]string)
	for _, f := range all {
		if f.test {
			continue
		}
		names[f.dir] = f.ast.Name.Name
		if f.ast.Doc != nil {
			if docs[f.dir] != "" {
				findings = append(findings, f.dir+": two files hold a package doc")
			}
			docs[f.dir] = f.ast.Doc.Text() + "\n" + f.notes()
		}
	}
	for dir, name := range names {
		text := docs[dir]
		start := "Package " + name + " "
		if name == "main" {
			start = "Command " + path.Base(dir) + " "
		}
		switch {
		case text == "":
			findings = append(findings, dir+": no package doc")
		case !strings.HasPrefix(text, start):
			findings = append(findings, fmt.Sprintf("%s: its doc does not begin with %q", dir, start))
		}
	}
	for _, p := range pkgs {
		text, ok := docs[p.rel]
		l, _ := layerOf(p.rel)
		if !ok || !p.own() || p.Name == "main" {
			continue
		}
		said := importSentences(text)
		if said == "" {
			findings = append(findings, p.rel+": its doc does not say what it imports")
			continue
		}
		if l.any {
			continue
		}
		for _, imp := range p.Imports {
			rel, own := strings.CutPrefix(imp, module+"/")
			if own && !mentions(said, rel) {
				findings = append(findings, fmt.Sprintf("%s imports %s, its doc says only %q", p.rel, rel, said))
			}
		}
	}
	return findings
}

// notes are the comments between the package clause and the imports: what a reader of go doc need
// not know.
func (f *goFile) notes() (text string) {
	end := f.ast.FileEnd
	if len(f.ast.Decls) > 0 {
		end = f.ast.Decls[0].Pos()
	}
	for _, c := range f.ast.Comments {
		if c.Pos() > f.ast.Name.End() && c.End() < end {
			text += c.Text()
		}
	}
	return text
}

// importSentences are the sentences of a doc that speak of importing.
func importSentences(text string) string {
	var said []string
	for _, s := range sentence.Split(strings.Join(strings.Fields(text), " "), -1) {
		if strings.Contains(s, "import") {
			said = append(said, s)
		}
	}
	return strings.Join(said, ". ")
}

var sentence = regexp.MustCompile(`[.:] `)

func mentions(text, name string) bool {
	return regexp.MustCompile(`(^|[^\w/])` + regexp.QuoteMeta(name) + `($|[^\w/])`).MatchString(text)
}

func TestEachExportedNameIsExplained(t *testing.T) {
	for _, f := range files(t) {
		if !f.test {
			report(t, checkComments(f))
		}
	}
}

// selfExplained are methods whose meaning is fixed by the interface they implement.
var selfExplained = []string{"Error", "Unwrap", "Is", "As", "String", "Len", "Less", "Swap", "Push", "Pop"}

func checkComments(f *goFile) (findings []string) {
	missing := func(pos token.Pos, name string) {
		findings = append(findings, f.at(pos)+": "+name+" has no comment")
	}
	var shared ast.Node // the method before, whose comment goes on
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if !ast.IsExported(name) || d.Doc.Text() != "" {
				shared = d
				continue
			}
			if goesOn(f, shared, d) {
				shared = d
				continue
			}
			if d.Recv != nil && (!ast.IsExported(receiver(d)) || slices.Contains(selfExplained, name)) {
				continue
			}
			missing(d.Pos(), name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					// A group of types may share one comment only if it has members
					// that say more each, as a group of events does.
					if ast.IsExported(s.Name.Name) && s.Doc.Text() == "" && d.Doc.Text() == "" {
						missing(s.Pos(), s.Name.Name)
					}
				case *ast.ValueSpec:
					for _, n := range s.Names {
						if ast.IsExported(n.Name) && s.Doc.Text() == "" && s.Comment.Text() == "" && d.Doc.Text() == "" {
							missing(n.Pos(), n.Name)
						}
					}
				}
			}
		}
	}
	return findings
}

// goesOn reports whether d stands right below a method of the same name, in a block of
// one-liners under one comment.
func goesOn(f *goFile, above ast.Node, d *ast.FuncDecl) bool {
	before, ok := above.(*ast.FuncDecl)
	return ok && d.Recv != nil && before.Recv != nil && before.Name.Name == d.Name.Name &&
		f.set.Position(before.End()).Line+1 == f.set.Position(d.Pos()).Line
}

// receiver is the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// Links in docs that lead nowhere are shown as they are written.
func TestDocLinksAreWellFormed(t *testing.T) {
	var p comment.Parser
	for _, f := range files(t) {
		if f.ast.Doc == nil || f.test {
			continue
		}
		for _, def := range p.Parse(f.ast.Doc.Text()).Links {
			if !def.Used {
				t.Errorf("%s: the link %q is defined and not used", f.path, def.Text)
			}
		}
	}
}

func TestDocRulesFindViolations(t *testing.T) {
	files := []*goFile{
		mustParse(t, "store/a.go", "// Package store is storage.\n//\n// Package store imports history and the standard library.\npackage store"),
		mustParse(t, "signal/a.go", "// Package signal is about signals.\npackage signal"),
		mustParse(t, "timer/a.go", "package timer"),
		mustParse(t, "replay/a.go", "// This package replays and imports only history.\npackage replay"),
		mustParse(t, "cmd/reprise/main.go", "// Command reprise imports what it needs.\npackage main"),
	}
	pkgs := []*pkg{
		made("store", module+"/history", module+"/timer"), made("signal"), made("timer"),
		made("replay", module+"/history"), made("cmd/reprise", module+"/store"),
	}
	expect(t, checkPackageDocs(files, pkgs),
		"replay: its doc does not begin",
		"signal: its doc does not say what it imports",
		"store imports timer",
		"timer: no package doc",
	)
	expect(t, checkComments(mustParse(t, "a.go", `package a
		func F() {}
		// G is fine.
		func G() {}
		type T[K any] struct{}
		func (T[K]) M() {}
		func (*T[K]) Error() string { return "" }
		type u struct{}
		func (u) N() {}
		// Limits.
		const ( A = 1; B = 2 )
		const ( C = 1 // C is fine
			D = 2 )
		var v int
		// Kind implements something.
		func (A) Kind() {}
		func (B) Kind() {}

		func (C) Kind() {}`)),
		"a.go:13: D", "a.go:19: Kind", "a.go:2: F", "a.go:5: T", "a.go:6: M")
}

// docs/ARCHITECTURE.md leads people to files. One that has moved leads them astray.
func TestTheFilesThatTheArchitectureNamesExist(t *testing.T) {
	root := rootDir(t)
	text, err := os.ReadFile(filepath.Join(root, "docs", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`([\\w/.-]+\\.go)`").FindAllStringSubmatch(string(text), -1)
	if len(names) == 0 {
		t.Error("it names no file")
	}
	for _, m := range names {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(m[1]))); err != nil {
			t.Errorf("it names %s: %v", m[1], err)
		}
	}
}

// What a page names of our packages is there. The pages for users of other libraries name theirs, too.
func TestThePagesNameWhatThereIs(t *testing.T) {
	api, err := lint.ReadAPI(rootDir(t))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(rootDir(t), "docs", "*.md"))
	if err != nil || len(pages) < 20 {
		t.Fatal(len(pages), err)
	}
	for _, page := range append(pages, filepath.Join(rootDir(t), "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(filepath.Base(page), "from-") {
			report(t, checkNames(filepath.Base(page), string(text), api.Exported()))
		}
	}
}

var nameInText = regexp.MustCompile(`(?:^|[^\w./"-])((\w+)\.[A-Z]\w*)`)

func checkNames(page, text string, exported map[string]bool) (findings []string) {
	ours := map[string]bool{}
	for name := range exported {
		pkg, _, _ := strings.Cut(name, ".")
		ours[pkg] = true
	}
	for _, m := range nameInText.FindAllStringSubmatch(text, -1) {
		if name, pkg := m[1], m[2]; ours[pkg] && !exported[name] && name != "signal.NotifyContext" {
			findings = append(findings, page+": there is no "+name)
		}
	}
	return findings
}

func TestANameThatIsGoneIsFound(t *testing.T) {
	exported := map[string]bool{"sqlite.Open": true, "signal.Def": true}
	expect(t, checkNames("x.md", "`sqlite.Open(ctx)` lasts `sqlite.MaxHold`; signal.NotifyContext, sql.Open and x/sqlite.Go are others'", exported), "no sqlite.MaxHold")
}

// A link from one page to another leads to a file that is there, and to a heading of it.
func TestTheLinksOfThePagesLead(t *testing.T) {
	root := rootDir(t)
	pages := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/adr/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(root, name)
			if err != nil {
				t.Fatal(err)
			}
			pages[filepath.ToSlash(rel)] = string(text)
		}
	}
	if len(pages) < 100 {
		t.Fatalf("%d pages were found: the search is wrong", len(pages))
	}
	report(t, checkLinks(pages, func(name string) bool {
		_, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
		return err == nil
	}))
}

var (
	linkInText = regexp.MustCompile(`\]\(([^)\s"]+)\)`)
	heading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unlinked   = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)
	unslugged  = regexp.MustCompile(`[^\w\- ]`)
)

// checkLinks looks at links with a point or a number sign: without them a pair of brackets is code.
func checkLinks(pages map[string]string, there func(name string) bool) (findings []string) {
	for page, text := range pages {
		for _, m := range linkInText.FindAllStringSubmatch(text, -1) {
			name, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(name, "://") || !strings.ContainsAny(m[1], ".#") {
				continue
			}
			to := page
			if name != "" {
				to = path.Join(path.Dir(page), name)
			}
			switch other, known := pages[to]; {
			case !known && !there(to):
				findings = append(findings, page+": "+m[1]+" leads nowhere")
			case known && anchor != "" && !slices.Contains(anchors(other), anchor):
				findings = append(findings, page+": "+m[1]+" leads to no heading")
			}
		}
	}
	return findings
}

// anchors are the headings of a page as a link names them.
func anchors(text string) (all []string) {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		plain := unslugged.ReplaceAllString(strings.ToLower(unlinked.ReplaceAllString(m[1], "$1")), "")
		all = append(all, strings.ReplaceAll(plain, " ", "-"))
	}
	return all
}

func TestALinkThatLeadsNowhereIsFound(t *testing.T) {
	expect(t, checkLinks(map[string]string{
		"README.md": "# Go\n[a](docs/a.md#what-it-is-for), [b](docs/a.md#gone), [c](#go), [d](docs/b.md), [e](LICENSE.txt), [f](https://x.y/#z), `Bind[T](x)`",
		"docs/a.md": "## What *it* is, `for`\n[back](../README.md#go)",
	}, func(name string) bool { return name == "LICENSE.txt" }), "docs/a.md#gone leads to no heading", "docs/b.md leads nowhere")
}
