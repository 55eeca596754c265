package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// Every verb has a page, with its text and flags, in which nothing of them is a request
// of the page's language.
func TestManPages(t *testing.T) {
	dir := t.TempDir()
	root := newRoot(&app{})
	if err := writePages(root, dir); err != nil {
		t.Fatal(err)
	}
	request := regexp.MustCompile(`^\.(TH|SH|B|TP|nf|fi)\b`)
	each(root, func(c *cobra.Command) {
		if !c.IsAvailableCommand() && c.HasParent() {
			return
		}
		raw, err := os.ReadFile(filepath.Join(dir, pageName(c)+".1"))
		if err != nil {
			t.Error(err)
			return
		}
		page := string(raw)
		for line := range strings.Lines(page) {
			if (strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'")) && !request.MatchString(line) {
				t.Errorf("%s: %s", pageName(c), line)
			}
		}
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(page, roff("--"+f.Name)) {
				t.Errorf("%s has no --%s", pageName(c), f.Name)
			}
		})
		for _, want := range []string{c.Short, c.Example} {
			if !strings.Contains(page, roff(want)) {
				t.Errorf("%s has no %q", pageName(c), want)
			}
		}
	})

	if _, err := exec.LookPath("groff"); err != nil {
		return // the rest shows that a real formatter reads them
	}
	pages, _ := filepath.Glob(filepath.Join(dir, "*.1"))
	out, err := exec.Command("groff", append([]string{"-man", "-Tascii", "-wall", "-z"}, pages...)...).CombinedOutput()
	if err != nil || regexp.MustCompile(`warning: (macro|can't find macro|unbalanced|escape)`).Match(out) {
		t.Errorf("groff: %v\n%.600s", err, out)
	}
}

// A text of a page is what it was: no request, no escape.
func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		".SH x\n'br\na":           "\\&.SH x\n\\&'br\na",
		`\result >= 0; --x 'y' .`: `\eresult >= 0; \-\-x 'y' .`,
	} {
		if got := roff(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// The package for Debian is made of what .ci/dist puts into an archive.
func TestPackage(t *testing.T) {
	raw, err := os.ReadFile("../packaging/nfpm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dist, err := os.ReadFile("../.ci/dist")
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Name, License string
		Contents      []struct{ Src, Dst string }
	}
	if err := yaml.Unmarshal(raw, &p); err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Contents {
		name := strings.TrimPrefix(c.Src, "./")
		shell, isCompletion := strings.CutPrefix(name, "completions/ensures.")
		switch {
		case isCompletion && strings.Contains(string(dist), " "+shell+" "):
		case name == "man/*.1" || name == "ensures":
		case strings.Contains(string(dist), name):
		default:
			t.Errorf("no archive has %s", c.Src)
		}
		if !strings.HasPrefix(c.Dst, "/usr/") {
			t.Errorf("%s goes to %s", c.Src, c.Dst)
		}
	}
	if len(p.Contents) < 7 || p.Name != "ensures" || p.License != "Apache-2.0" {
		t.Errorf("%+v", p)
	}
}
