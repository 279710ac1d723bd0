package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/httpapi/client"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/openapi"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type decision struct {
	Yes bool   `json:"yes"`
	By  string `json:"by"`
}

var (
	approve = workflow.DefineSignal[decision]("approve")
	total   = workflow.DefineQuery[int, int]("total")
	raise   = workflow.DefineUpdate[int, int]("raise")
	charge  = activity.New("charge", func(_ context.Context, card string) (string, error) {
		if card == "declined" {
			return "", failure.New("declined", "the card is declined", failure.Details(map[string]any{"z": 1.5, "a": "<&>"}))
		}
		return "paid-" + card, nil
	}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Hour}})
	mail = activity.New("mail", func(context.Context, string) (string, error) { return "", errors.New("no such mailbox") },
		activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
	order = workflow.New("order", func(ctx workflow.Context, card string) (map[string]any, error) {
		sum := 7
		if err := workflow.HandleQuery(ctx, total, func(plus int) (int, error) { return sum + plus, nil }); err != nil {
			return nil, err
		}
		if err := workflow.HandleUpdate(ctx, raise, func(_ workflow.Context, by int) (int, error) {
			if by < 0 {
				return 0, failure.New("negative", "it only grows")
			}
			sum += by
			return sum, nil
		}); err != nil {
			return nil, err
		}
		paid, err := workflow.Execute(ctx, charge, card).Get(ctx)
		if err != nil {
			return nil, err
		}
		d, err := workflow.Receive(ctx, approve)
		return map[string]any{"paid": paid, "by": d.By, "big": int64(1) << 60, "half": 0.5}, err
	})
	nightly = schedule.Define("nightly", schedule.Cron("30 6 * * *", "UTC"), order, "card")
)

// reads are command lines that change nothing.
const reads = `
run list
run list --status open,failed --limit 2
run list --status open --limit 1
run list --cursor nonsense
run list --where workflow~order
run list --where workflow="order"
run list --id order-2
run list --prefix order- --since-over 1s
run list --since-over 3h
run list --waiting signal:approve
run list --waiting nothing-like-it
schedule show ..
schedule show NOTHING
run list --id nobody
run show order-1
run show order-2
run show order-3
run show order-3 --time utc
run show order-3 --time local
run list --time utc
run trace order-3 --time local
run show nobody
run show 00000000-0000-4000-8000-000000000000
run history order-2
run history order-2 --payloads
run history order-2 --from 3
run history order-2 --from 99
run history order-3 --payloads
run trace order-1
run trace order-2
run trace order-3
run trace order-2 --last 1
run export order-2
run export order-2 --redact
run export order-2 --redact=by
run export order-2 --redact=nobody
run query order-1 total 3
run query order-1 total "three"
run query order-1 sum
run query ad total
activity list
activity list --state running
activity list --cursor nonsense
activity list --groups
top --once
worker list
queue list
queue show default
queue show nowhere
schedule list
schedule show nightly
schedule next nightly
schedule show nobody
db stats
batch cancel --workflow order --dry-run
batch requeue --all --dry-run --reason why
batch resume --all --dry-run --reason why
`

// writes are command lines that change something, typed one after the other.
const writes = `
run signal order-1 approve {"yes":"y"}
run signal order-1 aprove {"yes":true}
run signal order-9 approve {"yes":true}
run signal order-2 approve {"yes":true}
run update order-1 raise 5 --update-id u1
run update order-1 raise -1 --update-id u2
run update order-1 raise "x" --update-id u3
run update order-1 lower 1 --update-id u4 --timeout 5s
run pause order-1
run pause order-1 --reason looking
run pause order-1 --reason again
run show order-1
run unpause order-1 --reason seen
run resume order-1
run resume order-1 --reason mended
run retry order-3 --reason hurry
run retry order-3 refund --reason hurry
run retry order-1 --reason hurry
run start order "card" --id order-4
run start order "card" --id order-4
run start order "card" --id order-4 --once
run start order "card" --id order-4 --on-conflict use-existing
run start order 5 --id order-5
run start odrer "card" --id order-5
run start odrer "card" --id order-6 --unknown
run start order "card" --id order-7 --delay 90s --timeout 2h --partition p1
run signal order-1 approve {"yes":true,"by":"ada"} --signal-id s1
run signal order-1 approve {"yes":true,"by":"ada"} --signal-id s1
run show order-1
run cancel order-4 --reason late
run show order-4
run terminate order-4 --reason wrong
run terminate order-3 --reason wrong
run show order-3
run reset order-1 --before charge --dry-run
run reset order-1 --before charge --reason again
run reset order-1 --before charge --reason again --allow-again charge
run reset order-1 --to 99 --reason again
run reset nobody --to 3 --reason again
run requeue ada --reason mended
run requeue order-2 --reason mended
queue pause default --reason looking
queue pause nowhere --reason looking
queue pause .. --reason looking
queue pause a/b%2F --reason looking
queue show default
queue resume default --reason seen
schedule pause NOTHING --reason looking
queue pause NOTHING --reason looking
schedule pause nightly --reason looking
schedule show nightly
schedule resume nightly --reason seen
schedule trigger nightly --reason now
schedule trigger nobody --reason now
worker drain x --reason looking
batch signal approve {"yes":true,"by":"bob"} --workflow order --yes --signal-id s2
batch pause --workflow order --reason looking
batch pause --all --yes --reason looking
batch unpause --all --yes --reason seen
batch terminate --all --yes --reason done
batch requeue --all --yes --reason mended
run list --limit 100
worker drain WORKER --reason looking
worker list
worker undrain WORKER --reason seen
`

