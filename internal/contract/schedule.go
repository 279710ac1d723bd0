package contract

import "github.com/reprise-run/reprise/history"

// Schedule is a schedule as it is declared, without its type parameters.
type Schedule struct {
	ID       string
	Workflow string
	// Input encodes what each run is given.
	Input    func(*history.Codecs) (history.Payload, error)
	Queue    string
	Priority int
	// Spec and Policy are JSON, as package schedule writes it.
	Spec, Policy []byte
	Err          error // why it cannot be used
}

// BindingName is the id of the schedule.
func (s *Schedule) BindingName() string { return s.ID }
