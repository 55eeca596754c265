package rust

import (
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/rust/values"
	"ensures/verify"
)

// TestMachine runs the functions of testdata/machine.rs and asks for proofs that they do
// something else: that a call with these arguments does not give what the machine gave, or that
// one does not panic that did. None may be given. That they do what they did is asked too, which
// tells how many of them have a meaning here.
func TestMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	b := open(t)
	file, asked, functions := machine(t)
	decided, right := 0, 0
	for some := range slices.Chunk(asked, machineChunk) {
		out, err := b.Verify(t.Context(), verify.Request{File: "machine.rs", Source: together(file, some), Options: verify.Options{Quick: true}})
		if err != nil {
			t.Fatal(err)
		}
		if out.Verdict == verify.Malformed {
			t.Fatal(out.Diagnostics)
		}
		for i, q := range some {
			key := verify.MethodKey{Name: fmt.Sprintf("ask%d", i)}
			m := out.Find(key)
			if m == nil {
				t.Fatalf("nothing is said of %s", q.f.Spec.Name)
			}
			switch {
			case m.Verdict == verify.Unsupported:
				if q.true {
					i := slices.IndexFunc(out.Diagnostics, func(d verify.Diagnostic) bool { return d.Method == key })
					t.Logf("%s: %s", q.f.Spec.Name, out.Diagnostics[i].Message)
				}
			case q.true:
				decided++
				if m.Verdict.Holds() {
					right++
				} else if testing.Verbose() {
					t.Logf("not proved: %s", q.text(file, q.f.Spec.Name))
				}
			case q.refuted(out, m):
				t.Errorf("%v: %s", m.Verdict, q.text(file, q.f.Spec.Name))
			}
		}
	}
	t.Logf("%d functions, %d questions; of %d that the machine answers yes, %d are proved", functions, len(asked), decided, right)
	if right*2 < decided || right == 0 {
		t.Error("the functions are not in the subset")
	}
}

// machineChunk is how many questions are asked in one file.
const machineChunk = 120

