package main

import (
	"fmt"
	"io"
	"runtime"
	"time"
)

// tolerated is how much of one core others may use before it is said.
const tolerated = 0.1

// neighbours watches what other processes use of the machine's cores. The limit hardly
// sees them, for it needs no whole core; an engine needs them all.
type neighbours struct {
	begun             time.Time
	busy, own, stolen time.Duration
	backend           backend
}

func watchNeighbours(b backend) neighbours {
	n := neighbours{begun: time.Now(), busy: busy(), stolen: stolen(), backend: b}
	n.own = n.ours()
	return n
}

// ours is what the bench has used so far, with what works for it.
func (n neighbours) ours() time.Duration { return cpuTime() + childrenTime() + n.backend.cpu() }

// tell says on w what others have used since.
func (n neighbours) tell(w io.Writer, workload string) {
	took := time.Since(n.begun).Seconds()
	if cores := (stolen() - n.stolen).Seconds() / took; cores > tolerated {
		fmt.Fprintf(w, "bench: while %s was measured, the host kept %.1f of %d cores for others\n", workload, cores, runtime.NumCPU())
	}
	all, own := busy()-n.busy, n.ours()-n.own
	if cores := (all - own).Seconds() / took; cores > tolerated {
		fmt.Fprintf(w, "bench: while %s was measured, other processes kept %.1f of %d cores busy\n", workload, cores, runtime.NumCPU())
	}
}
