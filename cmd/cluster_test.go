package cmd

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ensures/internal/require"

	"go.yaml.in/yaml/v3"
)

// The commands of examples/cluster are commands that there are, with flags that
// they have.
func TestClusterExamples(t *testing.T) {
	queue, err := os.ReadFile("ensures-queue/main.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../examples/cluster/*.*")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		switch filepath.Ext(path) {
		case ".sh":
			require.Tool(t, "bash")
			if out, err := exec.Command("bash", "-n", path).CombinedOutput(); err != nil {
				t.Errorf("%s: %s", path, out)
			}
			texts = []string{strings.ReplaceAll(string(data), "\\\n", " ")}
		case ".yaml":
			texts = strs(t, path, data)
		case ".md":
			continue
		}
		for _, text := range texts {
			for _, line := range regexp.MustCompile(`\bensures(-queue)? [^\n#]*`).FindAllString(text, -1) {
				words := strings.Fields(line)
				if words[0] == "ensures-queue" {
					found["queue"]++
					for _, w := range words {
						if name, ok := strings.CutPrefix(w, "--"); ok && !strings.Contains(string(queue), `flag.String("`+name+`"`) {
							t.Errorf("%s: ensures-queue has no flag %s", path, w)
						}
					}
					continue
				}
				c, _, err := newRoot(&app{}).Find(words[1:])
				if err != nil || !c.Runnable() || c.HasSubCommands() {
					t.Errorf("%s: no command %q: %v", path, line, err)
					continue
				}
				found[c.Name()]++
				for _, w := range words {
					if name, ok := strings.CutPrefix(w, "--"); ok && c.Flags().Lookup(name) == nil {
						t.Errorf("%s: %s has no flag %s", path, c.CommandPath(), w)
					}
				}
			}
		}
	}
	for what, n := range map[string]int{"run": 4, "worker": 2, "queue": 2, "report": 1} {
		if found[what] < n {
			t.Errorf("%d commands %s in the examples, there were %d", found[what], what, n)
		}
	}
}

// strs are the strings of all documents of a YAML file, commands joined.
func strs(t *testing.T, path string, data []byte) []string {
	var out []string
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, x := range v {
				visit(x)
			}
		case map[string]any:
			if v["kind"] == "Job" && v["spec"] == nil {
				t.Errorf("%s: a Job without a spec", path)
			}
			for _, x := range v {
				visit(x)
			}
		}
	}
	for d := yaml.NewDecoder(bytes.NewReader(data)); ; {
		var doc any
		err := d.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		visit(doc)
	}
}
