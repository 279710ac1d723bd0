package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/store"
)

// Tables gives SQL access to a store's tables, bypassing the store.
type Tables struct {
	// Exec executes a statement, in which ~ stands before the name of each table.
	Exec func(statement string) error
	// Key is the column that names a run in every table. Nobody is a value that no run has.
	Key, Nobody string
	// ID and Time format values as SQL.
	ID   func(uuid.UUID) string
	Time func(time.Time) string
	// Sound makes further checks of the store besides Check. It may be nil.
	Sound func(t *testing.T)
}

// Damage damages the tables of a [store.Inspector]. It checks that exactly the damage is found, that a repair
// mends what can be mended, and that nothing is left over.
func Damage(t *testing.T, open func(t *testing.T) (store.Store, Env, Tables)) {
	t.Helper()
	for _, c := range damages() {
		t.Run(c.name, func(t *testing.T) {
			p := NewPatient(t, open)
			p.Hurt(c.hurt...)
			p.Finds(c.finds...)
			if c.mend != "" {
				p.mends(c.mend, c.finds)
			}
		})
	}
	t.Run("what_is_mended_goes_on", func(t *testing.T) { mendedGoesOn(NewPatient(t, open)) })
	t.Run("the_owner_of_what_is_counted_anew_is_told", func(t *testing.T) { mendedTellsTheOwner(NewPatient(t, open)) })
}

// Patient is a healthy store to damage. It has runs with these workflow ids: one is owned, one waits, one has
// been woken, two have ended, one has not begun, one is blocked.
type Patient struct {
	*kit
	store.Inspector
	tables Tables
	noon   time.Time // when the runs began
	me     store.WorkerID
}

const ghost = "00000000-0000-0000-0000-000000000bad" // no worker

// NewPatient returns a Patient in the store that open returns.
func NewPatient(t *testing.T, open func(t *testing.T) (store.Store, Env, Tables)) *Patient {
	t.Helper()
	p := &Patient{}
	p.kit = newKit(t, func(t *testing.T) (store.Store, Env) {
		st, env, tables := open(t)
		p.tables = tables
		return st, env
	})
	p.Inspector, p.noon, p.me = p.inspector(), p.now(), p.worker()
	payments := func(a *store.Activity) { a.Name, a.Queue, a.Delay = "charge", "payments", time.Hour }
	p.begin(p.me, "owned").commit(schedule(2, payments), schedule(3, payments, func(a *store.Activity) { a.Owner = p.me }))
	p.begin(p.me, "waiting").commit(startTimer(2, p.noon.Add(time.Hour)), sets(textAttr("customer", "c-1"), intAttr("total", 9)), park)
	woken := p.begin(p.me, "woken")
	woken.commit(park)
	p.ended(p.me, "ended-1", 5)
	p.ended(p.me, "ended-2", 5)
	blocked := p.begin(p.me, "blocked")
	blocked.commit()
	p.do(&store.Release{Run: blocked.run, Worker: p.me, Epoch: 1, Block: &store.Block{Reason: "panic", Build: theBuild}, Delay: time.Hour})
	p.env.Advance(time.Minute) // long enough for the checks to look at owners
	p.start("ready")
	p.deliver(woken.run, "")
	if p.env.Drawn == 0 || budget.Rand(t).IntN(p.env.Drawn) == 0 {
		t.Log("by chance the store is examined before it is damaged; with Env.Drawn of 0 always")
		p.Finds() // the store is the same each time: one check is enough
	}
	return p
}

// Close closes the store.
func (p *Patient) Close() error { return p.st.Close() }

