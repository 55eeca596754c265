package eval

import (
	"math/big"
	"testing"

	"ensures/rust/spec"
	"ensures/rust/values"
	"ensures/value"
)

// TestLongProducts: a product that no type holds is not worked out.
func TestLongProducts(t *testing.T) {
	f := spec.Parse("verus! {\nspec fn p(n: int) -> int decreases n { if n <= 0 { 1 } else { p(n - 1) * 1000 } }\nfn f(n: u16) ensures p(n as int) > 0 { }\n}")
	if len(f.Errs) > 0 {
		t.Fatal(f.Errs[0])
	}
	fn := f.Funcs[1]
	for n, want := range map[int64]value.Truth{20: value.True, 1900: value.Unknown} {
		v, err := New(f).Clause(fn, fn.Clauses[0].Expr, State{Before: map[string]*values.Value{"n": values.Integer(big.NewInt(n))}})
		if err != nil || v.Truth != want {
			t.Errorf("p(%d): %v %v, want %v", n, v.Truth, err, want)
		}
	}
}
