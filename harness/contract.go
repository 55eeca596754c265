package harness

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
)

// clauseEval is a clause ready to be evaluated; pred is nil when it cannot be, and
// why says so.
type clauseEval struct {
	clause *jml.Clause
	pred   *eval.Pred
	why    string
	result bool         // mentions \result
	types  []types.Type // of signals and signals_only
	local  int          // slot of the exception's variable, −1 without
}

// oldEval is a variable of an old clause.
type oldEval struct {
	slot    int
	boolean bool
	pred    *eval.Pred
	why     string
}

// caseEval is one case of the method's contract.
type caseEval struct {
	flat     *jml.FlatCase
	slots    []*types.Local
	olds     []oldEval
	requires []clauseEval
	ensures  []clauseEval
	signals  []clauseEval
	only     []clauseEval
}

// compile makes the method's contract ready.
func (s *spec) compile() {
	ms := s.jml.Method(s.decl)
	if ms == nil {
		return
	}
	contract := jml.Normalise(ms)
	for _, f := range contract.Cases {
		s.cases = append(s.cases, s.compileCase(f))
	}
}

func (s *spec) compileCase(f *jml.FlatCase) *caseEval {
	k := &caseEval{flat: f, slots: append([]*types.Local{}, s.method.Params...)}
	for _, c := range f.Old {
		s.compileOld(k, c)
	}
	for _, c := range f.Requires {
		k.requires = append(k.requires, s.compileClause(k, c))
	}
	for _, c := range f.Ensures {
		k.ensures = append(k.ensures, s.compileClause(k, c))
	}
	for _, c := range f.Signals {
		e := s.compileClause(k, c)
		if c.Param != nil && c.Param.Type != nil {
			e.types = s.resolved(c.Param.Type)
		}
		k.signals = append(k.signals, e)
	}
	for _, c := range f.SignalsOnly {
		e := clauseEval{clause: c, local: -1}
		for _, t := range c.Types {
			e.types = append(e.types, s.resolved(t)...)
		}
		k.only = append(k.only, e)
	}
	return k
}

func (s *spec) resolved(t *java.TypeExpr) []types.Type {
	var out []types.Type
	all := []*java.TypeExpr{t}
	if len(t.Alternatives) > 0 {
		all = t.Alternatives
	}
	for _, a := range all {
		if r := s.checked.Info.TypeOf[a]; r != nil {
			out = append(out, r)
		}
	}
	return out
}

// compileOld gives the variables of an old clause a slot each.
func (s *spec) compileOld(k *caseEval, c *jml.Clause) {
	if c.Decl == nil {
		return
	}
	for _, v := range c.Decl.Vars {
		l := s.checked.Info.Locals[v]
		if l == nil {
			continue
		}
		o := oldEval{slot: len(k.slots), boolean: l.Type.Kind() == types.Boolean}
		var err *java.Error
		switch {
		case v.Init == nil:
			o.why = "a variable of a forall clause has no value"
		case o.boolean:
			o.pred, err = eval.Compile(s.checked, s.run, v.Init, eval.CompileOptions{Slots: k.slots})
		default:
			o.pred, err = eval.CompileMeasure(s.checked, s.run, v.Init, eval.CompileOptions{Slots: k.slots})
		}
		if err != nil {
			o.pred, o.why = nil, err.Msg
		}
		k.slots = append(k.slots, l)
		k.olds = append(k.olds, o)
	}
}

func (s *spec) compileClause(k *caseEval, c *jml.Clause) clauseEval {
	e := clauseEval{clause: c, local: -1}
	if c.NotSpecified || c.Expr == nil {
		return e // nothing is demanded
	}
	slots := k.slots
	if c.Kind == jml.Signals && c.Param != nil {
		if l := s.checked.Info.Locals[c.Param]; l != nil {
			e.local = len(slots)
			slots = append(slots[:len(slots):len(slots)], l)
		}
	}
	pred, err := eval.Compile(s.checked, s.run, c.Expr, eval.CompileOptions{Slots: slots})
	if err != nil {
		e.why = err.Msg
		s.mute = append(s.mute, diagnostic("warning", err))
		return e
	}
	e.pred = pred
	java.Walk(c.Expr, func(n java.Node) bool {
		if w, ok := n.(*java.SpecWord); ok && w.Word == "\\result" {
			e.result = true
		}
		return true
	})
	return e
}

