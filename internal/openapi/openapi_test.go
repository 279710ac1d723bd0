package openapi

import (
	"strings"
	"testing"
)

const text = `
paths:
  /things/{thing}:
    get:
      responses:
        "200": {description: "one, as it is", content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
        default: {$ref: "#/components/responses/Problem"}
  /things/best:
    get:
      responses:
        "204": {description: there is none}
components:
  responses:
    Problem:
      content: {application/problem+json: {schema: {type: object, required: [code], properties: {code: {type: string}}}}}
  schemas:
    Base: {type: object, required: [id], properties: {id: {type: string, format: uuid}}}
    Thing:
      allOf:
        - {$ref: "#/components/schemas/Base"}
        - type: object
          properties:
            kind: {type: string, enum: [big, small]}
            sizes: {type: array, maxItems: 3, items: {type: integer, minimum: 1, maximum: 40}}
            weight: {type: number, minimum: 0.5}
            at: {type: string, format: date-time}
            labels: {type: object, additionalProperties: {type: string}}
            any: {}
`

func TestAnswersAreHeldAgainstTheDescription(t *testing.T) {
	d, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if at, _ := d.Operation("GET", "/things/best"); at != "GET /things/best" {
		t.Errorf("it is taken for %s", at)
	}
	at, ok := d.Operation("GET", "/things/7")
	if !ok || at != "GET /things/{thing}" {
		t.Fatalf("%s, %v", at, ok)
	}
	if _, ok := d.Operation("POST", "/things/7"); ok {
		t.Error("there is no such operation")
	}
	const id = `"id":"01a21f31-04d0-7cf0-8d91-2da755aac8e4"`
	for body, want := range map[string]string{
		`{` + id + `,"kind":"big","sizes":[1,2],"at":"2026-11-28T09:00:00Z","labels":{"a":"b"},"any":[{"x":null}]}`: "",
		`{"kind":"big"}`:                 "id is missing",
		`{"id":"7"}`:                     "invalid UUID",
		`{` + id + `,"kind":"huge"}`:     ".kind: huge is none of",
		`{` + id + `,"sizes":[1,"2"]}`:   ".sizes[1]: it is string, and not integer",
		`{` + id + `,"sizes":[1.5]}`:     ".sizes[0]: it is number, and not integer",
		`{` + id + `,"sizes":[1,40,7]}`:  "",
		`{` + id + `,"sizes":[0]}`:       ".sizes[0]: 0 is not within minimum 1",
		`{` + id + `,"sizes":[41]}`:      ".sizes[0]: 41 is not within maximum 40",
		`{` + id + `,"sizes":[1,2,3,4]}`: ".sizes: 4 is not within maxItems 3",
		`{` + id + `,"weight":0.5}`:      "",
		`{` + id + `,"weight":0.4}`:      ".weight: 0.4 is not within minimum 0.5",
		`{` + id + `,"at":"today"}`:      ".at: ",
		`{` + id + `,"labels":{"a":1}}`:  ".labels.a: it is integer, and not string",
		`{` + id + `,"surprise":1}`:      "surprise is not described",
		`[]`:                             "it is array, and not object",
	} {
		bad := strings.Join(d.Answer(at, 200, "application/json; charset=utf-8", []byte(body)), "\n")
		if (want == "") != (bad == "") || !strings.Contains(bad, want) {
			t.Errorf("%s: %q, want %q", body, bad, want)
		}
	}
	for _, c := range []struct {
		status     int
		form, want string
	}{
		{404, "application/problem+json", ""}, {201, "application/json", "the status 201 is not described"},
		{200, "text/html", `the form "text/html" is not described`}, {404, "text/plain", "is not described"},
	} {
		if bad := strings.Join(d.Answer(at, c.status, c.form, []byte(`{"code":"x"}`)), "\n"); (c.want == "") != (bad == "") || !strings.Contains(bad, c.want) {
			t.Errorf("%d %s: %q, want %q", c.status, c.form, bad, c.want)
		}
	}
}

// An example that the description does not allow is found, and one that is allowed can be had.
func TestExamplesAreHeldAgainstTheDescription(t *testing.T) {
	for example, want := range map[string]string{
		`{"n": 7, "text": "7, or {more}"}`: "",
		`{"n": "7"}`:                       "the request post /things.n: it is string, and not integer",
		`{"m": 7}`:                         "the request post /things: m is not described",
		`{n: 7}`:                           "the request post /thingsinvalid character",
	} {
		d, err := Read(`
paths:
  /things:
    post:
      parameters:
        - {name: how, in: query, example: "well, and soon", schema: {type: string}}
        - {name: If-Match, in: header, example: x, schema: {type: string}}
      requestBody: {$ref: "#/components/requestBodies/Thing"}
      responses:
        "200":
          content:
            application/json:
              schema: {type: array, items: {type: boolean}}
              example: [true, false]
components:
  requestBodies:
    Thing:
      content:
        application/json:
          schema: {type: object, properties: {n: {type: integer}, text: {type: string}}}
          example: ` + example)
		if err != nil {
			t.Fatal(err)
		}
		n, bad := d.Examples()
		if said := strings.Join(bad, "\n"); n != 2 || (want == "") != (said == "") || !strings.Contains(said, want) {
			t.Errorf("%s: %d examples, %q, want %q", example, n, said, want)
		}
		if got := d.Example("POST /things"); got != example {
			t.Errorf("the example is %s, want %s", got, example)
		}
		if got := d.Parameters("POST /things"); len(got) != 1 || got["how"] != "well, and soon" {
			t.Errorf("the parameters have the examples %q", got)
		}
	}
}

// What would be read otherwise than it is meant is refused, with its line.
func TestWhatTheReaderDoesNotKnowIsRefused(t *testing.T) {
	for bad, want := range map[string]string{
		"a: {b: c, d}":               "line 1: a key is missing",
		"a: {b: one, two, three: x}": "line 1: a key is missing",
		"a: {b: c":                   "line 1: ",
		"a: [b":                      "line 1: ",
		"a: {b: \"c}":                "line 1: ",
		"a:\nb: c":                   "has nothing",
		"a: b\na: c":                 "line 2: it stands there twice",
		"a: b\n   c: d":              "line 2: it is indented in another way",
		"a: {b: c} d":                "something follows",
		"a: {$ref: \"#/nowhere\"}":   "#/nowhere is nowhere",
		"- just\n- a list":           "cannot be read",
		"a: {b: \"x \\\" y\"}":       "a backslash",
		"a: {b: c, d: e,\n  f: g}":   "line 1: ",
	} {
		if _, err := Read(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", bad, err, want)
		}
	}
}
