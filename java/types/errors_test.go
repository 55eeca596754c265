package types_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/types"
)

var expectation = regexp.MustCompile(`// ERROR "((?:[^"\\]|\\.)*)"(?: HINT "((?:[^"\\]|\\.)*)")?`)

// chunks are the programs of a test file, divided by lines of "// ---"; each
// keeps its lines' numbers.
func chunks(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	before := 0
	for _, c := range strings.Split(string(b), "// ---\n") {
		out = append(out, strings.Repeat("\n", before)+c)
		before += strings.Count(c, "\n") + 1
	}
	return out
}

// Every expected error is reported on its line and no other.
func TestErrors(t *testing.T) {
	lib := testLibrary()
	files, _ := filepath.Glob("testdata/errors/*.java")
	if len(files) == 0 {
		t.Fatal("no testdata")
	}
	for _, path := range files {
		for _, src := range chunks(t, path) {
			f, errs := java.Parse(filepath.Base(path), src)
			_, more := types.Check(lib, f)
			errs = append(errs, more...)
			got := map[int][]*java.Error{}
			for _, e := range errs {
				got[e.At.Line] = append(got[e.At.Line], e)
			}
			for i, line := range strings.Split(src, "\n") {
				m := expectation.FindStringSubmatch(line)
				es := got[i+1]
				if m == nil {
					for _, e := range es {
						t.Errorf("unexpected: %v [%s]", e, e.Hint)
					}
					continue
				}
				if len(es) == 0 {
					t.Errorf("%s:%d: no error, want %q", filepath.Base(path), i+1, m[1])
					continue
				}
				ok := false
				for _, e := range es {
					ok = ok || regexp.MustCompile(m[1]).MatchString(e.Msg) && regexp.MustCompile(m[2]).MatchString(e.Hint)
				}
				if !ok {
					t.Errorf("%v [%s]\n\twant %q hint %q", es[0], es[0].Hint, m[1], m[2])
				}
			}
		}
	}
}

// The real compiler rejects the same lines.
func TestConfirmErrors(t *testing.T) {
	require.Tool(t, "javac")
	tool := require.Tool(t, "java")
	files, _ := filepath.Glob("testdata/errors/*.java")
	dir := t.TempDir()
	var srcs, names []string
	var lines strings.Builder
	for _, path := range files {
		for i, src := range chunks(t, path) {
			p := filepath.Join(dir, strconv.Itoa(i)+filepath.Base(path))
			if err := os.WriteFile(p, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			srcs, names = append(srcs, src), append(names, filepath.Base(path))
			lines.WriteString(p + "\n")
		}
	}
	cmd := exec.Command(tool, "--add-exports", "jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED", "testdata/DumpTypes.java")
	cmd.Stdin = strings.NewReader(lines.String())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("DumpTypes: %v\n%s", err, stderr.String())
	}
	sections := strings.Split("\n"+string(out), "\nfile ")[1:]
	for i, s := range sections {
		rejected := map[int]string{}
		for _, l := range strings.Split(s, "\n") {
			if f := strings.SplitN(l, " ", 3); f[0] == "error" {
				n, _ := strconv.Atoi(f[1])
				rejected[n] = f[2]
			}
		}
		attributed := true // flow errors are only looked for when there are no others
		for i, line := range strings.Split(srcs[i], "\n") {
			if rejected[i+1] != "" && !isFlowError(line) {
				attributed = false
			}
		}
		for n, line := range strings.Split(srcs[i], "\n") {
			want := expectation.MatchString(line)
			if isFlowError(line) && !attributed {
				continue
			}
			if want && rejected[n+1] == "" {
				t.Errorf("%s:%d: the compiler accepts it: %s", names[i], n+1, line)
			}
			if !want && rejected[n+1] != "" {
				t.Errorf("%s:%d: the compiler rejects it: %s", names[i], n+1, rejected[n+1])
			}
		}
	}
}

func isFlowError(line string) bool {
	m := expectation.FindStringSubmatch(line)
	return m != nil && (strings.Contains(m[1], "missing return") || strings.Contains(m[1], "unreachable") ||
		strings.Contains(m[1], "does not cover") || strings.Contains(m[1], "might") || strings.Contains(m[1], "unreported") || strings.Contains(m[1], "effectively final") || strings.Contains(m[1], "final"))
}
