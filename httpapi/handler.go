package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

const (
	answerWithin = 30 * time.Second // then a request is given up, and a stream if no part of it is written
	sharedFor    = 10 * time.Second // how long an answer about the whole store is shared
	atOnce       = 8                // requests that read or replay a whole history at the same time
	waitForTurn  = 5 * time.Second  // how long others wait for their turn
	mostBody     = history.MaxPayload + 64<<10
)

// Handler serves the API. It is safe for concurrent use.
type Handler struct {
	rt      *reprise.Runtime
	o       Options
	mux     *http.ServeMux
	cross   *http.CrossOriginProtection
	turns   chan struct{}
	exports chan struct{} // a place for each export under way
	shared  shared
	replays *replays
	sources func() (map[string][]string, error) // the files of Options.Source
	hub     *hub
}

// Close ends all streams. Pass it to http.Server.RegisterOnShutdown, because Shutdown would wait
// for the streams.
func (h *Handler) Close() { h.hub.close() }

// New returns the API of a Runtime. Its routes begin after the prefix that http.StripPrefix removes. An
// error says what is missing in o. Call [Handler.Close] to end its streams.
func New(rt *reprise.Runtime, o Options) (*Handler, error) {
	if rt == nil {
		return nil, errors.New("httpapi: the Runtime is nil")
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	h := &Handler{rt: rt, o: o, mux: http.NewServeMux(), cross: http.NewCrossOriginProtection(), turns: make(chan struct{}, atOnce), exports: make(chan struct{}, mostExports), hub: newHub(), replays: newReplays()}
	h.sources = sync.OnceValues(func() (map[string][]string, error) { return listSources(o.Source) })
	for _, origin := range o.Trust {
		if err := h.cross.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("httpapi: Options.Trust: %w", err)
		}
	}
	for _, route := range routes {
		if o.ReadOnly && route.method == http.MethodPost {
			continue
		}
		h.mux.HandleFunc(route.method+" "+route.path, func(w http.ResponseWriter, r *http.Request) {
			h.serve(w, r, route)
		})
	}
	h.mux.HandleFunc("/", h.noRoute)
	return h, nil
}

// ServeHTTP serves a request. A refused request has changed nothing.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Cache-Control", "no-store")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	head.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	head.Set("Referrer-Policy", "no-referrer")
	switch {
	case h.o.Host != nil && !h.o.Host(r.Host):
		h.refuse(w, r, &Problem{Status: http.StatusMisdirectedRequest, Code: "wrong_host", Detail: fmt.Sprintf("this is not %q", r.Host)})
	case h.cross.Check(r) != nil:
		h.refuse(w, r, &Problem{Status: http.StatusForbidden, Code: "cross_origin", Detail: "a page of another origin sent this request"})
	default:
		h.mux.ServeHTTP(w, r)
	}
}

// noRoute answers a request that no route serves.
func (h *Handler) noRoute(w http.ResponseWriter, r *http.Request) {
	var allow []string
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := h.mux.Handler(other); pattern != "/" {
			allow = append(allow, method)
		}
	}
	switch {
	case h.o.ReadOnly && r.Method == http.MethodPost:
		h.refuse(w, r, &Problem{Status: http.StatusForbidden, Code: "read_only", Detail: "this API is read-only"})
	case len(allow) > 0:
		w.Header().Set("Allow", strings.Join(allow, ", "))
		h.refuse(w, r, &Problem{Status: http.StatusMethodNotAllowed, Code: "method_not_allowed", Detail: "use " + strings.Join(allow, " or ")})
	default:
		h.refuse(w, r, &Problem{Status: http.StatusNotFound, Code: "no_route", Detail: "no such route: openapi.yaml lists them"})
	}
}

// route is one route of the API.
type route struct {
	method, path string
	action       Action   // "": anybody may ask
	params       []string // allowed in its query
	heavy        bool     // it reads or replays a whole history
	versioned    bool     // its answer carries the version of the run
	most         int64    // bytes of its body; zero: mostBody
	do           func(*call) (*answer, error)
}

