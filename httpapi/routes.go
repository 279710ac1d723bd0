package httpapi

import (
	_ "embed"
	"net/http"
)

//go:embed openapi.yaml
var openAPI []byte

// selecting lists the parameters that select runs.
var selecting = []string{"status", "blocked", "workflow", "queue", "id", "prefix", "waiting", "since_over", "since_before", "where", "started_after", "started_before", "closed_after", "closed_before"}

// listing lists the parameters of a list.
var listing = append([]string{"limit", "cursor"}, selecting...)

// ofActivities lists the parameters that select activities.
var ofActivities = []string{"state", "queue", "name", "workflow"}

// byName is for a queue or a schedule whose name cannot be in a path.
var byName = []string{"name"}

// routes lists all routes. openapi.yaml describes each; a test compares the two.
var routes = []route{
	{method: http.MethodGet, path: "/livez", do: (*call).live},
	{method: http.MethodGet, path: "/readyz", do: (*call).ready},
	{method: http.MethodGet, path: "/{$}", action: List, do: (*call).about},
	{method: http.MethodGet, path: "/openapi.yaml", action: List, do: (*call).openAPI},
	{method: http.MethodGet, path: "/runs", action: List, params: listing, do: (*call).list},
	{method: http.MethodGet, path: "/runs/count", action: List, params: append([]string{"most"}, selecting...), do: (*call).count},
	{method: http.MethodGet, path: "/run", action: Read, params: []string{"id", "brief"}, heavy: true, versioned: true, do: (*call).show},
	{method: http.MethodGet, path: "/runs/{run}", action: Read, params: []string{"brief"}, heavy: true, versioned: true, do: (*call).show},
	{method: http.MethodGet, path: "/runs/{run}/can", action: Read, do: (*call).can},
	{method: http.MethodGet, path: "/runs/{run}/events", action: Read, params: []string{"from", "limit", "find", "failed", "brief", "lines"}, heavy: true, do: (*call).events},
	{method: http.MethodGet, path: "/runs/{run}/events/{seq}/payload", action: Payload, heavy: true, do: (*call).payload},
	{method: http.MethodGet, path: "/runs/{run}/timeline", action: Read, params: []string{"last"}, heavy: true, versioned: true, do: (*call).timeline},
	{method: http.MethodGet, path: "/runs/{run}/waits", action: Read, heavy: true, versioned: true, do: (*call).waits},
	{method: http.MethodGet, path: "/activities", action: List, params: append([]string{"limit", "cursor"}, ofActivities...), do: (*call).activities},
	{method: http.MethodGet, path: "/activities/groups", action: List, params: ofActivities, do: (*call).activityGroups},
	{method: http.MethodGet, path: "/runs/{run}/steps", action: Replay, params: []string{"at", "count"}, do: (*call).steps},
	{method: http.MethodGet, path: "/runs/{run}/export", action: Payload, params: []string{"redact"}, do: (*call).export},
	{method: http.MethodGet, path: "/runs/{run}/damage", action: Read, heavy: true, do: (*call).damage},
	{method: http.MethodGet, path: "/source", action: Source, params: []string{"run", "site"}, heavy: true, do: (*call).source},
	{method: http.MethodGet, path: "/workers", action: List, do: (*call).workers},
	{method: http.MethodGet, path: "/queues", action: List, do: (*call).queues},
	{method: http.MethodGet, path: "/schedules", action: List, do: (*call).schedules},
	{method: http.MethodGet, path: "/schedules/{schedule}", action: List, params: byName, do: (*call).schedule},
	{method: http.MethodGet, path: "/stats", action: Store, do: (*call).stats},
	{method: http.MethodGet, path: "/health", action: List, params: []string{"strict"}, do: (*call).health},
	{method: http.MethodGet, path: "/stream", action: List, params: []string{"run", "runs", "health"}, do: (*call).stream},
	{method: http.MethodGet, path: "/definitions", action: List, do: (*call).definitions},

	{method: http.MethodPost, path: "/runs", action: Start, do: (*call).start},
	{method: http.MethodPost, path: "/runs/{run}/signal", action: Signal, do: (*call).signal},
	{method: http.MethodPost, path: "/runs/{run}/cancel", action: Cancel, do: (*call).cancel},
	{method: http.MethodPost, path: "/runs/{run}/terminate", action: Terminate, do: (*call).terminate},
	{method: http.MethodPost, path: "/runs/{run}/resume", action: Resume, do: (*call).resume},
	{method: http.MethodPost, path: "/runs/{run}/pause", action: Pause, do: (*call).pause},
	{method: http.MethodPost, path: "/runs/{run}/unpause", action: Pause, do: (*call).unpause},
	{method: http.MethodPost, path: "/runs/{run}/retry", action: Retry, do: (*call).retry},
	{method: http.MethodPost, path: "/runs/{run}/reset", action: Reset, heavy: true, do: (*call).reset},
	{method: http.MethodPost, path: "/runs/{run}/requeue", action: Requeue, do: (*call).requeue},
	{method: http.MethodPost, path: "/runs/{run}/query", action: Query, heavy: true, do: (*call).query},
	{method: http.MethodPost, path: "/runs/{run}/update", action: Update, do: (*call).update},
	{method: http.MethodPost, path: "/replay", action: Replay, params: []string{"at", "count"}, most: mostExport, do: (*call).replay},
	{method: http.MethodPost, path: "/batch", action: Batch, do: (*call).batch},
	{method: http.MethodPost, path: "/workers/{worker}/drain", action: Drain, do: (*call).drain},
	{method: http.MethodPost, path: "/workers/{worker}/undrain", action: Drain, do: (*call).undrain},
	{method: http.MethodPost, path: "/queues/{queue}/pause", action: Queue, params: byName, do: (*call).pauseQueue},
	{method: http.MethodPost, path: "/queues/{queue}/resume", action: Queue, params: byName, do: (*call).resumeQueue},
	{method: http.MethodPost, path: "/schedules/{schedule}/pause", action: Schedule, params: byName, do: (*call).pauseSchedule},
	{method: http.MethodPost, path: "/schedules/{schedule}/resume", action: Schedule, params: byName, do: (*call).resumeSchedule},
	{method: http.MethodPost, path: "/schedules/{schedule}/trigger", action: Schedule, params: byName, do: (*call).trigger},
	{method: http.MethodPost, path: "/activities/retry", action: Batch, do: (*call).retryGroup},
}
