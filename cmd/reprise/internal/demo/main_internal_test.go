package demo

import (
	"context"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// The command calls itself, so this binary is the command, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "demo" {
		os.Exit(Main(context.Background(), os.Args[2:], os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}
