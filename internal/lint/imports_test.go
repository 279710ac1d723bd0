package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/reprise-run/reprise"

const (
	msgpack = "github.com/vmihailenco/msgpack/v5"
	uuid    = "github.com/google/uuid"
	backoff = "github.com/cenkalti/backoff/v4"
	sqlite  = "modernc.org/sqlite"
	libc    = "modernc.org/libc"
	xsys    = "golang.org/x/sys"
	xterm   = "golang.org/x/term"
	urfave  = "github.com/urfave/cli/v3"
	pgx     = "github.com/jackc/pgx"
	zstd    = "github.com/klauspost/compress"
)

// layer is what one package may import. The standard library is open but for what
// bans says.
type layer struct {
	own   string   // packages of this module, separated by spaces
	third []string // modules of others
	bans  []string // of the standard library, with what is below them
	any   bool     // the uppermost level: every package that may be imported at all
}

// world is what the pure packages do not reach for: the outside.
var world = []string{"database/sql", "math/rand", "net", "os", "syscall", "testing", "time/tzdata"}

// layers is the dependency table of the design. A package that is not in it fails the
// test: it has to be put into a layer first.
var layers = map[string]layer{
	"internal/mark": {bans: append(world, "log")},
	"failure":       {own: "internal/mark", bans: append(world, "log")},
	"history":       {own: "failure internal/mark", third: []string{msgpack, uuid}, bans: append(world, "log")},
	"timer":         {bans: append(world, "log")},

	"replay":   {own: "history internal/mailbox", bans: append(world, "log")},
	"signal":   {own: "internal/contract", bans: append(world, "log")},
	"activity": {own: "failure internal/contract internal/mark internal/retry history", third: []string{uuid}, bans: world},
	"codec":    {own: "history", third: []string{zstd}, bans: []string{"database/sql", "net", "testing", "log"}},
	"store":    {own: "history timer", third: []string{uuid}, bans: append(world, "log")},

	"store/internal/findings": {own: "store store/internal/rules", third: []string{uuid}, bans: append(world, "log")},
	"store/internal/rules":    {own: "history store", third: []string{uuid}, bans: append(world, "log")},

	"workflow":       {own: "failure internal/contract internal/mark history replay activity signal", third: []string{uuid}, bans: world},
	"schedule":       {own: "activity history internal/contract workflow", bans: []string{"database/sql", "math/rand", "net", "os", "syscall", "testing"}},
	"recovery":       {own: "history store timer", bans: world},
	"store/memory":   {own: "activity store store/internal/rules history timer", third: []string{uuid}, bans: world},
	"store/sqlite":   {own: "activity failure store store/internal/findings store/internal/rules store/sqlite/internal/lib history timer", third: []string{uuid, sqlite, xsys}, bans: []string{"testing", "net/http"}},
	"store/postgres": {own: "activity failure store store/internal/findings store/internal/rules store/postgres/internal/sessionlock history timer", third: []string{uuid, pgx}, bans: []string{"testing", "net/http", "database/sql"}},

	"store/postgres/internal/sessionlock": {own: "timer", third: []string{pgx}, bans: []string{"testing", "net/http", "database/sql", "os"}},

	"store/sqlite/internal/lib": {third: []string{uuid, sqlite, libc}, bans: []string{"testing", "net", "database/sql", "os"}},

	".": {
		own:   "codec failure history timer replay activity schedule signal store workflow internal/agenda internal/contract internal/engine internal/filter internal/histories internal/hooks internal/inside internal/rows internal/sealing internal/timeline internal/waits internal/watchdog",
		third: []string{uuid},
		bans:  []string{"database/sql", "net", "testing"},
	},

	"metrics": {own: ". failure store", bans: world},

	"internal/agenda":  {own: "schedule store", bans: append(world, "log")},
	"internal/balance": {own: "store", bans: append(world, "log")},
	"internal/commit":  {own: "store timer", bans: world},
	"internal/engine": {
		own:   "failure internal/mark activity codec history recovery replay schedule store timer internal/agenda internal/balance internal/commit internal/contract internal/engine/attempt internal/histories internal/hooks internal/promise internal/sealing internal/waits internal/wakeup internal/watchdog",
		third: []string{uuid},
		bans:  []string{"database/sql", "net", "testing"},
	},
	"internal/engine/attempt": {own: "failure activity history internal/contract internal/mark internal/retry store timer", bans: []string{"database/sql", "net", "testing"}},
	"internal/doctor":         {own: "history store", third: []string{uuid}, bans: world},
	"internal/timeline":       {own: "failure internal/mark history", bans: world},
	"internal/inspect": {
		own:   "failure . history store internal/doctor internal/rows internal/timeline internal/waits replay",
		third: []string{uuid},
		bans:  []string{"database/sql", "net", "os", "testing"},
	},
	"cli": {
		own:   "codec failure . history replay signal store internal/doctor internal/inspect internal/rows internal/timeline internal/shellword internal/waits workflow",
		third: []string{uuid, urfave, xterm},
		bans:  []string{"database/sql", "net", "testing"},
	},

	"httpapi": {
		own:   ". history store internal/filter internal/inspect internal/rows internal/shellword internal/timeline",
		third: []string{uuid},
		bans:  []string{"database/sql", "os", "testing"},
	},
	"httpapi/client": {
		own:   ". httpapi internal/inspect",
		third: []string{uuid},
		bans:  []string{"database/sql", "os", "testing"},
	},
	"dashboard": {
		own:  ". httpapi internal/inspect",
		bans: []string{"database/sql", "os", "testing"},
	},

	"internal/budget":           {bans: []string{"testing"}},
	"internal/failing":          {},
	"internal/faketime":         {own: "timer", bans: []string{"testing"}},
	"internal/gates":            {any: true},
	"internal/golden":           {any: true},
	"internal/filter":           {own: "history store internal/waits", bans: append(world, "log")},
	"internal/histories":        {own: "history replay store", bans: world},
	"internal/hooks":            {own: "internal/contract store timer", bans: world},
	"internal/contract":         {own: "history replay", bans: world},
	"internal/retry":            {own: "failure history", third: []string{backoff}, bans: append(world, "log")},
	"internal/inside":           {own: "history internal/contract", bans: world},
	"internal/promotion":        {any: true},
	"internal/mailbox":          {own: "history", bans: append(world, "log")},
	"internal/rows":             {own: "store", bans: append(world, "log")},
	"internal/promise":          {own: "history", bans: append(world, "log")},
	"internal/sealing":          {own: "codec history", bans: append(world, "log")},
	"internal/lint":             {},
	"internal/lint/api":         {own: "internal/lint"},
	"internal/golden/neighbour": {any: true},
	"internal/lint/size":        {own: "internal/lint"},
	"internal/openapi":          {third: []string{uuid}, bans: append(world, "testing")},
	"internal/pgproxy":          {bans: []string{"testing", "database/sql"}},
	"internal/pgtest":           {third: []string{pgx}, bans: []string{"testing", "database/sql"}},
	"internal/progtext":         {},
	"internal/shellword":        {},
	"internal/testsum":          {},
	"internal/waits":            {own: "replay", bans: append(world, "log")},
	"internal/wakeup":           {own: "store timer", bans: world},
	"internal/watchdog":         {own: "replay timer", bans: append(world, "log")},

	"testkit":         {any: true},
	"store/storetest": {any: true},
	"cmd/":            {any: true},
	"samples/":        {any: true},
	"nemesis/":        {any: true},
}

