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
	cases    []judgeCase
	inv      []judgeClause
}

// JudgeOptions say what belongs to a contract beside its clauses.
type JudgeOptions struct {
	// NonNull makes reference parameters and results that are not nullable
	// non-null, as JML does by default.
	NonNull bool
	// Invariants adds the invariants of the method's class to both states.
	Invariants bool
}

type judgeCase struct {
	flat     *jml.FlatCase
	slots    []*types.Local
	old      []*Value // values of the old variables, after the parameters
	olderr   *java.Error
	requires []judgeClause
	ensures  []judgeClause
	signals  []judgeClause
	frame    *Frame
}

type judgeClause struct {
	clause *jml.Clause
	pred   *Pred
	err    *java.Error
	types  []types.Type // of signals: those it is about
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
	if spec != nil && len(spec.Cases) > 0 || len(inherited) == 0 {
		j.add(m, j.Contract)
	}
	for _, up := range inherited {
		j.add(up, jml.Normalise(chk.Spec.Methods[up.Decl]))
	}
	if o.Invariants && !m.Flags.Has(java.Static) && !j.Contract.Mods.Has(jml.Helper) {
		k := newCompiler(chk, prog, CompileOptions{})
		for _, cl := range k.invariants(m.Owner) {
			j.inv = append(j.inv, j.clause(cl, CompileOptions{Math: chk.Math(m.Owner), Slots: m.Params}))
		}
	}
	return j
}

// add compiles the cases of the contract of m, the judge's method or one that it
// overrides: their parameters have the same places.
func (j *Judge) add(m *types.Method, contract *jml.Contract) {
	chk, prog := j.chk, j.prog
	math := chk.Math(m.Owner, contract.Mods)
	for _, k := range contract.Cases {
		c := judgeCase{flat: k, slots: append([]*types.Local(nil), m.Params...)}
		for _, cl := range k.Old {
			for _, v := range cl.Decl.Vars {
				l := chk.Info.Locals[v]
				if l == nil || v.Init == nil {
					c.olderr = chk.Errorf(java.NotInSubset, v, "", "variable %s has no value", v.Name.Name)
					continue
				}
				x, err := CompileValue(chk, prog, v.Init, l.Type, CompileOptions{Math: math, Slots: c.slots})
				if err != nil {
					c.olderr = err
				}
				c.old = append(c.old, x)
				c.slots = append(c.slots, l)
			}
		}
		opts := CompileOptions{Math: math, Slots: c.slots}
		compile := func(list []*jml.Clause) []judgeClause {
			var out []judgeClause
			for _, cl := range list {
				out = append(out, j.clause(cl, opts))
			}
			return out
		}
		c.requires, c.ensures, c.signals = compile(k.Requires), compile(k.Ensures), compile(k.Signals)
		for _, cl := range k.SignalsOnly {
			c.signals = append(c.signals, j.signalsOnly(cl))
		}
		kind, refs := k.Frame()
		if kind == jml.FrameDefault && contract.IsPure() {
			kind = jml.FrameNothing
		}
		c.frame = CompileFrame(chk, prog, kind, refs, opts)
		j.cases = append(j.cases, c)
	}
}

func (j *Judge) clause(cl *jml.Clause, o CompileOptions) judgeClause {
	c := judgeClause{clause: cl}
	if j.chk.Bad[cl] {
		c.err = j.chk.Errorf(java.TypeError, cl, "", "the clause has an error")
		return c
	}
	if cl.Kind == jml.Signals && cl.Param != nil {
		c.types = j.chk.TypesOf(cl.Param.Type)
		if l := j.chk.Info.Locals[cl.Param]; l != nil {
			o.Slots = append(o.Slots[:len(o.Slots):len(o.Slots)], l)
		}
	}
	if cl.Expr != nil {
		c.pred, c.err = Compile(j.chk, j.prog, cl.Expr, o)
	}
	return c
}

func (j *Judge) signalsOnly(cl *jml.Clause) judgeClause {
	c := judgeClause{clause: cl}
	for _, x := range cl.Types {
		if t := j.chk.Info.TypeOf[x]; t != nil {
			c.types = append(c.types, t)
		}
	}
	return c
}

func (c *judgeClause) eval(env *Env) Result {
	switch {
	case c.err != nil:
		return Result{Truth: Unknown, Reason: c.err.Msg, At: c.err.Span.From}
	case c.pred == nil:
		return Result{Truth: True}
	}
	return c.pred.Eval(env)
}