// machine runs the functions of testdata/machine.rs and returns what is asked about their calls,
// and how many functions they are.
func machine(t *testing.T) (*spec.File, []question, int) {
	t.Helper()
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/machine.rs")
	if err != nil {
		t.Fatal(err)
	}
	file := spec.Parse(string(text))
	if len(file.Errs) > 0 {
		t.Fatal(file.Errs[0])
	}
	p, err := observe.Build(t.Context(), tc, "machine.rs", file, func(f *spec.Func) bool {
		return f.Mode == spec.Exec && !strings.Contains(f.Name, "::") && len(f.Clauses) == 0
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for f, why := range p.Refused {
		t.Errorf("%s cannot be called: %v", f.Name, why)
	}
	var asked []question
	for _, f := range p.Funcs {
		calls, err := p.Run(t.Context(), f, observe.Inputs(f, file, 60, 3, nil), observe.Options{})
		if err != nil {
			t.Fatal(err)
		}
		asked = append(asked, questions(f, calls)...)
	}
	return file, asked, len(p.Funcs)
}

// together is a file with questions, the i-th as a function of the name ask and i.
func together(file *spec.File, some []question) string {
	src := file.Src[:strings.LastIndex(file.Src, "}")]
	for i, q := range some {
		src += q.text(file, fmt.Sprintf("ask%d", i))
	}
	return src + "}\n"
}

// refuted reports whether an answer denies what the machine did: that a function panics, or that
// it gives what it gave.
func (q question) refuted(out verify.Outcome, m *verify.MethodOutcome) bool {
	open := slices.ContainsFunc(out.Diagnostics, func(d verify.Diagnostic) bool { return d.Method == m.Method && d.Kind == verify.Postcondition })
	return !q.true && (m.Verdict.Holds() || !q.panics && m.Verdict == verify.Unknown && !open)
}

// question is what is asked about one call.
type question struct {
	f      *observe.Func
	call   observe.Call
	true   bool
	panics bool
}

// questions are those about the calls of a function: of each kind of end, and of results that
// differ, some.
func questions(f *observe.Func, calls []observe.Call) []question {
	const most = 3
	var out []question
	seen := map[string]bool{}
	returned, panicked := 0, 0
	for _, c := range calls {
		given := equals(f, c)
		switch {
		case given == "":
		case c.End == observe.Panicked && panicked < most:
			panicked++
			out = append(out, question{f: f, call: c, panics: true})
		case c.End == observe.Returned && returned < most && !seen[c.Result.String()]:
			if result(f, c) == "" {
				continue
			}
			seen[c.Result.String()] = true
			returned++
			out = append(out, question{f: f, call: c}, question{f: f, call: c, true: true})
		}
	}
	return out
}

// text is a function with a question as its specification.
func (q question) text(file *spec.File, name string) string {
	fn := q.f.Spec
	head := file.Src[fn.NamePos.To:fn.Body.From]
	given := equals(q.f, q.call)
	clauses := ""
	switch {
	case q.panics:
		clauses = "requires " + given
	case q.true:
		clauses = "requires " + given + " ensures " + result(q.f, q.call)
	default:
		clauses = "ensures !(" + given + " && " + result(q.f, q.call) + ")"
	}
	return "fn " + name + head + clauses + " " + file.Src[fn.Body.From:fn.Body.To] + "\n"
}

// equals says that the arguments of a call were what they were; empty where a clause cannot say
// that.
func equals(f *observe.Func, c observe.Call) string {
	var all []string
	for i, p := range f.Params {
		place := p.Name
		if p.Mutable {
			place = "old(" + p.Name + ")"
		}
		all = append(all, is(place, c.Args[i]))
	}
	return and(all)
}

// result says what a call gave, and what it left in what it changed; empty where a clause
// cannot say that.
func result(f *observe.Func, c observe.Call) string {
	all := []string{is("r", c.Result)}
	for i, p := range f.Params {
		if p.Mutable {
			all = append(all, is(p.Name, c.After[i]))
		}
	}
	return and(all)
}

// and is true of no conditions; empty where one of them is.
func and(all []string) string {
	if slices.Contains(all, "") {
		return ""
	}
	return strings.Join(append([]string{"true"}, all...), " && ")
}

// is says that a place has a value.
func is(place string, v *values.Value) string {
	switch v.Kind {
	case values.Bool, values.Char, values.Int:
		return place + " == " + v.String()
	case values.Str:
		all := []string{fmt.Sprintf("%s@.len() == %d", place, len(v.Text))}
		for i, c := range v.Text {
			all = append(all, fmt.Sprintf("%s@[%d] == %s", place, i, (&values.Value{Kind: values.Char, Int: big.NewInt(int64(c))}).String()))
		}
		return and(all)
	case values.Seq:
		all := []string{fmt.Sprintf("%s.len() == %d", place, len(v.Items))}
		for i, e := range v.Items {
			all = append(all, is(fmt.Sprintf("%s[%d]", place, i), e))
		}
		return and(all)
	case values.Data:
		return isData(place, v)
	}
	return ""
}

// isData is [is] of tuples, structs and enums.
func isData(place string, v *values.Value) string {
	var all []string
	for i, e := range v.Items {
		switch {
		case v.Type == nil:
			return ""
		case v.Type.Enum:
			all = append(all, is(fmt.Sprintf("k%d", i), e))
		default:
			all = append(all, is(place+"."+v.Type.Variants[0].Fields[i].Name, e))
		}
	}
	if v.Type == nil || !v.Type.Enum {
		return and(all)
	}
	n := slices.IndexFunc(v.Type.Variants, func(w values.Variant) bool { return w.Name == v.Name })
	pattern := v.Name
	if v.Type.Name != "" && v.Type.Name != "Option" && v.Type.Name != "Result" {
		pattern = v.Type.Name + "::" + v.Name
	}
	var parts []string
	for i, f := range v.Type.Variants[n].Fields {
		part := fmt.Sprintf("k%d", i)
		if !v.Type.Variants[n].Tuple {
			part = f.Name + ": " + part
		}
		parts = append(parts, part)
	}
	switch {
	case len(parts) == 0:
	case v.Type.Variants[n].Tuple:
		pattern += "(" + strings.Join(parts, ", ") + ")"
	default:
		pattern += " { " + strings.Join(parts, ", ") + " }"
	}
	if inside := and(all); inside != "" {
		return "(match " + place + " { " + pattern + " => " + inside + ", _ => false })"
	}
	return ""
}
