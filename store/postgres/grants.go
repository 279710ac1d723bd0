package postgres

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// Roles are the database roles to which [Grants] gives privileges. An empty name omits that role.
type Roles struct {
	Runtime   string // runs workflows and clients
	Retention string // as Runtime, and removes what ended long ago: a worker with Config.Retention
	Reader    string // only reads
}

// Grants returns the SQL that gives the roles, which must exist, their privileges on the tables in
// the schema that o names. The role that ran the migrations owns the tables and needs no privileges.
//
//	role       may
//	owner      change the tables: it runs the migrations, and nothing else
//	runtime    run workflows and clients; it cannot change or delete an event once it is
//	           written, nor remove a run, nor change the version of the tables
//	retention  what runtime may, and delete what retention removes
//	reader     look
//
// Run it again after each migration. The command `reprise db migrate sql` prints the same.
func Grants(o Options, roles Roles) (string, error) {
	if err := o.normalise(); err != nil {
		return "", err
	}
	if roles == (Roles{}) {
		return "", errors.New("postgres: Grants needs the name of a role")
	}
	schema := pgx.Identifier{o.Schema}.Sanitize()
	var b strings.Builder
	say := func(format, rights, tables, role string) {
		fmt.Fprintf(&b, format+";\n", rights, tables, pgx.Identifier{role}.Sanitize())
	}
	const grant, revoke = "GRANT %s ON %s TO %s", "REVOKE %s ON %s FROM %s"
	all := "ALL TABLES IN SCHEMA " + schema
	for _, role := range []string{roles.Runtime, roles.Retention} {
		if role == "" {
			continue
		}
		say(grant, "USAGE", "SCHEMA "+schema, role)
		say(grant, "SELECT, INSERT, UPDATE, DELETE", all, role)
		say(revoke, "UPDATE", schema+".event", role)
		say(revoke, "INSERT, UPDATE, DELETE", schema+".meta", role)
		if role != roles.Retention {
			for _, table := range removed {
				say(revoke, "DELETE", schema+"."+table, role)
			}
		}
	}
	if roles.Reader != "" {
		say(grant, "USAGE", "SCHEMA "+schema, roles.Reader)
		say(grant, "SELECT", all, roles.Reader)
	}
	return b.String(), nil
}

// removed are the tables from which only retention deletes rows.
var removed = []string{"event", "run", "tombstone"}

// sqlMayRemove reports whether the role has the rights of retention.
var sqlMayRemove = "SELECT bool_and(has_table_privilege(t, 'DELETE')) FROM unnest(ARRAY['~" + strings.Join(removed, "', '~") + "']) AS t"

// mayRemove queues a query whether the role may remove what ended long ago. If not, its
// error says what to do.
func (u *unit) mayRemove(i int) {
	u.queue(sqlMayRemove).QueryRow(func(row pgx.Row) error {
		may := false
		if err := row.Scan(&may); err != nil || may {
			return err
		}
		rights := fmt.Sprintf("reprise db migrate sql --from %d --retention ROLE --db URL", ownVersion())
		return &store.MemberError{Index: i, Err: fmt.Errorf("retention needs a role that may delete histories, and %s may not: run it from a worker or a command with the retention role. "+
			"The owner of the tables gives a role that right with what `%s` prints", u.s.pool.Config().ConnConfig.User, rights)}
	})
}

// howToGrant returns the advice for a role without rights.
func (s *Store) howToGrant() string {
	rights := fmt.Sprintf("reprise db migrate sql --from %d --runtime ROLE --retention ROLE --reader ROLE --db URL", ownVersion())
	return fmt.Sprintf("the owner of the tables gives them with what `%s` prints; the role here is %s", rights, s.pool.Config().ConnConfig.User)
}
