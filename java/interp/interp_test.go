package interp_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
)

// library is the class library that all tests share, as a process would.
var library = sync.OnceValue(func() *interp.Program {
	return interp.NewLibrary(types.NewLibrary(classlib.FS))
})

var checked = sync.OnceValue(func() *types.Library { return library().TypesLibrary() })

// compile parses and checks a program.
func compile(t testing.TB, name, src string, plan interp.HookPlan) (*interp.Program, *types.Program) {
	t.Helper()
	f, perrs := java.Parse(name, src)
	for _, e := range perrs {
		t.Logf("parse: %v", e)
	}
	p, errs := types.Check(checked(), f)
	for _, e := range errs {
		t.Logf("check: %v", e)
	}
	return interp.New(library(), p, plan), p
}

// run runs a program's main and gives its standard output and end.
func run(t testing.TB, name, src, stdin string, l interp.Limits) (string, string, interp.Outcome) {
	t.Helper()
	p, _ := compile(t, name, src, interp.HookPlan{})
	var out, errOut bytes.Buffer
	m := p.NewMachine(interp.Options{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errOut, Limits: l})
	end := m.RunMain(p.MainClass(), nil)
	return out.String(), errOut.String(), end
}
