package starlark

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"ensures/internal/require"
)

// The table's values are what CPython gives too, where the code is Python's.
func TestPythonAgrees(t *testing.T) {
	python := require.Tool(t, "python3")
	var codes []string
	for _, c := range values {
		if !strings.HasPrefix(c.want, "error: ") {
			codes = append(codes, c.code)
		}
	}
	raw, err := json.Marshal(codes)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-I", "-W", "ignore", "-c", `import ast, json, sys
out = []
for code in json.load(sys.stdin):
    tree = ast.parse(code)
    last = ast.Expression(tree.body.pop().value)
    names = {}
    exec(compile(tree, "c", "exec"), names)
    out.append(repr(eval(compile(last, "c", "eval"), names)))
json.dump(out, sys.stdout)`)
	cmd.Stdin = strings.NewReader(string(raw))
	text, err := cmd.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			t.Fatalf("%v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	i := 0
	for _, c := range values {
		if strings.HasPrefix(c.want, "error: ") {
			continue
		}
		if got[i] != c.want {
			t.Errorf("%s\nPython gives %s\nthe table    %s", c.code, got[i], c.want)
		}
		i++
	}
}
