package configs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A template changes nothing, and without its marks it says what holds anyway.
func TestTemplate(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, FolderName, Template())
	r, err := Load(Options{Env: env(nil)})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range Keys() {
		if r.Origin[key] != "default" {
			t.Errorf("%s from %s", key, r.Origin[key])
		}
	}
	if r.Folder != nil && len(r.Folder.Guarded) > 0 {
		t.Errorf("a template asks for consent to %v", r.Folder.Guarded)
	}
	defaultly := r.Map()

	var b strings.Builder
	for line := range strings.Lines(Template()) {
		if body := strings.TrimPrefix(line, "#"); strings.Contains(body, ":") && !strings.HasPrefix(body, " ") || strings.HasPrefix(body, "  ") {
			line = body
		}
		b.WriteString(line)
	}
	write(t, "plain.yaml", b.String())
	r, err = Load(Options{File: "plain.yaml", Env: env(nil)})
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	if d := cmp.Diff(defaultly, r.Map()); d != "" {
		t.Errorf("(-default +template):\n%s", d)
	}
	if r.Origin["harness.pairs"] == "default" {
		t.Error("nothing of the template was read")
	}
}
