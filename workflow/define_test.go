package workflow_test

import (
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/workflow"
)

func double(_ workflow.Context, n int) (int, error) { return 2 * n, nil }

// use stands for any generic caller: it must accept both kinds of definition
// without type arguments.
func use[In, Out any](d workflow.Definition[In, Out], _ In) string { return d.Definition().Name() }

func TestDefAndBoundAreBothDefinitions(t *testing.T) {
	if use(workflow.Define[int, int]("double"), 1) != "double" || use(workflow.New("double", double), 1) != "double" {
		t.Fatal("the definition lost its name")
	}
}

func TestDefAndBoundAreBothBindable(t *testing.T) {
	bindings := []binding{
		workflow.Define[int, int]("double").Bind(double),
		workflow.New("double", double),
	}
	for _, b := range bindings {
		if w := of(b); w.Input.Type() != "int" || w.Out != "int" || w.Name != "double" || w.Err != nil {
			t.Errorf("%s takes %s, gives %s: %v", w.Name, w.Input.Type(), w.Out, w.Err)
		}
	}
}

func TestMistakesInADefinitionAreReportedByTheBinding(t *testing.T) {
	long := strings.Repeat("n", 1000)
	for name, want := range map[string]string{
		"":         "is empty",
		"a\x00b":   "NUL",
		"a\xff":    "UTF-8",
		long + "n": "1001 bytes",
	} {
		if err := of(workflow.New(name, double)).Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: got %v, want an error about %q", name, err, want)
		}
	}
	if err := of(workflow.New(long, double)).Err; err != nil {
		t.Errorf("a name of 1000 bytes: %v", err)
	}
	if err := of(workflow.Define[int, int]("double").Bind(nil)).Err; err == nil || !strings.Contains(err.Error(), "double is bound to a nil function") {
		t.Errorf("a nil function: %v", err)
	}
	if err := of(workflow.Binding{}).Err; err == nil {
		t.Error("the zero Binding is accepted")
	}
}

func TestTheFunctionsResultEndsTheRun(t *testing.T) {
	w := begin(t, workflow.New("double", double), 21)
	if got := result[int](w); got != 42 {
		t.Errorf("got %d", got)
	}
}

func TestAnInputOfAnotherTypeFailsTheRun(t *testing.T) {
	called := false
	w := begin(t, workflow.New("double", func(workflow.Context, int) (int, error) { called = true; return 0, nil }), "three")
	if f := w.failure(); called || f.Retryable || !strings.Contains(f.Message, "input of double") {
		t.Errorf("called %v, failure %+v", called, f)
	}
}

func TestAResultThatCannotBeRecordedFailsTheRun(t *testing.T) {
	w := begin(t, workflow.New("chan", func(workflow.Context, int) (chan int, error) { return make(chan int), nil }), 0)
	if f := w.failure(); f.Kind != mark.NotEncodable {
		t.Errorf("got %+v", f)
	}
	w = begin(t, workflow.New("big", func(workflow.Context, int) ([]byte, error) { return make([]byte, history.MaxPayload+1), nil }), 0)
	if f := w.failure(); f.Kind != mark.TooLarge {
		t.Errorf("got %+v", f)
	}
}
