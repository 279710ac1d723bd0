package pgtest

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ErrNoBinaries: there is no Postgres on this machine.
var ErrNoBinaries = errors.New("pgtest: no Postgres binaries found: run apt-get install postgresql, or brew install postgresql")

// Dir returns the directory that holds initdb, postgres and, usually, pgbench: the one
// on PATH, else that of the newest version where packages put it.
func Dir() (string, error) {
	if p, err := exec.LookPath("initdb"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil && complete(filepath.Dir(p)) {
			return filepath.Dir(p), nil
		}
	}
	var found []string
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin",
		"/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin",
	} {
		dirs, _ := filepath.Glob(pattern) // the patterns are well formed
		for _, dir := range dirs {
			if complete(dir) {
				found = append(found, dir)
			}
		}
	}
	if len(found) == 0 {
		return "", ErrNoBinaries
	}
	return slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }), nil
}

func complete(dir string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// version is the number in the path of a package's directory, or 0.
func version(dir string) int {
	digits := strings.FieldsFunc(dir, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(digits[0]) // digits only; one too long for an int is no version
	return n
}
