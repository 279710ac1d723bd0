// Package client asks the API of package httpapi, for Go programs and for the command line's --server.
// Its answers are the shapes that the command line prints as JSON, and its errors are those of package reprise.
//
// Package client imports what it asks for, which is reprise, httpapi and internal/inspect. It is of the operator tier
// of docs/stability.md.
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
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/internal/inspect"
)

// Client asks one server. It is safe for concurrent use.
type Client struct {
	base      *url.URL // of the routes, with a slash at its end
	http      *http.Client
	files     *http.Client // the same for what may take longer than answerWithin
	token     string
	namespace string // that the server is for
	command   func(words ...string) string
	mark      string         // stands before and after the words of a command in an answer
	marked    *regexp.Regexp // such a command, or a time
	times     string
}

var _ inspect.Answers = (*Client)(nil)

// Options are how a server is asked.
type Options struct {
	// Token is sent in the header Authorization, behind "Bearer ". Zero: nothing is.
	Token string
	// Transport carries the requests. Nil: http.DefaultTransport.
	Transport http.RoundTripper
	// Command is the line to type for a command, such as "run", "show", "order-42", which advice in answers
	// ends with. Nil: that of the server.
	Command func(words ...string) string
	// Times is how sentences tell times: utc, or local, which is the zone of this machine and needs Command.
	// Zero, and anything else: how long ago, or in how long.
	Times string
}

// About is what a server says of itself.
type About struct {
	API       string    `json:"api"` // the version of the routes
	Namespace string    `json:"namespace"`
	ReadOnly  bool      `json:"read_only"`
	Who       string    `json:"who"` // whom it takes the caller for
	Now       time.Time `json:"now"` // of its store's clock
}

// Dial is what cli.Program.Dial takes: it finds the server, and asks it who it is.
func Dial(ctx context.Context, d inspect.Dialling) (*inspect.Remote, error) {
	c, about, err := New(ctx, d.URL, Options{Token: d.Token, Command: d.Command, Times: d.Times})
	if err != nil {
		return nil, err
	}
	return &inspect.Remote{Answers: c, Namespace: about.Namespace, Now: about.Now, Close: c.Close}, nil
}

// path is where a dashboard has its API.
const path = "api/v1/"

// New returns a Client of the server at a URL, which is that of a dashboard or of its API, and what the server
// says of itself. Each answer but the file of an export must be there within five minutes, and have at most 128 MiB. An error says what is wrong with the URL, that nothing answers there or something else does,
// that the token is wrong, or that the server is of another version. Call [Client.Close] in the end.
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
		err = fmt.Errorf("%s wants a token, and there is none: set REPRISE_TOKEN, or give --token-file", base.Redacted())
	case errors.As(err, &p) && p.Status == http.StatusUnauthorized:
		err = fmt.Errorf("%s does not take this token: it is wrong, or no longer right", base.Redacted())
	case err == nil && about.API != "1":
		err = fmt.Errorf("%s answers version %q of the API, and this program asks version 1: use a program of the same version", base.Redacted(), about.API)
	}
	if err != nil {
		return nil, about, errors.Join(err, c.Close())
	}
	c.namespace = about.Namespace
	return c, about, nil
}

// Close gives up the connections that are kept for later requests.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// sameHost follows no redirect to another server, for the token is for this one, and none that makes a POST a GET,
// which does nothing.
func sameHost(r *http.Request, via []*http.Request) error {
	if len(via) > 5 || r.Method != via[0].Method || r.URL.Host != via[0].URL.Host || via[0].URL.Scheme == "https" && r.URL.Scheme != "https" {
		return http.ErrUseLastResponse
	}
	return nil
}

// strangeError is an answer that no API of this kind gives.
type strangeError struct{ url, status, form string }

func (e *strangeError) Error() string {
	return fmt.Sprintf("%s is no API of Reprise: it answers %s, %s", e.url, e.status, e.form)
}

const (
	mostProblem = 1 << 20   // bytes of a problem that are read
	mostAnswer  = 128 << 20 // and of another answer; a server sends 4 MiB of events at a time
	// answerWithin is how long an answer may take with all of its body. A server takes half a minute for an update, and longest for
	// the statistics of a large store.
	answerWithin = 5 * time.Minute
)

// ask sends a request, and returns an answer that is no problem; its body must be closed.
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
	got, err := by.Do(r)
	if err != nil {
		return nil, c.lost(ctx, method, err)
	}
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
	case got.StatusCode >= 500: // a proxy answers where the server does not
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

// lost is the error of a request without an answer.
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

// lostError is why there is no answer, and which error of package reprise that is.
type lostError struct{ why, is error }

func (e *lostError) Error() string   { return e.why.Error() }
func (e *lostError) Unwrap() []error { return []error{e.why, e.is} }

// decode makes sense of an answer. Numbers stay as they are.
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

// commands puts the lines to type in the places of their words, and times of this zone in those of times.
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
		return quoted[1 : len(quoted)-2] // it stands in a text already
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
