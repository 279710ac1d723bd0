package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// NameError is the error of a [Program.Open] if --db cannot name any store: the command line is
// wrong, and the exit code is 64.
type NameError struct {
	Name string // as given
	Why  string
	Try  string // a name to use instead
}

func (e *NameError) Error() string { return fmt.Sprintf("--db %s: %s", e.Name, e.Why) }

// unopened says why there is no Runtime on the store db.
func (a *app) unopened(db string, err error) error {
	var name *NameError
	var schema *store.SchemaError
	switch {
	case errors.As(err, &name):
		return &exitError{codeUsage, err, a.listOf(name.Try)}
	case errors.Is(err, reprise.ErrInvalidID): // the namespace
		return &exitError{codeUsage, err, a.line("--help")}
	case errors.Is(err, fs.ErrNotExist):
		return &exitError{codeNotFound, err, a.another(db)}
	case errors.Is(err, store.ErrTransient):
		return &exitError{codeFailed, err, a.typed()}
	case errors.As(err, &schema) && schema.CompatibleFrom > schema.Own:
		return &exitError{codeFailed, err, newest()}
	case errors.As(err, &schema) && migratable(a, db, schema):
		return &exitError{codeFailed, err, a.try("db", "migrate", "up")}
	}
	return &exitError{codeFailed, err, a.another(db)}
}

// another returns the line that lists the runs in the file beside db with the most similar
// name, in case of a typing mistake. It does not repeat the typed line, which may change
// something: the person can type that again. For a store on a server there is no such file.
func (a *advice) another(db string) string {
	if strings.Contains(db, "://") {
		return ""
	}
	dir, base := filepath.Split(db)
	files, err := os.ReadDir(filepath.Join(dir, "."))
	if err != nil {
		return a.line("--help")
	}
	best, least := "", 0
	for _, f := range files {
		name := f.Name()
		if name == base || !f.Type().IsRegular() || filepath.Ext(name) != filepath.Ext(base) || !alike(name, base) {
			continue
		}
		if n := unlike(name, base); best == "" || n < least {
			best, least = name, n
		}
	}
	if best == "" {
		return a.line("--help")
	}
	return a.listOf(dir + best)
}

// listOf returns the line that lists the runs of another store.
func (a *advice) listOf(db string) string {
	words := []string{"run", "list", "--db", db}
	if a.root.IsSet("namespace") {
		words = append(words, "--namespace", a.root.String("namespace"))
	}
	return a.line(words...)
}

// unlike returns how many letters must be added, removed or replaced to turn one word into the other.
func unlike(x, y string) int {
	from, to := []rune(x), []rune(y)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		left := row[0]
		row[0] = i + 1
		for j, s := range to {
			n := left
			if r != s {
				n = 1 + min(left, row[j], row[j+1])
			}
			left, row[j+1] = row[j+1], n
		}
	}
	return row[len(to)]
}
