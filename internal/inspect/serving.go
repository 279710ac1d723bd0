package inspect

import "io/fs"

// Serving is how the dashboard is served by a program of its own.
type Serving struct {
	// Listen is the address, as "127.0.0.1:8099". Port 0 is any that is free.
	Listen string
	// ReadOnly has no route that does something.
	ReadOnly bool
	// Token is what a request must have in its header Authorization, behind "Bearer "; "": none is needed.
	Token string
	// Who is recorded as who has done what is asked for.
	Who string
	// Command is the line to type for a command. Nil: that of reprise.
	Command func(words ...string) string
	// Source has the .go files of the program, of which lines are shown. Nil: none are.
	Source fs.FS
	// Ready is told the URL of the page once it answers. Nil: nobody is.
	Ready func(url string)
}
