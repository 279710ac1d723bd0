package order

import "embed"

// Source has the files of this package, so that the dashboard can show their lines.
//
//go:embed *.go
var Source embed.FS
