package signal_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/signal"
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
	decide = signal.Define[decision]("decide").Signal()
	count  = signal.Define[int]("count").Signal()
	ping   = signal.Define[struct{}]("ping").Signal()
	free   = signal.Define[any]("free").Signal()
	maybe  = signal.Define[*line]("maybe").Signal()
	mood   = signal.Define[moody]("mood").Signal()
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
		b    signal.Binding
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
	} {
		got, err := c.b.FromJSON(history.NewCodecs(history.JSON()), []byte(c.text))
		if err != nil || string(got.Data) != c.want {
			t.Errorf("%s from %q = %s, %v; want %s", c.b.BindingName(), c.text, got.Data, err, c.want)
		}
	}
}

func TestFromJSONRefuses(t *testing.T) {
	for _, c := range []struct {
		b    signal.Binding
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
		{decide, `{} {}`, `something follows the value`},
		{decide, `{"yes":true}}`, `something follows the value`},
		{count, `true`, `it is a bool, it must be an int`},
		{count, ``, `there is none`},
		{ping, `{"a":1}`, `there is no field "a"`},
		{mood, `"bad"`, `panic: not today`},
	} {
		_, err := c.b.FromJSON(nil, []byte(c.text))
		var wrong *signal.PayloadError
		if !errors.As(err, &wrong) || !strings.Contains(wrong.Err.Error(), c.want) {
			t.Errorf("%s from %q: %v; want a PayloadError with %q", c.b.BindingName(), c.text, err, c.want)
			continue
		}
		text := err.Error()
		if wrong.Signal != c.b.BindingName() || !strings.Contains(text, c.b.Type()) || !strings.Contains(text, string(c.b.Example())) {
			t.Errorf("%s from %q: the text does not tell signal, type and example: %s", c.b.BindingName(), c.text, text)
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
	for want, b := range map[string]signal.Binding{
		`{"yes":true,"by":"text","cents":1,"lines":[{"sku":"text","parts":{"text":{"sku":""}}}],"until":"2026-01-02T15:04:05Z"}`: decide,
		`{"Inner":1,"text":"text","Float":1.5,"Fixed":[true,true],"Raw":"AQ==","Any":null,"Map":{"1":"text"}}`:                   signal.Define[all]("all").Signal(),
		`1`:      count,
		`{}`:     ping,
		`null`:   free,
		`"good"`: mood,
		``:       signal.Define[chan int]("none").Signal(),
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

func TestTheZeroBindingSaysSo(t *testing.T) {
	var b signal.Binding
	if b.Err() == nil || b.Type() != "" || b.Example() != nil {
		t.Errorf("zero Binding: %v, %q, %s", b.Err(), b.Type(), b.Example())
	}
	if _, err := b.FromJSON(nil, []byte(`1`)); err == nil {
		t.Error("the zero Binding made a payload")
	}
	if decide.Err() != nil {
		t.Error(decide.Err())
	}
}
