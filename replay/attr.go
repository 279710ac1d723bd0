package replay

import "github.com/reprise-run/reprise/history"

// SetAttr sets or unsets an attribute of the run. It does nothing and returns false if the run would
// then have more than history.MaxAttrs attributes.
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

// Attrs returns the run's current attributes, sorted by name. It must not be called during a Step.
func (m *Machine) Attrs() []history.Attr { return m.attrs }
