package lint_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// logKeys are the keys that lines of the log have, as docs/running.md lists them.
func logKeys(t *testing.T) map[string]bool {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(rootDir(t), "docs", "running.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| key | what |\n|---|---|\n")
	keys := map[string]bool{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			break
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			keys[m[1]] = true
		}
	}
	return keys
}

// Whoever searches the log finds one thing under one key.
func TestTheKeysOfTheLogAreThoseOfTheTable(t *testing.T) {
	keys, used := logKeys(t), map[string]bool{}
	if len(keys) == 0 {
		t.Fatal("docs/running.md has no table of keys")
	}
	for _, f := range files(t) {
		if f.test || under(f.dir, []string{"cmd", "samples", "nemesis", "testkit", "internal/failing", "store/storetest"}) {
			continue
		}
		for _, k := range keysOf(f) {
			used[k.name] = true
			if !keys[k.name] {
				t.Errorf("%s: the key %q is not in the table of docs/running.md: use one that is, or add it", k.at, k.name)
			}
		}
	}
	for k := range keys {
		if !used[k] && !slices.Contains(ofOthers, k) {
			t.Errorf("docs/running.md lists the key %q, which nothing logs", k)
		}
	}
}

// ofOthers are keys that contrib/otel adds.
var ofOthers = []string{"trace_id", "span_id"}

// logKey is a key, and where it stands.
type logKey struct{ name, at string }

// logging are the functions of a logger, and where in their arguments the keys begin.
var logging = map[string]int{
	"Debug": 1, "Info": 1, "Warn": 1, "Error": 1, "DebugContext": 2, "InfoContext": 2, "WarnContext": 2, "ErrorContext": 2, "Log": 3, "With": 0,
}

// keysOf are the keys that the loggers of a file are given: in a call, in what is appended to its
// arguments, or in an []any that is made beside it.
func keysOf(f *goFile) (all []logKey) {
	take := func(pairs []ast.Expr) {
		for i := 0; i < len(pairs); i += 2 {
			if s, ok := text(pairs[i]); ok {
				all = append(all, logKey{s, f.at(pairs[i].Pos())})
			}
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		fn, ok := n.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			return true
		}
		logs := false
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if from, is := isLog(call); is {
					logs = true
					if len(call.Args) > from {
						take(call.Args[from:])
					}
				}
			}
			return true
		})
		if !logs && !strings.Contains(fn.Name.Name, "log") {
			return false
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if a, ok := n.Type.(*ast.ArrayType); ok && fmt.Sprint(a.Elt) == "any" {
					take(n.Elts)
				}
			case *ast.CallExpr:
				if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "append" && len(n.Args) > 2 {
					take(n.Args[1:])
				}
			}
			return true
		})
		return false
	})
	return all
}

// isLog reports whether a call is one of a logger's, and where its keys begin.
func isLog(call *ast.CallExpr) (from int, is bool) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return 0, false
	}
	from, ok = logging[sel.Sel.Name]
	if !ok {
		return 0, false
	}
	of := ""
	switch x := sel.X.(type) {
	case *ast.Ident:
		of = x.Name
	case *ast.SelectorExpr:
		of = x.Sel.Name
	}
	return from, slices.Contains([]string{"log", "logger", "Logger", "Log", "slog"}, of)
}

// text is a string literal.
func text(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

func TestTheKeysOfALogAreFound(t *testing.T) {
	f := mustParse(t, "a.go", `package a
		func f() {
			e.log.Warn("text", "run_id", id, "n", 1)
			slog.InfoContext(ctx, "text", "a", 1)
			p.cfg.Logger.Log(ctx, level, "text", "b", 1)
			log.With("c", 1)
			args := []any{"d", 1}
			log.Error("text", append(args, "e", 1)...)
			other.Warn("text", "no", 1)
		}
		func g() { _ = []any{"no", 1} }`)
	var got []string
	for _, k := range keysOf(f) {
		got = append(got, k.name)
	}
	if slices.Sort(got); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "n", "run_id"}) {
		t.Errorf("found %q", got)
	}
}
