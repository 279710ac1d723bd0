package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/workflow"
)

// Inputs, headers, signals in a transaction, failures and results are encrypted: no column
// of any table ever holds the secret in plain.
func TestNoTableHoldsWhatIsEncrypted(t *testing.T) {
	const secret = "tulip-and-hemlock"
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	url := database(t)
	st, err := postgres.Open(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	tried := 0
	send := activity.New("send", func(_ context.Context, in string) (string, error) {
		if tried++; tried == 1 {
			return "", errors.New("no post for " + secret)
		}
		return "sent " + in, nil
	}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour, Retry: activity.RetryPolicy{InitialInterval: time.Millisecond}})
	flow := workflow.New("letters", func(ctx workflow.Context, in string) (string, error) {
		said, err := workflow.Receive(ctx, approve)
		if err != nil {
			return "", err
		}
		return workflow.Execute(ctx, send, in+said).Get(ctx)
	})
	key := bytes.Repeat([]byte{7}, 32)
	cfg := reprise.Config{Logger: quiet(), Build: "test", Payloads: []codec.Transform{
		codec.Zstd(100), codec.AESGCM(codec.Ring{Current: "k1", Keys: map[string][]byte{"k1": key}}),
	}}
	client, err := reprise.New(st, cfg, flow, send)
	if err != nil {
		t.Fatal(err)
	}
	run, err := reprise.Start(ctx, client, flow, secret, reprise.ID("one"), reprise.Headers(map[string]string{"to": secret}))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(ctx, postgres.InTx(client, tx), "one", approve, " and "+secret); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	waiting := 0
	if err := st.Requests(ctx, func(data []byte) error {
		waiting++
		_, err := history.DecodeEvent(data)
		return err
	}); err != nil || waiting != 1 {
		t.Errorf("%d signals wait to be forwarded, %v; want 1", waiting, err)
	}
	look := func(stage string) {
		t.Helper()
		tables, err := conn.Query(ctx, "SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')")
		if err != nil {
			t.Fatal(err)
		}
		names, err := pgx.CollectRows(tables, pgx.RowTo[string])
		if err != nil || len(names) == 0 {
			t.Fatalf("%d tables, %v", len(names), err)
		}
		all := 0
		for _, name := range names {
			rows, err := conn.Query(ctx, "SELECT row_to_json(t)::text FROM "+name+" t")
			if err != nil {
				t.Fatal(err)
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Fatal(err)
			}
			all += len(lines)
			for _, line := range lines { // bytes are shown in hexadecimal
				if strings.Contains(line, "tulip") || strings.Contains(line, "74756c6970") {
					t.Errorf("%s: a row of %s holds what is secret", stage, name)
				}
			}
		}
		if all == 0 {
			t.Errorf("%s: the tables are empty", stage)
		}
	}
	look("before a worker has it")
	rt, err := reprise.New(st, cfg, flow, send)
	if err == nil {
		err = rt.Start(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	if got, err := run.Result(ctx); err != nil || got != "sent "+secret+" and "+secret {
		t.Errorf("%q, %v", got, err)
	}
	look("at the end")
	if _, err := reprise.Replay(ctx, rt, run.RunID()); err != nil {
		t.Error(err)
	}
}
