package reprise_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

var polling = workflow.New("polling", func(_ workflow.Context, b ballot) (string, error) {
	return fmt.Sprintf("%+v", b), nil
})

func startedWith(t *testing.T, rt *reprise.Runtime, run reprise.RunID) history.Payload {
	t.Helper()
	events, err := rt.Inside().History(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return events[0].Body.(*history.Started).Input
}

func TestAStartFromJSONIsRecordedAsIfStartedWithItsType(t *testing.T) {
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), quiet(), polling)
	run, err := reprise.StartJSON(ctx, rt, "polling", []byte(vox), reprise.ID("p"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := run.Result(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := v.Untyped(); err != nil || got != "{Yes:true Name:Ada Tags:[a]}" {
		t.Errorf("the workflow returned %v, %v", got, err)
	}
	want, err := history.NewCodecs(nil).Encode(ballot{Yes: true, Name: "Ada", Tags: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := startedWith(t, rt, run.RunID()); got.Enc != want.Enc || string(got.Data) != string(want.Data) {
		t.Errorf("recorded as %s %q; want %s %q", got.Enc, got.Data, want.Enc, want.Data)
	}
	again, err := reprise.StartJSON(ctx, rt, "polling", []byte(vox), reprise.ID("p"), reprise.Once())
	if err != nil || !again.Existed() || again.RunID() != run.RunID() {
		t.Errorf("started once more with Once: existed %t, %v", again.Existed(), err)
	}
}

// A client that does not bind the workflow can start it, and the worker decodes the text.
func TestAStartFromJSONNeedsNoBinding(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	startRuntime(t, st, quiet(), polling)
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	defer stop(t, client)
	run, err := reprise.StartJSON(ctx, client, "polling", []byte(vox))
	if err != nil {
		t.Fatal(err)
	}
	v, err := run.Result(ctx)
	var text string
	if err = errors.Join(err, v.Decode(&text)); err != nil || text != "{Yes:true Name:Ada Tags:[a]}" {
		t.Errorf("the workflow returned %v, %v", text, err)
	}
	if got := startedWith(t, client, run.RunID()); got.Enc != "json" || string(got.Data) != vox {
		t.Errorf("recorded as %s %q; want the text as it was given", got.Enc, got.Data)
	}
	_, err = reprise.StartJSON(ctx, client, "polling", []byte("yes"))
	if wrong := (*reprise.PayloadError)(nil); !errors.As(err, &wrong) || wrong.Kind != "workflow" || wrong.Type != "" {
		t.Errorf("no JSON: %v; want a PayloadError", err)
	}
}

func TestNothingIsStartedWithWhatDoesNotFit(t *testing.T) {
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), quiet(), polling)
	for _, c := range []struct{ text, want string }{
		{`"yes"`, `a string`},
		{`{"yess":true}`, `"yess"`},
		{``, `there is none`},
		{`null`, `it is null`},
	} {
		_, err := reprise.StartJSON(ctx, rt, "polling", []byte(c.text), reprise.ID("p"))
		var wrong *reprise.PayloadError
		if !errors.As(err, &wrong) || wrong.Kind != "workflow" || wrong.Name != "polling" || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `the input of "polling" is wrong`) {
			t.Errorf("%s: %v; want a PayloadError about %s", c.text, err, c.want)
		}
	}
	for _, name := range []string{"", "reprise.map", "\xff"} {
		if _, err := reprise.StartJSON(ctx, rt, name, []byte(`{}`)); err == nil {
			t.Errorf("a workflow %q was started", name)
		}
	}
	if n, _, err := reprise.Count(ctx, rt, reprise.Filter{}); err != nil || n != 0 {
		t.Errorf("%d runs, %v; want none", n, err)
	}
}
