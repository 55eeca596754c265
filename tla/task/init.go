package task

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// InitOptions say what a task folder is drafted from.
type InitOptions struct {
	Dir    string   // the folder to be made
	Repo   string   // the engineer's repository, or a folder of it
	Source []string // files below Repo, with slashes; none: found by what they speak of
	Traces []string // files with logged events, wherever they are; none: none yet
	Module string   // name of the module; empty: from the name of the folder
}

// Draft is what Init has done and found.
type Draft struct {
	Dir    string   `json:"dir"`
	Module string   `json:"module"`
	Source []Found  `json:"source"` // taken
	Others []Found  `json:"others"` // also found, and not taken
	Events []Logged `json:"events"`
	Traces []string `json:"traces"`
	Silent []Silent `json:"silent,omitempty"` // traces in which no event was found
	Todo   []string `json:"todo"`             // what is left to a human, in the order to do it
}

// ErrExists says that Init would write over a task.
var ErrExists = errors.New("there is a task already")

// Init drafts a task folder: it copies source files and traces into it, and writes a
// task.yaml with the events that they log. What it can't know, what the system does and
// which of its steps count, is marked TODO. Nothing that exists is written over.
func Init(o InitOptions) (Draft, error) {
	d := Draft{Dir: o.Dir, Module: o.Module}
	if _, err := os.Stat(filepath.Join(o.Dir, File)); err == nil {
		return d, fmt.Errorf("%s: %w: take another folder, or delete its %s", o.Dir, ErrExists, File)
	}
	if info, err := os.Stat(o.Repo); err != nil || !info.IsDir() {
		return d, fmt.Errorf("%s is no folder with source files", o.Repo)
	}
	if err := d.sources(o); err != nil {
		return d, err
	}

	if d.Module == "" {
		abs, err := filepath.Abs(o.Dir)
		if err != nil {
			return d, err
		}
		d.Module = moduleName(filepath.Base(abs))
	}
	if !identifierForm.MatchString(d.Module) {
		return d, fmt.Errorf("%q is no name of a module in TLA+: letters, digits and underscores, with a letter among them", d.Module)
	}

	var traces [][]byte
	var fromSource, fromTraces []Logged
	for _, f := range o.Traces {
		raw, err := os.ReadFile(f)
		if err != nil {
			return d, err
		}
		// Folders are flattened, so that two traces of one name would be one file.
		rel := "traces/" + filepath.Base(f)
		if slices.Contains(d.Traces, rel) {
			return d, fmt.Errorf("two traces have the name %s", filepath.Base(f))
		}
		d.Traces = append(d.Traces, rel)
		traces = append(traces, raw)
		events := eventsOfTrace(rel, raw)
		if len(events) == 0 {
			d.Silent = append(d.Silent, Silent{rel, whySilent(raw)})
		}
		fromTraces = append(fromTraces, events...)
	}
	for _, f := range d.Source {
		fromSource = append(fromSource, eventsOfSource("source/"+f.Path, f.text)...)
	}
	d.Events = merge(fromSource, fromTraces)

	write := func(rel string, raw []byte) error {
		file := filepath.Join(o.Dir, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		// O_EXCL: a file that is there is somebody's work, also where it appeared since.
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s is there already, and is left alone", file)
		} else if err != nil {
			return err
		}
		_, err = f.Write(raw)
		return errors.Join(err, f.Close())
	}

	// The files come before task.yaml: only a folder with all of them is a task.
	for _, f := range d.Source {
		if err := write("source/"+f.Path, []byte(f.text)); err != nil {
			return d, err
		}
	}
	for i, rel := range d.Traces {
		if err := write(rel, traces[i]); err != nil {
			return d, err
		}
	}
	text, err := d.yaml(about(o.Repo))
	if err != nil {
		return d, err
	}
	d.todo()
	return d, write(File, text)
}

// sources finds the files, or takes those that were named.
func (d *Draft) sources(o InitOptions) error {
	if len(o.Source) == 0 {
		all, err := find(o.Repo)
		if err != nil {
			return err
		}
		d.Source = choose(all)
		d.Others = slices.DeleteFunc(all, func(f Found) bool {
			return slices.ContainsFunc(d.Source, func(t Found) bool { return t.Path == f.Path })
		})
		if len(d.Source) == 0 {
			return fmt.Errorf("%s has no source file that speaks of threads, locks or messages: name the files", o.Repo)
		}
		return nil
	}
	for _, name := range o.Source {
		rel := within(o.Repo, name)
		if path.IsAbs(rel) || strings.HasPrefix(rel, "..") {
			return fmt.Errorf("%s is outside of %s", name, o.Repo)
		}
		f, ok, err := look(o.Repo, rel)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("%s is no source file: it is no text in UTF-8, larger than %d bytes, or generated", name, maxFile)
		}
		d.Source = append(d.Source, f)
	}
	return nil
}

