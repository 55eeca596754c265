package key

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
	"time"

	"ensures/verify"
)

// finish turns what the worker said into the outcome.
func (a *asked) finish() {
	o := &a.out.Outcome
	// A question may be answered by the memory, an error or the worker; the first one
	// counts.
	if a.closed {
		if a.out.Err == nil {
			o.Elapsed = time.Since(a.start)
		}
		return
	}

	a.closed = true
	o.Warnings = a.unit.warns

	un := a.unit.unfit
	if un == nil {
		un = a.failed
	}
	if un != nil {
		o.Diagnostics = append(o.Diagnostics, un.diagnostic(verify.MethodKey{}))
		o.Verdict = verify.Unsupported
	}

	for _, m := range a.unit.methods {
		if !m.wanted {
			continue
		}
		mo := verify.MethodOutcome{Method: m.key, Line: m.at.Line, Column: m.at.Column}
		if un != nil {
			mo.Verdict = verify.Unsupported
		} else {
			o.Diagnostics = append(o.Diagnostics, a.method(m, &mo)...)
		}
		o.Methods = append(o.Methods, mo)
		o.Verdict = verify.Join(o.Verdict, mo.Verdict)
	}

	a.classes(o)

	if len(o.Methods) == 0 {
		msg := "no method to verify"
		if a.opts.Method != "" {
			msg = fmt.Sprintf("no method %q", a.opts.Method)
		}
		o.Verdict = verify.Malformed
		o.Diagnostics = append(o.Diagnostics, verify.Diagnostic{Kind: verify.NoMethod, Severity: verify.Error, Verdict: verify.Malformed, Line: 1, Column: 1, Message: msg, Stage: "check"})
	}

	sort.SliceStable(o.Diagnostics, func(i, j int) bool { return o.Diagnostics[i].Line < o.Diagnostics[j].Line })
	o.Elapsed = time.Since(a.start)
}

// method is the answer on one method: verified when each of its contracts, of which
// there is at least one, is proved.
func (a *asked) method(m *method, mo *verify.MethodOutcome) []verify.Diagnostic {
	if m.unfit != nil {
		mo.Verdict = verify.Unsupported
		d := m.unfit.diagnostic(m.key)
		if m.unfit.at.Line == 0 {
			d.Line, d.Column = m.at.Line, m.at.Column
		}
		return []verify.Diagnostic{d}
	}
	rs := a.results[m]
	// Of a method with an answer still to come nothing is known.
	if len(rs) == 0 || a.timeout > 0 && !a.complete(m) {
		mo.Verdict = verify.Unknown
		return []verify.Diagnostic{{Kind: verify.Timeout, Severity: verify.Error, Verdict: verify.Unknown, Method: m.key, Line: m.at.Line, Column: m.at.Column,
			Message: "no answer within " + a.timeout.String(), Stage: "prove"}}
	}

	mo.Verdict = verify.Verified
	var out []verify.Diagnostic
	seen := map[string]bool{}
	for _, r := range rs {
		took := time.Duration(r.ElapsedMS * float64(time.Millisecond))
		mo.Elapsed += took
		ob := verify.Obligation{Kind: verify.Postcondition, Line: m.at.Line, Column: m.at.Column, Verdict: verify.Verified, Elapsed: took}
		if !r.Proved && !a.onlyStaticInvariants(r) {
			for _, d := range a.open(m, r) {
				ob.Kind, ob.Verdict = d.Kind, d.Verdict
				mo.Verdict = verify.Join(mo.Verdict, d.Verdict)
				if key := fmt.Sprint(d.Line, d.Kind); !seen[key] {
					seen[key] = true
					out = append(out, d)
				}
			}
		}
		mo.Obligations = append(mo.Obligations, ob)
	}
	return out
}

// staticInvariantRE is a formula that a class's static invariants are defined, in
// this heap or the one after the call.
var staticInvariantRE = regexp.MustCompile(`^(?:\{heap:=heap\[anon\(\{\}, \w+(?:<<\w+>>)?\)\]\}\s*)?WD\(([\w.$]+)\.<\$inv>(?:<<\w+>>)?\)$`)

