package postgres

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Grants returns the SQL that gives two roles, which must exist, their rights on the
// tables in the schema that o names. The role that ran the migrations owns them and
// needs none.
//
//	role     may
//	owner    change the tables: it runs the migrations, and nothing else
//	runtime  run workflows and clients, and delete what retention removes; it cannot
//	         change an event once it is written, nor the version of the tables
//	reader   look
//
// An empty name leaves that role out. Run it again after each migration. The command
// `reprise db migrate sql` prints the same.
func Grants(o Options, runtime, reader string) (string, error) {
	if err := o.normalise(); err != nil {
		return "", err
	}
	if runtime == "" && reader == "" {
		return "", errors.New("postgres: Grants needs the name of a role")
	}
	schema := pgx.Identifier{o.Schema}.Sanitize()
	var b strings.Builder
	grant := func(role, rights, tables string) {
		fmt.Fprintf(&b, "GRANT %s ON %s TO %s;\n", rights, tables, pgx.Identifier{role}.Sanitize())
	}
	all := "ALL TABLES IN SCHEMA " + schema
	if runtime != "" {
		grant(runtime, "USAGE", "SCHEMA "+schema)
		grant(runtime, "SELECT, INSERT, UPDATE, DELETE", all)
		fmt.Fprintf(&b, "REVOKE UPDATE ON %s.event FROM %s;\n", schema, pgx.Identifier{runtime}.Sanitize())
		fmt.Fprintf(&b, "REVOKE INSERT, UPDATE, DELETE ON %s.meta FROM %s;\n", schema, pgx.Identifier{runtime}.Sanitize())
	}
	if reader != "" {
		grant(reader, "USAGE", "SCHEMA "+schema)
		grant(reader, "SELECT", all)
	}
	return b.String(), nil
}

// howToGrant is what a role without rights is told.
func (s *Store) howToGrant() string {
	rights := fmt.Sprintf("reprise db migrate sql --from %d --runtime ROLE --reader ROLE --db URL", ownVersion())
	return fmt.Sprintf("the owner of the tables gives them with what `%s` prints; the role here is %s", rights, s.pool.Config().ConnConfig.User)
}
