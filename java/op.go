package java

var opText = [...]string{
	Assign: "=", Plus: "+", Neg: "-", Not: "!", BitNot: "~", PreInc: "++", PreDec: "--", PostInc: "++", PostDec: "--",
	Sub: "-", Mul: "*", Div: "/", Rem: "%", BitAnd: "&", BitOr: "|", BitXor: "^", Shl: "<<", Shr: ">>", Ushr: ">>>",
	Lt: "<", Le: "<=", Gt: ">", Ge: ">=", Eq: "==", Ne: "!=", AndAnd: "&&", OrOr: "||",
	Implies: "==>", ImpliedBy: "<==", Iff: "<==>", NotIff: "<=!=>", Subtype: "<:",
}

// String is the operator as written.
func (o Op) String() string {
	if int(o) < len(opText) && opText[o] != "" {
		return opText[o]
	}
	return "?"
}

// prec is the binding strength of a binary operator, 0 for others.
func (o Op) prec() int {
	switch o {
	case Iff, NotIff:
		return precIff
	case Implies, ImpliedBy:
		return precImplies
	case OrOr:
		return precOr
	case AndAnd:
		return precAnd
	case BitOr:
		return precBitOr
	case BitXor:
		return precBitXor
	case BitAnd:
		return precBitAnd
	case Eq, Ne:
		return precEq
	case Lt, Le, Gt, Ge, Subtype:
		return precRel
	case Shl, Shr, Ushr:
		return precShift
	case Plus, Sub:
		return precAdd
	case Mul, Div, Rem:
		return precMul
	}
	return 0
}

// Changes reports whether o is ++ or --, in front or behind.
func (o Op) Changes() bool {
	switch o {
	case PreInc, PreDec, PostInc, PostDec:
		return true
	}
	return false
}

// Relate compares two numbers by o; ok is false where o is no comparison. No
// comparison with NaN holds but !=.
func Relate[T int64 | float32 | float64](o Op, x, y T) (holds, ok bool) {
	switch o {
	case Lt:
		return x < y, true
	case Le:
		return x <= y, true
	case Gt:
		return x > y, true
	case Ge:
		return x >= y, true
	case Eq:
		return x == y, true
	case Ne:
		return x != y, true
	}
	return false, false
}

// Written returns what n itself assigns to, by =, a compound assignment, ++ or --;
// nil where n does none of these.
func Written(n Node) Expr {
	switch n := n.(type) {
	case *AssignExpr:
		return n.X
	case *Unary:
		if n.Op.Changes() {
			return n.X
		}
	}
	return nil
}

// String is the kind's keyword.
func (k ClassKind) String() string {
	switch k {
	case ClassClass:
		return "class"
	case InterfaceClass:
		return "interface"
	case EnumClass:
		return "enum"
	case RecordClass:
		return "record"
	case AnnotationClass:
		return "@interface"
	}
	return "?"
}
