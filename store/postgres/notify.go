package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

var _ store.Waker = (*Store)(nil)

// WakeUp implements [store.Waker] with NOTIFY, in a transaction of its own: a commit that notifies
// waits for every other such commit in the whole server, and no step of a workflow should.
func (s *Store) WakeUp(ctx context.Context, namespace string, from store.WorkerID, h store.WakeUp) error {
	if s.noNotify {
		return errNoNotify
	}
	return s.notify(ctx, namespace, notice{from: from, wakeUp: h}.String())
}

func (s *Store) notify(ctx context.Context, namespace, text string) error {
	conn, err := s.acquire(ctx, s.pool)
	if err != nil {
		return err
	}
	defer conn.Release()
	bounded, stop := context.WithTimeout(ctx, s.patience)
	defer stop()
	if _, err := conn.Exec(bounded, "SELECT pg_notify($1, $2)", s.channel(namespace), text); err != nil {
		return fmt.Errorf("postgres: %s: cannot notify: %w", s.where, err)
	}
	return nil
}

const (
	// proofWithin is how long a notification to oneself may take.
	proofWithin = 2 * time.Second
	// defaultProof is the average time between two such notifications.
	defaultProof = time.Minute
)

// Listen implements [store.Waker] with LISTEN on a connection of its own, made like the pool's.
// It first sends itself a notification: behind a pooler in transaction mode LISTEN succeeds and
// nothing ever arrives. It repeats that, because a connection may go deaf and stay open: the
// pooler may give it another server, or the server may disappear silently and be replaced.
func (s *Store) Listen(ctx context.Context, namespace string, me store.WorkerID, hear func(store.WakeUp)) error {
	if s.noNotify {
		return errNoNotify
	}
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return s.deaf(ctx, err)
	}
	// The server forgets a listener when its session ends. If the message does not get through,
	// the server finds out when it writes.
	defer func() {
		bye, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer stop()
		_ = conn.Close(bye)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{s.channel(namespace)}.Sanitize()); err != nil {
		return s.deaf(ctx, err)
	}
	word := proof()
	if err := s.notify(ctx, namespace, word); err != nil {
		return s.deaf(ctx, err)
	}
	if err := proven(ctx, conn, word, func(notice) {}); err != nil {
		return s.deaf(ctx, err)
	}
	hear(store.WakeUp{All: true})
	others := func(n notice) {
		if n.from != me {
			n.wakeUp.From = n.from
			hear(n.wakeUp)
		}
	}
	for {
		// The jitter is for workers of a fleet that began to listen together.
		if _, err := attend(ctx, conn, s.proof/2+rand.N(s.proof), word, others); err != nil {
			return s.deaf(ctx, err)
		}
		if err := s.notify(ctx, namespace, word); err != nil {
			continue // nothing was sent, so a missing notification proves nothing
		}
		if err := proven(ctx, conn, word, others); err != nil {
			return s.deaf(ctx, err)
		}
	}
}

// proof returns a text that nobody else sends.
func proof() string { return "proof " + uuid.NewString() }

// proven waits for a text that was sent on another connection.
func proven(ctx context.Context, conn *pgx.Conn, word string, hear func(notice)) error {
	came, err := attend(ctx, conn, proofWithin, word, hear)
	if err == nil && !came {
		err = fmt.Errorf("a notification sent to oneself did not arrive within %v; behind a pooler in transaction mode none does", proofWithin)
	}
	return err
}

// attend calls hear with what arrives until word does, which it reports, or for d. The
// connection survives a wait without word.
func attend(ctx context.Context, conn *pgx.Conn, d time.Duration, word string, hear func(notice)) (came bool, err error) {
	bounded, stop := context.WithTimeout(ctx, d)
	defer stop()
	for {
		n, err := conn.WaitForNotification(bounded)
		switch {
		case err != nil && bounded.Err() != nil && ctx.Err() == nil && !conn.IsClosed():
			return false, nil
		case err != nil:
			return false, err
		case n.Payload == word:
			return true, nil
		}
		if got, ok := parseNotice(n.Payload); ok {
			hear(got)
		}
	}
}

var errNoNotify = fmt.Errorf("postgres: Options.NoNotify is set: %w", errors.ErrUnsupported)

func (s *Store) deaf(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("postgres: %s: wake-ups do not arrive: %w", s.where, err)
}

// channel returns the channel of a namespace's wake-ups. Channels belong to the database, so
// the name includes the schema.
func (s *Store) channel(namespace string) string {
	sum := sha256.Sum256([]byte(s.texts.schema + "\x00" + namespace))
	return "reprise_" + hex.EncodeToString(sum[:12])
}

// notice is the text of a notification: the sender, how much is ready, the runs with new
// entries and, marked, those that have ended. It has a hundred bytes and 34 for each run, of
// the 8,000 that a notification may have.
type notice struct {
	from   store.WorkerID
	wakeUp store.WakeUp
}

const (
	allMark   = "*" // look everywhere
	endedMark = "-" // of a run that has ended
)

func (n notice) String() string {
	var b strings.Builder
	b.WriteString("wakeup ")
	b.WriteString(n.from.String())
	b.WriteByte(' ')
	fmt.Fprintf(&b, "%d,%d,%d", n.wakeUp.Runs, n.wakeUp.Rows, n.wakeUp.Turn)
	if n.wakeUp.All {
		b.WriteString(allMark)
	}
	for _, run := range n.wakeUp.Dirty {
		b.WriteByte(' ')
		b.WriteString(hex.EncodeToString(run[:]))
	}
	for _, run := range n.wakeUp.Closed {
		b.WriteString(" " + endedMark)
		b.WriteString(hex.EncodeToString(run[:]))
	}
	return b.String()
}

// parseNotice reads what String wrote. Anything else on the channel is ignored.
func parseNotice(text string) (n notice, ok bool) {
	words := strings.Split(text, " ")
	if len(words) < 3 || words[0] != "wakeup" {
		return n, false
	}
	var err error
	if n.from, err = uuid.Parse(words[1]); err != nil {
		return n, false
	}
	ready, all := strings.CutSuffix(words[2], allMark)
	n.wakeUp.All = all
	if _, err := fmt.Sscanf(ready, "%d,%d,%d", &n.wakeUp.Runs, &n.wakeUp.Rows, &n.wakeUp.Turn); err != nil {
		n.wakeUp.Runs, n.wakeUp.Rows = store.MaxNamed, store.MaxNamed // from another version
	}
	for _, word := range words[3:] {
		word, closed := strings.CutPrefix(word, endedMark)
		run, err := uuid.Parse(word)
		switch {
		case err != nil:
			return n, false
		case closed:
			n.wakeUp.Closed = append(n.wakeUp.Closed, run)
		default:
			n.wakeUp.Dirty = append(n.wakeUp.Dirty, run)
		}
	}
	return n, true
}
