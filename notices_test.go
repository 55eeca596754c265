package ensures_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ensures/internal/golden"
)

// THIRD_PARTY_NOTICES holds the licences of all modules that the commands are linked
// from, on Linux; `make notices` writes it.
func TestNotices(t *testing.T) {
	var out strings.Builder
	out.WriteString("The programs of this repository are linked from the following modules, each under the licence below it.\n")
	holders := map[string][]string{} // by the text of a licence
	var texts []string
	for _, m := range linked(t) {
		text := licences(t, m)
		if holders[text] == nil {
			texts = append(texts, text)
		}
		holders[text] = append(holders[text], strings.TrimSpace(m.Path+" "+m.Version))
	}
	for _, text := range texts {
		fmt.Fprintf(&out, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(holders[text], "\n"), text)
	}
	golden.Text(t, "THIRD_PARTY_NOTICES", out.String())
}

// module is what `go list -json` says of one.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// linked lists the modules of the commands' packages, Go itself first.
func linked(t *testing.T) []module {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/...")
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
	raw, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}

	var all []module
	for dec := json.NewDecoder(bytes.NewReader(raw)); dec.More(); {
		var p struct{ Module *module }
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && !p.Module.Main && !slices.Contains(all, *p.Module) {
			all = append(all, *p.Module)
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Path, b.Path) })

	// Go's own licence is that of its x modules; not every installed Go holds the file.
	i := slices.IndexFunc(all, func(m module) bool { return strings.HasPrefix(m.Path, "golang.org/x/") })
	return append([]module{{Path: "the Go standard library", Dir: all[i].Dir}}, all...)
}

// licences returns the texts that a module's folder has as licence and notice.
func licences(t *testing.T, m module) string {
	t.Helper()
	es, err := os.ReadDir(m.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, e := range es {
		name, _, _ := strings.Cut(strings.ToLower(e.Name()), ".")
		if e.IsDir() || name != "license" && name != "licence" && name != "copying" && name != "notice" {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(m.Dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(raw), "\r\n", "\n")
		texts = append(texts, strings.TrimSpace(text))
	}
	if len(texts) == 0 {
		t.Errorf("%s has no licence", m.Path)
	}
	return strings.Join(texts, "\n\n")
}