// call is a request in progress.
type call struct {
	*Handler
	ctx context.Context
	r   *http.Request
	run store.Run // the run that the path names, if any

	body []byte // of a POST
}

// answer is the answer to a request: v as JSON, or text.
type answer struct {
	status  int // zero: 200
	v       any
	text    []byte
	form    string            // the type of text
	version string            // of a state; "": a hash of the bytes
	header  map[string]string // added to the usual ones
	// stream writes the body instead of text, and returns at its end, which may be minutes later.
	stream func(context.Context, http.ResponseWriter)
}

// serve handles an admitted request: whether it is allowed, what it asks for, what it does.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, route route) {
	c := &call{Handler: h, r: r}
	defer c.limit(r.Context())()
	a, err := c.carryOut(r.Context(), route)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	for name, value := range a.header {
		w.Header().Set(name, value)
	}
	if a.stream != nil {
		w.Header().Set("Content-Type", a.form)
		w.Header().Set("X-Accel-Buffering", "no") // prevents a proxy from buffering the stream
		a.stream(r.Context(), w)
		return
	}
	status, form := a.status, a.form
	if status == 0 {
		status = http.StatusOK
	}
	text := a.text
	if form == "" {
		form = "application/json"
		if text, err = inspect.Encode(a.v, true); err != nil {
			h.refuse(w, r, err)
			return
		}
	}
	if r.Method != http.MethodPost {
		version := a.version
		if version == "" {
			version = hashOf(text)
		}
		w.Header().Set("ETag", `W/"`+version+`"`)
		if sameVersion(r.Header.Get("If-None-Match"), version) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.send(w, status, form, text)
}

// limit gives the call answerWithin from now, and Authorize, too. The caller must call end.
func (c *call) limit(ctx context.Context) (end context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	c.ctx, c.r = ctx, c.r.WithContext(ctx)
	return cancel
}

// carryOut does what the request asks for. ctx is its context without a limit.
func (c *call) carryOut(ctx context.Context, route route) (*answer, error) {
	if err := c.text(); err != nil {
		return nil, err
	}
	if err := c.admit(route); err != nil {
		return nil, err
	}
	query, err := url.ParseQuery(c.r.URL.RawQuery)
	if err != nil { // the readable part of it may select more than was meant
		return nil, wrong("bad_parameter", "cannot parse the query string: "+err.Error())
	}
	for name, values := range query {
		if !slices.Contains(route.params, name) {
			return nil, wrong("bad_parameter", fmt.Sprintf("unknown parameter %q: %s", name, listed(route.params)))
		}
		if len(values) > 1 {
			return nil, wrong("bad_parameter", fmt.Sprintf("the parameter %q is given %d times", name, len(values)))
		}
	}
	if c.r.Method == http.MethodPost {
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
		if c.body, err = c.read(cmp.Or(route.most, mostBody)); err != nil { // before its turn: a slow sender must not make others wait
			return nil, err
		}
		defer c.limit(ctx)() // how long the body took is up to the server
	}
	version := ""
	if route.versioned {
		if version, err = c.version(); err != nil {
			return nil, err
		}
		if sameVersion(c.r.Header.Get("If-None-Match"), version) { // nothing need be read
			return &answer{version: version}, nil
		}
	}
	if route.heavy {
		done, err := c.turn()
		if err != nil {
			return nil, err
		}
		defer done()
	}
	a, err := route.do(c)
	if err == nil {
		a.version = version
	}
	return a, err
}

