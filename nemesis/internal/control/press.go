package control

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// press keeps more work waiting for each queue with limits than may begin, all the time.
type press struct {
	ledger *ledger.Server

	mu    sync.Mutex
	read  int    // ledger entries read
	n     int    // jobs made
	asked [3]int // activities requested
	begun [3]int // first attempts begun, approximately
}

// wait returns how many activities must wait for one of load.Gates.
func wait(of int) int {
	return []int{2 * load.Pressed.AtOnce, 3 * load.Pressed.Keys, 3 * load.Pressed.ASecond}[of]
}

// next returns the next job, or false if enough work waits.
func (p *press) next(seed uint64) (j load.Job, lacks bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh := p.ledger.Since(p.read)
	p.read += len(fresh)
	for _, e := range fresh {
		if of := slices.Index(load.Gates, e.Name); e.What == ledger.Begin && e.Attempt == 1 && of >= 0 {
			p.begun[of]++
		}
	}
	for of := range p.asked {
		if p.asked[of]-p.begun[of] < wait(of) {
			p.n++
			j = load.Press(rand.New(rand.NewPCG(seed, 1000+uint64(p.n))), p.n, of, p.asked[of])
			p.asked[of] += j.Input.Steps
			return j, true
		}
	}
	return j, false
}
