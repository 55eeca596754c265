package java

import (
	"math/rand/v2"
	"testing"
)

// maker builds random trees without a single Paren, as tools do that rewrite
// programs.
type maker struct {
	rnd  *rand.Rand
	spec bool
}

func (m *maker) name() string { return string(rune('a' + m.rnd.IntN(5))) }

func (m *maker) typ() *TypeExpr {
	switch m.rnd.IntN(6) {
	case 0:
		return &TypeExpr{Name: "int"}
	case 1:
		return &TypeExpr{Name: "A", Dims: 1}
	case 2:
		return &TypeExpr{Name: "a.B", Args: []*TypeExpr{{Name: "?", Bound: &TypeExpr{Name: "C"}}, {Name: "D", Args: []*TypeExpr{{Name: "E"}}}}}
	case 3:
		return &TypeExpr{Name: "double", Dims: 2}
	}
	return &TypeExpr{Name: "A"}
}

func (m *maker) block(depth int) *Block {
	b := &Block{}
	for range m.rnd.IntN(3) {
		b.Stmts = append(b.Stmts, m.stmt(depth-1))
	}
	return b
}

func (m *maker) stmt(depth int) Stmt {
	if depth <= 0 {
		return &ExprStmt{X: &Call{Name: Ident{Name: m.name()}}}
	}
	switch m.rnd.IntN(9) {
	case 0, 1:
		s := &If{Cond: m.expr(depth - 1), Then: m.stmt(depth - 1)}
		if m.rnd.IntN(2) == 0 {
			s.Else = m.stmt(depth - 1)
		}
		return s
	case 2:
		return &While{Cond: m.expr(depth - 1), Body: m.stmt(depth - 1)}
	case 3:
		return &DoWhile{Cond: m.expr(depth - 1), Body: m.stmt(depth - 1)}
	case 4:
		return &For{Cond: m.expr(depth - 1), Update: []Expr{&Unary{Op: PostInc, X: m.variable(1)}}, Body: m.stmt(depth - 1)}
	case 5:
		return m.block(depth)
	case 6:
		return &Labeled{Label: Ident{Name: "l"}, Body: m.stmt(depth - 1)}
	case 7:
		return &ForEach{Var: &Param{Type: m.typ(), Name: Ident{Name: m.name()}}, X: m.expr(depth - 1), Body: m.stmt(depth - 1)}
	}
	return &ExprStmt{X: &AssignExpr{Op: Assign, X: m.variable(depth - 1), Y: m.expr(depth - 1)}}
}

func (m *maker) variable(depth int) Expr {
	switch {
	case depth <= 0 || m.rnd.IntN(2) == 0:
		return &Name{Name: m.name()}
	case m.rnd.IntN(2) == 0:
		return &Index{X: m.expr(depth - 1), I: m.expr(depth - 1)}
	}
	return &Select{X: m.expr(depth - 1), Name: Ident{Name: m.name()}}
}

func (m *maker) expr(depth int) Expr {
	if depth <= 0 {
		switch m.rnd.IntN(6) {
		case 0:
			return &Literal{Kind: IntLiteral, Raw: "7"}
		case 1:
			return &Literal{Kind: StringLiteral, Raw: `"s"`, Value: "s"}
		case 2:
			return &Literal{Kind: DoubleLiteral, Raw: "1."}
		case 3:
			return &This{}
		}
		return &Name{Name: m.name()}
	}
	e := func() Expr { return m.expr(depth - 1) }
	kinds := 16
	if m.spec {
		kinds = 20
	}
	switch m.rnd.IntN(kinds) {
	case 0, 1, 2:
		ops := []Op{Plus, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Ushr, Eq, Ne, AndAnd, OrOr}
		if m.spec {
			ops = append(ops, Implies, ImpliedBy, Iff, NotIff, Subtype)
		} else {
			ops = append(ops, Lt, Le, Gt, Ge)
		}
		return &Binary{Op: ops[m.rnd.IntN(len(ops))], X: e(), Y: e()}
	case 3:
		return &Unary{Op: []Op{Plus, Neg, Not, BitNot}[m.rnd.IntN(4)], X: e()}
	case 4:
		return &Unary{Op: []Op{PreInc, PreDec, PostInc, PostDec}[m.rnd.IntN(4)], X: m.variable(depth - 1)}
	case 5:
		return &Cond{C: e(), X: e(), Y: e()}
	case 6:
		return &AssignExpr{Op: []Op{Assign, Plus, Ushr}[m.rnd.IntN(3)], X: m.variable(depth - 1), Y: e()}
	case 7:
		return &Cast{Type: m.typ(), X: e()}
	case 8:
		x := &InstanceOf{X: e(), Type: m.typ()}
		if m.rnd.IntN(2) == 0 {
			x.Pattern, x.Type = &TypePattern{Type: x.Type, Name: Ident{Name: m.name()}}, nil
		}
		return x
	case 9:
		l := &Lambda{Params: []*Param{{Name: Ident{Name: m.name()}}}}
		if m.rnd.IntN(3) == 0 {
			l.Body = m.block(depth - 1)
		} else {
			l.X = e()
		}
		return l
	case 10:
		return &Call{X: e(), Name: Ident{Name: m.name()}, Args: []Expr{e()}}
	case 11:
		return &Index{X: e(), I: e()}
	case 12:
		return &NewArray{Elem: &TypeExpr{Name: "int"}, Lens: []Expr{e()}, Dims: 1 + m.rnd.IntN(2)}
	case 13:
		return &New{Type: &TypeExpr{Name: "A"}, Args: []Expr{e()}}
	case 14:
		return &MethodRef{X: e(), Name: Ident{Name: m.name()}}
	case 15:
		return &SwitchExpr{X: e(), Cases: []*Case{
			{Labels: []Expr{&Cond{C: m.expr(0), X: m.expr(0), Y: m.expr(0)}}, Arrow: true, Body: []Stmt{&ExprStmt{X: e()}}},
			{Default: true, Arrow: true, Body: []Stmt{m.block(depth - 1)}}}}
	case 16:
		q := &Quantified{Kind: `\forall`, Type: m.typ(), Vars: []*VarDeclarator{{Name: Ident{Name: m.name()}}}, Body: e(), Parens: m.rnd.IntN(2) == 0}
		if m.rnd.IntN(2) == 0 {
			q.Range = e()
		}
		return q
	case 17:
		return &Chain{Xs: []Expr{e(), e(), e()}, Ops: []Op{Lt, Le}}
	case 18:
		return &SpecCall{Word: `\old`, Args: []Expr{e()}}
	}
	return &Labelled{Word: `\lbl`, Name: "n", X: e()}
}

