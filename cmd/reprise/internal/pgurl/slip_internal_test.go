package pgurl

import (
	"errors"
	"testing"

	"github.com/reprise-run/reprise/cli"
)

// What is no name of a store is answered with the name that was meant, and without its
// password. A path may look like anything else.
func TestSlips(t *testing.T) {
	for name, try := range map[string]string{
		"postgress://me:secret@db:5432/orders?sslmode=require":  "postgres://me@db:5432/orders?sslmode=require",
		"postgress://db/orders?password=secret&sslmode=require": "postgres://db/orders?sslmode=require",
		"Postgres://me@db/orders":                               "postgres://me@db/orders",
		"mysql://me:secret@db/orders":                           example,
		"host=db user=me dbname=orders password=secret":         "postgres://me@db:5432/orders",
		"host=/run/sockets port=5433 user=me dbname=orders":     "postgres://me@/orders?host=%2Frun%2Fsockets&port=5433",
		"dbname=orders port=x":                                  example,
		"orders.db":                                             "",
		"./host=db.db":                                          "",
		`C:\orders.db`:                                          "",
		"":                                                      "",
	} {
		var slip *cli.NameError
		err := Slip(name)
		if is := errors.As(err, &slip); is != (try != "") || is && slip.Try != try {
			t.Errorf("%s: %v (%+v), want %q", name, err, slip, try)
		}
		if try == "" {
			continue
		}
		if _, err := Read(try); err != nil {
			t.Errorf("%s: its %s is none either: %v", name, try, err)
		}
	}
}