// Hurt changes the tables. In a statement {key} is the column that names a run, {name} the run with that
// workflow id, {nobody} a run that does not exist, {ghost} a worker that does not exist, and {data} some
// bytes. {epoch}, {before} and {later} are times; the last two are a minute before the runs began and a
// hundred hours after.
func (p *Patient) Hurt(statements ...string) {
	p.t.Helper()
	words := []string{
		"{key}", p.tables.Key, "{nobody}", p.tables.Nobody, "{data}", "(SELECT data FROM ~event LIMIT 1)", "{ghost}", p.tables.ID(uuid.MustParse(ghost)),
		"{epoch}", p.tables.Time(time.Unix(0, 0)), "{before}", p.tables.Time(p.noon.Add(-time.Minute)), "{later}", p.tables.Time(p.noon.Add(100 * time.Hour)),
	}
	for _, name := range []string{"owned", "waiting", "woken", "ended-1", "ended-2", "ready", "blocked"} {
		words = append(words, "{"+name+"}", "(SELECT "+p.tables.Key+" FROM ~run WHERE workflow_id = '"+name+"')")
	}
	for _, s := range statements {
		if err := p.tables.Exec(strings.NewReplacer(words...).Replace(s)); err != nil {
			p.t.Fatalf("%s: %v", s, err)
		}
	}
}

// Finds checks that want lists the findings, in any order. Each is the beginning of a text such as "L4
// ended-1: text".
func (p *Patient) Finds(want ...string) {
	p.t.Helper()
	var got []string
	p.ok(p.Check(p.ctx, 30*time.Second, func(f store.Finding) error {
		got = append(got, fmt.Sprintf("%s %s: %s", f.Check, f.WorkflowID, f.Text))
		return nil
	}))
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	match := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		match = match && strings.HasPrefix(got[i], want[i])
	}
	if !match {
		p.t.Errorf("found\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// mends repairs what c finds, after a dry run.
func (p *Patient) mends(c store.CheckID, finds []string) {
	p.t.Helper()
	would, err := p.Repair(p.ctx, c, 30*time.Second, true)
	if err != nil || would == 0 {
		p.t.Errorf("a dry run changes %d rows, %v", would, err)
	}
	p.Finds(finds...)
	if did, err := p.Repair(p.ctx, c, 30*time.Second, false); err != nil || did != would {
		p.t.Errorf("the repair changes %d rows, %v; a dry run said %d", did, err, would)
	}
	p.Finds()
	if again, err := p.Repair(p.ctx, c, 30*time.Second, false); err != nil || again != 0 {
		p.t.Errorf("a second repair changes %d rows, %v", again, err)
	}
	if p.tables.Sound != nil {
		p.tables.Sound(p.t)
	}
}

// mendedGoesOn checks that another worker can claim what a repair gives back, with a new epoch.
func mendedGoesOn(p *Patient) {
	p.Hurt("DELETE FROM ~worker", "DELETE FROM ~dispatch WHERE {key} IN ({woken}, {ready}, {blocked})")
	for _, c := range []store.CheckID{store.CheckWakeup, store.CheckOwner} {
		_, err := p.Repair(p.ctx, c, 0, false)
		p.ok(err)
	}
	var got []string
	for _, c := range p.claims(p.worker(), 10, func(c *store.Claim) { c.Filter.Build = "build-2" }) {
		got = append(got, fmt.Sprintf("%s at epoch %d with %d entries", c.Run.WorkflowID, c.Run.Epoch, len(c.Entries)))
	}
	slices.Sort(got)
	if want := []string{"blocked at epoch 3 with 0 entries", "owned at epoch 3 with 0 entries", "ready at epoch 1 with 0 entries", "woken at epoch 2 with 1 entries"}; !slices.Equal(got, want) {
		p.t.Errorf("claimed %q, want %q", got, want)
	}
}

// mendedTellsTheOwner checks that an owner is told when a repair recounts its run's inbox.
func mendedTellsTheOwner(p *Patient) {
	r, err := p.st.Run(p.ctx, store.Ref{WorkflowID: "owned"})
	p.ok(err)
	p.deliver(r.ID, "")
	p.Hurt("UPDATE ~run SET entries = 0, unread = 0 WHERE {key} = {owned}", "UPDATE ~dispatch SET dirty = (1 = 0) WHERE {key} = {owned}")
	_, err = p.Repair(p.ctx, store.CheckWakeup, time.Minute, false)
	p.ok(err)
	if told := p.tick(p.me).Dirty; !slices.Equal(told, []store.RunID{r.ID}) {
		p.t.Errorf("the owner is told of %v, want %v", told, r.ID)
	}
}
