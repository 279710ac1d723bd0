package store

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Schedule is the row of a schedule. A store knows no calendar: whoever changes the row computes the times.
type Schedule struct {
	Namespace string
	ID        string
	Token     Token // of its last change
	Created   time.Time
	Declared
	// Next is when it is due, and Nominal the time that then fires. Zero: no time is left.
	Next    time.Time
	Nominal time.Time
	Waiting time.Time // the time that waits for the last run to end; zero: none
	Paused  *Pausing  // nil: it is not paused
	ScheduleLog
}

// Declared is the declaration of a schedule.
type Declared struct {
	Workflow string
	Queue    string
	Priority int
	Plan     string   // when it fires and how; opaque
	Revision string   // of all of this
	Build    string   // the build that put it
	Before   []string // builds that had put it before, the last one last
	Data     []byte   // a row of history that holds one started event: the input of each run
}

// Pausing records who paused a schedule, when, and why.
type Pausing struct {
	Who string    `json:"who"`
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// ScheduleLog is what a schedule has done, newest first.
type ScheduleLog struct {
	Fired   int64          `json:"fired"`   // number of times
	Skipped int64          `json:"skipped"` // number of times that were not fired
	Recent  []ScheduledRun `json:"recent,omitempty"`
	Skips   []Skip         `json:"skips,omitempty"`
}

// Limits of what is kept of a schedule.
const (
	MaxRecent = 10
	MaxSkips  = 100
	MaxBefore = 16 // builds
)

// ScheduledRun is a time that was fired.
type ScheduledRun struct {
	Nominal    time.Time `json:"nominal"`
	Run        RunID     `json:"run"`
	WorkflowID string    `json:"workflow_id"`
	At         time.Time `json:"at"`
	Failed     bool      `json:"failed,omitempty"` // its failure paused the schedule
}

// Skip is a time that was not fired, or several in a row.
type Skip struct {
	Nominal time.Time `json:"nominal"`
	Until   time.Time `json:"until,omitzero"` // the last one of several
	Count   int64     `json:"count"`
	Reason  string    `json:"reason"`
	Text    string    `json:"text,omitempty"`
	At      time.Time `json:"at"` // set by the store
}

// Reasons of a [Skip].
const (
	SkipMissed   = "missed"   // nobody fired it in time, and nothing makes up for it
	SkipPaused   = "paused"   // it was due while the schedule was paused
	SkipOverlap  = "overlap"  // the previous run was open
	SkipReplaced = "replaced" // it waited, and a later time replaced it
	SkipFailed   = "failed"   // the previous run failed, and that paused the schedule
	SkipExists   = "exists"   // a run has the workflow id
)

// WhoPaused is [Pausing.Who] if a failed run paused the schedule.
const WhoPaused = "reprise"

// Due returns when s is due; zero: never, as it stands. Like the next functions it is for stores.
func (s *Schedule) Due() time.Time {
	if s.Paused != nil {
		return time.Time{}
	}
	return s.Next
}

// WaitsFor returns the workflow id of the run whose end s waits for; "": none.
func (s *Schedule) WaitsFor() string {
	if s.Paused != nil || s.Waiting.IsZero() {
		return ""
	}
	return s.LastID()
}

// LastID returns the workflow id of the most recently started run; "": none.
func (s *Schedule) LastID() string {
	if len(s.Recent) == 0 {
		return ""
	}
	return s.Recent[0].WorkflowID
}

// Clone returns a copy of s that shares only Data with it.
func (s *Schedule) Clone() *Schedule {
	c := *s
	c.Before, c.Recent, c.Skips = slices.Clone(s.Before), slices.Clone(s.Recent), slices.Clone(s.Skips)
	if s.Paused != nil {
		p := *s.Paused
		c.Paused = &p
	}
	return &c
}

// scheduleState is the part of a row that a column holds as JSON.
type scheduleState struct {
	Created  time.Time `json:"created"`
	Queue    string    `json:"queue"`
	Priority int       `json:"priority,omitempty"`
	Plan     string    `json:"plan"`
	Revision string    `json:"revision"`
	Build    string    `json:"build"`
	Before   []string  `json:"before,omitempty"`
	Next     time.Time `json:"next,omitzero"`
	Nominal  time.Time `json:"nominal,omitzero"`
	Waiting  time.Time `json:"waiting,omitzero"`
	Paused   *Pausing  `json:"paused,omitempty"`
	ScheduleLog
}

// EncodeSchedule encodes s for a column as JSON, without its key, Token, Workflow and Data. It is for stores.
func EncodeSchedule(s *Schedule) string {
	text, _ := json.Marshal(scheduleState{s.Created, s.Queue, s.Priority, s.Plan, s.Revision, s.Build, s.Before, s.Next, s.Nominal, s.Waiting, s.Paused, s.ScheduleLog}) // of texts, numbers and times: it cannot fail
	return string(text)
}

// DecodeSchedule decodes the result of EncodeSchedule into s.
func DecodeSchedule(column string, s *Schedule) error {
	var v scheduleState
	if err := json.Unmarshal([]byte(column), &v); err != nil {
		return fmt.Errorf("store: the schedule %q cannot be read: %w", s.ID, err)
	}
	s.Created, s.Queue, s.Priority, s.Plan, s.Revision, s.Build, s.Before = v.Created, v.Queue, v.Priority, v.Plan, v.Revision, v.Build, v.Before
	s.Next, s.Nominal, s.Waiting, s.Paused, s.ScheduleLog = v.Next, v.Nominal, v.Waiting, v.Paused, v.ScheduleLog
	return nil
}

// ScheduleQuery selects schedules of a namespace: the one with an ID, or those above After, ordered by id, at most Max.
// With Due it selects those that a worker with these Workflows should fire now, the earliest first; one that waits for a
// run is due once that has ended. With All it selects those of all namespaces above Namespace and After, ordered by
// namespace and then by id.
type ScheduleQuery struct {
	All       bool
	Namespace string
	ID        string
	After     string
	Max       int
	Due       bool
	Workflows []string
}

// PutSchedule writes the row of a schedule as Schedule says, if and only if its last change is After; a zero After means that
// there is no row. With Delete it deletes the row. Schedule.Token is the token of this change, and the store sets Created.
//
// Outcomes: [Done] with Schedule, also for a repetition while it is the last change; [Fenced] if another change was;
// [NotFound] if there is no row and After is not zero.
type PutSchedule struct {
	Schedule Schedule
	After    Token
	Delete   bool
}

// Overlapping is what a [FireSchedule] does about the run that was started last, while that run or one that continues it is open.
type Overlapping int

// A time that waits is fired when that run has ended, and replaces one that already waited.
const (
	OverlapSkip   Overlapping = 0 // the time is not fired
	OverlapWait   Overlapping = 1 // the time waits
	OverlapCancel Overlapping = 2 // the time waits, and Cancel is delivered to the run
	OverlapAllow  Overlapping = 3 // the time is fired
)

// FireSchedule fires the time Nominal of a schedule by Start, if and only if the last change of its row is After and the schedule
// is not paused. Without a Start it fires nothing. The same transaction changes the row: Next and NextNominal are when it is due
// next, and Skips are times that were skipped. With PauseOnFailure, a failed last run pauses the schedule.
//
// Start must have Once, and none of Owner, Parent and First. The log tells what became of the time.
//
// Outcomes: [Done] with Schedule, also for a repetition while it is the last change; [Fenced] if another change was, or somebody
// else is changing it, or Due has not come; [NotFound].
type FireSchedule struct {
	Namespace      string
	ID             string
	After          Token
	Token          Token
	Nominal        time.Time
	Due            time.Time // the store does nothing before this time
	Start          *Start
	Overlap        Overlapping
	Cancel         *Deliver // to the run that was started last
	PauseOnFailure bool
	Next           time.Time
	NextNominal    time.Time
	Skips          []Skip
}

func (*PutSchedule) op()  {}
func (*FireSchedule) op() {}

func (o *PutSchedule) check() error {
	if o == nil {
		return errNil
	}
	s := &o.Schedule
	return first(
		id("PutSchedule.Schedule.Namespace", s.Namespace),
		name("PutSchedule.Schedule.ID", s.ID),
		must(s.Token != uuid.Nil, "PutSchedule.Schedule.Token is zero"),
		must(!o.Delete || o.After != uuid.Nil, "PutSchedule.After is zero with Delete"),
		name("PutSchedule.Schedule.Workflow", s.Workflow),
		id("PutSchedule.Schedule.Queue", s.Queue),
		number("PutSchedule.Schedule.Priority", s.Priority),
		text("PutSchedule.Schedule.Plan", s.Plan),
		id("PutSchedule.Schedule.Build", s.Build),
		s.checkTexts(),
		must(s.Next.IsZero() == s.Nominal.IsZero(), "PutSchedule.Schedule has one of Next and Nominal: write both, or none"),
	)
}

func (s *Schedule) checkTexts() error {
	if s.Paused != nil {
		if err := first(text("PutSchedule.Schedule.Paused.Who", s.Paused.Who), text("PutSchedule.Schedule.Paused.Why", s.Paused.Why)); err != nil {
			return err
		}
	}
	return checkSkips("PutSchedule.Schedule.Skips", s.Skips)
}

func checkSkips(what string, all []Skip) error {
	for _, skip := range all {
		if err := first(name(what+": Reason", skip.Reason), text(what+": Text", skip.Text)); err != nil {
			return err
		}
	}
	return nil
}

func (o *FireSchedule) check() error {
	if o == nil {
		return errNil
	}
	err := first(
		id("FireSchedule.Namespace", o.Namespace),
		name("FireSchedule.ID", o.ID),
		must(o.After != uuid.Nil, "FireSchedule.After is zero"),
		must(o.Token != uuid.Nil, "FireSchedule.Token is zero"),
		must(o.Overlap >= OverlapSkip && o.Overlap <= OverlapAllow, "FireSchedule.Overlap is %d", o.Overlap),
		must(o.Next.IsZero() == o.NextNominal.IsZero(), "FireSchedule has one of Next and NextNominal: write both, or none"),
		checkSkips("FireSchedule.Skips", o.Skips),
		must((o.Cancel != nil) == (o.Overlap == OverlapCancel && o.Start != nil), "FireSchedule.Cancel goes with OverlapCancel and a Start, and with nothing else"),
	)
	if s := o.Start; err == nil && s != nil {
		err = first(
			s.check(),
			must(s.Once && s.Owner == uuid.Nil && s.Parent == uuid.Nil && s.First == nil, "FireSchedule.Start has Owner, Parent or First, or no Once"),
			must(s.Namespace == o.Namespace, "FireSchedule.Start.Namespace is %q, and that of the schedule %q", s.Namespace, o.Namespace),
			must(!o.Nominal.IsZero(), "FireSchedule.Nominal is zero"),
		)
	}
	if err == nil && o.Cancel != nil {
		err = first(o.Cancel.check(), must(o.Cancel.Entry.Kind == EntryCancel && o.Cancel.Steer == nil, "FireSchedule.Cancel is not a request to cancel"))
	}
	return err
}
