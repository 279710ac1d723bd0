package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	flags "github.com/urfave/cli/v3"
)

// create writes a file that is there as a whole or not at all. One that is there already
// is left alone unless the command has --force.
func (a *app) create(c *flags.Command, name string, write func(io.Writer) error) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.IsDir():
		return a.usage(name+" is a directory", "%s", a.again(c, "out", filepath.Join(name, "run.history")))
	case !info.Mode().IsRegular(): // a pipe, a device: nothing is lost there, and nothing to be renamed
		return writeTo(name, write)
	case !c.Bool("force"):
		return &exitError{codeFailed, fmt.Errorf("%s is there already", name), a.try(append(path(c), c.Args().First(), "--out", name, "--force")...)}
	default:
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".reprise-*")
	if err != nil {
		return a.unwritable(c, err)
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

func writeTo(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

func (a *app) unwritable(c *flags.Command, err error) error {
	code := codeFailed
	if errors.Is(err, fs.ErrNotExist) {
		code = codeNotFound
	}
	return &exitError{code, err, a.again(c, "out", "FILE")}
}
