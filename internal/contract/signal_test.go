package contract_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// decision has one field of each kind a person can get wrong.
type decision struct {
	Yes   bool      `json:"yes"`
	By    string    `json:"by,omitempty"`
	Cents uint8     `json:"cents"`
	Lines []line    `json:"lines"`
	Until time.Time `json:"until"`
	note  string
}

type line struct {
	SKU   string           `json:"sku"`
	Parts map[string]*line `json:"parts,omitempty"`
}

// mix has what encoding/json is lenient with.
type mix struct {
	base
	Any   any              `json:"any,omitempty"`
	Lists []map[string]any `json:"lists,omitempty"`
	Pair  *[2]base         `json:"pair,omitempty"`
	Lower int              `json:"x,omitempty"`
	Upper int              `json:"X,omitempty"`
	Own   moody            `json:"own"`
	Exact json.Number      `json:"exact,omitempty"`
}

type base struct {
	Inner any `json:",omitempty"`
}

// moody is a type that reads JSON itself, and not always.
type moody struct{ word string }

func (m *moody) UnmarshalJSON(text []byte) error {
	if string(text) == `"bad"` {
		panic("not today")
	}
	m.word = string(text)
	return nil
}

func (m moody) MarshalJSON() ([]byte, error) { return []byte(`"good"`), nil }

var (
	decide = contract.SignalOf[decision]("decide")
	count  = contract.SignalOf[int]("count")
	ping   = contract.SignalOf[struct{}]("ping")
	free   = contract.SignalOf[any]("free")
	maybe  = contract.SignalOf[*line]("maybe")
	mood   = contract.SignalOf[moody]("mood")
	three  = contract.SignalOf[[3]int]("three")
	mixed  = contract.SignalOf[mix]("mixed")
)

