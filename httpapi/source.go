package httpapi

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
)

const (
	aroundLine  = 40      // lines before and after the requested one
	mostSources = 100_000 // files of Options.Source that are examined
	mostSource  = 4 << 20 // bytes of one file
)

// siteForm matches a line of code as histories name it: "order.approved fulfil.go:71".
var siteForm = regexp.MustCompile(`^(\S+) ([^/\\\s]+\.go):([1-9][0-9]{0,8})$`)

// sourceJSON is the code around a line.
type sourceJSON struct {
	Site  string   `json:"site"`
	File  string   `json:"file"` // in Options.Source
	Line  int      `json:"line"`
	From  int      `json:"from"` // number of the first of lines
	Lines []string `json:"lines"`
}

// source answers with the code around a place that occurs in the history of the run, or in its replay.
func (c *call) source() (*answer, error) {
	if c.o.Source == nil {
		return nil, &Problem{Status: http.StatusNotImplemented, Code: "not_offered", Detail: "the program has no sources: set Options.Source"}
	}
	none := &Problem{Status: http.StatusNotFound, Code: "not_found", Detail: "neither the run's history nor its replay has this site, or the sources do not have its file"}
	site := c.r.URL.Query().Get("site")
	parts := siteForm.FindStringSubmatch(site)
	if parts == nil {
		return nil, none
	}
	line, err := strconv.Atoi(parts[3])
	if err != nil {
		return nil, none
	}
	compiled, named, err := c.hasSite(site)
	if err != nil {
		return nil, err
	}
	if !named {
		return nil, none
	}
	file, err := c.sourceOf(parts[1], parts[2], compiled)
	switch {
	case err != nil:
		return nil, err
	case file == "":
		return nil, none
	}
	text, err := c.sourceText(file)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if line > len(lines) {
		return nil, none
	}
	from := max(1, line-aroundLine)
	return &answer{v: sourceJSON{Site: site, File: file, Line: line, From: from, Lines: lines[from-1 : min(len(lines), line+aroundLine)]}}, nil
}

// hasSite reports whether a site occurs in the history of the run or in its replay; the replay also
// tells the file's name at compile time.
func (c *call) hasSite(site string) (compiled string, named bool, err error) {
	found := errors.New("it was found")
	err = c.rt.Inside().Rows(c.ctx, c.run.ID, func(_ history.Header, events []history.Event) error {
		if slices.ContainsFunc(events, func(e history.Event) bool { return e.Site == site }) {
			return found
		}
		return nil
	})
	switch {
	case errors.Is(err, found):
		return "", true, nil
	case err != nil:
		return "", false, err
	case c.may(c.r, accessTo(c.run, Replay)) != nil || !c.rt.Inside().Binds(c.run.Workflow):
		return "", false, nil
	}
	walked, failed, err := c.walk(c.run.ID, func(ctx context.Context) (reprise.Walked, error) {
		return reprise.Walk(ctx, c.rt, c.run.ID, 1, math.MaxInt)
	})
	if err != nil {
		return "", false, err
	}
	for _, s := range walked.Steps {
		for _, w := range s.Waits {
			for _, f := range w.Frames {
				if inspect.Frame(f).Site() == site {
					return f.File, true, nil
				}
			}
		}
	}
	return "", slices.Contains(inspect.Sites(failed), site), nil
}

// sourceOf returns the source file of a site: the only one with its name, or the one whose path ends as it
// was compiled, or the only one in a directory or package of that name. "": there is none.
func (c *call) sourceOf(function, base, compiled string) (string, error) {
	files, err := c.sources()
	if err != nil {
		return "", err
	}
	all := files[base]
	if len(all) > 1 {
		pkg, _, _ := strings.Cut(function, ".")
		clause := regexp.MustCompile(`(?m)^package ` + regexp.QuoteMeta(pkg) + `$`)
		all = slices.DeleteFunc(slices.Clone(all), func(file string) bool {
			if compiled != "" {
				return !strings.HasSuffix("/"+compiled, "/"+file)
			}
			text, err := c.sourceText(file)
			return err != nil || path.Base(path.Dir(file)) != pkg && !clause.MatchString(text)
		})
	}
	if len(all) != 1 {
		return "", nil
	}
	return all[0], nil
}

// listSources returns the Go files of a file system, by their base names.
func listSources(files fs.FS) (map[string][]string, error) {
	all, n := map[string][]string{}, 0
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if n++; n > mostSources {
			return fs.SkipAll
		}
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(name, ".go") {
			all[path.Base(name)] = append(all[path.Base(name)], name)
		}
		return err
	})
	return all, err
}

func (c *call) sourceText(file string) (string, error) {
	info, err := fs.Stat(c.o.Source, file)
	if err == nil && info.Size() > mostSource {
		err = errors.New("the file is too large: " + file)
	}
	if err != nil {
		return "", err
	}
	text, err := fs.ReadFile(c.o.Source, file)
	return string(text), err
}
