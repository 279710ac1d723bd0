// Command secure is a service for referrals whose database alone does not reveal who is ill.
// Payloads are compressed and encrypted on their way to the file, and the key can be changed
// while referrals are open.
//
//	go run ./samples/secure --new-key 2026-11
//	go run ./samples/secure --key 2026-11
//	curl -d '{"patient":"Ada","finding":"a shadow"}' localhost:8080/referrals/1
//	curl -d '{"advice":"nothing to fear"}' localhost:8080/referrals/1/reply
//
// To change the key, make another one and restart with it: --new-key 2026-12, then --key 2026-12.
// Keep the old one until retention has removed everything that it encrypted.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/sqlite"
)

func main() {
	db := flag.String("db", "secure.db", "a SQLite file")
	dir := flag.String("keys", "secure-keys", "the directory of keys; keep it apart from the database and its backups")
	current := flag.String("key", "", "the id of the key that encrypts")
	fresh := flag.String("new-key", "", "make a key with this id, and end")
	addr := flag.String("addr", "localhost:8080", "where to listen")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if *fresh != "" {
		err = keys(*dir).make(*fresh)
	} else {
		err = serve(ctx, *db, keys(*dir), *current, *addr)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func serve(ctx context.Context, db string, k keys, current, addr string) error {
	all, err := k.transforms(ctx, current)
	if err != nil {
		return err
	}
	st, err := sqlite.Open(ctx, db)
	if err != nil {
		return err
	}
	rt, err := reprise.New(st, reprise.Config{Payloads: all}, bindings(post)...)
	if err == nil {
		err = rt.Start(ctx)
	}
	if err != nil {
		return errors.Join(err, st.Close())
	}
	server := &http.Server{Addr: addr, Handler: handler(rt), ReadHeaderTimeout: 5 * time.Second}
	end := context.AfterFunc(ctx, func() { _ = server.Close() }) // ListenAndServe reports it
	defer end()
	if err = server.ListenAndServe(); errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	bye, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return errors.Join(err, rt.Stop(bye), st.Close())
}

// post stands for a service that sends letters. It logs that it did, but not what.
func post(_ context.Context, letter string) error {
	log.Printf("a letter of %d bytes has been sent", len(letter))
	return nil
}
