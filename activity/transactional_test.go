package activity_test

import (
	"context"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// ledgerFunc is a function for the transactions of a database called ledger, which are
// the text that their context carries.
type ledgerFunc[In, Out any] func(context.Context, string, In) (Out, error)

type ledgerKey struct{}

func (ledgerFunc[In, Out]) Driver() string { return "ledger" }

func (f ledgerFunc[In, Out]) Call(ctx context.Context, in In) (Out, error) {
	tx, _ := ctx.Value(ledgerKey{}).(string)
	return f(ctx, tx, in)
}

func debit(_ context.Context, tx string, c card) (receipt, error) {
	return receipt{ID: c.Number + " in " + tx}, nil
}

func TestATransactionalFunctionGetsTheTransaction(t *testing.T) {
	def := activity.Define[card, receipt]("debit", activity.Policy{Transactional: true, Queue: "db"})
	for name, b := range map[string]interface{ Contract() contract.Contract }{
		"BindTx": def.BindTx(ledgerFunc[card, receipt](debit)),
		"NewTx":  activity.NewTx("debit", ledgerFunc[card, receipt](debit), activity.Policy{Queue: "db"}),
	} {
		b := of(b)
		if b.Err != nil || b.Driver != "ledger" || b.Queue != "db" {
			t.Errorf("%s: %v, driver %q, queue %q", name, b.Err, b.Driver, b.Queue)
		}
		var codecs *history.Codecs
		in, err := codecs.Encode(card{"4711"})
		if err != nil {
			t.Fatal(err)
		}
		var got receipt
		out := b.Run(context.WithValue(t.Context(), ledgerKey{}, "tx 1"), contract.Call{Input: in})
		if err := codecs.Decode(out.Result, &got); err != nil || got.ID != "4711 in tx 1" {
			t.Errorf("%s: %+v, %v, %v", name, got, out.Failure, err)
		}
	}
}

func TestNewTxLeavesThePoliciesGivenToItAlone(t *testing.T) {
	policies := []activity.Policy{{Queue: "db"}}
	b := activity.NewTx("debit", ledgerFunc[card, receipt](debit), policies...)
	if err := of(b).Err; err != nil || policies[0].Transactional {
		t.Errorf("%v; the caller's policy is now %+v", err, policies[0])
	}
}

func TestPolicyAndFunctionMustAgreeAboutTransactions(t *testing.T) {
	def := activity.Define[card, receipt]("debit", activity.Policy{Transactional: true})
	plain := activity.Define[card, receipt]("debit")
	for want, b := range map[string]activity.Binding{
		"use BindTx":               def.Bind(charge),
		"set Policy.Transactional": plain.BindTx(ledgerFunc[card, receipt](debit)),
		"bind the function itself": def.BindTx(ledgerFunc[card, receipt](nil)),
		"a nil function":           def.BindTx(nil),
		"whose transaction":        def.BindTx(nameless{}),
		"the name":                 activity.Define[card, receipt]("", activity.Policy{Transactional: true}).BindTx(ledgerFunc[card, receipt](debit)),
	} {
		if err := of(b).Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want something about %q", err, want)
		}
	}
}

type nameless struct{}

func (nameless) Driver() string                              { return "" }
func (nameless) Call(context.Context, card) (receipt, error) { return receipt{}, nil }
