// Package filter parses the filters of run lists:
//
//	customer = "c-1" and total >= 1000 and status in (open, failed) and started > -24h
//
// Package filter imports history, store and internal/waits.
package filter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/store"
)

// Error says where a filter is wrong.
type Error struct {
	Text string
	Pos  int    // in bytes from the beginning
	Want string // what is expected there
}

func (e *Error) Error() string {
	at := "at its end"
	if e.Pos < len(e.Text) {
		at = fmt.Sprintf("at character %d, %q", utf8.RuneCountInString(e.Text[:e.Pos])+1, clip(e.Text[e.Pos:]))
	}
	return fmt.Sprintf("the filter is wrong %s: want %s", at, e.Want)
}

func clip(s string) string {
	const most = 20
	if len(s) <= most {
		return s
	}
	n := most
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// Parse adds the conditions of text to q. It calls now for times that are relative to the present. Its
// error is an [*Error] or that of now.
func Parse(text string, q *store.Query, now func() (time.Time, error)) (err error) {
	p := &parser{text: text, q: q, now: now, given: map[string]bool{"status": q.Status != nil, "blocked": q.Blocked}}
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(stop)
			if !ok {
				panic(r)
			}
			err = stop.err
		}
	}()
	for {
		p.condition()
		if p.space(); p.pos == len(p.text) {
			return nil
		}
		at := p.pos
		if word := p.word(); !strings.EqualFold(word, "and") {
			if strings.EqualFold(word, "or") {
				p.fail(at, "and, for there is no or: ask twice")
			}
			p.fail(at, "and, or the end")
		}
	}
}

// stop is the panic value by which the parser ends with an error.
type stop struct{ err error }

type parser struct {
	text  string
	pos   int
	q     *store.Query
	now   func() (time.Time, error)
	given map[string]bool // the conditions that must not be repeated
}

func (p *parser) fail(at int, format string, args ...any) {
	panic(stop{&Error{Text: p.text, Pos: at, Want: fmt.Sprintf(format, args...)}})
}

func (p *parser) space() {
	for p.pos < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.pos:])
		if !unicode.IsSpace(r) {
			return
		}
		p.pos += n
	}
}

func wordy(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-.:+/", r)
}

// word reads a word of letters, digits and what else names may have; "" if there is none.
func (p *parser) word() string {
	p.space()
	from := p.pos
	for p.pos < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.pos:])
		if !wordy(r) || r == utf8.RuneError {
			break
		}
		p.pos += n
	}
	return p.text[from:p.pos]
}

// quoted reads a text in single or double quotes. Double quotes allow the escapes of Go.
func (p *parser) quoted() (string, bool) {
	p.space()
	rest := p.text[p.pos:]
	switch {
	case strings.HasPrefix(rest, `"`):
		in, err := strconv.QuotedPrefix(rest)
		if err != nil {
			p.fail(p.pos, "a text that ends with a quote, as \"c-1\"")
		}
		text, err := strconv.Unquote(in)
		if err != nil {
			p.fail(p.pos, "a text between quotes, as \"c-1\"")
		}
		p.plain(text)
		p.pos += len(in)
		return text, true
	case strings.HasPrefix(rest, "'"):
		text, _, ok := strings.Cut(rest[1:], "'")
		if !ok {
			p.fail(p.pos, "a text that ends with a quote, as 'c-1'")
		}
		p.plain(text)
		p.pos += len(text) + 2
		return text, true
	}
	return "", false
}

// plain rejects a text that not every store can look for.
func (p *parser) plain(text string) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		p.fail(p.pos, "a text in UTF-8 without NUL bytes")
	}
}

