// Command outbox is a shop whose HTTP handler writes an order into a table of its own and
// starts the order's workflow in one transaction. Neither ever exists without the other, and
// there is no outbox table to poll: the run itself is the message.
//
//	go run ./samples/outbox --db shop.db
//	go run ./samples/outbox --db postgres://me@localhost/shop
//	curl -d '{"id":"42","item":"a book"}' localhost:8080/orders
//	curl localhost:8080/orders/42
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

func main() {
	db := flag.String("db", "shop.db", "a SQLite file, or the URL of a Postgres database")
	addr := flag.String("addr", "localhost:8080", "where to listen")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *db, *addr); err != nil {
		log.Fatal(err)
	}
}

// open opens the store and the shop in one database.
func open(ctx context.Context, db string) (store.Store, Shop, error) {
	if strings.HasPrefix(db, "postgres://") || strings.HasPrefix(db, "postgresql://") {
		return openPostgres(ctx, db)
	}
	return openFile(ctx, db)
}

func serve(ctx context.Context, db, addr string) error {
	st, shop, err := open(ctx, db)
	if err != nil {
		return err
	}
	rt, err := reprise.New(st, reprise.Config{}, bindings(shop)...)
	if err == nil {
		err = rt.Start(ctx)
	}
	if err != nil {
		return errors.Join(err, st.Close(), shop.Close())
	}
	server := &http.Server{Addr: addr, Handler: handler(shop, rt), ReadHeaderTimeout: 5 * time.Second}
	end := context.AfterFunc(ctx, func() { _ = server.Close() }) // ListenAndServe reports it
	defer end()
	if err = server.ListenAndServe(); errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	bye, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return errors.Join(err, rt.Stop(bye), st.Close(), shop.Close())
}
