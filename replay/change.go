package replay

import "github.com/reprise-run/reprise/history"

// change is by which version of a change the run goes.
type change struct {
	version int   // 0: it began before the change
	seq     int64 // of the event that says so; 0: none does
}

// changes are those that the code has asked about or that the history has marked; nil: none.
type changes map[string]change

// learn notes by which version of a change the run goes, unless that is known.
func (known *changes) learn(name string, c change) {
	if *known == nil {
		*known = make(changes)
	}
	if _, ok := (*known)[name]; !ok {
		(*known)[name] = c
	}
}

// Changes returns by which version of each change the run goes, of those that the code has asked
// about or that the history has marked; 0 for a change that came after the run had passed its place.
// It is nil for none. It is for use where no Step is under way.
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

// Version returns by which version of a change the run goes: what the first call for it has answered.
// In an open task that is latest, and the history marks it. In a recorded task it is what is marked
// there, and 0 if nothing is. A version above latest is one that this code does not know, and a
// [MismatchError].
func (e *Env) Version(name string, latest int) int {
	m := e.m
	c := m.call()
	if m.task.recorded {
		m.task.expected(&m.changes) // takes in what is marked here
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
