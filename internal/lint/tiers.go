package lint

import (
	"regexp"
	"strings"
)

// Tier is how long a name stays as it is; docs/stability.md says what each promises. The tier
// of the recorded format has no names: its golden files hold it.
type Tier string

// The tiers of Go names. Each has a listing in the folder api.
const (
	Author   Tier = "author"   // of programs that write, run and test workflows
	Operator Tier = "operator" // of what looks at runs, steers them and measures them
	Driver   Tier = "driver"   // of stores, and of tools that look inside
)

// Tiers are all tiers of Go names.
var Tiers = []Tier{Author, Operator, Driver}

// Limits are how many names a tier may have. A number here is raised by hand, in the change that
// adds the name, and lowered where names have gone.
var Limits = map[Tier]int{Author: 430, Operator: 261, Driver: 915}

// tiers are the packages of each tier that another module can import.
var tiers = map[string]Tier{
	".": Author, "workflow": Author, "activity": Author, "schedule": Author, "signal": Author, "failure": Author, "codec": Author, "testkit": Author,
	"store/memory": Author, "store/sqlite": Author, "store/postgres": Author,
	"httpapi": Operator, "httpapi/client": Operator, "dashboard": Operator, "metrics": Operator, "cli": Operator,
	"store": Driver, "store/storetest": Driver, "history": Driver, "replay": Driver, "recovery": Driver, "timer": Driver,
}

// others are the names of an author package that are of another tier. A method goes with its
// type, and a constant that says its type, too; one that does not is listed as Type.Method.
//
// Two rules need no list. What has a type of a package below internal/ in its signature is the
// engine's, and of the driver tier. So are the methods by which the engine calls a store.
var others = map[string]map[Tier]string{
	".": {
		Operator: `
			Observer Observers ActivityStarted ActivityEnded AttemptEnd BatchCommitted GoroutinesAbandoned InputChanged
			RunBlocked RunClaimed RunClosed RunEvicted RunFenced RunReplayed RunsRemoved ScheduleSkipped TaskDone WorkRecovered
			Interceptor Request ActivityHandler ClientHandler CommandHandler WorkflowHandler
			Runtime.Stats Runtime.WorkerID Stats Load Slots

			Describe Description ActivityState Behind Blocked Frame InboxEntry Timer Tried Wait WaitFor
			ListActivities ActivityFilter ActivityInfo ActivityPage ActivityStatus
			WaitRun Outcome StartJSON SignalJSON UpdateJSON QueryJSON ResolveJSON Value PayloadError
			Export ExportOption Redact Replay ReplayExport Replayed Walk WalkExport Walked Step StuckError
			Preflight PreflightOption Oldest PreflightReport PreflightError ParkedRun Versions Needs

			By Pause Unpause Resume RetryNow Terminate Requeue Repin Unqueue Delete DrainWorker UndrainWorker
			Reset PlanReset ResetPlan ResetPoint ResetOption ResetError Repeated AllowAgain DropSignals BeforeActivity BeforeFailure ToEvent
			ErrNoReason ErrNotPinned ErrNotQueued ErrNotWaiting ErrOpen ErrPaused ErrResetPoint ErrTooSoon
			Queues QueueState Note PartitionState PauseQueue ResumeQueue SetQueue ClearQueue
			Schedules DescribeSchedule ScheduleState ScheduleSkip ScheduledRun PauseSchedule ResumeSchedule DeleteSchedule
			Trigger Backfill MaxBackfill ErrNoSchedule HeaderScheduleWho HeaderScheduleWhy
			Retain RetainOptions ArchiveKey SweepBlobs SweepOptions Swept MinSweepAge`,
		Driver: "Runtime.InTx Runtime.Store",
	},
	"workflow": {
		Operator: "Command CommandActivity CommandAttr CommandChild CommandPromise CommandSideEffect CommandSignal CommandTimer",
		Driver:   "Own AttrDef.Value AttrFilter.Keys Def.Definition",
	},
	"activity":       {Driver: "Def.Definition"},
	"schedule":       {Driver: "CatchUp.Within"},
	"store/postgres": {Operator: "Grants Roles Migrations Migration MigrateFrom Missing Version Store.ReadOnly"},
}

// TierOf returns the tier of the package in a folder of the module; "" if no other module can
// import it, or nobody should.
func TierOf(pkg string) Tier { return tiers[pkg] }

// tierOf is the tier of what a line of a package says.
func (l apiLine) tierOf(pkg string, contract map[string]bool) Tier {
	switch {
	case tiers[pkg] != Author:
		return tiers[pkg]
	case l.internal, strings.HasPrefix(pkg, "store/") && l.of == "Store" && contract[l.name]:
		return Driver
	}
	for tier, text := range others[pkg] {
		for _, name := range strings.Fields(text) {
			if name == l.name && l.of == "" || name == l.of || name == l.of+"."+l.name {
				return tier
			}
		}
	}
	return Author
}

// UnknownNames are the names in the lists of others that no package exports.
func (a API) UnknownNames() (unknown []string) {
	for pkg, lists := range others {
		for tier, text := range lists {
			for _, name := range strings.Fields(text) {
				if !a.has[pkg][name] {
					unknown = append(unknown, pkg+": "+name+", of the "+string(tier)+" tier, is not exported")
				}
			}
		}
	}
	return unknown
}

// Crossing are the functions and methods of the author tier that take or return a type of their
// package that is of another tier: what they promise would not stay. A field may have such a type.
func (a API) Crossing() (found []string) {
	others := map[string]bool{} // "reprise.Description"
	for _, t := range Tiers {
		for _, l := range a.lines[t] {
			if t != Author && !l.member && strings.HasPrefix(l.text, "pkg "+l.pkg+", type ") {
				others[l.pkg+"."+l.name] = true
			}
		}
	}
	for _, l := range a.lines[Author] {
		for _, word := range identifiers.FindAllString(l.signature, -1) {
			if others[l.pkg+"."+word] {
				found = append(found, l.text+": "+word+" is of another tier")
			}
		}
	}
	return found
}

var identifiers = regexp.MustCompile(`(\w+\.)?\w+`)

// fixed are the methods that are there because an interface of the standard library has them,
// testing.TB for one. Nobody learns their names from here, so they are counted with their type.
var fixed = map[string]bool{"FailNow": true, "Fatal": true, "Fatalf": true, "Error": true, "Unwrap": true, "Is": true, "As": true, "String": true, "MarshalText": true, "UnmarshalText": true, "MarshalJSON": true, "UnmarshalJSON": true}
