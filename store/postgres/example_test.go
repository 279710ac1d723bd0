package postgres_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/workflow"
)

// A store on a pool that the program already has.
func ExampleNew() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, "postgres://app@localhost:5432/orders")
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	if err := postgres.Migrate(ctx, pool); err != nil {
		log.Fatal(err)
	}
	st, err := postgres.New(pool)
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
}

// A program that has a URL and no pool makes the tables, and uses them.
func ExampleMigrate() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, "postgres://owner@localhost:5432/orders")
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	if err := postgres.Migrate(ctx, pool); err != nil { // the first time, and after an update of Reprise
		log.Fatal(err)
	}
	st, err := postgres.New(pool) // Open would make a second pool
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
}

// The tables exist: reprise db migrate up --db URL has made them.
func ExampleOpen() {
	st, err := postgres.Open(context.Background(), "postgres://app@localhost:5432/orders", postgres.Options{Schema: "workflows"})
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close() // and its connections
}

// A row of the application and a run are committed together, or not at all.
func ExampleInTxFunc() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, "postgres://app@localhost:5432/orders")
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	st, err := postgres.New(pool)
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	order := workflow.Define[string, string]("order")
	rt, err := reprise.New(st, reprise.Config{}) // a worker elsewhere binds the workflow
	if err != nil {
		log.Fatal(err)
	}
	err = postgres.InTxFunc(ctx, rt, pool, func(tx pgx.Tx, c *reprise.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", "order-42"); err != nil {
			return err
		}
		_, err := reprise.Start(ctx, c, order, "a book", reprise.ID("order-42"))
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
}

// The transaction is begun elsewhere, here at its own isolation level.
func ExampleInTx() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, "postgres://app@localhost:5432/orders")
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	st, err := postgres.New(pool)
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	order := workflow.Define[string, string]("order")
	rt, err := reprise.New(st, reprise.Config{}) // a worker elsewhere binds the workflow
	if err != nil {
		log.Fatal(err)
	}
	err = pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
		_, err := reprise.Start(ctx, postgres.InTx(rt, tx), order, "a book", reprise.ID("order-42"))
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	rt.Wake()
}

// Whoever must review SQL before it runs prints the migrations and runs them by hand.
func ExampleMigrations() {
	all, err := postgres.Migrations(postgres.Options{Schema: "workflows"})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range all {
		first, _, _ := strings.Cut(m.SQL, "\n")
		fmt.Printf("-- version %d, for programs of version %d or later\n%s\n", m.Version, m.CompatibleFrom, first)
	}
	// Output:
	// -- version 1, for programs of version 1 or later
	// CREATE SCHEMA IF NOT EXISTS "workflows";
}

// A step of a deployment brings the tables up to date before the new programs start.
func ExampleMigrateFrom() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, "postgres://owner@localhost:5432/orders")
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	from, err := postgres.MigrateFrom(ctx, pool)
	if err != nil {
		log.Fatal(err)
	}
	version, _, err := postgres.Version(ctx, pool)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("the tables were of version %d and are of version %d\n", from, version)
	missing, err := postgres.Missing(ctx, pool)
	if err != nil || len(missing) > 0 {
		log.Fatalf("no migration brings back the tables %q: %v", missing, err)
	}
}

func ExampleGrants() {
	sql, err := postgres.Grants(postgres.Options{}, postgres.Roles{Runtime: "app", Reader: "dashboard"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(sql)
	// Output:
	// GRANT USAGE ON SCHEMA "reprise" TO "app";
	// GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "reprise" TO "app";
	// REVOKE UPDATE ON "reprise".event FROM "app";
	// REVOKE INSERT, UPDATE, DELETE ON "reprise".meta FROM "app";
	// REVOKE DELETE ON "reprise".event FROM "app";
	// REVOKE DELETE ON "reprise".run FROM "app";
	// REVOKE DELETE ON "reprise".tombstone FROM "app";
	// GRANT USAGE ON SCHEMA "reprise" TO "dashboard";
	// GRANT SELECT ON ALL TABLES IN SCHEMA "reprise" TO "dashboard";
}
