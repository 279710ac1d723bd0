// Package metrics turns the events of a [reprise.Observer] into measurements with fixed names,
// units and attributes. It records nothing itself. The modules contrib/otel and contrib/prom pass
// the values to OpenTelemetry and Prometheus; a [Recorder] of your own takes them elsewhere.
//
//	m := metrics.New(recorder)
//	rt, err := reprise.New(st, m.Config(reprise.Config{}), bindings...)
//	m.Watch(rt)
//
// docs/telemetry.md lists the instruments.
//
// Package metrics belongs to the operator tier of docs/stability.md: it may change in a minor
// version, with a note. The names of the instruments do not change.
//
// Package metrics imports failure, the root package and store.
package metrics

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store"
)

// Recorder records measurements.
type Recorder interface {
	// Series returns the function that records the values of an instrument for these attributes, which are in the order of
	// Instrument.Attributes; leave out empty ones. Series is called once for each combination; an instrument has at most about
	// 1,000. The function is called for every measurement, by many goroutines at once, and must return quickly.
	Series(of Instrument, attributes []string) func(value float64)
}

// Metrics measures one Runtime. Make it with [New].
type Metrics struct {
	to     Recorder
	series atomic.Pointer[map[key]func(float64)]
	watch  atomic.Pointer[reprise.Runtime]

	adding  sync.Mutex             // held while a series is added
	made    [queueRetrying + 1]int // number of series of each instrument
	running []*running
	store   stored
}

// running is how many attempts at an activity run now. It is counted here and read as a gauge, because
// it changes twice in each step.
type running struct {
	attributes []string
	n          atomic.Int64
}

// key identifies a series. No instrument has more attributes.
type key struct {
	of         int
	attributes [4]string
}

// New returns a Metrics that records into to.
func New(to Recorder) *Metrics {
	m := &Metrics{to: to}
	m.series.Store(&map[key]func(float64){})
	return m
}

// record records one value.
func (m *Metrics) record(value float64, of int, attributes ...string) {
	k := key{of: of}
	copy(k.attributes[:], attributes)
	f, known := (*m.series.Load())[k]
	if !known {
		f = m.add(k, len(attributes))
	}
	f(value)
}

// mostSeries is how many series an instrument has. Names and codes come from callers: all further combinations
// share one series whose attributes are all "other".
const (
	mostSeries = 1000
	other      = "other"
)

// add makes a series; there are few, and each is made once. Attributes are valid text, because some
// Recorders accept nothing else.
func (m *Metrics) add(k key, n int) func(float64) {
	m.adding.Lock()
	defer m.adding.Unlock()
	now := *m.series.Load()
	for i, v := range k.attributes {
		k.attributes[i] = strings.ToValidUTF8(v, "\uFFFD")
	}
	if _, known := now[k]; !known && m.made[k.of] >= mostSeries {
		for i := range n {
			k.attributes[i] = other
		}
	}
	if f, known := now[k]; known {
		return f
	}
	m.made[k.of]++
	var f func(float64)
	if instruments[k.of].Kind == Gauge {
		now := &running{attributes: k.attributes[:n:n]}
		m.running = append(m.running, now)
		f = func(v float64) { now.n.Add(int64(v)) }
	} else {
		f = m.to.Series(instruments[k.of], k.attributes[:n:n])
	}
	next := maps.Clone(now)
	next[k] = f
	m.series.Store(&next)
	return f
}

// Config returns cfg with the measuring Observer and interceptor added to those it has.
func (m *Metrics) Config(cfg reprise.Config) reprise.Config {
	cfg.Observer = reprise.Observers(cfg.Observer, m.Observer())
	cfg.Intercept = append(append([]reprise.Interceptor(nil), cfg.Intercept...), m.Interceptor())
	return cfg
}

