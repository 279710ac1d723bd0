package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/store"
)

// Migrator manages the tables of one store; only db migrate up changes them. It contacts the
// store only when a method is called.
type Migrator interface {
	// Migrations returns all migrations, in order; the last one leads to the version of this program.
	Migrations() []Migration
	// Version returns the version of the tables, and the oldest version whose programs may use
	// them. Both are zero if there are no tables.
	Version(ctx context.Context) (version, compatibleFrom int, err error)
	// Missing returns the tables that this program needs and that do not exist.
	Missing(ctx context.Context) ([]string, error)
	// Migrate brings the tables to the version of this program, and returns the version before;
	// that is this program's version if there was nothing to do.
	Migrate(ctx context.Context) (from int, err error)
	// Grants returns the SQL that gives the named roles, which must exist, their privileges on
	// the tables. runtime runs workflows, and reader reads. An empty name omits a role.
	Grants(runtime, retention, reader string) (string, error)
	Close()
}

// Migration is one schema migration.
type Migration struct {
	Version        int    // of the tables afterwards
	CompatibleFrom int    // the oldest version whose programs may then use the tables
	SQL            string // complete, to be run by hand in a transaction
}

func migrateCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "migrate", Usage: "manage the tables of a store on Postgres",
		Description: "The program that owns a SQLite file creates and migrates its tables when it opens it. For such a file status and up\n" +
			"print the state of the tables.",
		Commands: []*flags.Command{
			{
				Name: "status", Usage: "compare the version of the tables with that of this program",
				Description: "Exits with 1 if this program cannot use them.",
				Action:      migrating(a, migrateStatus),
			},
			{
				Name: "up", Usage: "create the tables, or migrate them to the version of this program",
				Description: "Programs of an older version keep working. Nothing else ever changes the tables.",
				Action:      migrating(a, migrateUp),
			},
			{
				Name: "sql", Usage: "print the SQL of up, to run it by hand",
				Description: "It does not ask the store. Run what follows the version that status shows, each in a transaction.",
				Flags: []flags.Flag{
					&wholeFlag{Name: "from", Usage: "leave out the steps up to version `N`", Config: bounds{0, 1 << 20}, HideDefault: true},
					&flags.StringFlag{Name: "runtime", Usage: "also print the grants for `ROLE`, which runs workflows"},
					&flags.StringFlag{Name: "retention", Usage: "also print the grants for `ROLE`, which runs workers with retention"},
					&flags.StringFlag{Name: "reader", Usage: "also print the grants for `ROLE`, which may only read"},
				},
				Action: migrating(a, migrateSQL),
			},
		},
	}
}

// migrating returns an action that uses the store's Migrator.
func migrating(a *app, do func(context.Context, *app, *flags.Command, Migrator) error) flags.ActionFunc {
	return func(ctx context.Context, c *flags.Command) error {
		db := c.String("db")
		if db == "" {
			return wrongLine("no store given: use --db, or set REPRISE_DB", a.line("db", "migrate", "--help"))
		}
		m, err := a.Migrator(db)
		if err != nil {
			return a.unopened(db, err)
		}
		if m == nil {
			return migratedByItself(ctx, a, c, db)
		}
		defer m.Close()
		err = do(ctx, a, c, m)
		if err == nil || errors.As(err, new(*exitError)) || errors.As(err, new(*outputError)) {
			return err
		}
		return a.unopened(db, err)
	}
}

func migrateStatus(ctx context.Context, a *app, _ *flags.Command, m Migrator) error {
	s, err := compare(ctx, m)
	if err != nil {
		return err
	}
	if err := a.show(s, func(p *page) { p.say("%s", s) }); err != nil {
		return err
	}
	switch s.State {
	case tablesMissing, tablesOlder:
		return &exitError{codeFailed, errors.New("this program cannot use these tables: migrate first"), a.try("db", "migrate", "up")}
	case tablesIncomplete:
		return incomplete()
	case tablesTooNew:
		return &exitError{codeFailed, errors.New("this program is too old for these tables"), newest()}
	}
	return nil
}

// incomplete is the error of tables that no migration can repair.
func incomplete() error {
	return &exitError{codeFailed, errors.New("this program cannot use these tables: restore the missing ones from a backup, or name another schema"), ""}
}

func migrateUp(ctx context.Context, a *app, _ *flags.Command, m Migrator) error {
	before, err := compare(ctx, m)
	if err != nil {
		return err
	}
	from, err := m.Migrate(ctx)
	if err != nil {
		return err
	}
	after, err := compare(ctx, m)
	if err != nil {
		return err
	}
	after.Changed = from < after.Own
	err = a.show(after, func(p *page) {
		switch {
		case after.Changed:
			p.say("migrated from version %d to %d", from, after.Version)
		case before.Version < after.Version:
			p.say("another process has just migrated from version %d to %d: nothing to do", before.Version, after.Version)
		case after.State != tablesIncomplete:
			p.say("nothing to do")
		}
		p.say("%s", after)
	})
	if err == nil && after.State == tablesIncomplete {
		err = incomplete()
	}
	return err
}

func migrateSQL(_ context.Context, a *app, c *flags.Command, m Migrator) error {
	all := m.Migrations()
	if from := c.Int("from"); from > len(all) {
		return wrongLine(fmt.Sprintf("--from %d: the latest version in this program is %d", from, len(all)), a.again(c, "from", ""))
	}
	for _, step := range all {
		if step.Version <= c.Int("from") {
			continue
		}
		_, err := fmt.Fprintf(out{a.Stdout}, "-- Version %d, for programs of version %d or later.\nBEGIN;\n%s\nCOMMIT;\n", step.Version, step.CompatibleFrom, strings.TrimSpace(step.SQL))
		if err != nil {
			return err
		}
	}
	runtime, retention, reader := c.String("runtime"), c.String("retention"), c.String("reader")
	if runtime == "" && retention == "" && reader == "" {
		if c.Int("from") == len(all) {
			_, err := fmt.Fprintf(out{a.Stdout}, "-- Nothing: version %d is the latest. For grants give --runtime ROLE, --retention ROLE, --reader ROLE.\n", len(all))
			return err
		}
		return nil
	}
	grants, err := m.Grants(runtime, retention, reader)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out{a.Stdout}, "-- Grants, to run again after each migration.\nBEGIN;\n%s\nCOMMIT;\n", strings.TrimSpace(grants))
	return err
}

// migratable reports whether db migrate up would help against a schema that was refused.
func migratable(a *app, db string, schema *store.SchemaError) bool {
	if a.Migrator == nil || schema.Version >= schema.Own {
		return false
	}
	m, err := a.Migrator(db)
	if err != nil || m == nil {
		return false
	}
	defer m.Close()
	_, _, err = m.Version(context.Background()) // tables of another program cannot be migrated
	return err == nil
}
