package order

import "embed"

// Source has the files of this package: the dashboard shows lines of them.
//
//go:embed *.go
var Source embed.FS