// conj adds one conjunct to a verdict.
func (v *Verdict) conj(r Result, c *jml.Clause) {
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
		r := j.inv[i].eval(&base)
		d.Clauses = append(d.Clauses, ClauseVerdict{j.inv[i].clause, -1, r})
		common.conj(r, j.inv[i].clause)
	}
	for i := range j.cases {
		k := &j.cases[i]
		env := base
		locals := append([]interp.Value(nil), pre.Locals...)
		lost := ""
		if k.olderr != nil {
			lost = k.olderr.Msg
		}
		for n, x := range k.old {
			v := interp.Value{}
			if x != nil && lost == "" {
				env.Cur.Locals = padded(locals, len(x.Slots))
				var r Result
				if v, r = x.Get(&env); r.Truth != True {
					// Its value may matter only where the precondition holds.
					lost = "variable " + k.slots[len(pre.Locals)+n].Name + " has no value: " + r.Reason
				}
			}
			locals = append(locals, v)
		}
		env.Cur.Locals = locals
		v := common
		for c := range k.requires {
			r := k.requires[c].eval(&env)
			if lost != "" && r.Truth == True && len(k.old) > 0 && usesLocals(&k.requires[c], len(pre.Locals)) {
				r = Result{Truth: Unknown, Reason: lost}
			}
			d.Clauses = append(d.Clauses, ClauseVerdict{k.requires[c].clause, i, r})
			v.conj(r, k.requires[c].clause)
		}
		d.Applies = append(d.Applies, v.Truth)
		d.locals = append(d.locals, locals)
		d.lost = append(d.lost, lost)
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

// usesLocals is conservative: a clause compiled with old variables in scope may
// read them.
func usesLocals(c *judgeClause, params int) bool { return c.pred != nil && len(c.pred.Slots) > params }

func (j *Judge) nonNull(args []interp.Value) Result {
	for i, p := range j.Method.Params {
		if types.IsPrimitive(p.Type) || i >= len(args) || args[i].R != nil || j.nullable(p) {
			continue
		}
		return Result{Truth: False, Reason: "parameter " + p.Name + " is null"}
	}
	return Result{Truth: True}
}

func (j *Judge) nullable(p *types.Local) bool {
	if d, ok := p.Decl.(*java.Param); ok {
		mods := j.chk.Spec.Params[d]
		if mods.Has(jml.Nullable) || mods.Has(jml.NonNull) {
			return mods.Has(jml.Nullable)
		}
	}
	return j.nullableByDefault()
}

func (j *Judge) nullableByDefault() bool {
	for k := j.Method.Owner; k != nil; k = k.Outer {
		if cs := j.chk.Spec.Classes[k.Decl]; cs != nil && cs.Mods.Flags&(jml.NullableByDefault|jml.NonNullByDefault) != 0 {
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
		if d.Applies[i] == Unknown && v.Truth == False {
			v = Verdict{Result: Result{Truth: Unknown, Reason: "whether the precondition holds is not known"}, Clause: v.Clause}
		}
		out.conj(v.Result, v.Clause)
	}
	if out.Vacuous {
		return out
	}
	e := *env
	e.Cur.Locals = env.Cur.Locals[:min(len(j.Method.Params), len(env.Cur.Locals))]
	for i := range j.inv {
		r := j.inv[i].eval(&e)
		d.Clauses = append(d.Clauses, ClauseVerdict{j.inv[i].clause, -1, r})
		out.conj(r, j.inv[i].clause)
	}
	return out
}

func (d *Judgement) env(i int, env *Env) Env {
	k := &d.j.cases[i]
	e := *env
	n := len(d.j.Method.Params)
	cur := append([]interp.Value(nil), env.Cur.Locals[:min(n, len(env.Cur.Locals))]...)
	for x := len(cur); x < len(d.locals[i]); x++ {
		v := d.locals[i][x]
		if v.R != nil && env.ToCur != nil {
			v.R = env.ToCur(v.R)
		}
		cur = append(cur, v)
	}
	e.Cur.Locals = padded(cur, len(k.slots))
	pre := d.pre
	if env.Pre != nil {
		pre = *env.Pre
	}
	pre.Locals = padded(append([]interp.Value(nil), d.locals[i]...), len(k.slots))
	e.Pre = &pre
	return e
}

func (d *Judgement) postCase(i int, env *Env) Verdict {
	k := &d.j.cases[i]
	e := d.env(i, env)
	v := Verdict{Result: Result{Truth: True}}
	note := func(c *judgeClause, r Result) {
		if d.lost[i] != "" && r.Truth == True && len(k.old) > 0 {
			r = Result{Truth: Unknown, Reason: d.lost[i]}
		}
		d.Clauses = append(d.Clauses, ClauseVerdict{c.clause, i, r})
		v.conj(r, c.clause)
	}
	if env.Thrown == nil {
		if k.flat.MustThrow {
			v.conj(Result{Truth: False, Reason: "an exceptional_behavior ended without an exception"}, nil)
		}
		if d.j.o.NonNull && !types.IsPrimitive(d.j.Method.Return) && d.j.Method.Return.Kind() != types.Void &&
			env.Result.R == nil && !d.j.Contract.Mods.Has(jml.Nullable) && !d.j.nullableByDefault() {
			v.conj(Result{Truth: False, Reason: "the result is null"}, nil)
		}
		for c := range k.ensures {
			note(&k.ensures[c], k.ensures[c].eval(&e))
		}
		return v
	}
	if k.flat.MustReturn {
		v.conj(Result{Truth: False, Reason: "a normal_behavior ended with an exception"}, nil)
	}
	t := env.Machine.TypeOf(env.Thrown)
	for c := range k.signals {
		s := &k.signals[c]
		matches := false
		for _, want := range s.types {
			matches = matches || types.IsSubtype(t, want)
		}
		if s.clause.Kind == jml.SignalsOnly {
			r := Result{Truth: True}
			if !matches && !s.clause.NotSpecified {
				r = Result{Truth: False, Reason: "an exception of another type: " + t.String()}
			}
			note(s, r)
			continue
		}
		if !matches {
			continue
		}
		f := e
		if s.pred != nil && len(s.pred.Slots) > len(k.slots) {
			f.Cur.Locals = append(append([]interp.Value(nil), e.Cur.Locals[:len(k.slots)]...), interp.Value{R: env.Thrown})
		}
		note(s, s.eval(&f))
	}
	return v
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
		if len(k.flat.Assignable) > 0 {
			cl = k.flat.Assignable[0]
		}
		out.conj(r, cl)
	}
	return out
}
