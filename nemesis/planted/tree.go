package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// root returns the directory of the module.
func root() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	file := strings.TrimSpace(string(out))
	if filepath.Base(file) != "go.mod" {
		return "", errors.New("run it in the repository")
	}
	return filepath.Dir(file), nil
}

// graft copies the files that a patch changes from the tree at root to dir, applies the patch to
// the copies, and writes the file that go's -overlay reads. It returns the name of that file and
// the packages that the files belong to. It fails if the patch does not apply.
func graft(ctx context.Context, root, dir string, patch []byte) (overlay string, packages []string, err error) {
	names, err := changed(patch)
	if err != nil {
		return "", nil, err
	}
	instead := map[string]string{}
	for _, name := range names {
		from, to := filepath.Join(root, name), filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", nil, err
		}
		text, err := os.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil, fmt.Errorf("there is no %s any more", name)
		}
		if err != nil {
			return "", nil, err
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			return "", nil, err
		}
		instead[from] = to
		if p := "./" + path.Dir(name); !slices.Contains(packages, p) {
			packages = append(packages, p)
		}
	}
	if err := apply(ctx, dir, patch); err != nil {
		return "", nil, err
	}
	text, err := json.Marshal(map[string]any{"Replace": instead})
	if err != nil {
		return "", nil, err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, packages, os.WriteFile(overlay, text, 0o644)
}

// changed returns the files that a patch changes. A bug may not add or remove files.
func changed(patch []byte) (names []string, err error) {
	for line := range strings.Lines(string(patch)) {
		line = strings.TrimSpace(line)
		if name, is := strings.CutPrefix(line, "+++ b/"); is {
			names = append(names, name)
		} else if line == "--- /dev/null" || line == "+++ /dev/null" {
			return nil, errors.New("the patch adds or removes a file")
		}
	}
	if len(names) == 0 {
		return nil, errors.New("the patch changes no file")
	}
	return names, nil
}

// apply applies a patch to the files in dir.
func apply(ctx context.Context, dir string, patch []byte) error {
	cmd := exec.CommandContext(ctx, "git", "apply", "--whitespace=nowarn")
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(patch)
	// git must not mistake a directory around the copies for their repository.
	cmd.Env = append(cmd.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git apply: %w: %s", err, out)
	}
	return nil
}

// compile builds what a patch has changed, without optimization, and returns the compiler's
// errors.
func compile(ctx context.Context, root, overlay string, packages []string) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"build", "-gcflags=-N -l", "-overlay", overlay}, packages...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("it applies and does not compile: %w\n%s", err, out)
	}
	return nil
}