// text refuses bytes that are no text: they name nothing in any store, and some stores fail on them.
func (c *call) text() error {
	is := func(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
	for name, values := range c.r.URL.Query() {
		if !is(name) || slices.ContainsFunc(values, func(v string) bool { return !is(v) }) {
			return wrong("bad_parameter", fmt.Sprintf("the parameter %q is not UTF-8 text without NUL", name))
		}
	}
	if !is(c.pathName("schedule")) || !is(c.pathName("queue")) {
		return wrong("bad_id", "the path is not UTF-8 text without NUL")
	}
	return nil
}

// admit finds the run that the path names, and asks whether the request is allowed.
func (c *call) admit(route route) error {
	if route.action == "" {
		return nil
	}
	if strings.Contains(route.path, "{run}") {
		id, err := uuid.Parse(c.r.PathValue("run"))
		if err != nil {
			return wrong("bad_id", "a run is named by its run id here; GET run?id=ID finds it by its workflow id")
		}
		return c.find(store.Ref{Namespace: c.rt.Namespace(), Run: id}, route.action)
	}
	if text := c.r.URL.Query().Get("run"); route.action == Source || route.path == "/stream" && text != "" {
		id, err := uuid.Parse(text)
		if err != nil {
			return wrong("bad_id", "a run is named by its run id here")
		}
		to := route.action
		if to == List {
			to = Read
		}
		return c.find(store.Ref{Namespace: c.rt.Namespace(), Run: id}, to)
	}
	if route.path == "/run" {
		id := c.r.URL.Query().Get("id")
		if id == "" {
			return wrong("bad_parameter", "the parameter id is missing: it is the workflow id")
		}
		return c.find(store.Ref{Namespace: c.rt.Namespace(), WorkflowID: id}, route.action)
	}
	if route.action == Start || route.action == Replay { // the body names the workflow; only an authenticated caller may send one
		if p := (*Problem)(nil); errors.As(c.may(c.r, Access{Action: route.action}), &p) && p.Status == http.StatusUnauthorized {
			return p
		}
		return nil
	}
	return c.allowed(c.ctx, c.r, Access{Action: route.action, Queue: c.pathName("queue")})
}

// pathName returns the name in the path. Browsers remove "." and ".." from paths: if the path has "-" instead, the query
// may have the name.
func (c *call) pathName(what string) string {
	name := c.r.PathValue(what)
	if query := c.r.URL.Query(); name == "-" && query.Has("name") {
		return query.Get("name")
	}
	return name
}

// find finds a run for a caller who may read it; any other caller gets the same answer as if
// there were none.
func (c *call) find(ref store.Ref, to Action) error {
	run, err := c.rt.Store().Run(c.ctx, ref)
	none := errors.Is(err, store.ErrNotFound)
	if err != nil && !none {
		return err
	}
	if none {
		run = store.Run{}
	}
	denied := c.allowed(c.ctx, c.r, accessTo(run, Read))
	var p *Problem
	switch {
	case errors.As(denied, &p) && p.Status == http.StatusUnauthorized:
		return denied
	case denied != nil, none && !errors.Is(err, store.ErrRemoved):
		return &Problem{Status: http.StatusNotFound, Code: "not_found", Detail: "no such run in this namespace", Next: []string{c.o.Command("run", "list")}}
	case none:
		return err
	}
	c.run = run
	if to == Read {
		return nil
	}
	return c.allowed(c.ctx, c.r, accessTo(run, to))
}

func accessTo(run store.Run, a Action) Access {
	return Access{Action: a, Workflow: run.Workflow, WorkflowID: run.WorkflowID, Queue: run.Queue, Run: run.ID}
}

// turn waits until few others run expensive requests.
func (c *call) turn() (done func(), err error) {
	late := time.NewTimer(waitForTurn)
	defer late.Stop()
	select {
	case c.turns <- struct{}{}:
		return func() { <-c.turns }, nil
	case <-c.ctx.Done():
		return nil, c.ctx.Err()
	case <-late.C:
		return nil, &Problem{Status: http.StatusTooManyRequests, Code: "busy", Detail: "too many requests are reading histories: try again later"}
	}
}

// look returns the view of the store for a caller who may, or may not, see payloads.
func (c *call) look() (*inspect.Look, error) {
	now, err := c.rt.Store().Now(c.ctx)
	if err != nil {
		return nil, err
	}
	hidden := c.may(c.r, accessTo(c.run, Payload)) != nil
	look := &inspect.Look{RT: c.rt, AsOf: now, Times: "relative", Try: c.command, Hidden: hidden, Redacted: c.o.Redact}
	mark := c.r.Header.Get("Reprise-Words")
	switch times := c.r.Header.Get("Reprise-Times"); {
	case times == "utc":
		look.Times = times
	case times == "local" && words.MatchString(mark):
		look.Times, look.Local = times, func(t time.Time) string { return mark + "@" + t.UTC().Format(time.RFC3339Nano) + "@" + mark }
	}
	return look, nil
}

// words matches a valid header Reprise-Words: a word that occurs nowhere else in the answer.
var words = regexp.MustCompile(`^[0-9A-Za-z]{16,64}$`)

// command returns the line to type for a command. A client that calls the program by another name, or for a server,
// sends a word of its own choice in the header Reprise-Words. It then gets the words of each command as base64 of their
// JSON between two of these words. The header Reprise-Times is utc or local, and makes sentences show times that way;
// for local they contain UTC between two of the words.
func (c *call) command(line ...string) string {
	mark := c.r.Header.Get("Reprise-Words")
	if !words.MatchString(mark) {
		return c.o.Command(line...)
	}
	text, _ := json.Marshal(line) // never fails for texts
	return mark + ":" + base64.RawURLEncoding.EncodeToString(text) + ":" + mark
}

// read returns the body, which must be declared as JSON.
func (c *call) read(most int64) ([]byte, error) {
	form, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || form != "application/json" {
		return nil, &Problem{Status: http.StatusUnsupportedMediaType, Code: "not_json", Detail: "the Content-Type must be application/json"}
	}
	text, err := io.ReadAll(http.MaxBytesReader(nil, c.r.Body, most))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return nil, &Problem{Status: http.StatusRequestEntityTooLarge, Code: "too_large", Detail: fmt.Sprintf("the body has more than %d bytes", most)}
	}
	if err != nil {
		return nil, wrong("bad_body", "the body cannot be read: "+err.Error())
	}
	return text, nil
}

