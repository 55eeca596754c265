package agent

import (
	"errors"
	"os"
	"testing"

	"ensures/internal/require"
	"ensures/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Child()
	modelServer()
	os.Exit(m.Run())
}

// variant is a way in which a model can work.
type variant struct {
	name   string
	mode   Mode
	engine string // of codeact
}

var variants = []variant{
	{"react", ReAct, ""},
	{"starlark", CodeAct, sandbox.StarlarkEngine},
	{"python", CodeAct, sandbox.PythonEngine},
}

// options sets what a variant needs; without its engine the test is skipped.
func (v variant) options(t testing.TB, o *Options) {
	t.Helper()
	o.Mode = v.mode
	if v.mode == ReAct {
		return
	}
	if v.engine == sandbox.PythonEngine {
		require.Tool(t, "python3")
	}
	e, err := sandbox.Detect(t.Context(), v.engine, "")
	var none *sandbox.IsolationError
	if errors.As(err, &none) && !require.Promised("python3") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	o.Interpreter = e.New
}
