package openapi

import (
	"encoding/json"
	"fmt"
	"strings"
)

// line is one that says something, without its indentation.
type line struct {
	n, indent int
	text      string
}

// reader reads maps and lists as blocks, one line of flow style, plain and double-quoted texts, and texts below "|". An example in a
// line of its own is JSON, and stays as it is.
type reader struct{ lines []line }

// parse answers maps, lists and texts.
func parse(text string) (v any, err error) {
	defer func() {
		if bad, ok := recover().(error); ok {
			v, err = nil, bad
		}
	}()
	r := &reader{}
	for i, l := range strings.Split(text, "\n") {
		said := strings.TrimLeft(l, " ")
		if said != "" && said[0] != '#' {
			r.lines = append(r.lines, line{i + 1, len(l) - len(said), strings.TrimRight(said, " ")})
		}
	}
	v = r.block(0)
	if len(r.lines) > 0 {
		r.wrong("it is indented in another way")
	}
	return v, nil
}

// wrong ends the parse; parse answers the error.
func (r *reader) wrong(why string) {
	at, text := 0, "the end"
	if len(r.lines) > 0 {
		at, text = r.lines[0].n, r.lines[0].text
	}
	panic(fmt.Errorf("line %d: %s: %s", at, why, text))
}

func (r *reader) block(indent int) any {
	if len(r.lines) == 0 || r.lines[0].indent != indent {
		r.wrong("a block is missing")
	}
	if strings.HasPrefix(r.lines[0].text, "- ") {
		all := []any{}
		for len(r.lines) > 0 && r.lines[0].indent == indent && strings.HasPrefix(r.lines[0].text, "- ") {
			l := &r.lines[0]
			if l.text = l.text[2:]; l.text[0] == '{' || l.text[0] == '[' || key(l.text) == "" {
				all = append(all, r.flow())
				continue
			}
			l.indent += 2
			all = append(all, r.block(l.indent))
		}
		return all
	}
	all := map[string]any{}
	for len(r.lines) > 0 && r.lines[0].indent == indent {
		name := key(r.lines[0].text)
		if name == "" {
			r.wrong("a key is missing")
		}
		if _, twice := all[strings.Trim(name, `"`)]; twice {
			r.wrong("it stands there twice")
		}
		rest := strings.TrimSpace(r.lines[0].text[len(name)+1:])
		name = strings.Trim(name, `"`)
		switch r.lines[0].text = rest; rest {
		case "|":
			var text []string
			for r.lines = r.lines[1:]; len(r.lines) > 0 && r.lines[0].indent > indent; r.lines = r.lines[1:] {
				text = append(text, r.lines[0].text)
			}
			all[name] = strings.Join(text, "\n")
		case "":
			if r.lines = r.lines[1:]; len(r.lines) == 0 || r.lines[0].indent <= indent {
				r.wrong(name + " has nothing")
			}
			all[name] = r.block(r.lines[0].indent)
		default:
			if name == "example" { // it has numbers, and texts that look like some
				all[name] = json.RawMessage(rest)
				r.lines = r.lines[1:]
				continue
			}
			all[name] = r.flow()
		}
	}
	return all
}

// key is what stands before the colon of a line; "": nothing does.
func key(text string) string {
	if strings.HasPrefix(text, `"`) {
		if end := strings.Index(text[1:], `"`) + 2; end > 1 && strings.HasPrefix(text[end:], ":") {
			return text[:end]
		}
		return ""
	}
	at := strings.Index(text+" ", ": ")
	if at < 0 {
		return ""
	}
	return text[:at]
}

// flow reads the rest of a line.
func (r *reader) flow() any {
	rest := r.lines[0].text
	if rest[0] != '{' && rest[0] != '[' && rest[0] != '"' { // commas are part of it
		r.lines = r.lines[1:]
		return rest
	}
	v, rest := r.value(rest)
	if rest != "" {
		r.wrong("something follows: " + rest)
	}
	r.lines = r.lines[1:]
	return v
}

// value is the first one of a text in flow style, and what follows.
func (r *reader) value(text string) (v any, rest string) {
	text = strings.TrimLeft(text, " ")
	switch {
	case text == "":
		r.wrong("a value is missing")
	case text[0] == '"':
		end := strings.Index(text[1:], `"`) + 2
		if end < 2 || strings.Contains(text[:end], `\`) {
			r.wrong("a text has no end, or a backslash")
		}
		return text[1 : end-1], text[end:]
	case text[0] == '[':
		all := []any{}
		for text = strings.TrimLeft(text[1:], " "); !strings.HasPrefix(text, "]"); {
			v, text = r.value(text)
			all, text = append(all, v), r.comma(text, "]")
		}
		return all, text[1:]
	case text[0] == '{':
		all := map[string]any{}
		for text = strings.TrimLeft(text[1:], " "); !strings.HasPrefix(text, "}"); {
			name := key(text)
			if name == "" || strings.ContainsAny(name, "{}[],") {
				r.wrong("a key is missing")
			}
			v, text = r.value(text[len(name)+1:])
			all[strings.Trim(name, `"`)], text = v, r.comma(text, "}")
		}
		return all, text[1:]
	}
	end := strings.IndexAny(text, ",]}")
	if end < 0 {
		r.wrong("it has no end")
	}
	return strings.TrimSpace(text[:end]), text[end:]
}

// comma is what follows a comma, or what ends the list.
func (r *reader) comma(text, end string) string {
	text = strings.TrimLeft(text, " ")
	switch {
	case strings.HasPrefix(text, end):
	case strings.HasPrefix(text, ","):
		text = strings.TrimLeft(text[1:], " ")
	default:
		r.wrong("there is no " + end)
	}
	return text
}
