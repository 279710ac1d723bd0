package lint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
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

// rooms are the folders whose code users link. Below store and internal stands more.
var rooms = []string{
	".", "history", "timer", "signal", "activity", "replay", "workflow", "store", "recovery", "internal", "cli",
}

// Supports are the folders of these rooms that only tests, testkit and nemesis link.
var Supports = []string{
	"store/storetest", "internal/failing", "internal/faketime", "internal/gates", "internal/lint",
	"internal/pgproxy", "internal/pgtest", "internal/progtext", "internal/promotion", "internal/testsum",
}

// Type is a struct type and how large it is.
type Type struct {
	Package, Name   string
	Fields, Methods int
}

// Room is a folder with all below it (the root: without) and the lines of its product code.
type Room struct {
	Name         string
	Files, Lines int
}

// Size is how large the product is.
type Size struct {
	Rooms []Room
	Types []Type // the largest ones first
}

// Measure measures the product code of the checkout at dir.
func Measure(dir string) (Size, error) {
	var s Size
	types := map[[2]string]*Type{}
	for _, name := range rooms {
		s.Rooms = append(s.Rooms, Room{Name: name})
		if err := s.measureRoom(dir, &s.Rooms[len(s.Rooms)-1], types); err != nil {
			return Size{}, err
		}
	}
	for _, t := range types {
		s.Types = append(s.Types, *t)
	}
	slices.SortFunc(s.Types, func(a, b Type) int {
		return strings.Compare(a.Package+"."+a.Name, b.Package+"."+b.Name)
	})
	slices.SortStableFunc(s.Types, func(a, b Type) int {
		return max(b.Fields, b.Methods) - max(a.Fields, a.Methods)
	})
	return s, nil
}

func (s *Size) measureRoom(dir string, r *Room, types map[[2]string]*Type) error {
	base := filepath.Join(dir, filepath.FromSlash(r.Name))
	return filepath.WalkDir(base, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			rel, err := filepath.Rel(dir, file)
			if err != nil {
				return err
			}
			if file != base && (r.Name == "." || d.Name() == "testdata" || slices.Contains(Supports, filepath.ToSlash(rel))) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		r.Files++
		r.Lines += fset.File(parsed.Pos()).LineCount()
		countTypes(path.Dir(filepath.ToSlash(rel)), parsed, types)
		return nil
	})
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
	total := Room{Name: "all"}
	fmt.Fprintf(&b, "%-10s %6s %7s\n", "room", "files", "lines")
	for _, r := range s.Rooms {
		fmt.Fprintf(&b, "%-10s %6d %7d\n", r.Name, r.Files, r.Lines)
		total.Files += r.Files
		total.Lines += r.Lines
	}
	fmt.Fprintf(&b, "%-10s %6d %7d\n", total.Name, total.Files, total.Lines)
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
