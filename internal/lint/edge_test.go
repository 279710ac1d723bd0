package lint_test

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// encoders write events. What leaves for a store is encoded by internal/sealing alone, so that
// no verb forgets the transforms. The engine writes by itself what it says of a row that cannot
// be read, for whoever has no key.
var encoders = []string{"EncodeEvent", "EncodeRow", "EncodeRows"}

var mayEncode = []string{"internal/sealing/sealing.go", "internal/engine/rowbytes.go"}

func TestOnlyTheEdgeEncodesForAStore(t *testing.T) {
	for _, f := range files(t) {
		if f.test || slices.Contains(mayEncode, f.path) || !strings.HasPrefix(f.path, "internal/engine/") && f.dir != "." {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "history" && slices.Contains(encoders, s.Sel.Name) {
				t.Errorf("%s calls history.%s: encode by a Sealer, or payloads are stored in plain", f.path, s.Sel.Name)
			}
			return true
		})
	}
}
