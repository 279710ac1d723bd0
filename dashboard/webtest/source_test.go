package webtest

import "embed"

// here has the code of the workflows of the plays.
//
//go:embed lab_test.go
var here embed.FS