// onlyStaticInvariants reports whether all that is open of a contract's definedness
// is that of static invariants, which KeY proves apart and then has no rule to use.
func (a *asked) onlyStaticInvariants(r answer) bool {
	if !strings.Contains(r.Contract, " WD.") || r.Failure != "" || r.Open == 0 || r.Open != len(r.Goals) {
		return false
	}
	for _, g := range r.Goals {
		head, tail, ok := strings.Cut(g.Sequent, "==>")
		if !ok || !strings.Contains(head, "wellFormed(heap)") {
			return false
		}
		found := false
		for _, f := range strings.Split(tail, ",\n") {
			if m := staticInvariantRE.FindStringSubmatch(strings.TrimSpace(f)); m != nil {
				found = found || a.invariantsDefined(m[1])
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// invariantsDefined reports whether KeY has proved that all of a class's invariants
// are defined.
func (a *asked) invariantsDefined(class string) bool {
	any := false
	for _, r := range a.class {
		if strings.HasPrefix(r.Contract, class+".JML class invariant WD") {
			if !r.Proved {
				return false
			}
			any = true
		}
	}
	return any
}

// complete reports whether all contracts of m were answered before time ran out:
// the worker goes through them in order of class and name, so a later one's answer
// tells.
func (a *asked) complete(m *method) bool {
	last := ""
	for _, r := range a.results[m] {
		last = max(last, r.Contract)
	}
	for n, rs := range a.results {
		for _, r := range rs {
			if n != m && n.allow == m.allow && r.Contract > last {
				return true
			}
		}
	}
	return false
}

// open is the diagnostics of a contract that is not proved.
func (a *asked) open(m *method, r answer) []verify.Diagnostic {
	base := verify.Diagnostic{Severity: verify.Error, Verdict: verify.Unknown, Method: m.key, Line: m.at.Line, Column: m.at.Column, Stage: "prove"}
	// What can't be proved because a number may overflow may hold where nobody looks at that, which
	// KeY can't be asked: see integers.
	if a.opts.Arithmetic == verify.Quiet {
		base.Kind, base.Verdict = verify.UnsupportedConstruct, verify.Unsupported
		base.Construct = "arithmetic that is not looked at, where overflow can't be shown to be absent"
		base.Message = "not supported by KeY: " + base.Construct
		return []verify.Diagnostic{base}
	}
	if r.Failure != "" {
		base.Kind, base.Message = verify.Postcondition, "KeY gave up: "+oneLine(r.Failure)
		return []verify.Diagnostic{base}
	}
	var out []verify.Diagnostic
	for _, g := range r.Goals {
		d := base
		d.Kind = kindOf(r, g)
		if line := a.unit.line(g.Line); line >= m.from && line <= m.to {
			d.Line, d.Column = line, 1
		}
		d.Message = "KeY cannot prove " + string(d.Kind)
		if len(g.Branch) > 0 {
			d.Message += "; open branch: " + strings.Join(g.Branch, " / ")
		}
		if v := values(g.Sequent); v != "" {
			d.Message += "; with " + v
		}
		out = append(out, d)
	}
	if len(out) == 0 {
		base.Kind, base.Message = verify.Postcondition, "KeY cannot prove the contract"
		out = append(out, base)
	}
	return out
}

// branchKinds is what the labels of KeY's branches say about what is open. The last
// label of a branch that is here decides.
var branchKinds = []struct {
	label string
	kind  verify.Kind
}{
	{"Overflow check", verify.ArithmeticOperationRange},
	{"Null Reference", verify.PossiblyNullDeReference},
	{"Null reference", verify.PossiblyNullDeReference},
	{"Index Out of Bounds", verify.PossiblyTooLargeIndex},
	{"Array Size Negative", verify.PossiblyNegativeSize},
	{"Negative", verify.PossiblyNegativeSize},
	{"Zero", verify.PossiblyDivideByZero},
	{"zero", verify.PossiblyDivideByZero},
	{"Class Cast", verify.PossiblyBadCast},
	{"Array Store", verify.PossiblyBadArrayAssign},
	{"Invariant Initially Valid", verify.LoopInvariantBeforeLoop},
	{"Invariant Preserved and Used", verify.LoopInvariant},
	{"Body Preserves Invariant", verify.LoopInvariant},
	{"Use Case", verify.Postcondition},
	{"Exceptional Post", verify.ExceptionalPostcondition},
	{"Pre (", verify.Precondition},
	{"Assert", verify.Assert},
	{"Post (", verify.Postcondition},
}

func kindOf(r answer, g goal) verify.Kind {
	// The contract is one of well-definedness: that clauses have values.
	if strings.Contains(r.Contract, " WD.") {
		switch {
		case strings.Contains(g.Sequent, "<") || strings.Contains(g.Sequent, "length"):
			return verify.UndefinedTooLargeIndex
		case strings.Contains(g.Sequent, "null"):
			return verify.UndefinedNullDeReference
		}
		return verify.UndefinedDivideByZero
	}
	for i := len(g.Branch) - 1; i >= 0; i-- {
		for _, b := range branchKinds {
			if strings.Contains(g.Branch[i], b.label) {
				return b.kind
			}
		}
	}
	return verify.Postcondition
}

var valueRE = regexp.MustCompile(`(?m)^[ ,]*([A-Za-z]\w*) = (-?\d+)\b[ ,]*$`)

// values are the variables with a known value in an open sequent: often a real
// counterexample, and never more than a hint.
func values(sequent string) string {
	head, _, _ := strings.Cut(sequent, "==>")
	var out []string
	for _, m := range valueRE.FindAllStringSubmatch(head, -1) {
		if len(out) < 5 {
			out = append(out, m[1]+" = "+m[2])
		}
	}
	return strings.Join(out, ", ")
}

// classes adds what is open about classes as such, such as an invariant that may be
// undefined: no method of the class is verified then.
func (a *asked) classes(o *verify.Outcome) {
	for _, r := range a.class {
		if r.Proved {
			continue
		}
		line := a.unit.classes[r.Class]
		o.Diagnostics = append(o.Diagnostics, verify.Diagnostic{Kind: kindOf(r, goal{}), Severity: verify.Error, Verdict: verify.Unknown, Line: line, Column: 1,
			Message: "KeY cannot prove " + oneLine(r.Contract), Stage: "prove"})
		for i := range o.Methods {
			if o.Methods[i].Verdict == verify.Verified {
				o.Methods[i].Verdict = verify.Unknown
			}
		}
		o.Verdict = verify.Join(o.Verdict, verify.Unknown)
	}
}
