// Package client is a client of the API of package httpapi, for Go programs and for the command line's --server.
// Its answers have the same form as the command line's JSON, and its errors are those of package reprise.
//
// Package client imports what it asks for, which is reprise, httpapi and internal/inspect. It belongs to the operator
// tier of docs/stability.md.
package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/internal/inspect"
)

// Client is a client of one server. It is safe for concurrent use.
type Client struct {
	base      *url.URL // of the routes, with a trailing slash
	http      *http.Client
	files     *http.Client // the same, for requests that may take longer than answerWithin
	token     string
	namespace string // the server's
	command   func(words ...string) string
	mark      string         // surrounds the words of a command in an answer
	marked    *regexp.Regexp // matches such a command, or a time
	times     string
}

var _ inspect.Answers = (*Client)(nil)

// Options configures a Client.
type Options struct {
	// Token is sent in the header Authorization, after "Bearer ". "": no header.
	Token string
	// Transport sends the requests. Nil: http.DefaultTransport.
	Transport http.RoundTripper
	// Command returns the line to type for a command, such as "run", "show", "order-42", which advice in
	// answers ends with. Nil: the server's own line.
	Command func(words ...string) string
	// Times selects how sentences show times: "utc", or "local" for the zone of this machine, which needs
	// Command. Anything else shows how long ago they were, or how far ahead.
	Times string
}

// About is what a server reports about itself.
type About struct {
	API       string    `json:"api"` // version of the routes
	Namespace string    `json:"namespace"`
	ReadOnly  bool      `json:"read_only"`
	Who       string    `json:"who"` // the caller, as the server sees it
	Now       time.Time `json:"now"` // by the store's clock
}

// Dial connects to a server and asks it who it is; it fits cli.Program.Dial.
func Dial(ctx context.Context, d inspect.Dialling) (*inspect.Remote, error) {
	c, about, err := New(ctx, d.URL, Options{Token: d.Token, Command: d.Command, Times: d.Times})
	if err != nil {
		return nil, err
	}
	return &inspect.Remote{Answers: c, Namespace: about.Namespace, Now: about.Now, Close: c.Close}, nil
}

// path is where a dashboard has its API.
const path = "api/v1/"

// New returns a Client of the server at a URL, which is that of a dashboard or of its API, and what the server reports about
// itself. A Client gives up on a server that takes no part of a request, or sends nothing, for 45 seconds: a server allows
// itself 30 for an answer. Every answer, except the file of an export, must arrive within five minutes and have at most 128 MiB.
// An error says that the URL is wrong, that nothing or something else answers there, that the token is wrong, or that the server
// has another version. Call [Client.Close] when you are done.
func New(ctx context.Context, server string, o Options) (*Client, About, error) {
	var about About
	base, err := url.Parse(server)
	if err == nil {
		server = base.Redacted()
	}
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, about, &inspect.URLError{URL: server}
	}
	base.RawQuery, base.Fragment = "", ""
	base = base.JoinPath("/")
	transport := o.Transport
	if transport == nil {
		transport = http.DefaultTransport.(*http.Transport).Clone()
	}
	c := &Client{token: o.Token, command: o.Command, times: o.Times, mark: rand.Text(),
		http: &http.Client{Transport: transport, CheckRedirect: sameHost, Timeout: answerWithin}, files: &http.Client{Transport: transport, CheckRedirect: sameHost}}
	c.marked = regexp.MustCompile(c.mark + "(?::([0-9A-Za-z_-]*):|@([0-9TZ:.-]*)@)" + c.mark)
	for _, c.base = range []*url.URL{base.JoinPath(path), base} {
		if strings.HasSuffix(base.Path, "/"+path) {
			c.base = base
		}
		err = c.get(ctx, "", nil, &about)
		if strange := (*strangeError)(nil); !errors.As(err, &strange) {
			break
		}
	}
	switch p := (*httpapi.Problem)(nil); {
	case errors.As(err, &p) && p.Status == http.StatusUnauthorized && o.Token == "":
		err = fmt.Errorf("%s requires a token: set REPRISE_TOKEN, or give --token-file", base.Redacted())
	case errors.As(err, &p) && p.Status == http.StatusUnauthorized:
		err = fmt.Errorf("%s rejects this token: it is wrong, or no longer valid", base.Redacted())
	case err == nil && about.API != "1":
		err = fmt.Errorf("%s speaks version %q of the API, and this program version 1: use a program of the same version", base.Redacted(), about.API)
	}
	if err != nil {
		return nil, about, errors.Join(err, c.Close())
	}
	c.namespace = about.Namespace
	return c, about, nil
}

