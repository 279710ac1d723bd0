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
	Letters  []Sending     // one after the other
	Updates  bool          // they are updates
	Promises bool          // what its run waits for is answered, by several clients at once
	Cancel   bool          // in the end
	Pause    time.Duration // before each of these
	InTx     bool          // all of it in transactions of the client's
	Rollback bool          // the start is rolled back, and that is all
	Forget   bool          // a start that is not acknowledged is not tried again, and neither are letters
	Hold     bool          // the run is paused and unpaused meanwhile
	Hasten   bool          // what waits for its next try is told to begin until the run has ended
	Turns    int           // so many starts, each behind the one before
	Cut      int           // after each turn whose number this divides, what runs is terminated; zero: after none
	Look     bool          // it is asked how far it has come
	Reset    bool          // when it has ended it is reset
	At       float64       // to this part of its history
	Repins   []int         // it is pinned to these of the builds that there are, one after the other
	Again    bool          // when it has ended another one asks for the same
}

// Sending is a signal, or an update, which is sent Times times under the same id.
type Sending struct {
	ID    string
	Value string
	Times int
}

// shapes are the workflows, how often each is drawn, and what its jobs are like.
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
	if r.IntN(2) == 0 { // else nothing but the letters wakes it
		j.Input.NapMS = 100 + r.IntN(900)
	}
	for i := range j.Input.Letters {
		j.Letters = append(j.Letters, Sending{
			ID: fmt.Sprintf("%s/letter-%d", j.ID, i), Value: fmt.Sprintf("letter %d to %s", i, j.ID), Times: 1 + r.IntN(2),
		})
	}
}

// drawChain makes a client that forgets what it was about, and letters that nobody waits
// for.
func drawChain(r *rand.Rand, j *Job) {
	j.Input.Steps = 3 + r.IntN(10)
	j.Forget = r.IntN(3) == 0
	for i := range r.IntN(3) {
		id := fmt.Sprintf("%s/stray-%d", j.ID, i)
		j.Letters = append(j.Letters, Sending{ID: id, Value: id, Times: 1})
	}
}

// kinEvery is how many jobs there are for one that has to do with other runs.
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
	// A letter that is forwarded to a run that has ended is no loss, but not in its history.
	strays := j.Workflow.Name() == Chain.Name() && len(j.Letters) > 0
	if j.InTx = !strays && r.IntN(3) == 0; j.InTx {
		j.Rollback = r.IntN(4) == 0
	}
	if n%laterEvery == laterEvery-1 { // drawn apart: the other jobs of a seed are what they are without
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

// slowest is how long the activities of a job are made to take, all together and each.
const slowest, slowestStep = 9000, 3500

// Slow makes the activities of a Mail longer, and has each promise end by itself. One that a lost letter has asked for is then
// under way when the run, which has forgotten it, is given the next one.
func (j *Job) Slow() {
	if j.Workflow.Name() == Mail.Name() {
		j.Input.WorkMS = min(slowestStep, slowest/j.Input.Letters)
	}
	if j.Promises && j.Input.NapMS == 0 {
		j.Input.NapMS = slowestStep // who answers may have seen an end that is lost
	}
}

// Expect is what the result of a run must consist of: the labels of the activities
// whose values it has, and the letters. Only one of Risk or Later may be [Unknown].
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