// rooms are what stands in one package only, tests not counted: what can break the memory of
// the whole process is read in one place.
var rooms = []struct{ imp, in, why string }{
	{"unsafe", "store/sqlite/internal/lib", "unsafe code stands in the binding of SQLite only"},
	{zstd, "codec", "payloads are compressed in one place"},
	{sqlite + "/lib", "store/sqlite/internal/lib", "the raw library is called by its binding only"},
	{libc, "store/sqlite/internal/lib", "the raw library is called by its binding only"},
}

// tops are the packages nobody imports, but for the pairs of an importer and what it
// may import. Tests are free.
var tops = []string{"cmd/", "samples/", "nemesis/", "internal/pgproxy", "testkit", "store/storetest", "internal/budget", "internal/failing", "internal/faketime", "internal/gates", "internal/golden", "internal/golden/neighbour", "internal/lint", "internal/lint/api", "internal/lint/size", "internal/openapi", "internal/pgtest", "internal/progtext", "internal/promotion", "internal/testsum"}

var topImports = [][2]string{
	{"cmd/", "cmd/"},                 // a command's own internal packages
	{"cmd/", "samples/"},             // the demo runs a sample
	{"samples/", "samples/"},         // a sample's own parts
	{"nemesis/", "nemesis/"},         // likewise
	{"nemesis/", "internal/pgtest"},  // its throwaway server
	{"nemesis/", "internal/pgproxy"}, // and what spoils the lines to it
	{"nemesis/", "internal/gates"},   // the order of things in a bubble
	{"nemesis/", "internal/progtext"},
	{"nemesis/", "store/storetest"}, // faults of the store
	{"internal/golden/neighbour", "internal/golden"},
	{"internal/lint/api", "internal/lint"},
	{"internal/lint/size", "internal/lint"},
	{"testkit", "internal/gates"},         // likewise
	{"testkit", "store/storetest"},        // whose faults a mode of the kit plans
	{"internal/gates", "store/storetest"}, // whose faults a schedule plans
	{"store/storetest", "internal/faketime"},
	{"store/storetest", "internal/budget"}, // what it draws, it draws again
}

