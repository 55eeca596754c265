package emit

import (
	"math/big"
	"regexp"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// limit is 2^127, the first number that i128 has not.
func limit() *big.Int { return new(big.Int).Lsh(big.NewInt(1), 127) }

// fits reports whether all numbers between two are of i128.
func fits(lo, hi *big.Int) bool {
	return lo.Cmp(new(big.Int).Neg(limit())) >= 0 && hi.Cmp(limit()) < 0
}

func least(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func most(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

// number is an integer as i128, whatever type the code has it in.
func number(x term) term {
	switch {
	case x.lo == nil:
		refuse("a number whose type the file does not show")
	case x.typ == nil && x.refs == 0:
		return x
	// As i128 it would wrap around.
	case !fits(x.lo, x.hi):
		refuse("arithmetic of u128")
	}
	x.text, x.level = x.operand(castLevel)+" as i128", castLevel
	x.typ, x.refs = nil, 0
	return x
}

// bounded is arithmetic whose result lies between two numbers: as it is where they are of
// i128, else in the form that has no value where the result is not.
func (t *translator) bounded(text string, level int, checked string, lo, hi *big.Int, partial bool) term {
	if fits(lo, hi) {
		return term{text: text, level: level, lo: lo, hi: hi, partial: partial}
	}
	return term{text: checked, level: postfixLevel, lo: most(lo, new(big.Int).Neg(limit())), hi: least(hi, new(big.Int).Sub(limit(), big.NewInt(1))), partial: true}
}

// arithmetic is of mathematical integers.
func (t *translator) arithmetic(op string, x, y term) term {
	a, b := number(x), number(y)
	if a.literal && b.literal {
		// Literals are computed here: their sum may be a literal that the code's own type has.
		if c := folded(op, a.lo, b.lo); c != nil {
			return constant(c)
		}
		a.text, a.level, a.literal = a.suffixed(), postfixLevel, false
	}

	partial := a.partial || b.partial
	infix := func(level int) string {
		return left(a, level, op) + " " + op + " " + b.operand(level+1)
	}
	arg := b.operand(anyLevel)
	switch op {
	case "+":
		return t.bounded(infix(addLevel), addLevel, a.receiver()+".checked_add("+arg+")?", new(big.Int).Add(a.lo, b.lo), new(big.Int).Add(a.hi, b.hi), partial)
	case "-":
		return t.bounded(infix(addLevel), addLevel, a.receiver()+".checked_sub("+arg+")?", new(big.Int).Sub(a.lo, b.hi), new(big.Int).Sub(a.hi, b.lo), partial)
	case "*":
		lo, hi := product(a, b)
		return t.bounded(infix(mulLevel), mulLevel, a.receiver()+".checked_mul("+arg+")?", lo, hi, partial)
	case "/", "%":
		return division(op, a, b, infix(mulLevel))
	case "&", "|", "^":
		level := map[string]int{"&": bitAndLevel, "|": bitOrLevel, "^": bitXorLevel}[op]
		out := term{text: infix(level), level: level, partial: partial}
		out.lo, out.hi = bits(op, a, b)
		return out
	case ">>":
		// Rust panics where a shift is as long as the type.
		if b.lo.Sign() < 0 || b.hi.Cmp(big.NewInt(127)) > 0 {
			refuse("a shift by a number that may be more than 127")
		}
		return term{text: infix(shiftLevel), level: shiftLevel, lo: least(a.lo, new(big.Int)), hi: most(a.hi, new(big.Int)), partial: partial}
	}
	refuse("the operator %s on mathematical integers", op)
	return term{}
}

func folded(op string, a, b *big.Int) *big.Int {
	switch op {
	case "+":
		return new(big.Int).Add(a, b)
	case "-":
		return new(big.Int).Sub(a, b)
	case "*":
		return new(big.Int).Mul(a, b)
	case "/", "%":
		if b.Sign() == 0 {
			return nil
		}
		quotient, rest := new(big.Int).DivMod(a, b, new(big.Int)) // Euclid's
		return map[string]*big.Int{"/": quotient, "%": rest}[op]
	}
	return nil
}

// bits are what a bitwise operation lies between: what two's complement of the longer
// operand holds.
func bits(op string, a, b term) (lo, hi *big.Int) {
	n := uint(max(a.lo.BitLen(), a.hi.BitLen(), b.lo.BitLen(), b.hi.BitLen()))
	hi = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(1))
	switch {
	case a.lo.Sign() >= 0 && b.lo.Sign() >= 0:
		return new(big.Int), hi
	case op == "&" && (a.lo.Sign() >= 0 || b.lo.Sign() >= 0):
		return new(big.Int), hi
	}
	return new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), n)), hi
}

