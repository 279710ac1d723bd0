package webtest

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store/postgres"
)

// Statement 35: with a database role that may only read, the page says so and offers no action, and each route that would do
// something answers why it does not.
func TestARoleThatReadsIsOfferedNothing(t *testing.T) {
	t.Parallel()
	b := browser(t)
	server, url := inPostgres(t)
	l := labOn(t, server)
	l.works(reprise.Config{})
	run := starts(l, awaiting, "patient", "approve")
	l.until("patient", parked)

	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	name := pool.Config().ConnConfig.Database
	role := "reads_" + name // roles are shared by the whole server
	grants, err := postgres.Grants(postgres.Options{}, postgres.Roles{Reader: role})
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"CREATE ROLE " + role + " LOGIN", grants} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	looking, err := postgres.Open(t.Context(), strings.Replace(pgtest.Shared(t).TCP(name), "postgres@", role+"@", 1), postgres.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	reader := labOn(t, looking)
	reader.knows(reprise.Config{})
	at := reader.page(httpapi.Options{})
	tab := b.Tab(t)
	tab.Open(at + "runs/" + run)
	tab.See("This page is read-only: the database role " + role + " may only read.")
	tab.Until("document.querySelector('.summary')?.innerText.includes('signal approve')")
	tab.Until("performance.getEntriesByType('resource').some(e => e.name.endsWith('/can'))")
	if offered := Eval[string](tab, "document.querySelector('.actions').innerText.trim()"); offered != "More" {
		t.Errorf("offered is %q", offered)
	}
	tab.Open(at + "runs")
	tab.Until("document.querySelectorAll('tbody tr').length === 1")
	if Eval[bool](tab, "document.querySelector('tbody input') !== null || "+control("Act on all")+" !== undefined") {
		t.Error("runs can be selected")
	}

	tab.Allow("403")
	walk := fmt.Sprintf(`(async () => {
		const said = [], text = await (await fetch('api/v1/openapi.yaml')).text()
		let path = ''
		for (const line of text.split('\n')) {
			if (line.startsWith('  /')) path = line.trim().replace(/:$/, '')
			if (line !== '    post:' || path === '/replay' || path === '/runs/{run}/query') continue
			const to = path.replace('{run}', %[1]q).replace('{worker}', %[1]q).replace('{queue}', 'default').replace('{schedule}', 'nightly')
			const answer = await fetch('api/v1' + to, { method: 'POST', headers: { 'Content-Type': 'application/json', 'If-Match': '"1"' }, body: path === '/runs' ? '{"workflow": "awaiting", "input": "approve"}' : '{"reason": "why"}' })
			const problem = await answer.json()
			said.push(path + ' ' + answer.status + ' ' + problem.code + ': ' + problem.detail)
		}
		return said
	})()`, run)
	said := Eval[[]string](tab, walk)
	for _, one := range said {
		if !strings.HasSuffix(one, " 403 read_only: the database role "+role+" may only read") {
			t.Error(one)
		}
	}
	if len(said) < 20 {
		t.Errorf("%d routes were tried", len(said))
	}

	// Once the role has the rights the page that is open offers what it may do, as when a standby has been promoted.
	tab.Open(at + "runs/" + run)
	tab.See("This page is read-only")
	if _, err := pool.Exec(t.Context(), "ALTER ROLE "+role+" SUPERUSER"); err != nil {
		t.Fatal(err)
	}
	tab.Until(control("Signal") + " !== undefined && !document.body.innerText.includes('This page is read-only')")
}
