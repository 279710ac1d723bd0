// Package gocontext brings a context.Context into a workflow.
package gocontext

import (
	"context"

	"github.com/reprise-run/reprise/workflow"
)

type service struct{ ctx context.Context }

func (s *service) load(ctx context.Context) error { return ctx.Err() }

func (s *service) order(ctx workflow.Context, _ string) (string, error) {
	if err := s.load(context.Background()); err != nil { // want `RV011: calls context.Background: use the workflow.Context`
		return "", err
	}
	return "", s.ctx.Err() // want `RV011: uses ctx, a context.Context`
}

func bind(ctx context.Context) workflow.Binding {
	return workflow.Define[string, string]("order").Bind(func(wctx workflow.Context, _ string) (string, error) {
		return "", ctx.Err() // want `RV011: uses ctx, a context.Context`
	})
}
