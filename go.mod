module github.com/reprise-run/reprise

go 1.26.0

require (
	github.com/cenkalti/backoff/v4 v4.3.0
	github.com/cockroachdb/datadriven v1.0.3
	github.com/google/uuid v1.6.0
	github.com/vmihailenco/msgpack/v5 v5.4.1
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.48.0
	modernc.org/libc v1.77.1
	modernc.org/sqlite v1.60.1
)
