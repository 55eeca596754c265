package synth

import (
	"context"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/jml"
	"ensures/propose"
	"ensures/verify"
	"ensures/verify/native"
)

// spec is a specification being pruned: lines in front of the method, and of its
// loops in the order of the source.
type spec struct {
	method []string
	loops  [][]string
}

func (s spec) clone() spec {
	c := spec{method: slices.Clone(s.method)}
	for _, l := range s.loops {
		c.loops = append(c.loops, slices.Clone(l))
	}
	return c
}

// place says which clause stands on a line: of loop number loop (−1: the method).
type place struct {
	loop int
	text string
}

// work is the search on one method.
type work struct {
	b     verify.Backend
	o     Options
	d     *propose.Draft
	loops []java.Stmt    // in the order of the source
	needs []propose.Need // nil until asked for
	free  string         // a name that the file does not use
}

func newWork(b verify.Backend, o Options, d *propose.Draft) *work {
	w := &work{b: b, o: o, d: d}
	java.Walk(d.Prep.Decl.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.While, *java.DoWhile, *java.For, *java.ForEach:
			w.loops = append(w.loops, n.(java.Stmt))
		case *java.Lambda, *java.ClassDecl:
			return false
		}
		return true
	})
	return w
}

// code is the file with s in it, and what stands on its lines.
func (w *work) code(s spec) (string, map[int]place, error) {
	loops := map[java.Stmt][]string{}
	for i, l := range w.loops {
		loops[l] = s.loops[i]
	}
	text, err := w.d.Code(s.method, loops)
	if err != nil {
		return "", nil, err
	}
	return text, w.places(text), nil
}

// places maps the lines of an annotated file to the clauses of the method on them.
func (w *work) places(text string) map[int]place {
	out := map[int]place{}
	file, _ := java.Parse("", text)
	sf, _ := jml.Parse(file)
	decl := w.find(file)
	if decl == nil {
		return out
	}
	line := func(c *jml.Clause) int { return file.Position(c.Pos()).Line }
	if m := sf.Method(decl); m != nil {
		var visit func(cs []*jml.Case)
		visit = func(cs []*jml.Case) {
			for _, k := range cs {
				for _, c := range k.Clauses {
					out[line(c)] = place{loop: -1, text: c.String()}
					visit(c.Cases)
				}
			}
		}
		visit(m.Cases)
	}
	n := -1
	java.Walk(decl.Body, func(x java.Node) bool {
		switch l := x.(type) {
		case *java.While, *java.DoWhile, *java.For, *java.ForEach:
			n++
			if ls := sf.Loops[l.(java.Stmt)]; ls != nil {
				for _, c := range ls.Clauses {
					out[line(c)] = place{loop: n, text: c.String()}
				}
			}
		case *java.Lambda, *java.ClassDecl:
			return false
		}
		return true
	})
	return out
}

// find is the method in the file with clauses inserted: its methods come in the same
// order.
func (w *work) find(file *java.File) *java.MethodDecl {
	var before, now []*java.MethodDecl
	for f, list := range map[*java.File]*[]*java.MethodDecl{w.d.Prep.Source: &before, file: &now} {
		java.Walk(f, func(n java.Node) bool {
			if m, ok := n.(*java.MethodDecl); ok {
				*list = append(*list, m)
			}
			return true
		})
	}
	i := slices.Index(before, w.d.Prep.SourceDecl())
	if i < 0 || i >= len(now) || now[i].Name.Name != before[i].Name.Name || now[i].Body == nil {
		return nil
	}
	return now[i]
}

// ask verifies the method with s. Quick answers give up on what is hard.
func (w *work) ask(ctx context.Context, s spec, quick bool) (verify.Outcome, map[int]place, error) {
	text, at, err := w.code(s)
	if err != nil {
		return verify.Outcome{}, nil, err
	}
	w.d.Account().Asked++
	out, err := w.b.Verify(ctx, verify.Request{File: w.d.Prep.Task.Name, Source: text, Options: verify.Options{
		Arithmetic: w.o.Arithmetic, NullableByDefault: w.o.NullableByDefault, Method: w.name(), Quick: quick,
	}})
	return out, at, err
}

