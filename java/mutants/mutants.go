// Package mutants changes Java programs one place at a time, for measuring how much of
// what code does a specification fixes: one that a mutant satisfies too says nothing of
// the difference.
//
// The operators are those of the evaluation of FormalBench (Le-Cong et al., 2025), which has
// Major make them:
//
//	AOR  + - * / %        each of the four others
//	ROR  < <= > >= == !=  two others and a constant that are sufficient; of references the constant
//	COR  && ||            == or !=, a constant, either side; of booleans compared the last three
//	LOR  & | ^            the two others
//	SOR  << >> >>>        the two others
//	ORU  + - ~            the two others; of fractions the sign alone
//	LVR  literals         0 becomes 1 and −1, any other 0 and its negative; true and false each other
//	STD  statements       assignment, call, ++, --, break, continue and return are deleted
//
// Every mutant compiles: what our checker refuses is none.
//
// The package must not know specifications.
package mutants

import (
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// Mutant is a program with one place changed.
type Mutant struct {
	Operator string // its group, such as AOR
	Span     java.Span
	Line     int // of the place, from 1
	Column   int
	From, To string // the text of the place, and what stands there now
	File     string // its name
	Code     string // of the whole file
}

// Operators are the groups, in the order of the package comment.
var Operators = []string{"AOR", "ROR", "COR", "LOR", "SOR", "ORU", "LVR", "STD"}

// Of returns the mutants of a file's methods for which want says so, in the order of their
// places; all where want is nil. A file with errors has none.
func Of(lib *types.Library, name, src string, want func(*java.MethodDecl) bool) ([]Mutant, java.ErrorList) {
	f, errs := java.Parse(name, src)
	p, terrs := types.Check(lib, f)
	if errs = append(errs, terrs...); len(errs) > 0 {
		return nil, errs
	}
	// The program itself counts as seen: a change that gives the same text is none.
	m := maker{f: f, info: p.Units[0].Info, lib: lib, seen: map[string]bool{src: true}}
	java.Walk(f, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if ok && (want == nil || want(d)) && d.Body != nil {
			java.Walk(d.Body, m.visit)
		}
		return !ok
	})
	return m.list, nil
}

// maker collects the mutants of a file.
type maker struct {
	f    *java.File
	info *types.Info
	lib  *types.Library
	list []Mutant
	seen map[string]bool // whole texts
}

// add adds the mutant in which a text stands at a place, if it compiles and is new.
func (m *maker) add(operator string, at java.Span, to string) {
	code := m.f.Src[:at.From.Offset()] + to + m.f.Src[at.To.Offset():]
	if m.seen[code] {
		return
	}
	m.seen[code] = true

	// Checked as a whole program: a change in one place may make code unreachable, or a return
	// missing, in another.
	if _, _, errs := types.Load(m.lib, m.f.Name, code); len(errs) > 0 {
		return
	}
	pos := m.f.Position(at.From)
	m.list = append(m.list, Mutant{Operator: operator, Span: at, Line: pos.Line, Column: pos.Column, From: m.f.Slice(at), To: to, File: m.f.Name, Code: code})
}

// visit adds the mutants of a node; what is in a class of its own is not the method's.
func (m *maker) visit(n java.Node) bool {
	switch n := n.(type) {
	case *java.ClassDecl:
		return false
	case *java.Binary:
		m.binary(n)
	case *java.Unary:
		m.unary(n)
	case *java.Literal:
		m.literal(n)
	case *java.ExprStmt:
		switch n.X.(type) {
		case *java.AssignExpr, *java.Call, *java.Unary:
			// An empty statement rather than none, as it may be the whole of a branch.
			m.add("STD", n.Span, ";")
		}
	case *java.Break:
		m.add("STD", n.Span, ";")
	case *java.Continue:
		m.add("STD", n.Span, ";")
	case *java.Return:
		m.add("STD", n.Span, ";")
	}
	return true
}

var arithmetic = []java.Op{java.Plus, java.Sub, java.Mul, java.Div, java.Rem}

// relations are what a comparison of numbers becomes: operators, and a constant.
var relations = map[java.Op]struct {
	ops      []java.Op
	constant string
}{
	java.Lt: {[]java.Op{java.Le, java.Ne}, "false"},
	java.Le: {[]java.Op{java.Eq, java.Lt}, "true"},
	java.Gt: {[]java.Op{java.Ge, java.Ne}, "false"},
	java.Ge: {[]java.Op{java.Eq, java.Gt}, "true"},
	java.Eq: {[]java.Op{java.Le, java.Ge}, "false"},
	java.Ne: {[]java.Op{java.Lt, java.Gt}, "true"},
}

