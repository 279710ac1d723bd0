package lint_test

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// shown are the packages in which each exported idea is used in a running example.
var shown = []string{".", "workflow", "activity", "signal", "failure", "schedule", "codec", "testkit"}

func TestEachExportedIdeaIsInAnExample(t *testing.T) { report(t, checkExamples(files(t), shown)) }

// checkExamples finds the functions, methods and types that no file with an Example uses.
//
// A type counts as used where a function or field that has it in its type is used: nobody writes
// StartOption. What speaks for itself is left out: methods that an interface of the standard library fixes,
// types of errors and errors, constants, and what is the engine's (Contract).
func checkExamples(all []*goFile, pkgs []string) (findings []string) {
	used := map[string]bool{} // "workflow.Sleep", ".Get"
	for _, f := range all {
		if f.test && hasExample(f) {
			markUsed(f, used)
		}
	}
	for _, pkg := range pkgs {
		var own []*goFile
		name := ""
		for _, f := range all {
			if f.dir == pkg && !f.test {
				own, name = append(own, f), f.ast.Name.Name
			}
		}
		mentioned := map[string]bool{} // types in the signatures and fields of what is used
		for _, f := range own {
			for _, d := range f.ast.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && used[usedAs(name, fn)] {
					markTypes(fn.Type, mentioned)
					if fn.Recv != nil {
						mentioned[receiver(fn)] = true
					}
				}
			}
		}
		for range 3 { // a field's type, and the types of its fields
			for _, f := range own {
				for _, s := range typeSpecs(f) {
					if used[name+"."+s.Name.Name] || mentioned[s.Name.Name] {
						markTypes(s.Type, mentioned)
					}
				}
			}
		}
		for _, f := range own {
			for _, d := range f.ast.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || !ast.IsExported(fn.Name.Name) || used[usedAs(name, fn)] || selfShown(fn) {
					continue
				}
				if fn.Recv != nil && !ast.IsExported(receiver(fn)) {
					continue
				}
				findings = append(findings, f.at(fn.Pos())+": no example uses "+usedAs(name, fn))
			}
			for _, s := range typeSpecs(f) {
				n := s.Name.Name
				if ast.IsExported(n) && !strings.HasSuffix(n, "Error") && !slices.Contains(engineOnly, n) && !mentioned[n] && !used[name+"."+n] {
					findings = append(findings, f.at(s.Pos())+": no example uses "+name+"."+n)
				}
			}
		}
	}
	return findings
}

// usedAs is how a file of examples names a function, or the end of how it names a method.
func usedAs(pkg string, fn *ast.FuncDecl) string {
	if fn.Recv != nil {
		return "." + fn.Name.Name
	}
	return pkg + "." + fn.Name.Name
}

// engineOnly are names for the engine: api/driver.txt has them. Definition is what a signature takes.
var engineOnly = []string{"Contract", "Recorded", "Inside", "Mark", "Definition", "Own", "Job", "Value", "Keys", "Within", "InTx", "Store"}

// fixedMethods are methods whose meaning is fixed by an interface of the standard library.
var fixedMethods = append([]string{"MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON", "FailNow", "Fatal", "Fatalf"}, selfExplained...)

func selfShown(fn *ast.FuncDecl) bool {
	return fn.Recv != nil && slices.Contains(fixedMethods, fn.Name.Name) || slices.Contains(engineOnly, fn.Name.Name)
}

func hasExample(f *goFile) bool {
	for _, d := range f.ast.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Example") {
			return true
		}
	}
	return false
}

// markUsed notes what a file names of other packages, and the methods that it calls.
func markUsed(f *goFile, used map[string]bool) {
	local := map[string]string{} // "wf" is "workflow"
	for _, imp := range f.ast.Imports {
		at := strings.Trim(imp.Path.Value, `"`)
		name := at[strings.LastIndexByte(at, '/')+1:]
		if imp.Name != nil {
			local[imp.Name.Name] = name
		} else {
			local[name] = name
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && local[x.Name] != "" {
			used[local[x.Name]+"."+s.Sel.Name] = true
			return true
		}
		used["."+s.Sel.Name] = true
		return true
	})
}

// markTypes notes the exported names that a type has in it.
func markTypes(t ast.Node, names map[string]bool) {
	ast.Inspect(t, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && ast.IsExported(id.Name) {
			names[id.Name] = true
		}
		return true
	})
}

func typeSpecs(f *goFile) (specs []*ast.TypeSpec) {
	for _, d := range f.ast.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, s := range g.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					specs = append(specs, ts)
				}
			}
		}
	}
	return specs
}

func TestAnIdeaWithoutAnExampleIsFound(t *testing.T) {
	expect(t, checkExamples([]*goFile{
		mustParse(t, "signal/a.go", `package signal
type Def struct{}
type Option func()
type Lost struct{}
type LostError struct{}
func Define(o Option) Def { return Def{} }
func Forget() {}
func (Def) Name() string { return "" }
func (Def) Send() {}
func (Def) String() string { return "" }
func (Def) Contract() int { return 0 }`),
		mustParse(t, "signal/example_test.go", `package signal_test
import s "example.test/signal"
func ExampleDefine() { s.Define(nil).Name() }`),
		mustParse(t, "signal/a_test.go", `package signal_test
import "example.test/signal"
func TestForget() { signal.Forget() }`),
	}, []string{"signal"}), "signal.Lost", "signal.Forget", ".Send")
}