// op reads one of these comparison operators.
func (p *parser) op(all ...string) string {
	p.space()
	at := p.pos
	for _, op := range []string{"<=", ">=", "=", "<", ">"} {
		if strings.HasPrefix(p.text[p.pos:], op) {
			if p.pos += len(op); !slices.Contains(all, op) {
				p.fail(at, "%s", either(all))
			}
			return op
		}
	}
	if slices.Contains(all, "in") && strings.EqualFold(p.word(), "in") {
		return "in"
	}
	p.fail(at, "%s", either(all))
	return ""
}

func either(all []string) string {
	if len(all) == 1 {
		return all[0]
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// Fields are the built-in fields of runs. Every other name is that of an attribute.
var Fields = []string{"status", "workflow", "id", "prefix", "queue", "blocked", "waiting", "started", "since", "closed"}

func (p *parser) condition() {
	p.space()
	at := p.pos
	if name, ok := p.quoted(); ok {
		p.attribute(at, name)
		return
	}
	name := p.word()
	switch name {
	case "":
		p.fail(at, "a name: %s, or that of an attribute", either(Fields))
	case "status":
		p.once(at, name)
		p.statuses()
	case "workflow":
		p.text1(at, name, &p.q.Workflow)
	case "id":
		p.text1(at, name, &p.q.WorkflowID)
	case "prefix":
		p.text1(at, name, &p.q.Prefix)
	case "queue":
		p.text1(at, name, &p.q.Queue)
	case "waiting":
		was := p.q.Waiting
		p.text1(at, name, &was)
		words, ok := waits.Asked(was)
		if !ok {
			p.fail(at, "what runs wait for: %s", waits.WantAsked)
		}
		p.q.Waiting = words
	case "since":
		p.times(at, name, nil, &p.q.SinceBefore)
	case "blocked":
		p.once(at, name)
		p.op("=")
		if p.space(); p.word() != "true" {
			p.fail(at, "blocked = true, which is all that can be asked of it")
		}
		p.q.Blocked = true
	case "started":
		p.times(at, name, &p.q.StartedFrom, &p.q.StartedBefore)
	case "closed":
		p.times(at, name, &p.q.ClosedFrom, &p.q.ClosedBefore)
	default:
		p.attribute(at, name)
	}
}

func (p *parser) once(at int, what string) {
	if p.given[what] {
		p.fail(at, "another condition: %s is already given", what)
	}
	p.given[what] = true
}

func (p *parser) statuses() {
	if p.op("=", "in") == "=" {
		p.status()
		return
	}
	p.space()
	if !strings.HasPrefix(p.text[p.pos:], "(") {
		p.fail(p.pos, "a list, as (open, failed)")
	}
	p.pos++
	for {
		p.status()
		p.space()
		switch {
		case strings.HasPrefix(p.text[p.pos:], ","):
			p.pos++
		case strings.HasPrefix(p.text[p.pos:], ")"):
			p.pos++
			return
		default:
			p.fail(p.pos, "a comma or a closing bracket")
		}
	}
}

func (p *parser) status() {
	p.space()
	at := p.pos
	name, ok := p.quoted()
	if !ok {
		name = p.word()
	}
	for s := store.Open; s <= store.Continued; s++ {
		if s.String() == name {
			p.q.Status = append(p.q.Status, s)
			return
		}
	}
	names := make([]string, 0, store.Continued)
	for s := store.Open; s <= store.Continued; s++ {
		names = append(names, s.String())
	}
	p.fail(at, "a status: %s", either(names))
}

// text1 parses a condition on a text field.
func (p *parser) text1(at int, name string, to *string) {
	if *to != "" {
		p.fail(at, "another condition: %s is already given", name)
	}
	p.op("=")
	p.space()
	at = p.pos
	text, ok := p.quoted()
	if !ok {
		text = p.word()
	}
	if text == "" {
		p.fail(at, "a text, as \"order\"")
	}
	*to = text
}

// times parses a condition on a time field. If from is nil, only earlier times can be asked for.
func (p *parser) times(at int, name string, from, before *time.Time) {
	ops := []string{"<", "<=", ">", ">="}
	if from == nil {
		ops = ops[:2]
	}
	op := p.op(ops...)
	p.space()
	where := p.pos
	t, ok := p.time(p.word())
	if !ok || t.IsZero() { // of a program that forgot to set it: zero bounds nothing, and would select all
		p.fail(where, "%s", wantTime)
	}
	bound := from
	if op[0] == '<' {
		bound = before
	}
	if !bound.IsZero() {
		p.fail(at, "another condition: %s %s is already given", name, op[:1])
	}
	if op == ">" || op == "<=" {
		t = t.Add(time.Microsecond) // the resolution of times
	}
	*bound = t
}

const wantTime = "a time: 2026-03-01, 2026-03-01T12:00:00Z, or -24h for that long ago"

func (p *parser) time(word string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, word); err == nil {
			return t.UTC().Truncate(time.Microsecond), true
		}
	}
	if word == "" || word[0] != '-' && word[0] != '+' {
		return time.Time{}, false
	}
	d, err := Duration(word)
	if err != nil {
		return time.Time{}, false
	}
	now, err := p.now()
	if err != nil {
		panic(stop{err})
	}
	return now.Add(d).UTC().Truncate(time.Microsecond), true
}

