package cli_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/cli"
)

// tables are the tables of a store whose newest version is 2.
type tables struct {
	version int
	lost    []string
	before  func(*tables) // what another process does before this one migrates
}

func (*tables) Migrations() []cli.Migration {
	return []cli.Migration{{Version: 1, CompatibleFrom: 1, SQL: "one"}, {Version: 2, CompatibleFrom: 1, SQL: "two"}}
}
func (t *tables) Version(context.Context) (int, int, error) { return t.version, min(t.version, 1), nil }
func (t *tables) Missing(context.Context) ([]string, error) { return t.lost, nil }
func (t *tables) Grants(runtime, retention, reader string) (string, error) {
	return strings.TrimSpace(runtime + " " + retention + " " + reader), nil
}
func (t *tables) Close() {}

func (t *tables) Migrate(context.Context) (from int, err error) {
	if t.before != nil {
		t.before(t)
	}
	from, t.version = t.version, 2
	return from, nil
}

func TestDbMigrateSaysWhatItHasDone(t *testing.T) {
	const current = "the tables have version 2, for programs of version 1 or later; this program has version 2: current"
	for name, c := range map[string]struct {
		of   tables
		line string
		code int
		want []string
	}{
		"up makes them":          {tables{}, "up", 0, []string{"migrated from version 0 to 2", current}},
		"up goes on":             {tables{version: 1}, "up", 0, []string{"migrated from version 1 to 2", current}},
		"up, and all is there":   {tables{version: 2}, "up", 0, []string{"nothing to do", current}},
		"up, beside another":     {tables{before: func(t *tables) { t.version = 2 }}, "up", 0, []string{"another process has just migrated from version 0 to 2: nothing to do", current}},
		"up, half is there":      {tables{version: 2, lost: []string{"inbox", "run"}}, "up", 1, []string{"this program has version 2: incomplete, missing tables: inbox, run", "restore the missing ones"}},
		"status, half is there":  {tables{version: 2, lost: []string{"inbox"}}, "status", 1, []string{"incomplete, missing tables: inbox", "restore the missing ones"}},
		"status of an older one": {tables{version: 1, lost: []string{"new"}}, "status", 1, []string{"this program has version 2: older", "migrate first"}},
		"sql from the last":      {tables{}, "sql --from 2", 0, []string{"-- Nothing: version 2 is the latest. For grants give --runtime ROLE, --retention ROLE, --reader ROLE."}},
		"sql from beyond":        {tables{}, "sql --from 3", 64, []string{"--from 3: the latest version in this program is 2", "try: shop db migrate sql --output table --db x"}},
		"sql with rights":        {tables{}, "sql --from 2 --runtime app", 0, []string{"-- Grants, to run again after each migration.", "app"}},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			p := cli.Program{
				Name: "shop", Args: append([]string{"db", "migrate", "-o", "table", "--db", "x"}, strings.Fields(c.line)...),
				Migrator: func(string) (cli.Migrator, error) { return &c.of, nil },
				Stdin:    strings.NewReader(""), Stdout: &out, Stderr: &out,
			}
			if code := p.Run(t.Context()); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			for _, want := range c.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("want %q:\n%s", want, out.String())
				}
			}
		})
	}
}
