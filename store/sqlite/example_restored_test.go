package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// A backup is restored while a worker runs: the worker learns of it, gives up what it
// held, and joins again.
func ExampleStore_Restored() {
	dir, err := os.MkdirTemp("", "reprise")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	st, err := sqlite.Open(ctx, filepath.Join(dir, "orders.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	if err := st.Join(ctx, store.Worker{ID: store.WorkerID{1}, TTL: time.Minute}); err != nil {
		log.Fatal(err)
	}

	epoch, err := st.Restored(ctx) // as reprise db restored does
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("epoch", epoch)
	_, err = st.Tick(ctx, store.Tick{Worker: store.WorkerID{1}})
	fmt.Println("it is another database:", errors.Is(err, store.ErrOtherDatabase))
	// Output:
	// epoch 2
	// it is another database: true
}