// longest is how far from now a time may be: a hundred years.
const longest = 36500 * 24 * time.Hour

// Duration reads a length of time, such as "90m", "-24h" or, in whole days, "30d". A time that is relative to now begins with a sign.
func Duration(word string) (time.Duration, error) {
	days, ok := strings.CutSuffix(word, "d")
	if !ok {
		d, err := time.ParseDuration(word)
		if err == nil && (d > longest || d < -longest) {
			err = strconv.ErrRange
		}
		return d, err
	}
	n, err := strconv.Atoi(days)
	if most := int(longest / (24 * time.Hour)); err == nil && (n > most || n < -most) {
		err = strconv.ErrRange
	}
	return time.Duration(n) * 24 * time.Hour, err
}

const wantValue = "a value: a text between quotes, a number, true, false, or a time"

// attribute parses a condition on an attribute.
func (p *parser) attribute(at int, name string) {
	if name == "" || len(name) > store.MaxID || strings.IndexByte(name, 0) >= 0 {
		p.fail(at, "the name of an attribute")
	}
	op := p.op("=", "<", "<=", ">", ">=")
	p.space()
	at = p.pos
	t, text, ok := history.AttrText, "", false
	if text, ok = p.quoted(); !ok {
		t, text = p.value(at, p.word())
	}
	key, err := history.AttrKey(t, text)
	if err != nil {
		p.fail(at, wantValue)
	}
	r := store.AttrRange{Name: name}
	r.From, r.Before = history.AttrGroup(t)
	switch op {
	case "=":
		r.From, r.Before = key, history.KeyBehind(key)
	case "<":
		r.Before = key
	case "<=":
		r.Before = history.KeyBehind(key)
	case ">":
		r.From = history.KeyBehind(key)
	case ">=":
		r.From = key
	}
	p.q.Attrs = append(p.q.Attrs, r)
}

// value returns the type and the text of an unquoted value.
func (p *parser) value(at int, word string) (history.AttrType, string) {
	if word == "true" || word == "false" {
		return history.AttrBool, word
	}
	if n, err := strconv.ParseInt(word, 10, 64); err == nil {
		return history.AttrInt, strconv.FormatInt(n, 10)
	}
	if t, ok := p.time(word); ok {
		return history.AttrTime, t.Format(time.RFC3339Nano)
	}
	if f, err := strconv.ParseFloat(word, 64); err == nil && strings.ContainsAny(word, "0123456789") {
		return history.AttrFloat, strconv.FormatFloat(f, 'g', -1, 64)
	}
	if word != "" && unicode.IsLetter([]rune(word)[0]) {
		p.fail(at, "quotes around the text: \"%s\"", word)
	}
	p.fail(at, wantValue)
	return "", ""
}
