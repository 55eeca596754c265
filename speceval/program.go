package speceval

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// Program is an annotated program and the inputs that are known of it.
type Program struct {
	ID       string
	Source   string // with its specification
	Verified bool   // an independent verifier proved it

	runtime  *bench.Runtime
	recorded []bench.State
	target   int // the method, in the order of the source, that the recorded inputs are of
}

// NewProgram makes a program of a task's ground truth. The inputs of the task's pairs
// become inputs of the method with the same parameters.
func NewProgram(ctx context.Context, rt *bench.Runtime, task *bench.Task, annotated string, verified bool) (*Program, error) {
	prep, err := rt.Prepare(ctx, task, bench.Options{})
	if err != nil {
		return nil, err
	}
	p := &Program{ID: task.ID, Source: annotated, Verified: verified, runtime: rt, target: -1}
	c, err := read(rt, annotated)
	if err != nil {
		return nil, err
	}
	for i, m := range c.methods {
		if p.target < 0 && sameParams(m, prep.Method) {
			p.target = i
		}
	}
	for _, v := range prep.Method.Params {
		if !bench.Native(v.Type) {
			return p, nil // its objects belong to the task's own classes: generated inputs alone
		}
	}
	for _, pair := range prep.Pairs {
		p.recorded = append(p.recorded, bench.State{Args: pair.Pre.Args})
	}
	return p, nil
}

func sameParams(a, b *types.Method) bool {
	return slices.EqualFunc(a.Params, b.Params, func(x, y *types.Local) bool {
		return types.ShortString(x.Type) == types.ShortString(y.Type)
	})
}

// code is a checked annotated program, its parts in the order of the source. That order
// is how a clause is found again in a perturbed program: no perturbation changes it.
type code struct {
	chk     *jml.Checked
	file    *java.File
	methods []*types.Method // with a body; constructors and main are left out
	loops   []java.Stmt
	clauses []*clause
}

// clause is a clause with its place.
type clause struct {
	*jml.Clause
	method *types.Method // nil of a loop's
	loop   java.Stmt     // nil of a method's
	ofCase int           // the case of the method's specification
	within *types.Method // that the loop is in, or method
}

// read checks an annotated program, its bodies included.
func read(rt *bench.Runtime, src string) (*code, error) {
	chk, errs := jml.Load(rt.Types, "", src)
	if len(errs) > 0 {
		return nil, errs
	}
	c := &code{chk: chk, file: chk.Spec.Java}

	// The bodies of constructors and main are checked too, and then left out: nothing is asked
	// about them.
	for d, m := range chk.Unit.Info.Methods {
		if d.Body == nil {
			continue
		}
		if _, errs := m.Body(); len(errs) > 0 {
			return nil, errs
		}
		if !m.IsConstructor() && m.Name != "main" {
			c.methods = append(c.methods, m)
		}
	}

	// From a map, into the order of the source.
	slices.SortFunc(c.methods, func(a, b *types.Method) int { return cmp.Compare(a.Decl.Pos(), b.Decl.Pos()) })

	for _, m := range c.methods {
		java.Walk(m.Decl.Body, func(n java.Node) bool {
			switch s := n.(type) {
			case *java.While, *java.DoWhile, *java.For, *java.ForEach:
				c.loops = append(c.loops, s.(java.Stmt))
			}
			return true
		})
		if ms := chk.Spec.Methods[m.Decl]; ms != nil {
			for i, k := range ms.Cases {
				for _, cl := range k.Clauses {
					c.add(&clause{Clause: cl, method: m, ofCase: i, within: m})
				}
			}
		}
	}
	for _, l := range c.loops {
		ls := chk.Spec.Loops[l]
		if ls == nil {
			continue
		}
		for _, cl := range ls.Clauses {
			c.add(&clause{Clause: cl, loop: l, within: c.around(l)})
		}
	}

	// By their place: numbers of clauses are the same in every version of the program.
	slices.SortFunc(c.clauses, func(a, b *clause) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return c, nil
}

// add keeps clauses of the four kinds that the tasks are about.
func (c *code) add(cl *clause) {
	switch cl.Kind {
	case jml.Requires, jml.Ensures, jml.LoopInvariant, jml.Decreases:
		if cl.Expr != nil && !c.chk.Bad[cl.Clause] {
			c.clauses = append(c.clauses, cl)
		}
	}
}

// around is the method that a loop is in.
func (c *code) around(l java.Stmt) *types.Method {
	for _, m := range c.methods {
		if m.Decl.Pos() <= l.Pos() && l.End() <= m.Decl.End() {
			return m
		}
	}
	return nil
}

// with replaces a clause by others of its kind. They stand side by side at its place.
func (c *code) with(k int, exprs []string) string {
	var texts []string
	for _, e := range exprs {
		texts = append(texts, clauseText(c.clauses[k].Keyword, e))
	}
	return c.put(k, texts)
}

// put replaces a clause by others of any kind that may stand there.
func (c *code) put(k int, texts []string) string {
	from, to := c.clauses[k].Pos().Offset(), c.clauses[k].End().Offset()
	return c.file.Src[:from] + strings.Join(texts, " ") + c.file.Src[to:]
}

// text is the expression of a clause on one line.
func (c *code) text(k int) string { return oneLine(c.file.Text(c.clauses[k].Expr)) }

// oneLine takes line breaks, and the at-signs that begin lines of a comment, out of a
// clause's text.
func oneLine(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		l = strings.TrimSpace(l)
		if i > 0 {
			l = strings.TrimSpace(strings.TrimLeft(strings.TrimPrefix(l, "//"), "@"))
		}
		lines[i] = l
	}
	return strings.Join(lines, " ")
}

// place says where a clause stands, for whoever reads the instance.
func (c *code) place(k int) Place {
	cl := c.clauses[k]
	p := Place{Kind: cl.Kind.String(), Method: slices.Index(c.methods, cl.within), Case: cl.ofCase, Loop: -1}
	if cl.loop != nil {
		p.Loop = slices.Index(c.loops, cl.loop)
	}
	return p
}
