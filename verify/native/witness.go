package native

import (
	"context"
	"fmt"
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// pathEnd is an end of paths and the condition under which runs get there.
type pathEnd struct {
	verify.End
	pc *smt.Term
}

// endsOf are the ends of a method's jumps out of it. Exceptions that leave the method
// from one statement are one end.
func (x *exec) endsOf(m *types.Method, jumps []jump) []pathEnd {
	stmts := verify.Statements(m.Decl)
	var out []pathEnd
	for _, j := range jumps {
		if j.s.pc == smt.False {
			continue
		}
		at := x.file.Position(j.at)
		e := verify.End{Throws: j.kind == throwJump, Stmt: -1, Place: verify.Place{Line: at.Line, Column: at.Column}}
		for i, s := range stmts {
			_, returns := s.(*java.Return)
			// The last one that contains the place is the innermost.
			if s.Pos() <= j.at && j.at < s.End() && (returns || e.Throws) {
				e.Stmt = i
			}
		}
		i := slices.IndexFunc(out, func(p pathEnd) bool { return p.Throws == e.Throws && p.Stmt == e.Stmt })
		if i < 0 {
			out = append(out, pathEnd{e, j.s.pc})
		} else {
			out[i].pc = smt.Or(out[i].pc, j.s.pc)
		}
	}
	return out
}

// Reach implements verify.Witnesser: inputs from the solver's models of the condition
// under which a path ends.
//
//	model of Γ, π at an end  ⟹  an input that may lead there
//	Γ, π ⊢ false             ⟹  no run ends there
//
// Side conditions: Γ are the facts in front of what has to hold at the ends, so that a
// specification that is false there does not keep its own violations out; a model need
// not be one of quantified facts and is no more than an input to be tried; loops are
// cut, so that a model of what lies behind one may be of no run.
func (b *Backend) Reach(ctx context.Context, req verify.Request, k verify.MethodKey, ends []verify.End) ([]verify.Reach, error) {
	out := make([]verify.Reach, len(ends))
	o := req.Options.WithDefaults()
	u, errs := b.load(req.File, req.Source, o)
	if len(errs) > 0 {
		return out, nil
	}
	all := u.provable()
	i := slices.IndexFunc(all, func(m *types.Method) bool { return verify.KeyOf(m) == k })
	if i < 0 {
		return out, fmt.Errorf("no method is %q", k)
	}
	m := all[i]
	// Also of methods whose bodies have no meaning here: the precondition alone is asked about.
	if len(ends) == 1 && ends[0] == verify.Entry {
		x, ok := u.beginning(m)
		if !ok {
			return out, nil
		}
		return out, b.explore(ctx, x, x.enteredAt, []*smt.Term{x.entered}, []int{0}, out)
	}
	x, un := u.generate(m)
	if un != nil {
		return out, nil
	}
	var paths []*smt.Term
	var of []int
	for i, e := range ends {
		for _, p := range x.ends {
			if p.Throws == e.Throws && p.Stmt == e.Stmt {
				paths, of = append(paths, p.pc), append(of, i)
			}
		}
	}
	return out, b.explore(ctx, x, x.endsAt, paths, of, out)
}

// beginning is the condition of a method's entry, without its body; not ok where the
// precondition itself has no meaning here.
func (u *unit) beginning(m *types.Method) (x *exec, ok bool) {
	x = newExec(u)
	x.method, x.class = m, m.Owner
	defer func() {
		if r := recover(); r != nil {
			ok = false
		}
	}()
	x.enter(m)
	return x, true
}

// explore reads inputs from the models of paths; of says which answer each belongs to.
func (b *Backend) explore(ctx context.Context, x *exec, at int, paths []*smt.Term, of []int, out []verify.Reach) error {
	dead, err := b.prover.Explore(ctx, x.Condition, paths, condition.Explorer{At: at, Prefer: x.small(at), Read: func(path int, m *condition.Model) *smt.Term {
		in, same := x.inputs(m)
		if in == nil {
			in = map[string]any{} // a method without inputs has one run
		}
		out[of[path]].Inputs = append(out[of[path]].Inputs, in)
		return same
	}})
	if err != nil {
		return missing(err)
	}
	for i, d := range dead {
		out[of[i]].Dead = d
	}
	return nil
}

// What is preferred of inputs: numbers and lengths that are easy to run on.
const (
	smallNumber = 20
	smallLength = 6
)

// small says that a method's inputs are small, as far as it can be said at a point of the
// condition.
func (x *exec) small(at int) *smt.Term {
	out := smt.True
	for _, p := range x.method.Params {
		v := x.first.s.locals[p]
		switch {
		case isIntegral(p.Type):
			out = smt.And(out, smt.Le(smt.IntLit(-smallNumber), v), smt.Le(v, smt.IntLit(smallNumber)))
		case p.Type.Kind() == types.ArrayOf && x.Declared(at, "alen"):
			out = smt.And(out, smt.Le(smt.App("alen", smt.Int, v), smt.IntLit(smallLength)))
		case isString(p.Type) && x.Declared(at, "slen", "content"):
			out = smt.And(out, smt.Le(smt.App("slen", smt.Int, smt.App("content", strSort, v)), smt.IntLit(smallLength)))
		}
	}
	return out
}