// decode decodes the body: one JSON object without unknown fields.
func (c *call) decode(v any) error {
	d := json.NewDecoder(bytes.NewReader(c.body))
	d.DisallowUnknownFields()
	err, other := d.Decode(v), (*json.UnmarshalTypeError)(nil)
	switch {
	case errors.Is(err, io.EOF):
		return wrong("bad_body", "the body is empty: it takes a JSON object")
	case errors.As(err, &other): // its text names types of Go
		return wrong("bad_body", fmt.Sprintf("the body is invalid: %s does not take %s", cmp.Or(other.Field, "it"), other.Value))
	case err != nil:
		return wrong("bad_body", "the body is invalid: "+strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return wrong("bad_body", "the body continues after its JSON")
	}
	return nil
}

// write answers with v as JSON.
func (h *Handler) write(w http.ResponseWriter, r *http.Request, status int, form string, v any) {
	text, err := inspect.Encode(v, true)
	if err != nil { // a value of ours that is not valid JSON
		h.o.Logger.ErrorContext(r.Context(), "answer not written", "path", r.URL.Path, "error", err)
		status, text = http.StatusInternalServerError, nil
	}
	h.send(w, status, form, text)
}

func (h *Handler) send(w http.ResponseWriter, status int, form string, text []byte) {
	w.Header().Set("Content-Type", form)
	w.WriteHeader(status)
	_, _ = w.Write(text) // a client that has left is not told
}

// sameVersion reports whether a header names a version.
func sameVersion(header, version string) bool {
	for tag := range strings.SplitSeq(header, ",") {
		if strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`) == version {
			return true
		}
	}
	return false
}

func listed(params []string) string {
	if len(params) == 0 {
		return "there is none here"
	}
	return "use " + strings.Join(params, ", ")
}