// closures are what must not be linked, by whatever way it comes in.
var closures = []struct {
	in     []string // packages; empty: all
	except []string
	not    []string
	why    string
}{
	{
		in:  []string{"history", "timer", "replay", "signal", "activity", "store", "store/internal/rules", "workflow", "recovery", "store/memory", "internal/engine", "."},
		not: []string{"database/sql", "net/http", sqlite, libc, pgx, urfave},
		why: "only a driver's package links a database",
	},
	{
		except: []string{"testkit", "store/storetest", "internal/failing", "internal/gates", "internal/promotion", "nemesis/programs", "nemesis/internal/program"},
		not:    []string{"testing", "github.com/cockroachdb/datadriven", "go.uber.org/goleak"},
		why:    "test code does not belong into what users link",
	},
	{in: []string{"cli", "httpapi", "dashboard"}, not: []string{"database/sql", sqlite, libc, pgx}, why: "who opens the store chooses the driver"},
	{in: []string{"cli", "internal/inspect"}, not: []string{"net/http"}, why: "a program that serves no HTTP does not link it"},
	{in: []string{"store/sqlite"}, not: []string{pgx}, why: "who uses SQLite does not link Postgres"},
	{in: []string{"store/postgres"}, not: []string{sqlite, libc}, why: "who uses Postgres does not link SQLite"},
}

func TestThePackagesImportWhatTheirLayerMay(t *testing.T) {
	report(t, checkImports(packages(t)))
}

// Statement 5 of the operators' surface: nothing that a worker needs links net/http, and so neither the page nor the API.
func TestNothingUnwantedIsLinked(t *testing.T) {
	report(t, checkClosures(packages(t)))
}

func checkImports(all []*pkg) (findings []string) {
	for _, p := range all {
		if !p.own() {
			continue
		}
		l, ok := layerOf(p.rel)
		if !ok {
			findings = append(findings, p.rel+" is in no layer: put it into the table of internal/lint/imports_test.go")
			continue
		}
		for _, imp := range p.Imports {
			if why := l.refuses(p.rel, imp); why != "" {
				findings = append(findings, fmt.Sprintf("%s imports %s: %s", p.rel, imp, why))
			}
			for _, r := range rooms {
				if under(imp, []string{r.imp}) && p.rel != r.in {
					findings = append(findings, fmt.Sprintf("%s imports %s: %s", p.rel, imp, r.why))
				}
			}
		}
	}
	return findings
}

