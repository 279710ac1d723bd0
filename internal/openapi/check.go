package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Description is an openapi.yaml.
type Description struct{ root map[string]any }

// Read reads a description and resolves its references.
func Read(text string) (*Description, error) {
	v, err := parse(text)
	root, ok := v.(map[string]any)
	if err != nil || !ok {
		return nil, fmt.Errorf("openapi: the description cannot be read: %w", err)
	}
	d := &Description{root}
	return d, d.resolved(root)
}

// resolved checks that each reference names something.
func (d *Description) resolved(v any) error {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok && d.at(ref) == nil {
			return fmt.Errorf("openapi: %s is nowhere", ref)
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if err := d.resolved(v[name]); err != nil {
				return err
			}
		}
	case []any:
		for _, x := range v {
			if err := d.resolved(x); err != nil {
				return err
			}
		}
	}
	return nil
}

// at is what a reference names.
func (d *Description) at(ref string) map[string]any {
	var v any = d.root
	for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	m, _ := v.(map[string]any)
	return m
}

// of is a field, with a reference followed.
func (d *Description) of(v map[string]any, names ...string) map[string]any {
	for _, name := range names {
		v, _ = v[name].(map[string]any)
		if ref, ok := v["$ref"].(string); ok {
			v = d.at(ref)
		}
	}
	return v
}

// Operation returns the method and the path template for a request, and whether there is one.
func (d *Description) Operation(method, path string) (at string, ok bool) {
	best := ""
	for template := range d.of(d.root, "paths") {
		if d.of(d.root, "paths", template, strings.ToLower(method)) != nil && fits(template, path) && (best == "" || strings.Count(template, "{") < strings.Count(best, "{")) {
			best = template
		}
	}
	return method + " " + best, best != ""
}

func fits(template, path string) bool {
	t, p := strings.Split(template, "/"), strings.Split(path, "/")
	return len(t) == len(p) && !slices.ContainsFunc(t, func(s string) bool {
		x := p[0]
		p = p[1:]
		return s != x && (!strings.HasPrefix(s, "{") || x == "")
	})
}

// Answer checks an answer to an operation against the description and returns what is wrong with it.
func (d *Description) Answer(operation string, status int, form string, body []byte) []string {
	method, path, _ := strings.Cut(operation, " ")
	responses := d.of(d.root, "paths", path, strings.ToLower(method), "responses")
	response := d.of(responses, strconv.Itoa(status))
	if response == nil {
		if response = d.of(responses, "default"); status < 400 {
			return []string{fmt.Sprintf("the status %d is not described", status)}
		}
	}
	form, _, _ = strings.Cut(form, ";")
	return d.content(response, form, body)
}

// Request checks the body of a request against the description and returns what is wrong with it.
func (d *Description) Request(operation string, body []byte) []string {
	method, path, _ := strings.Cut(operation, " ")
	return d.content(d.of(d.root, "paths", path, strings.ToLower(method), "requestBody"), "application/json", body)
}

// Example returns the example of the body of a request, or "" if there is none.
func (d *Description) Example(operation string) string {
	method, path, _ := strings.Cut(operation, " ")
	text, _ := d.of(d.root, "paths", path, strings.ToLower(method), "requestBody", "content", "application/json")["example"].(json.RawMessage)
	return string(text)
}

// Parameters returns the examples of the parameters in the query of a request, by name.
func (d *Description) Parameters(operation string) map[string]string {
	method, path, _ := strings.Cut(operation, " ")
	all, examples := d.of(d.root, "paths", path, strings.ToLower(method)), map[string]string{}
	list, _ := all["parameters"].([]any)
	for _, one := range list {
		p, _ := one.(map[string]any)
		if text, ok := p["example"].(string); ok && p["in"] == "query" {
			examples[p["name"].(string)] = text
		}
	}
	return examples
}

// Examples checks the examples of all requests and answers against the description. It returns how many there are, and what is
// wrong with them.
func (d *Description) Examples() (n int, bad []string) {
	check := func(at string, of map[string]any) {
		media := d.of(of, "content")
		for _, form := range slices.Sorted(maps.Keys(media)) {
			if text, ok := d.of(media, form)["example"].(json.RawMessage); ok {
				n++
				for _, wrong := range d.content(of, form, text) {
					bad = append(bad, at+wrong)
				}
			}
		}
	}
	paths := d.of(d.root, "paths")
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for _, method := range []string{"get", "post"} {
			operation := d.of(paths, path, method)
			check("the request "+method+" "+path, d.of(operation, "requestBody"))
			responses := d.of(operation, "responses")
			for _, status := range slices.Sorted(maps.Keys(responses)) {
				check(method+" "+path+" answered with "+status, d.of(responses, status))
			}
		}
	}
	return n, bad
}

