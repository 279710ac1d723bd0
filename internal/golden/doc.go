// Package golden tests databases of released versions with today's code, and workers of released
// versions together with today's. It has the workflows that both tests need.
//
// The databases are in testdata, as a SQLite file and as SQL for Postgres. A test opens a copy of
// each, checks it, and lets its runs continue to their ends. They are written by
//
//	go test -trimpath ./internal/golden -run TestKeptDatabases -rewrite
//
// and, once their version is released, never again. Command neighbour is a worker process for these
// workflows. A test builds it from the last released version and lets it share a database with
// today's code.
//
// Package golden imports activity, failure, reprise, schedule, store, store/postgres, store/sqlite and workflow.
package golden