// product are the least and the greatest product of two numbers.
func product(a, b term) (lo, hi *big.Int) {
	// The extremes of a product lie at the ends of both ranges.
	for _, x := range []*big.Int{a.lo, a.hi} {
		for _, y := range []*big.Int{b.lo, b.hi} {
			p := new(big.Int).Mul(x, y)
			if lo == nil {
				lo, hi = p, p
			}
			lo, hi = least(lo, p), most(hi, p)
		}
	}
	return lo, hi
}

// division is Euclid's, so that 0 <= a % b < |b|; by zero it has no value.
func division(op string, a, b term, infix string) term {
	name := map[string]string{"/": "div_euclid", "%": "rem_euclid"}[op]
	out := term{level: postfixLevel, partial: a.partial || b.partial}
	// Up to its sign a quotient is at most as large as the dividend.
	size := most(new(big.Int).Abs(a.lo), new(big.Int).Abs(a.hi))
	out.lo, out.hi = new(big.Int).Neg(size), size
	if a.lo.Sign() >= 0 && b.lo.Sign() >= 0 {
		out.lo = new(big.Int)
	}

	if op == "%" {
		divisor := most(new(big.Int).Abs(b.lo), new(big.Int).Abs(b.hi))
		out.lo, out.hi = new(big.Int), divisor
		if a.lo.Sign() >= 0 {
			out.hi = least(size, divisor)
		}
	}

	switch nonzero := b.lo.Sign() > 0 || b.hi.Sign() < 0; {
	case !fits(out.lo, out.hi) || !nonzero:
		out.text, out.partial = a.receiver()+".checked_"+name+"("+b.operand(anyLevel)+")?", true
		out.hi = least(out.hi, new(big.Int).Sub(limit(), big.NewInt(1)))
	// Where nothing is negative, Rust's own operators are Euclid's.
	case a.lo.Sign() >= 0 && b.lo.Sign() > 0:
		out.text, out.level = infix, mulLevel
	default:
		out.text = a.receiver() + "." + name + "(" + b.operand(anyLevel) + ")"
	}
	return out
}

// compare compares integers: in the code's own type where both sides have it.
func (t *translator) compare(op string, a, b term) term {
	if a.lo == nil || b.lo == nil {
		refuse("a comparison by %s of what are no integers here", op)
	}
	if c, ok := decided(op, a, b); ok {
		return c
	}
	same := a.typ != nil && b.typ != nil && a.typ != integer && a.typ.Name == b.typ.Name
	if same || ofType(a, b) || ofType(b, a) {
		return compared(op, a, b)
	}
	a, b = number(a), number(b)
	if a.literal && b.literal {
		a.text, a.literal = a.suffixed(), false
	}
	return compared(op, a, b)
}

// ofType reports whether a literal has the type that the other side has.
func ofType(x, y term) bool {
	if !x.literal || y.typ == nil || y.typ == integer {
		return false
	}
	lo, hi := bounds(y.typ)
	return x.lo.Cmp(lo) >= 0 && x.hi.Cmp(hi) <= 0
}

