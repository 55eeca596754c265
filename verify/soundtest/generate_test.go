package soundtest

import (
	"testing"

	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
)

// TestGenerate: every program is well formed in both of its forms.
func TestGenerate(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	o := Options{Types: lib, Lib: interp.NewLibrary(lib)}
	for seed := range int64(400) {
		p := Generate(seed)
		for _, src := range []string{p.Source, p.Exact} {
			if _, err := newRunner(src, o); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}
