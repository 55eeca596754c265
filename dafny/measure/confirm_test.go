package measure_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ensures/dafny"
	"ensures/dafny/measure"
	"ensures/dafny/values"
	"ensures/internal/require"
	"ensures/value"
)

// perFile is how many tasks one run of Dafny is asked about.
const perFile = 12

// What the evaluator says of tests and of one mutant each is what the real Dafny proves: a
// stub that assigns the output verifies only where no clause is false here. The published
// programs are asked, and clauses with a rule each (ruled).
func TestConfirmWithDafny(t *testing.T) {
	tool := require.Tool(t, "dafny")
	var tasks, further []record
	for _, r := range lines[record](t, "data/dafny/tasks.jsonl") {
		if !strings.Contains(r.Code, "ghost function") && !strings.Contains(r.Code, "ghost predicate") { // later than Dafny 2.3
			tasks = append(tasks, r)
		}
	}
	batches := slices.Collect(slices.Chunk(tasks, perFile))
	for _, f := range forms(t) {
		if !f.later {
			further = append(further, f.record)
		}
	}
	batches = append(batches, slices.Collect(slices.Chunk(further, 2*perFile))...)
	rules := ruled()
	if testing.Short() {
		batches = [][]record{tasks[:2]}
		rules = slices.DeleteFunc(rules, func(r record) bool { return !require.Sample(r.ID, 4) })
	}
	asked, agreed, unproved, unknown := 0, 0, 0, 0
	for _, batch := range append([][]record{rules}, batches...) {
		var src strings.Builder
		want := map[string]stub{}
		for i, r := range batch {
			module(&src, i, r, want)
		}
		got := prove(t, tool, src.String())
		for name, s := range want {
			proved, ok := got[name]
			asked++
			switch {
			case !ok:
				t.Errorf("no verdict of %s\n%s", name, s.text)
			case proved && s.truth != value.True:
				t.Errorf("Dafny proves what is %v here:\n%s", s.truth, s.text)
			case !proved && s.truth == value.Unknown:
				unknown++ // here, or there is no value
			case proved || s.truth != value.True:
				agreed++
			case s.exact:
				t.Errorf("Dafny refutes what holds here:\n%s", s.text)
			default:
				unproved++ // for want of a trigger, a witness or fuel
			}
		}
	}
	t.Logf("%d asked, %d alike, %d not proved and not decided here or without a value, %d hold here and are not proved", asked, agreed, unknown, unproved)
	// The shares are those of all tasks; of a few only contradictions count.
	if !testing.Short() && ((agreed+unknown)*100 < asked*85 || unknown*100 > asked*10) {
		t.Errorf("only %d of %d alike", agreed, asked)
	}
}

// ruled are clauses of which each leans on one rule of the evaluator.
func ruled() []record {
	var out []record
	for i, c := range strings.Split(strings.TrimSpace(`
		r == n / 2 && n == -7 && r == -4
		r == n % 3 && n == -7 && r == 2
		r == n / -2 && n == -7 && r == 4
		(r as real) / 2.0 == 3.5
		(7.9).Floor == r && (0.0 - 7.9).Floor == -8
		multiset([1, 2, 1])[1] == 2 && |{1, 1, 2}| == 2
		[1, 2] <= [1, 2, 3] && |[1, 2] + [3]| == 3 && [1, 2][1] == 2
		"ab" + "c" == "abc" && 'b' in "abc" && "abc"[1..] == "bc"
		{1, 2} - {2} == {1} && {1} < {1, 2} && {1} !! {2}
		map[1 := 2, 3 := 4][3] == 4 && 1 in map[1 := 2]
		(n > 0 ==> 1 / n == 2) && (n == -7 || 1 / 0 == 1)
		([1, 2, 3])[1 := 5] == [1, 5, 3]
		0 <= 1 < 2 <= 2
		(97 as char) == 'a' && ('b' as int) == 98
		(200 as bv8) + (100 as bv8) == (44 as bv8) && (12 as bv8) & (10 as bv8) == (8 as bv8)
		(1, true).0 == 1 && (1, 2) == (1, 2)
		forall i :: [3, 1, 3][i] >= 1 || i < 0 || i >= 3
		exists i :: [3, 1, 3][i] == 1 && 0 <= i < 3
		|set i | [3, 1, 3][i] == 3 && 0 <= i < 3 :: i| == 2
		forall i :: 0 <= i < 3 ==> [3, 1, 3][i + 1] >= 0 || true
		exists k :: 10 / k == 5 && k in [2, 3]
		forall i :: 0 <= i < 3 ==> [3, 1, 3][i] >= 1`), "\n") {
		out = append(out, record{ID: fmt.Sprint("rule ", i), Method: "M", Code: "method M(n: int) returns (r: int) ensures " + strings.TrimSpace(c),
			Tests: []measure.Test{{Args: raws("-7"), Expected: raws("-4")[0]}, {Args: raws("-7"), Expected: raws("7")[0]}, {Args: raws("-7"), Expected: raws("2")[0]}, {Args: raws("-7"), Expected: raws("4")[0]}}})
	}
	return out
}

// stub is a question with what is known here.
type stub struct {
	text  string
	truth value.Truth
	exact bool // Dafny decides it
}

