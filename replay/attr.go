package replay

import "github.com/reprise-run/reprise/history"

// SetAttr asks for an attribute of the run, or that it goes. It is false, and nothing is asked for,
// if the run would have more of them than history.MaxAttrs.
func (e *Env) SetAttr(b *history.AttributeSet) bool {
	m := e.m
	c := m.call()
	if _, has := history.FindAttr(m.attrs, b.Name); b.Is() && !has && len(m.attrs) >= history.MaxAttrs {
		return false
	}
	recorded, ok := m.emit(b, c)
	if !ok {
		c.giveWay()
		return true
	}
	m.attrs = history.WithAttr(m.attrs, recorded.Body.(*history.AttributeSet).Attr)
	return true
}

// Attrs are the attributes that the run has by now, in the order of names. It is for use where no Step
// is under way.
func (m *Machine) Attrs() []history.Attr { return m.attrs }
