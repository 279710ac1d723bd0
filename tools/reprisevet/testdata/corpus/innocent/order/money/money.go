// Package money has types that are added up.
package money

import (
	"slices"
	"sort"
)

type Money struct {
	Cents    int64
	Currency string
}

func (m Money) Add(o Money) Money { return Money{m.Cents + o.Cents, m.Currency} } // want Add:"adds"

type Cents int64

func (c Cents) Plus(o Cents) Cents { return c + o } // want Plus:"adds"

type Stock struct{ In, Out int }

func (s Stock) And(o Stock) Stock { // want And:"adds"
	s.In += o.In
	s.Out += o.Out
	return s
}

// Arrange does more than its name says.
func Arrange(list []string) { slices.Sort(list) } // want Arrange:"sorts"

type Names []string

func (n Names) Arrange() { sort.Sort(sort.StringSlice(n)) } // want Arrange:"sorts"
