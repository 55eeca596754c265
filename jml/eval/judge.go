package eval

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// Judge evaluates a method's whole contract on runs of the method.
type Judge struct {
	Method   *types.Method
	Contract *jml.Contract
	chk      *jml.Checked
	prog     *interp.Program
	o        JudgeOptions
	cases    []judgedCase
	inv      []Clause
}

// JudgeOptions say what belongs to a contract beside its clauses.
type JudgeOptions struct {
	// NonNull makes reference parameters and results that are not nullable
	// non-null, as JML does by default.
	NonNull bool
	// Invariants adds the invariants of the method's class to both states.
	Invariants bool
}

// judgedCase is a case with its frame.
type judgedCase struct {
	*Case
	frame *Frame
}

// Verdict is the value of a part of a contract.
type Verdict struct {
	Result
	Clause *jml.Clause // that decided; nil when no single one did
	// Vacuous is set when no case applied, so that nothing was asked.
	Vacuous bool
}

// ClauseVerdict is the value of one clause in one case.
type ClauseVerdict struct {
	Clause *jml.Clause
	Case   int
	Result Result
}

// Judgement is the evaluation of one call.
type Judgement struct {
	Pre Verdict // the disjunction of the cases' preconditions
	// Applies is, for each case, whether its precondition held.
	Applies []Truth
	Clauses []ClauseVerdict // so far
	// Violations are the changes that a frame does not allow, after Frame.
	Violations []Change

	j      *Judge
	pre    State
	locals [][]interp.Value // for each case: parameters and old variables
	lost   []string         // why a case's old variables have no value
}

// NewJudge compiles the contract of a method. Clauses with errors or outside of
// what can be evaluated are unknown in every judgement.
func NewJudge(chk *jml.Checked, prog *interp.Program, m *types.Method, o JudgeOptions) *Judge {
	var spec *jml.MethodSpec
	if m.Decl != nil {
		spec = chk.Spec.Methods[m.Decl]
	}
	j := &Judge{Method: m, Contract: jml.Normalise(spec), chk: chk, prog: prog, o: o}

	inherited := jml.Inherited(chk, m)
	// Cases are alternatives: beside inherited ones, the empty case of a method that says nothing
	// itself would admit every call.
	if spec != nil && len(spec.Cases) > 0 || len(inherited) == 0 {
		j.add(m, j.Contract)
	}
	for _, up := range inherited {
		j.add(up, jml.Normalise(chk.Spec.Methods[up.Decl]))
	}

	// Helpers are called where the invariants need not hold, and need not establish them.
	if o.Invariants && !m.Flags.Has(java.Static) && !j.Contract.Mods.Has(jml.Helper) {
		k := newCompiler(chk, prog, CompileOptions{})
		for _, cl := range k.invariants(m.Owner) {
			j.inv = append(j.inv, compileClause(chk, prog, cl, CompileOptions{Math: chk.Math(m.Owner), Slots: m.Params}, nil))
		}
	}
	return j
}

// add compiles the cases of the contract of m, the judge's method or one that it
// overrides: their parameters have the same places.
func (j *Judge) add(m *types.Method, contract *jml.Contract) {
	for _, k := range CompileCases(j.chk, j.prog, m, contract) {
		j.cases = append(j.cases, judgedCase{k, k.Frame(j.chk, j.prog, contract.IsPure())})
	}
}

// conj adds one conjunct to a verdict.
func (v *Verdict) conj(r Result, c *jml.Clause) {
	// False decides and stays; what is not known outweighs what holds.
	switch {
	case r.Truth == True || v.Truth == False:
	case r.Truth == False, v.Truth == True:
		v.Result, v.Clause = r, c
	}
}

