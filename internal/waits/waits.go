// Package waits writes what a parked run waits for as a text for its row, and reads it back.
//
// Package waits imports replay.
package waits

import (
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/replay"
)

// Wait is where a coroutine of a parked workflow waits, and for what.
type Wait struct {
	Site string // "" if unknown
	For  []For  // the first of these to come
}

// For is one thing that a workflow waits for.
type For struct {
	Kind   string // "" for something that this version does not know: Name is then the text
	Name   string
	Due    time.Time
	Number int64 // never part of a text
}

// String returns what ends the wait, in the words of package replay. [Of] reads it back.
func (w Wait) String() string {
	words := make([]string, 0, len(w.For))
	for _, f := range w.For {
		switch {
		case f.Kind == "":
			words = append(words, f.Name)
		case f.Kind == "timer":
			words = append(words, "timer due "+f.Due.UTC().Format(time.RFC3339Nano))
		case f.Name == "":
			words = append(words, f.Kind)
		default:
			words = append(words, f.Kind+" "+replay.Word(f.Name))
		}
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, orWord)
}

// Max is how many waits a text lists.
const Max = 20

// Text returns what a parked run waits for, for people who look at its row. [Parse] reads it
// back: within a name the separators of its parts appear only between quotes.
func Text(waits []replay.Wait) string {
	var b strings.Builder
	for i, w := range waits {
		if i > 0 {
			b.WriteString(waitSep)
		}
		if i == Max {
			b.WriteString(waitsMore)
			break
		}
		b.WriteString(w.For)
		if w.Site != "" {
			b.WriteString(siteOpen + w.Site + siteClose)
		}
	}
	return b.String()
}

const (
	waitSep   = "; "
	waitsMore = "..."
	siteOpen  = " ("
	siteClose = ")"
	orWord    = " or "
)

// Of splits up what one coroutine waits for.
func Of(c replay.Wait) Wait {
	var w Wait
	if rest, ok := w.parse(c.For); !ok || rest != "" {
		w.For = []For{{Name: c.For}}
	}
	w.Site = c.Site
	return w
}

// Parse reads what Text wrote. more says that Text left some waits out.
func Parse(text string) (waits []Wait, more bool) {
	for text != "" {
		if text == waitsMore {
			return waits, true
		}
		var w Wait
		rest, ok := w.parse(text)
		if !ok {
			// Another version wrote it: show it unchanged.
			return append(waits, Wait{For: []For{{Name: text}}}), false
		}
		waits = append(waits, w)
		text = rest
	}
	return waits, false
}

// parse reads one wait and returns what follows it.
func (w *Wait) parse(text string) (rest string, ok bool) {
	for {
		var f For
		if f, text, ok = parseFor(text); !ok {
			return "", false
		}
		if f.Kind != "" {
			w.For = append(w.For, f)
		}
		next, more := strings.CutPrefix(text, orWord)
		if !more {
			break
		}
		text = next
	}
	if site, at := strings.CutPrefix(text, siteOpen); at {
		// A site may hold parentheses of its own: "main.(*shop).order shop.go:12".
		if before, after, more := strings.Cut(site, siteClose+waitSep); more {
			w.Site = before
			return after, true
		}
		w.Site, ok = strings.CutSuffix(site, siteClose)
		return "", ok
	}
	rest, more := strings.CutPrefix(text, waitSep)
	return rest, more || text == ""
}

// parseFor reads one thing that a coroutine waits for, in the words of package replay, and
// returns the rest of the text. "nothing" has no Kind.
func parseFor(text string) (f For, rest string, ok bool) {
	for _, kind := range []string{"cancellation", "condition", "nothing"} {
		if rest, ok := strings.CutPrefix(text, kind); ok {
			if kind != "nothing" {
				f.Kind = kind
			}
			return f, rest, true
		}
	}
	if due, ok := strings.CutPrefix(text, "timer due "); ok {
		word, rest := cutWord(due)
		at, err := time.Parse(time.RFC3339Nano, word)
		return For{Kind: "timer", Due: at}, rest, err == nil
	}
	for _, kind := range named {
		name, ok := strings.CutPrefix(text, kind+" ")
		if !ok {
			continue
		}
		if quoted, err := strconv.QuotedPrefix(name); err == nil && quoted[0] == '"' {
			f.Name, err = strconv.Unquote(quoted)
			f.Kind = kind
			return f, name[len(quoted):], err == nil
		}
		word, rest := cutWord(name)
		return For{Kind: kind, Name: word}, rest, word != ""
	}
	return f, "", false
}

// cutWord cuts text after its first word.
func cutWord(text string) (word, rest string) {
	if i := strings.IndexAny(text, " ;"); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}