// within is a file's path relative to the repository. A name that is no file there, but
// is one of the repository from where the command was called, means that one.
func within(repo, name string) string {
	if _, err := os.Stat(filepath.Join(repo, name)); err == nil && !filepath.IsAbs(name) {
		return path.Clean(filepath.ToSlash(name))
	}
	base, err := filepath.Abs(repo)
	file, err2 := filepath.Abs(name)
	if err == nil && err2 == nil && isRegular(file) {
		if rel, err := filepath.Rel(base, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return path.Clean(filepath.ToSlash(name))
}

func isRegular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// moduleName is a name for a module from that of a folder.
func moduleName(folder string) string {
	words := strings.FieldsFunc(folder, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var b strings.Builder
	for _, w := range words {
		b.WriteString(capital(w))
	}
	if b.Len() == 0 || !identifierForm.MatchString(b.String()) {
		return "System"
	}
	return b.String()
}

// about is the first paragraph of the repository's README that is prose, or empty.
func about(repo string) string {
	for _, name := range []string{"README.md", "README", "README.txt", "README.rst", "readme.md"} {
		raw, err := os.ReadFile(filepath.Join(repo, name))
		if err != nil || len(raw) > maxFile {
			continue
		}
		text := strings.Map(func(r rune) rune {
			if unicode.IsPrint(r) || r == '\n' {
				return r
			} else if r == '\t' {
				return ' '
			}
			return -1
		}, strings.ToValidUTF8(string(raw), "?"))
		for para := range strings.SplitSeq(text, "\n\n") {
			para = strings.TrimSpace(para)
			// Headings, badges, lists and tables are no prose.
			if len(para) > 40 && !strings.ContainsAny(para[:1], "#<[!|`=*-") {
				return para
			}
		}
	}
	return ""
}

// yaml is the text of task.yaml.
func (d *Draft) yaml(about string) ([]byte, error) {
	t := draft{
		Format: Format, System: "TODO: what this is, in a few words", Language: d.Source[0].Language, Module: d.Module,
		Description: "TODO: what the system does, and what it promises\n",
		Granularity: "TODO: which steps are one action: an atomic operation, a critical section, a message handled\n",
	}
	if about != "" {
		t.Description = "TODO: what the system does, and what it promises. Its README says:\n" + about + "\n"
	}

	for _, f := range d.Source {
		t.Source = append(t.Source, "source/"+f.Path)
	}
	for _, e := range d.Events {
		t.Events = append(t.Events, draftEvent{e.Name, "TODO: " + e.Means, e.Fields})
	}
	open := ""
	if len(d.Traces) > 0 {
		t.Traces = "traces/*"
		// The pattern must name every trace that was copied: an ending only where all have it.
		if ext := path.Ext(d.Traces[0]); !slices.ContainsFunc(d.Traces, func(f string) bool { return path.Ext(f) != ext }) {
			t.Traces += ext
		}
	} else {
		open = "# traces: traces/*.ndjson       # one event a line, in the order in which they happened\n"
	}

	raw, err := yaml.Marshal(t)
	if err != nil {
		return nil, err
	}
	return []byte("# Drafted by `ensures model init`; docs/formats.md has the keys.\n" + string(raw) + open +
		"# constants:\n#   - {name: Threads, means: ids of the threads, value: \"{1, 2}\"}    # few enough to explore all states\n" +
		"# mapping: mapping.yaml          # `ensures tla map` drafts it from a model and a trace\n" +
		"# invariants: invariants.yaml    # templates over placeholders\n" +
		"# reference: {module: reference/" + d.Module + ".tla, config: reference/" + d.Module + ".cfg}\n"), nil
}

// draft is a task.yaml as Init writes it.
type draft struct {
	Format      int          `yaml:"format"`
	System      string       `yaml:"system"`
	Language    string       `yaml:"language"`
	Module      string       `yaml:"module"`
	Description string       `yaml:"description"`
	Granularity string       `yaml:"granularity"`
	Source      []string     `yaml:"source"`
	Events      []draftEvent `yaml:"events,omitempty"`
	Traces      string       `yaml:"traces,omitempty"`
}

type draftEvent struct {
	Name   string   `yaml:"name"`
	Means  string   `yaml:"means"`
	Fields []string `yaml:"fields,omitempty,flow"`
}

func (d *Draft) todo() {
	d.Todo = []string{"say in " + File + " what the system does, and which of its steps are one action (marked TODO)"}
	if len(d.Source) > 1 {
		d.Todo = append(d.Todo, "take files out of source that a model needs not know")
	}
	switch {
	case len(d.Traces) == 0 && len(d.Events) == 0:
		d.Todo = append(d.Todo, "let the system log an event at each step, in the order in which they happen, one JSON object a line; run it, and put the traces into traces/")
	case len(d.Traces) == 0:
		d.Todo = append(d.Todo, "run the system, and put what it logs into traces/, one JSON object a line, in the order in which it happened")
	}
	for _, f := range d.Silent {
		d.Todo = append(d.Todo, f.File+": no event was found: "+f.Why)
	}
	d.Todo = append(d.Todo, "ensures model check "+d.Dir)
}