// Close closes idle connections.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// sameHost follows no redirect to another server, because the token is for this one, and none that turns a POST
// into a GET, which does nothing.
func sameHost(r *http.Request, via []*http.Request) error {
	if len(via) > 5 || r.Method != via[0].Method || r.URL.Host != via[0].URL.Host || via[0].URL.Scheme == "https" && r.URL.Scheme != "https" {
		return http.ErrUseLastResponse
	}
	return nil
}

// strangeError is an answer that no API of this kind sends.
type strangeError struct{ url, status, form string }

func (e *strangeError) Error() string {
	return fmt.Sprintf("%s is not a Reprise API: it answers %s, %s", e.url, e.status, e.form)
}

const (
	mostProblem  = 1 << 20          // bytes read of a problem
	mostAnswer   = 128 << 20        // bytes read of any other answer; a server sends 4 MiB of events at a time
	answerWithin = 5 * time.Minute  // for an answer, including its body
	silentFor    = 45 * time.Second // until an answer begins, or continues; a server allows itself 30 s
)

var errSilent = fmt.Errorf("it has sent nothing for %v: check that it runs, and look at its log", silentFor)

// listened is the body of an answer. It waits for each part of it for silentFor.
type listened struct {
	io.ReadCloser
	ctx   context.Context
	alarm *time.Timer // ends ctx
	end   context.CancelCauseFunc
}

func (l *listened) Read(p []byte) (int, error) {
	l.alarm.Reset(silentFor)
	n, err := l.ReadCloser.Read(p)
	l.alarm.Stop() // the reader may take its time to write it elsewhere
	if err != nil && errors.Is(context.Cause(l.ctx), errSilent) {
		err = errSilent
	}
	return n, err
}

func (l *listened) Close() error {
	l.alarm.Stop()
	defer l.end(nil)
	return l.ReadCloser.Close()
}

// sending counts silentFor from the last part of a request that was sent.
type sending struct {
	alarm *time.Timer
	mu    struct {
		sync.Mutex
		over bool // the answer has begun
	}
}

// wrap makes each part of the body that is taken restart the alarm.
func (s *sending) wrap(r *http.Request) {
	if r.GetBody == nil {
		return
	}
	again := r.GetBody
	r.Body = &sent{r.Body, s}
	r.GetBody = func() (io.ReadCloser, error) { // for a redirect, and for a connection that was lost before it took anything
		body, err := again()
		return &sent{body, s}, err
	}
}

// stop ends the alarm; the transport may still be taking parts of the body.
func (s *sending) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.over = true
	s.alarm.Stop()
}

// sent is the body of a request.
type sent struct {
	io.ReadCloser
	by *sending
}

func (s *sent) Read(p []byte) (int, error) {
	s.by.mu.Lock()
	if !s.by.mu.over {
		s.by.alarm.Reset(silentFor)
	}
	s.by.mu.Unlock()
	return s.ReadCloser.Read(p)
}

// ask sends a request, and returns an answer that is no problem; the caller must close its body.
func (c *Client) ask(ctx context.Context, method, to string, query url.Values, body any, header http.Header) (*http.Response, error) {
	return c.askBy(ctx, c.http, method, to, query, body, header)
}

