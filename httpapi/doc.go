// Package httpapi is an HTTP API over a Runtime: it offers what the command line shows and does to
// other programs and to a web page. Its answers are the JSON of the command line, byte for byte.
//
//	h, err := httpapi.New(rt, httpapi.Options{Authorize: allowed, Who: user})
//	mux.Handle("/api/v1/", http.StripPrefix("/api/v1", h))
//
// It works with any Runtime, started or not: in a worker, or in another program on the same store.
// docs/http.md lists the routes, with examples. openapi.yaml describes them, and the API serves that file.
//
// Package httpapi belongs to the operator tier of docs/stability.md: its Go API may change in a
// minor version, with a note.
//
// Package httpapi imports reprise, history, store, internal/filter, internal/inspect, internal/rows, internal/shellword
// and internal/timeline.
package httpapi
