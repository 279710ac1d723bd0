package rules

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/reprise-run/reprise/store"
)

// TaskPlace is the place of an activity in a list: by when it is ready, then by its run in the store's
// order.
type TaskPlace struct {
	Ready    int64  // microseconds
	Run      string // the run's number or id; "": before all others
	Activity int64
}

// Cursor returns the place as text.
func (p TaskPlace) Cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "a%d.%s.%d", p.Ready, p.Run, p.Activity))
}

// TaskPlaceOf returns the place that a cursor encodes. Its Run is unchecked: the store checks it.
func TaskPlaceOf(cursor string) (p TaskPlace, err error) {
	if cursor == "" {
		return p, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	parts := strings.Split(string(text), ".")
	if err == nil && len(parts) == 3 && strings.HasPrefix(parts[0], "a") {
		p.Run = parts[1]
		var bad error
		p.Ready, err = strconv.ParseInt(parts[0][1:], 10, 64)
		p.Activity, bad = strconv.ParseInt(parts[2], 10, 64)
		if err == nil && bad == nil && p.Run != "" {
			return p, nil
		}
	}
	return TaskPlace{}, fmt.Errorf("store: ActivityQuery.Cursor %q is not an ActivityPage.Next of this store", cursor)
}

// ListTasks chooses a page of activities from those that candidates finds in the state.
func ListTasks(q store.ActivityQuery, candidates func(behind TaskPlace, n int) ([]Candidate[store.Task, TaskPlace], error)) (p store.ActivityPage, err error) {
	if q.State < store.ActivityRetrying || q.State > store.ActivityReady {
		return p, fmt.Errorf("store: ActivityQuery.State is %d, which does not exist", int(q.State))
	}
	q.Limit = PageSize(q.Limit)
	from, err := TaskPlaceOf(q.Cursor)
	if err != nil {
		return p, err
	}
	c, err := Choose(q.Limit, from, func(t *store.Task) bool {
		return (q.Queue == "" || t.Queue == q.Queue) && (q.Name == "" || t.Name == q.Name) && (q.Workflow == "" || t.Workflow == q.Workflow) &&
			(q.State != store.ActivityRetrying || t.Attempt > 0)
	}, candidates)
	if err != nil {
		return p, err
	}
	p = store.ActivityPage{Activities: c.Rows, Examined: c.Examined}
	if c.More {
		p.Next = c.Next.Cursor()
	}
	return p, nil
}
