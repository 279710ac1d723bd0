package history_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
)

// knownKinds returns the kinds of events that this version has a name for.
func knownKinds() (all []history.Kind) {
	for i := range 256 {
		if k := history.Kind(i); !strings.HasPrefix(k.String(), "kind ") {
			all = append(all, k)
		}
	}
	return all
}

// goldenEvents returns the events in the golden files of the current encoding.
func goldenEvents(t *testing.T) (all []history.Event) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(goldenDir, "*.golden"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := parseGolden(string(text))
		if err != nil {
			t.Fatal(path, err)
		}
		for _, r := range rows {
			_, events, err := history.DecodeRow(r.data, r.seq, r.n)
			if err != nil {
				t.Fatal(path, err)
			}
			all = append(all, events...)
		}
	}
	return all
}

const howToAdd = "add a fixture in fixtures_test.go and run: go test ./history -update"

// Everything written today must be readable for ever, and only a golden file can prove that.
func TestEachKindOfEventAndEachOfItsFieldsHasAGolden(t *testing.T) {
	seen, told := map[history.Kind]bool{}, map[string]bool{}
	for _, e := range goldenEvents(t) {
		seen[e.Body.Kind()] = true
		fieldsOf(reflect.ValueOf(e.Body), told)
	}
	for _, k := range knownKinds() {
		if !seen[k] {
			t.Errorf("no golden file has an event of kind %d (%v): %s", int(k), k, howToAdd)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(told)) {
		if !told[field] {
			t.Errorf("no golden file has a value for %s: %s", field, howToAdd)
		}
	}
}

// fieldsOf records which exported fields of v, and of structs within it, have a value.
func fieldsOf(v reflect.Value, told map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fieldsOf(v.Elem(), told)
		}
	case reflect.Slice:
		for i := range v.Len() {
			fieldsOf(v.Index(i), told)
		}
	case reflect.Struct:
		if !strings.HasSuffix(v.Type().PkgPath(), "/history") {
			return
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			name := fmt.Sprintf("%s.%s", v.Type().Name(), f.Name)
			told[name] = told[name] || !v.Field(i).IsZero()
			fieldsOf(v.Field(i), told)
		}
	}
}

func TestEachKindOfEventIsInAnExport(t *testing.T) {
	seen := map[history.Kind]bool{}
	for name, rows := range exported() {
		if _, err := os.Stat(filepath.Join(exportDir, name+".history")); err != nil {
			t.Error(err)
		}
		for _, r := range rows {
			for _, e := range r.events {
				seen[e.Body.Kind()] = true
			}
		}
	}
	for _, k := range knownKinds() {
		if !seen[k] {
			t.Errorf("no exported history has an event of kind %d (%v): add it to a history in fixtures_test.go and run: go test ./history -update", int(k), k)
		}
	}
}