// module writes a task's functions and a stub for each of its outputs.
func module(src *strings.Builder, i int, r record, want map[string]stub) {
	f := dafny.Parse(r.Code)
	m := method(f, r.Method)
	if m == nil {
		return
	}
	rep, err := measure.Measure(f, m, r.Tests, measure.Options{})
	if err != nil {
		return
	}
	fmt.Fprintf(src, "module T%d {\n", i)
	for _, d := range f.Decls {
		if d.Kind != "method" && d.Kind != "lemma" {
			fmt.Fprintln(src, r.Code[d.Begin:d.End])
		}
	}
	for k, p := range rep.Pairs {
		outputs := []*values.Value{p.Result}
		if len(p.Mutants) > 0 && !strings.HasPrefix(r.ID, "form") { // which have wrong outputs of their own
			outputs = append(outputs, p.Mutants[0].Result)
		}
		for o, out := range outputs {
			name := fmt.Sprintf("P%d%c", k, 'a'+rune(o))
			text, ok := question(r.Code, m, name, p.Args, out)
			v, _, _ := rep.Output(p.Args, out)
			if !ok || p.Pre.Truth == value.False {
				continue
			}
			want[fmt.Sprintf("T%d.%s", i, name)] = stub{text, v.Truth, strings.HasPrefix(r.ID, "rule")}
			src.WriteString(text)
		}
	}
	src.WriteString("}\n")
}

// question is a method whose inputs are assumed and whose result is assigned; false where
// a value can't be written so.
func question(code string, m *dafny.Decl, name string, args []*values.Value, out *values.Value) (string, bool) {
	var params, assume, body []string
	for i, p := range m.Params {
		params = append(params, p.Name+": "+p.Type.String())
		eq, hints, ok := equals(p.Name, args[i])
		if !ok {
			return "", false
		}
		assume = append(assume, "  requires "+eq)
		body = append(body, hints...)
	}
	ret := m.Returns[0]
	if out.Kind == values.Array {
		body = append(body, fmt.Sprintf("%s := new %s[%d];", ret.Name, ret.Type.Elem(), len(out.Items)))
		for i, x := range out.Items {
			s, ok := written(x)
			if !ok {
				return "", false
			}
			body = append(body, fmt.Sprintf("%s[%d] := %s;", ret.Name, i, s))
		}
	} else {
		s, ok := written(out)
		if !ok {
			return "", false
		}
		body = append(body, ret.Name+" := "+s+";")
	}
	var ensures []string
	for _, c := range m.Clauses {
		if c.Kind == "ensures" {
			ensures = append(ensures, "  "+strings.TrimSuffix(strings.TrimSpace(code[c.From:c.To]), ";"))
		}
	}
	return fmt.Sprintf("method %s(%s) returns (%s: %s)\n%s\n%s\n{\n  %s\n}\n", name, strings.Join(params, ", "), ret.Name, ret.Type,
		strings.Join(assume, "\n"), strings.Join(ensures, "\n"), strings.Join(body, "\n  ")), true
}

// equals says that a parameter has a value; hints name its parts, as triggers.
func equals(name string, v *values.Value) (eq string, hints []string, ok bool) {
	if v.Kind == values.Seq || v.Kind == values.Array {
		for i, x := range v.Items {
			if s, ok := written(x); ok {
				hints = append(hints, fmt.Sprintf("assert %s[%d] == %s;", name, i, s))
			}
		}
	}
	if v.Kind != values.Array {
		s, ok := written(v)
		return name + " == " + s, hints, ok
	}
	eq = fmt.Sprintf("%s.Length == %d", name, len(v.Items))
	for i, x := range v.Items {
		s, ok := written(x)
		if !ok {
			return "", nil, false
		}
		eq += fmt.Sprintf(" && %s[%d] == %s", name, i, s)
	}
	return eq, hints, true
}

// written is a value as Dafny writes it.
func written(v *values.Value) (string, bool) {
	switch v.Kind {
	case values.Bool, values.Int, values.Bits:
		return v.String(), true
	case values.Char:
		return v.String(), v.Int.Int64() < 127 && v.Int.Int64() >= 32
	case values.Real:
		return fmt.Sprintf("(%s.0 / %s.0)", v.Real.Num(), v.Real.Denom()), v.Real.Sign() >= 0
	case values.Seq, values.Tuple:
		var parts []string
		for _, x := range v.Items {
			s, ok := written(x)
			if !ok {
				return "", false
			}
			parts = append(parts, s)
		}
		if v.Kind == values.Tuple {
			return "(" + strings.Join(parts, ", ") + ")", true
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	}
	return "", false
}

var verdict = regexp.MustCompile(`(?s)Verifying (?:Impl|CheckWellformed)\$\$_\d+_(\w+?)\.__default\.(\w+) \.\.\.\s+\[[^\]]*\]\s+(verified|error|timed out|inconclusive)`)

// prove asks Dafny, and returns by name what is proved, its clauses having a value, and what
// is not.
func prove(t *testing.T, tool, src string) map[string]bool {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stubs.dfy")
	if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	// The limit is of steps: a verdict does not hang on how busy the machine is.
	out, _ := exec.Command(tool, "/compile:0", "/trace", "/rlimit:2000000", "/timeLimit:120", path).CombinedOutput()
	got := map[string]bool{}
	for _, m := range verdict.FindAllStringSubmatch(string(out), -1) {
		name := strings.ReplaceAll(m[1], "__", "_") + "." + m[2]
		before, asked := got[name]
		got[name] = m[3] == "verified" && (before || !asked)
	}
	if len(got) == 0 {
		t.Fatalf("no verdicts:\n%.2000s", out)
	}
	return got
}
