package determinism

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// README.md lists the codes as they are.
func TestReadmeListsTheCodes(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, k := range kinds {
		want = append(want, fmt.Sprintf("| %s | %s | %s |\n", k.code, k.title, k.instead))
	}
	if table := strings.Join(want, ""); !strings.Contains(string(text), table) {
		t.Errorf("README.md does not have the table\n%s", table)
	}
}

// What findings tell authors to use is there under that name.
func TestAdviceNamesWhatThereIs(t *testing.T) {
	exported := exportedBy(t, "../../../workflow")
	texts := []string{doc}
	for _, k := range kinds {
		texts = append(texts, k.title, k.instead)
	}
	for _, r := range rules {
		texts = append(texts, r.instead)
	}
	named := regexp.MustCompile(`workflow\.([A-Z]\w*)`)
	for _, text := range texts {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if !exported[m[1]] {
				t.Errorf("%q: there is no %s", text, m[0])
			}
		}
	}
}

// exportedBy are the functions and types that a package declares.
func exportedBy(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[d.Name.Name] = names[d.Name.Name] || d.Recv == nil
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						names[s.Name.Name] = true
					}
				}
			}
		}
	}
	return names
}
