// Package task reads task folders: a real system, what it logged when it ran, and
// what a model of it in TLA+ is held against.
//
// A folder holds task.yaml, the source of the system, traces (one JSON object a
// line), a mapping from logged events to the actions of a model, templates of
// invariants and, where somebody wrote them, a reference model and seeded bugs of
// it. Load reads task.yaml, Check looks at everything that it names, Init drafts a
// folder from an engineer's own repository. docs/formats.md has the keys.
//
// The package must not know how a model is checked, validated or scored, and it
// runs nothing: the forms of the mapping and of the invariants belong to those who
// use them.
package task

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ensures/internal/regular"
)

// File is the name of the file that makes a folder a task.
const File = "task.yaml"

// Format is the form of task.yaml that this version reads.
const Format = 1

// MaxTraces is how many bytes the committed traces of a task may have together.
const MaxTraces = 300_000

// Task is a task folder. Paths are relative to Dir, with slashes.
type Task struct {
	Dir         string     `json:"dir"`
	Name        string     `json:"name"`     // of the task; the folder's, usually
	System      string     `json:"system"`   // what is modelled, in a few words
	Language    string     `json:"language"` // of the source: rust, go, c, java…
	Module      string     `json:"module"`   // name that a model's module has
	Description string     `json:"description"`
	Granularity string     `json:"granularity"` // which steps are one action
	Source      []string   `json:"source"`
	Events      []Event    `json:"events"`
	Constants   []Constant `json:"constants"`
	Traces      []string   `json:"traces"`               // files that the pattern of task.yaml names, sorted
	Mapping     string     `json:"mapping,omitempty"`    // empty: none yet
	Invariants  string     `json:"invariants,omitempty"` // empty: none yet
	Reference   Reference  `json:"reference"`            // zero: none
	Harness     Harness    `json:"harness"`              // zero: none
	Bugs        string     `json:"bugs,omitempty"`       // file with seeded bugs of the reference; empty: none

	pattern string // of traces, as written
}

// Event is an event that the system logs.
type Event struct {
	Name   string   `json:"name"`
	Means  string   `json:"means"`
	Fields []string `json:"fields"` // beside its name and its number
}

// Constant is a constant that a model declares. What it is where traces are validated
// is the mapping's to say.
type Constant struct {
	Name  string `json:"name"`
	Means string `json:"means"`
	Value string `json:"value"` // in TLA+, where all states are explored
}

// Reference is a model of ours that a good one can be compared with.
type Reference struct {
	Module  string `json:"module,omitempty"`
	Config  string `json:"config,omitempty"`
	Binding string `json:"binding,omitempty"` // of the templates of invariants to this model; empty: none
}

// Harness is how traces are collected anew.
type Harness struct {
	Dir   string   `json:"dir,omitempty"`
	Build []string `json:"build,omitempty"` // command, run in Dir
	Fetch []string `json:"fetch,omitempty"` // command, run in Dir, that brings source files which are not kept in the folder; none usually
	Run   []string `json:"run,omitempty"`   // command, run in Dir; the folder for the traces is added to it
}

// Path is the file of the task in the form of the operating system.
func (t Task) Path(rel string) string { return filepath.Join(t.Dir, filepath.FromSlash(rel)) }

// Files are the files that a model is made from and held against: task.yaml, source,
// mapping, invariants, traces.
func (t Task) Files() []string {
	list := append([]string{File}, t.Source...)
	for _, one := range []string{t.Mapping, t.Invariants} {
		if one != "" {
			list = append(list, one)
		}
	}
	return append(list, t.Traces...)
}

// Read is the text of a file of the task.
func (t Task) Read(rel string) (string, error) {
	raw, err := regular.ReadFile(t.Path(rel))
	if err != nil {
		return "", fmt.Errorf("task %s: %w", t.Name, err)
	}
	return string(raw), nil
}

// Values are the constants' values where all states are explored.
func (t Task) Values() map[string]string {
	m := map[string]string{}
	for _, c := range t.Constants {
		m[c.Name] = c.Value
	}
	return m
}

// Load reads the task of a folder, or of a task.yaml that is named itself. What is
// wrong with task.yaml is an *Error; whether the files that it names are right is
// asked by Check.
func Load(path string) (Task, error) {
	dir := path
	if filepath.Base(path) == File {
		dir = filepath.Dir(path)
	}
	file := filepath.Join(dir, File)
	raw, err := regular.ReadFile(file)
	if err != nil {
		if os.IsNotExist(err) {
			return Task{}, fmt.Errorf("%s is no task folder: it has no %s; `ensures model init` drafts one", dir, File)
		}
		return Task{}, err
	}

	t, problems := parse(raw)
	t.Dir = dir
	if len(problems) > 0 {
		for i := range problems {
			problems[i].File = File
		}
		return t, &Error{Dir: dir, Problems: problems}
	}
	if t.Name == "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return t, err
		}
		t.Name = filepath.Base(abs)
	}

	t.Traces, err = glob(dir, t.pattern)
	if err != nil {
		return t, &Error{Dir: dir, Problems: []Problem{{File: File, Text: fmt.Sprintf("traces: %q is no pattern of files", t.pattern), Fix: "write, for example, traces/*.ndjson"}}}
	}
	return t, nil
}

// glob is every file under dir that the pattern names, sorted.
func glob(dir, pattern string) ([]string, error) {
	if pattern == "" {
		return nil, nil
	}
	list, err := fs.Glob(os.DirFS(dir), strings.TrimPrefix(pattern, "./"))
	slices.Sort(list)
	return list, err
}

// List is every task below a folder, sorted by path; the folder itself may be one.
func List(root string) ([]string, error) {
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root:
			return filepath.SkipDir
		case !d.IsDir() && d.Name() == File:
			dirs = append(dirs, filepath.Dir(path))
			// A task holds no other tasks: the rest of its folder is not looked at.
			return filepath.SkipDir
		}
		return nil
	})
	slices.Sort(dirs)
	return dirs, err
}
