package metrics

// Kind says how to aggregate the values of an instrument.
type Kind int

const (
	// Counter only grows: each value is an increment.
	Counter Kind = iota
	// Histogram counts values by their size.
	Histogram
	// Gauge is a state, read by [Metrics.Read]; it has no [Recorder.Series].
	Gauge
)

// Instrument is one measured quantity.
type Instrument struct {
	Name       string // as in OpenTelemetry: "reprise.run.duration"
	Kind       Kind
	Unit       string // in UCUM: "s", "{run}"
	Text       string // what it measures, for people
	Attributes []string
	Buckets    []float64 // of a Histogram: the bounds, in Unit
	Shared     bool      // of a Gauge: every worker reports the same value of the store, so take the maximum, not the sum
}

// The attributes. None of them has ids as values.
const (
	workflowName   = "reprise.workflow.name"
	activityName   = "reprise.activity.name"
	signalName     = "reprise.signal.name"
	queueName      = "reprise.queue"
	outcome        = "reprise.outcome"
	runStatus      = "reprise.run.status"
	runState       = "reprise.run.state"
	blockReason    = "reprise.block.reason"
	attemptOutcome = "reprise.attempt.outcome"
	replayReason   = "reprise.replay.reason"
	cacheHit       = "reprise.cache.hit"
	itemKind       = "reprise.item.kind"
	errorType      = "error.type"
)

var (
	stepBuckets   = []float64{0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 600}
	runBuckets    = []float64{0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800, 3600, 21600, 86400, 604800, 2592000}
	commitBuckets = []float64{0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5}
	sizeBuckets   = []float64{1, 2, 5, 10, 20, 50, 100, 200, 500}
	eventBuckets  = []float64{1, 10, 100, 1000, 10_000, 100_000}
)

// The instruments, by their index in the list.
const (
	runStarted = iota
	runDuration
	runBlocked
	signalSent
	signalUnread
	attemptDuration
	activityWait
	activityDuration
	activityActive
	taskDuration
	commitDuration
	commitSize
	replayDuration
	replayEvents
	runClaimed
	runEvicted
	runFenced
	workRecovered
	runsRemoved
	slotLimit
	slotUsage
	runUsage
	runLimit
	cacheRuns
	cacheSize
	abandoned
	leaseLeft
	runOpen
	queueDepth
	queueLag
	queueRetrying
)

