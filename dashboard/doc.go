// Package dashboard is a page that shows what workflows do, and steers them: runs and what each waits
// for, their histories, queues, workers, schedules. It is one http.Handler for the user's own server,
// behind the user's own login, under any prefix. The API of package httpapi is behind it, under api/v1/.
//
// docs/dashboard.md shows it. Nothing is fetched from elsewhere, and nothing is built: the files under ui
// are what the browser gets.
//
// Package dashboard is of the operator tier of docs/stability.md: its Go API may change in a
// minor version, with a note.
//
// Package dashboard imports reprise, httpapi and internal/inspect.
package dashboard
