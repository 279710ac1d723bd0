package replay

import "github.com/reprise-run/reprise/history"

// change is the version of a change that the run follows.
type change struct {
	version int   // 0: the run began before the change
	seq     int64 // of the event that marks it; 0: none
}

// changes holds the changes that the code has asked about or the history has marked, by name.
type changes map[string]change

// learn records the version that the run follows, unless one is known already.
func (known *changes) learn(name string, c change) {
	if *known == nil {
		*known = make(changes)
	}
	if _, ok := (*known)[name]; !ok {
		(*known)[name] = c
	}
}

// Changes returns the version that the run follows of each change that its code has asked about or
// its history has marked. The version is 0 if the change came after the run had passed its place.
// Changes returns nil if there are none. It must not be called during a Step.
func (m *Machine) Changes() map[string]int {
	if len(m.changes) == 0 {
		return nil
	}
	all := make(map[string]int, len(m.changes))
	for name, c := range m.changes {
		all[name] = c.version
	}
	return all
}

// Version returns the version of a change that the run follows. The first call for the change decides
// it: in an open task it is latest, and the history marks it; in a recorded task it is the version
// marked there, or 0. A version above latest is unknown to this code and ends the step with a
// [MismatchError].
func (e *Env) Version(name string, latest int) int {
	m := e.m
	c := m.call()
	if m.task.recorded {
		m.task.expected(&m.changes) // learns what is marked here
	}
	known, ok := m.changes[name]
	switch {
	case ok:
	case m.task.recorded || m.cfg.Before != nil && m.cfg.Before(name):
		m.changes.learn(name, change{})
	default:
		marked, ok := m.emit(&history.ChangeMarked{Change: name, Version: latest}, c)
		if !ok {
			c.giveWay()
			return latest
		}
		known = change{version: latest, seq: marked.Seq}
		m.changes.learn(name, known)
	}
	if known.version > latest {
		recorded := &history.Event{Seq: known.seq, Body: &history.ChangeMarked{Change: name, Version: known.version}}
		c.locate(3, len(c.called.pcs))
		m.scheduler.refuseTo(c, m.mismatch(recorded, &history.ChangeMarked{Change: name, Version: latest}, c))
		c.giveWay()
	}
	return known.version
}