func (m *maker) binary(b *java.Binary) {
	operand := m.info.Operand[b]
	numbers := operand != nil && types.IsNumeric(operand)
	switch b.Op {
	case java.Plus, java.Sub, java.Mul, java.Div, java.Rem:
		if numbers {
			// A + of strings is none of these.
			m.others("AOR", b, arithmetic)
		}
	case java.BitAnd, java.BitOr, java.BitXor:
		m.others("LOR", b, []java.Op{java.BitAnd, java.BitOr, java.BitXor})
	case java.Shl, java.Shr, java.Ushr:
		m.others("SOR", b, []java.Op{java.Shl, java.Shr, java.Ushr})
	case java.AndAnd:
		m.operator("COR", b, java.Eq)
		m.sides(b, "false")
	case java.OrOr:
		m.operator("COR", b, java.Ne)
		m.sides(b, "true")
	default:
		r, ok := relations[b.Op]
		switch {
		case !ok:
		case numbers:
			m.others("ROR", b, r.ops)
			m.add("ROR", b.Span, r.constant)
		case operand != nil && operand.Kind() == types.Boolean:
			m.sides(b, r.constant)
		default:
			// References have no order: of the changes only the constant is left.
			m.add("ROR", b.Span, r.constant)
		}
	}
}

// others adds the expression with each of some operators that is not its own.
func (m *maker) others(group string, b *java.Binary, ops []java.Op) {
	for _, op := range ops {
		if op != b.Op {
			m.operator(group, b, op)
		}
	}
}

// operator adds the expression with an operator.
func (m *maker) operator(group string, b *java.Binary, op java.Op) {
	m.add(group, b.Span, "("+expr.Tight(m.f, b.X)+" "+op.String()+" "+expr.Tight(m.f, b.Y)+")")
}

// sides adds a constant, the left side and the right side in place of the expression.
func (m *maker) sides(b *java.Binary, constant string) {
	m.add("COR", b.Span, constant)
	m.add("COR", b.Span, expr.Tight(m.f, b.X))
	m.add("COR", b.Span, expr.Tight(m.f, b.Y))
}

func (m *maker) unary(u *java.Unary) {
	var others []string
	switch u.Op {
	case java.Neg:
		others = []string{"+", "~"}
	case java.Plus:
		others = []string{"-", "~"}
	case java.BitNot:
		others = []string{"+", "-"}
	}
	for _, op := range others {
		m.add("ORU", u.Span, op+expr.Tight(m.f, u.X))
	}
}

func (m *maker) literal(l *java.Literal) {
	switch l.Kind {
	case java.BoolLiteral:
		m.add("LVR", l.Span, map[string]string{"true": "false", "false": "true"}[l.Raw])
	case java.IntLiteral, java.LongLiteral, java.FloatLiteral, java.DoubleLiteral:
		zero, one := m.constants(l)
		if m.isZero(l) {
			m.add("LVR", l.Span, one)
			m.add("LVR", l.Span, "(-"+one+")")
			return
		}
		m.add("LVR", l.Span, zero)
		m.add("LVR", l.Span, "(-"+l.Raw+")")
	}
}

// constants returns zero and one as literals of l's type.
func (m *maker) constants(l *java.Literal) (zero, one string) {
	switch l.Kind {
	case java.LongLiteral:
		return "0L", "1L"
	case java.FloatLiteral:
		return "0.0f", "1.0f"
	case java.DoubleLiteral:
		return "0.0", "1.0"
	}
	return "0", "1"
}

// isZero reports whether a literal of a number is zero, in whatever form.
func (m *maker) isZero(l *java.Literal) bool {
	digits := strings.ToLower(strings.ReplaceAll(l.Raw, "_", ""))
	if strings.HasPrefix(digits, "0x") {
		// In hexadecimal d, e and f are digits, no suffixes and no exponent.
		digits, _, _ = strings.Cut(digits[2:], "p")
	} else {
		digits = strings.TrimRight(strings.TrimPrefix(digits, "0b"), "fd")
		digits, _, _ = strings.Cut(digits, "e")
	}
	return strings.Trim(digits, "0.l") == ""
}
