package main

import (
	"fmt"
	"io"
	"runtime"
	"time"
)

// tolerated is how much of one core others may use before the bench reports it.
const tolerated = 0.1

// neighbours watches how much other processes use the machine's cores. They hardly
// affect the limit, which needs no whole core, but they affect an engine, which needs
// all cores.
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

// ours returns the CPU time of the bench so far, including the processes that work for
// it.
func (n neighbours) ours() time.Duration { return cpuTime() + childrenTime() + n.backend.cpu() }

// tell reports on w what others have used since.
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
