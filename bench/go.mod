module github.com/reprise-run/reprise/bench

go 1.26.0

require github.com/reprise-run/reprise v0.0.0

require (
	github.com/google/uuid v1.6.0 // indirect
	github.com/vmihailenco/msgpack/v5 v5.4.1 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
)

replace github.com/reprise-run/reprise => ../
