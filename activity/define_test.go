package activity_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/contract"
)

type card struct{ Number string }

type receipt struct{ ID string }

func charge(_ context.Context, c card) (receipt, error) { return receipt{ID: "r-" + c.Number}, nil }

// use stands for any generic caller: both kinds of definition must be accepted
// without naming a type argument.
func use[In, Out any](d activity.Definition[In, Out], _ In) string { return d.Definition().Name() }

func TestDefAndBoundAreBothDefinitions(t *testing.T) {
	def := activity.Define[card, receipt]("charge")
	bound := activity.New("charge", charge)
	if use(def, card{}) != "charge" || use(bound, card{}) != "charge" {
		t.Fatal("the definition lost its name")
	}
}

func TestDefAndBoundAreBothBindable(t *testing.T) {
	bindings := []interface{ Contract() contract.Contract }{
		activity.Define[card, receipt]("charge").Bind(charge),
		activity.New("charge", charge),
	}
	for _, b := range bindings {
		switch a := of(b); {
		case a.Err != nil:
			t.Error(a.Err)
		case a.Name != "charge" || a.In != "activity_test.card" || a.Out != "activity_test.receipt":
			t.Errorf("%s takes %s and gives %s", a.Name, a.In, a.Out)
		}
	}
}

func TestDefinitionKeepsItsPolicy(t *testing.T) {
	want := activity.Policy{StartToClose: time.Minute, Queue: "cards"}
	b := activity.New("charge", charge, want)
	if got := b.Recorded(); got.Policy.StartToClose != want.StartToClose || got.Queue != want.Queue || of(b).Queue != want.Queue {
		t.Errorf("got %+v", got)
	}
}

func TestMistakesInADefinitionAreReportedByTheBinding(t *testing.T) {
	long := strings.Repeat("n", 1000)
	for _, c := range []struct{ name, want string }{
		{"", "is empty"},
		{"a\x00b", "NUL"},
		{"a\xff", "UTF-8"},
		{long + "n", "1001 bytes; at most 1000"},
		{long, ""},
		{"Karte belasten", ""},
	} {
		err := of(activity.Define[card, receipt](c.name).Bind(charge)).Err
		if c.want == "" {
			if err != nil {
				t.Errorf("%.20q: %v", c.name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: got %v, want an error about %q", c.name, err, c.want)
		}
	}
}

func TestANilFunctionIsRememberedAndNamed(t *testing.T) {
	b := of(activity.Define[card, receipt]("charge").Bind(nil))
	if err := b.Err; err == nil || !strings.Contains(err.Error(), "charge is bound to a nil function") {
		t.Fatalf("got %v", err)
	}
	if out := b.Run(context.Background(), contract.Call{}); out.Failure == nil || out.Failure.Retryable {
		t.Fatalf("running it gives %+v, want a final failure", out)
	}
}

func TestTheZeroBindingIsRefused(t *testing.T) {
	if err := of(activity.Binding{}).Err; err == nil {
		t.Fatal("no error")
	}
}

func TestTwoPoliciesAreRefused(t *testing.T) {
	d := activity.Define[card, receipt]("charge", activity.Policy{}, activity.Policy{})
	if err := d.Recorded().Err; err == nil || !strings.Contains(err.Error(), "2 policies") {
		t.Fatalf("got %v", err)
	}
}

func TestABadPolicyIsReportedWithTheActivity(t *testing.T) {
	b := activity.New("charge", charge, activity.Policy{StartToClose: -time.Second})
	if err := of(b).Err; err == nil || !strings.Contains(err.Error(), "policy: StartToClose") || !strings.Contains(err.Error(), "charge") {
		t.Fatalf("got %v", err)
	}
}