var instruments = []Instrument{
	runStarted:       {Name: "reprise.run.started", Kind: Counter, Unit: "{run}", Text: "Starts by clients of this process: started, existed or failed.", Attributes: []string{workflowName, queueName, outcome}},
	runDuration:      {Name: "reprise.run.duration", Kind: Histogram, Unit: "s", Text: "Time from the start of a run to its end.", Attributes: []string{workflowName, runStatus, errorType}, Buckets: runBuckets},
	runBlocked:       {Name: "reprise.run.blocked", Kind: Counter, Unit: "{run}", Text: "Runs that this worker parked with a reason.", Attributes: []string{workflowName, blockReason}},
	signalSent:       {Name: "reprise.signal.sent", Kind: Counter, Unit: "{signal}", Text: "Signals by clients of this process: sent or failed.", Attributes: []string{signalName, outcome}},
	signalUnread:     {Name: "reprise.signal.undelivered", Kind: Counter, Unit: "{signal}", Text: "Signals that a run had not received when it ended.", Attributes: []string{workflowName}},
	attemptDuration:  {Name: "reprise.activity.attempt.duration", Kind: Histogram, Unit: "s", Text: "One attempt at an activity.", Attributes: []string{activityName, queueName, attemptOutcome, errorType}, Buckets: stepBuckets},
	activityWait:     {Name: "reprise.activity.wait.duration", Kind: Histogram, Unit: "s", Text: "Time from when an attempt could begin until it began.", Attributes: []string{activityName, queueName}, Buckets: stepBuckets},
	activityDuration: {Name: "reprise.activity.duration", Kind: Histogram, Unit: "s", Text: "Time from when a workflow scheduled an activity until it ended, over all attempts.", Attributes: []string{activityName, queueName, outcome}, Buckets: stepBuckets},
	activityActive:   {Name: "reprise.activity.active", Kind: Gauge, Unit: "{attempt}", Text: "Attempts that are running now.", Attributes: []string{activityName, queueName}},
	taskDuration:     {Name: "reprise.task.duration", Kind: Histogram, Unit: "s", Text: "Time of a workflow task, its commit included.", Attributes: []string{workflowName}, Buckets: commitBuckets},
	commitDuration:   {Name: "reprise.commit.duration", Kind: Histogram, Unit: "s", Text: "Time of a batch of writes, until the store has taken it.", Buckets: commitBuckets},
	commitSize:       {Name: "reprise.commit.size", Kind: Histogram, Unit: "{write}", Text: "Writes in a batch.", Buckets: sizeBuckets},
	replayDuration:   {Name: "reprise.replay.duration", Kind: Histogram, Unit: "s", Text: "Time to rebuild a run from its history.", Attributes: []string{replayReason}, Buckets: commitBuckets},
	replayEvents:     {Name: "reprise.replay.events", Kind: Histogram, Unit: "{event}", Text: "Events of a history from which a run was rebuilt.", Attributes: []string{replayReason}, Buckets: eventBuckets},
	runClaimed:       {Name: "reprise.run.claimed", Kind: Counter, Unit: "{run}", Text: "Runs that this worker took.", Attributes: []string{cacheHit}},
	runEvicted:       {Name: "reprise.run.evicted", Kind: Counter, Unit: "{run}", Text: "Parked runs that left the cache."},
	runFenced:        {Name: "reprise.run.fenced", Kind: Counter, Unit: "{run}", Text: "Runs that were taken over while this worker held them."},
	workRecovered:    {Name: "reprise.recovery.taken", Kind: Counter, Unit: "{row}", Text: "Runs and activities taken from dead workers."},
	runsRemoved:      {Name: "reprise.retention.removed", Kind: Counter, Unit: "{run}", Text: "Runs that retention removed."},

	slotLimit: {Name: "reprise.worker.slot.limit", Kind: Gauge, Unit: "{slot}", Text: "Activities of a queue that may run in this worker.", Attributes: []string{queueName}},
	slotUsage: {Name: "reprise.worker.slot.usage", Kind: Gauge, Unit: "{slot}", Text: "Activities of a queue that are running in this worker.", Attributes: []string{queueName}},
	runUsage:  {Name: "reprise.worker.run.usage", Kind: Gauge, Unit: "{run}", Text: "Runs that this worker owns."},
	runLimit:  {Name: "reprise.worker.run.limit", Kind: Gauge, Unit: "{run}", Text: "Runs that this worker may own."},
	cacheRuns: {Name: "reprise.worker.cache.runs", Kind: Gauge, Unit: "{run}", Text: "Parked runs in the cache."},
	cacheSize: {Name: "reprise.worker.cache.size", Kind: Gauge, Unit: "By", Text: "Estimated memory of the cached runs."},
	abandoned: {Name: "reprise.worker.abandoned", Kind: Gauge, Unit: "{goroutine}", Text: "Abandoned goroutines; at 16 the worker claims nothing more."},
	leaseLeft: {Name: "reprise.worker.lease.remaining", Kind: Gauge, Unit: "s", Text: "Time until other workers take over, if the lease is not renewed."},

	runOpen:       {Name: "reprise.store.run.open", Kind: Gauge, Unit: "{run}", Text: "Open runs that are blocked, up to 1,000 by reason.", Attributes: []string{runState, blockReason}, Shared: true},
	queueDepth:    {Name: "reprise.queue.depth", Kind: Gauge, Unit: "{item}", Text: "Runs and activities that are ready and that no worker has.", Attributes: []string{queueName, itemKind}, Shared: true},
	queueLag:      {Name: "reprise.queue.lag", Kind: Gauge, Unit: "s", Text: "Time for which the oldest ready item of a queue has waited.", Attributes: []string{queueName}, Shared: true},
	queueRetrying: {Name: "reprise.queue.retrying", Kind: Gauge, Unit: "{activity}", Text: "Activities that wait for their next attempt.", Attributes: []string{queueName}, Shared: true},
}

// Instruments returns all instruments, in a fixed order.
func Instruments() []Instrument {
	all := make([]Instrument, len(instruments))
	for i, of := range instruments {
		of.Attributes, of.Buckets = append([]string(nil), of.Attributes...), append([]float64(nil), of.Buckets...)
		all[i] = of
	}
	return all
}
