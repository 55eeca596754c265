package bench

import (
	"testing"

	"ensures/java/interp"
)

// A variant of a text leaves the text as it is: it is the input of a run that was recorded.
func TestVariantsLeaveTheirTextAlone(t *testing.T) {
	for _, text := range []string{"ab{y", "ab{中"} {
		g := &values{rng: source(1, text)}
		s, turned := interp.NewString(text), 0
		for range 200 {
			if v := g.variantText(s, s); v.Len() == s.Len() && v.At(0) == s.At(s.Len()-1) {
				turned++
			}
			if s.GoString() != text {
				t.Fatalf("%q became %q", text, s.GoString())
			}
		}
		if turned == 0 {
			t.Errorf("no variant of %q was turned round", text)
		}
	}
}
