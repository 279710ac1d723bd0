package sqlite

import (
	"context"
	"embed"
	"fmt"

	"github.com/google/uuid"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// applicationID marks a database file as Reprise's own: "Rpse".
const applicationID = 0x52707365

// migrations are applied in order, each once. They only expand: a binary of version n
// works on any schema whose compatible_from is at most n. There are no migrations from
// versions before the first one here: files of those are refused.
//
//go:embed migrations/*.sql
var migrations embed.FS

// steps returns the version of the schema that this package writes, and for each
// version the oldest one whose binaries may use it.
func steps() []migration {
	return []migration{{version: 3, compatibleFrom: 3}}
}

type migration struct {
	version        int
	compatibleFrom int
}

func (m migration) sql() (string, error) {
	b, err := migrations.ReadFile(fmt.Sprintf("migrations/%04d.sql", m.version))
	return string(b), err
}

func ownVersion() int { return steps()[len(steps())-1].version }

const (
	sqlHasTable = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1"
	sqlMeta     = "SELECT schema_version, compatible_from FROM ~meta WHERE one = 1"
)

// inspect looks at the file without changing it, and refuses one that is not for us. It
// uses one snapshot, because another process may be creating the tables.
func (s *Store) inspect(c *conn, o Options) error {
	c.snapshot()
	defer c.Rollback()
	app := c.Number("PRAGMA application_id")
	ours := c.Number(sqlHasTable, s.prefix+"meta") > 0
	if err := c.Clear(); err != nil {
		return err
	}
	if ours {
		_, err := s.compatible(c)
		return err
	}
	if o.Existing {
		return s.schemaError(0, 0, fmt.Sprintf(
			"it has no tables of Reprise with the prefix %q: check the path, or the prefix; the program that owns a store creates them", s.prefix))
	}
	if app != 0 && app != applicationID && !o.Adopt {
		return s.schemaError(0, 0, fmt.Sprintf(
			"the file has the application id %#x of another program: give Reprise its own file, or set Options.Adopt if that program is yours", app))
	}
	for _, table := range []string{"run", "event", "dispatch", "worker"} {
		if c.Number(sqlHasTable, s.prefix+table) > 0 {
			return s.schemaError(0, 0, fmt.Sprintf(
				"it has a table %s%s that is not Reprise's: choose another Options.Prefix", s.prefix, table))
		}
	}
	return c.Clear()
}

// compatible returns the version of the tables, or an error that says why this binary
// cannot use them.
func (s *Store) compatible(c *conn) (version int, err error) {
	from := 0 // the oldest version whose binaries may use them
	q := c.Query(sqlMeta)
	found := q.Next()
	if found {
		version, from = int(q.Int(0)), int(q.Int(1))
		q.End()
	}
	err = c.Clear()
	switch own := ownVersion(); {
	case err != nil && lib.CodeOf(err) != lib.General: // General means: no such column
		return 0, err
	case found && version < steps()[0].version:
		return 0, s.schemaError(version, from, "it was made by a build before the first release: finish its runs with that build; "+
			"then choose another Options.Prefix or, if the file holds nothing else, remove the file with its -wal and -shm")
	case err != nil || !found:
		return 0, s.schemaError(0, 0, fmt.Sprintf(
			"its table %smeta is not Reprise's: choose another Options.Prefix, or another file", s.prefix))
	case from > own:
		return 0, s.schemaError(version, from, "the database was made by a newer version: update this program")
	}
	return version, nil
}

func (s *Store) schemaError(version, from int, why string) error {
	return &store.SchemaError{Path: s.path, Version: version, CompatibleFrom: from, Own: ownVersion(), Why: why}
}

// migrate brings the tables to this version in one transaction. If several processes do
// so at once, one does it and the others find it done.
func (s *Store) migrate(ctx context.Context, c *conn) error {
	if err := c.Begin(ctx, s.busy); err != nil {
		return s.explainOpen(err)
	}
	version, err := s.upgrade(c)
	if err == nil {
		err = c.Clear()
	}
	if err != nil {
		c.Rollback()
		return s.explainOpen(err)
	}
	if version == ownVersion() {
		c.Rollback()
		return nil
	}
	if err := c.Commit(); err != nil {
		return s.explainOpen(err)
	}
	s.log.DebugContext(ctx, "sqlite: tables brought up to date", "path", s.path, "before", version, "version", ownVersion())
	return nil
}

// upgrade runs the missing migrations, and returns the version it found.
func (s *Store) upgrade(c *conn) (int, error) {
	version := 0
	if c.Number(sqlHasTable, s.prefix+"meta") > 0 {
		v, err := s.compatible(c)
		if err != nil {
			return 0, err
		}
		version = v
	}
	if version >= ownVersion() {
		return ownVersion(), nil
	}
	fresh := c.Number("SELECT count(*) FROM sqlite_schema") == 0 &&
		c.Number("PRAGMA application_id") == 0 && c.Number("PRAGMA user_version") == 0
	for _, m := range steps() {
		if m.version <= version {
			continue
		}
		sql, err := m.sql()
		if err != nil {
			return version, err
		}
		c.Script(sql)
		c.Exec(`INSERT INTO ~meta (one, schema_version, compatible_from, cluster_id, epoch, created_at, secret) VALUES (1, ?1, ?2, ?3, 1, ?4, ?5)
			ON CONFLICT (one) DO UPDATE SET schema_version = ?1, compatible_from = ?2`,
			m.version, m.compatibleFrom, uuid.New(), s.now(), newSecret())
	}
	if fresh { // in a file of the user's own these two settings belong to the user
		c.Script(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, ownVersion()))
	} else if c.Number("PRAGMA application_id") == applicationID {
		c.Script(fmt.Sprintf("PRAGMA user_version = %d", ownVersion()))
	}
	return version, nil
}
