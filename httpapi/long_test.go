package httpapi_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// stalling is a store that answers no query of a history from a row on while it stalls.
type stalling struct {
	store.Store
	from int64 // zero: it does not stall
}

func (s *stalling) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	if s.from > 0 && q.From >= s.from {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if s.from > 0 {
		q.MaxRows = 1
	}
	return s.Store.History(ctx, q)
}

// inArchive runs a test with the API over a store whose run "large" has a history of 450 KB, with a row of 256 KB.
func inArchive(t *testing.T, test func(t *testing.T, st *stalling, rt *reprise.Runtime, h *httpapi.Handler, run string)) {
	synctest.Test(t, func(t *testing.T) {
		large := workflow.New("large", func(ctx workflow.Context, n int) (int, error) {
			for i := range n {
				size := 4 << 10
				if i == 0 {
					size = 256 << 10
				}
				if _, err := workflow.SideEffect(ctx, func() (string, error) { return strings.Repeat("x", size), nil }); err != nil {
					return i, err
				}
				if err := workflow.Sleep(ctx, time.Second); err != nil {
					return i, err
				}
			}
			return n, nil
		})
		st := &stalling{Store: memory.New()}
		quiet := slog.New(slog.DiscardHandler)
		rt, err := reprise.New(st, reprise.Config{Logger: quiet}, large)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := rt.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		}()
		done, err := reprise.Start(t.Context(), rt, large, 50, reprise.ID("large"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := done.Result(t.Context()); err != nil {
			t.Fatal(err)
		}
		h, err := httpapi.New(rt, httpapi.Options{Unprotected: true, Logger: quiet})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		test(t, st, rt, h, done.RunID().String())
	})
}

// piped is a listener whose connections are pipes of this process: time stands still while both ends wait.
type piped struct {
	ends  chan net.Conn
	close chan struct{}
}

func (p *piped) Accept() (net.Conn, error) {
	select {
	case c := <-p.ends:
		return c, nil
	case <-p.close:
		return nil, net.ErrClosed
	}
}
func (p *piped) Close() error   { close(p.close); return nil }
func (p *piped) Addr() net.Addr { return &net.UnixAddr{} }

// A long export arrives as a whole, however slowly its reader takes it, and although the server has a limit for an answer.
func TestALongExportIsSentToItsEnd(t *testing.T) {
	inArchive(t, func(t *testing.T, _ *stalling, rt *reprise.Runtime, h *httpapi.Handler, run string) {
		l := &piped{make(chan net.Conn), make(chan struct{})}
		s := &http.Server{Handler: h, ReadHeaderTimeout: time.Second, WriteTimeout: 10 * time.Second}
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(l) }()
		transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			l.ends <- theirs
			return ours, nil
		}}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://archive.example/runs/"+run+"/export", nil)
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		got, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		for err == nil {
			<-time.After(time.Second)
			_, err = io.CopyN(&file, got.Body, 4<<10)
		}
		if !errors.Is(err, io.EOF) {
			t.Errorf("after %v and %d bytes it is cut off: %v", time.Since(begun), file.Len(), err)
		}
		var whole bytes.Buffer
		if err := reprise.Export(t.Context(), rt, "large", &whole); err != nil {
			t.Fatal(err)
		}
		if file.String() != whole.String() || time.Since(begun) < 40*time.Second {
			t.Errorf("after %v it has %d of %d bytes", time.Since(begun), file.Len(), whole.Len())
		}
		if err := errors.Join(got.Body.Close(), s.Close()); err != nil {
			t.Error(err)
		}
		transport.CloseIdleConnections()
		<-ended
	})
}

// unread is the connection of a client that takes nothing.
type unread struct {
	*httptest.ResponseRecorder
	until time.Time
}

func (u *unread) SetWriteDeadline(until time.Time) error {
	u.until = until
	return nil
}

func (u *unread) Write([]byte) (int, error) {
	<-time.After(time.Until(u.until))
	return 0, os.ErrDeadlineExceeded
}

// An export that does not go on, since the client reads nothing or the store is silent, is aborted after half a minute.
func TestAnExportThatStandsStillIsAborted(t *testing.T) {
	inArchive(t, func(t *testing.T, st *stalling, _ *reprise.Runtime, h *httpapi.Handler, run string) {
		exported := func(w http.ResponseWriter) (aborted any, after time.Duration) {
			defer func(begun time.Time) { aborted, after = recover(), time.Since(begun) }(time.Now())
			h.ServeHTTP(w, request("GET", "/runs/"+run+"/export", "").WithContext(t.Context()))
			return nil, 0
		}
		if why, after := exported(&unread{ResponseRecorder: httptest.NewRecorder()}); why != http.ErrAbortHandler || after != 30*time.Second {
			t.Errorf("of a client that reads nothing: %v after %v", why, after)
		}
		st.from = 20
		w := httptest.NewRecorder()
		if why, after := exported(w); why != http.ErrAbortHandler || after != 30*time.Second || w.Body.Len() == 0 {
			t.Errorf("of a store that falls silent: %v after %v and %d bytes", why, after, w.Body.Len())
		}
		late := answered(t, h, request("GET", "/runs/"+run+"/export?redact=card", "")) // before a byte is sent
		refusedAs(t, late, http.StatusGatewayTimeout, "timeout")
		if !strings.Contains(late.Body.String(), "looking for the fields in the history takes longer than 30s: leave out all values") {
			t.Errorf("it says %s", late.Body)
		}
	})
}

// parked is the connection of a client that reads when it is let.
type parked struct {
	*httptest.ResponseRecorder
	let chan struct{}
}

func (p *parked) Write(part []byte) (int, error) {
	<-p.let
	return p.ResponseRecorder.Write(part)
}

// Slow readers of exports are bounded: who comes then is told so, and served when one of them is done.
func TestExportsUnderWayAreBounded(t *testing.T) {
	inArchive(t, func(t *testing.T, _ *stalling, _ *reprise.Runtime, h *httpapi.Handler, run string) {
		let := make(chan struct{})
		all := sync.OnceFunc(func() { close(let) })
		defer all()
		for range 20 {
			go h.ServeHTTP(&parked{httptest.NewRecorder(), let}, request("GET", "/runs/"+run+"/export", "").WithContext(t.Context()))
		}
		synctest.Wait()
		refusedAs(t, answered(t, h, request("GET", "/runs/"+run+"/export", "")), http.StatusTooManyRequests, "busy")
		all()
		synctest.Wait()
		if file := get(t, h, "/runs/"+run+"/export"); !strings.Contains(file, "large") {
			t.Errorf("afterwards it is %.100s", file)
		}
	})
}
