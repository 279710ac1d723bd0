package inspect

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// Stats is db stats.
type Stats struct {
	Kind           string           `json:"kind"`            // sqlite or postgres
	Where          string           `json:"where"`           // the file, or the server and schema
	Version        int              `json:"version"`         // of the schema
	CompatibleFrom int              `json:"compatible_from"` // the oldest version of a binary that works on it
	Own            int              `json:"own"`             // the version this binary writes
	Cluster        string           `json:"cluster"`         // id of this database, for ever
	Epoch          int64            `json:"epoch"`
	Created        time.Time        `json:"created"`
	Bytes          int64            `json:"bytes"`
	Runs           map[string]int64 `json:"runs"`    // by status, of all namespaces
	Blocked        int64            `json:"blocked"` // of the open ones, without those that are paused
	Paused         int64            `json:"paused"`  // of the open ones
	Rows           map[string]int64 `json:"rows"`    // by table
}

// statsOf is what a store says of itself, as JSON.
func statsOf(i store.Info) Stats {
	s := Stats{Kind: i.Kind, Where: i.Where, Version: i.Version, CompatibleFrom: i.CompatibleFrom, Own: i.Own, Cluster: i.Cluster,
		Epoch: i.Epoch, Created: i.Created, Bytes: i.Bytes, Runs: map[string]int64{}, Blocked: i.Blocked, Paused: i.Paused, Rows: i.Rows}
	for status, n := range i.Runs {
		s.Runs[status.String()] = n
	}
	return s
}
