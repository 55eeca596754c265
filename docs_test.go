package ensures_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ensures/cmd"
	"ensures/configs"
)

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// ARCHITECTURE.md names every package, and no package that is gone.
func TestArchitectureNamesPackages(t *testing.T) {
	text := read(t, "ARCHITECTURE.md")
	for _, p := range packages(t) {
		name, ours := strings.CutPrefix(p.ImportPath, "ensures/")
		if !ours || strings.HasPrefix(name, "internal/") || strings.HasPrefix(name, "cmd/") {
			continue
		}
		if !strings.Contains(text, "`"+name+"`") {
			t.Errorf("ARCHITECTURE.md does not name `%s`", name)
		}
	}
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.HasPrefix(strings.TrimSpace(cells[1]), "`") {
			continue
		}
		name := strings.Trim(strings.TrimSpace(cells[1]), "`")
		if _, planned := layers[name]; planned {
			continue
		}
		if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
			t.Errorf("ARCHITECTURE.md names `%s`, which is not there", name)
		}
	}
}

// docs/formats.md lists every configuration key with its variable, and every exit code.
func TestFormatsAreListed(t *testing.T) {
	text := read(t, "docs/formats.md")
	for _, key := range configs.Keys() {
		for _, want := range []string{"`" + key + "`", "`" + configs.EnvName(key) + "`"} {
			if !strings.Contains(text, want) {
				t.Errorf("docs/formats.md does not list %s", want)
			}
		}
	}
	for _, code := range cmd.ExitCodes() {
		if !strings.Contains(text, "| "+strconv.Itoa(code)+" |") {
			t.Errorf("docs/formats.md does not list the exit code %d", code)
		}
	}
}