// Observer returns an Observer that measures its events.
func (m *Metrics) Observer() *reprise.Observer {
	return &reprise.Observer{
		ActivityStarted: func(e reprise.ActivityStarted) {
			queue := QueueName(e.Queue)
			m.record(1, activityActive, e.Activity, queue)
			m.record(e.Waited.Seconds(), activityWait, e.Activity, queue)
		},
		ActivityEnded: func(e reprise.ActivityEnded) {
			queue := QueueName(e.Queue)
			m.record(-1, activityActive, e.Activity, queue)
			m.record(e.Took.Seconds(), attemptDuration, e.Activity, queue, string(e.End), ErrorType(e.Err))
			if e.End == reprise.AttemptDone {
				m.record(e.Since.Seconds(), activityDuration, e.Activity, queue, endOf(e.Err))
			}
		},
		RunClosed: func(e reprise.RunClosed) {
			m.record(e.Closed.Sub(e.Started).Seconds(), runDuration, e.Workflow, string(e.Status), ErrorType(e.Failure))
			if e.Unread > 0 {
				m.record(float64(e.Unread), signalUnread, e.Workflow)
			}
		},
		TaskDone: func(e reprise.TaskDone) { m.record(e.Took.Seconds(), taskDuration, e.Workflow) },
		RunClaimed: func(e reprise.RunClaimed) {
			m.record(1, runClaimed, strconv.FormatBool(e.Cached))
		},
		RunReplayed: func(e reprise.RunReplayed) {
			m.record(e.Took.Seconds(), replayDuration, e.Why)
			m.record(float64(e.Events), replayEvents, e.Why)
		},
		RunBlocked: func(e reprise.RunBlocked) { m.record(1, runBlocked, e.Workflow, e.Reason) },
		RunFenced:  func(reprise.RunFenced) { m.record(1, runFenced) },
		RunEvicted: func(reprise.RunEvicted) { m.record(1, runEvicted) },
		BatchCommitted: func(e reprise.BatchCommitted) {
			m.record(e.Took.Seconds(), commitDuration)
			m.record(float64(e.Writes), commitSize)
		},
		WorkRecovered: func(e reprise.WorkRecovered) { m.record(float64(e.Rows), workRecovered) },
		RunsRemoved:   func(e reprise.RunsRemoved) { m.record(float64(e.Runs), runsRemoved) },
	}
}

func endOf(err error) string {
	if err != nil {
		return "failed"
	}
	return "completed"
}

// Interceptor returns an interceptor that measures client calls.
func (m *Metrics) Interceptor() reprise.Interceptor {
	return reprise.Interceptor{
		Name: "reprise/metrics",
		Client: func(next reprise.ClientHandler) reprise.ClientHandler {
			return func(ctx context.Context, r *reprise.Request) error {
				err := next(ctx, r)
				switch r.Verb {
				case "start", "update with start":
					m.record(1, runStarted, r.Workflow, QueueName(r.Queue), StartOutcome(r, err))
				case "signal with start":
					m.record(1, runStarted, r.Workflow, QueueName(r.Queue), StartOutcome(r, err))
					m.record(1, signalSent, r.Name, sentOutcome(err))
				case "signal":
					m.record(1, signalSent, r.Name, sentOutcome(err))
				}
				return err
			}
		},
	}
}

// StartOutcome returns the outcome of a start: "started", "existed" or "failed". It is known once
// the call has returned err.
func StartOutcome(r *reprise.Request, err error) string {
	switch {
	case errors.Is(err, reprise.ErrAlreadyStarted) || err == nil && r.Existed:
		return "existed"
	case err != nil:
		return "failed"
	}
	return "started"
}

func sentOutcome(err error) string {
	if err != nil {
		return "failed"
	}
	return "sent"
}

// ErrorType returns the value of error.type: the failure's code, else the kind with which the
// engine ended something, else the Go type of the error; "" for nil.
func ErrorType(err error) string {
	if err == nil {
		return ""
	}
	if code := failure.CodeOf(err); code != "" {
		return string(code)
	}
	if kind := failure.KindOf(err); kind != "" {
		return string(kind)
	}
	if errors.Is(err, reprise.ErrTerminated) {
		return "terminated"
	}
	if t := reflect.TypeOf(err).String(); t != "*history.Failure" {
		return t
	}
	return "error" // a recorded error has lost its type
}

