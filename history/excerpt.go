package history

import "strings"

// ExcerptEvents is how many events an [Excerpt] shows before its event, and how many
// after it.
const ExcerptEvents = 3

// Excerpt shows the part of a history around one event, for a person. Set Seq first.
type Excerpt struct {
	Seq    int64 // of the event it is about; the history may have ended before it
	Events []Event
}

// Add takes those of the events that are near enough, in the given order. It returns
// true if later events of the history cannot be near enough.
func (x *Excerpt) Add(events ...Event) (full bool) {
	for _, e := range events {
		if e.Seq >= x.Seq-ExcerptEvents && e.Seq <= x.Seq+ExcerptEvents {
			x.Events = append(x.Events, e)
		}
		full = full || e.Seq >= x.Seq+ExcerptEvents
	}
	return full
}

// String renders a line for each event, and marks the one it is about:
//
//	  4 timer fired 3
//	> 5 activity scheduled charge (order.fulfil order.go:52)
//	  6 activity completed 5
func (x Excerpt) String() string {
	var b strings.Builder
	for _, e := range x.Events {
		mark := "  "
		if e.Seq == x.Seq {
			mark = "> "
		}
		b.WriteString(mark + e.String() + "\n")
	}
	return b.String()
}