func (c *Client) askBy(ctx context.Context, by *http.Client, method, to string, query url.Values, body any, header http.Header) (*http.Response, error) {
	var text io.Reader
	if body != nil {
		sent, err := inspect.Encode(body, false)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(sent)
	}
	target := *c.base
	if to != "" {
		target = *c.base.JoinPath(to)
	}
	target.RawQuery = query.Encode()
	r, err := http.NewRequestWithContext(ctx, method, target.String(), text)
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("Accept", "application/json")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.command != nil {
		r.Header.Set("Reprise-Words", c.mark)
		r.Header.Set("Reprise-Times", c.times)
	}
	waiting, end := context.WithCancelCause(ctx)
	alarm := time.AfterFunc(silentFor, func() { end(errSilent) })
	sending := &sending{alarm: alarm}
	sending.wrap(r)
	got, err := by.Do(r.WithContext(waiting))
	sending.stop()
	if err != nil {
		if errors.Is(context.Cause(waiting), errSilent) {
			err = errSilent
		}
		end(nil)
		return nil, c.lost(ctx, method, err)
	}
	got.Body = &listened{got.Body, waiting, alarm, end}
	form, _, _ := strings.Cut(got.Header.Get("Content-Type"), ";")
	if got.StatusCode < 300 {
		return got, nil
	}
	defer got.Body.Close()
	strange := &strangeError{target.Redacted(), got.Status, cmpForm(form)}
	switch to, err := got.Location(); {
	case form == "application/problem+json":
	case err == nil && got.StatusCode < 400:
		return nil, fmt.Errorf("%s answers %s, to %s: give the URL of the server itself", target.Redacted(), got.Status, to.Redacted())
	case got.StatusCode >= 500: // a proxy answers because the server does not
		return nil, c.lost(ctx, method, fmt.Errorf("there is %s, %s", got.Status, cmpForm(form)))
	default:
		return nil, strange
	}
	p := &httpapi.Problem{}
	if json.NewDecoder(io.LimitReader(got.Body, mostProblem)).Decode(p) != nil || p.Code == "" {
		return nil, strange
	}
	p.Status = got.StatusCode
	if p.Code == "no_route" {
		return nil, fmt.Errorf("the server does not answer %s %s: it is older than this program", method, target.Path)
	}
	return nil, p
}

func cmpForm(form string) string {
	if form == "" {
		return "with no content"
	}
	return "with " + form
}

// lost returns the error of a request without an answer.
func (c *Client) lost(ctx context.Context, method string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	why := fmt.Errorf("%s does not answer: %w", c.base.Redacted(), err)
	if method == http.MethodPost {
		return &lostError{why, reprise.ErrUnknownOutcome}
	}
	return &lostError{why, reprise.ErrUnavailable}
}

// lostError says why there is no answer, and which error of package reprise it matches.
type lostError struct{ why, is error }

func (e *lostError) Error() string   { return e.why.Error() }
func (e *lostError) Unwrap() []error { return []error{e.why, e.is} }

// decode decodes an answer. Numbers stay as they are.
func (c *Client) decode(ctx context.Context, got *http.Response, into any) error {
	defer got.Body.Close()
	form, _, _ := strings.Cut(got.Header.Get("Content-Type"), ";")
	if form != "application/json" {
		return &strangeError{c.base.Redacted(), got.Status, cmpForm(form)}
	}
	text, err := io.ReadAll(io.LimitReader(got.Body, mostAnswer+1))
	if err != nil {
		return c.lost(ctx, got.Request.Method, err)
	}
	if len(text) > mostAnswer {
		return fmt.Errorf("the answer of %s has more than %d MiB", c.base.Redacted(), mostAnswer>>20)
	}
	d := json.NewDecoder(bytes.NewReader(c.commands(text)))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("the answer of %s cannot be read: %w", c.base.Redacted(), err)
	}
	return nil
}

// commands replaces the words of commands by the lines to type, and times by times of this zone.
func (c *Client) commands(text []byte) []byte {
	if c.command == nil {
		return text
	}
	return c.marked.ReplaceAllFunc(text, func(found []byte) []byte {
		var words []string
		is := c.marked.FindSubmatch(found)
		if t, err := time.Parse(time.RFC3339Nano, string(is[2])); err == nil {
			return []byte(inspect.InZone(t))
		}
		line, err := base64.RawURLEncoding.DecodeString(string(is[1]))
		if err != nil || json.Unmarshal(line, &words) != nil {
			return found
		}
		quoted, err := inspect.Encode(c.command(words...), false)
		if err != nil {
			return found
		}
		return quoted[1 : len(quoted)-2] // it is inside a text already
	})
}

func (c *Client) get(ctx context.Context, to string, query url.Values, into any) error {
	got, err := c.ask(ctx, http.MethodGet, to, query, nil, nil)
	if err != nil {
		return err
	}
	return c.decode(ctx, got, into)
}

func (c *Client) post(ctx context.Context, to string, body, into any) error {
	got, err := c.ask(ctx, http.MethodPost, to, nil, body, nil)
	if err != nil {
		return err
	}
	return c.decode(ctx, got, into)
}
