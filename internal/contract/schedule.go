package contract

import "github.com/reprise-run/reprise/history"

// Schedule is a declared schedule, without its type parameters.
type Schedule struct {
	ID       string
	Workflow string
	// Input encodes the input of each run.
	Input    func(*history.Codecs) (history.Payload, error)
	Queue    string
	Priority int
	// Spec and Policy are JSON, as package schedule writes it.
	Spec, Policy []byte
	Err          error // why it cannot be used
}

// BindingName returns the id of the schedule.
func (s *Schedule) BindingName() string { return s.ID }
