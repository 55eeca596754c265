package tla_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/setup/tlatest"
	"ensures/tla"
)

// libraryFacts are what our own modules' operators must give.
const libraryFacts = `---- MODULE M ----
EXTENDS Naturals, Sequences, FiniteSets, SequencesExt, FiniteSetsExt, Functions, Folds, Mine
Plus(a, b) == a + b
Minus(a, b) == a - b
Id(a) == a
Some(S) == CHOOSE x \in S : TRUE
ASSUME ToSet(<<1, 2, 1>>) = {1, 2}
ASSUME SetToSeq({}) = <<>> /\ ToSet(SetToSeq({3, 4})) = {3, 4} /\ Len(SetToSeq({3, 4})) = 2
ASSUME SetToSeqs({1, 2}) = {<<1, 2>>, <<2, 1>>}
ASSUME Contains(<<1, 2>>, 2) /\ ~Contains(<<>>, 2)
ASSUME Reverse(<<1, 2, 3>>) = <<3, 2, 1>> /\ Last(<<1, 2>>) = 2 /\ Front(<<1, 2>>) = <<1>> /\ Front(<<1>>) = <<>>
ASSUME Cons(1, <<2>>) = <<1, 2>> /\ Remove(<<1, 2, 1>>, 1) = <<2>> /\ RemoveAt(<<1, 2, 3>>, 2) = <<1, 3>>
ASSUME InsertAt(<<1, 3>>, 2, 2) = <<1, 2, 3>> /\ ReplaceAt(<<1, 3>>, 2, 2) = <<1, 2>>
ASSUME IsPrefix(<<1>>, <<1, 2>>) /\ IsPrefix(<<>>, <<>>) /\ ~IsPrefix(<<2>>, <<1, 2>>) /\ ~IsStrictPrefix(<<1>>, <<1>>) /\ IsSuffix(<<2>>, <<1, 2>>)
ASSUME Prefixes(<<1, 2>>) = {<<>>, <<1>>, <<1, 2>>} /\ Cardinality(BoundedSeq({1, 2}, 2)) = 7
ASSUME FoldLeft(Minus, 10, <<1, 2>>) = 7 /\ FoldRight(Minus, <<5, 2>>, 1) = 4 /\ FoldLeft(Plus, 0, <<>>) = 0
ASSUME FlattenSeq(<<<<1>>, <<>>, <<2, 3>>>>) = <<1, 2, 3>>
ASSUME SelectInSeq(<<1, 4, 5>>, LAMBDA x : x > 3) = 2 /\ SelectInSeq(<<>>, LAMBDA x : TRUE) = 0
ASSUME FoldSet(Plus, 0, {1, 2, 3}) = 6 /\ Sum({}) = 0 /\ Product({2, 3}) = 6 /\ MapThenSumSet(LAMBDA x : 2 * x, {1, 2}) = 6
ASSUME Max({1, 5, 3}) = 5 /\ Min({4, 2}) = 2 /\ Quantify({1, 2, 3}, LAMBDA x : x > 1) = 2 /\ Cardinality(kSubset(2, 1..4)) = 6
ASSUME SymDiff({1, 2}, {2, 3}) = {1, 3} /\ Cardinality(Choices({{1, 2}, {3}})) = 2
ASSUME Range([x \in 1..3 |-> x \div 2]) = {0, 1} /\ Restrict(<<4, 5>>, {2}) = [x \in {2} |-> 5]
ASSUME IsInjective(<<1, 2>>) /\ ~IsInjective(<<1, 1>>) /\ Cardinality(Bijection({1, 2}, {3, 4})) = 2 /\ Surjection({1}, {2, 3}) = {}
ASSUME Inverse(<<3, 4>>, {1, 2}, {3, 4})[4] = 2 /\ FoldFunction(Plus, 0, <<1, 2, 3>>) = 6 /\ FoldFunctionOnSet(Plus, 0, <<1, 2, 3>>, {2, 3}) = 5
ASSUME MapThenFoldSet(Plus, 0, Id, Some, {1, 2}) = 3
ASSUME Double(4) = 8
VARIABLE x
Init == x = 0
Next == x' = x
====
`

