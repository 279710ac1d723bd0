package main

import (
	"context"
	"testing"

	"github.com/reprise-run/reprise/testkit"
)

func TestOrder(t *testing.T) {
	env := testkit.New(t, order)
	testkit.Stub(env, charge, func(_ context.Context, card string) (string, error) {
		return "charged " + card, nil
	}).Times(1)
	run := testkit.Start(env, order, "card 4242")
	if got, err := run.Result(); err != nil || got != "charged card 4242" {
		t.Errorf("got %q, %v", got, err)
	}
}
