package shape

import (
	"fmt"

	"github.com/reprise-run/reprise/workflow"
)

type prices struct{ tax int }

func (p prices) with(net int) int { return net * (100 + p.tax) / 100 }

// Shop has its workflows as methods.
type Shop struct {
	prices
	name string
}

func (s *Shop) order(ctx workflow.Context, net int) (int, error) {
	f := s.with
	g := prices.with
	local := *s
	local.name = fmt.Sprint(net) // a copy
	s = &local
	return f(net) + g(s.prices, net), nil
}

// Bindings binds a method.
func (s *Shop) Bindings() []workflow.Binding {
	return []workflow.Binding{workflow.Define[int, int]("order").Bind(s.order)}
}