// Our own modules' operators have the values that their names promise; a folder and a jar of
// the user are looked through, and come first.
func TestLibrary(t *testing.T) {
	found := tlatest.Toolchain(t)
	scratch(t)
	dir := t.TempDir()
	mine := "---- MODULE Mine ----\nEXTENDS Deeper\nDouble(n) == Twice(n)\n====\n"
	if err := os.WriteFile(filepath.Join(dir, "Mine.tla"), []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	jar := filepath.Join(dir, "modules.jar")
	f, err := os.Create(jar)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	w, err := z.Create("Deeper.tla")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("---- MODULE Deeper ----\nLOCAL INSTANCE Naturals\nTwice(n) == 2 * n\n====\n")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}

	tools, err := tla.Find(t.Context(), tla.Options{Java: found.Java, Jar: found.Jar, Library: []string{dir, jar}})
	if err != nil {
		t.Fatal(err)
	}
	out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: libraryFacts}})
	if err != nil || out.Status != tla.OK {
		t.Errorf("%s %s %v", out.Status, out.Message, err)
	}
	names, err := tools.LibraryModules()
	if got := strings.Join(names, " "); err != nil || got != "Deeper FiniteSetsExt Folds Functions Mine SequencesExt" {
		t.Errorf("%s %v", got, err)
	}
	if _, err := tla.Find(t.Context(), tla.Options{Java: found.Java, Jar: found.Jar, Library: []string{filepath.Join(dir, "nowhere.jar")}}); err == nil {
		t.Error("a library that is not there is found")
	}
}

const twoWorkers = `---- MODULE Pc ----
EXTENDS Naturals, Sequences
(* --algorithm a
variables x = 0, q = <<1, 2>>;
process worker \in 1..2
begin
  A: x := x + 1;
  B: q := Tail(q);
     x := Head(q);
end process;
end algorithm; *)
Small == x < 2
Wrong == x + "a"
====
`

// An algorithm is translated, and what is wrong is shown where it stands in the algorithm, or
// behind it.
func TestPlusCal(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	for _, c := range []struct {
		name, text string
		job        tla.Job
		status     tla.Status
		line       int
	}{
		{"a value that is none", twoWorkers, tla.Job{}, tla.Evaluation, 8},
		{"an assignment that is none", strings.Replace(twoWorkers, "A: x := x", "A: x = x", 1), tla.Job{}, tla.Syntax, 7},
		{"an unknown name in the algorithm", strings.Replace(twoWorkers, "x := Head(q)", "x := Heads(q)", 1), tla.Job{}, tla.Semantic, 9},
		{"an unknown name behind it", strings.Replace(twoWorkers, "x < 2", "y < 2", 1), tla.Job{}, tla.Semantic, 12},
		{"a property", twoWorkers, tla.Job{Invariants: []string{"Small"}}, tla.Invariant, 0},
	} {
		if testing.Short() && !require.Sample(c.name, 3) {
			continue
		}
		c.job.Module = tla.Source{Text: c.text}
		out, err := tools.Check(t.Context(), c.job)
		if err != nil || out.Status != c.status {
			t.Errorf("%s: %s %s %v", c.name, out.Status, out.Message, err)
			continue
		}
		if c.line > 0 && out.Problems[0].Line != c.line {
			t.Errorf("%s: line %d, want %d: %s", c.name, out.Problems[0].Line, c.line, out.Problems[0].Text)
		}
		for _, s := range out.Trace[min(1, len(out.Trace)):] {
			if want := map[string]int{"A": 7, "B": 8}[s.Action]; s.Line != want {
				t.Errorf("%s: action %s is on line %d, want %d", c.name, s.Action, s.Line, want)
			}
		}
	}
}

const typesetModule = `---- MODULE Uni ----
EXTENDS Naturals, FiniteSets
VARIABLES s, t
Init ≜ ∧ s = {1} ∪ {2} ∧ t = "a" \* ∈ a comment
       ∧ ∨ 1∈s
         ∨ 2 ∉ s
       ∧ ∀x∈s : ∧ x ≠ 3 ∧ ∃ y ∈ s : x ≤ y
                ∧ ¬(x ≥ 9)
Next ≜ ∧ ∃x∈s : s′ = s ∖ {x}
       ∧ t' = t + 1
====
`

// Operators in UTF-8 are read; lists keep their columns, and places are those of the module
// as it was written.
func TestUnicode(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: typesetModule}})
	if err != nil || out.Status != tla.Evaluation || out.Failing == nil || out.Failing.Line != 10 || out.Failing.Column != 15 {
		t.Errorf("%s %s %v %+v", out.Status, out.Message, err, out.Failing)
	}
	fine := strings.Replace(typesetModule, "t + 1", "t", 1)
	if out, err = tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: fine}}); err != nil || out.Status != tla.OK || out.Distinct != 4 {
		t.Errorf("%s %s %v: %d states", out.Status, out.Message, err, out.Distinct)
	}
}
