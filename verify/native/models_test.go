package native_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/libtest"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// TestModels asks of every method of the class library whose meaning is said in Go
// whether that is what its contract says, clause by clause: a method of a file calls
// it with any arguments. The contract is held against the JVM by verify/libtest, so a
// clause that is proved here is true of what the verifier believes and of the JVM. A
// clause that is not proved says more than Go does.
func TestModels(t *testing.T) {
	if testing.Short() {
		t.Skip("a question for each clause of the library")
	}
	lib := types.NewLibrary(classlib.FS)
	all, err := libtest.NewLibrary(lib)
	if err != nil {
		t.Fatal(err)
	}
	b := nativetest.Backend(t, native.Options{Library: lib, Models: true})

	lines := map[string][]string{}
	methods, clauses, proved := 0, 0, 0
	for _, m := range all.Methods {
		src := caller(m)
		if src == "" {
			continue
		}
		out, err := b.Verify(t.Context(), verify.Request{File: "Calls.java", Source: src, Options: verify.Options{Quick: true}})
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Methods) != 1 {
			t.Errorf("%s.%s: %s\n%s%s", m.Class(), m.Name(), out.Verdict, src, brief(out))
			continue
		}
		of, ok := 0, 0
		for _, o := range out.Methods[0].Obligations {
			if o.Kind == verify.Postcondition {
				of++
				if o.Verdict == verify.Verified {
					ok++
				}
			}
		}
		if out.Verdict == verify.Vacuous {
			t.Errorf("%s.%s: what is said of it contradicts itself\n%s", m.Class(), m.Name(), src)
		}
		if of == 0 {
			continue
		}
		methods, clauses, proved = methods+1, clauses+of, proved+ok
		lines[m.Class()] = append(lines[m.Class()], fmt.Sprintf("  %s: %d of %d", m.Name(), ok, of))
	}

	var text strings.Builder
	fmt.Fprintf(&text, "%d methods whose meaning is said in Go, %d clauses of their contracts, %d proved of it\n", methods, clauses, proved)
	var classes []string
	for c := range lines {
		classes = append(classes, c)
	}
	sort.Strings(classes)
	for _, c := range classes {
		fmt.Fprintf(&text, "\n%s\n%s\n", c, strings.Join(lines[c], "\n"))
	}
	golden.Text(t, "testdata/models.txt", text.String())
}

// caller is a class with one method, which calls another with its parameters; "" where that can't
// be called from there.
func caller(lm libtest.Method) string {
	m := lm.Types
	if !m.Flags.Has(java.Public) && !m.Owner.IsInterface() {
		return ""
	}
	var params, args []string
	for i, p := range m.Params {
		name := fmt.Sprintf("a%d", i)
		nullable := ""
		if lm.Nullable(i) && !types.IsPrimitive(p.Type) {
			nullable = "/*@ nullable @*/ "
		}
		params = append(params, nullable+spelled(p.Type, m.Owner)+" "+name)
		args = append(args, name)
	}
	call := fmt.Sprintf("(%s);", strings.Join(args, ", "))
	self := spelled(m.Owner.Type(), m.Owner)
	switch {
	case m.IsConstructor():
		call = "new " + self + call
	case m.Flags.Has(java.Static):
		call = m.Owner.QualifiedName() + "." + m.Name + call
	default:
		call = "self." + m.Name + call
		params = append([]string{self + " self"}, params...)
	}
	return fmt.Sprintf("class Calls {\n    //@ public behavior assignable \\everything; signals (Throwable e) true;\n    static void m(%s) throws Throwable {\n        %s\n    }\n}\n",
		strings.Join(params, ", "), call)
}

// spelled is a type as the caller writes it: collections hold integers.
func spelled(t types.Type, owner *types.Class) string {
	switch t := t.(type) {
	case *types.TypeVar:
		return "Integer"
	case *types.ArrayType:
		return spelled(t.Elem, owner) + "[]"
	case *types.ClassType:
		name := t.Class.QualifiedName()
		switch {
		case name == "java.util.Collection":
			return "java.util.List<Integer>"
		case name == "java.lang.Object" && owner.Package == "java.util":
			return "Integer"
		}
		if n := len(t.Class.TypeParams); n > 0 && owner.Package == "java.util" {
			name += "<" + strings.TrimSuffix(strings.Repeat("Integer, ", n), ", ") + ">"
		}
		return name
	}
	return t.String()
}
