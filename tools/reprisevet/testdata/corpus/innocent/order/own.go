package order

import (
	"slices"

	"corpus.test/innocent/order/money"

	"github.com/reprise-run/reprise/workflow"
)

func own(ctx workflow.Context, m map[string]money.Money) ([]string, error) {
	total := money.Money{Currency: "EUR"}
	var cents money.Cents
	var stock money.Stock
	var names, more []string
	var others money.Names
	for k, v := range m {
		total = total.Add(v)
		cents = cents.Plus(money.Cents(v.Cents))
		stock = stock.And(money.Stock{In: len(k)})
		names = append(names, k)
		more = append(more, k)
		others = append(others, k)
	}
	money.Arrange(names)
	arrange(more)
	others.Arrange()
	if total.Cents > int64(cents)+int64(stock.In) {
		return names, nil
	}
	return append(more, others...), nil
}

func arrange(list []string) { slices.Sort(list) } // want arrange:"sorts"
