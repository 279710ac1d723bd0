package activity

import (
	"context"
	"errors"
	"fmt"
	"reflect"
)

// TxFunc is the function of a transactional activity, for the transactions of one kind of
// database. Make one with the Transactional function of the store's package, from a function
// with one more parameter:
//
//	func debit(ctx context.Context, tx pgx.Tx, in Amount) (Balance, error)
//
//	rt, err := reprise.New(st, cfg, Debit.BindTx(postgres.Transactional(debit)))
//
// The function's writes in the transaction and the completion of the activity commit together
// or not at all. The engine begins the transaction before the call and ends it afterwards; the
// function must do neither.
type TxFunc[In, Out any] interface {
	// Driver names the kind of transaction that the function takes, such as "postgres".
	Driver() string
	// Call calls the function with the transaction that ctx carries.
	Call(ctx context.Context, in In) (Out, error)
}

// BindTx binds a definition with a Transactional policy to the function that implements it.
func (d Def[In, Out]) BindTx(fn TxFunc[In, Out]) Binding {
	b := d.bound()
	if v := reflect.ValueOf(fn); !v.IsValid() || v.Kind() == reflect.Func && v.IsNil() {
		b.Err = errors.Join(b.Err, errNoFunction(d.Name()))
		return binding(b, nil)
	}
	if !d.get().policy.Transactional {
		b.Err = errors.Join(b.Err, fmt.Errorf("activity: %s is bound to a function that takes a transaction, but its policy is not Transactional: "+
			"set Policy.Transactional, or use Bind with an ordinary function", d.Name()))
	}
	if b.Driver = fn.Driver(); b.Driver == "" {
		b.Err = errors.Join(b.Err, fmt.Errorf("activity: %s is bound to a function that does not say whose transaction it takes: "+
			"make it with the Transactional function of the store's package", d.Name()))
	}
	return binding(b, attemptOf(fn.Call))
}

// NewTx defines a transactional activity and binds its function in one step, as [New] does. The
// policy need not set Transactional.
func NewTx[In, Out any](name string, fn TxFunc[In, Out], p ...Policy) Bound[In, Out] {
	if len(p) == 0 {
		p = []Policy{{}}
	}
	all := append([]Policy(nil), p...)
	all[0].Transactional = true
	d := Define[In, Out](name, all...)
	return d.with(d.BindTx(fn))
}

func errNoFunction(name string) error {
	return fmt.Errorf("activity: %s is bound to a nil function; bind the function itself", name)
}
