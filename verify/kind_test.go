package verify

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// TestKinds: the list has every constant of the file.
func TestKinds(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ast.Inspect(f, func(node ast.Node) bool {
		if v, ok := node.(*ast.ValueSpec); ok {
			n += len(v.Names)
		}
		return true
	})
	seen := map[Kind]bool{}
	for _, k := range Kinds() {
		seen[k] = true
	}
	if len(seen) != n {
		t.Errorf("Kinds lists %d kinds of %d", len(seen), n)
	}
}
