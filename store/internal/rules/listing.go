package rules

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/reprise-run/reprise/store"
)

// Matches reports whether q selects r, whatever its cursor.
func Matches(q *store.Query, r *store.Run) bool {
	if r.Namespace != q.Namespace || r.Status == 0 ||
		q.Status != nil && !slices.Contains(q.Status, r.Status) ||
		q.Workflow != "" && r.Workflow != q.Workflow ||
		q.WorkflowID != "" && r.WorkflowID != q.WorkflowID || !strings.HasPrefix(r.WorkflowID, q.Prefix) ||
		q.Waiting != "" && (r.Status != store.Open || r.Blocked != nil || !waitsFor(r.Waiting, q.Waiting)) ||
		!q.SinceBefore.IsZero() && !r.Last.Before(q.SinceBefore) ||
		q.Queue != "" && r.Queue != q.Queue ||
		q.Blocked && (r.Status != store.Open || r.Blocked == nil) ||
		r.Created.Before(q.StartedFrom) || !q.StartedBefore.IsZero() && !r.Created.Before(q.StartedBefore) ||
		!q.ClosedFrom.IsZero() && r.Closed.Before(q.ClosedFrom) ||
		!q.ClosedBefore.IsZero() && (r.Closed.IsZero() || !r.Closed.Before(q.ClosedBefore)) {
		return false
	}
	for _, a := range q.Attrs {
		if !a.Holds(r.Attrs) {
			return false
		}
	}
	return true
}

// waitsFor reports whether the text of a parked run lists what, as a whole item or as the first word of
// one.
func waitsFor(text, what string) bool {
	for {
		if rest, ok := strings.CutPrefix(text, what); ok && (rest == "" || rest[0] == ' ' || rest[0] == ';') {
			return true
		}
		begins := false // another item follows the separator, unless that is part of a name
		for text != "" && !begins {
			if quoted, err := strconv.QuotedPrefix(text); err == nil && text[0] == '"' {
				text = text[len(quoted):]
				continue
			}
			rest, or := strings.CutPrefix(text, " or ")
			if !or {
				rest, or = strings.CutPrefix(text, "; ")
			}
			if begins = or; !or {
				rest = text[1:]
			}
			text = rest
		}
		if text == "" {
			return false
		}
	}
}

// PageSize returns the number of rows on a page when limit are requested; 0: the usual number.
func PageSize(limit int) int {
	if limit <= 0 {
		return 100
	}
	return min(limit, store.MaxPage)
}

// Cursor encodes the place of a run in a list, by its number in a store. Each store has its own letter.
func Cursor(letter byte, n int64) string {
	return base64.RawURLEncoding.EncodeToString(strconv.AppendInt([]byte{letter}, n, 10))
}

// CursorOf decodes what Cursor made with the same letter.
func CursorOf(letter byte, c string) (n int64, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(c)
	if err != nil || len(b) == 0 || b[0] != letter {
		return 0, false
	}
	n, err = strconv.ParseInt(string(b[1:]), 10, 64)
	return n, err == nil && n >= 0
}

// Narrow makes q select open runs only, if its other conditions imply that.
func Narrow(q *store.Query) {
	switch {
	case !q.Blocked && q.Waiting == "":
	case q.Status == nil || slices.Contains(q.Status, store.Open):
		q.Status = []store.Status{store.Open}
	default:
		q.Status = []store.Status{}
	}
}

// PrefixEnd returns a text that is after all texts with a prefix, by their bytes; "": there is none.
func PrefixEnd(prefix string) string {
	all := []rune(prefix)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i] < unicode.MaxRune {
			if all[i]++; all[i] == 0xd800 { // what follows is not valid text
				all[i] = 0xe000
			}
			return string(all[:i+1])
		}
	}
	return ""
}

// Candidate is what an index has found, and its place in the order of a list.
type Candidate[T, P any] struct {
	Of T
	At P
}

// Choice is a page. Next is the place where the next page begins, if there may be More.
type Choice[T, P any] struct {
	Rows     []T
	Next     P
	More     bool
	Examined int // how many candidates were examined
}

// Choose chooses a page of fitting candidates. candidates returns at most n of them behind a place, in
// order. A page is chosen from at most [store.MaxExamined].
func Choose[T, P any](limit int, from P, fits func(*T) bool, candidates func(behind P, n int) ([]Candidate[T, P], error)) (c Choice[T, P], err error) {
	c.Next = from
	for n := limit + 1; ; n = min(4*n, store.MaxPage) {
		n = min(n, store.MaxExamined-c.Examined)
		found, err := candidates(c.Next, n)
		if err != nil {
			return Choice[T, P]{}, err
		}
		for i := range found {
			if fits(&found[i].Of) {
				if len(c.Rows) == limit {
					c.More = true
					return c, nil
				}
				c.Rows = append(c.Rows, found[i].Of)
			}
			c.Next = found[i].At
			c.Examined++
		}
		if len(found) < n {
			return c, nil
		}
		if c.Examined >= store.MaxExamined {
			c.More = true
			return c, nil
		}
	}
}
