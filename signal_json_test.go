package reprise_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// ballot is a payload whose JSON names are not its Go names.
type ballot struct {
	Yes  bool     `json:"yes"`
	Name string   `json:"by"`
	Tags []string `json:"tags,omitempty"`
}

var (
	cast     = signal.Define[ballot]("cast")
	bell     = signal.Define[struct{}]("bell")
	election = workflow.New("election", func(ctx workflow.Context, _ int) (string, error) {
		b, err := workflow.Receive(ctx, cast)
		return fmt.Sprintf("%+v", b), err
	})
)

// elect starts an election on a Runtime with the bindings.
func elect(t *testing.T, bindings ...reprise.Binding) (context.Context, *reprise.Runtime, reprise.Handle[string]) {
	t.Helper()
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), quiet(), append(bindings, election)...)
	run, err := reprise.Start(ctx, rt, election, 0, reprise.ID("e"))
	if err != nil {
		t.Fatal(err)
	}
	return ctx, rt, run
}

// sent returns the payload of the signal in a run's history.
func sent(t *testing.T, rt *reprise.Runtime, run store.RunID) history.Payload {
	t.Helper()
	events, err := rt.Inside().History(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if s, ok := e.Body.(*history.SignalReceived); ok {
			return s.Payload
		}
	}
	return history.Payload{}
}

const vox = `{"yes":true,"by":"Ada","tags":["a"]}`

