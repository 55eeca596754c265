package require

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fake records what a test would have done.
type fake struct{ skipped, failed string }

func (f *fake) Helper()                      {}
func (f *fake) Skipf(s string, args ...any)  { f.skipped = fmt.Sprintf(s, args...) }
func (f *fake) Fatalf(s string, args ...any) { f.failed = fmt.Sprintf(s, args...) }

func TestMissing(t *testing.T) {
	for _, c := range []struct {
		name, promised, ci string
		run                func(T)
		fails              bool
	}{
		{"tool not promised", "", "", func(t T) { Tool(t, "no-such-tool") }, false},
		{"another tool promised", "java", "true", func(t T) { Tool(t, "no-such-tool") }, false},
		{"tool promised", "java,no-such-tool", "", func(t T) { Tool(t, "no-such-tool") }, true},
		{"data not promised", "", "false", func(t T) { Shared(t, "no/such/file") }, false},
		{"data promised", "shared", "", func(t T) { Shared(t, "no/such/file") }, true},
		{"data promised by CI", "", "true", func(t T) { Shared(t, "no/such/file") }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("ENSURES_REQUIRE", c.promised)
			t.Setenv("CI", c.ci)
			var f fake
			c.run(&f)
			if got := f.failed != ""; got != c.fails {
				t.Errorf("failed %q, skipped %q; want failure %v", f.failed, f.skipped, c.fails)
			}
			if got := f.skipped != ""; got == c.fails {
				t.Errorf("skipped %q; want skip %v", f.skipped, !c.fails)
			}
		})
	}
}

func TestRoot(t *testing.T) {
	root, err := Root()
	if err != nil || !strings.Contains(root, "/") {
		t.Fatalf("Root() = %q, %v", root, err)
	}
}

func TestInstalled(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv("PATH", t.TempDir())
	if path, ok := Find("prover"); ok {
		t.Errorf("found %s", path)
	}
	want := filepath.Join(data, "ensures", "tools", "prover-4.2", "bin", "prover")
	if err := os.MkdirAll(filepath.Dir(want), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(want, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := Tool(&fake{}, "prover"); got != want {
		t.Errorf("Tool() = %q, want %q", got, want)
	}
	UseInstalled("prover")
	if got, err := exec.LookPath("prover"); err != nil || got != want {
		t.Errorf("on PATH: %q, %v", got, err)
	}
}
