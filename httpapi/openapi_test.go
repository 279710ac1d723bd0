package httpapi_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/httpapi"
)

// described are the methods and paths of openapi.yaml, with the parameters of their queries.
func described(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	path, at := "", ""
	param := regexp.MustCompile(`^ +- \{name: (\w+), in: query`)
	for line := range strings.SplitSeq(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "  /"):
			path = strings.TrimSuffix(strings.TrimSpace(line), ":")
		case line == "    get:", line == "    post:":
			at = strings.ToUpper(strings.TrimSuffix(strings.TrimSpace(line), ":")) + " " + path
			all[at] = []string{}
		case line == "components:":
			return all
		}
		if m := param.FindStringSubmatch(line); m != nil {
			all[at] = append(all[at], m[1])
		}
	}
	t.Fatal("openapi.yaml has no components")
	return nil
}

// Each route stands in openapi.yaml with the parameters it takes, and each that stands there is a route.
func TestTheDescriptionAndTheRoutesAgree(t *testing.T) {
	there := described(t)
	for _, r := range httpapi.Routes() {
		key := r.Method + " " + strings.ReplaceAll(r.Path, "{$}", "")
		params, ok := there[key]
		if !ok {
			t.Errorf("openapi.yaml does not describe %s", key)
		}
		takes := slices.Sorted(slices.Values(r.Params))
		if slices.Sort(params); !slices.Equal(takes, params) {
			t.Errorf("%s takes the parameters %v, openapi.yaml has %v", key, takes, params)
		}
		delete(there, key)
	}
	for key := range there {
		t.Errorf("openapi.yaml describes %s, and there is no such route", key)
	}
}

func TestTheDescriptionIsServed(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		if text := get(t, s.open(), "/openapi.yaml"); !strings.HasPrefix(text, "openapi: 3.1.0\n") {
			t.Errorf("it is %.100q", text)
		}
	})
}
