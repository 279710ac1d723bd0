package load

import (
	"time"

	"github.com/reprise-run/reprise/schedule"
)

// TollID is the id of the schedule.
const TollID = "tolls"

// Tolls is a schedule that fires every two seconds until the load ends, however many runs are open. No time is skipped, however
// late.
func Tolls(until time.Time) schedule.Def {
	return schedule.Define(TollID, schedule.Every(2*time.Second), Toll, Input{Steps: 1, WorkMS: 5}, schedule.Policy{
		Overlap: schedule.AllowAll, CatchUp: schedule.AllWithin(24 * time.Hour), Until: until,
	})
}
