package native

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// Session is a checked file that many candidate clauses are asked about. It is safe
// for concurrent use.
type Session struct {
	b *Backend
	u *unit
	o verify.Options
}

// Open reads and checks a file once. The outcome is not nil when the file has
// mistakes; it says which.
func (b *Backend) Open(req verify.Request) (*Session, *verify.Outcome) {
	o := req.Options.WithDefaults()
	u, errs := b.load(req.File, req.Source, o)
	if len(errs) > 0 {
		out := verify.Outcome{Backend: b.Name(), Arithmetic: o.Arithmetic}
		out.Verdict, out.Diagnostics = verify.FrontEnd(errs)
		return nil, &out
	}
	return &Session{b: b, u: u, o: o}, nil
}

// Candidate is a clause that may hold: an invariant of a loop, or a postcondition.
type Candidate struct {
	// Loop is the number of the loop in its method, in source order from 0, nested
	// ones included; −1 makes the clause a postcondition.
	Loop int
	// Clause is an expression, with or without its keyword and semicolon:
	// "loop_invariant 0 <= i;", "0 <= i".
	Clause string
}

// Sifted is what became of candidates, each at its index.
type Sifted struct {
	// Holds are those that were proved: loop invariants before the loop and after
	// every iteration, postconditions at every return, with the specification that
	// the file has already and with the other candidates that hold. It is the
	// greatest such set that the solver could prove with the work that the request's
	// time-out stands for (10 s where it has none; see Options.Quick). As in any proof of a part, the
	// checks in front of a clause (indices, overflow, preconditions of calls, the
	// file's own clauses) are taken to succeed; Proved says whether they do.
	Holds []bool
	// Bad says why a candidate cannot be asked about, "" where it can.
	Bad []string
	// Proved reports whether all else the method's specification asks for is proved
	// with the loop invariants that hold.
	Proved bool
	// Open are the kinds and lines of what is not.
	Open    []verify.Obligation
	Elapsed time.Duration
}

// Sift finds out which of a method's candidates hold together. method is a name as
// in verify.Options.Method, of one method. It is an error when there is no such
// method or when it has a construct that the verifier gives no meaning; when the
// context ends, or the request's time-out, nothing holds.
func (s *Session) Sift(ctx context.Context, method string, cs []Candidate) (Sifted, error) {
	start := time.Now()
	out := Sifted{Holds: make([]bool, len(cs)), Bad: make([]string, len(cs))}
	ms := s.u.methods(method)
	if len(ms) != 1 {
		return out, fmt.Errorf("%d methods match %q, want one", len(ms), method)
	}
	m := ms[0]
	// A copy, as each call brings expressions with tables of their own.
	u := *s.u
	u.turn.Lock()
	defer u.turn.Unlock()
	u.infos = slices.Clone(u.infos)
	loops := loopsOf(m)
	atLoop, atEnd := map[java.Stmt][]proposal{}, []proposal(nil)
	for i, c := range cs {
		var loop java.Stmt
		if c.Loop >= 0 {
			if c.Loop >= len(loops) {
				out.Bad[i] = fmt.Sprintf("the method has %d loops", len(loops))
				continue
			}
			loop = loops[c.Loop]
		}
		e, info, errs := u.candidate(m, loop, c.Clause)
		if len(errs) > 0 {
			out.Bad[i] = errs[0].Msg
			continue
		}
		u.infos = append(u.infos, info)
		if loop != nil {
			atLoop[loop] = append(atLoop[loop], proposal{i, e})
		} else {
			atEnd = append(atEnd, proposal{i, e})
		}
	}
	x, un := u.generate(m, func(y *exec) { y.auxiliary, y.atLoop, y.atEnd = !u.portable, atLoop, atEnd })
	if un != nil {
		return out, fmt.Errorf("not supported: %s", un.what)
	}
	limit := s.o.Timeout
	if limit == 0 {
		limit = 10 * time.Second
	}
	if _, err := s.b.prover.Fixpoint(ctx, x.Condition, limit); err != nil {
		return out, missing(err)
	}
	// A postcondition is a guess at each return: it holds where it holds at all of them.
	asked := map[int]bool{}
	for id, given := range x.givenGuess {
		if !asked[given] {
			asked[given], out.Holds[given] = true, true
		}
		out.Holds[given] = out.Holds[given] && x.On(id)
	}
	first := s.o
	first.Quick = true
	p, err := s.b.solve(ctx, x, first)
	if err != nil {
		return out, missing(err)
	}
	out.Proved = p.Proved()
	for _, r := range p.Results {
		if c := x.claims[r.Obligation.Claim]; !r.Proved() && !c.warnOnly {
			at := u.file.Position(c.at)
			out.Open = append(out.Open, verify.Obligation{Kind: c.kind, Line: at.Line, Column: at.Column, Verdict: verify.Unknown, Elapsed: r.Elapsed})
		}
	}
	out.Elapsed = time.Since(start)
	return out, nil
}

// loopsOf are a method's loops in source order.
func loopsOf(m *types.Method) []java.Stmt {
	var out []java.Stmt
	if m.Decl == nil || m.Decl.Body == nil {
		return nil
	}
	java.Walk(m.Decl.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.While, *java.DoWhile, *java.For, *java.ForEach:
			out = append(out, n.(java.Stmt))
		}
		return true
	})
	return out
}

// candidate reads and checks one clause for a loop of a method, or for its end.
func (u *unit) candidate(m *types.Method, loop java.Stmt, text string) (java.Expr, *types.Info, java.ErrorList) {
	text = strings.TrimSuffix(strings.TrimSpace(text), ";")
	kind := jml.Ensures
	if loop != nil {
		kind = jml.LoopInvariant
	}
	for _, k := range []string{"loop_invariant", "maintaining", "ensures"} {
		if rest, ok := strings.CutPrefix(text, k+" "); ok {
			text = rest
			break
		}
	}
	e, f, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return nil, nil, errs
	}
	chk, errs := u.checked.CheckFor(m, loop, f, &jml.Clause{Kind: kind, Keyword: kind.String(), Expr: e, Span: java.Span{From: e.Pos(), To: e.End()}})
	if len(errs) > 0 {
		return nil, nil, errs
	}
	return e, chk.Info, nil
}
