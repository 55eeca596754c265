package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ensures/internal/regular"
)

// errEmptyDataset is returned for a file that holds no record at all.
var errEmptyDataset = errors.New("no tasks in it: want JSONL with one task a line, a JSON array of tasks, a .java file, or a folder of .java files")

// Load reads a data set: a .jsonl or .json file of tasks (a JSON array works
// too), one Java file, or a folder of Java files. Records that cannot be read are
// listed in Dataset.Bad; an error is returned only when nothing could be read.
func Load(path string) (*Dataset, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("data set: %w", err)
	}
	if info.IsDir() {
		return loadFolder(path)
	}
	data, err := regular.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("data set: %w", err)
	}
	if strings.HasSuffix(path, ".java") {
		d := &Dataset{Name: filepath.Base(path)}
		d.addJava(path, string(data))
		return d, nil
	}
	return Read(path, data)
}

// Read reads tasks from the text of a JSONL file or JSON array.
func Read(name string, data []byte) (*Dataset, error) {
	d := &Dataset{Name: datasetName(name)}
	seen := map[string]int{}
	for _, r := range splitRecords(data) {
		if r.err == nil {
			var t *Task
			if t, r.err = decodeTask(r.raw); r.err == nil {
				// Results are filed by id: a second task of the same one would take the first one's.
				if first, dup := seen[t.ID]; dup {
					r.err = fmt.Errorf("task_id %q again, first on line %d", t.ID, first)
				} else {
					seen[t.ID] = r.line
					t.File, t.Line, t.raw = name, r.line, r.raw
					d.Tasks = append(d.Tasks, t)
					continue
				}
			}
		}
		d.Bad = append(d.Bad, &LineError{File: name, Line: r.line, Err: r.err})
	}
	if len(d.Tasks) == 0 {
		if len(d.Bad) > 0 {
			return d, fmt.Errorf("data set: no usable task: %w", d.Bad[0])
		}
		return d, fmt.Errorf("data set %s: %w", name, errEmptyDataset)
	}
	return d, nil
}

// LoadSpecs reads candidate specifications from a JSONL file or JSON array of
// {task_id, code}; "annotated" and "spec" are read as synonyms of "code".
func LoadSpecs(path string) ([]CandidateSpec, []*LineError, error) {
	data, err := regular.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("specifications: %w", err)
	}
	specs, bad := ReadSpecs(path, data)
	if len(specs) == 0 && len(bad) == 0 {
		return nil, nil, fmt.Errorf(`specifications %s: nothing in it: want lines {"task_id": …, "code": …}`, path)
	}
	return specs, bad, nil
}

// ReadSpecs is LoadSpecs on text.
func ReadSpecs(name string, data []byte) ([]CandidateSpec, []*LineError) {
	var specs []CandidateSpec
	var bad []*LineError
	for _, r := range splitRecords(data) {
		// Pointers tell a field that is missing from an empty one.
		var f struct {
			TaskID    *string `json:"task_id"`
			Code      *string `json:"code"`
			Annotated *string `json:"annotated"`
			Spec      *string `json:"spec"`
		}
		err := r.err
		if err == nil {
			err = json.Unmarshal(r.raw, &f)
		}
		code := f.Code
		for _, c := range []*string{f.Annotated, f.Spec} {
			if code == nil {
				code = c
			}
		}
		switch {
		case err != nil:
		case f.TaskID == nil || *f.TaskID == "":
			err = errors.New(`no "task_id"`)
		case code == nil:
			err = errors.New(`no "code"`)
		default:
			specs = append(specs, CandidateSpec{TaskID: *f.TaskID, Code: *code, Line: r.line})
			continue
		}
		bad = append(bad, &LineError{File: name, Line: r.line, Err: err})
	}
	return specs, bad
}

// record is one element of a JSONL file or JSON array.
type record struct {
	line int
	raw  json.RawMessage
	err  error
}

// splitRecords cuts data into its records. In JSONL a bad line costs only itself;
// in an array everything up to the first syntax error is kept.
func splitRecords(data []byte) []record {
	// A byte order mark, which some editors write, is no JSON.
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		return splitArray(data)
	}
	var out []record
	for i, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		r := record{line: i + 1, raw: line}
		if !json.Valid(line) {
			var v any
			// Unmarshal gives the reason; Valid only says that there is one.
			r.err = fmt.Errorf("not JSON: %w", json.Unmarshal(line, &v))
		}
		out = append(out, r)
	}
	return out
}

func splitArray(data []byte) []record {
	var out []record
	lineAt := func(off int64) int {
		rest := data[min(int(off), len(data)):]
		skipped := len(rest) - len(bytes.TrimLeft(rest, ", \t\r\n["))
		return 1 + bytes.Count(data[:int(off)+skipped], []byte("\n"))
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if _, err := dec.Token(); err != nil {
		return []record{{line: 1, err: fmt.Errorf("not JSON: %w", err)}}
	}
	for {
		// The offset is behind the element before: lineAt skips what separates the two.
		line := lineAt(dec.InputOffset())
		if !dec.More() {
			if _, err := dec.Token(); err != nil {
				out = append(out, record{line: line, err: fmt.Errorf("not JSON: %w", err)})
			}
			return out
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return append(out, record{line: line, err: fmt.Errorf("not JSON: %w", err)})
		}
		out = append(out, record{line: line, raw: raw})
	}
}

func datasetName(path string) string {
	base := filepath.Base(path)
	name := strings.TrimSuffix(strings.TrimSuffix(base, ".jsonl"), ".json")
	// NAME/tasks.jsonl: the folder has the name.
	if dir := filepath.Base(filepath.Dir(path)); name == "tasks" && dir != "." && dir != "/" {
		return dir
	}
	return name
}
