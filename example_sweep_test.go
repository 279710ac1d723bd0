package reprise_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/store/sqlite"
)

// Once a day, some program of the service removes blobs that nothing refers to any more.
func ExampleSweepBlobs() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "sweep")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	st, err := sqlite.Open(ctx, filepath.Join(dir, "shop.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{Build: "v1", Payloads: []codec.Transform{
		codec.Offload(codec.Dir(filepath.Join(dir, "blobs")), 256<<10),
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	swept, err := reprise.SweepBlobs(ctx, rt, reprise.SweepOptions{Age: 24 * time.Hour})
	fmt.Println(swept.Removed, err)
	// Output: 0 <nil>
}
