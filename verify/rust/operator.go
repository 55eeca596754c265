package rust

import (
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/smt"
)

// operators are the functions of std's traits for operators, as the operation of MIR.
var operators = map[string]string{"Add::add": "Add", "Sub::sub": "Sub", "Mul::mul": "Mul", "Div::div": "Div", "Rem::rem": "Rem",
	"AddAssign::add_assign": "Add", "SubAssign::sub_assign": "Sub", "MulAssign::mul_assign": "Mul", "DivAssign::div_assign": "Div", "RemAssign::rem_assign": "Rem",
	"BitXor::bitxor": "BitXor", "BitAnd::bitand": "BitAnd", "BitOr::bitor": "BitOr",
	"BitXorAssign::bitxor_assign": "BitXor", "BitAndAssign::bitand_assign": "BitAnd", "BitOrAssign::bitor_assign": "BitOr",
	"PartialOrd::lt": "Lt", "PartialOrd::le": "Le", "PartialOrd::gt": "Gt", "PartialOrd::ge": "Ge"}

// operator executes an operator that the compiler calls a trait for, since a side of it is a
// reference:
//
//	a + b, a − b, a · b: ⊢ the result is in the type's range
//	a / b, a % b:        ⊢ b ≠ 0   ⊢ ¬(a = MIN ∧ b = −1) of signed types
//	a += &b …:           the same, put where a is
//	a < b …, of chars too
//
// Side conditions: both sides are of one integer type, or references to such; the crate may not
// implement these traits of std for them, which the compiler sees to.
func (x *exec) operator(s *state, t *mir.Term, at spec.Span, p *mir.Path) bool {
	if p.Trait == nil || len(t.Args) != 2 {
		return false
	}

	op := operators[p.Trait.Last()+"::"+p.Last()]
	one, two := pointee(x.operandType(s, t.Args[0])), pointee(x.operandType(s, t.Args[1]))
	if op == "" || one == nil || two == nil || one.String() != two.String() || !one.IsInt() && one.Name != "char" {
		return false
	}

	a, b := x.operand(s, t.Args[0]), x.operand(s, t.Args[1])
	switch {
	case op == "Lt" || op == "Le" || op == "Gt" || op == "Ge":
		x.result(s, t, truth(compare(op, a.term, b.term)))
		return true
	case a.kind != intShape || b.kind != intShape:
		return false
	}

	out := x.checked(s, op, a, b, at)
	if !strings.HasSuffix(p.Trait.Last(), "Assign") {
		x.result(s, t, out)
		return true
	}

	// The left side of += comes as a mutable reference.
	r := x.reference(s, t.Args[0])
	if r == nil {
		return false
	}
	x.write(s, r.to, r.path, out)
	x.result(s, t, &value{shape: nothing})
	return true
}

// checked is an operation that panics where its result has no room.
func (x *exec) checked(s *state, op string, a, b *value, at spec.Span) *value {
	switch op {
	case "Add", "Sub", "Mul":
		v := x.arithmetic(op, a.term, b.term)
		x.prove(s, a.shape.admits(v), claim{kind: verify.ArithmeticOperationRange, at: at})
		return scalar(a.shape, v)
	case "Div", "Rem":
		// Where MIR has an assertion of its own, a call of the trait's function has it inside of std.
		x.prove(s, smt.Not(smt.Eq(b.term, smt.IntLit(0))), claim{kind: verify.PossiblyDivideByZero, at: at})
		if lo, _ := bounds(a.typ); a.typ.Signed() {
			x.prove(s, smt.Not(smt.And(smt.Eq(a.term, smt.BigLit(lo)), smt.Eq(b.term, smt.IntLit(-1)))), claim{kind: verify.ArithmeticOperationRange, at: at})
		}
		if op == "Div" {
			return scalar(a.shape, x.quotient(a.term, b.term))
		}
		return scalar(a.shape, x.remainder(a.term, b.term))
	}
	return x.bits(op, a, b, a.shape)
}
