package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ensures/java"
)

// fields are those of the benchmark formats we read. The first group is
// SpecGenBench's form, the second MBJP's.
type fields struct {
	TaskID    string     `json:"task_id"`
	Code      *string    `json:"code"`
	TestCode  string     `json:"test_code"`
	Tests     []testJSON `json:"test_inputs"`
	Generated []testJSON `json:"generated_test_cases"`
	ClassName string     `json:"class_name"`
	TestName  string     `json:"test_name"`
	Method    string     `json:"method_name"`
	Params    []string   `json:"params"`    // ours: of an overloaded method
	Reference string     `json:"reference"` // ours: the code with a specification
	Javadoc   string     `json:"javadoc"`
	Category  string     `json:"category"`
	OriginID  string     `json:"origin_id"`

	Prompt      *string `json:"prompt"`
	Solution    string  `json:"canonical_solution"`
	EntryPoint  string  `json:"entry_point"`
	Test        string  `json:"test"`
	Description string  `json:"description"`
	Language    string  `json:"language"`

	Stripped json.RawMessage `json:"stripped"` // Verus-Bench: the code as plain Rust, or null
	Function string          `json:"function"`
}

type testJSON struct {
	Input  string  `json:"input"`
	Output *string `json:"output"`
}

// entryOf is the method that SpecGenBench's programs are asked about.
const entryOf = "solve"

func decodeTask(raw json.RawMessage) (*Task, error) {
	var f fields
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, fmt.Errorf("not a task: %w", err)
	}
	switch {
	case f.TaskID == "":
		return nil, errors.New(`no "task_id"`)
	case f.Stripped != nil:
		return decodeVerusBench(&f)
	// Both forms have "code": tests in Rust tell them apart.
	case f.Code != nil && strings.Contains(f.Test, "#[test]"):
		return decodeHumanEval(&f)
	case f.Prompt != nil:
		return decodeMBJP(&f)
	case f.Code != nil:
		return decodeSpecGenBench(&f), nil
	}
	return nil, errors.New(`neither "code" (SpecGenBench's form, HumanEval-X's of Rust), nor "prompt" (MBJP's), nor "stripped" (Verus-Bench's)`)
}

func decodeSpecGenBench(f *fields) *Task {
	t := &Task{
		ID: f.TaskID, Category: f.Category, Origin: f.OriginID, Doc: f.Javadoc,
		Name: "Solution.java", Source: *f.Code, Class: "Solution", Method: entryOf,
		Driver: f.TestCode, DriverClass: "Test", Params: f.Params, Reference: f.Reference,
	}
	if f.ClassName != "" {
		t.Class, t.Name = f.ClassName, f.ClassName+".java"
	}
	if f.Method != "" {
		t.Method = f.Method
	}
	if f.TestName != "" {
		t.DriverClass = f.TestName
	} else if name := mainClass(f.TestCode); name != "" {
		t.DriverClass = name
	}
	if t.Doc == "N/A" {
		t.Doc = ""
	}

	add := func(kind string, tests []testJSON) {
		for i, c := range tests {
			test := Test{Name: fmt.Sprintf("%s %d", kind, i+1), Input: c.Input, Silent: c.Output == nil}
			if c.Output != nil {
				test.Output = *c.Output
			}
			t.Tests = append(t.Tests, test)
		}
	}
	// The inputs are the driver's standard input: without it they can't be run.
	if t.Driver != "" {
		add("test", f.Tests)
		add("generated", f.Generated)
	}
	return t
}

// decodeVerusBench reads a task of Verus-Bench as plain Rust.
func decodeVerusBench(f *fields) (*Task, error) {
	var code *string
	if err := json.Unmarshal(f.Stripped, &code); err != nil {
		return nil, fmt.Errorf("stripped: %w", err)
	}
	if code == nil || f.Function == "" {
		return nil, errors.New("it holds proofs only, no code that runs")
	}
	return rustTask(f, *code, f.Function), nil
}

var rustFunction = regexp.MustCompile(`(?m)^\s*(?:pub\s+)?fn\s+(\w+)`)

// decodeHumanEval reads a task of HumanEval-X in Rust: its function is the last one of the
// code that the tests name.
func decodeHumanEval(f *fields) (*Task, error) {
	for _, m := range slices.Backward(rustFunction.FindAllStringSubmatch(*f.Code, -1)) {
		if regexp.MustCompile(`\b` + m[1] + `\(`).MatchString(f.Test) {
			return rustTask(f, *f.Code, m[1]), nil
		}
	}
	return nil, errors.New("the tests call no function of the code")
}

func rustTask(f *fields, code, function string) *Task {
	return &Task{ID: f.TaskID, Language: Rust, Category: f.Category, Name: strings.ReplaceAll(f.TaskID, "/", "_") + Rust.Extension(), Source: code, Method: function}
}

func decodeMBJP(f *fields) (*Task, error) {
	if f.Language != "" && f.Language != "java" {
		return nil, fmt.Errorf("language %q: only java tasks can be read", f.Language)
	}
	if f.EntryPoint == "" {
		return nil, errors.New(`no "entry_point"`)
	}
	t := &Task{
		ID: f.TaskID, Category: f.Category, Doc: f.Description,
		Source: *f.Prompt + f.Solution, Method: f.EntryPoint,
		Driver: f.Test, DriverInline: true, DriverClass: "Main", Reference: f.Reference,
	}
	t.Name = strings.ReplaceAll(f.TaskID, "/", "_") + ".java"
	if t.Driver != "" {
		// main checks for itself and throws where something is wrong: there is no output to compare.
		t.Tests = []Test{{Name: "main", Silent: true}}
	}
	return t, nil
}

// mainClass is the first class of a source that has a main method, "" if none has.
func mainClass(src string) string {
	file, _ := java.Parse("", src)
	for _, c := range file.Types {
		for _, m := range c.Members {
			if m, ok := m.(*java.MethodDecl); ok && m.Name.Name == "main" {
				return c.Name.Name
			}
		}
	}
	return ""
}
