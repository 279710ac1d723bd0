package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// NameError is what a [Program.Open] answers when --db cannot name a store, whatever is
// there: the command line is wrong, and the exit code is 64.
type NameError struct {
	Name string // that was given
	Why  string
	Try  string // a name to give instead
}

func (e *NameError) Error() string { return fmt.Sprintf("--db %s: %s", e.Name, e.Why) }

// unopened is why there is no Runtime on the store db.
func (a *app) unopened(db string, err error) error {
	var name *NameError
	var schema *store.SchemaError
	switch {
	case errors.As(err, &name):
		return &exitError{codeUsage, err, a.onStore(name.Try)}
	case errors.Is(err, reprise.ErrInvalidID): // the namespace
		return &exitError{codeUsage, err, a.line("--help")}
	case errors.Is(err, fs.ErrNotExist):
		return &exitError{codeNotFound, err, a.another(db)}
	case errors.Is(err, store.ErrTransient):
		return &exitError{codeFailed, err, a.typed()}
	case errors.As(err, &schema) && schema.CompatibleFrom > schema.Own:
		return &exitError{codeFailed, err, newest()}
	}
	return &exitError{codeFailed, err, a.another(db)}
}

// another is the line as it was typed on the file beside db whose name is most like it: a
// slip of the hand.
func (a *app) another(db string) string {
	dir, base := filepath.Split(db)
	files, err := os.ReadDir(filepath.Join(dir, "."))
	if err != nil {
		return a.line("--help")
	}
	for _, f := range files {
		if name := f.Name(); name != base && f.Type().IsRegular() && filepath.Ext(name) == filepath.Ext(base) && alike(name, base) {
			return a.onStore(dir + name)
		}
	}
	return a.line("--help")
}
