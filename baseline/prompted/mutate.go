package prompted

import (
	"cmp"
	"context"
	"slices"

	"ensures/java"
	"ensures/trajectories"
	"ensures/verify"
)

// family is a kind of mutation.
type family uint8

// SpecGen's four kinds of mutation, in the order of their first weights.
const (
	comparison family = iota
	logical
	arithmetic
	predicate // \forall and \exists
)

// weights are what a kind is worth before anything is known: small changes of
// bounds mend more clauses than others.
func weights() map[family]float64 {
	return map[family]float64{comparison: 1, logical: 0.8, arithmetic: 0.6, predicate: 0.4}
}

// fading is what is left of a kind's weight after one of its mutants was refuted.
const fading = 0.9

// others are an operator's replacements, the closest first.
func others(op java.Op) (family, []java.Op) {
	switch op {
	case java.Lt:
		return comparison, []java.Op{java.Le, java.Ne, java.Ge, java.Gt, java.Eq}
	case java.Le:
		return comparison, []java.Op{java.Lt, java.Eq, java.Ge, java.Gt, java.Ne}
	case java.Gt:
		return comparison, []java.Op{java.Ge, java.Ne, java.Le, java.Lt, java.Eq}
	case java.Ge:
		return comparison, []java.Op{java.Gt, java.Eq, java.Le, java.Lt, java.Ne}
	case java.Eq:
		return comparison, []java.Op{java.Le, java.Ge, java.Lt, java.Gt, java.Ne}
	case java.Ne:
		return comparison, []java.Op{java.Lt, java.Gt, java.Le, java.Ge, java.Eq}
	case java.AndAnd:
		return logical, []java.Op{java.OrOr, java.Implies}
	case java.OrOr:
		return logical, []java.Op{java.AndAnd, java.Implies}
	case java.Implies:
		return logical, []java.Op{java.ImpliedBy, java.Iff, java.AndAnd, java.OrOr}
	case java.ImpliedBy:
		return logical, []java.Op{java.Implies, java.Iff}
	case java.Iff:
		return logical, []java.Op{java.Implies, java.ImpliedBy}
	case java.Plus:
		return arithmetic, []java.Op{java.Sub, java.Mul}
	case java.Sub:
		return arithmetic, []java.Op{java.Plus, java.Mul}
	case java.Mul:
		return arithmetic, []java.Op{java.Plus, java.Sub, java.Div}
	case java.Div:
		return arithmetic, []java.Op{java.Mul, java.Rem}
	case java.Rem:
		return arithmetic, []java.Op{java.Div}
	}
	return comparison, nil
}

// variant is a clause with one operator changed.
type variant struct {
	text   string // as it stands in the file; "" is the clause left out
	family family
	rank   int // how far the new operator is from the old one
}

// slot is a place of a candidate where a clause stands.
type slot struct {
	span java.Span
	now  *variant // nil: the clause as it was
	left []variant
}

// variants are the mutants of a clause, one operator changed in each.
func variants(f *java.File, c placed) []variant {
	if c.Expr == nil {
		return nil
	}
	from := c.Pos().Offset()
	text := f.Src[from:c.End().Offset()]
	// Only where the text has the very operator: a place that is off by a blank changes nothing.
	replaced := func(at java.Pos, old, new string) (string, bool) {
		i := at.Offset() - from
		if i < 0 || i+len(old) > len(text) || text[i:i+len(old)] != old {
			return "", false
		}
		return text[:i] + new + text[i+len(old):], true
	}
	var out []variant
	java.Walk(c.Expr, func(n java.Node) bool {
		switch x := n.(type) {
		case *java.Binary:
			fam, ops := others(x.Op)
			for i, op := range ops {
				if t, ok := replaced(x.OpPos, x.Op.String(), op.String()); ok {
					out = append(out, variant{t, fam, i})
				}
			}
		case *java.Quantified:
			for _, w := range [][2]string{{`\forall`, `\exists`}, {`\exists`, `\forall`}} {
				at := x.Pos()
				if x.Parens {
					at++
				}
				if t, ok := replaced(at, w[0], w[1]); ok {
					out = append(out, variant{t, predicate, 0})
				}
			}
		}
		return true
	})
	return out
}

// mutate is SpecGen's second phase: in the best candidate every failing clause
// gives way to its most promising mutant, and the whole set is verified, until it
// is proved; a clause whose mutants have all failed is left out. A kind of mutation
// loses weight whenever one of its mutants fails.
func (r *run) mutate(ctx context.Context) error {
	f, list := clausesIn(r.best.code)
	if len(list) == 0 {
		return nil
	}
	slots := make([]*slot, len(list))
	for i, c := range list {
		slots[i] = &slot{span: c.Span, left: variants(f, c)}
	}

	weight := weights()
	out, failing := r.best.out, blamed(r.best.out, f, list)
	step := r.Record.Start("mutate", r.task.ID, map[string]int{"clauses": len(list), "failing": len(failing)})
	end := trajectories.StepResult{Outcome: "given_up"}
	for n := 0; n < r.Mutations && len(failing) > 0; n++ {
		if err := r.limits(ctx); err != nil {
			step.End("error", nil)
			return err
		}
		for _, i := range failing {
			slots[i].next(weight)
		}

		code, present, err := compose(f, slots)
		if err != nil {
			return err
		}
		if out, err = r.verify(ctx, step, code); err != nil {
			step.End("error", nil)
			return err
		}
		end.Candidate = recorded(code, out)
		if out.Verdict == verify.Verified {
			end.Outcome = out.Verdict.String()
			break
		}
		g, now := clausesIn(code)
		if len(now) != len(present) { // a mutant that is no clause any more
			break
		}
		// The clauses of the new text are counted anew; present tells which slots they are.
		failing = nil
		for _, i := range blamed(out, g, now) {
			failing = append(failing, present[i])
		}
	}
	step.Close(end)
	return nil
}

// next puts the most promising of the mutants that are left in a clause's place.
func (s *slot) next(weight map[family]float64) {
	// Its mutant was refuted, so its kind is worth less from now on, for all clauses.
	if s.now != nil {
		weight[s.now.family] *= fading
	}
	if len(s.left) == 0 {
		s.now = &variant{}
		return
	}
	worth := func(v variant) float64 { return weight[v.family] / float64(1+v.rank) }
	best := slices.MaxFunc(s.left, func(a, b variant) int { return cmp.Compare(worth(a), worth(b)) })
	s.left = slices.DeleteFunc(s.left, func(v variant) bool { return v == best })
	s.now = &best
}

// compose is the file with the clauses as they are now, and the numbers of the
// slots whose clauses are in it.
func compose(f *java.File, slots []*slot) (string, []int, error) {
	e := java.NewEdits(f)
	var present []int
	for i, s := range slots {
		switch {
		case s.now == nil:
			present = append(present, i)
		case s.now.text == "":
			e.Delete(s.span)
		default:
			present = append(present, i)
			e.Replace(s.span, s.now.text)
		}
	}
	text, err := e.Apply()
	return text, present, err
}
