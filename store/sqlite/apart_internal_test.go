package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"github.com/reprise-run/reprise/store"
)

const endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

// endsSoon is a context that ends after it has been asked a few times.
type endsSoon struct {
	context.Context
	left int
}

func (c *endsSoon) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestALongStatementEndsWithItsContext(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	err := st.apart(&endsSoon{context.Background(), 20}, func(c *conn) error {
		c.Number(endless)
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

func TestALongStatementEndsWithTheStore(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	var closing sync.WaitGroup
	err := st.apart(context.Background(), func(c *conn) error {
		closing.Go(func() {
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		})
		c.Number(endless)
		return nil
	})
	if !errors.Is(err, store.ErrStoreClosed) {
		t.Errorf("it ends with %v", err)
	}
	closing.Wait()
}
