package harness

import (
	"testing"

	"ensures/bench"
)

// A candidate that is malformed has not changed the code: the two are told apart, since
// one is mended by another clause and the other by leaving the code alone.
func TestMalformedIsNotAltered(t *testing.T) {
	const plain = "class A {\n    static int twice(int x) { return 2 * x; }\n}\n"
	tasks, _ := bench.MethodsOf("A.java", plain)
	prep, err := bench.NewRuntime().Prepare(t.Context(), tasks[0], bench.Options{Inputs: 5})
	if err != nil {
		t.Fatal(err)
	}
	for code, altered := range map[string]bool{
		"class A {\n    static int twice(int x) { //@ nowarn;\n return 2 * x; }\n}\n":                           false,
		"class A {\n    //@ ensures \\result == ;\n    static int twice(int x) { return 2 * x; }\n}\n":          false,
		"class A {\n    //@ ensures \\result == ;\n    static int twice(int x) { return x + x; }\n}\n":          true,
		"class A {\n    static int twice(int x) { //@ nowarn;\n return 2 * x; }\n static int y;\n}\n":           true,
		"class A {\n    //@ nowarn Postcondition;\n    static int twice(int x) { return 2 * x; } //@ nowarn\n}": false,
	} {
		r := Measure(t.Context(), prep, code, Options{})
		if r.Status != Malformed || r.AlteredCode != altered {
			t.Errorf("%s\n%s, altered %v, want malformed, %v: %v", code, r.Status, r.AlteredCode, altered, r.Diagnostics)
		}
	}
}
