package ci_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/bench"
	"ensures/ci"
	"ensures/internal/git"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/partial"
)

// Files that name each other, checked many at a time, give the same rows as one after
// the other.
func TestCheckTogether(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	backend := nativetest.Backend(t, native.Options{})
	dir := t.TempDir()
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const files = 12
	for i := range files {
		text := fmt.Sprintf(`class C%d {
	static C%d next;
	//@ ensures \result == x + %d;
	static int same(int x) { return x; }
	//@ requires 0 <= x && x < 9;
	//@ ensures \result == x + %d;
	static int plus(int x) { return x + %d; }
	//@ ensures \result > 0;
	static int other() { return C%d.plus(1); }
}
`, i, (i+1)%files, i%2, i, i, (i+1)%files)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("C%d.java", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}

	check := func(processes int) *ci.Report {
		ctx := context.Background()
		repo, err := git.Open(ctx, dir)
		if err != nil {
			t.Fatal(err)
		}
		rt := bench.NewRuntime()
		rep, err := ci.Check(ctx, ci.Options{Repository: repo, Runtime: rt, Verifier: &partial.Backend{Backend: backend, Library: rt.Types}, Processes: processes, Threshold: 100})
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	together := check(8)
	words := func(r *ci.Report) (out []string) {
		for _, row := range r.Rows {
			out = append(out, fmt.Sprintf("%s %s %s %s", row.File, row.Method, row.Verdict, row.Change))
		}
		return out
	}
	if d := cmp.Diff(words(check(1)), words(together)); d != "" {
		t.Errorf("(-one +many):\n%s", d)
	}
	if c := together.Count(); c.Specified != 3*files || c.Verified != files+files/2 || c.NoAnswer > 0 {
		t.Errorf("%+v", c)
	}
}