const (
	shopDB  = "shop.db"
	shopURL = "http://shop.example/ops/"
)

// Statement 26 of the operators' surface: a command line on a server prints what it prints on the store: the same bytes on
// both outputs, and the same exit code.
func TestAServerTellsWhatTheStoreTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt := shop(t)
		for line := range strings.Lines(strings.TrimSpace(reads)) {
			for _, form := range []string{"json", "jsonl", "table"} {
				p := program(rt)
				typed := append(words(line), "-o", form)
				p.Args = append(typed, "--db", shopDB)
				store := run(t, p)
				p.Args = append(typed, "--server", shopURL)
				if server := (names{}).in(run(t, p)); server != (names{}).in(store) {
					t.Errorf("reprise %s\nsays of a store\n%s\nand of a server\n%s", strings.Join(typed, " "), store, server)
				}
			}
		}
	})
}

// The same holds for command lines that change something, when the stores of both ways have seen the same lines before.
func TestAServerDoesWhatTheStoreDoes(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(writes), "\n")
	store, server := played(t, lines, "--db", shopDB), played(t, lines, "--server", shopURL)
	for i, line := range lines {
		if store[i] != server[i] {
			t.Errorf("reprise %s\nsays of a store\n%s\nand of a server\n%s", line, store[i], server[i])
		}
	}
}

// played returns what the command lines print.
func played(t *testing.T, lines []string, where ...string) (said []string) {
	synctest.Test(t, func(t *testing.T) {
		rt := shop(t)
		ids := names{}
		for _, line := range lines {
			for strings.Contains(line, "WORKER") {
				line = strings.Replace(line, "WORKER", worker(t, rt), 1)
			}
			p := program(rt)
			p.Args = append(words(line), where...)
			if at := strings.Index(line, " -o "); at < 0 { // a negative number must not be taken for a flag
				if words := strings.Fields(line); len(words) > 4 && words[4] == "-1" {
					p.Args = append(append(words[:2:2], append(words[5:], where...)...), append([]string{"--"}, words[2:5]...)...)
				}
			}
			said = append(said, ids.in(run(t, p)))
			synctest.Wait()
		}
	})
	return said
}

// words splits a line into its words; NOTHING is an empty word.
func words(line string) []string {
	all := strings.Fields(line)
	for i := range all {
		if all[i] == "NOTHING" {
			all[i] = ""
		}
	}
	return all
}

// program returns a command line for which shop.db is the store of rt, and shopURL its API.
func program(rt *reprise.Runtime) cli.Program {
	return cli.Program{
		Name: "reprise",
		Open: func(context.Context, string, string) (*reprise.Runtime, func() error, error) {
			return rt, func() error { return nil }, nil
		},
		Dial: dialler(rt, httpapi.Options{Unprotected: true, Who: func(*http.Request) string { return me() }}, shopURL),
	}
}

// me returns the name under which the command line records what it does.
func me() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "nobody"
}

func run(t *testing.T, p cli.Program) string {
	t.Helper()
	var out, bad bytes.Buffer
	p.Stdin, p.Stdout, p.Stderr = strings.NewReader(""), &out, &bad
	code := p.Run(t.Context())
	return fmt.Sprintf("%s--- %d\n%s", &out, code, &bad)
}

