// Package findings says in words what a look over the tables of a store has found, for the
// stores that look by SQL. The questions are each store's own.
//
// Package findings imports store, store/internal/rules and uuid.
package findings

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// Answer is what a question about the tables has found. But for On it is about the run, if that
// is there.
type Answer struct {
	On         string // the run, there or not, as the store calls it
	Run        store.RunID
	Namespace  string
	WorkflowID string
	Status     store.Status
	Words      []string // what else the rule has asked for; "" for none
}

// Rule is what must not be.
type Rule struct {
	Check store.CheckID
	Words int                    // how many an Answer has
	text  func(a *Answer) string // "": nothing is wrong
}

// Finding tells of an answer; false: it is none.
func (r Rule) Finding(a *Answer) (f store.Finding, ok bool) {
	f = store.Finding{Check: r.Check, Run: a.Run, Namespace: a.Namespace, WorkflowID: a.WorkflowID, Text: r.text(a)}
	return f, f.Text != ""
}

// always is a rule whose answers are all told alike, with their words in the order they have.
func always(check store.CheckID, words int, format string) Rule {
	return Rule{check, words, func(a *Answer) string {
		args := make([]any, len(a.Words))
		for i, w := range a.Words {
			args[i] = w
		}
		return fmt.Sprintf(format, args...)
	}}
}

// The rules. What must be at any time is asked without lateness; an owner without a row, and
// what is overdue, only when it has lain there for long: a worker that just died and was
// forgotten may own something for a moment.
var (
	// Stray is a history without its run, the part of L1 that nobody sees who reads run by run.
	Stray = Rule{store.CheckGap, 0, func(a *Answer) string {
		return fmt.Sprintf("a history of %s exists, but no such run", a.On)
	}}

	// Mislaid is a run that nobody owns where those who may claim it do not look: the access
	// that its dispatch row has, and should have.
	Mislaid = always(store.CheckWakeup, 2, "its dispatch row has access %s instead of %s: the wrong workers see it, or none")
	Unseen  = always(store.CheckWakeup, 0, "its inbox has entries but it has no dispatch row: no worker will claim it")
	// Forgotten is a run that should be claimed and cannot be: how often it was blocked.
	Forgotten = Rule{store.CheckWakeup, 1, func(a *Answer) string {
		if a.Words[0] != "0" {
			return "it is blocked but has no dispatch row: no worker will retry it"
		}
		return "it is ready but has no dispatch row: no worker will claim it"
	}}
	// Miscounted is a run whose inbox is not what an engine goes by.
	Miscounted = always(store.CheckWakeup, 6, "it counts entries %s, unread %s, newest order %s; its inbox has %s, %s, %s")

	// Left is something that hangs on a run that has ended or is not there. The transaction
	// that closes a run removes what hangs on it.
	Left = Rule{store.CheckOrphan, 1, func(a *Answer) string {
		if a.Run == uuid.Nil {
			return fmt.Sprintf("%s belongs to %s, which does not exist", a.Words[0], a.On)
		}
		return fmt.Sprintf("%s is left of a run that is %v", a.Words[0], a.Status)
	}}

	// LeftBehind is a start that waits behind a run that has ended: the column that tells of it.
	LeftBehind = Rule{store.CheckBehind, 1, func(a *Answer) string {
		b, err := store.DecodeBehind(a.Words[0])
		if err != nil || b == nil {
			return fmt.Sprintf("a start that cannot be read waits behind it, but it is %v: no worker will carry it out", a.Status)
		}
		return fmt.Sprintf("the start of run %s has waited behind it since %s, but it is %v: no worker will carry it out", b.Run, b.Since.UTC().Format("2006-01-02T15:04:05Z07:00"), a.Status)
	}}

	Twins = always(store.CheckOpen, 1, "%s runs with this workflow id are open, this one is the newest")

	// Misowned is a run whose row and dispatch row have other owners, or one without a row.
	Misowned = Rule{store.CheckOwner, 2, func(a *Answer) string {
		switch run, dispatch := worker(a.Words[0]), worker(a.Words[1]); {
		case a.Status != store.Open:
			return fmt.Sprintf("it has ended, but its row says that %s owns it", run)
		case run != dispatch:
			return fmt.Sprintf("its row says that %s owns it, its dispatch row says %s", run, dispatch)
		default:
			return fmt.Sprintf("%s owns it, but that worker has no row", run)
		}
	}}
	// MisownedTask is an activity whose owner has no row.
	MisownedTask = Rule{store.CheckOwner, 2, func(a *Answer) string {
		return fmt.Sprintf("%s owns its activity %s, but that worker has no row", worker(a.Words[0]), a.Words[1])
	}}

	LateTimer = always(store.CheckOverdue, 2, "its timer %[2]s has been due since %[1]s: no engine fires it")
	// LateRun is since when, of which queue, workflow and access.
	LateRun = Rule{store.CheckOverdue, 4, func(a *Answer) string {
		quarantined := ""
		if a.Words[3] == fmt.Sprint(rules.AccessQuarantined) {
			quarantined = ", in quarantine,"
		}
		workflow, pin := store.Unbound(a.Words[2])
		if pin != "" {
			return fmt.Sprintf("it is ready%s since %s: no worker of build %q, to which it is pinned, takes workflow %q from queue %q", quarantined, a.Words[0], pin, workflow, a.Words[1])
		}
		return fmt.Sprintf("it is ready%s since %s: no worker takes workflow %q from queue %q", quarantined, a.Words[0], workflow, a.Words[1])
	}}
	LateTask = always(store.CheckOverdue, 4, "its activity %[4]s is ready since %[1]s: no worker takes %[3]q from queue %[2]q")
	LateEnd  = always(store.CheckOverdue, 4, "the deadline of its activity %[4]s passed at %[1]s: no worker of its namespace ends %[3]q from queue %[2]q")

	// LostRequest and LateRequest are of a kind, with an id, sent at a time.
	LostRequest = request(store.CheckRequest, "names a run that does not exist")
	LateRequest = request(store.CheckOverdue, "has not been delivered")

	// LateMessage is a row of the outbox of a run: since when, its kind, the event that asked for it, and
	// who it is for.
	LateMessage = Rule{store.CheckOverdue, 4, func(a *Answer) string {
		return fmt.Sprintf("%s %s, which its event %s asked for at %s, is not carried out: the receiver accepts nothing, or it cannot be read here; the workers' logs say why",
			message(a.Words[1]), a.Words[3], a.Words[2], a.Words[0])
	}}

	// Aside is a row that a claim has set aside.
	Aside = always(store.CheckIntegrity, 2, "the row of its activity %s is damaged (attempt %s) and no worker claims it: terminate the run")
)