// A tree made by a tool is printed with the parentheses that its shape needs:
// reading it again gives the same tree, parentheses aside.
func TestPrintMadeTrees(t *testing.T) {
	rounds := 60000
	if testing.Short() {
		rounds = 3000
	}
	m := &maker{rnd: rand.New(rand.NewPCG(1, 2))}
	for i := range rounds {
		m.spec = i%2 == 0
		x := m.expr(1 + i%5)
		text := Print(x)
		y, _, errs := ParseExprString(text, m.spec)
		if len(errs) > 0 {
			t.Fatalf("%s\n%v", text, errs)
		}
		if got, want := Print(withoutParens(y)), Print(withoutParens(x)); !Equal(withoutParens(y), withoutParens(x)) {
			t.Fatalf("%s\nread as\n%s\nwant\n%s", text, got, want)
		}
		s := m.stmt(1 + i%5)
		text = Print(s)
		z, _, errs := ParseStmtString(text)
		if m.spec {
			continue // a statement with JML is none
		}
		if len(errs) > 0 {
			t.Fatalf("%s\n%v", text, errs)
		}
		if got := Print(z); got != text {
			t.Fatalf("%s\nread as\n%s", text, got)
		}
	}
}

// withoutParens drops Paren nodes, and the blocks that hold one statement.
func withoutParens(x Expr) Expr {
	strip := func(e *Expr) {
		for {
			p, ok := (*e).(*Paren)
			if !ok {
				return
			}
			*e = p.X
		}
	}
	strip(&x)
	Walk(x, func(n Node) bool {
		switch n := n.(type) {
		case *Binary:
			strip(&n.X)
			strip(&n.Y)
		case *Chain:
			for i := range n.Xs {
				strip(&n.Xs[i])
			}
		case *Unary:
			strip(&n.X)
		case *Cond:
			strip(&n.C)
			strip(&n.X)
			strip(&n.Y)
		case *AssignExpr:
			strip(&n.X)
			strip(&n.Y)
		case *Cast:
			strip(&n.X)
		case *InstanceOf:
			strip(&n.X)
		case *Lambda:
			strip(&n.X)
		case *Call:
			strip(&n.X)
			for i := range n.Args {
				strip(&n.Args[i])
			}
		case *Select:
			strip(&n.X)
		case *Index:
			strip(&n.X)
			strip(&n.I)
		case *NewArray:
			for i := range n.Lens {
				strip(&n.Lens[i])
			}
		case *New:
			for i := range n.Args {
				strip(&n.Args[i])
			}
		case *MethodRef:
			strip(&n.X)
		case *SwitchExpr:
			strip(&n.X)
		case *Case:
			for i := range n.Labels {
				strip(&n.Labels[i])
			}
		case *ExprStmt:
			strip(&n.X)
		case *If:
			strip(&n.Cond)
			if b, ok := n.Then.(*Block); ok && len(b.Stmts) == 1 {
				n.Then = b.Stmts[0]
			}
		case *While:
			strip(&n.Cond)
		case *DoWhile:
			strip(&n.Cond)
		case *For:
			strip(&n.Cond)
		case *ForEach:
			strip(&n.X)
		case *Quantified:
			n.Parens = true
			strip(&n.Range)
			strip(&n.Body)
		case *SpecCall:
			for i := range n.Args {
				strip(&n.Args[i])
			}
		case *Labelled:
			strip(&n.X)
		}
		return true
	})
	return x
}
