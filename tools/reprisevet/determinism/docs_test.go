package determinism

import (
	"fmt"
	"go/importer"
	"go/token"
	"os"
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
	workflow, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import(workflowPkg)
	if err != nil {
		t.Fatal(err)
	}
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
			if workflow.Scope().Lookup(m[1]) == nil {
				t.Errorf("%q: there is no %s", text, m[0])
			}
		}
	}
}
