// Package locks what needs no lock.
package locks

import (
	"sync"
	"sync/atomic"

	"github.com/reprise-run/reprise/workflow"
)

type cart struct {
	sync.RWMutex
	n atomic.Int64
}

func order(ctx workflow.Context, c *cart) (int64, error) {
	var mu sync.Mutex
	mu.Lock()         // want `RV009: calls sync.Mutex.Lock`
	defer mu.Unlock() // want `RV009: calls sync.Mutex.Unlock`
	c.RLock()         // want `RV009: calls sync.RWMutex.RLock`
	var wg sync.WaitGroup
	wg.Go(func() {}) // want `RV009: calls sync.WaitGroup.Go`
	wg.Wait()        // want `RV009: calls sync.WaitGroup.Wait`
	var once sync.Once
	once.Do(func() {}) // want `RV009: calls sync.Once.Do`
	var m sync.Map
	m.Store(1, 2)          // want `RV009: calls sync.Map.Store`
	return c.n.Add(1), nil // want `RV009: calls atomic.Int64.Add`
}