// verdict is what was found out about a condition, with the clause that decided.
type verdict struct {
	truth  eval.Truth
	clause *jml.Clause
	reason string
	at     java.Pos
	// undefined is set when the clause has no value there (an index out of range,
	// null, a division by zero), as against one that took too long to decide.
	undefined bool
}

// holds evaluates a clause.
func (e *clauseEval) holds(env *eval.Env) verdict {
	if e.pred == nil {
		if e.why != "" {
			return verdict{truth: eval.Unknown, clause: e.clause, reason: e.why, at: e.clause.Pos()}
		}
		return verdict{truth: eval.True}
	}
	r := e.pred.Eval(env)
	return verdict{r.Truth, e.clause, r.Reason, r.At, r.Undefined}
}

// conjunction is false when one clause is, else unknown when one is, for the reason
// of the first.
func conjunction(es []clauseEval, env *eval.Env) verdict { return conjunctionOf(es, env, false) }

// conjunctionOf is conjunction; with result set only of the clauses that mention
// \result.
func conjunctionOf(es []clauseEval, env *eval.Env, result bool) verdict {
	out := verdict{truth: eval.True}
	for i := range es {
		if result && !es[i].result {
			continue
		}
		switch v := es[i].holds(env); v.truth {
		case eval.False:
			return v
		case eval.Unknown:
			if out.truth == eval.True {
				out = v
			}
		}
	}
	return out
}

// before is a contract evaluated in a state before the call.
type before struct {
	s      *spec
	m      *interp.Machine
	env    eval.Env
	state  eval.State
	cases  []verdict        // of each case's requires clauses
	locals [][]interp.Value // of each case: the parameters and its old variables
	toPost map[interp.Ref]interp.Ref
}

// begin evaluates the requires clauses of all cases.
func (s *spec) begin(m *interp.Machine, state eval.State, steps int64) *before {
	b := &before{s: s, m: m, state: state, cases: make([]verdict, len(s.cases)), locals: make([][]interp.Value, len(s.cases))}
	for i, k := range s.cases {
		locals := append(make([]interp.Value, 0, len(k.slots)+1), state.Locals...)
		b.env = eval.Env{Machine: m, Cur: state, Steps: steps, Count: -1}
		bad := verdict{truth: eval.True}
		for _, o := range k.olds {
			b.env.Cur.Locals = locals
			v, why := o.value(&b.env)
			if why != "" && bad.truth == eval.True {
				bad = verdict{truth: eval.Unknown, reason: why}
			}
			locals = append(locals, v)
		}
		b.env.Cur.Locals = locals
		b.locals[i] = locals
		if b.cases[i] = conjunction(k.requires, &b.env); b.cases[i].truth == eval.True && bad.truth != eval.True {
			b.cases[i] = bad
		}
	}
	return b
}

func (o *oldEval) value(env *eval.Env) (interp.Value, string) {
	if o.pred == nil {
		return interp.Value{}, o.why
	}
	if o.boolean {
		r := o.pred.Eval(env)
		if r.Truth == eval.Unknown {
			return interp.Value{}, r.Reason
		}
		return interp.Bool(r.Truth == eval.True), ""
	}
	n, _, r := o.pred.Int(env)
	if r.Truth != eval.True {
		return interp.Value{}, r.Reason
	}
	return interp.Value{N: n}, ""
}

// accepts is whether some case's requires clauses hold; with normal set, cases
// that only describe exceptions do not count.
func (b *before) accepts(normal bool) verdict {
	if len(b.s.cases) == 0 {
		return verdict{truth: eval.True}
	}
	out := verdict{truth: eval.InvalidTruth}
	for i, v := range b.cases {
		if normal && b.s.cases[i].flat.MustThrow {
			if out.truth == eval.InvalidTruth {
				out = verdict{truth: eval.False, reason: "an exceptional behaviour applies"}
			}
			continue
		}
		switch {
		case v.truth == eval.True:
			return v
		case out.truth == eval.InvalidTruth, v.truth == eval.Unknown && out.truth == eval.False:
			out = v
		}
	}
	return out
}

