package inspect

import "io/fs"

// Serving says how a program serves the dashboard.
type Serving struct {
	// Listen is the address, as "127.0.0.1:8099". Port 0 is any that is free.
	Listen string
	// ReadOnly serves no route that changes anything.
	ReadOnly bool
	// Token is required in the Authorization header of requests, after "Bearer ". If it is "", none is.
	Token string
	// Who is recorded as the operator of each action.
	Who string
	// Command returns the line to type for a command. Nil: that of reprise.
	Command func(words ...string) string
	// Source holds the program's .go files, to show lines of code. If it is nil, none are shown.
	Source fs.FS
	// Ready, if set, is called with the URL of the page once the page can be loaded.
	Ready func(url string)
}
