package store

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
)

// Check returns why op can never be applied, or nil. It examines only the op: an id above
// [MaxID], text that is not UTF-8 or contains a NUL, rows that are not contiguous, a missing
// token. Every store answers what Check reports with a *[MemberError], so either all of them
// refuse an op or none does.
func Check(op Op) error {
	switch o := op.(type) {
	case *Start:
		return o.check()
	case *Claim:
		return o.check()
	case *Commit:
		return o.check()
	case *Deliver:
		return o.check()
	case *ClaimActivities:
		return o.check()
	case *EndActivity:
		return o.check()
	case *EndJob:
		return o.check()
	case *StartAll:
		return o.check()
	case *Release:
		return o.check()
	case *Resume:
		return present(o != nil, func() error { return o.Ref.check() })
	case *Terminate:
		return o.check()
	case *QueueBehind:
		return o.check()
	case *Recover:
		return present(o != nil, func() error {
			return must(o.Limit >= 1, "Recover.Limit is %d, write 1 or more", o.Limit)
		})
	case *Retain:
		return o.check()
	case *Fetch:
		return present(o != nil, nil)
	case *Take:
		return o.check()
	case *Fire:
		return present(o != nil, func() error { return id("Fire.Namespace", o.Namespace) })
	case *Forward:
		return o.check()
	case *Relay:
		return o.check()
	case *RetryActivity:
		return present(o != nil, nil)
	case *Beat:
		return present(o != nil, nil)
	case *Condemn:
		return present(o != nil, nil)
	case *PutSchedule:
		return o.check()
	case *FireSchedule:
		return o.check()
	case *Sweep:
		return present(o != nil, nil)
	case *ShareQueue:
		return o.check()
	case *ChangeQueue:
		return o.check()
	case *DrainWorker:
		return o.check()
	case *Expire:
		return present(o != nil, func() error {
			return first(id("Expire.Namespace", o.Namespace), must(o.Max >= 1, "Expire.Max is %d, write 1 or more", o.Max))
		})
	}
	return errNil
}

var errNil = errors.New("it is nil")

func present(ok bool, check func() error) error {
	if !ok {
		return errNil
	}
	if check == nil {
		return nil
	}
	return check()
}