// maxRounds bounds the rounds of the pruning.
const maxRounds = 25

// name is the method as verify.Options.Method takes it.
func (w *work) name() string {
	return w.d.Prep.Method.Owner.Name + "." + w.d.Prep.Method.Name + "(" + strings.Join(bench.ParamTypes(w.d.Prep.Decl), ",") + ")"
}

// Sifter finds the greatest set of candidate clauses that prove together in one
// symbolic execution: *native.Backend.
type Sifter interface {
	Open(verify.Request) (*native.Session, *verify.Outcome)
}

// sift keeps the loop invariants, and the postconditions, that prove together;
// false when the sifter cannot tell.
func (w *work) sift(ctx context.Context, s *spec) bool {
	if w.o.Sifter == nil {
		return false
	}
	bare := spec{method: slices.Clone(s.method)}
	var cs []native.Candidate
	for i, list := range s.loops {
		var rest []string
		for _, l := range list {
			if strings.HasPrefix(l, "loop_invariant ") {
				cs = append(cs, native.Candidate{Loop: i, Clause: l})
			} else {
				rest = append(rest, l)
			}
		}
		bare.loops = append(bare.loops, rest)
	}
	if len(cs) == 0 {
		return false
	}
	text, _, err := w.code(bare)
	if err != nil {
		return false
	}
	session, bad := w.o.Sifter.Open(verify.Request{File: w.d.Prep.Task.Name, Source: text, Options: verify.Options{
		Arithmetic: w.o.Arithmetic, NullableByDefault: w.o.NullableByDefault, Timeout: w.o.Sifting,
	}})
	if bad != nil {
		return false
	}
	r, err := session.Sift(ctx, w.name(), cs)
	if err != nil || !slices.Contains(r.Holds, true) {
		return false
	}
	for i, c := range cs {
		if !r.Holds[i] {
			p := place{loop: c.Loop, text: c.Clause}
			s.remove(p)
			why := "not kept up by the loop, or not there at the start"
			if r.Bad[i] != "" {
				why = r.Bad[i]
			}
			w.note(p, propose.Unproved, why)
		}
	}
	return true
}

// houdini drops loop clauses that are not kept up, or not there at the start, until
// all that are left are. Postconditions are not touched.
func (w *work) houdini(ctx context.Context, s *spec) (verify.Outcome, map[int]place, error) {
	w.sift(ctx, s)
	for range maxRounds {
		out, at, err := w.ask(ctx, *s, true)
		if err != nil || !w.dropLoopClauses(s, out, at) {
			return out, at, err
		}
	}
	return w.ask(ctx, *s, true)
}

// dropLoopClauses removes the loop clauses that the outcome blames; false when it
// blames none.
func (w *work) dropLoopClauses(s *spec, out verify.Outcome, at map[int]place) bool {
	dropped := false
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		for _, line := range []int{d.Line, d.AssociatedLine} {
			p, ok := at[line]
			if !ok || p.loop < 0 {
				continue
			}
			if s.remove(p) {
				w.note(p, propose.Unproved, string(d.Kind))
				dropped = true
				break
			}
		}
	}
	return dropped
}

// note tells the account what became of a clause.
func (w *work) note(p place, fate propose.Fate, why string) {
	f := propose.Finding{Clause: strings.TrimSpace(p.text), Fate: fate, Why: why}
	if p.loop >= 0 && p.loop < len(w.loops) {
		f.Line = w.d.Prep.File.Position(w.loops[p.loop].Pos()).Line
	}
	w.d.Account().Note(f)
}

// remove takes a clause out; false when it is not there.
func (s *spec) remove(p place) bool {
	list := &s.method
	if p.loop >= 0 {
		if p.loop >= len(s.loops) {
			return false
		}
		list = &s.loops[p.loop]
	}
	want := normal(p.text)
	for i, l := range *list {
		if normal(l) == want {
			*list = slices.Delete(slices.Clone(*list), i, i+1)
			return true
		}
	}
	return false
}

// normal is a clause in canonical spacing, so that printed ones compare.
func normal(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != ' ' && c != '(' && c != ')' {
			out = append(out, c)
		}
	}
	return string(out)
}