// Begin judges the precondition of a call: pre is the state it starts in, its
// Locals the parameters.
func (j *Judge) Begin(m *interp.Machine, pre State) *Judgement {
	d := &Judgement{j: j, pre: pre, Pre: Verdict{Result: Result{Truth: False}}}
	common := Verdict{Result: Result{Truth: True}}
	if j.o.NonNull {
		common.conj(j.nonNull(pre.Locals), nil)
	}

	base := Env{Machine: m, Cur: pre, Count: -1}
	for i := range j.inv {
		r := j.inv[i].Eval(&base)
		d.Clauses = append(d.Clauses, ClauseVerdict{j.inv[i].Clause, -1, r})
		common.conj(r, j.inv[i].Clause)
	}

	for i := range j.cases {
		k := &j.cases[i]
		env := base
		locals, lost := k.Enter(env)
		env.Cur.Locals, env.Lost = locals, lost
		v := common
		for c := range k.Requires {
			cl := &k.Requires[c]
			r := cl.Eval(&env)
			if lost != "" && r.Truth == True && cl.Pred != nil {
				r = Result{Truth: Unknown, Reason: lost}
			}
			d.Clauses = append(d.Clauses, ClauseVerdict{cl.Clause, i, r})
			v.conj(r, cl.Clause)
		}
		d.Applies = append(d.Applies, v.Truth)
		d.locals = append(d.locals, locals)
		d.lost = append(d.lost, lost)
		// The disjunction of the cases: one that holds decides, one that is not known outweighs
		// those that don't hold.
		switch {
		case d.Pre.Truth == True:
		case v.Truth == True, i == 0, v.Truth == Unknown && d.Pre.Truth == False:
			d.Pre = v
		}
	}
	return d
}

func padded(v []interp.Value, n int) []interp.Value {
	for len(v) < n {
		v = append(v[:len(v):len(v)], interp.Value{})
	}
	return v
}

func (j *Judge) nonNull(args []interp.Value) Result {
	if p := NullForbidden(j.chk, j.Method, args); p != nil {
		return Result{Truth: False, Reason: "parameter " + p.Name + " is null"}
	}
	return Result{Truth: True}
}

// NullForbidden is the first parameter of a method that is null among the arguments of a
// call and is not declared nullable, by itself or by its class; nil where there is none.
// References are not null unless that is said (JML Reference Manual, §6.2.13).
func NullForbidden(chk *jml.Checked, m *types.Method, args []interp.Value) *types.Local {
	for i, p := range m.Params {
		if types.IsPrimitive(p.Type) || i >= len(args) || args[i].R != nil {
			continue
		}
		nullable := nullableByDefault(chk, m)
		if d, ok := p.Decl.(*java.Param); ok {
			if mods := chk.Spec.Params[d]; mods.Has(jml.Nullable) || mods.Has(jml.NonNull) {
				nullable = mods.Has(jml.Nullable)
			}
		}
		if !nullable {
			return p
		}
	}
	return nil
}

func nullableByDefault(chk *jml.Checked, m *types.Method) bool {
	for k := m.Owner; k != nil; k = k.Outer {
		if cs := chk.Spec.Classes[k.Decl]; cs != nil && cs.Mods.Flags&(jml.NullableByDefault|jml.NonNullByDefault) != 0 {
			return cs.Mods.Has(jml.NullableByDefault)
		}
	}
	return false
}

// Post judges the end of the call. env has the state after it, with the
// parameters' values before the call as Cur.Locals, the result or the exception;
// its Pre is set from the beginning's state when nil. It may be asked several
// times with other states and results.
func (d *Judgement) Post(env *Env) Verdict {
	j := d.j
	out := Verdict{Result: Result{Truth: True}, Vacuous: true}
	for i := range j.cases {
		if d.Applies[i] == False {
			continue
		}
		v := d.postCase(i, env)
		out.Vacuous = false
		// What a case demands is violated only where the case is known to apply; what is met is met
		// either way.
		if d.Applies[i] == Unknown && v.Truth == False {
			v = Verdict{Result: Result{Truth: Unknown, Reason: "whether the precondition holds is not known"}, Clause: v.Clause}
		}
		out.conj(v.Result, v.Clause)
	}
	if out.Vacuous {
		return out
	}

	// The invariants were compiled for the parameters alone, without old variables.
	e := *env
	e.Cur.Locals = env.Cur.Locals[:min(len(j.Method.Params), len(env.Cur.Locals))]
	for i := range j.inv {
		r := j.inv[i].Eval(&e)
		d.Clauses = append(d.Clauses, ClauseVerdict{j.inv[i].Clause, -1, r})
		out.conj(r, j.inv[i].Clause)
	}
	return out
}

