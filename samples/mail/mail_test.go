package mail_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/mail"
	"github.com/reprise-run/reprise/store/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// postbox is a mail server in memory.
type postbox struct {
	mu       sync.Mutex
	sent     map[string]mail.Mail // by the key
	attempts int
	mended   bool
}

func (p *postbox) Deliver(_ context.Context, key string, m mail.Mail) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.attempts++
	if m.To == "nobody@example.com" && !p.mended {
		return "", mail.NoAddress
	}
	if p.sent == nil {
		p.sent = map[string]mail.Mail{}
	}
	p.sent[key] = m
	return "delivered to " + m.To, nil
}

func (p *postbox) mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mended = true
}

func (p *postbox) count() (sent, attempts int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.sent), p.attempts
}

// office is the service at work.
func office(t *testing.T) (context.Context, *reprise.Runtime, *mail.Users, *postbox) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	st, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "mail.db"), sqlite.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	users, err := mail.OpenUsers(ctx, st)
	if err != nil {
		t.Fatal(err)
	}
	post := &postbox{}
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)}, mail.Binding(post))
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rt.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return ctx, rt, users, post
}

// Who signs up twice gets one mail.
func TestAMailOfWelcomeIsSentOnce(t *testing.T) {
	ctx, rt, users, post := office(t)
	for i := range 2 {
		job, err := users.SignUp(ctx, rt, "ann", "ann@example.com")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := job.Result(ctx); err != nil || got != "delivered to ann@example.com" || job.Existed() != (i == 1) {
			t.Errorf("sign-up %d: %q, %v, existed %v", i, got, err, job.Existed())
		}
	}
	if sent, attempts := post.count(); sent != 1 || attempts != 1 {
		t.Errorf("%d mails were sent by %d attempts", sent, attempts)
	}
}

// Where the mail cannot be enqueued, there is no user.
func TestNoMailNoUser(t *testing.T) {
	ctx, rt, users, _ := office(t)
	long := strings.Repeat("b", 1000) // with "welcome/" it is too long for the id of a job
	if _, err := users.SignUp(ctx, rt, long, "ben@example.com"); !errors.Is(err, reprise.ErrInvalidID) {
		t.Fatalf("a name that is too long: %v", err)
	}
	if known, err := users.Known(ctx, long); err != nil || known {
		t.Errorf("the user without a mail: known %v, %v", known, err)
	}
}

// An address that does not exist is tried once, and once more by hand.
func TestAMailThatFailedIsRequeued(t *testing.T) {
	ctx, rt, users, post := office(t)
	job, err := users.SignUp(ctx, rt, "cat", "nobody@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job.Result(ctx); !errors.Is(err, mail.NoAddress) {
		t.Fatalf("the job ends with %v", err)
	}
	if _, attempts := post.count(); attempts != 1 {
		t.Errorf("%d attempts were made", attempts)
	}
	post.mend()
	run, err := reprise.Requeue(ctx, rt, "welcome/cat", reprise.By{Who: "dan", Why: "the mailbox is there now"})
	if err != nil {
		t.Fatal(err)
	}
	for {
		d, err := reprise.Describe(ctx, rt, run)
		if err != nil {
			t.Fatal(err)
		}
		if d.Status == reprise.Completed {
			break
		}
		if d.Status != reprise.Open || ctx.Err() != nil {
			t.Fatalf("requeued, the job is %v", d.Status)
		}
	}
}

// A newsletter goes to each address once, however often it is sent.
func TestANewsletterIsSentOnce(t *testing.T) {
	ctx, rt, _, post := office(t)
	to := []string{"ann@example.com", "ben@example.com", "cat@example.com"}
	for i := range 2 {
		jobs, err := mail.Newsletter(ctx, rt, "May", to)
		if err != nil {
			t.Fatal(err)
		}
		for _, job := range jobs {
			if _, err := job.Result(ctx); err != nil || job.Existed() != (i == 1) {
				t.Errorf("%s: %v, existed %v", job.WorkflowID(), err, job.Existed())
			}
		}
	}
	if sent, attempts := post.count(); sent != 3 || attempts != 3 {
		t.Errorf("%d mails were sent by %d attempts", sent, attempts)
	}
}
