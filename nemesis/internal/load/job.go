package load

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

// Job is one run and what a client does to it.
type Job struct {
	ID       string // the workflow id
	Workflow workflow.Def[Input, Result]
	Input    Input
	Letters  []Sending     // sent one after another
	Updates  bool          // the letters are updates
	Promises bool          // several clients at once answer the promises of the run
	Cancel   bool          // cancel the run in the end
	Pause    time.Duration // before each of these steps
	InTx     bool          // do all of it in transactions of the client
	Rollback bool          // roll the start back, and do nothing else
	Forget   bool          // do not repeat a start that is not acknowledged, nor a letter
	Hold     bool          // pause and unpause the run meanwhile
	Hasten   bool          // until the run has ended, retry what waits for its next attempt
	Turns    int           // so many starts, each behind the previous one
	Cut      int           // terminate what runs after each turn that this divides; zero: never
	Look     bool          // query the run's progress
	Reset    bool          // reset the run after its end
	At       float64       // to this fraction of its history
	Repins   []int         // pin the run to these builds, one after another
	Again    bool          // after the end, run a second job with the same input
}

// Sending is a signal or an update, sent Times times under the same id.
type Sending struct {
	ID    string
	Value string
	Times int
}

// shapes lists the workflows, how often each is drawn, and how its jobs are drawn.
var shapes = []struct {
	def    workflow.Def[Input, Result]
	weight int
	draw   func(*rand.Rand, *Job)
}{
	{Chain, 5, drawChain},
	{Fan, 4, func(r *rand.Rand, j *Job) { j.Input.Steps = 2 + r.IntN(7) }},
	{Retry, 2, func(r *rand.Rand, j *Job) { j.Input.Steps, j.Input.Fails = 1+r.IntN(3), 1+r.IntN(3) }},
	{Risk, 2, func(r *rand.Rand, j *Job) { j.Input.Steps = 1 + r.IntN(4) }},
	{Nap, 4, func(r *rand.Rand, j *Job) { j.Input.Steps, j.Input.NapMS = 1+r.IntN(4), 20+r.IntN(1000) }},
	{Mail, 5, drawMail},
	{Cycle, 3, func(r *rand.Rand, j *Job) { drawMail(r, j); j.Input.NapMS = 0 }},
	{Pay, 3, func(r *rand.Rand, j *Job) { j.Input.Steps, j.Input.WorkMS = 1+r.IntN(4), r.IntN(20) }},
	{Patient, 2, func(r *rand.Rand, j *Job) { j.Input.Steps, j.Cancel = 1+r.IntN(20), true }},
	{Relay, 4, func(r *rand.Rand, j *Job) { j.Input.Steps, j.Input.NapMS = 1+r.IntN(6), 20+r.IntN(200) }},
}

func drawMail(r *rand.Rand, j *Job) {
	j.Input.Letters = 1 + r.IntN(6)
	if r.IntN(2) == 0 { // otherwise only the letters wake it
		j.Input.NapMS = 100 + r.IntN(900)
	}
	for i := range j.Input.Letters {
		j.Letters = append(j.Letters, Sending{
			ID: fmt.Sprintf("%s/letter-%d", j.ID, i), Value: fmt.Sprintf("letter %d to %s", i, j.ID), Times: 1 + r.IntN(2),
		})
	}
}

// drawChain draws a job whose client may give up, and whose letters nobody waits for.
func drawChain(r *rand.Rand, j *Job) {
	j.Input.Steps = 3 + r.IntN(10)
	j.Forget = r.IntN(3) == 0
	for i := range r.IntN(3) {
		id := fmt.Sprintf("%s/stray-%d", j.ID, i)
		j.Letters = append(j.Letters, Sending{ID: id, Value: id, Times: 1})
	}
}

// One job in kinEvery involves other runs.
const kinEvery = 6

// Draw makes the n-th job of a seed's sequence.
func Draw(r *rand.Rand, n int) Job {
	j := Job{ID: fmt.Sprintf("job-%05d", n), Pause: time.Duration(r.IntN(600)) * time.Millisecond}
	j.Input.WorkMS = 1 + r.IntN(250)
	total := 0
	for _, s := range shapes {
		total += s.weight
	}
	at := r.IntN(total)
	for _, s := range shapes {
		if at -= s.weight; at < 0 {
			j.Workflow = s.def
			s.draw(r, &j)
			break
		}
	}
	// A letter forwarded to a run that has ended is not lost, but it is not in the history
	// either.
	strays := j.Workflow.Name() == Chain.Name() && len(j.Letters) > 0
	if j.InTx = !strays && r.IntN(3) == 0; j.InTx {
		j.Rollback = r.IntN(4) == 0
	}
	if n%laterEvery == laterEvery-1 { // from a generator of its own: the seed's other jobs do not change
		j.makeLater(rand.New(rand.NewPCG(uint64(n), uint64(j.Input.WorkMS))))
	} else if n%steeredEvery == steeredEvery-1 { // likewise
		j.makeSteered(rand.New(rand.NewPCG(uint64(n), uint64(j.Input.WorkMS))))
	} else if n%gateEvery == gateEvery-1 {
		j.makeGate(rand.New(rand.NewPCG(uint64(n), uint64(j.Input.WorkMS))))
	} else if n%bankEvery == bankEvery-1 {
		j.makeBank(rand.New(rand.NewPCG(uint64(n), uint64(j.Input.WorkMS))))
	} else if n%tillEvery == tillEvery-1 {
		j.makeTill(rand.New(rand.NewPCG(uint64(n), uint64(j.Input.WorkMS))))
	} else if n%lastingEvery == lastingEvery-1 {
		j.makeLasting(rand.New(rand.NewPCG(uint64(n), uint64(j.Input.WorkMS))))
	} else if n%kinEvery == kinEvery-1 {
		j.makeKin(rand.New(rand.NewPCG(uint64(n), uint64(j.Input.WorkMS))))
	}
	j.steer(n)
	return j
}

// slowest and slowestStep limit how long Slow makes the activities of a job take: in
// total, and each.
const slowest, slowestStep = 9000, 3500

// Slow makes the activities of a Mail longer, and gives each promise a timeout. An
// activity that a lost letter scheduled is then still running when the run, which has
// forgotten the letter, receives the next one.
func (j *Job) Slow() {
	if j.Workflow.Name() == Mail.Name() {
		j.Input.WorkMS = min(slowestStep, slowest/j.Input.Letters)
	}
	if j.Promises && j.Input.NapMS == 0 {
		j.Input.NapMS = slowestStep // a client may have answered a promise of a history that is lost
	}
}

// Expect returns what the result of a run must consist of: the labels of the activities
// whose values it has, and the letters. Only values of Risk or Later may be [Unknown].
func Expect(workflow string, workflowID string, in Input) (labels, letters []string) {
	steps := in.Steps
	if workflow == Mail.Name() || workflow == Cycle.Name() || workflow == Till.Name() {
		steps = in.Letters
		for i := range in.Letters {
			letters = append(letters, fmt.Sprintf("letter %d to %s", i, workflowID))
		}
	}
	for i := range steps {
		labels = append(labels, label(i))
	}
	return labels, letters
}
