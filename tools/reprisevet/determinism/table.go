package determinism

import (
	"go/types"
	"path"
	"strings"
)

// rule says what is to be thought of some names of some packages.
type rule struct {
	packages string // import paths, separated by spaces; those below a/b are a/b/...
	code     code
	names    string // Name, Type.Method or patterns of them as of path.Match, separated by spaces
	instead  string // what to use; empty: what the code's kind says
}

// judge is the first rule that speaks of the name. A name without a rule is innocent if
// its package is known, and has to be looked at if not.
func judge(pkg, name string) (r rule, known bool) {
	for _, r := range rules {
		for p := range strings.FieldsSeq(r.packages) {
			if below, all := strings.CutSuffix(p, "/..."); p != pkg && !(all && (pkg == below || strings.HasPrefix(pkg, below+"/"))) {
				continue
			}
			known = true
			for pattern := range strings.FieldsSeq(r.names) {
				if ok, err := path.Match(pattern, name); ok && err == nil {
					return r, true
				}
			}
		}
	}
	return rule{}, known || standardInternal(pkg)
}

// standardInternal are the parts of the standard library that only it may import.
func standardInternal(pkg string) bool {
	return strings.HasPrefix(pkg, "internal/") || strings.HasPrefix(pkg, "vendor/")
}

// judged reports whether a table, and not its source, says what the package does.
func judged(pkg string) bool {
	_, known := judge(pkg, "")
	return known || ours(pkg)
}

// nameOf is how rules name a function, a method or a variable.
func nameOf(obj types.Object) string {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return obj.Name()
	}
	t := types.Unalias(fn.Signature().Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + "." + fn.Name()
	}
	return "interface." + fn.Name()
}

// spoken is the name as an author writes it.
func spoken(obj types.Object) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Name() + "." + nameOf(obj)
}
