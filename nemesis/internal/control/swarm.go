package control

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/worker"
)

// fault is one kind of trouble. It returns when the trouble is over, undone if it had to
// be; false says that it could not be made just now.
type fault struct {
	kind   string
	server bool // of the server and the lines to it, not of a process
	do     func(*nemesis, *rand.Rand) bool
}

// swarm is which faults this seed meets, and how often each: a seed that meets few of
// them meets these in combinations that one which meets all hardly ever does.
type swarm struct {
	weights map[string]float64
	crashes float64 // which part of the processes has a crash point
	wrong   float64 // which part has a wrong clock
}

// draw makes the swarm of a seed. A kill is always in it: the take-over is measured by it.
func draw(seed uint64, store string) swarm {
	r := rand.New(rand.NewPCG(seed, 1))
	s := swarm{weights: map[string]float64{}}
	for _, f := range faults {
		on, weight := r.Float64() < 0.6, math.Pow(10, r.Float64()-0.5)
		switch {
		case f.kind == "kill":
			s.weights[f.kind] = 1 + weight
		case !on || f.server && store != Postgres:
		case f.kind == "kill_all": // too many, and nothing lives long enough to go wrong
			s.weights[f.kind] = weight / 4
		default:
			s.weights[f.kind] = weight
		}
	}
	if r.Float64() < 0.6 {
		s.crashes = 0.2 + 0.6*r.Float64()
	}
	if r.Float64() < 0.5 && store == Postgres { // the clock of a file is that of its process
		s.wrong = 0.2 + 0.6*r.Float64()
	}
	return s
}

// next draws a fault of the server's, or of the processes'; false: the seed has none.
func (s swarm) next(r *rand.Rand, server bool) (fault, bool) {
	total := 0.0
	for _, f := range faults {
		if f.server == server {
			total += s.weights[f.kind]
		}
	}
	at := r.Float64() * total
	for _, f := range faults {
		if f.server != server || s.weights[f.kind] == 0 {
			continue
		}
		if at -= s.weights[f.kind]; at < 0 {
			return f, true
		}
	}
	return fault{}, false
}

// crash draws the crash point of a process.
func (s swarm) crash(r *rand.Rand) worker.Crash {
	on, at, n := r.Float64() < s.crashes, r.IntN(len(worker.Points)), 1+r.Int64N(60)
	if !on {
		return worker.Crash{}
	}
	return worker.Crash{At: worker.Points[at], N: n}
}

// clock draws how wrong the clock of a process is.
func (s swarm) clock(r *rand.Rand) (skew time.Duration, drift float64) {
	on, far, fast := r.Float64() < s.wrong, 2*r.Float64()-1, 2*r.Float64()-1
	if !on {
		return 0, 0
	}
	return time.Duration(far * float64(90*time.Second)), 1 + 0.02*fast
}
