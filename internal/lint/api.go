package lint

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// APICommand writes the listings of the API; see [ReadAPI].
const APICommand = "go run ./internal/lint/api"

// Tier is how long a name stays as it is; docs/stability.md says what each promises. The tier
// of the recorded format has no names: its golden files hold it.
type Tier string

// The tiers of Go names. Each has a listing in the folder api.
const (
	Author Tier = "author" // of programs that write, run and test workflows
	Driver Tier = "driver" // of stores, and of tools that look inside
)

// tiers are the packages of each tier that another module can import. The stores are in both:
// what a program opens them with is the author's, and the methods by which the engine calls them
// the driver's.
var tiers = map[string]Tier{
	".": Author, "workflow": Author, "activity": Author, "schedule": Author, "signal": Author, "failure": Author, "codec": Author, "testkit": Author, "httpapi": Author, "dashboard": Author,
	"store/memory": Author, "store/sqlite": Author, "store/postgres": Author,
	"store": Driver, "store/storetest": Driver, "history": Driver, "replay": Driver, "recovery": Driver, "timer": Driver, "cli": Driver, "httpapi/client": Driver, "metrics": Driver,
}

// TierOf returns the tier of the package in a folder of the module; "" if no other module can
// import it, or nobody should.
func TierOf(pkg string) Tier { return tiers[pkg] }

// API is what the packages of each tier export, one line a name or field, sorted.
type API map[Tier][]string

// File is the listing of a tier, in the checkout at dir.
func (t Tier) File(dir string) string { return filepath.Join(dir, "api", string(t)+".txt") }

// Names counts the names of a tier: functions, types, methods, constants and variables. Fields,
// and methods of an interface, are counted with their type.
func (a API) Names(t Tier) (n int) {
	for _, line := range a[t] {
		if !strings.Contains(line, ", field ") && !strings.Contains(line, ", has ") {
			n++
		}
	}
	return n
}

// Text is the listing of a tier.
func (a API) Text(t Tier) string {
	return fmt.Sprintf("# The %s tier. Written by: %s\n", t, APICommand) + strings.Join(a[t], "\n") + "\n"
}

// Recorded reads the listings in the checkout at dir. A tier without a listing is empty.
func Recorded(dir string) (map[Tier]string, error) {
	listed := map[Tier]string{}
	for _, t := range []Tier{Author, Driver} {
		text, err := os.ReadFile(t.File(dir))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		listed[t] = string(text)
	}
	return listed, nil
}

// ReadAPI reads what the checkout at dir exports.
func ReadAPI(dir string) (API, error) {
	contract, err := contractMethods(dir)
	if err != nil {
		return nil, err
	}
	api := API{}
	for pkg, tier := range tiers {
		lines, err := exported(dir, pkg)
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			t := tier
			if strings.HasPrefix(pkg, "store/") && l.receiver == "Store" && contract[l.name] {
				t = Driver
			}
			api[t] = append(api[t], l.text)
		}
	}
	for _, lines := range api {
		slices.Sort(lines)
	}
	return api, nil
}

// apiLine is a line of a listing; of a method with its receiver's type.
type apiLine struct{ receiver, name, text string }

// contractMethods are the methods of the interfaces in package store.
func contractMethods(dir string) (map[string]bool, error) {
	lines, err := exported(dir, "store")
	methods := map[string]bool{}
	for _, l := range lines {
		if strings.Contains(l.text, ", has ") {
			methods[l.name] = true
		}
	}
	return methods, err
}

// exported lists what the package in a folder of dir exports.
func exported(dir, pkg string) (lines []apiLine, err error) {
	files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pkg), "*.go"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		l := lister{fset: fset, pkg: cmp.Or(strings.TrimPrefix(pkg, "."), parsed.Name.Name)}
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				l.function(d)
			case *ast.GenDecl:
				l.declaration(d)
			}
		}
		lines = append(lines, l.lines...)
	}
	return lines, nil
}

// lister writes the lines of a file.
type lister struct {
	fset  *token.FileSet
	pkg   string
	lines []apiLine
}

func (l *lister) add(receiver, name, format string, args ...any) {
	l.lines = append(l.lines, apiLine{receiver, name, "pkg " + l.pkg + ", " + fmt.Sprintf(format, args...)})
}

// code is a piece of the source in one line.
func (l *lister) code(n any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, l.fset, n); err != nil {
		return err.Error() // only a node that the parser does not make cannot be printed
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func (l *lister) signature(t *ast.FuncType) string { return strings.TrimPrefix(l.code(t), "func") }

func (l *lister) function(d *ast.FuncDecl) {
	name := d.Name.Name
	if !ast.IsExported(name) {
		return
	}
	if d.Recv == nil {
		l.add("", name, "func %s%s", name, l.signature(d.Type))
		return
	}
	if of := receiverName(d.Recv.List[0].Type); ast.IsExported(of) {
		l.add(of, name, "method (%s) %s%s", l.code(d.Recv.List[0].Type), name, l.signature(d.Type))
	}
}

func (l *lister) declaration(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if ast.IsExported(s.Name.Name) {
				l.typ(s)
			}
		case *ast.ValueSpec:
			for _, n := range s.Names {
				switch {
				case !ast.IsExported(n.Name):
				case s.Type != nil:
					l.add("", n.Name, "%s %s %s", d.Tok, n.Name, l.code(s.Type))
				default:
					l.add("", n.Name, "%s %s", d.Tok, n.Name)
				}
			}
		}
	}
}

func (l *lister) typ(s *ast.TypeSpec) {
	name := s.Name.Name
	params := ""
	if s.TypeParams != nil {
		var all []string
		for _, f := range s.TypeParams.List {
			for _, n := range f.Names {
				all = append(all, n.Name+" "+l.code(f.Type))
			}
		}
		params = "[" + strings.Join(all, ", ") + "]"
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		l.add("", name, "type %s%s struct", name, params)
		l.members(name, "field", t.Fields)
	case *ast.InterfaceType:
		l.add("", name, "type %s%s interface", name, params)
		l.members(name, "has", t.Methods)
	default:
		sep := " "
		if s.Assign.IsValid() {
			sep = " = "
		}
		l.add("", name, "type %s%s%s%s", name, params, sep, l.code(s.Type))
	}
}

// members adds the fields of a struct, or what an interface has.
func (l *lister) members(of, word string, list *ast.FieldList) {
	for _, f := range list.List {
		if len(f.Names) == 0 {
			text := l.code(f.Type)
			if base := text[strings.LastIndexByte(text, '.')+1:]; ast.IsExported(strings.TrimPrefix(base, "*")) || word == "has" {
				l.add(of, text, "type %s, %s %s embedded", of, word, text)
			}
		}
		for _, n := range f.Names {
			fn, method := f.Type.(*ast.FuncType)
			switch {
			case !ast.IsExported(n.Name) && word == "has":
				l.add(of, n.Name, "type %s, has an unexported method", of)
			case !ast.IsExported(n.Name):
			case method && word == "has":
				l.add(of, n.Name, "type %s, has %s%s", of, n.Name, l.signature(fn))
			default:
				l.add(of, n.Name, "type %s, %s %s %s", of, word, n.Name, l.code(f.Type))
			}
		}
	}
}
