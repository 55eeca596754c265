package eval

import (
	"os"
	"strings"
	"testing"
)

// Any expression can be evaluated within its limits.
func FuzzEvalExpr(f *testing.F) {
	b, err := os.ReadFile("testdata/eval.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, l := range strings.Split(string(b), "\n") {
		if _, x, ok := strings.Cut(l, "//@ ensures "); ok {
			f.Add(strings.TrimSuffix(x, ";"))
		}
	}
	f.Fuzz(func(t *testing.T, expr string) {
		if len(expr) > 1000 || strings.ContainsAny(expr, "\n\r") || strings.Contains(expr, "@") {
			return
		}
		evalFuzz(t, expr)
	})
}
