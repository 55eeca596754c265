// Package benchtest gives tests the tasks of the benchmarks, and their programs as the real
// JVM runs them. It is for tests only, and must not know what they test.
package benchtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/java/javatest"
)

// Tasks returns every step-th task of one of the shared benchmarks: all of them where the
// variable all is set to "all", and the k-th of n parts where it is "k/n", so that a long
// comparison can be made piece by piece.
func Tasks(t *testing.T, name string, step int, all string) []*bench.Task {
	t.Helper()
	d, err := bench.Load(require.Shared(t, filepath.Join("data", name, "tasks.jsonl")))
	if err != nil {
		t.Fatal(err)
	}
	first := 0
	switch v := os.Getenv(all); {
	case v == "":
	case v == "all":
		step = 1
	default:
		var k int
		if n, err := fmt.Sscanf(v, "%d/%d", &k, &step); n != 2 || err != nil || k < 1 || k > step {
			t.Fatalf("%s=%s: use all, or a part such as 2/8", all, v)
		}
		first = k - 1
	}
	var out []*bench.Task
	for i, task := range d.Tasks {
		if i%step == first {
			out = append(out, task)
		}
	}
	return out
}

// Ends reports whether a task's code may end the JVM, and the runs of others with it.
func Ends(task *bench.Task) bool { return strings.Contains(task.Source, "System.exit") }

// Program is a task with other code in place of its own, on the inputs of its tests.
func Program(task *bench.Task, code string) javatest.Program {
	p := javatest.Program{Files: map[string]string{}, Main: task.DriverClass}
	if task.DriverInline {
		p.Files[task.Name] = code + task.Driver
	} else {
		p.Files[task.Name], p.Files[task.DriverClass+".java"] = code, task.Driver
	}
	for _, test := range task.Tests {
		p.Inputs = append(p.Inputs, test.Input)
	}
	return p
}
