package control

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/worker"
)

// fault is one kind of fault. Its function returns when the fault is over and undone. It
// returns false if the fault is impossible at the moment.
type fault struct {
	kind   string
	server bool // concerns the server and the connections to it, not a process
	do     func(*nemesis, *rand.Rand) bool
	then   func(*nemesis, *rand.Rand) bool // runs after do, with no other fault of a process
	long   bool                            // only for longer runs, or if requested by name
}

// long is the shortest run whose seed may draw long faults.
const long = time.Minute

// swarm says which faults a seed meets, and how often. A seed with few kinds of faults
// meets combinations that a seed with all kinds hardly ever meets.
type swarm struct {
	weights map[string]float64
	crashes float64 // fraction of the processes with a crash point
	wrong   float64 // fraction with a wrong clock
}

// draw makes the swarm of a seed. It always has kills, which the take-over measurement
// needs, and the faults requested by name.
func draw(o Options) swarm {
	seed, store := o.Seed, o.Store
	r := rand.New(rand.NewPCG(seed, 1))
	s := swarm{weights: map[string]float64{}}
	if o.Limits {
		s.weights = map[string]float64{"kill": 1, "pause": 1, "stop": 0.5}
		return s
	}
	for _, f := range faults {
		if f.long {
			continue // drawLong draws these, from a generator of its own
		}
		on, weight := r.Float64() < 0.6, math.Pow(10, r.Float64()-0.5)
		switch {
		case f.kind == "kill":
			s.weights[f.kind] = 1 + weight
		case !on || f.server && store != Postgres:
		case f.kind == "kill_all": // with more of these, no process would live long enough to fail otherwise
			s.weights[f.kind] = weight / 4
		default:
			s.weights[f.kind] = weight
		}
	}
	s.drawLong(o)
	if r.Float64() < 0.6 {
		s.crashes = 0.2 + 0.6*r.Float64()
	}
	if r.Float64() < 0.5 && store == Postgres { // SQLite uses the clock of its process
		s.wrong = 0.2 + 0.6*r.Float64()
	}
	return s
}

// drawLong draws which long faults a run meets.
func (s swarm) drawLong(o Options) {
	r := rand.New(rand.NewPCG(o.Seed, 5))
	for _, f := range faults {
		if !f.long {
			continue
		}
		if on, weight := r.Float64() < 0.4, r.Float64(); on && o.Duration >= long && o.Store == Postgres {
			s.weights[f.kind] = weight
		}
	}
	for _, kind := range o.Faults {
		s.weights[kind] = max(s.weights[kind], 1)
	}
}

// lease returns how long leases must be. A worker stops renewing while one of its writes takes half a lease,
// and a write to a distant server takes up to six round trips.
func (s swarm) lease(wanted time.Duration) time.Duration {
	if s.weights["far_server"] > 0 {
		return max(wanted, 15*roundTrip)
	}
	return wanted
}

// named finds a fault by its kind.
func named(kind string) (fault, bool) {
	i := slices.IndexFunc(faults, func(f fault) bool { return f.kind == kind })
	if i < 0 {
		return fault{}, false
	}
	return faults[i], true
}

// next draws a fault of the server or of the processes. It returns false if the seed has none.
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