func must(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// id accepts text that is a name: at most MaxID bytes.
func id(what, s string) error {
	if len(s) > MaxID {
		return fmt.Errorf("%s has %d bytes, at most %d are allowed", what, len(s), MaxID)
	}
	return text(what, s)
}

// text accepts what every database can hold in a text column.
func text(what, s string) error {
	if !utf8.ValidString(s) {
		return fmt.Errorf("%s is not valid UTF-8", what)
	}
	if strings.IndexByte(s, 0) >= 0 {
		return fmt.Errorf("%s holds a NUL byte", what)
	}
	return nil
}

// number accepts what every database can hold in a 32-bit column.
func number(what string, n int) error {
	return must(n >= math.MinInt32 && n <= math.MaxInt32, "%s is %d, it must be from %d to %d", what, n, math.MinInt32, math.MaxInt32)
}

func name(what, s string) error {
	if s == "" {
		return fmt.Errorf("%s is empty", what)
	}
	return id(what, s)
}

func (r Ref) check() error {
	return first(id("Ref.Namespace", r.Namespace), id("Ref.WorkflowID", r.WorkflowID))
}

func (o *Start) check() error {
	if o == nil {
		return errNil
	}
	return first(
		must(o.Run != uuid.Nil, "Start.Run is zero"),
		must(o.Chain != uuid.Nil, "Start.Chain is zero, write the run itself for the first of a chain"),
		id("Start.Namespace", o.Namespace),
		name("Start.WorkflowID", o.WorkflowID),
		name("Start.Workflow", o.Workflow),
		id("Start.Queue", o.Queue),
		number("Start.Priority", o.Priority),
		must(o.Owner == uuid.Nil || o.Claim != uuid.Nil, "Start.Claim is zero although Owner is set"),
		must(len(o.Attrs) <= history.MaxAttrs, "Start.Attrs has %d attributes, at most %d are allowed", len(o.Attrs), history.MaxAttrs),
		checkAttrs("Start.Attrs", o.Attrs, false),
		o.checkRows(),
	)
}

// checkRows checks the rows with which the history begins.
func (o *Start) checkRows() error {
	c := o.First
	if c == nil {
		next := o.Row.Seq + int64(o.Row.N)
		for _, r := range o.More {
			if r.Seq != next || r.N <= 0 {
				return fmt.Errorf("Start.More: %d events from %d on, but the next seq is %d", r.N, r.Seq, next)
			}
			next = r.Seq + int64(r.N)
		}
		for i := range o.Send {
			if err := o.Send[i].check(); err != nil {
				return err
			}
		}
		return must(o.Row.Seq == 1 && o.Row.N >= 1, "Start.Row is %d events from %d on, not 1 or more from 1 on", o.Row.N, o.Row.Seq)
	}
	return first(
		must(len(o.More)+len(o.Timers)+len(o.Send) == 0, "Start.More, Start.Timers or Start.Send is set although First is, whose rows, timers and messages are the first ones"),
		must(o.Row.N == 0 && len(o.Row.Data) == 0, "Start.Row has %d events although First is set, whose rows are the first ones", o.Row.N),
		must(o.Owner != uuid.Nil || c.Then == Park && !c.Sticky, "Start.First is %v although Start.Owner is zero: what nobody owns is parked, and sticky to nobody", c.Then),
		must(c.Run == o.Run && c.Owner == o.Owner && c.Epoch == o.firstEpoch() && c.Seq == 1,
			"Start.First is about run %v of %v, epoch %d, seq %d; it must be about the run that is started, of Start.Owner, epoch %d, seq 1", c.Run, c.Owner, c.Epoch, c.Seq, o.firstEpoch()),
		must(c.After == uuid.Nil, "Start.First.After is %v, and a run's beginning follows nothing", c.After),
		must(len(c.Take) == 0, "Start.First takes %d entries, and a run that is started has none", len(c.Take)),
		c.check(),
	)
}

// firstEpoch is the epoch that the first commit of a started run finds.
func (o *Start) firstEpoch() int64 {
	if o.Owner == uuid.Nil {
		return 0
	}
	return 1
}

func (o *Claim) check() error {
	if o == nil {
		return errNil
	}
	return first(
		must(o.Worker != uuid.Nil, "Claim.Worker is zero"),
		must(o.ID != uuid.Nil, "Claim.ID is zero"),
	)
}

func (o *ClaimActivities) check() error {
	if o == nil {
		return errNil
	}
	return first(
		must(o.Worker != uuid.Nil, "ClaimActivities.Worker is zero"),
		must(o.ID != uuid.Nil, "ClaimActivities.ID is zero"),
		must(!o.Gone || !o.Quarantine, "ClaimActivities has both Gone and Quarantine"),
		must(!o.Partitioned || !o.Gone && len(o.Filter.ActivityQueues()) == 1, "ClaimActivities has Partitioned, and Gone or not one queue"),
	)
}

// check of a commit is on the hot path of every step: it builds an error text only if there is an error.
func (o *Commit) check() error {
	switch {
	case o == nil:
		return errNil
	case o.Run == uuid.Nil:
		return errors.New("Commit.Run is zero")
	case o.Token == uuid.Nil:
		return errors.New("Commit.Token is zero")
	case len(o.Rows) == 0:
		return errors.New("Commit.Rows is empty")
	case o.Then < Keep || o.Then > Close:
		return fmt.Errorf("Commit.Then is %v", o.Then)
	case o.Then == Close && !o.Status.Closed():
		return fmt.Errorf("Commit.Status is %v, not that of an end", o.Status)
	}
	if (o.Next != nil) != (o.Then == Close && o.Status == Continued) {
		return errors.New("Commit.Next goes with a Close whose Status is that of a run that continues, and with no other commit")
	}
	if o.Next != nil {
		if err := o.Next.check(); err != nil {
			return err
		}
	}
	next := o.Seq
	for _, r := range o.Rows {
		if r.Seq != next || r.N <= 0 {
			return fmt.Errorf("Commit.Rows: %d events from %d on, but the next seq is %d", r.N, r.Seq, next)
		}
		next = r.Seq + int64(r.N)
	}
	for _, a := range o.Schedule {
		if err := first(name("Commit.Schedule: Name", a.Name), id("Commit.Schedule: Queue", a.Queue), id("Commit.Schedule: Partition", a.Partition), must(len(a.Partition) <= history.MaxPartition, "Commit.Schedule: Partition has %d bytes, at most %d are allowed", len(a.Partition), history.MaxPartition), number("Commit.Schedule: Priority", a.Priority)); err != nil {
			return err
		}
	}
	if len(o.SetAttrs) > 0 {
		if err := checkAttrs("Commit.SetAttrs", o.SetAttrs, true); err != nil {
			return err
		}
	}
	for i := range o.Send {
		if err := o.Send[i].check(); err != nil {
			return err
		}
	}
	return first(id("Commit.Build", o.Build), id("Commit.Pin", o.Pin), text("Commit.Waiting", o.Waiting))
}

func (o *Next) check() error {
	next := int64(1)
	for _, r := range o.Rows {
		if r.Seq != next || r.N <= 0 {
			return fmt.Errorf("Commit.Next.Rows: %d events from %d on, but the next seq is %d", r.N, r.Seq, next)
		}
		next = r.Seq + int64(r.N)
	}
	return first(
		must(o.Run != uuid.Nil, "Commit.Next.Run is zero"),
		must(o.Token != uuid.Nil, "Commit.Next.Token is zero"),
		must(len(o.Rows) > 0, "Commit.Next.Rows is empty"),
		name("Commit.Next.Workflow", o.Workflow),
		id("Commit.Next.Queue", o.Queue),
		number("Commit.Next.Priority", o.Priority),
	)
}

func (o *Deliver) check() error {
	if o == nil {
		return errNil
	}
	k := o.Entry.Kind
	if o.Steer != nil {
		return first(
			o.Ref.check(),
			name("Deliver.Entry.ID", o.Entry.ID),
			must(k == EntryNote, "Deliver.Entry.Kind is %v, and with Steer it is a note", k),
			must(o.Steer.Do >= Pause && o.Steer.Do <= Adopt, "Deliver.Steer.Do is %v, write Pause, Unpause, RetryNow, Repin or Adopt", o.Steer.Do),
			must((o.Steer.Do == Adopt) == (o.Steer.Parent != uuid.Nil && o.Steer.ParentSeq > 0), "Deliver.Steer has Parent and ParentSeq, which go with Adopt and nothing else"),
			id("Deliver.Steer.Pin", o.Steer.Pin),
			text("Deliver.Steer.Text", o.Steer.Text),
		)
	}
	return first(
		o.Ref.check(),
		id("Deliver.Entry.ID", o.Entry.ID),
		must(k == EntrySignal || k == EntryCancel || k == EntryUpdate || k == EntryPromise, "Deliver.Entry.Kind is %v, not a signal, a cancel request, an update or the answer to a promise", k),
	)
}

func (o *Take) check() error {
	if o == nil {
		return errNil
	}
	return first(
		must(o.Worker != uuid.Nil, "Take.Worker is zero"),
		must(o.Claim != uuid.Nil, "Take.Claim is zero"),
	)
}

func (o *Forward) check() error {
	if o == nil {
		return errNil
	}
	return first(
		id("Forward.Namespace", o.Namespace),
		must(o.Max >= 1, "Forward.Max is %d, write 1 or more", o.Max),
	)
}

func (o *EndActivity) check() error {
	if o == nil {
		return errNil
	}
	if err := o.Keep.check(); err != nil {
		return err
	}
	return id("EndActivity.Entry.ID", o.Entry.ID)
}

func (o *Release) check() error {
	if o == nil {
		return errNil
	}
	if o.Block == nil {
		return nil
	}
	return first(
		name("Release.Block.Reason", o.Block.Reason),
		text("Release.Block.Text", o.Block.Text),
		id("Release.Block.Build", o.Block.Build),
	)
}

func (o *Terminate) check() error {
	if o == nil {
		return errNil
	}
	return first(
		o.Ref.check(),
		must(o.Token != uuid.Nil, "Terminate.Token is zero"),
		must(o.N > 0, "Terminate.N is %d, write how many events Data holds", o.N),
	)
}

func (o *Retain) check() error {
	if o == nil {
		return errNil
	}
	return first(
		id("Retain.Namespace", o.Namespace),
		must(o.Age >= 0, "Retain.Age is %v, write zero or more", o.Age),
		must(o.Tombstones >= 0, "Retain.Tombstones is %v, write zero or more", o.Tombstones),
		must(o.Max >= 1, "Retain.Max is %d, write 1 or more", o.Max),
		must((o.Chain == uuid.Nil) == (o.WorkflowID == ""), "Retain.Chain is %v and Retain.WorkflowID %q: write both or neither", o.Chain, o.WorkflowID),
		id("Retain.WorkflowID", o.WorkflowID),
	)
}
