package lint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of a type. One that has more is two types.
const (
	MaxFields  = 20
	MaxMethods = 30
)

// MaxRootFiles is how many files that are no tests the root package may have.
const MaxRootFiles = 20

// module is the path of the module, before that of each of its packages.
const module = "github.com/reprise-run/reprise"

// products are the packages that a user's program imports. What they import in turn is the
// product, too: of internal, only that.
var products = []string{
	".", "history", "timer", "signal", "activity", "replay", "workflow", "recovery", "cli",
	"store", "store/memory", "store/sqlite", "store/postgres",
}

// Type is a struct type and how large it is.
type Type struct {
	Package, Name   string
	Fields, Methods int
}

// Room is a folder with its product packages (the root: its own package alone), and the lines
// of their code.
type Room struct {
	Name         string
	Files, Lines int
}

// Size is how large the product is.
type Size struct {
	Rooms    []Room
	Supports []Room // packages in the folders of rooms that only tests link
	Types    []Type // of the product; the largest ones first
}

// Measure measures the product code of the checkout at dir: the Go files that a user's program
// links, comments included, on whichever system.
func Measure(dir string) (Size, error) {
	m := measure{dir: dir, packages: map[string]Room{}, types: map[[2]string]*Type{}}
	for _, p := range products {
		if err := m.link(p); err != nil {
			return Size{}, err
		}
	}
	var s Size
	for _, pkg := range slices.Sorted(maps.Keys(m.packages)) {
		name, _, _ := strings.Cut(pkg, "/")
		if n := len(s.Rooms); n == 0 || s.Rooms[n-1].Name != name {
			s.Rooms = append(s.Rooms, Room{Name: name})
		}
		r := &s.Rooms[len(s.Rooms)-1]
		r.Files += m.packages[pkg].Files
		r.Lines += m.packages[pkg].Lines
	}
	for _, t := range m.types {
		s.Types = append(s.Types, *t)
	}
	slices.SortFunc(s.Types, func(a, b Type) int {
		return strings.Compare(a.Package+"."+a.Name, b.Package+"."+b.Name)
	})
	slices.SortStableFunc(s.Types, func(a, b Type) int {
		return max(b.Fields, b.Methods) - max(a.Fields, a.Methods)
	})
	var err error
	s.Supports, err = m.unlinked(s.Rooms)
	return s, err
}

// measure follows the imports of the product.
type measure struct {
	dir      string
	packages map[string]Room // those linked, by their folder
	types    map[[2]string]*Type
}

// link adds a package and whatever of the module it imports.
func (m *measure) link(pkg string) error {
	if _, ok := m.packages[pkg]; ok {
		return nil
	}
	m.packages[pkg] = Room{}
	r, imports, err := readPackage(m.dir, pkg, func(f *ast.File) { countTypes(pkg, f, m.types) })
	if err != nil {
		return err
	}
	m.packages[pkg] = r
	for _, i := range imports {
		if err := m.link(i); err != nil {
			return err
		}
	}
	return nil
}

// unlinked lists the packages in the folders of the rooms that the product does not link.
func (m *measure) unlinked(rooms []Room) (list []Room, err error) {
	for _, room := range rooms {
		if room.Name == "." {
			continue
		}
		base := filepath.Join(m.dir, room.Name)
		err := filepath.WalkDir(base, func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case !d.IsDir():
				return nil
			case d.Name() == "testdata":
				return filepath.SkipDir
			}
			rel, err := filepath.Rel(m.dir, file)
			if err != nil {
				return err
			}
			pkg := filepath.ToSlash(rel)
			if _, ok := m.packages[pkg]; ok {
				return nil
			}
			r, _, err := readPackage(m.dir, pkg, func(*ast.File) {})
			if r.Files > 0 {
				list = append(list, r)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// readPackage returns how large the package in a folder of dir is without its tests, and which
// packages of the module it imports.
func readPackage(dir, pkg string, each func(*ast.File)) (r Room, imports []string, err error) {
	r.Name = pkg
	files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pkg), "*.go"))
	if err != nil {
		return r, nil, err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return r, nil, err
		}
		r.Files++
		// A file that ends in a newline has no line after it.
		r.Lines += fset.Position(parsed.FileEnd - 1).Line
		each(parsed)
		for _, spec := range parsed.Imports {
			switch rel := strings.TrimPrefix(strings.Trim(spec.Path.Value, `"`), module); {
			case rel == "":
				imports = append(imports, ".")
			case rel[0] == '/':
				imports = append(imports, rel[1:])
			}
		}
	}
	return r, imports, nil
}

// countTypes adds the struct types of a file, and the methods of any.
func countTypes(pkg string, f *ast.File, types map[[2]string]*Type) {
	of := func(name string) *Type {
		key := [2]string{pkg, name}
		if types[key] == nil {
			types[key] = &Type{Package: pkg, Name: name}
		}
		return types[key]
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				of(receiverName(d.Recv.List[0].Type)).Methods++
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					if st, ok := t.Type.(*ast.StructType); ok {
						of(t.Name.Name).Fields += fieldCount(st)
					}
				}
			}
		}
	}
}

// fieldCount counts the fields of a struct, and those of a struct within it: what stands
// under a lock of its own is still that type's.
func fieldCount(st *ast.StructType) (n int) {
	for _, f := range st.Fields.List {
		inner, nested := f.Type.(*ast.StructType)
		switch {
		case nested:
			n += fieldCount(inner)
		case len(f.Names) == 0:
			n++
		default:
			n += len(f.Names)
		}
	}
	return n
}

func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.IndexListExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// Large lists the types beyond the bounds.
func (s Size) Large() (large []Type) {
	for _, t := range s.Types {
		if t.Fields > MaxFields || t.Methods > MaxMethods {
			large = append(large, t)
		}
	}
	return large
}

// String is the report that the command prints.
func (s Size) String() string {
	var b strings.Builder
	printRooms(&b, "room", "product", s.Rooms)
	b.WriteByte('\n')
	printRooms(&b, "not linked by users", "together", s.Supports)
	fmt.Fprintf(&b, "\nfiles of the root package: %d (at most %d)\n", s.Rooms[0].Files, MaxRootFiles)
	fmt.Fprintf(&b, "\n%-44s %6s %7s\n", "type", "fields", "methods")
	for i, t := range s.Types {
		if i >= 15 && t.Fields <= MaxFields && t.Methods <= MaxMethods {
			break
		}
		mark := ""
		if t.Fields > MaxFields || t.Methods > MaxMethods {
			mark = "  <- two types?"
		}
		fmt.Fprintf(&b, "%-44s %6d %7d%s\n", t.Package+"."+t.Name, t.Fields, t.Methods, mark)
	}
	return b.String()
}

// printRooms prints a line for each room, and their sum.
func printRooms(b *strings.Builder, title, sum string, rooms []Room) {
	total := Room{Name: sum}
	fmt.Fprintf(b, "%-20s %6s %7s\n", title, "files", "lines")
	for _, r := range rooms {
		fmt.Fprintf(b, "%-20s %6d %7d\n", r.Name, r.Files, r.Lines)
		total.Files += r.Files
		total.Lines += r.Lines
	}
	fmt.Fprintf(b, "%-20s %6d %7d\n", total.Name, total.Files, total.Lines)
}