func TestFromJSONMakesWhatASenderWithTheTypeSends(t *testing.T) {
	codecs := history.NewCodecs(history.MsgPack())
	want, err := codecs.Encode(decision{Yes: true, By: "Ada", Lines: []line{{SKU: "TEA-8"}}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := decide.FromJSON(codecs, []byte(` {"yes":true,"by":"Ada","lines":[{"sku":"TEA-8"}]}`+"\n"))
	if err != nil || got.Enc != want.Enc || string(got.Data) != string(want.Data) {
		t.Fatalf("FromJSON = %q, %v; want %q", got.Data, err, want.Data)
	}
}

func TestFromJSONTakes(t *testing.T) {
	for _, c := range []struct {
		b    *contract.Signal
		text string
		want string // as JSON; "" is the absent value
	}{
		{count, `7`, `7`},
		{decide, `{}`, `{"yes":false,"cents":0,"lines":null,"until":"0001-01-01T00:00:00Z"}`},
		{ping, ``, ``},
		{ping, " \n", ``},
		{ping, `null`, `{}`},
		{free, ``, ``},
		{free, `{"a":[1,"b",null]}`, `{"a":[1,"b",null]}`},
		{maybe, ``, ``},
		{maybe, `null`, `null`},
		{maybe, `{"sku":"x"}`, `{"sku":"x"}`},
		{mood, `null`, `"good"`},
		{three, `[1,2,3]`, `[1,2,3]`},
		{free, `9007199254740993`, `9007199254740993`},
		{free, `[-9223372036854775808,18446744073709551615,1.50,1e2,-0]`, `[-9223372036854775808,18446744073709551615,1.5,100,0]`},
		{free, `{"a":{"a":1},"A":[{"a":1},{"a":2}]}`, `{"A":[{"a":1},{"a":2}],"a":{"a":1}}`},
		{mixed, `{"inner":9007199254740993,"any":{"n":9007199254740993},"lists":[{"n":[9007199254740993]}],"x":1,"X":2,"own":{"a":1,"a":2},"exact":1.50}`,
			`{"Inner":9007199254740993,"any":{"n":9007199254740993},"lists":[{"n":[9007199254740993]}],"x":1,"X":2,"own":"good","exact":1.50}`},
		{mixed, `{"pair":[{"Inner":9007199254740993},{}]}`, `{"pair":[{"Inner":9007199254740993},{}],"own":"good"}`},
	} {
		got, err := c.b.FromJSON(history.NewCodecs(history.JSON()), []byte(c.text))
		if err != nil || string(got.Data) != c.want {
			t.Errorf("%s from %q = %s, %v; want %s", c.b.Name, c.text, got.Data, err, c.want)
		}
	}
}

func TestFromJSONMakesNumbersWhereTheTypeSaysNothing(t *testing.T) {
	want, err := history.NewCodecs(nil).Encode(map[string]any{"n": []any{int64(-1), int64(9007199254740993), uint64(18446744073709551615), 1.5}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := free.FromJSON(nil, []byte(`{"n":[-1,9007199254740993,18446744073709551615,1.5]}`))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("FromJSON = %q, %v; want %q", got.Data, err, want.Data)
	}
}

func TestFromJSONRefuses(t *testing.T) {
	for _, c := range []struct {
		b    *contract.Signal
		text string
		want string // of what is wrong
	}{
		{decide, `"yes"`, `it is a string, it must be an object`},
		{decide, `[]`, `it is an array, it must be an object`},
		{decide, `null`, `it is null`},
		{decide, ``, `there is none`},
		{decide, " \t\n", `there is none`},
		{decide, `yes`, `it is not JSON`},
		{decide, `{"yes":true`, `it is not JSON`},
		{decide, "{\"by\":\"\xff\"}", `it is not valid UTF-8`},
		{decide, `{"yes":"true"}`, `field "yes" is a string, it must be a bool`},
		{decide, `{"by":1}`, `field "by" is a number, it must be a string`},
		{decide, `{"cents":300}`, `field "cents" is a number 300, it must be`},
		{decide, `{"cents":1.5}`, `field "cents" is a number 1.5, it must be`},
		{decide, `{"lines":[{"sku":false}]}`, `field "lines.sku" is a bool, it must be a string`},
		{decide, `{"yess":true}`, `there is no field "yess"`},
		{decide, `{"note":"x"}`, `there is no field "note"`},
		{decide, `{"lines":[{"sku":"a","size":1}]}`, `there is no field "size"`},
		{decide, `{"until":"tomorrow"}`, `tomorrow`},
		{decide, `{} {}`, `text follows the value`},
		{decide, `{"yes":true}}`, `text follows the value: "}"`},
		{free, `"a" "b"`, `text follows the value: "\"b\""`},
		{free, `18446744073709551616`, `the number 18446744073709551616 is too large`},
		{free, `[{"a":1e400}]`, `the number 1e400 is too large`},
		{free, `[{"a":1,"a":1}]`, `field "a" occurs twice`},
		{decide, `{"yes":true,"yes":true}`, `field "yes" occurs twice`},
		{decide, `{"yes":true,"Yes":false}`, `field "yes" occurs twice`},
		{decide, `{"lines":[{},{"sku":"a","SKU":"b"}]}`, `field "lines.sku" occurs twice`},
		{decide, `{"lines":[{"parts":{"p":{"sku":"a","sku":"b"}}}]}`, `field "lines.parts.p.sku" occurs twice`},
		{three, `[1,2,3,4,5]`, `it has 5 elements, it must have 3`},
		{three, `[]`, `it has 0 elements, it must have 3`},
		{mixed, `{"pair":[{}]}`, `field "pair" has 1 elements, it must have 2`},
		{mixed, `{"inner":1,"Inner":2}`, `field "Inner" occurs twice`},
		{mixed, `{"x":1,"x":2}`, `field "x" occurs twice`},
		{count, `true`, `it is a bool, it must be an int`},
		{count, ``, `there is none`},
		{ping, `{"a":1}`, `there is no field "a"`},
		{mood, `"bad"`, `panic: not today`},
	} {
		_, err := c.b.FromJSON(nil, []byte(c.text))
		var wrong *contract.PayloadError
		if !errors.As(err, &wrong) || !strings.Contains(wrong.Err.Error(), c.want) {
			t.Errorf("%s from %q: %v; want a PayloadError with %q", c.b.Name, c.text, err, c.want)
			continue
		}
		text := err.Error()
		if wrong.Name != c.b.Name || !strings.Contains(text, c.b.Type()) || !strings.Contains(text, string(c.b.Example())) {
			t.Errorf("%s from %q: the text does not tell signal, type and example: %s", c.b.Name, c.text, text)
		}
	}
}

func TestAValueThatCannotBeSentIsNotTheTextsFault(t *testing.T) {
	text, err := json.Marshal(strings.Repeat("x", history.MaxPayload+1))
	if err != nil {
		t.Fatal(err)
	}
	_, err = free.FromJSON(nil, text)
	if large := (*history.PayloadTooLargeError)(nil); !errors.As(err, &large) {
		t.Errorf("FromJSON of a large text: %v; want a PayloadTooLargeError", err)
	}
}

func TestExamplesShowEveryField(t *testing.T) {
	type embedded struct{ Inner int }
	type all struct {
		embedded
		Text  string `json:"text,omitempty"`
		Float float64
		Fixed [2]bool
		Raw   []byte
		Any   any
		Map   map[int]string
		skip  chan int
	}
	for want, b := range map[string]*contract.Signal{
		`{"yes":true,"by":"text","cents":1,"lines":[{"sku":"text","parts":{"text":{"sku":""}}}],"until":"2026-01-02T15:04:05Z"}`: decide,
		`{"Inner":1,"text":"text","Float":1.5,"Fixed":[true,true],"Raw":"AQ==","Any":null,"Map":{"1":"text"}}`:                   contract.SignalOf[all]("all"),
		`1`:      count,
		`{}`:     ping,
		`null`:   free,
		`"good"`: mood,
		``:       contract.SignalOf[chan int]("none"),
	} {
		got := b.Example()
		if string(got) != want {
			t.Errorf("example of %s: %s; want %s", b.Type(), got, want)
		}
		if b == decide || b == count {
			if _, err := b.FromJSON(nil, got); err != nil {
				t.Errorf("the example of %s is refused: %v", b.Type(), err)
			}
		}
	}
	_ = all{skip: nil}
	_ = decision{note: ""}
}
