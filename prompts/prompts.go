// Package prompts holds the texts that a model is told, as embedded Markdown
// templates that a folder can override, and renders them strictly: a field that a
// template asks for and the data does not have is an error.
//
// It must not know who asks a model, nor what for: the data comes from the caller.
package prompts

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
)

//go:embed templates
var embedded embed.FS

// Options choose the texts.
type Options struct {
	// Dir holds files that take the place of the embedded ones of the same path,
	// such as codeact/system.md. Empty: none.
	Dir string
	// Texts are templates by name that take the place of all others, for trying them.
	Texts map[string]string
	// Verifier is the name of the configured one; what is taught of JML depends on
	// it. Empty: native.
	Verifier string
	// Arithmetic is safe, java or quiet, as for the verifier. Empty: safe.
	Arithmetic string
}

// Set is templates that were parsed.
type Set struct {
	root    *template.Template
	texts   map[string]string
	origins map[string]string
}

// Load parses the embedded templates and those of the folder. A file of the folder
// that overrides nothing is an error, since nobody would render it.
func Load(o Options) (*Set, error) {
	o.Verifier = cmp.Or(o.Verifier, "native")
	o.Arithmetic = cmp.Or(o.Arithmetic, "safe")
	s := &Set{texts: map[string]string{}, origins: map[string]string{}}
	sub, err := fs.Sub(embedded, "templates")
	if err != nil {
		return nil, err
	}
	if err := s.read(sub, "embedded"); err != nil {
		return nil, err
	}
	if o.Dir != "" {
		known := s.Names()
		if info, err := os.Stat(o.Dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("prompts: there is no folder %s", o.Dir)
		}
		if err := s.read(os.DirFS(o.Dir), o.Dir); err != nil {
			return nil, fmt.Errorf("prompts in %s: %w", o.Dir, err)
		}
		for _, n := range s.Names() {
			if !slices.Contains(known, n) {
				return nil, fmt.Errorf("prompts in %s: there is no prompt %s to override; there are: %s", o.Dir, n, strings.Join(known, ", "))
			}
		}
	}
	for n, text := range o.Texts {
		if _, ok := s.texts[n]; !ok {
			return nil, s.unknown(n)
		}
		s.texts[n], s.origins[n] = text, "given"
	}
	s.root = template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"verifier":   func() string { return o.Verifier },
		"arithmetic": func() string { return o.Arithmetic },
		"trim":       strings.TrimSpace,
		"inc":        func(i int) int { return i + 1 },
	})
	for _, n := range s.Names() {
		if _, err := s.root.New(n).Parse(strings.TrimSpace(s.texts[n])); err != nil {
			return nil, fmt.Errorf("prompt %s (%s): %w", n, s.origins[n], err)
		}
	}
	for _, n := range s.Names() {
		for _, used := range s.uses(n) {
			if _, ok := s.texts[used]; !ok {
				return nil, fmt.Errorf("prompt %s (%s) includes %s, which is not there", n, s.origins[n], used)
			}
		}
	}
	return s, nil
}

func (s *Set) read(dir fs.FS, origin string) error {
	return fs.WalkDir(dir, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, ok := strings.CutSuffix(path, ".md")
		if !ok {
			return nil
		}
		raw, err := fs.ReadFile(dir, path)
		s.texts[name], s.origins[name] = strings.ReplaceAll(string(raw), "\r\n", "\n"), origin
		return err
	})
}

// Names are the prompts, parts of prompts included, sorted.
func (s *Set) Names() []string {
	var names []string
	for n := range s.texts {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Source is a prompt's template, and where it comes from: "embedded", a folder, or
// "given".
func (s *Set) Source(name string) (text, origin string, err error) {
	t, ok := s.texts[name]
	if !ok {
		return "", "", s.unknown(name)
	}
	return t, s.origins[name], nil
}

// ErrUnknown is returned (wrapped) for a name that no prompt has.
var ErrUnknown = errors.New("no such prompt")

func (s *Set) unknown(name string) error {
	return fmt.Errorf("%w: %s; there are: %s", ErrUnknown, name, strings.Join(s.Names(), ", "))
}

// Render fills a prompt in. Space around it is trimmed.
func (s *Set) Render(name string, data any) (string, error) {
	if _, ok := s.texts[name]; !ok {
		return "", s.unknown(name)
	}
	var b strings.Builder
	if err := s.root.ExecuteTemplate(&b, name, data); err != nil {
		return "", fmt.Errorf("prompt %s (%s): %w", name, s.origins[name], err)
	}
	return strings.TrimSpace(b.String()), nil
}

// Hash is the SHA-256, in hexadecimal, of a prompt's template and of all that it
// includes; empty when there is no such prompt.
func (s *Set) Hash(name string) string {
	if _, ok := s.texts[name]; !ok {
		return ""
	}
	h := sha256.New()
	for _, n := range append([]string{name}, s.uses(name)...) {
		fmt.Fprintf(h, "%s\x00%d\x00%s", n, len(s.texts[n]), s.texts[n])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Hashes are the hashes of all prompts.
func (s *Set) Hashes() map[string]string {
	m := map[string]string{}
	for n := range s.texts {
		m[n] = s.Hash(n)
	}
	return m
}

// uses are the prompts that one includes, directly or not, sorted.
func (s *Set) uses(name string) []string {
	seen := map[string]bool{}
	var visit func(n string)
	visit = func(n string) {
		t := s.root.Lookup(n)
		if t == nil || t.Tree == nil {
			return
		}
		walk(t.Root, func(used string) {
			if !seen[used] && used != name {
				seen[used] = true
				visit(used)
			}
		})
	}
	visit(name)
	var list []string
	for n := range seen {
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// walk calls f for every template that a tree executes.
func walk(n parse.Node, f func(string)) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, c := range n.Nodes {
				walk(c, f)
			}
		}
	case *parse.TemplateNode:
		f(n.Name)
	case *parse.IfNode:
		walk(n.List, f)
		walk(n.ElseList, f)
	case *parse.RangeNode:
		walk(n.List, f)
		walk(n.ElseList, f)
	case *parse.WithNode:
		walk(n.List, f)
		walk(n.ElseList, f)
	}
}

// Export writes every template below dir, as files that Options.Dir reads. It
// overwrites nothing.
func (s *Set) Export(dir string) (files []string, err error) {
	for _, n := range s.Names() {
		path := filepath.Join(dir, filepath.FromSlash(n)+".md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return files, fmt.Errorf("export prompts: %w", err)
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return files, fmt.Errorf("export prompts: %w", err)
		}
		_, err = f.WriteString(s.texts[n])
		if err = errors.Join(err, f.Close()); err != nil {
			return files, fmt.Errorf("export prompts: %w", err)
		}
		files = append(files, path)
	}
	return files, nil
}
