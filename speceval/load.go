package speceval

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"ensures/bench"
)

// Truth is a line of a file of ground truths.
type Truth struct {
	TaskID    string `json:"task_id"`
	Annotated string `json:"annotated"`
}

// Load makes the programs of a data set's ground truths. verdicts, which may be "", is a
// file of a verifier's verdicts on them: a program is verified where its line with quiet
// arithmetic says so. Programs whose task cannot be run are returned by name.
func Load(ctx context.Context, rt *bench.Runtime, tasks, truths, verdicts string) (ps []*Program, bad map[string]error, err error) {
	d, err := bench.Load(tasks)
	if err != nil {
		return nil, nil, err
	}
	verified := map[string]bool{}
	if verdicts != "" {
		err := lines(verdicts, func(v struct {
			TaskID     string `json:"task_id"`
			Arithmetic string `json:"arithmetic"`
			Verdict    string `json:"verdict"`
		}) error {
			if v.Arithmetic == "quiet" && v.Verdict == "verified" {
				verified[v.TaskID] = true
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}

	bad = map[string]error{}
	err = lines(truths, func(t Truth) error {
		task := d.Task(t.TaskID)
		if task == nil {
			bad[t.TaskID] = fmt.Errorf("%s has no such task", tasks)
			return nil
		}
		p, err := NewProgram(ctx, rt, task, t.Annotated, verified[t.TaskID])
		if err != nil {
			bad[t.TaskID] = err
			return ctx.Err()
		}
		ps = append(ps, p)
		return nil
	})
	return ps, bad, err
}

// lines reads a file of JSON lines.
func lines[T any](path string, each func(T) error) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s := bufio.NewScanner(bytes.NewReader(data))
	// No line is longer than the file.
	s.Buffer(nil, len(data)+1)
	for n := 1; s.Scan(); n++ {
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if err := each(v); err != nil {
			return err
		}
	}
	return s.Err()
}

// Read reads a file of instances.
func Read(path string) ([]*Instance, error) {
	var out []*Instance
	err := lines(path, func(in Instance) error {
		out = append(out, &in)
		return nil
	})
	return out, err
}

// Write is the instances as JSON lines.
func Write(list []*Instance) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, in := range list {
		if err := e.Encode(in); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
