package lint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// pkg is what go list says about a package.
type pkg struct {
	ImportPath string
	Name       string
	Dir        string
	Imports    []string
	Deps       []string
	Standard   bool
	DepOnly    bool
	Module     *struct {
		Path string
		Main bool
	}
	Error *struct{ Err string }

	rel string // ImportPath within the module; "." is its root
}

func (p *pkg) own() bool { return p.Module != nil && p.Module.Main && !p.DepOnly }

// goFile is a parsed source file.
type goFile struct {
	path string // from the root, with slashes
	dir  string // its directory, likewise; "." is the root
	test bool
	src  []byte
	set  *token.FileSet
	ast  *ast.File
}

func (f *goFile) at(pos token.Pos) string {
	p := f.set.Position(pos)
	return f.path + ":" + strconv.Itoa(p.Line)
}

// lines is how many lines the file has.
func (f *goFile) lines() int { return bytes.Count(f.src, []byte("\n")) }

var root = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	return filepath.Dir(strings.TrimSpace(string(out))), nil
})

func rootDir(t *testing.T) string {
	t.Helper()
	dir, err := root()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var loadPackages = sync.OnceValues(func() ([]*pkg, error) {
	dir, err := root()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "list", "-e", "-deps",
		"-json=ImportPath,Name,Dir,Imports,Deps,Standard,DepOnly,Module,Error", "./...")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, errors.New("go list: " + err.Error() + ": " + stderr.String())
	}
	var all []*pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(pkg)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && p.Module.Main {
			p.rel = strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/")
			if p.rel == "" {
				p.rel = "."
			}
		}
		all = append(all, p)
	}
})

// packages are the module's packages and all they pull in. Tests are not part of it.
func packages(t *testing.T) []*pkg {
	t.Helper()
	all, err := loadPackages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.own() && p.Error != nil {
			t.Errorf("%s: %s", p.rel, p.Error.Err)
		}
	}
	return all
}

var loadFiles = sync.OnceValues(func() ([]*goFile, error) {
	dir, err := root()
	if err != nil {
		return nil, err
	}
	var all []*goFile
	err = walk(dir, func(path string) error {
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		src, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			return err
		}
		f, err := parse(path, src)
		if err != nil {
			return err
		}
		all = append(all, f)
		return nil
	})
	return all, err
})

// files are all Go files of the module, whatever platform they are for.
func files(t *testing.T) []*goFile {
	t.Helper()
	all, err := loadFiles()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func parse(path string, src []byte) (*goFile, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	path = filepath.ToSlash(path)
	dir := filepath.ToSlash(filepath.Dir(path))
	return &goFile{path: path, dir: dir, test: strings.HasSuffix(path, "_test.go"), src: src, set: set, ast: tree}, nil
}

// mustParse is a file of a made-up package.
func mustParse(t *testing.T, path, src string) *goFile {
	t.Helper()
	f, err := parse(path, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// walk visits the files of the module: not what is hidden, not testdata, not a nested
// module.
func walk(dir string, visit func(path string) error) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			nested := rel != "." && exists(filepath.Join(path, "go.mod"))
			if rel != "." && (strings.HasPrefix(name, ".") || name == "testdata" || nested) {
				return filepath.SkipDir
			}
			return nil
		}
		return visit(rel)
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// local returns the names under which f uses the package with that import path.
func (f *goFile) local(path string) (names []string) {
	for _, spec := range f.ast.Imports {
		if strings.Trim(spec.Path.Value, `"`) != path {
			continue
		}
		if spec.Name != nil {
			names = append(names, spec.Name.Name)
			continue
		}
		base := filepath.Base(path)
		if strings.HasPrefix(base, "v") && len(base) == 2 {
			base = filepath.Base(filepath.Dir(path))
		}
		names = append(names, base)
	}
	return names
}

// uses visits each mention of a name of the package with that import path.
func (f *goFile) uses(path string, visit func(name string, pos token.Pos)) {
	names := f.local(path)
	if len(names) == 0 {
		return
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(names, x.Name) {
				visit(sel.Sel.Name, sel.Pos())
			}
		}
		return true
	})
}

// report fails the test with each finding on a line of its own.
func report(t *testing.T, findings []string) {
	t.Helper()
	slices.Sort(findings)
	for _, f := range findings {
		t.Error(f)
	}
}

// expect checks that findings are exactly those that hold the words of want.
func expect(t *testing.T, findings []string, want ...string) {
	t.Helper()
	slices.Sort(findings)
	if len(findings) != len(want) {
		t.Errorf("%d findings, want %d:\n%s", len(findings), len(want), strings.Join(findings, "\n"))
		return
	}
	for i, w := range want {
		if !strings.Contains(findings[i], w) {
			t.Errorf("finding %q does not speak of %q", findings[i], w)
		}
	}
}
