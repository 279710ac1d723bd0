package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/store"
)

// Migrator looks after the tables of one store, which nothing but db migrate up changes.
// It talks to the store only when it is asked to.
type Migrator interface {
	// Migrations are all there are, in order; the last one leads to the version of this
	// program.
	Migrations() []Migration
	// Version returns the version of the tables, and the oldest version whose programs may
	// use them; zeros when there are none.
	Version(ctx context.Context) (version, compatibleFrom int, err error)
	// Migrate brings the tables to the version of this program.
	Migrate(ctx context.Context) error
	// Grants is the SQL that gives two roles, which must exist, their rights on the tables:
	// runtime runs workflows, reader looks. An empty name leaves that one out.
	Grants(runtime, reader string) (string, error)
	Close()
}

// Migration is one step of the tables.
type Migration struct {
	Version        int    // of the tables after it
	CompatibleFrom int    // the oldest version whose programs may use the tables then
	SQL            string // complete, to be run by hand in a transaction
}

// migrationJSON is db migrate status, and what db migrate up has done.
type migrationJSON struct {
	Automatic      bool   `json:"automatic,omitempty"` // the program that owns the store does it, and the rest says nothing
	Version        int    `json:"version"`             // of the tables; 0: there are none
	CompatibleFrom int    `json:"compatible_from"`     // the oldest version of a binary that works on them
	Own            int    `json:"own"`                 // the version this binary writes
	State          string `json:"state"`               // missing, older, current, newer (this binary works on them) or too new (it does not)
	Changed        bool   `json:"changed,omitempty"`   // by this command
}

func (a *app) migrateCommand() *flags.Command {
	return &flags.Command{
		Name: "migrate", Usage: "see to the tables of a store on Postgres",
		Commands: []*flags.Command{
			{
				Name: "status", Usage: "compare the version of the tables with that of this program",
				Description: "Exits with 1 where this program cannot work on them.",
				Action:      a.migrating(a.migrateStatus),
			},
			{
				Name: "up", Usage: "make the tables, or bring them to the version of this program",
				Description: "Programs of an older version go on working. Nothing else ever changes the tables.",
				Action:      a.migrating(a.migrateUp),
			},
			{
				Name: "sql", Usage: "print what up would run, for who runs it by hand",
				Description: "It does not ask the store. Run what comes behind the version that status shows, each in a transaction.",
				Flags: []flags.Flag{
					&wholeFlag{Name: "from", Usage: "leave out what led to version `N`", Config: bounds{0, 1 << 20}},
					&flags.StringFlag{Name: "runtime", Usage: "also print the rights of `ROLE`, as which programs run workflows"},
					&flags.StringFlag{Name: "reader", Usage: "also print the rights of `ROLE`, which may only look"},
				},
				Action: a.migrating(a.migrateSQL),
			},
		},
	}
}

// migrating is an action on what looks after the store's tables.
func (a *app) migrating(do func(context.Context, *flags.Command, Migrator) error) flags.ActionFunc {
	return func(ctx context.Context, c *flags.Command) error {
		db := c.String("db")
		if db == "" {
			return a.usage("no store is named: give --db, or set REPRISE_DB", "%s", a.line("db", "migrate", "--help"))
		}
		m, err := a.Migrator(db)
		if err != nil {
			return a.unopened(db, err)
		}
		if m == nil {
			return a.show(migrationJSON{Automatic: true}, func(p *page) {
				p.say("%s needs no migrating: the program that owns it brings its tables up to date when it opens it", db)
			})
		}
		defer m.Close()
		err = do(ctx, c, m)
		if err == nil || errors.As(err, new(*exitError)) || errors.As(err, new(*outputError)) {
			return err
		}
		return a.unopened(db, err)
	}
}

func (a *app) migrateStatus(ctx context.Context, _ *flags.Command, m Migrator) error {
	s, err := compare(ctx, m)
	if err != nil {
		return err
	}
	if err := a.show(s, func(p *page) { p.say("%s", s) }); err != nil {
		return err
	}
	switch s.State {
	case tablesMissing, tablesOlder:
		return &exitError{codeFailed, errors.New("this program cannot work on them: migrate first"), a.try("db", "migrate", "up")}
	case tablesTooNew:
		return &exitError{codeFailed, errors.New("this program is too old for them"), newest()}
	}
	return nil
}

func (a *app) migrateUp(ctx context.Context, _ *flags.Command, m Migrator) error {
	before, err := compare(ctx, m)
	if err != nil {
		return err
	}
	if err := m.Migrate(ctx); err != nil {
		return err
	}
	after, err := compare(ctx, m)
	if err != nil {
		return err
	}
	after.Changed = after.Version != before.Version
	return a.show(after, func(p *page) {
		if after.Changed {
			p.say("migrated from version %d to %d", before.Version, after.Version)
		}
		p.say("%s", after)
	})
}

func (a *app) migrateSQL(_ context.Context, c *flags.Command, m Migrator) error {
	for _, step := range m.Migrations() {
		if step.Version <= c.Int("from") {
			continue
		}
		_, err := fmt.Fprintf(out{a.Stdout}, "-- Version %d, for programs of version %d or later.\nBEGIN;\n%s\nCOMMIT;\n", step.Version, step.CompatibleFrom, strings.TrimSpace(step.SQL))
		if err != nil {
			return err
		}
	}
	runtime, reader := c.String("runtime"), c.String("reader")
	if runtime == "" && reader == "" {
		return nil
	}
	grants, err := m.Grants(runtime, reader)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out{a.Stdout}, "-- Rights, again after each migration.\nBEGIN;\n%s\nCOMMIT;\n", strings.TrimSpace(grants))
	return err
}

// The states of tables.
const (
	tablesMissing = "missing"
	tablesOlder   = "older"
	tablesCurrent = "current"
	tablesNewer   = "newer"
	tablesTooNew  = "too new"
)

func compare(ctx context.Context, m Migrator) (s migrationJSON, err error) {
	if all := m.Migrations(); len(all) > 0 {
		s.Own = all[len(all)-1].Version
	}
	if s.Version, s.CompatibleFrom, err = m.Version(ctx); err != nil {
		return s, err
	}
	switch {
	case s.Version == 0:
		s.State = tablesMissing
	case s.Version < s.Own:
		s.State = tablesOlder
	case s.Version == s.Own:
		s.State = tablesCurrent
	case s.CompatibleFrom <= s.Own:
		s.State = tablesNewer
	default:
		s.State = tablesTooNew
	}
	return s, nil
}

// String is the state in a line.
func (s migrationJSON) String() string {
	if s.State == tablesMissing {
		return fmt.Sprintf("there are no tables; this program knows version %d", s.Own)
	}
	return fmt.Sprintf("the tables are of version %d, for programs from %d on; this program knows %d: %s", s.Version, s.CompatibleFrom, s.Own, s.State)
}

// migratable reports whether db migrate up would help against a schema that was refused.
func (a *app) migratable(db string, schema *store.SchemaError) bool {
	if a.Migrator == nil || schema.Version >= schema.Own {
		return false
	}
	m, err := a.Migrator(db)
	if err != nil || m == nil {
		return false
	}
	defer m.Close()
	_, _, err = m.Version(context.Background()) // tables of another program are none to migrate
	return err == nil
}
