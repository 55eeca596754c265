package alloy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Task is a system that Alloy models are held against: a folder with task.yaml.
type Task struct {
	System string
	Model  string // the reference model's file
	Traces string // pattern of files, an event a line
	Events int    // so many of a trace's first events are looked at
	Scope  string // of what is generated
	// Atoms: a field's values become atoms of a sig.
	Atoms map[string]string
	// Actions: an event's name to a formula over $field.
	Actions map[string]string
	// Compare: field to logged value to a formula over $field, true after the step.
	Compare map[string]map[string]string
	// Properties is text that is added to a model: what must hold in it.
	Properties string
	Bugs       []Bug

	dir string
}

// Bug is a mistake seeded into the reference model. From occurs in it exactly once.
type Bug struct {
	Name     string
	From, To string
	CaughtBy string `yaml:"caught_by"`
}

// File is the name of the file that makes a folder a task.
const File = "task.yaml"

// Load reads a task folder.
func Load(dir string) (*Task, error) {
	path := filepath.Join(dir, File)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no task folder: it has no %s; examples/alloy/spinlock is one", dir, File)
	}
	if err != nil {
		return nil, err
	}
	t := &Task{dir: dir}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(t); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for name, missing := range map[string]bool{"model": t.Model == "", "actions": len(t.Actions) == 0, "scope": !strings.HasPrefix(t.Scope, "for "), "events": t.Events <= 0} {
		if missing {
			return nil, fmt.Errorf("%s: %s is missing (scope begins with for, events is positive)", path, name)
		}
	}
	return t, nil
}

// Reference is the text of the reference model.
func (t *Task) Reference() (string, error) {
	text, err := os.ReadFile(filepath.Join(t.dir, t.Model))
	return string(text), err
}

// Buggy is the reference model with a bug.
func (t *Task) Buggy(b Bug) (string, error) {
	text, err := t.Reference()
	if err != nil {
		return "", err
	}
	if n := strings.Count(text, b.From); n != 1 || b.From == "" {
		return "", fmt.Errorf("bug %s: the text to change occurs %d times in %s", b.Name, n, t.Model)
	}
	return strings.Replace(text, b.From, b.To, 1), nil
}

// event is a line of a trace: its fields as text.
type event struct {
	line   int
	fields map[string]string
}

// logged is a trace: its file and first events.
type logged struct {
	name   string
	events []event
}

// traces are the first events of all traces.
func (t *Task) traces() ([]logged, error) {
	files, err := filepath.Glob(filepath.Join(t.dir, filepath.FromSlash(t.Traces)))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: %w", t.Traces, fs.ErrNotExist)
	}
	slices.Sort(files)
	var all []logged
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		one := logged{name: filepath.Base(file)}
		s := bufio.NewScanner(bytes.NewReader(text))
		s.Buffer(nil, 1<<20)
		for line := 1; s.Scan() && len(one.events) < t.Events; line++ {
			var v map[string]any
			d := json.NewDecoder(bytes.NewReader(s.Bytes()))
			d.UseNumber()
			if err := d.Decode(&v); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, line, err)
			}
			e := event{line, map[string]string{}}
			for k, x := range v {
				e.fields[k] = fmt.Sprint(x)
			}
			one.events = append(one.events, e)
		}
		if err := s.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, one)
	}
	return all, nil
}

var fieldRE = regexp.MustCompile(`\$([A-Za-z_][A-Za-z0-9_]*)`)

// fieldsOf are the fields that a formula speaks of, each once.
func fieldsOf(formula string) []string {
	var out []string
	for _, m := range fieldRE.FindAllStringSubmatch(formula, -1) {
		if !slices.Contains(out, m[1]) {
			out = append(out, m[1])
		}
	}
	return out
}

// ErrField is a formula that speaks of a field which an event does not have.
var ErrField = errors.New("the event has no such field")

// say is a formula with an event's values in place of its fields.
func (t *Task) say(formula string, e event) (string, error) {
	var err error
	s := fieldRE.ReplaceAllStringFunc(formula, func(m string) string {
		name := m[1:]
		v, ok := e.fields[name]
		if !ok {
			err = fmt.Errorf("line %d: %s: %w", e.line, m, ErrField)
		}
		if sig, ok := t.Atoms[name]; ok {
			return atom(sig, v)
		}
		return v
	})
	return s, err
}

var notName = regexp.MustCompile(`[^A-Za-z0-9_]`)

// atom is the name of the atom of a sig for a logged value.
func atom(sig, value string) string {
	return "Ensures_" + sig + "_" + notName.ReplaceAllString(value, "_")
}