func (d *Judgement) env(i int, env *Env) Env {
	k := &d.j.cases[i]
	e := *env
	e.Cur.Locals = padded(k.After(env.Cur.Locals, d.locals[i], env.ToCur), len(k.Slots))
	pre := d.pre
	if env.Pre != nil {
		pre = *env.Pre
	}
	pre.Locals = padded(append([]interp.Value(nil), d.locals[i]...), len(k.Slots))
	e.Pre, e.Lost = &pre, d.lost[i]
	return e
}

func (d *Judgement) postCase(i int, env *Env) Verdict {
	k := &d.j.cases[i]
	e := d.env(i, env)
	v := Verdict{Result: Result{Truth: True}}
	note := func(c *Clause, r Result) {
		if d.lost[i] != "" && r.Truth == True {
			r = Result{Truth: Unknown, Reason: d.lost[i]}
		}
		d.Clauses = append(d.Clauses, ClauseVerdict{c.Clause, i, r})
		v.conj(r, c.Clause)
	}

	if env.Thrown == nil {
		if k.Flat.MustThrow {
			v.conj(Result{Truth: False, Reason: "an exceptional_behavior ended without an exception"}, nil)
		}
		if d.j.o.NonNull && !types.IsPrimitive(d.j.Method.Return) && d.j.Method.Return.Kind() != types.Void &&
			env.Result.R == nil && !d.j.Contract.Mods.Has(jml.Nullable) && !nullableByDefault(d.j.chk, d.j.Method) {
			v.conj(Result{Truth: False, Reason: "the result is null"}, nil)
		}
		for c := range k.Ensures {
			note(&k.Ensures[c], k.Ensures[c].Eval(&e))
		}
		return v
	}

	if k.Flat.MustReturn {
		v.conj(Result{Truth: False, Reason: "a normal_behavior ended with an exception"}, nil)
	}

	for c := range k.Signals {
		cl := &k.Signals[c]
		// A signals clause says nothing of exceptions of other types.
		if !cl.Covers(env.Machine, env.Thrown) {
			continue
		}
		f := e
		if cl.Slot >= 0 {
			f.Cur.Locals = append(append([]interp.Value(nil), e.Cur.Locals[:cl.Slot]...), interp.Value{R: env.Thrown})
		}
		note(cl, cl.Eval(&f))
	}

	for c := range k.SignalsOnly {
		cl, r := &k.SignalsOnly[c], Result{Truth: True}
		if !cl.Covers(env.Machine, env.Thrown) {
			r = Result{Truth: False, Reason: "an exception of another type: " + env.Machine.TypeOf(env.Thrown).String()}
		}
		note(cl, r)
	}
	return v
}

// Names reports whether a case names a class of an exception as one that the method
// may end by: with it, a check of the JVM that fails is what the specification speaks
// of. A case that demands an exception and names none names all.
func (j *Judge) Names(m *interp.Machine, thrown interp.Ref) bool {
	for i := range j.cases {
		k := &j.cases[i]
		if k.Flat.MustThrow && len(k.Signals) == 0 && len(k.SignalsOnly) == 0 {
			return true
		}
		for c := range k.Signals {
			if cl := &k.Signals[c]; len(cl.Types) > 0 && !cl.Never() && cl.Covers(m, thrown) {
				return true
			}
		}
		for c := range k.SignalsOnly {
			if cl := &k.SignalsOnly[c]; !cl.NotSpecified && cl.Covers(m, thrown) {
				return true
			}
		}
	}
	return false
}

// Frame judges the frames of the cases that apply, given the changes between the
// two states (see Changes).
func (d *Judgement) Frame(env *Env, changes []Change) Verdict {
	out := Verdict{Result: Result{Truth: True}, Vacuous: true}
	for i := range d.j.cases {
		if d.Applies[i] == False {
			continue
		}
		k := &d.j.cases[i]
		e := d.env(i, env)
		bad, r := k.frame.Violations(&e, changes)
		if r.Truth == False {
			r.Reason = bad[0].Location() + " has changed"
			if d.Applies[i] == Unknown {
				r = Result{Truth: Unknown, Reason: "whether the precondition holds is not known"}
			} else {
				d.Violations = append(d.Violations, bad...)
			}
		}
		out.Vacuous = false

		var cl *jml.Clause
		if len(k.Flat.Assignable) > 0 {
			cl = k.Flat.Assignable[0]
		}
		out.conj(r, cl)
	}
	return out
}