func TestASignalFromJSONIsRecordedAsIfSentWithItsType(t *testing.T) {
	ctx, rt, run := elect(t, cast)
	if err := reprise.SignalJSON(ctx, rt, "e", "cast", []byte(vox)); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != "{Yes:true Name:Ada Tags:[a]}" {
		t.Errorf("the workflow received %s, %v", got, err)
	}
	want, err := history.NewCodecs(nil).Encode(ballot{Yes: true, Name: "Ada", Tags: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := sent(t, rt, run.RunID()); got.Enc != want.Enc || string(got.Data) != string(want.Data) {
		t.Errorf("recorded as %s %q; want %s %q", got.Enc, got.Data, want.Enc, want.Data)
	}
}

// Undeclared signals can be sent as JSON all the same: Receive decodes what it
// finds.
func TestAnUndeclaredSignalIsReceivedByItsJSONTags(t *testing.T) {
	ctx, rt, run := elect(t)
	if err := reprise.SignalJSON(ctx, rt, "e", "cast", []byte(vox), reprise.SignalID("v1")); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != "{Yes:true Name:Ada Tags:[a]}" {
		t.Errorf("the workflow received %s, %v", got, err)
	}
	if got := sent(t, rt, run.RunID()); got.Enc != "json" || string(got.Data) != vox {
		t.Errorf("recorded as %s %q; want the text as it was given", got.Enc, got.Data)
	}
}

func TestNothingIsSentThatDoesNotFit(t *testing.T) {
	ctx, rt, run := elect(t, cast, bell)
	for _, c := range []struct{ name, text, want string }{
		{"cast", `"yes"`, `a string`},
		{"cast", `{"yess":true}`, `"yess"`},
		{"cast", ``, `there is none`},
		{"bell", `{"a":1}`, `"a"`},
	} {
		err := reprise.SignalJSON(ctx, rt, "e", c.name, []byte(c.text))
		var wrong *reprise.PayloadError
		if !errors.As(err, &wrong) || wrong.Kind != "signal" || wrong.Name != c.name || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v; want a PayloadError about %s", c.name, c.text, err, c.want)
		}
	}
	err := reprise.SignalJSON(ctx, rt, "e", "casts", []byte(vox))
	var undeclared *reprise.UndeclaredError
	if !errors.As(err, &undeclared) || !strings.Contains(err.Error(), "bell, cast") {
		t.Errorf("a misspelt name: %v; want an UndeclaredError that lists bell and cast", err)
	}
	if err := reprise.SignalJSON(ctx, rt, "e", "cast", []byte(`{"by":"Eve"}`)); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != "{Yes:false Name:Eve Tags:[]}" {
		t.Errorf("the workflow received %s, %v; want the one signal that fits", got, err)
	}
	events, err := rt.Inside().History(ctx, run.RunID())
	if err != nil || count[*history.SignalReceived](events) != 1 {
		t.Errorf("%d signals in the history, %v; want 1", count[*history.SignalReceived](events), err)
	}
}

func TestJSONThatIsNotJSONIsRefusedWithoutAType(t *testing.T) {
	ctx, rt, _ := elect(t)
	for _, text := range []string{`yes`, `{"yes":true`, `{} {}`, " ", "\"\xff\""} {
		err := reprise.SignalJSON(ctx, rt, "e", "cast", []byte(text))
		if wrong := (*reprise.PayloadError)(nil); !errors.As(err, &wrong) || wrong.Type != "" {
			t.Errorf("%q: %v; want a PayloadError", text, err)
		}
	}
	large, err := json.Marshal(strings.Repeat("x", history.MaxPayload-1))
	if err != nil {
		t.Fatal(err)
	}
	err = reprise.SignalJSON(ctx, rt, "e", "cast", large)
	if tooLarge := (*history.PayloadTooLargeError)(nil); !errors.As(err, &tooLarge) || tooLarge.Size != history.MaxPayload+1 {
		t.Errorf("%d bytes: %v; want a PayloadTooLargeError", len(large), err)
	}
	if err := reprise.SignalJSON(ctx, rt, "e", "cast", large[1:]); err == nil {
		t.Error("a text without its first quote was sent")
	}
}

// A program that does not bind the workflow does not know its signals, even if it
// has one of the same name.
func TestARunOfAnotherProgramGetsTheJSONAsItIs(t *testing.T) {
	ctx, st := bounded(t), newMemory()
	rt := startRuntime(t, st, quiet(), cast, election)
	run, err := reprise.Start(ctx, rt, election, 0, reprise.ID("e"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := reprise.New(st, quiet(), signal.Define[int]("cast"), sum.Bind(sumOf))
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.SignalJSON(ctx, other, "e", "cast", []byte(vox)); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || !strings.Contains(got, "Ada") {
		t.Errorf("the workflow received %s, %v", got, err)
	}
}

func TestSignalJSONFailsAsSignalDoes(t *testing.T) {
	for _, bindings := range [][]reprise.Binding{nil, {cast}} {
		ctx, rt, run := elect(t, bindings...)
		if err := reprise.SignalJSON(ctx, rt, "nobody", "cast", []byte(vox)); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("to no run: %v; want ErrNotFound", err)
		}
		for _, name := range []string{"", strings.Repeat("n", 1001), "a\x00"} {
			if err := reprise.SignalJSON(ctx, rt, "e", name, []byte(vox)); !errors.Is(err, reprise.ErrInvalidID) {
				t.Errorf("signal %.10q: %v; want ErrInvalidID", name, err)
			}
		}
		if err := reprise.SignalJSON(ctx, rt, "e", "cast", []byte(vox)); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); err != nil {
			t.Fatal(err)
		}
		if err := reprise.SignalJSON(ctx, rt, "e", "cast", []byte(vox)); !errors.Is(err, reprise.ErrClosed) {
			t.Errorf("to a closed run: %v; want ErrClosed", err)
		}
	}
}

func TestSignalsAreDeclaredOnceAndByAName(t *testing.T) {
	for want, bindings := range map[string][]reprise.Binding{
		`signal "cast" is bound twice`:  {cast, signal.Define[int]("cast")},
		`the signal's name is empty`:    {signal.Define[int]("")},
		`the signal's name has 1001 by`: {signal.Define[int](strings.Repeat("n", 1001))},
	} {
		if _, err := reprise.New(newMemory(), quiet(), bindings...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New: %v; want %q", err, want)
		}
	}
	rt, err := reprise.New(newMemory(), quiet(), cast, bell)
	if err != nil {
		t.Fatal(err)
	}
	if b, ok := rt.Inside().Signal("cast"); !ok || b.Type() != "reprise_test.ballot" {
		t.Errorf("SignalType(cast) = %s, %v", b.Type(), ok)
	}
	if _, ok := rt.Inside().Signal("casts"); ok {
		t.Error("a signal nobody declared has a type")
	}
}