func (l layer) refuses(from, imp string) string {
	if imp == module || strings.HasPrefix(imp, module+"/") {
		to := strings.TrimPrefix(strings.TrimPrefix(imp, module), "/")
		if to == "" {
			to = "."
		}
		switch {
		case under(to, tops) && !allowedTop(from, to):
			return "nothing imports it but tests"
		case !l.any && !slices.Contains(strings.Fields(l.own), to):
			return "its layer may import only: " + l.own
		}
		return ""
	}
	if !strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") {
		if under(imp, l.bans) {
			return "its layer keeps away from it"
		}
		return ""
	}
	if !l.any && !under(imp, l.third) {
		return "its layer may import only: " + strings.Join(l.third, " ")
	}
	return ""
}

func layerOf(rel string) (layer, bool) {
	if l, ok := layers[rel]; ok {
		return l, true
	}
	for name, l := range layers {
		if strings.HasSuffix(name, "/") && under(rel, []string{name}) {
			return l, true
		}
	}
	return layer{}, false
}

func allowedTop(from, to string) bool {
	return slices.ContainsFunc(topImports, func(pair [2]string) bool {
		return under(from, pair[:1]) && under(to, pair[1:])
	})
}

// under reports whether path is one of roots or below one.
func under(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(r string) bool {
		r = strings.TrimSuffix(r, "/")
		return path == r || strings.HasPrefix(path, r+"/")
	})
}

func checkClosures(all []*pkg) (findings []string) {
	for _, p := range all {
		if !p.own() {
			continue
		}
		for _, c := range closures {
			if len(c.in) > 0 && !slices.Contains(c.in, p.rel) || slices.Contains(c.except, p.rel) {
				continue
			}
			for _, dep := range p.Deps {
				if under(dep, c.not) && dep != "database/sql/driver" { // of google/uuid; it links no database
					findings = append(findings, fmt.Sprintf("%s links %s: %s", p.rel, dep, c.why))
				}
			}
		}
	}
	return findings
}

// The rules find what they are for.
func TestImportRulesFindViolations(t *testing.T) {
	expect(t, checkImports([]*pkg{
		made("replay", module+"/history", module+"/store", "math/rand/v2", "strings", uuid),
		made("workflow", "time", "net/http", module+"/replay"),
		made("history", uuid, msgpack, "encoding/binary"),
		made("novel"),
		made(".", module+"/store/sqlite", module+"/history", "os"),
		made("cmd/reprise", module+"/samples/order", module+"/store/storetest", pgx+"/v5"),
		made("samples/order", module, module+"/cmd/reprise"),
		made("store/sqlite", sqlite, sqlite+"/lib", "unsafe"),
		made("store/sqlite/internal/lib", sqlite+"/lib", libc, "unsafe"),
		made("testkit", "unsafe"),
	}),
		". imports "+module+"/store/sqlite",
		"cmd/reprise imports "+module+"/store/storetest",
		"novel is in no layer",
		"replay imports "+uuid,
		"replay imports "+module+"/store",
		"replay imports math/rand/v2",
		"samples/order imports "+module+"/cmd/reprise",
		"store/sqlite imports "+sqlite+"/lib",
		"store/sqlite imports unsafe",
		"testkit imports unsafe",
		"workflow imports net/http",
	)
}

func TestClosureRulesFindViolations(t *testing.T) {
	p, q, r := made("replay"), made("store/sqlite"), made("cmd/reprise")
	p.Deps = []string{"database/sql/driver", "database/sql", "fmt"}
	q.Deps = []string{pgx + "/v5/pgconn", sqlite + "/lib", "database/sql"}
	r.Deps = []string{"testing", sqlite}
	expect(t, checkClosures([]*pkg{p, q, r}),
		"cmd/reprise links testing", "replay links database/sql:", "store/sqlite links "+pgx)
}

func made(rel string, imports ...string) *pkg {
	p := &pkg{rel: rel, Imports: imports}
	p.Module = &struct {
		Path string
		Main bool
	}{module, true}
	return p
}
