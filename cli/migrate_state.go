package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/inspect"
)

// migrationJSON is the output of db migrate status and db migrate up.
type migrationJSON struct {
	Automatic      bool     `json:"automatic,omitempty"` // the program that owns the store migrates by itself
	Version        int      `json:"version"`             // of the tables; 0: none exist
	CompatibleFrom int      `json:"compatible_from"`     // the oldest version of a binary that can use them
	Own            int      `json:"own"`                 // the version that this binary writes
	State          string   `json:"state"`               // missing, older, current, newer (usable by this binary), too new or incomplete (not usable)
	Missing        []string `json:"missing,omitempty"`   // the missing tables, if some are
	Changed        bool     `json:"changed,omitempty"`   // changed by this command
}

// The states of the tables.
const (
	tablesMissing    = "missing"
	tablesOlder      = "older"
	tablesCurrent    = "current"
	tablesNewer      = "newer"
	tablesTooNew     = "too new"
	tablesIncomplete = "incomplete"
)

// compare determines the state of the tables. For a version before this program's it does not
// ask what is missing, because the next migrations may create it.
func compare(ctx context.Context, m Migrator) (s migrationJSON, err error) {
	if all := m.Migrations(); len(all) > 0 {
		s.Own = all[len(all)-1].Version
	}
	if s.Version, s.CompatibleFrom, err = m.Version(ctx); err != nil {
		return s, err
	}
	s.State = s.state()
	if s.State != tablesCurrent && s.State != tablesNewer {
		return s, nil
	}
	if s.Missing, err = m.Missing(ctx); err != nil {
		return s, err
	}
	if len(s.Missing) > 0 {
		s.State = tablesIncomplete
	}
	return s, nil
}

// state compares the versions.
func (s migrationJSON) state() string {
	switch {
	case s.Version == 0:
		return tablesMissing
	case s.Version < s.Own:
		return tablesOlder
	case s.Version == s.Own:
		return tablesCurrent
	case s.CompatibleFrom <= s.Own:
		return tablesNewer
	}
	return tablesTooNew
}

// String describes the state in one line.
func (s migrationJSON) String() string {
	if s.State == tablesMissing {
		return fmt.Sprintf("there are no tables; this program has version %d", s.Own)
	}
	text := fmt.Sprintf("the tables have version %d, for programs of version %d or later; this program has version %d: %s", s.Version, s.CompatibleFrom, s.Own, s.State)
	if len(s.Missing) > 0 {
		text += ", missing tables: " + strings.Join(s.Missing, ", ")
	}
	return text
}

// migratedByItself answers for a store whose tables are managed by the program that owns it. If
// this program could open the store, it can use the tables; otherwise the error says why not.
func migratedByItself(ctx context.Context, a *app, c *flags.Command, db string) error {
	const whose = "the program that owns the store creates and migrates its tables when it opens it"
	if c.Name == "sql" {
		return &exitError{codeUsage, errors.New("no SQL to run by hand on " + db + ": " + whose), a.try("db", "migrate", "status")}
	}
	if _, err := a.runtime(ctx, c); err != nil {
		return err
	}
	look, err := inspect.Of(a.RT).Inspector()
	if err != nil {
		return err
	}
	info, err := look.Info(ctx)
	if err != nil {
		return err
	}
	s := migrationJSON{Automatic: true, Version: info.Version, CompatibleFrom: info.CompatibleFrom, Own: info.Own}
	s.State = s.state()
	return a.show(s, func(p *page) {
		p.say("%s needs no migration: %s", db, whose)
		p.say("%s", s)
	})
}
