package eval

import (
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// Case is one case of a contract with its clauses compiled. [Judge] evaluates it
// as JML means it; the metrics ask less of it, and oftener.
type Case struct {
	Flat *jml.FlatCase
	// Slots are what the values of State.Locals belong to in its clauses: the
	// parameters, then the variables of old and forall clauses.
	Slots                []*types.Local
	Requires, Ensures    []Clause
	Signals, SignalsOnly []Clause
	math                 jml.Math
	params               int
	old                  []*Value // of the slots after the parameters; nil for one that cannot be evaluated
	lost                 string   // why one of them has no value in any state
}

// Clause is a compiled clause.
type Clause struct {
	*jml.Clause
	Pred   *Pred        // nil where nothing is demanded, or with Err
	Err    *java.Error  // why it cannot be evaluated
	Types  []types.Type // of signals and signals_only: the exceptions that it is about
	Slot   int          // of signals: that of the exception's variable; −1 for none
	Result bool         // it mentions \result
	old    bool         // it reads a variable of an old or forall clause
}

// CompileCases compiles the cases of the contract of m. Clauses with errors, or
// outside of what can be evaluated, are unknown in every state.
func CompileCases(chk *jml.Checked, prog *interp.Program, m *types.Method, contract *jml.Contract) []*Case {
	var out []*Case
	for _, f := range contract.Cases {
		k := &Case{Flat: f, Slots: append([]*types.Local{}, m.Params...), math: chk.Math(m.Owner, contract.Mods), params: len(m.Params)}
		for _, cl := range f.Old {
			k.compileOld(chk, prog, cl)
		}

		compile := func(list []*jml.Clause) []Clause {
			var out []Clause
			for _, cl := range list {
				out = append(out, compileClause(chk, prog, cl, k.options(), k.Slots[k.params:]))
			}
			return out
		}
		k.Requires, k.Ensures = compile(f.Requires), compile(f.Ensures)
		k.Signals, k.SignalsOnly = compile(f.Signals), compile(f.SignalsOnly)
		out = append(out, k)
	}
	return out
}

// Frame compiles what the case says of changes; pure, that its method is pure.
func (k *Case) Frame(chk *jml.Checked, prog *interp.Program, pure bool) *Frame {
	kind, refs := k.Flat.Frame()
	if kind == jml.FrameDefault && pure {
		kind = jml.FrameNothing
	}
	return CompileFrame(chk, prog, kind, refs, k.options())
}

func (k *Case) options() CompileOptions { return CompileOptions{Math: k.math, Slots: k.Slots} }

// compileOld gives the variables of an old clause a slot each.
func (k *Case) compileOld(chk *jml.Checked, prog *interp.Program, cl *jml.Clause) {
	if cl.Decl == nil {
		return
	}
	for _, v := range cl.Decl.Vars {
		l := chk.Info.Locals[v]
		if l == nil || v.Init == nil { // of a forall clause
			k.lost = "variable " + v.Name.Name + " has no value"
			if l == nil {
				continue
			}
		}

		var x *Value
		if v.Init != nil {
			var err *java.Error
			if x, err = CompileValue(chk, prog, v.Init, l.Type, k.options()); err != nil {
				k.lost = err.Msg
			}
		}
		// One without a value has a slot too, so that those behind it keep theirs.
		k.old = append(k.old, x)
		k.Slots = append(k.Slots, l)
	}
}

// compileClause compiles a clause of a case whose old and forall clauses declare the
// variables old.
func compileClause(chk *jml.Checked, prog *interp.Program, cl *jml.Clause, o CompileOptions, old []*types.Local) Clause {
	c := Clause{Clause: cl, Slot: -1}
	if chk.Bad[cl] {
		c.Err = chk.Errorf(java.TypeError, cl, "", "the clause has an error")
		return c
	}

	for _, x := range cl.Types {
		c.Types = append(c.Types, chk.TypesOf(x)...)
	}
	if cl.Kind == jml.Signals && cl.Param != nil {
		if cl.Param.Type != nil {
			c.Types = chk.TypesOf(cl.Param.Type)
		}
		if l := chk.Info.Locals[cl.Param]; l != nil {
			// The slots are the case's, which its other clauses share: the exception's variable
			// goes into a list of this clause's own.
			c.Slot = len(o.Slots)
			o.Slots = append(o.Slots[:c.Slot:c.Slot], l)
		}
	}

	if cl.NotSpecified || cl.Expr == nil {
		return c
	}
	c.Pred, c.Err = Compile(chk, prog, cl.Expr, o)

	java.Walk(cl.Expr, func(n java.Node) bool {
		if w, ok := n.(*java.SpecWord); ok && w.Word == `\result` {
			c.Result = true
		}
		if x, ok := n.(*java.Name); ok {
			u := chk.Info.Uses[x]
			c.old = c.old || u != nil && u.Local != nil && slices.Contains(old, u.Local)
		}
		return true
	})
	return c
}

// Enter evaluates the variables of old clauses in the state before a call. It
// returns the values of all slots, and why one of them has none: the Lost of every
// environment that the case's clauses are evaluated in.
func (k *Case) Enter(env Env) (locals []interp.Value, lost string) {
	locals = append(make([]interp.Value, 0, len(k.Slots)+1), env.Cur.Locals...)
	lost = k.lost
	for i, x := range k.old {
		v := interp.Value{}
		if x != nil && lost == "" {
			// A variable may read those declared before it.
			env.Cur.Locals = padded(locals, len(x.Slots))
			var r Result
			if v, r = x.Get(&env); r.Truth != True {
				// It may matter only where the precondition holds.
				lost = "variable " + k.Slots[k.params+i].Name + " has no value: " + r.Reason
			}
		}
		locals = append(locals, v)
	}
	return locals, lost
}

// After returns the values of all slots after a call: cur are the parameters' there,
// before is what [Case.Enter] gave. Old variables got their values before the call, so their
// objects are those of the earlier heap, which toCur maps; nil is the identity.
func (k *Case) After(cur, before []interp.Value, toCur func(interp.Ref) interp.Ref) []interp.Value {
	n := min(k.params, len(cur))
	cur = cur[:n:n]
	if len(before) == n {
		return cur
	}
	out := append(cur, before[n:]...)
	for i := n; i < len(out); i++ {
		if out[i].R != nil && toCur != nil {
			out[i].R = toCur(out[i].R)
		}
	}
	return out
}

// Eval returns the value of the clause; one that demands nothing is true.
func (c *Clause) Eval(env *Env) Result {
	switch {
	case c.Err != nil:
		return Result{Truth: Unknown, Reason: c.Err.Msg, At: c.Err.Span.From}
	case c.Pred == nil:
		return Result{Truth: True}
	case c.old && env.Lost != "":
		return Result{Truth: Unknown, Reason: env.Lost}
	}
	return c.Pred.Eval(env)
}

// Covers reports whether a signals or signals_only clause is about an exception.
func (c *Clause) Covers(m *interp.Machine, thrown interp.Ref) bool {
	if c.NotSpecified || c.Kind == jml.Signals && len(c.Types) == 0 {
		return true
	}
	t := m.TypeOf(thrown)
	for _, want := range c.Types {
		if types.IsSubtype(t, want) {
			return true
		}
	}
	return false
}
