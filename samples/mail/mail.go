// Package mail signs users up and sends each a welcome mail. The mail is a job that is enqueued in the
// transaction that writes the user: both happen, or neither. Its id contains the user's, and with
// reprise.Once it is sent once, however often the sign-up is repeated.
//
// Package mail imports reprise, activity, failure and store/sqlite.
package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store/sqlite"
)

// Mail is one mail.
type Mail struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
}

// NoAddress is the code of an address that does not exist. No attempt follows it.
const NoAddress failure.Code = "no-address"

// Send is the activity of the jobs. To enqueue one, only this definition is needed.
var Send = activity.Define[Mail, string]("send-mail", activity.Policy{
	StartToClose: time.Minute,
	Retry:        activity.RetryPolicy{MaxAttempts: 5, NonRetryable: []failure.Code{NoAddress}},
})

// Post is the mail server. All attempts at one mail have the same key, so that the server can recognise
// a repetition.
type Post interface {
	Deliver(ctx context.Context, key string, m Mail) (receipt string, err error)
}

// Binding makes a worker send through post.
func Binding(post Post) reprise.Binding {
	return Send.Bind(func(ctx context.Context, m Mail) (string, error) {
		return post.Deliver(ctx, activity.GetInfo(ctx).IdempotencyKey, m)
	})
}

// Users are kept in the store's own file.
type Users struct{ st *sqlite.Store }

// OpenUsers creates the table of users if it does not exist.
func OpenUsers(ctx context.Context, st *sqlite.Store) (*Users, error) {
	u := &Users{st}
	return u, u.write(ctx, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS users (name TEXT PRIMARY KEY, address TEXT NOT NULL)")
		return err
	})
}

// SignUp writes the user and enqueues the welcome mail. A second call for a user changes the address, and
// sends nothing.
func (u *Users) SignUp(ctx context.Context, rt *reprise.Runtime, name, address string) (job reprise.Handle[string], err error) {
	err = u.write(ctx, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO users (name, address) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET address = excluded.address", name, address)
		if err != nil {
			return fmt.Errorf("write user %s: %w", name, err)
		}
		job, err = reprise.Enqueue(ctx, sqlite.InTx(rt, tx), Send, Mail{To: address, Subject: "Welcome, " + name}, reprise.ID("welcome/"+name), reprise.Once())
		return err
	})
	if err == nil {
		rt.Wake()
	}
	return job, err
}

// Known reports whether there is a user of that name.
func (u *Users) Known(ctx context.Context, name string) (known bool, err error) {
	err = u.write(ctx, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM users WHERE name = ?)", name).Scan(&known)
	})
	return known, err
}

// Newsletter enqueues a mail for each address, all of them or none, and each once for an issue.
func Newsletter(ctx context.Context, w reprise.Writer, issue string, addresses []string) ([]reprise.Handle[string], error) {
	mails := make([]Mail, len(addresses))
	for i, to := range addresses {
		mails[i] = Mail{To: to, Subject: issue}
	}
	return reprise.EnqueueAll(ctx, w, Send, mails, func(_ int, m Mail) []reprise.StartOption {
		return []reprise.StartOption{reprise.ID("newsletter/" + issue + "/" + m.To), reprise.Once(), reprise.Priority(10)}
	})
}

// write runs f in a transaction. Nobody else can write meanwhile, so f must be short.
func (u *Users) write(ctx context.Context, f func(context.Context, *sqlite.Tx) error) error {
	ctx, tx, err := u.st.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a Commit it does nothing
	if err := f(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}
