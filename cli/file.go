package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/shellword"
)

// createFile writes a file atomically. It leaves existing files alone, except an exported history
// if --force allows that: nobody can tell what another file is, and a store must not be lost to
// a typing mistake.
func createFile(ctx context.Context, a *app, c *flags.Command, name string, write func(io.Writer) error) error {
	if db := companionOf(name); db != "" {
		return wrongLine(fmt.Sprintf("%s would be taken for a part of %s", name, db), a.again(c, "out", name+".history"))
	}
	info, err := os.Stat(name)
	var there history.Export
	export := err == nil && info.Mode().IsRegular()
	if export {
		there, export = exportIn(name)
	}
	redact, _ := c.Value("redact").(redacting)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return a.unwritable(c, name, err)
	case info.IsDir():
		return wrongLine(name+" is a directory", a.again(c, "out", filepath.Join(name, "run.history")))
	case !info.Mode().IsRegular(): // a pipe or a device: nothing is lost there, and renaming is impossible
		return writeTo(ctx, name, write)
	case info.Size() > 0 && !export:
		return wrongLine(name+" exists and is not an exported history: it is not overwritten", a.again(c, "out", name+".history"))
	case there.Redacted != "" && !redact.on: // the file may have been given away, or is about to be
		return wrongLine(fmt.Sprintf("%s exists and is redacted (%s): a full history does not overwrite it", name, there.Redacted),
			a.try(slices.Concat(path(c), c.Args().Slice(), given(c, "force"), []string{"--force", redacting{true, there.Fields}.word()})...))
	case !c.Bool("force"):
		return &exitError{codeFailed, fmt.Errorf("%s already exists", name),
			a.try(slices.Concat(path(c), c.Args().Slice(), given(c, ""), []string{"--force"})...)}
	default:
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".reprise-*")
	if err != nil {
		return a.unwritable(c, name, err)
	}
	err = write(temp)
	if err == nil {
		err = temp.Sync()
	}
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// companionOf returns the file that a file of this name would accompany as its log or lock; ""
// if there is none.
func companionOf(name string) string {
	for _, suffix := range []string{"-wal", "-shm", "-journal", ".reprise-lock"} {
		if db, is := strings.CutSuffix(name, suffix); is {
			if _, err := os.Stat(db); err == nil {
				return db
			}
		}
	}
	return ""
}

// exportIn returns the head of a file, if the file begins like an exported history.
func exportIn(name string) (history.Export, bool) {
	f, err := os.Open(name)
	if err != nil {
		return history.Export{}, false
	}
	defer func() { _ = f.Close() }() // opened for reading: nothing to lose
	head, _, err := history.ReadExport(f)
	return head, err == nil
}

// openFile opens a file for reading. If the file is a pipe, it waits for a writer.
func openFile(ctx context.Context, name string) (*os.File, error) {
	return within(ctx, func() (*os.File, error) { return os.Open(name) }, func(f *os.File) { _ = f.Close() })
}

// writeTo writes to something that is no regular file, which may have to wait for a reader.
func writeTo(ctx context.Context, name string, write func(io.Writer) error) error {
	f, err := within(ctx, func() (*os.File, error) { return os.OpenFile(name, os.O_WRONLY, 0) }, func(f *os.File) { _ = f.Close() })
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// unwritable says why a file of this name cannot be written. err may name a temporary file that
// was to become it.
func (a *advice) unwritable(c *flags.Command, name string, err error) error {
	dir, base := filepath.Split(name)
	if dir == "" {
		base = "" // standard output
	}
	if errors.Is(err, fs.ErrNotExist) {
		dir = filepath.Clean(dir)
		return &exitError{codeNotFound, fmt.Errorf("%s cannot be written: there is no directory %s", name, dir),
			"mkdir -p " + shellword.Quote(dir) + " && " + a.again(c, "out", name)}
	}
	code, err := codeFailed, cause(err)
	return &exitError{code, fmt.Errorf("%s cannot be written: %w", name, err), a.again(c, "out", base)}
}

// cause returns err without the name of the call and of its file.
func cause(err error) error {
	var about *fs.PathError
	if errors.As(err, &about) {
		return about.Err
	}
	return err
}
