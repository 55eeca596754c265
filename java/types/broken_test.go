package types_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ensures/java"
	"ensures/java/types"
)

// Broken programs are checked without a crash, and every error has a place in
// the source.
func TestBrokenPrograms(t *testing.T) {
	lib := testLibrary()
	rng := rand.New(rand.NewPCG(1, 2))
	var srcs []string
	files, _ := filepath.Glob("testdata/*/*.java")
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		srcs = append(srcs, string(b))
	}
	n := 60
	if testing.Short() {
		n = 10
	}
	for _, src := range srcs {
		for range n {
			checkBroken(t, lib, damage(rng, src))
		}
	}
}

// damage deletes, doubles or moves a few stretches of text.
func damage(rng *rand.Rand, src string) string {
	for range 1 + rng.IntN(4) {
		if len(src) < 10 {
			return src
		}
		i := rng.IntN(len(src))
		j := min(i+1+rng.IntN(12), len(src))
		switch rng.IntN(3) {
		case 0:
			src = src[:i] + src[j:]
		case 1:
			src = src[:j] + src[i:]
		default:
			k := rng.IntN(len(src))
			src = src[:k] + src[i:j] + src[k:]
		}
	}
	return src
}

func checkBroken(t *testing.T, lib *types.Library, src string) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v on\n%s", r, src)
		}
	}()
	slow := time.AfterFunc(20*time.Second, func() { panic("takes too long:\n" + src) })
	defer slow.Stop()
	f, _ := java.Parse("Broken.java", src)
	_, errs := types.Check(lib, f)
	for _, e := range errs {
		if e.Span.From < 1 || int(e.Span.To) > len(src)+1 || e.Span.From > e.Span.To {
			t.Fatalf("%v at %v of %d on\n%s", e, e.Span, len(src), src)
		}
	}
}

func FuzzCheck(f *testing.F) {
	files, _ := filepath.Glob("testdata/*/*.java")
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	lib := testLibrary()
	f.Fuzz(func(t *testing.T, src string) { checkBroken(t, lib, src) })
}
