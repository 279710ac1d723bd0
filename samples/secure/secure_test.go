package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clinic is the service of a test, which is restarted with other keys.
type clinic struct {
	t    *testing.T
	db   string
	keys keys
	lost atomic.Bool // the next letter is lost

	rt   *reprise.Runtime
	http http.Handler
	stop func()
}

func newClinic(t *testing.T) *clinic {
	c := &clinic{t: t, db: filepath.Join(t.TempDir(), "secure.db"), keys: keys(filepath.Join(t.TempDir(), "keys")), stop: func() {}}
	t.Cleanup(func() { c.stop() })
	return c
}

func (c *clinic) newKey(id string) {
	c.t.Helper()
	if err := c.keys.make(id); err != nil {
		c.t.Fatal(err)
	}
}

func (c *clinic) post(_ context.Context, letter string) error {
	if c.lost.Swap(false) {
		return fmt.Errorf("lost: %s", letter) // a failure tells what an author has at hand
	}
	return nil
}

// restart ends the service, and begins it anew with a key.
func (c *clinic) restart(current string) {
	c.t.Helper()
	c.stop()
	all, err := c.keys.transforms(c.t.Context(), current)
	if err != nil {
		c.t.Fatal(err)
	}
	st, err := sqlite.Open(c.t.Context(), c.db)
	if err != nil {
		c.t.Fatal(err)
	}
	c.rt, err = reprise.New(st, reprise.Config{Build: "v1", Payloads: all}, bindings(c.post)...)
	if err == nil {
		err = c.rt.Start(c.t.Context())
	}
	if err != nil {
		c.t.Fatal(errors.Join(err, st.Close()))
	}
	c.http = handler(c.rt)
	c.stop = func() {
		c.stop = func() {}
		bye, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		if err := errors.Join(c.rt.Stop(bye), st.Close()); err != nil {
			c.t.Error(err)
		}
	}
}

func (c *clinic) call(method, path string, body any, want int) map[string]string {
	c.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	w := httptest.NewRecorder()
	c.http.ServeHTTP(w, httptest.NewRequest(method, path, bytes.NewReader(data)))
	if w.Code != want {
		c.t.Fatalf("%s %s is answered %d %s, want %d", method, path, w.Code, w.Body, want)
	}
	state := map[string]string{}
	if method == http.MethodGet {
		if err := json.Unmarshal(w.Body.Bytes(), &state); err != nil {
			c.t.Fatal(err)
		}
	}
	return state
}

func (c *clinic) refer(id string) {
	c.t.Helper()
	c.call(http.MethodPost, "/referrals/"+id, Referral{Patient: "Ada-Byron", Finding: "a shadow" + strings.Repeat(" on the lung", 200)}, http.StatusCreated)
}

func (c *clinic) reply(id string) {
	c.t.Helper()
	c.call(http.MethodPost, "/referrals/"+id+"/reply", Reply{Advice: "take hemlock"}, http.StatusAccepted)
}

func (c *clinic) letter(id string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 5*time.Minute)
	defer cancel()
	run, err := reprise.Get(ctx, c.rt, refer, id)
	if err != nil {
		c.t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got.Text != "Ada-Byron: take hemlock" {
		c.t.Errorf("referral %s: %+v, %v", id, got, err)
	}
}

// waits returns why a referral does not go on, once it does not.
func (c *clinic) waits(id string) string {
	c.t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		if why := c.call(http.MethodGet, "/referrals/"+id, nil, http.StatusOK)["waits"]; why != "" {
			return why
		}
		if c.t.Context().Err() != nil {
			break
		}
	}
	return ""
}

// unreadable looks for what is secret in all files of the database.
func (c *clinic) unreadable() {
	c.t.Helper()
	read := 0
	err := filepath.WalkDir(filepath.Dir(c.db), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		read += len(data)
		for _, secret := range []string{"Ada", "shadow", "lung", "hemlock", "lost:"} {
			if bytes.Contains(data, []byte(secret)) {
				c.t.Errorf("%s holds %q", filepath.Base(path), secret)
			}
		}
		if strings.HasSuffix(path, ".db") && !bytes.Contains(data, []byte("refer")) {
			c.t.Errorf("%s does not hold the workflow's name: this test looks at the wrong file", path)
		}
		return err
	})
	if err != nil || read == 0 {
		c.t.Errorf("read %d bytes of the database, %v", read, err)
	}
}

// The key is changed while referrals are open. Those that the old key has encrypted go on under
// the new one, and nothing of either can be read in the file.
func TestTheKeyIsChangedWhileReferralsAreOpen(t *testing.T) {
	c := newClinic(t)
	c.newKey("2026-11")
	c.restart("2026-11")
	c.lost.Store(true)
	c.refer("1")
	c.newKey("2026-12")
	c.restart("2026-12")
	c.refer("2")
	c.reply("1")
	c.reply("2")
	c.letter("1")
	c.letter("2")
	c.stop()
	c.unreadable()
}

// A worker without the old key parks what needs it, and says which key that is. Once the key is
// there it goes on, without a restart.
func TestAReferralWaitsForTheOldKey(t *testing.T) {
	c := newClinic(t)
	c.newKey("2026-11")
	c.restart("2026-11")
	c.refer("1")
	c.stop()
	c.newKey("2026-12")
	old := filepath.Join(string(c.keys), "2026-11")
	if err := os.Rename(old, old+".away"); err != nil {
		t.Fatal(err)
	}
	c.restart("2026-12")
	c.refer("2")
	c.reply("1")
	c.reply("2")
	c.letter("2") // the others do not wait
	if why := c.waits("1"); !strings.HasPrefix(why, "key: ") || !strings.Contains(why, `"2026-11"`) {
		t.Errorf("it waits: %s", why)
	}
	if err := os.Rename(old+".away", old); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Resume(t.Context(), c.rt, "1", reprise.By{Who: "ben", Why: "it is corrected"}); err != nil {
		t.Fatal(err)
	}
	c.letter("1")
	c.stop()
	c.unreadable()
}

func TestKeysAreNeverOverwrittenNorReadElsewhere(t *testing.T) {
	c := newClinic(t)
	c.newKey("a")
	if err := c.keys.make("a"); err == nil || !strings.Contains(err.Error(), "another id") {
		t.Errorf("a key was made twice: %v", err)
	}
	for _, id := range []string{"", "..", "../a", "/etc/passwd"} {
		if _, err := c.keys.find(t.Context(), id); err == nil || !strings.Contains(err.Error(), "no id of a key") {
			t.Errorf("key %q: %v", id, err)
		}
	}
	if _, err := c.keys.transforms(t.Context(), "b"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a key that is not there: %v", err)
	}
}
