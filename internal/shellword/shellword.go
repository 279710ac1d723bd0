// Package shellword writes lines that a person can type: the next command that a text advises.
//
// Package shellword imports only the standard library.
package shellword

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// Quote is s as one word of a command line, in single quotes where it needs them.
func Quote(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@%+,", r) && r != filepath.Separator
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Self is how a person calls this program. One that "go run" built is gone when it has
// ended: then it is the go run of pkg, as in "./cmd/reprise".
func Self(pkg string) string {
	called := os.Args[0]
	if strings.Contains(filepath.ToSlash(called), "/go-build") {
		return "go run " + Quote(pkg)
	}
	if base := filepath.Base(called); base != called {
		if found, err := exec.LookPath(base); err == nil && found == called {
			return Quote(base) // some shells give the whole path of what they found
		}
	}
	return Quote(called)
}

var (
	password = regexp.MustCompile(`(://[^/@:\s]*):[^/@\s]*@`)
	// Some drivers take it as a parameter, too.
	parameter = regexp.MustCompile(`(://[^\s?]*\?(?:\S*?&)?)(?:ssl)?password=[^&\s]*`)
)

// Hide takes passwords out of a URL in word: what a program prints ends in logs.
func Hide(word string) string {
	word = password.ReplaceAllString(word, "$1@")
	for parameter.MatchString(word) {
		word = parameter.ReplaceAllString(word, "$1")
		word = strings.NewReplacer("?&", "?", "&&", "&").Replace(word)
		word = strings.TrimRight(word, "?&")
	}
	return word
}