// returned is whether a normal end in a state satisfies every case that applies.
func (b *before) returned(post eval.State, result interp.Value, toPost func(interp.Ref) interp.Ref) verdict {
	return b.returnedOf(post, result, toPost, false)
}

// returnedOf is returned; with changed set the state satisfies every case and only
// the result is another, so that clauses which do not mention it need not be asked.
func (b *before) returnedOf(post eval.State, result interp.Value, toPost func(interp.Ref) interp.Ref, changed bool) verdict {
	out := verdict{truth: eval.True}
	for i, k := range b.s.cases {
		if b.cases[i].truth == eval.False {
			continue
		}
		v := verdict{truth: eval.True}
		if k.flat.MustThrow {
			v = verdict{truth: eval.False, reason: "the behaviour says that an exception is thrown"}
		} else if len(k.ensures) > 0 {
			b.env.Cur, b.env.Pre = post, &b.state
			b.env.Cur.Locals = b.current(i, post)
			b.state.Locals = b.locals[i]
			b.env.Result, b.env.Thrown, b.env.ToCur = result, nil, toPost
			v = conjunctionOf(k.ensures, &b.env, changed)
		}
		if v = b.applies(i, v); v.truth == eval.False {
			return v
		} else if v.truth == eval.Unknown && out.truth == eval.True {
			out = v
		}
	}
	return out
}

// applies weakens a verdict about a case that may not apply.
func (b *before) applies(i int, v verdict) verdict {
	if b.cases[i].truth == eval.Unknown && v.truth == eval.False {
		return b.cases[i]
	}
	return v
}

// current is the values of a case's slots after the call: the parameters as they
// are there, the old variables as they were before.
func (b *before) current(i int, post eval.State) []interp.Value {
	if len(b.locals[i]) == len(post.Locals) {
		return post.Locals
	}
	n := len(post.Locals)
	return append(post.Locals[:n:n], b.locals[i][n:]...)
}

// threw is whether an exceptional end satisfies every case that applies.
func (b *before) threw(post eval.State, thrown interp.Ref, toPost func(interp.Ref) interp.Ref) verdict {
	out := verdict{truth: eval.True}
	for i, k := range b.s.cases {
		if b.cases[i].truth == eval.False {
			continue
		}
		v := b.applies(i, b.exceptional(i, k, post, thrown, toPost))
		if v.truth == eval.False {
			return v
		} else if v.truth == eval.Unknown && out.truth == eval.True {
			out = v
		}
	}
	return out
}

func (b *before) exceptional(i int, k *caseEval, post eval.State, thrown interp.Ref, toPost func(interp.Ref) interp.Ref) verdict {
	if k.flat.MustReturn {
		return verdict{truth: eval.False, reason: "the behaviour says that no exception is thrown"}
	}
	for j := range k.only {
		if e := &k.only[j]; !b.instance(thrown, e.types) {
			return verdict{truth: eval.False, clause: e.clause}
		}
	}
	out := verdict{truth: eval.True}
	for j := range k.signals {
		e := &k.signals[j]
		if len(e.types) > 0 && !b.instance(thrown, e.types) {
			continue
		}
		b.env.Cur, b.env.Pre = post, &b.state
		b.env.Cur.Locals = b.current(i, post)
		b.state.Locals = b.locals[i]
		if e.local >= 0 {
			n := len(b.env.Cur.Locals)
			b.env.Cur.Locals = append(b.env.Cur.Locals[:n:n], interp.R(thrown))
			b.state.Locals = append(b.locals[i][:len(b.locals[i]):len(b.locals[i])], interp.R(thrown))
		}
		b.env.Thrown, b.env.ToCur = thrown, toPost
		switch v := e.holds(&b.env); v.truth {
		case eval.False:
			return v
		case eval.Unknown:
			out = v
		}
	}
	return out
}

func (b *before) instance(r interp.Ref, ts []types.Type) bool {
	for _, t := range ts {
		if c, ok := t.(*types.ClassType); ok && b.m.InstanceOf(r, b.s.run.Class(c.Class)) {
			return true
		}
	}
	return false
}
