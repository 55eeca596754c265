package cmd

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
)

// What annotate writes into the projects of examples/projects compiles, verify proves, from
// what is written alone, the
// methods that annotate said were proved, a second run over what was written changes
// nothing, and a run over a fresh copy writes the same.
func TestProjects(t *testing.T) {
	javac := require.Tool(t, "javac")
	require.Tool(t, "z3")
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	// How many methods have to be verified with a postcondition.
	least := map[string]int{"maven": 9, "gradle": 5, "plain": 5}
	for _, name := range slices.Sorted(maps.Keys(least)) {
		if testing.Short() && name != "plain" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			first, second := copyOf(t, filepath.Join(root, "examples", "projects", name)), copyOf(t, filepath.Join(root, "examples", "projects", name))
			before := sourcesIn(t, first)

			proved, ensured := provedIn(t, projectRun(t, first, "annotate", "--json", "--write", "--budget", "2s", "."))
			written := sourcesIn(t, first)
			if ensured < least[name] {
				t.Errorf("%d methods are verified with an ensures, want %d: %v", ensured, least[name], proved)
			}
			if maps.Equal(before, written) {
				t.Fatal("nothing is written")
			}

			args := []string{"-d", t.TempDir()}
			for path := range written {
				args = append(args, filepath.Join(first, path))
			}
			if out, err := exec.Command(javac, args...).CombinedOutput(); err != nil {
				t.Errorf("javac: %v\n%s", err, out)
			}

			verified := verifiedIn(t, projectRun(t, first, "verify", "--portable", "--json", "."))
			for _, m := range proved {
				if !slices.Contains(verified, m) {
					t.Errorf("verify does not prove %s, which annotate proved: %v", m, verified)
				}
			}

			projectRun(t, first, "annotate", "--json", "--write", "--budget", "2s", ".")
			sameFiles(t, "a second run over what was written", written, sourcesIn(t, first))
			projectRun(t, second, "annotate", "--json", "--write", "--budget", "2s", ".")
			sameFiles(t, "a run over a fresh copy", written, sourcesIn(t, second))
		})
	}
}

// projectRun runs ensures in a project and returns what it prints. The answers of other
// runs are not kept for it.
func projectRun(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	t.Chdir(dir)
	state := t.TempDir()
	var stdout, stderr bytes.Buffer
	code := Run(t.Context(), Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Now: time.Now,
		Getenv: func(k string) string {
			switch k {
			case "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME":
				return state
			case "PATH":
				return os.Getenv(k)
			}
			return ""
		},
	})
	if code != ExitOK && code != ExitBelow {
		t.Fatalf("%v: exit code %d: %s", args, code, stderr.String())
	}
	return stdout.Bytes()
}

// provedIn returns the methods that annotate proved, and how many of them have an ensures.
func provedIn(t *testing.T, out []byte) (proved []string, ensured int) {
	t.Helper()
	for line := range bytes.Lines(out) {
		var row struct {
			Method  string
			Proved  bool
			Clauses []struct{ Kind string }
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if !row.Proved || len(row.Clauses) == 0 {
			continue
		}
		class, name := row.Method[:strings.LastIndexByte(row.Method, '.')], row.Method[strings.LastIndexByte(row.Method, '.')+1:]
		if class[strings.LastIndexByte(class, '.')+1:] == name {
			name = "<init>" // as a proof calls a constructor
		}
		proved = append(proved, class+"."+name)
		if slices.ContainsFunc(row.Clauses, func(c struct{ Kind string }) bool { return c.Kind == "ensures" }) {
			ensured++
		}
	}
	return proved, ensured
}

// verifiedIn returns the methods that verify proves, by class and name.
func verifiedIn(t *testing.T, out []byte) (names []string) {
	t.Helper()
	for line := range bytes.Lines(out) {
		var row struct {
			Methods []struct{ Key, Verdict string }
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		for _, m := range row.Methods {
			if m.Verdict == "verified" {
				name, _, _ := strings.Cut(m.Key, "(")
				names = append(names, name)
			}
		}
	}
	return names
}

func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// sourcesIn returns the Java files of a folder by their paths in it.
func sourcesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".java" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		out[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sameFiles(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for path, text := range want {
		if got[path] != text {
			t.Errorf("%s: %s differs\n%s\n--- instead of\n%s", what, path, got[path], text)
		}
	}
}
