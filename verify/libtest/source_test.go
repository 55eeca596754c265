package libtest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/java"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// TestOwnSource verifies contracts against the library's own Java source, as if a class
// were a program's: the list of verdicts is testdata/source.txt. The JVM's library is
// another program, so this says something of the interpreter's and of the verifier.
func TestOwnSource(t *testing.T) {
	if testing.Short() {
		t.Skip("proofs")
	}
	b := nativetest.Backend(t, native.Options{})
	files := map[string][]Method{}
	for _, m := range library(t).Methods {
		if m.Types.Decl.Body != nil && m.Types.Owner.Outer == nil {
			files[m.Class()] = append(files[m.Class()], m)
		}
	}
	var lines []string
	for class, methods := range files {
		out, err := b.Verify(t.Context(), verify.Request{
			File: methods[0].Types.Owner.Name + ".java", Source: asProgram(methods[0], methods),
			Options: verify.Options{Arithmetic: verify.Java},
		})
		if err != nil {
			t.Fatal(err)
		}
		if out.Verdict == verify.Malformed && len(out.Diagnostics) > 0 {
			t.Logf("%s: %v", class, out.Diagnostics[0])
		}
		for _, m := range methods {
			lines = append(lines, class+"."+m.Name()+": "+verdictOf(out, m))
		}
		for _, o := range out.Methods {
			if o.Verdict == verify.Refuted {
				t.Errorf("%s.%s(%s) is refuted: the contract, its source or the verifier is wrong", class, o.Method.Name, o.Method.Params)
			}
		}
	}
	slices.Sort(lines)
	golden.Text(t, filepath.Join("testdata", "source.txt"), strings.Join(lines, "\n")+"\n")
}

// asProgram is the source of a library class as a program's: without its package, with
// that package's classes imported, and without the static methods that have no contract,
// which may use what a program can't.
func asProgram(m Method, with []Method) string {
	f := m.Types.Owner.Unit.File
	keep := map[*java.MethodDecl]bool{}
	for _, w := range with {
		keep[w.Types.Decl] = true
	}
	src := []byte(f.Src)
	for _, o := range m.Types.Owner.Methods {
		if o.Decl == nil || keep[o.Decl] || o.Decl.Body == nil || !o.Flags.Has(java.Static) {
			continue
		}
		for i := o.Decl.Pos().Offset(); i < o.Decl.End().Offset(); i++ {
			if src[i] != '\n' {
				src[i] = ' '
			}
		}
	}
	rest := strings.TrimPrefix(string(src), fmt.Sprintf("package %s;", m.Types.Owner.Package))
	if m.Types.Owner.Package == "java.lang" {
		return rest
	}
	return "import " + m.Types.Owner.Package + ".*;" + rest
}

func verdictOf(out verify.Outcome, m Method) string {
	key := verify.KeyOf(m.Types)
	for _, o := range out.Methods {
		if o.Method.Name == key.Name && o.Method.Params == key.Params && strings.HasSuffix(key.Class, o.Method.Class) {
			return o.Verdict.String()
		}
	}
	return "not asked (" + out.Verdict.String() + ")"
}