// message is what a message of a kind is about.
func message(kind string) string {
	switch kind {
	case fmt.Sprint(int(store.MessageStart)):
		return "the start of"
	case fmt.Sprint(int(store.MessageSignal)):
		return "the signal to"
	case fmt.Sprint(int(store.MessageCancel)):
		return "the cancelling of"
	case fmt.Sprint(int(store.MessageEnd)):
		return "the news of its end to its parent"
	case fmt.Sprint(int(store.MessageOrphans)):
		return "the cancelling of its children"
	case fmt.Sprint(int(store.MessageAdopt)):
		return "the taking over of the child"
	}
	return "the answer to"
}

func request(check store.CheckID, what string) Rule {
	return Rule{check, 3, func(a *Answer) string {
		kind := store.EntrySignal
		switch a.Words[0] {
		case fmt.Sprint(int(store.EntryCancel)):
			kind = store.EntryCancel
		case fmt.Sprint(int(store.EntryUpdate)):
			kind = store.EntryUpdate
		case fmt.Sprint(int(store.EntryPromise)):
			return fmt.Sprintf("the answer to a promise, sent inside a transaction at %s, %s", a.Words[2], what) // its id is its token
		}
		return fmt.Sprintf("%v %q, sent inside a transaction at %s, %s", kind, a.Words[1], a.Words[2], what)
	}}
}

// worker names one by its id, in any form; "" is nobody.
func worker(id string) string {
	if id == "" {
		return "nobody"
	}
	if known, err := uuid.Parse(id); err == nil {
		id = known.String()
	}
	return "worker " + id
}

// Twice is a commit that is in the history twice: its first and its last run, and where it is
// in them.
type Twice struct {
	Token       store.Token
	First, Last Spot
}

// Spot is where rows of a commit are in the history of a run.
type Spot struct {
	On, WorkflowID string // the run, as the store calls it
	From, To       int64
}

// MaxTwice bounds how many are told. Where there are more, a database was restored over another
// or the like, and the first ones tell as much as all.
const MaxTwice = 1000

// Text tells of it.
func (t *Twice) Text() string {
	if t.First.On == t.Last.On {
		return fmt.Sprintf("the rows at seq %d and at seq %d are of the same commit %s, and what is between is not", t.Last.From, t.Last.To, t.Token)
	}
	return fmt.Sprintf("the row at seq %d is of a commit %s that is also at seq %d of %s (%q)", t.Last.From, t.Token, t.First.From, t.First.On, t.First.WorkflowID)
}

// MoreTwice is the finding in the place of those beyond MaxTwice.
func MoreTwice() store.Finding {
	return store.Finding{Check: store.CheckToken, Text: fmt.Sprintf("more than %d commits are in the history twice", MaxTwice)}
}

// NoRepair is the error of a check that has no repair. What to do about damage to the database
// itself its store says.
func NoRepair(check store.CheckID, integrity string) error {
	var why string
	switch check {
	case store.CheckGap, store.CheckHead, store.CheckToken:
		why = "what a history lacks, or has twice, is unknown: restore a backup, or terminate the run"
	case store.CheckOpen:
		why = "decide which run is the right one, and terminate the others by run id"
	case store.CheckOverdue:
		why = "nothing is broken: start an engine that serves the queue and knows the name"
	case store.CheckBehind:
		why = "start it again if it is still wanted; then set behind_data of the run's row to NULL"
	case store.CheckShare:
		why = "nothing to do: when a worker next asks for a share, all shares are cut to the limit"
	case store.CheckRequest:
		why = "send it again, to a run that exists, if it is still wanted; then delete its row, which has lost set, from the table request"
	case store.CheckIntegrity:
		why = integrity
	default:
		return fmt.Errorf("store: there is no check %q", check)
	}
	return fmt.Errorf("%w for %s: %s", store.ErrNoRepair, check, why)
}