func (d *Description) content(of map[string]any, form string, body []byte) []string {
	media := d.of(of, "content", form)
	if media == nil {
		return []string{fmt.Sprintf("the form %q is not described", form)}
	}
	if form != "application/json" && form != "application/problem+json" {
		return nil
	}
	in := json.NewDecoder(bytes.NewReader(body))
	in.UseNumber()
	var v any
	if err := in.Decode(&v); err != nil {
		return []string{err.Error()}
	}
	return d.check(d.of(media, "schema"), v, "")
}

// shape is a schema together with those that it is all of.
type shape struct {
	types      []string
	required   []string
	fields     map[string]map[string]any
	others     any // additionalProperties
	items      map[string]any
	any        []any
	enum       []any
	format     string
	bounds     []bound
	unreadable string // what no check knows
}

// bound is minimum, maximum or maxItems.
type bound struct {
	name string
	of   float64
}

// within is whether a number, or how many items there are, keeps to it.
func (b bound) within(n float64) bool {
	if b.name == "minimum" {
		return n >= b.of
	}
	return n <= b.of
}

func (d *Description) shape(s map[string]any, into *shape) {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		switch v := s[name].(type) {
		case string:
			switch name {
			case "$ref":
				d.shape(d.at(v), into)
			case "type":
				into.types = append(into.types, v)
			case "format":
				into.format = v
			case "additionalProperties":
				into.others = v
			case "minimum", "maximum", "maxItems":
				of, err := strconv.ParseFloat(v, 64)
				if err != nil {
					into.unreadable = name + " " + v
				}
				into.bounds = append(into.bounds, bound{name, of})
			case "description", "default":
			default:
				into.unreadable = name
			}
		case []any:
			switch name {
			case "allOf":
				for _, part := range v {
					d.shape(part.(map[string]any), into)
				}
			case "anyOf":
				into.any = v
			case "enum":
				into.enum = v
			case "required":
				for _, field := range v {
					into.required = append(into.required, field.(string))
				}
			default:
				into.unreadable = name
			}
		case map[string]any:
			switch name {
			case "items":
				into.items = d.of(s, "items")
			case "additionalProperties":
				into.others = d.of(s, name)
			case "properties":
				for field := range v {
					if into.fields == nil {
						into.fields = map[string]map[string]any{}
					}
					into.fields[field] = d.of(v, field)
				}
			default:
				into.unreadable = name
			}
		}
	}
}

// check says what is wrong with a value at a place. A field that is not described is wrong, too: whoever adds one
// describes it.
func (d *Description) check(schema map[string]any, v any, at string) (bad []string) {
	var s shape
	d.shape(schema, &s)
	wrong := func(format string, args ...any) { bad = append(bad, at+": "+fmt.Sprintf(format, args...)) }
	if s.unreadable != "" {
		wrong("the description has %s, which is not checked", s.unreadable)
	}
	if len(s.any) > 0 {
		var all []string
		for _, one := range s.any {
			not := d.check(one.(map[string]any), v, at)
			if len(not) == 0 {
				return nil
			}
			all = append(all, not...)
		}
		return all
	}
	if len(s.types) == 0 && s.fields == nil {
		return bad // it may be anything
	}
	is := typeOf(v)
	if !slices.Contains(s.types, is) && !(is == "integer" && slices.Contains(s.types, "number")) {
		wrong("it is %s, and not %s", is, strings.Join(s.types, " or "))
		return bad
	}
	if len(s.enum) > 0 && !slices.Contains(s.enum, v) {
		wrong("%v is none of %v", v, s.enum)
	}
	bounded := func(n float64, names ...string) {
		for _, b := range s.bounds {
			if slices.Contains(names, b.name) && !b.within(n) {
				wrong("%v is not within %s %v", n, b.name, b.of)
			}
		}
	}
	switch v := v.(type) {
	case json.Number:
		n, err := v.Float64()
		if err != nil {
			wrong("%v", err)
		}
		bounded(n, "minimum", "maximum")
	case string:
		var err error
		switch s.format {
		case "":
		case "date-time":
			_, err = time.Parse(time.RFC3339Nano, v)
		case "uuid":
			_, err = uuid.Parse(v)
		default:
			err = fmt.Errorf("the format %q is not checked", s.format)
		}
		if err != nil {
			wrong("%v", err)
		}
	case []any:
		bounded(float64(len(v)), "maxItems")
		for i, x := range v {
			bad = append(bad, d.check(s.items, x, fmt.Sprintf("%s[%d]", at, i))...)
		}
	case map[string]any:
		for _, name := range s.required {
			if _, ok := v[name]; !ok {
				wrong("%s is missing", name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			others, _ := s.others.(map[string]any)
			switch field, ok := s.fields[name]; {
			case ok:
				bad = append(bad, d.check(field, v[name], at+"."+name)...)
			case others != nil:
				bad = append(bad, d.check(others, v[name], at+"."+name)...)
			case s.others != "true":
				wrong("%s is not described", name)
			}
		}
	}
	return bad
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return "integer"
		}
		return "number"
	}
	return "object"
}