// decided is a comparison that the types of both sides decide.
func decided(op string, a, b term) (term, bool) {
	// A side that may have no value decides nothing: the comparison may have none.
	if a.partial || b.partial {
		return term{}, false
	}
	yes, no := false, false
	switch op {
	case "<":
		yes, no = a.hi.Cmp(b.lo) < 0, a.lo.Cmp(b.hi) >= 0
	case "<=":
		yes, no = a.hi.Cmp(b.lo) <= 0, a.lo.Cmp(b.hi) > 0
	case ">":
		yes, no = a.lo.Cmp(b.hi) > 0, a.hi.Cmp(b.lo) <= 0
	case ">=":
		yes, no = a.lo.Cmp(b.hi) >= 0, a.hi.Cmp(b.lo) < 0
	}
	switch {
	case a.typ == integer || b.typ == integer:
		return term{}, false // whose bounds are no type's
	case yes:
		return boolean("true", postfixLevel, false), true
	case no:
		return boolean("false", postfixLevel, false), true
	}
	return term{}, false
}

func compared(op string, a, b term) term {
	return boolean(left(a, compareLevel+1, op)+" "+op+" "+b.operand(compareLevel+1), compareLevel, a.partial || b.partial)
}

// castRE matches a text that ends with a type, behind which < begins its arguments.
var castRE = regexp.MustCompile(` as [A-Za-z0-9_]+$`)

// left is the left operand of an operator.
func left(x term, level int, op string) string {
	text := x.operand(level)
	if strings.HasPrefix(op, "<") && castRE.MatchString(text) {
		return "(" + text + ")"
	}
	return text
}

// cast is x as T: the same number, and no value where T has it not.
func (t *translator) cast(x *spec.Cast) term {
	v := t.expr(x.X)
	name := x.Type.String()
	switch {
	case isPrim(v.typ, "char") && (x.Type.IsInt() || name == "int" || name == "nat"):
		return number(term{text: v.operand(castLevel) + " as u32", level: castLevel, typ: &mir.Type{Kind: mir.Prim, Name: "u32"}, lo: new(big.Int), hi: big.NewInt(0x10FFFF), partial: v.partial})
	case isPrim(v.typ, "bool") && (x.Type.IsInt() || name == "int"):
		return term{text: v.operand(castLevel) + " as i128", level: castLevel, lo: new(big.Int), hi: big.NewInt(1), partial: v.partial}
	case v.lo == nil:
		refuse("a cast to %s of what is no integer here", name)
	case name == "int":
		return v
	case name == "nat" && v.lo.Sign() >= 0:
		return v
	case name == "nat":
		v = number(v)
		return term{text: "u128::try_from(" + v.text + ").ok()? as i128", level: castLevel, lo: new(big.Int), hi: v.hi, partial: true}
	case !x.Type.IsInt():
		refuse("a cast to %s", name)
	}

	lo, hi := bounds(x.Type)
	// It fits whatever the value is; what the code would make of another number is no concern here.
	if v.lo.Cmp(lo) >= 0 && v.hi.Cmp(hi) <= 0 && v.typ != integer {
		return v
	}
	v = number(v)
	if v.literal {
		v.text = v.suffixed()
	}
	return term{text: name + "::try_from(" + v.text + ").ok()?", level: postfixLevel, typ: x.Type, lo: most(lo, v.lo), hi: least(hi, v.hi), partial: true}
}

// coerced is an integer as a value of one of the code's types; without a value where that
// has it not.
func coerced(x term, typ *mir.Type) term {
	if x.lo == nil {
		refuse("a number whose type the file does not show")
	}
	if x.typ != nil && x.typ.Name == typ.Name {
		x.text, x.level, x.refs = x.operand(unaryLevel), min(x.level, unaryLevel), 0
		return x
	}
	if ofType(x, term{typ: typ}) {
		x.typ = typ
		return x
	}
	lo, hi := bounds(typ)
	x = number(x)
	return term{text: typ.Name + "::try_from(" + x.text + ").ok()?", level: postfixLevel, typ: typ, lo: most(lo, x.lo), hi: least(hi, x.hi), partial: true}
}

func one() *big.Int { return big.NewInt(1) }
