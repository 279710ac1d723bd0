// Package dashboard is a web page that shows and steers workflows: runs and what each waits for, their
// histories, queues, workers and schedules. It is one http.Handler for your own server, behind your own
// login, under any prefix. The API of package httpapi is part of it, under api/v1/.
//
// docs/dashboard.md describes it. The page loads nothing from elsewhere and needs no build step: the
// browser gets the files under ui as they are.
//
// Package dashboard belongs to the operator tier of docs/stability.md: its Go API may change in
// a minor version, with a note.
//
// Package dashboard imports reprise, httpapi and internal/inspect.
package dashboard
