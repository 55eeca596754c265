package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Encode is a task as a record that Read reads: as it was read, or else in
// SpecGenBench's form, on one line.
func Encode(t *Task) (json.RawMessage, error) {
	if t.raw != nil {
		var b bytes.Buffer
		err := json.Compact(&b, t.raw)
		return b.Bytes(), err
	}
	if t.DriverInline {
		return nil, fmt.Errorf("%s: tests inside of the file have no place in the form", t.ID)
	}
	r := struct {
		TaskID    string     `json:"task_id"`
		Code      string     `json:"code"`
		ClassName string     `json:"class_name,omitempty"`
		Method    string     `json:"method_name"`
		Params    []string   `json:"params,omitempty"`
		Category  string     `json:"category,omitempty"`
		Javadoc   string     `json:"javadoc,omitempty"`
		Origin    string     `json:"origin_id,omitempty"`
		Reference string     `json:"reference,omitempty"`
		TestCode  string     `json:"test_code,omitempty"`
		TestName  string     `json:"test_name,omitempty"`
		Tests     []testJSON `json:"test_inputs,omitempty"`
	}{TaskID: t.ID, Code: t.Source, ClassName: t.Class, Method: t.Method, Params: t.Params, Category: t.Category, Javadoc: t.Doc, Origin: t.Origin, Reference: t.Reference, TestCode: t.Driver}
	if t.Driver != "" {
		r.TestName = t.DriverClass
	}
	for _, test := range t.Tests {
		one := testJSON{Input: test.Input}
		if !test.Silent {
			one.Output = &test.Output
		}
		r.Tests = append(r.Tests, one)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// Lines are tasks as JSON lines, or as one JSON array.
func Lines(tasks []*Task, array bool) ([]byte, error) {
	var b bytes.Buffer
	for i, t := range tasks {
		r, err := Encode(t)
		if err != nil {
			return nil, err
		}
		switch {
		case !array:
			b.Write(r)
			b.WriteByte('\n')
			continue
		case i == 0:
			b.WriteString("[\n")
		default:
			b.WriteString(",\n")
		}
		b.Write(r)
	}
	if array {
		if len(tasks) == 0 {
			b.WriteByte('[')
		}
		b.WriteString("\n]\n")
	}
	return b.Bytes(), nil
}

// ErrNotEmpty says that a folder to be written holds something.
var ErrNotEmpty = errors.New("the folder is not empty")

// WriteFolder writes tasks as Java files into a new or empty folder: their
// reference, or their code. Tasks of one file share it; files of the same name get
// folders of their own, named after the task. Tests have no place there: Lost counts
// the tasks that lose theirs.
func WriteFolder(dir string, tasks []*Task) (files, lost int, err error) {
	if old, err := os.ReadDir(dir); err == nil && len(old) > 0 {
		return 0, 0, fmt.Errorf("%s: %w", dir, ErrNotEmpty)
	}
	texts := map[string]map[string]bool{} // of every file name
	for _, t := range tasks {
		if texts[t.Name] == nil {
			texts[t.Name] = map[string]bool{}
		}
		texts[t.Name][t.annotated()] = true
	}

	done := map[string]bool{}
	for _, t := range tasks {
		if t.Driver != "" {
			lost++
		}
		key := t.Name + "\x00" + t.annotated()
		if done[key] {
			continue
		}
		done[key] = true
		path := filepath.Join(dir, t.Name)
		if len(texts[t.Name]) > 1 {
			// An id may hold what no file system takes, and a leading dot would hide the folder.
			sub := strings.Map(func(r rune) rune {
				if strings.ContainsRune("/\\:*?\"<>|() ,", r) {
					return '_'
				}
				return r
			}, strings.TrimLeft(t.ID, "."))
			path = filepath.Join(dir, sub, t.Name)
		}
		// Two ids may become the same name: nothing is written over.
		if _, err := os.Stat(path); err == nil {
			return files, lost, fmt.Errorf("%s: two tasks want this file", path)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return files, lost, err
		}
		if err := os.WriteFile(path, []byte(t.annotated()), 0o644); err != nil {
			return files, lost, err
		}
		files++
	}
	return files, lost, nil
}

// WithReference is the task with a specification of its code for its reference.
func (t *Task) WithReference(code string) *Task {
	c := *t
	c.Reference = code
	if c.raw != nil { // a later field of the same name counts
		value, _ := json.Marshal(code)
		c.raw = slices.Concat(bytes.TrimRight(bytes.TrimSuffix(bytes.TrimSpace(t.raw), []byte("}")), " \t\r\n"), []byte(`,"reference":`), value, []byte("}"))
	}
	return &c
}

// annotated is the task's file with its specification, where there is one.
func (t *Task) annotated() string {
	if t.Reference != "" {
		return t.Reference
	}
	return t.Source
}
