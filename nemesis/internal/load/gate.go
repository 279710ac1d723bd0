package load

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// What limits the queues of a Gate's activities, in all workers together.
const (
	AtOnce  = 4  // attempts at Narrow
	OfAKey  = 1  // at Keyed, of each partition
	ASecond = 20 // begin at Paced
)

// The activities on queues that have limits.
var (
	Narrow = activity.Define[Call, Done]("narrow", at("narrow", patience(1000)))
	Keyed  = activity.Define[Call, Done]("keyed", at("keyed", patience(1000)))
	Paced  = activity.Define[Call, Done]("paced", at("paced", patience(1000)))
)

// Queues are those that a worker serves.
func Queues() []reprise.Queue {
	return []reprise.Queue{
		{Name: "default"},
		{Name: Far},
		{Name: "narrow", Global: reprise.Limit{Concurrency: AtOnce}, Revision: 1},
		{Name: "keyed", PerPartition: reprise.Limit{Concurrency: OfAKey}, Revision: 1},
		{Name: "paced", Global: reprise.Limit{Rate: reprise.Rate{N: ASecond, Per: time.Second}}, Revision: 1},
	}
}

const (
	gateEvery = 5 // how many jobs there are for one of a queue that has limits
	gateKeys  = 3
)

// makeGate makes a job one that asks for more at once than its queue may have.
func (j *Job) makeGate(r *rand.Rand) {
	*j = Job{ID: j.ID, Workflow: Gate, Pause: j.Pause}
	j.Input.Gate, j.Input.Steps, j.Input.WorkMS = r.IntN(3), 3+r.IntN(6), 20+r.IntN(180)
}

// gate is Gate.
func gate(ctx workflow.Context, in Input) (Result, error) {
	var begun []workflow.Future[Done]
	for i := range in.Steps {
		c := in.call(i)
		switch in.Gate {
		case 0:
			begun = append(begun, workflow.Execute(ctx, Narrow, c))
		case 1:
			c.Key = fmt.Sprint("key-", (in.WorkMS+i)%gateKeys)
			begun = append(begun, workflow.Execute(ctx, Keyed, c, workflow.Partition(c.Key)))
		default:
			begun = append(begun, workflow.Execute(ctx, Paced, c))
		}
	}
	return takeAll(ctx, begun)
}
