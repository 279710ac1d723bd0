// Command api writes the listings of what the module exports, a file in the folder api for each
// tier of stability, and prints how many names each has. docs/stability.md says what the tiers
// promise.
//
//	go run ./internal/lint/api             in the root of the checkout
//
// A test of package lint fails where a listing is not what the code exports. A name that leaves
// the listing of the author tier, or changes in it, breaks programs: say so in CHANGELOG.md.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/reprise-run/reprise/internal/lint"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "api:", err)
		os.Exit(1)
	}
}

func run() error {
	api, err := lint.ReadAPI(".")
	if err != nil {
		return err
	}
	for _, tier := range lint.Tiers {
		file := tier.File(".")
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(api.Text(tier)), 0o666); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(os.Stdout, "%-8s %4d names of at most %d, in %s\n", tier, api.Names(tier), lint.Limits[tier], file); err != nil {
			return err
		}
	}
	return nil
}
