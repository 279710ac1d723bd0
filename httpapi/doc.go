// Package httpapi is an HTTP API over a Runtime: what the command line shows and does, for other
// programs and for a page. Its answers are the JSON of the command line, byte for byte.
//
//	h, err := httpapi.New(rt, httpapi.Options{Authorize: allowed, Who: user})
//	mux.Handle("/api/v1/", http.StripPrefix("/api/v1", h))
//
// It works over any Runtime, started or not: in a worker, or in a program that opens the same store.
// docs/http.md has the routes, with examples; openapi.yaml describes them, and the API answers it.
//
// Package httpapi is of the operator tier of docs/stability.md: its Go API may change in a
// minor version, with a note.
//
// Package httpapi imports reprise, history, store, internal/inspect, internal/rows, internal/shellword and
// internal/timeline.
package httpapi