// names replaces the ids of a play so that two plays can be compared.
type names map[string]string

var (
	id     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	jitter = regexp.MustCompile(`next (in|at) [^,\n]*|"next": ?"2000[^"]*"|"next_in_seconds": ?[0-9.]+|  in \d+ min |"lease_until": ?"[^"]*"`) // of a try that chance decides

	short = regexp.MustCompile(`(?m)^[0-9a-f]{8}  `)
)

func (n names) in(text string) string {
	text = id.ReplaceAllStringFunc(text, func(found string) string {
		if n[found] == "" {
			n[found] = fmt.Sprint("id-", len(n))
		}
		return n[found]
	})
	text = short.ReplaceAllString(text, "worker  ")
	text = jitter.ReplaceAllString(text, "next")
	text = strings.ReplaceAll(text, "--server "+shopURL, "--db "+shopDB)
	return strings.ReplaceAll(text, "try: reprise db doctor --db shop.db\n", "") // which no server does
}

// dialler returns a dial function for a server in this process. Each request goes to a new server: the clock stands still,
// so none may answer from what it remembers.
func dialler(rt *reprise.Runtime, o httpapi.Options, at string) func(context.Context, inspect.Dialling) (*inspect.Remote, error) {
	return func(ctx context.Context, d inspect.Dialling) (*inspect.Remote, error) {
		c, about, err := client.New(ctx, d.URL, client.Options{Token: d.Token, Command: d.Command, Times: d.Times, Transport: serving{rt, o, at}})
		if err != nil {
			return nil, err
		}
		return &inspect.Remote{Answers: c, Namespace: about.Namespace, Now: about.Now, Close: c.Close}, nil
	}
}

// serving is a transport to a server at a URL, without a network.
type serving struct {
	rt *reprise.Runtime
	o  httpapi.Options
	at string
}

func (s serving) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasPrefix(r.URL.String(), s.at) {
		return nil, errors.New("connection refused")
	}
	s.o.Logger = slog.New(slog.DiscardHandler)
	h, err := httpapi.New(s.rt, s.o)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	w := httptest.NewRecorder()
	var body []byte
	if r.Body != nil {
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	prefix := strings.TrimPrefix(s.at, "http://shop.example") + "api/v1"
	http.StripPrefix(prefix, h).ServeHTTP(w, r)
	got := w.Result()
	got.Request = r
	return got, described(r.Method, strings.TrimPrefix(r.URL.EscapedPath(), prefix), body, w)
}

// described returns an error if the request or its answer is not as openapi.yaml says.
func described(method, path string, body []byte, w *httptest.ResponseRecorder) error {
	text, err := os.ReadFile("../openapi.yaml")
	if err != nil {
		return err
	}
	d, err := openapi.Read(string(text))
	if err != nil {
		return err
	}
	operation, ok := d.Operation(method, path)
	if !ok {
		return fmt.Errorf("openapi.yaml does not describe %s %s", method, path)
	}
	bad := d.Answer(operation, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes())
	if len(body) > 0 {
		bad = append(bad, d.Request(operation, body)...)
	}
	if len(bad) > 0 {
		return fmt.Errorf("openapi.yaml says otherwise of %s: %s", operation, strings.Join(bad, "; "))
	}
	return nil
}

// shop returns a Runtime with a worker. order-1 waits for its approval, order-2 has ended, order-3 waits for its next
// retry, and the job ada has failed.
func shop(t *testing.T) *reprise.Runtime {
	st, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), shopDB), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rt, err := reprise.New(st, reprise.Config{Build: "v1", Logger: slog.New(slog.DiscardHandler)}, order, charge, mail, approve, nightly)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(rt.Stop(context.WithoutCancel(t.Context())), st.Close()); err != nil {
			t.Error(err)
		}
	})
	for _, id := range []string{"order-1", "order-2", "order-3"} {
		card := map[string]string{"order-3": "declined"}[id]
		if _, err := reprise.Start(t.Context(), rt, order, card, reprise.ID(id)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
	}
	if _, err := reprise.Enqueue(t.Context(), rt, mail, "ada", reprise.ID("ada")); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(t.Context(), rt, "order-2", approve, decision{true, "bob"}, reprise.SignalID("s0")); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	<-time.After(2 * time.Second)
	synctest.Wait()
	return rt
}

// worker returns the id of the only worker.
func worker(t *testing.T, rt *reprise.Runtime) string {
	all, err := inspect.Of(rt).Workers(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0].ID
}
