package rust

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	logic "ensures/value"
)

// instances are the types that a contract of std.rs is tried at, by the type it is of.
var instances = map[string][]string{
	"Vec": {"i32", "u8", "(bool, i16)"}, "slice": {"i32", "u64", "Option<u8>"}, "Option": {"i32", "bool", "Vec<u8>"},
	"Range": {"i32", "u8", "usize"}, "int": {"i8", "u8", "i32", "u32", "i64", "u64", "i128", "u128", "usize"},
	"ordered": {"i32", "u64", "char"}, "String": {"char"}, "str": {"char"}, "char": {"char"},
}

// stdProgram is a file with one function for each contract of std.rs at one of its
// types, which calls std's function and has the contract.
func stdProgram(t *testing.T, at int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("use std::ops::Range;\nverus! {\n")
	f := spec.Parse(stdText)
	for _, fn := range f.Funcs {
		owner, method, _ := strings.Cut(fn.Name, "::")
		types := instances[owner]
		if types == nil {
			t.Fatalf("no instances for %s", owner)
		}
		if at >= len(types) || fn.Name == "Option::copied" && types[at] == "Vec<u8>" || slices.Contains([]string{"int::abs", "int::unsigned_abs", "int::signum"}, fn.Name) && types[at][0] == 'u' {
			continue
		}
		typ := types[at]

		var names, params []string
		for _, p := range fn.Params {
			names = append(names, p.Name)
			params = append(params, p.Name+": "+instance(p.Type.String(), typ))
		}
		call := ""
		if len(names) > 0 {
			call = fmt.Sprintf("%s.%s(%s)", names[0], method, strings.Join(names[1:], ", "))
		}
		switch fn.Name {
		case "Vec::new", "String::new":
			call = owner + "::new()"
		case "Vec::index":
			call = "v[i].clone()"
		case "Vec::set":
			call = "v[i] = x"
		case "String::from":
			call = "String::from(s)"
		case "String::add":
			call = "s + t"
		}
		if slices.Contains([]string{"first", "last", "get"}, method) {
			call += ".cloned()"
		}
		result := ""
		if fn.Result.Type != nil {
			r := strings.ReplaceAll(instance(fn.Result.Type.String(), typ), "&", "")
			if r == "str" {
				r, call = "String", call+".to_string()"
			}
			if method == "unsigned_abs" || method == "abs_diff" {
				r = "u" + r[1:]
			}
			result = fmt.Sprintf(" -> (%s: %s)", fn.Result.Name, r)
		} else {
			call += ";"
		}
		fmt.Fprintf(&b, "fn %s_%s(%s)%s\n", strings.ToLower(owner), method, strings.Join(params, ", "), result)
		for _, k := range []spec.ClauseKind{spec.Requires, spec.Ensures} {
			for i, c := range spec.Of(fn.Clauses, k) {
				if i == 0 {
					fmt.Fprintf(&b, "    %v\n", k)
				}
				fmt.Fprintf(&b, "        %s,\n", instance(c.Text, typ))
			}
		}
		fmt.Fprintf(&b, "{ %s }\n", call)
	}
	return b.String() + "}\n"
}

// word is a name on its own.
func word(name string) *regexp.Regexp { return regexp.MustCompile(`\b` + name + `\b`) }

var typeParameter, smallest, largest = word("T"), word("MIN"), word("MAX")

// instance is a text of std.rs at a type.
func instance(text, typ string) string {
	text = typeParameter.ReplaceAllLiteralString(text, typ)
	return largest.ReplaceAllLiteralString(smallest.ReplaceAllLiteralString(text, typ+"::MIN"), typ+"::MAX")
}

// TestStd tests each contract that proofs take for granted on the real library: where
// its requires holds, the function returns, and the ensures holds.
func TestStd(t *testing.T) {
	require.Tool(t, "rustc")
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	inputs := 2_000
	if testing.Short() {
		inputs = 100
	}
	tested := map[string]int{}
	for at := range 9 {
		if testing.Short() && at%4 != 0 {
			continue
		}
		src := stdProgram(t, at)
		file := spec.Parse(src)
		if len(file.Errs) > 0 {
			t.Fatalf("%v in\n%s", file.Errs[0], src)
		}
		p, err := observe.Build(t.Context(), tc, "std.rs", file, func(*spec.Func) bool { return true })
		if err != nil {
			t.Fatalf("%v in\n%s", err, src)
		}
		defer p.Close()
		for f, err := range p.Refused {
			t.Errorf("%s: %v", f.Name, err)
		}
		for _, f := range p.Funcs {
			r, err := measure.Measure(t.Context(), p, f, file, measure.Options{Inputs: inputs, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			held := 0
			for _, pair := range r.Pairs {
				switch {
				case pair.Pre.Truth == logic.True && pair.Post.Truth == logic.True:
					held++
				case pair.Pre.Truth != logic.False:
					t.Errorf("%s at %s: %v of %v after %v: %v", f.Spec.Name, f.Result.Wire, pair.Result, pair.Args, pair.After, pair.Post.Truth)
				}
			}
			if v := r.Violations(1); len(v) > 0 || r.Lost > 0 {
				t.Errorf("%s: %v, %d calls do not end", f.Spec.Name, v, r.Lost)
			}
			if held == 0 {
				t.Errorf("%s was never seen", f.Spec.Name)
			}
			if len(f.Params) > 0 {
				tested[f.Spec.Name] += held
			} else {
				tested[f.Spec.Name] = inputs // there is but one
			}
		}
	}
	least := inputs
	for _, n := range tested {
		least = min(least, n)
	}
	t.Logf("%d contracts, each on %d inputs or more", len(tested), least)
	if len(tested) != len(std()) && !testing.Short() {
		t.Errorf("%d contracts are tested, std.rs has %d", len(tested), len(std()))
	}
}
