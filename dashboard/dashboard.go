package dashboard

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"regexp"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
)

//go:embed ui
var files embed.FS

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// Options configures who may do what, and how the page looks.
type Options struct {
	// API configures who may do what. The page shows what its caller may see, and offers what the
	// caller may do.
	API httpapi.Options
	// Title is shown at the top of the page, such as "orders, production". "": "Reprise".
	Title string
	// Colour is the colour of the line at the top, such as "#b3261e" or "crimson", to tell production from a
	// test. "": grey.
	Colour string
	// Links are shown on the page of each run: to its logs, its traces, the customer.
	Links []Link
	// Frame lists the origins whose pages may show the dashboard in a frame, such as
	// "https://ops.example.com", or 'self'. "": none.
	Frame string
}

// Link is a link from a run to somewhere else. The URL may contain {run_id}, {workflow_id},
// {workflow}, {namespace}, {from_ms} and {to_ms}: the last two are the run's begin and end in
// milliseconds since 1970.
type Link struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// colours matches names and hexadecimal values; anything else that CSS might accept is refused.
var colours = regexp.MustCompile(`^(#[0-9A-Fa-f]{3,8}|[A-Za-z]+)?$`)

func (o *Options) check() error {
	if o.Title == "" {
		o.Title = "Reprise"
	}
	if !colours.MatchString(o.Colour) {
		return fmt.Errorf("dashboard: Options.Colour is %q: use a name, such as crimson, or a value, such as #b3261e", o.Colour)
	}
	for _, l := range o.Links {
		if l.Label == "" || !strings.HasPrefix(l.URL, "https://") && !strings.HasPrefix(l.URL, "http://") {
			return fmt.Errorf("dashboard: Options.Links has %q to %q: a link needs a label and a URL that begins with https:// or http://", l.Label, l.URL)
		}
	}
	if o.Frame == "" {
		o.Frame = "'none'"
	}
	if strings.ContainsAny(o.Frame, ";,\r\n") {
		return fmt.Errorf("dashboard: Options.Frame is %q: use origins separated by spaces", o.Frame)
	}
	return nil
}

// Handler serves the page and its API. It is safe for concurrent use.
type Handler struct {
	o       Options
	api     *httpapi.Handler
	mux     *http.ServeMux
	assets  string      // path of the page's files
	options template.JS // for the page, as JSON
}

// New returns the dashboard of a Runtime, started or not. To serve it under a prefix, strip that with
// http.StripPrefix:
//
//	mux.Handle("/ops/", http.StripPrefix("/ops", h))
//
// An error says what is missing in o. Call [Handler.Close] when the server shuts down.
func New(rt *reprise.Runtime, o Options) (*Handler, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	api, err := httpapi.New(rt, o.API)
	if err != nil {
		return nil, fmt.Errorf("dashboard: Options.API: %w", err)
	}
	told, err := json.Marshal(map[string]any{"title": o.Title, "colour": o.Colour, "links": o.Links})
	if err != nil {
		return nil, err
	}
	h := &Handler{o: o, api: api, mux: http.NewServeMux(), options: template.JS(told)} // json.Marshal escapes <, > and &
	assets, err := fs.Sub(files, "ui")
	if err != nil {
		return nil, err
	}
	version, err := versionOf(assets)
	if err != nil {
		return nil, err
	}
	h.assets = "assets/" + version
	h.mux.Handle("/api/v1/", http.StripPrefix("/api/v1", api))
	h.mux.Handle("/"+h.assets+"/", http.StripPrefix("/"+h.assets, asset(assets)))
	h.mux.HandleFunc("/assets/", http.NotFound)
	h.mux.HandleFunc("/", h.page)
	return h, nil
}

// Close ends the streams of the API. Pass it to http.Server.RegisterOnShutdown, because Shutdown would
// wait for the streams.
func (h *Handler) Close() { h.api.Close() }

// ServeHTTP serves a request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, "/") { // http.StripPrefix("/ops/", h)
		r2 := r.Clone(r.Context())
		r2.URL.Path, r2.URL.RawPath = "/"+r.URL.Path, ""
		r = r2
	}
	h.mux.ServeHTTP(w, r)
}

// page serves the page. It is the same for each path: its script shows what the path names.
func (h *Handler) page(w http.ResponseWriter, r *http.Request) {
	if h.o.API.Host != nil && !h.o.API.Host(r.Host) {
		http.Error(w, "this is not "+r.Host, http.StatusMisdirectedRequest)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page can only be read", http.StatusMethodNotAllowed)
		return
	}
	up := strings.Repeat("../", strings.Count(r.URL.Path, "/")-1)
	if up == "" {
		up = "./"
	}
	var text bytes.Buffer
	err := page.Execute(&text, map[string]any{"Base": up, "Assets": h.assets, "Title": h.o.Title, "Options": h.options})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	head := w.Header()
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors "+h.o.Frame+"; require-trusted-types-for 'script'; trusted-types 'none'")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	_, _ = w.Write(text.Bytes()) // a client that has left is not told
}

// asset serves the files of the page. Their path contains a hash of all of them, so each URL's content
// never changes.
func asset(all fs.FS) http.Handler {
	files := http.FileServerFS(all)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") { // no directory listings
			http.NotFound(w, r)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".mjs") { // a system may map it to another type, which no browser executes
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		files.ServeHTTP(w, r)
	})
}

// versionOf returns a hash of the page's files.
func versionOf(files fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))[:12], err
}