// QueueName returns a queue's name for use as an attribute. A worker's own queue, whose name contains
// an id, becomes "worker".
func QueueName(queue string) string {
	if store.IsOwnQueue(queue) {
		return "worker"
	}
	return queue
}

// Watch makes [Metrics.Read] read the gauges of rt from now on.
func (m *Metrics) Watch(rt *reprise.Runtime) { m.watch.Store(rt) }

// Read passes the current value of each gauge to tell; attributes are in the order of
// Instrument.Attributes. Before [Metrics.Watch] there are none, and the worker's gauges exist only
// while it works. The store's gauges are cached for ten seconds. If the store does not answer, the
// other gauges are still reported, and the error is returned.
func (m *Metrics) Read(ctx context.Context, tell func(of Instrument, attributes []string, value float64)) error {
	rt := m.watch.Load()
	if rt == nil {
		return nil
	}
	say := func(value float64, of int, attributes ...string) { tell(instruments[of], attributes, value) }
	m.adding.Lock()
	active := m.running
	m.adding.Unlock()
	for _, a := range active {
		say(float64(a.n.Load()), activityActive, a.attributes...)
	}
	stats := rt.Stats()
	say(float64(stats.Abandoned), abandoned)
	if l := stats.Load; l != nil {
		for _, q := range l.Slots {
			say(float64(q.Limit), slotLimit, QueueName(q.Queue))
			say(float64(q.Used), slotUsage, QueueName(q.Queue))
		}
		say(float64(l.Runs), runUsage)
		say(float64(l.MaxRuns), runLimit)
		say(float64(l.CachedRuns), cacheRuns)
		say(float64(l.CachedBytes), cacheSize)
		say(l.Lease.Seconds(), leaseLeft)
	}
	return m.store.read(ctx, rt, say)
}

// askEvery is the shortest time between two reads of the store's gauges.
const askEvery = 10 * time.Second

// mostBlocked is how many blocked runs are examined.
const mostBlocked = 1000

// stored caches the gauges of the store.
type stored struct {
	mu struct {
		sync.Mutex
		next time.Time // when the store may be asked again
		all  []gauge
	}
}

type gauge struct {
	value      float64
	of         int
	attributes []string
}

func (s *stored) read(ctx context.Context, rt *reprise.Runtime, say func(value float64, of int, attributes ...string)) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if begun := time.Now(); !begun.Before(s.mu.next) {
		s.mu.all, err = ask(ctx, rt)
		s.mu.next = time.Now().Add(askEvery)
	}
	for _, g := range s.mu.all {
		say(g.value, g.of, g.attributes...)
	}
	return err
}

// ask reads the store's gauges.
func ask(ctx context.Context, rt *reprise.Runtime) (all []gauge, err error) {
	ctx, cancel := context.WithTimeout(ctx, askEvery/2)
	defer cancel()
	queues, err := reprise.Queues(ctx, rt)
	if err != nil {
		return nil, err
	}
	for _, q := range queues {
		all = append(all,
			gauge{float64(q.ReadyRuns), queueDepth, []string{q.Name, "run"}},
			gauge{float64(q.ReadyActivities), queueDepth, []string{q.Name, "activity"}},
			gauge{float64(q.Retrying), queueRetrying, []string{q.Name}},
			gauge{q.Lag.Seconds(), queueLag, []string{q.Name}})
	}
	reasons := map[string]float64{}
	for run, err := range reprise.List(ctx, rt, reprise.Filter{Blocked: true, Limit: mostBlocked}) {
		if err != nil {
			return nil, err
		}
		if run.Blocked != nil {
			reasons[run.Blocked.Reason]++
		}
	}
	for reason, n := range reasons {
		all = append(all, gauge{n, runOpen, []string{"blocked", reason}})
	}
	if len(reasons) == 0 {
		all = append(all, gauge{0, runOpen, []string{"blocked", ""}})
	}
	return all, nil
}
