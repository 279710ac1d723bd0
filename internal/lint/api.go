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
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// APICommand writes the listings of the API; see [ReadAPI].
const APICommand = "go run ./internal/lint/api"

// API is what the packages of each tier export.
type API struct {
	lines map[Tier][]apiLine
	has   map[string]map[string]bool // package, name
}

// File is the listing of a tier, in the checkout at dir.
func (t Tier) File(dir string) string { return filepath.Join(dir, "api", string(t)+".txt") }

// Names counts the names of a tier: functions, types, methods, constants and variables. Fields,
// what an interface has, and methods as Error and String are counted with their type.
func (a API) Names(t Tier) (n int) {
	for _, line := range a.lines[t] {
		if !line.member && (line.of == "" || !fixed[line.name]) {
			n++
		}
	}
	return n
}

// Exported are the functions, types, constants and variables of all tiers, as a program names them: "workflow.Sleep".
func (a API) Exported() map[string]bool {
	all := map[string]bool{}
	for _, lines := range a.lines {
		for _, l := range lines {
			if !l.member && !strings.HasPrefix(l.text, "pkg "+l.pkg+", method ") {
				all[path.Base(l.pkg)+"."+l.name] = true
			}
		}
	}
	return all
}

// Text is the listing of a tier, one line a name or field, sorted.
func (a API) Text(t Tier) string {
	var lines []string
	for _, l := range a.lines[t] {
		lines = append(lines, l.text)
	}
	slices.Sort(lines)
	return fmt.Sprintf("# The %s tier. Written by: %s\n", t, APICommand) + strings.Join(lines, "\n") + "\n"
}

// Recorded reads the listings in the checkout at dir. A tier without a listing is empty.
func Recorded(dir string) (map[Tier]string, error) {
	listed := map[Tier]string{}
	for _, t := range Tiers {
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
		return API{}, err
	}
	api := API{lines: map[Tier][]apiLine{}, has: map[string]map[string]bool{}}
	for pkg := range tiers {
		lines, err := exported(dir, pkg)
		if err != nil {
			return API{}, err
		}
		api.has[pkg] = map[string]bool{}
		for _, l := range lines {
			t := l.tierOf(pkg, contract)
			api.lines[t] = append(api.lines[t], l)
			api.has[pkg][strings.TrimPrefix(l.of+"."+l.name, ".")] = true
		}
	}
	return api, nil
}

// apiLine is a line of a listing.
type apiLine struct {
	of   string // the type whose method, field or constant it is
	name string
	pkg  string
	text string
	// signature is that of a function or method.
	signature string
	member    bool // a field, or what an interface has
	internal  bool // a function whose signature names a package below internal/
}

// contractMethods are the methods of the interfaces in package store.
func contractMethods(dir string) (map[string]bool, error) {
	lines, err := exported(dir, "store")
	methods := map[string]bool{}
	for _, l := range lines {
		if l.member && strings.Contains(l.text, ", has ") {
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
		l := lister{fset: fset, pkg: cmp.Or(strings.TrimPrefix(pkg, "."), parsed.Name.Name), internal: internals(parsed)}
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
	fset     *token.FileSet
	pkg      string
	internal map[string]bool // the names by which the file has packages below internal/
	lines    []apiLine
}

// internals are the names by which a file has packages below internal/.
func internals(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, imp := range f.Imports {
		at := strings.Trim(imp.Path.Value, `"`)
		if !strings.Contains(at, "/internal/") {
			continue
		}
		name := path.Base(at)
		if imp.Name != nil {
			name = imp.Name.Name
		}
		names[name] = true
	}
	return names
}

// namesInternal reports whether a signature has a type of a package below internal/.
func (l *lister) namesInternal(t *ast.FuncType) (found bool) {
	ast.Inspect(t, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && l.internal[x.Name] {
				found = true
			}
		}
		return true
	})
	return found
}

func (l *lister) add(of, name, format string, args ...any) {
	l.lines = append(l.lines, apiLine{of: of, name: name, pkg: l.pkg, text: "pkg " + l.pkg + ", " + fmt.Sprintf(format, args...)})
}

// signed tells of the signature of the function that was added last.
func (l *lister) signed(t *ast.FuncType) {
	last := &l.lines[len(l.lines)-1]
	last.internal, last.signature = l.namesInternal(t), l.signature(t)
}

// addMember adds a field, or what an interface has.
func (l *lister) addMember(of, name, format string, args ...any) {
	l.add(of, name, format, args...)
	l.lines[len(l.lines)-1].member = true
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
		l.signed(d.Type)
		return
	}
	if of := receiverName(d.Recv.List[0].Type); ast.IsExported(of) {
		l.add(of, name, "method (%s) %s%s", l.code(d.Recv.List[0].Type), name, l.signature(d.Type))
		l.signed(d.Type)
	}
}

func (l *lister) declaration(d *ast.GenDecl) {
	of := "" // a constant without a type of its own has that of the one before it
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if ast.IsExported(s.Name.Name) {
				l.typ(s)
			}
		case *ast.ValueSpec:
			switch id, ok := s.Type.(*ast.Ident); {
			case d.Tok == token.CONST && ok && ast.IsExported(id.Name):
				of = id.Name
			case s.Type != nil || len(s.Values) != 0:
				of = ""
			}
			for _, n := range s.Names {
				switch {
				case !ast.IsExported(n.Name):
				case s.Type != nil:
					l.add(of, n.Name, "%s %s %s", d.Tok, n.Name, l.code(s.Type))
				default:
					l.add(of, n.Name, "%s %s", d.Tok, n.Name)
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
				l.addMember(of, text, "type %s, %s %s embedded", of, word, text)
			}
		}
		for _, n := range f.Names {
			fn, method := f.Type.(*ast.FuncType)
			switch {
			case !ast.IsExported(n.Name) && word == "has":
				l.addMember(of, n.Name, "type %s, has an unexported method", of)
			case !ast.IsExported(n.Name):
			case method && word == "has":
				l.addMember(of, n.Name, "type %s, has %s%s", of, n.Name, l.signature(fn))
			default:
				l.addMember(of, n.Name, "type %s, %s %s %s", of, word, n.Name, l.code(f.Type))
			}
		}
	}
}
