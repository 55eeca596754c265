package cmd

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/sandbox"
)

// What the patch program makes of the old text and the patch is the new text.
func TestUnifiedDiffApplies(t *testing.T) {
	patch := require.Tool(t, "patch")
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		old := randomLines(r, r.IntN(40))
		new := change(r, old)
		dir := t.TempDir()
		file := filepath.Join(dir, "f.txt")
		if err := os.WriteFile(file, []byte(old), 0o644); err != nil {
			t.Fatal(err)
		}
		d := strings.Join(unifiedDiff("f.txt", old, new), "")
		if (d == "") != (old == new) {
			t.Fatalf("%d: an empty patch for %q and %q", n, old, new)
		}
		if d == "" {
			continue
		}
		res, err := sandbox.Run(t.Context(), sandbox.Cmd{Path: patch, Args: []string{"--binary", "-p1", "-s"}, Dir: dir, Stdin: strings.NewReader(d)})
		if err != nil || res.ExitCode != 0 {
			t.Fatalf("%d: patch: %v %s%s\n%s", n, err, res.Stdout, res.Stderr, d)
		}
		got, err := os.ReadFile(file)
		if new == "" && os.IsNotExist(err) { // patch removes what becomes empty
			continue
		}
		if string(got) != new {
			t.Fatalf("%d: patched:\n%q\nwant:\n%q\n%s", n, got, new, d)
		}
	}
}

func randomLines(r *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d", r.IntN(12))
		if i < n-1 || r.IntN(4) > 0 {
			b.WriteString([]string{"\n", "\r\n"}[r.IntN(8)/7])
		}
	}
	return b.String()
}

// change inserts lines, and now and then drops one.
func change(r *rand.Rand, s string) string {
	var out []string
	for _, l := range lines(s) {
		for r.IntN(6) == 0 {
			out = append(out, fmt.Sprintf("new %d\n", r.IntN(5)))
		}
		if r.IntN(15) > 0 {
			out = append(out, l)
		}
	}
	return strings.Join(out, "")
}
