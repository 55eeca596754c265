package harness

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/jml"
	"ensures/jml/eval"
)

// compile makes the method's contract ready.
func (s *spec) compile() {
	ms := s.jml.Method(s.decl)
	if ms == nil {
		return
	}
	s.cases = eval.CompileCases(s.checked, s.run, s.method, jml.Normalise(ms))
	for _, k := range s.cases {
		for _, list := range [][]eval.Clause{k.Requires, k.Ensures, k.Signals} {
			for _, c := range list {
				if c.Err != nil {
					s.mute = append(s.mute, diagnostic("warning", c.Err))
				}
			}
		}
	}
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
func holds(c *eval.Clause, env *eval.Env) verdict {
	r := c.Eval(env)
	return verdict{r.Truth, c.Clause, r.Reason, r.At, r.Undefined}
}

// conjunction is false when one clause is, else unknown when one is, for the reason
// of the first.
func conjunction(es []eval.Clause, env *eval.Env) verdict { return conjunctionOf(es, env, false) }

// conjunctionOf is conjunction; with result set only of the clauses that mention
// \result.
func conjunctionOf(es []eval.Clause, env *eval.Env, result bool) verdict {
	out := verdict{truth: eval.True}
	for i := range es {
		if result && !es[i].Result {
			continue
		}
		switch v := holds(&es[i], env); v.truth {
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
	lost   []string         // of each case: why one of those has no value
}

// begin evaluates the requires clauses of all cases.
func (s *spec) begin(m *interp.Machine, state eval.State, steps int64) *before {
	b := &before{s: s, m: m, state: state, cases: make([]verdict, len(s.cases)), locals: make([][]interp.Value, len(s.cases)), lost: make([]string, len(s.cases))}
	for i, k := range s.cases {
		b.env = eval.Env{Machine: m, Cur: state, Steps: steps, Count: -1}
		locals, lost := k.Enter(b.env)
		b.env.Cur.Locals, b.env.Lost = locals, lost
		b.locals[i], b.lost[i] = locals, lost
		if b.cases[i] = conjunction(k.Requires, &b.env); b.cases[i].truth == eval.True && lost != "" {
			b.cases[i] = verdict{truth: eval.Unknown, reason: lost}
		}
	}
	return b
}

// accepts is whether some case's requires clauses hold; with normal set, cases
// that only describe exceptions do not count.
func (b *before) accepts(normal bool) verdict {
	if len(b.s.cases) == 0 {
		return verdict{truth: eval.True}
	}
	out := verdict{truth: eval.InvalidTruth}
	for i, v := range b.cases {
		if normal && b.s.cases[i].Flat.MustThrow {
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
		if k.Flat.MustThrow {
			v = verdict{truth: eval.False, reason: "the behaviour says that an exception is thrown"}
		} else if len(k.Ensures) > 0 {
			b.env.Cur, b.env.Pre = post, &b.state
			b.env.Cur.Locals = k.After(post.Locals, b.locals[i], toPost)
			b.state.Locals = b.locals[i]
			b.env.Result, b.env.Thrown, b.env.ToCur, b.env.Lost = result, nil, toPost, b.lost[i]
			v = conjunctionOf(k.Ensures, &b.env, changed)
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

func (b *before) exceptional(i int, k *eval.Case, post eval.State, thrown interp.Ref, toPost func(interp.Ref) interp.Ref) verdict {
	if k.Flat.MustReturn {
		return verdict{truth: eval.False, reason: "the behaviour says that no exception is thrown"}
	}
	for j := range k.SignalsOnly {
		if c := &k.SignalsOnly[j]; !c.Covers(b.m, thrown) {
			return verdict{truth: eval.False, clause: c.Clause}
		}
	}
	out := verdict{truth: eval.True}
	for j := range k.Signals {
		c := &k.Signals[j]
		if !c.Covers(b.m, thrown) {
			continue
		}
		b.env.Cur, b.env.Pre = post, &b.state
		b.env.Cur.Locals = k.After(post.Locals, b.locals[i], toPost)
		b.state.Locals = b.locals[i]
		// The exception's variable follows the slots of the case, in either state.
		if c.Slot >= 0 {
			n := len(b.env.Cur.Locals)
			b.env.Cur.Locals = append(b.env.Cur.Locals[:n:n], interp.R(thrown))
			b.state.Locals = append(b.locals[i][:len(b.locals[i]):len(b.locals[i])], interp.R(thrown))
		}
		b.env.Thrown, b.env.ToCur, b.env.Lost = thrown, toPost, b.lost[i]
		switch v := holds(c, &b.env); v.truth {
		case eval.False:
			return v
		case eval.Unknown:
			out = v
		}
	}
	return out
}
