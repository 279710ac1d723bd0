package load

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Bounds are the limits of the queues of a Gate's activities, across all workers.
type Bounds struct {
	AtOnce  int // concurrent attempts at Narrow
	Keys    int // partitions of Keyed, each with OfAKey concurrent attempts
	ASecond int // attempts at Paced that begin per second
}

// Usual are the limits under mixed load. Pressed are those under a load of Gates only, which always ask for more.
var (
	Usual   = Bounds{AtOnce: 4, Keys: 3, ASecond: 20}
	Pressed = Bounds{AtOnce: 40, Keys: 200, ASecond: 100}
)

// Grace is the workers' grace: for so long after its lease a worker may still be inside an attempt that was taken over.
const Grace = time.Second

// OfAKey is how many attempts at Keyed run at once in each partition.
const OfAKey = 1

// The activities on queues that have limits.
var (
	Narrow = activity.Define[Call, Done]("narrow", at("narrow", patience(1000)))
	Keyed  = activity.Define[Call, Done]("keyed", at("keyed", patience(1000)))
	Paced  = activity.Define[Call, Done]("paced", at("paced", patience(1000)))
)

// Queues returns the queues that a worker serves.
func (b Bounds) Queues() []reprise.Queue {
	return []reprise.Queue{
		{Name: "default"},
		{Name: Far},
		{Name: "busy"},
		{Name: "narrow", Global: reprise.Limit{Concurrency: b.AtOnce}, Revision: 1},
		{Name: "keyed", PerPartition: reprise.Limit{Concurrency: OfAKey}, Revision: 1},
		{Name: "paced", Global: reprise.Limit{Rate: reprise.Rate{N: b.ASecond, Per: time.Second}}, Revision: 1},
	}
}

// One job in gateEvery is a Gate.
const gateEvery = 5

// Gates are the names of a Gate's activities, indexed by Input.Gate.
var Gates = []string{Narrow.Name(), Keyed.Name(), Paced.Name()}

// key returns the number of the partition of step i.
func (in Input) key(i int) int {
	if in.Keys > 0 {
		return (in.From + i) % in.Keys
	}
	return (in.WorkMS + i) % Usual.Keys
}

// Press makes the n-th job of a load of Gates only, with activity of. before is how many activities earlier jobs asked
// for.
func Press(r *rand.Rand, n, of, before int) Job {
	j := Job{ID: fmt.Sprintf("job-%05d", n), Workflow: Gate}
	j.Input.Gate, j.Input.Keys, j.Input.From = of, Pressed.Keys, before%Pressed.Keys
	switch Gates[of] {
	case Narrow.Name():
		j.Input.Steps, j.Input.WorkMS = 20, 500+r.IntN(1000)
	case Keyed.Name():
		j.Input.Steps, j.Input.WorkMS = 20, 2000+r.IntN(4000)
	default:
		j.Input.Steps, j.Input.WorkMS = 50, 5+r.IntN(20)
	}
	return j
}

// makeGate turns j into a job that asks for more at once than its queue allows.
func (j *Job) makeGate(r *rand.Rand) {
	*j = Job{ID: j.ID, Workflow: Gate, Pause: j.Pause}
	j.Input.Gate, j.Input.Steps, j.Input.WorkMS = r.IntN(3), 3+r.IntN(6), 20+r.IntN(180)
}

// gate implements Gate.
func gate(ctx workflow.Context, in Input) (Result, error) {
	var begun []workflow.Future[Done]
	for i := range in.Steps {
		c := in.call(i)
		switch in.Gate {
		case 0:
			begun = append(begun, workflow.Execute(ctx, Narrow, c))
		case 1:
			c.Key = fmt.Sprint("key-", in.key(i))
			begun = append(begun, workflow.Execute(ctx, Keyed, c, workflow.Partition(c.Key)))
		default:
			begun = append(begun, workflow.Execute(ctx, Paced, c))
		}
	}
	return takeAll(ctx, begun)
}
