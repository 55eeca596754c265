package javatest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// gen makes one case.
type gen struct {
	r     *rand.Rand
	depth int
	vars  []*variable // visible
	names int
	prog  *prog // of a program; nil for a lone expression
}

// variable is a local variable.
type variable struct {
	name, typ string
	final     bool // not assigned again by what is made
	moving    bool // changed by its loop's head: no lambda may use it
	used      bool
}

// node is source text with the precedence of its outermost operator.
type node struct {
	s    string
	prec int
}

// Precedences of Java's operators, loosest first.
const (
	assignment = 1 + iota
	conditional
	logicalOr
	logicalAnd
	bitOr
	bitXor
	bitAnd
	equality
	relational
	shift
	additive
	multiplicative
	unary
	postfix
	primary
)

// in is n as an operand of an operator of precedence p: in parentheses where needed,
// and sometimes where not.
func (g *gen) in(n node, p int) string {
	if n.prec < p || g.chance(12) {
		return "(" + n.s + ")"
	}
	return n.s
}

// binary is x op y of the given precedence, left-associative.
func (g *gen) binary(x node, op string, y node, p int) node {
	return node{g.in(x, p) + " " + op + " " + g.in(y, p+1), p}
}

func (g *gen) cast(t string, x node) node {
	if isPrimitive(t) {
		return node{"(" + t + ") " + g.in(x, unary), unary}
	}
	return node{"(" + t + ") " + g.in(x, postfix), unary} // (Integer) -x would be a subtraction
}

func call(format string, args ...any) node { return node{fmt.Sprintf(format, args...), primary} }

// The types of expressions.
var (
	primitives = []string{"boolean", "byte", "short", "char", "int", "long", "float", "double"}
	numeric    = []string{"byte", "short", "char", "int", "long", "float", "double"}
	references = []string{"String", "Integer", "Long", "Character", "Double", "Boolean", "int[]", "long[]", "char[]", "String[]", "double[]", "byte[]", "boolean[]", "int[][]", "Object"}
)

func isPrimitive(t string) bool {
	for _, p := range primitives {
		if p == t {
			return true
		}
	}
	return false
}

// initial is the initial value of a variable.
func (g *gen) initial(t string) string {
	switch t {
	case "boolean":
		return g.pick("true", "false")
	case "byte":
		return fmt.Sprint(g.integer(8))
	case "short":
		return fmt.Sprint(g.integer(16))
	case "char":
		return g.charLiteral().s
	case "int":
		return g.intLiteral(g.integer(32)).s
	case "long":
		return g.longLiteral(g.integer(64)).s
	case "float":
		return g.floatLiteral().s
	case "double":
		return g.doubleLiteral().s
	case "String":
		if g.chance(8) {
			return "null"
		}
		return g.stringLiteral().s
	case "Integer":
		return g.pick("null", "127", "128", "-1", "5", "1000", "0")
	case "Long":
		return g.pick("null", "127L", "128L", "-5L", "0L")
	case "Character":
		return g.pick("null", "'a'", "'\\u1234'", "'7'")
	case "Double":
		return g.pick("null", "1.5", "0.0", "Double.NaN", "-0.0")
	case "Boolean":
		return g.pick("null", "true", "false", "Boolean.TRUE")
	case "Object":
		return g.pick("null", "\"obj\"", "42", "'c'", "7L", "2.5", "true", "new int[] {1, 2}", "\"a\"")
	}
	if strings.HasSuffix(t, "[]") {
		if g.chance(10) {
			return "null"
		}
		elem := strings.TrimSuffix(t, "[]")
		var list []string
		for range g.r.IntN(5) {
			list = append(list, g.initial(elem))
		}
		return "{" + strings.Join(list, ", ") + "}"
	}
	panic("javatest: no initial value of type " + t)
}

// expressionCase is a method that evaluates a random expression of a random type.
func (g *gen) expressionCase(method string) Case {
	for _, t := range primitives {
		g.addVars(t, 2)
	}
	g.addVars("int", 1)
	for _, t := range references {
		g.addVars(t, 2)
	}
	types := append(append([]string{}, primitives...), primitives...) // twice as often as the rest
	types = append(types, "String", "String", "String", "int", "int", "long", "double")
	types = append(types, references...)
	e := g.expr(types[g.r.IntN(len(types))], g.depth)

	var b strings.Builder
	fmt.Fprintf(&b, "  static void %s() {\n", method)
	for _, v := range g.vars {
		if v.used {
			fmt.Fprintf(&b, "    %s %s = %s;\n", v.typ, v.name, g.initial(v.typ))
		}
	}
	fmt.Fprintf(&b, "    o(\"%s\");\n", method)
	fmt.Fprintf(&b, "    try {\n      show(%s);\n    } catch (RuntimeException t) {\n      err(t);\n    }\n", e.s)
	for _, v := range g.vars {
		if v.used {
			fmt.Fprintf(&b, "    show(%s);\n", v.name)
		}
	}
	b.WriteString("    System.out.println();\n  }\n")
	return Case{Method: method, Source: b.String()}
}

// addVars declares n variables of a type.
func (g *gen) addVars(t string, n int) {
	base := strings.ToLower(strings.NewReplacer("[]", "s", "<", "", ">", "").Replace(t))
	base = base[:1] + base[len(base)-1:]
	for range n {
		g.names++
		g.vars = append(g.vars, &variable{name: fmt.Sprintf("%s%d", base, g.names), typ: t})
	}
}

// variable is a visible variable of the type, nil if there is none.
func (g *gen) variable(t string, assigned bool) *variable {
	var found []*variable
	for _, v := range g.vars {
		if v.typ == t && !(assigned && v.final) {
			found = append(found, v)
		}
	}
	if len(found) == 0 {
		return nil
	}
	v := found[g.r.IntN(len(found))]
	v.used = true
	return v
}

// leaf is a variable or literal of the type.
func (g *gen) leaf(t string) node {
	if g.r.IntN(3) > 0 {
		if v := g.variable(t, false); v != nil {
			return node{v.name, primary}
		}
	}
	switch t {
	case "boolean":
		return node{g.pick("true", "false"), primary}
	case "byte":
		return g.cast("byte", g.intLiteral(g.integer(32)))
	case "short":
		return g.cast("short", g.intLiteral(g.integer(32)))
	case "char":
		return g.charLiteral()
	case "int":
		return g.intLiteral(g.integer(32))
	case "long":
		return g.longLiteral(g.integer(64))
	case "float":
		return g.floatLiteral()
	case "double":
		return g.doubleLiteral()
	case "String":
		return g.stringLiteral()
	case "Integer":
		return call("Integer.valueOf(%s)", g.intLiteral(g.integer(32)).s)
	case "Long":
		return call("Long.valueOf(%d)", g.r.IntN(300))
	case "Character":
		return call("Character.valueOf(%s)", g.charLiteral().s)
	case "Double":
		return call("Double.valueOf(%s)", g.doubleLiteral().s)
	case "Boolean":
		return node{g.pick("Boolean.TRUE", "Boolean.FALSE"), primary}
	case "Object":
		return g.cast("Object", g.leaf(g.pick("String", "Integer", "Double", "Character")))
	}
	if g.chance(3) { // an array of some size
		elem, dims := strings.TrimSuffix(t, "[]"), ""
		for strings.HasSuffix(elem, "[]") {
			elem, dims = strings.TrimSuffix(elem, "[]"), dims+"[]"
		}
		return node{fmt.Sprintf("new %s[%d]%s", elem, g.r.IntN(4), dims), postfix}
	}
	return node{"new " + t + " " + g.initialArray(t), postfix}
}

// initialArray is an array initialiser that isn't null.
func (g *gen) initialArray(t string) string {
	elem := strings.TrimSuffix(t, "[]")
	var list []string
	for range g.r.IntN(4) {
		list = append(list, g.initial(elem))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// operand is an expression of some numeric type that binary promotion turns into
// at most t: "int" admits byte, short, char, int and Integer.
func (g *gen) operand(t string, d int) node {
	var from []string
	switch t {
	case "int":
		from = []string{"byte", "short", "char", "int", "int", "int", "Integer", "Character"}
	case "long":
		from = []string{"byte", "char", "int", "long", "long", "Long", "Integer"}
	case "float":
		from = []string{"short", "int", "long", "float", "float"}
	default:
		from = []string{"char", "int", "long", "float", "double", "double", "Double", "Integer"}
	}
	return g.expr(from[g.r.IntN(len(from))], d)
}

// numericAny is an expression of any numeric type or box.
func (g *gen) numericAny(d int) node { return g.expr(numeric[g.r.IntN(len(numeric))], d) }

// expr is an expression whose static type is t.
func (g *gen) expr(t string, d int) node {
	if d <= 0 {
		return g.leaf(t)
	}
	d -= 1 + g.r.IntN(2)
	if g.prog != nil && len(g.prog.calls[t]) > 0 && g.chance(4) {
		list := g.prog.calls[t]
		return node{list[g.r.IntN(len(list))](g, d), conditional + 1} // parenthesised as an operand
	}
	if g.chance(9) {
		return g.general(t, d)
	}
	if g.chance(6) {
		if n := g.more(t, d); n.prec > 0 {
			return n
		}
	}
	switch t {
	case "boolean":
		return g.boolean(d)
	case "int":
		return g.int(d)
	case "long":
		return g.long(d)
	case "byte", "short", "char":
		return g.small(t, d)
	case "float", "double":
		return g.floating(t, d)
	case "String":
		return g.str(d)
	case "Integer", "Long", "Character", "Double", "Boolean":
		return g.box(t, d)
	case "Object":
		return g.object(d)
	default:
		return g.array(t, d)
	}
}

// general is a form that every type has.
func (g *gen) general(t string, d int) node {
	switch g.r.IntN(6) {
	case 0, 1:
		return node{g.in(g.boolean(d), conditional+1) + " ? " + g.in(g.expr(t, d), conditional) + " : " + g.in(g.expr(t, d), conditional), conditional}
	case 2:
		if v := g.variable(t, true); v != nil {
			return node{v.name + " = " + g.bounded(t, g.expr(t, d)), assignment}
		}
	case 3:
		return node{"(" + g.expr(t, d).s + ")", primary}
	case 4:
		if len(g.vars) > 0 && g.variable(t+"[]", false) != nil {
			return g.element(t, d)
		}
	case 5:
		return g.switchExpr(t, d)
	}
	return g.leaf(t)
}

// element is an array element, mostly inside the array.
func (g *gen) element(t string, d int) node {
	a := g.expr(t+"[]", min(d, 1))
	return node{g.in(a, primary) + "[" + g.index(d) + "]", primary}
}

// index is an int expression that is often small.
func (g *gen) index(d int) string {
	switch g.r.IntN(4) {
	case 0:
		return g.expr("int", d).s
	case 1:
		return g.in(g.expr("int", d), bitAnd) + " & 1"
	default:
		return fmt.Sprint(g.r.IntN(3))
	}
}

// switchExpr is a switch expression over an int, a char, a string.
func (g *gen) switchExpr(t string, d int) node {
	var b strings.Builder
	kind := g.r.IntN(3)
	switch kind {
	case 0:
		fmt.Fprintf(&b, "switch (%s) { ", g.expr("int", d).s)
	case 1:
		fmt.Fprintf(&b, "switch (%s) { ", g.expr("char", d).s)
	case 2:
		fmt.Fprintf(&b, "switch (%s) { ", g.expr("String", d).s)
	}
	labels := [][]string{{"0", "1, 2", "-1", "7"}, {"'a'", "'b', 'z'", "'0'", "' '"}, {`"a"`, `"", "abc"`, `"12"`, `"AbC"`}}[kind]
	for _, l := range labels[:1+g.r.IntN(4)] {
		e := g.cast(t, g.expr(t, d-1)).s // not in parentheses: "yield (" may be a call
		if g.chance(4) {
			fmt.Fprintf(&b, "case %s -> { yield %s; } ", l, e)
		} else {
			fmt.Fprintf(&b, "case %s -> %s; ", l, e)
		}
	}
	fmt.Fprintf(&b, "default -> %s; }", g.cast(t, g.expr(t, d-1)).s)
	// in parentheses with a cast: a switch expression's type depends on all its arms
	return g.cast(t, node{"(" + b.String() + ")", primary})
}

func (g *gen) boolean(d int) node {
	switch g.r.IntN(16) {
	case 0, 1, 2:
		op := g.pick("<", "<=", ">", ">=")
		return g.binary(g.numericAny(d), op, g.numericAny(d), relational)
	case 3, 4:
		return g.binary(g.numericAny(d), g.pick("==", "!="), g.numericAny(d), equality)
	case 5:
		return g.binary(g.expr("boolean", d), "&&", g.expr("boolean", d), logicalAnd)
	case 6:
		return g.binary(g.expr("boolean", d), "||", g.expr("boolean", d), logicalOr)
	case 7:
		return node{"!" + g.in(g.expr("boolean", d), unary), unary}
	case 8:
		op := g.r.IntN(3)
		return g.binary(g.expr(g.pick("boolean", "boolean", "Boolean"), d), []string{"&", "|", "^"}[op], g.expr("boolean", d), []int{bitAnd, bitOr, bitXor}[op])
	case 9:
		t := g.pick("String", "Integer", "Long", "Boolean", "Object", "int[]", "Character")
		return g.binary(g.expr(t, d), g.pick("==", "!="), g.expr(t, d), equality)
	case 10:
		if v := g.variable("boolean", true); v != nil {
			return node{v.name + " " + g.pick("&=", "|=", "^=", "=") + " " + g.in(g.expr("boolean", d), assignment), assignment}
		}
	case 11:
		s := g.in(g.expr("String", d), primary)
		return call("%s.%s(%s)", s, g.pick("equals", "startsWith", "endsWith", "contains", "equalsIgnoreCase"), g.expr("String", d).s)
	case 12:
		return call("Character.%s(%s)", g.pick("isDigit", "isLetter", "isUpperCase", "isLowerCase", "isWhitespace", "isLetterOrDigit", "isAlphabetic"), g.expr("char", d).s)
	case 13:
		switch g.r.IntN(5) {
		case 0:
			return call("Double.isNaN(%s)", g.expr("double", d).s)
		case 1:
			t := g.pick("int[]", "char[]", "String[]", "double[]")
			return call("Arrays.equals(%s, %s)", g.expr(t, d).s, g.expr(t, d).s)
		case 2:
			return call("Objects.equals(%s, %s)", g.expr("Object", d).s, g.expr("Object", d).s)
		case 3:
			t := g.pick("Integer", "Double", "Long", "Character", "Object")
			return call("%s.equals(%s)", g.in(g.expr(t, d), primary), g.expr(g.pick("Integer", "Double", "Long", "Object", "int"), d).s)
		default:
			return call("%s.%s()", g.in(g.expr("String", d), primary), g.pick("isEmpty", "isBlank"))
		}
	case 14:
		return node{g.in(g.expr("Object", d), relational) + " instanceof " + g.pick("String", "Integer", "Number", "int[]", "Comparable", "Character"), relational}
	}
	return g.leaf("boolean")
}

// arithmetic is x op y with the promoted type t.
func (g *gen) arithmetic(t string, d int) node {
	x, y := g.operand(t, d), g.expr(t, d) // one side is of type t itself, so the result is
	if g.chance(2) {
		x, y = y, x
	}
	op := g.pick("+", "-", "*", "/", "%", "+", "-")
	p := multiplicative
	if op == "+" || op == "-" {
		p = additive
	}
	return g.binary(x, op, y, p)
}

// integral is a bit or shift operation with the type t, int or long.
func (g *gen) integral(t string, d int) node {
	switch g.r.IntN(5) {
	case 0:
		return g.binary(g.operand(t, d), "&", g.expr(t, d), bitAnd)
	case 1:
		return g.binary(g.expr(t, d), "|", g.operand(t, d), bitOr)
	case 2:
		return g.binary(g.expr(t, d), "^", g.operand(t, d), bitXor)
	default:
		return g.binary(g.expr(t, d), g.pick("<<", ">>", ">>>"), g.expr(g.pick("int", "long", "byte", "char"), d), shift)
	}
}

// step is an increment or a compound assignment of a variable or array element of type t.
func (g *gen) step(t string, d int) node {
	v := g.variable(t, true)
	if v == nil {
		return g.leaf(t)
	}
	target := v.name
	if g.chance(3) && g.variable(t+"[]", false) != nil {
		target = g.element(t, min(d, 1)).s
	}
	if g.chance(2) {
		if g.chance(2) {
			return node{target + g.pick("++", "--"), postfix}
		}
		return node{g.pick("++", "--") + target, unary}
	}
	op := g.pick("+=", "-=", "*=", "/=", "%=")
	rhs := g.numericAny(d)
	if t != "float" && t != "double" && g.chance(2) {
		op = g.pick("&=", "|=", "^=", "<<=", ">>=", ">>>=")
		rhs = g.expr(g.pick("int", "long", "char", "short"), d)
	}
	return node{target + " " + op + " " + g.in(rhs, assignment), assignment}
}

func (g *gen) int(d int) node {
	switch g.r.IntN(14) {
	case 0, 1, 2:
		return g.arithmetic("int", d)
	case 3, 4:
		return g.integral("int", d)
	case 5:
		return node{g.pick("-", "~", "+") + g.in(g.expr(g.pick("int", "int", "char", "byte", "short"), d), primary), unary}
	case 6:
		return g.step("int", d)
	case 7:
		return g.cast("int", g.numericAny(d))
	case 8:
		f := g.pick("Math.max", "Math.min", "Math.floorMod", "Math.floorDiv", "Math.addExact", "Math.subtractExact", "Math.multiplyExact", "Integer.compare", "Integer.max", "Integer.sum", "Integer.rotateLeft", "Integer.divideUnsigned")
		return call("%s(%s, %s)", f, g.operandInt(d), g.expr("int", d).s)
	case 9:
		f := g.pick("Math.abs", "Integer.bitCount", "Integer.reverse", "Integer.highestOneBit", "Integer.numberOfTrailingZeros", "Integer.numberOfLeadingZeros", "Integer.signum", "Math.negateExact", "Integer.hashCode")
		return call("%s(%s)", f, g.expr("int", d).s)
	case 10:
		s := g.in(g.expr("String", d), primary)
		switch g.r.IntN(7) {
		case 0:
			return call("%s.length()", s)
		case 1:
			return call("%s.indexOf(%s)", s, g.expr(g.pick("String", "char"), d).s)
		case 2:
			return call("%s.lastIndexOf(%s)", s, g.expr(g.pick("String", "char"), d).s)
		case 3:
			return call("%s.compareTo(%s)", s, g.expr("String", d).s)
		case 4:
			return call("%s.hashCode()", s)
		case 5:
			return call("Integer.parseInt(%s)", g.expr("String", d).s)
		default:
			return call("%s.compareToIgnoreCase(%s)", s, g.expr("String", d).s)
		}
	case 11:
		t := g.pick("int[]", "char[]", "String[]", "int[][]", "double[]")
		return node{g.in(g.expr(t, d), primary) + ".length", primary}
	case 12:
		switch g.r.IntN(6) {
		case 0:
			return call("%s.intValue()", g.in(g.expr(g.pick("Integer", "Long", "Double"), d), primary))
		case 1:
			return call("Character.getNumericValue(%s)", g.expr("char", d).s)
		case 2:
			return call("%s.compareTo(%s)", g.in(g.expr("Integer", d), primary), g.expr("Integer", d).s)
		case 3:
			return call("Arrays.hashCode(%s)", g.expr(g.pick("int[]", "char[]", "String[]", "double[]", "boolean[]", "long[]"), d).s)
		case 4:
			return call("%s(%s)", g.pick("Long.hashCode", "Double.hashCode"), g.expr("long", d).s)
		default:
			mixed := g.in(g.boolean(d), conditional+1) + " ? " + g.in(g.numericAny(d), conditional) + " : " + g.in(g.numericAny(d), conditional)
			return g.cast("int", node{"(" + mixed + ")", primary})
		}
	}
	return g.leaf("int")
}

func (g *gen) operandInt(d int) string {
	return g.expr(g.pick("int", "int", "short", "char", "byte"), d).s
}

func (g *gen) long(d int) node {
	switch g.r.IntN(10) {
	case 0, 1, 2:
		return g.arithmetic("long", d)
	case 3, 4:
		return g.integral("long", d)
	case 5:
		return node{g.pick("-", "~", "+") + g.in(g.expr("long", d), primary), unary}
	case 6:
		return g.step("long", d)
	case 7:
		return g.cast("long", g.numericAny(d))
	case 8:
		f := g.pick("Math.max", "Math.min", "Math.floorMod", "Math.floorDiv", "Math.addExact", "Math.multiplyExact", "Long.max", "Math.subtractExact")
		return call("%s(%s, %s)", f, g.expr("long", d).s, g.expr("long", d).s)
	}
	switch g.r.IntN(4) {
	case 0:
		return call("Math.round(%s)", g.expr("double", d).s)
	case 1:
		return call("Long.parseLong(%s)", g.expr("String", d).s)
	case 2:
		return call("Math.abs(%s)", g.expr("long", d).s)
	default:
		return call("%s.longValue()", g.in(g.expr(g.pick("Long", "Integer"), d), primary))
	}
}

func (g *gen) small(t string, d int) node {
	switch g.r.IntN(6) {
	case 0, 1:
		return g.cast(t, g.numericAny(d))
	case 2:
		return g.step(t, d)
	case 3:
		if t == "char" {
			return call("%s.charAt(%s)", g.in(g.expr("String", d), primary), g.index(d))
		}
		return g.cast(t, g.arithmetic("int", d))
	case 4:
		if t == "char" {
			return call("Character.%s(%s)", g.pick("toUpperCase", "toLowerCase"), g.expr("char", d).s)
		}
		return call("%s.%sValue()", g.in(g.expr("Integer", d), primary), t)
	}
	return g.leaf(t)
}

func (g *gen) floating(t string, d int) node {
	switch g.r.IntN(9) {
	case 0, 1, 2:
		return g.arithmetic(t, d)
	case 3:
		return node{g.pick("-", "+") + g.in(g.expr(t, d), primary), unary}
	case 4:
		return g.step(t, d)
	case 5:
		return g.cast(t, g.numericAny(d))
	case 6:
		f := g.pick("max", "min")
		return call("Math.%s(%s, %s)", f, g.expr(t, d).s, g.operand(t, d).s)
	case 7:
		if t == "double" {
			f := g.pick("sqrt", "floor", "ceil", "rint", "abs", "signum")
			return call("Math.%s(%s)", f, g.expr("double", d).s)
		}
		return call("Math.abs(%s)", g.expr("float", d).s)
	}
	if t == "double" {
		switch g.r.IntN(3) {
		case 0:
			return call("Math.pow(%d, %d)", g.r.IntN(11), g.r.IntN(9))
		case 1:
			return call("Double.parseDouble(%s)", g.expr("String", d).s)
		default:
			return call("%s.doubleValue()", g.in(g.expr(g.pick("Double", "Integer"), d), primary))
		}
	}
	return g.leaf(t)
}

// shown is an expression to be turned into a string; doubles only where every
// JVM prints them alike.
func (g *gen) shown(d int) node {
	switch t := g.pick("int", "char", "boolean", "long", "String", "Integer", "byte", "double", "Object", "null", "Boolean", "Character"); t {
	case "double":
		return call("ds(%s)", g.expr("double", d).s)
	case "Object":
		return g.expr("Integer", d)
	case "null":
		return node{"null", primary}
	default:
		return g.expr(t, d)
	}
}

// appended is shown as an argument of StringBuilder.append, which overloads decide.
func (g *gen) appended(d int) string {
	if n := g.shown(d); n.s != "null" {
		return n.s
	}
	return "(String) null"
}

func (g *gen) str(d int) node {
	s := func() string { return g.in(g.expr("String", d), primary) }
	switch g.r.IntN(20) {
	case 0, 1, 2, 3:
		return g.binary(g.expr("String", d), "+", g.shown(d), additive)
	case 4:
		return g.binary(g.shown(d), "+", g.expr("String", d), additive)
	case 5:
		if v := g.variable("String", true); v != nil && g.prog != nil {
			return node{v.name + " = " + g.bounded("String", g.binary(node{v.name, primary}, "+", g.shown(d), additive)), assignment}
		} else if v != nil {
			return node{v.name + " += " + g.in(g.shown(d), assignment), assignment}
		}
	case 6:
		return call("%s.substring(%s)", s(), g.index(d))
	case 7:
		return call("%s.substring(%d, %s)", s(), g.r.IntN(2), g.index(d))
	case 8:
		return call("%s.%s()", s(), g.pick("toUpperCase", "toLowerCase", "trim", "strip", "toString", "intern"))
	case 9:
		return call("%s.repeat(%s %% 4)", s(), g.in(g.expr("int", d), multiplicative))
	case 10:
		return call("%s.replace(%s, %s)", s(), g.expr("char", d).s, g.expr("char", d).s)
	case 11:
		return call("%s.replace(%s, %s)", s(), g.expr("String", d).s, g.stringLiteral().s)
	case 12:
		t := g.pick("int", "char", "boolean", "long", "Object2", "char[]")
		if t == "Object2" {
			t = "Integer"
		}
		return call("String.valueOf(%s)", g.expr(t, d).s)
	case 13:
		return call("Integer.%s(%s)", g.pick("toString", "toHexString", "toBinaryString", "toOctalString"), g.expr("int", d).s)
	case 14:
		return call("Long.toString(%s, %d)", g.expr("long", d).s, 2+g.r.IntN(35))
	case 15:
		return call("String.join(%s, %s, %s)", g.stringLiteral().s, g.expr("String", d).s, g.expr("String", d).s)
	case 16:
		return call("new StringBuilder(%s).%s.append(%s)%s.toString()", s(), g.pick("reverse()", "append(1)", "insert(0, 'x')"), g.appended(d),
			g.pick("", ".reverse()", ".deleteCharAt(0)", ".append('c').append(2L)"))
	case 17:
		return g.format(d)
	case 18:
		return call("Arrays.toString(%s)", g.expr(g.pick("int[]", "char[]", "String[]", "boolean[]", "long[]", "byte[]"), d).s)
	case 19:
		return call("%s.concat(%s)", s(), g.expr("String", d).s)
	}
	return g.leaf("String")
}

// format is a String.format call.
func (g *gen) format(d int) node {
	var f []string
	var args []string
	for range 1 + g.r.IntN(3) {
		switch g.r.IntN(8) {
		case 0:
			f, args = append(f, g.pick("%d", "%5d", "%-6d|", "%05d", "%,d", "%+d", "%(d")), append(args, g.expr("int", d).s)
		case 1:
			f, args = append(f, g.pick("%x", "%X", "%o", "%08x")), append(args, g.expr("int", d).s)
		case 2:
			f, args = append(f, g.pick("%s", "%10s", "%-8s|", "%S", "%.2s")), append(args, g.expr("String", d).s)
		case 3:
			f, args = append(f, g.pick("%b", "%B")), append(args, g.expr("boolean", d).s)
		case 4:
			f, args = append(f, "%c"), append(args, g.expr("char", d).s)
		case 5:
			f, args = append(f, g.pick("%.2f", "%.1f", "%8.3f", "%.0f", "%,.2f", "%e")), append(args, fmt.Sprintf("%d / 8.0", g.integer(32)))
		case 6:
			f, args = append(f, "%d"), append(args, g.expr("long", d).s)
		default:
			f = append(f, "%%")
		}
	}
	return call("String.format(%s)", strings.Join(append([]string{`"` + strings.Join(f, g.pick(" ", "", ";")) + `"`}, args...), ", "))
}

func (g *gen) box(t string, d int) node {
	prim := map[string]string{"Integer": "int", "Long": "long", "Character": "char", "Double": "double", "Boolean": "boolean"}[t]
	switch g.r.IntN(5) {
	case 0:
		return call("%s.valueOf(%s)", t, g.expr(prim, d).s)
	case 1:
		return g.cast(t, g.expr(prim, d))
	case 2:
		if g.prog == nil || g.chance(6) {
			return g.cast(t, g.expr("Object", d)) // may be a ClassCastException
		}
	case 3:
		if v := g.variable(t, true); v != nil && t != "Boolean" && g.chance(2) {
			return node{v.name + g.pick("++", "--"), postfix}
		} else if v != nil {
			return node{v.name + " = " + g.in(g.expr(prim, d), assignment), assignment}
		}
	}
	return g.leaf(t)
}

func (g *gen) object(d int) node {
	switch g.r.IntN(4) {
	case 0:
		return g.cast("Object", g.expr(g.pick("String", "Integer", "int", "char", "double", "boolean"), d))
	case 1:
		return g.cast("Object", node{"(" + g.in(g.boolean(d), conditional+1) + " ? " + g.in(g.expr(g.pick("int", "Integer", "char", "String"), d), conditional) + " : " +
			g.in(g.expr(g.pick("long", "Double", "int", "boolean", "Character"), d), conditional) + ")", primary})
	}
	return g.leaf("Object")
}

func (g *gen) array(t string, d int) node {
	switch g.r.IntN(6) {
	case 0:
		return call("%s.clone()", g.in(g.expr(t, d), primary))
	case 1:
		if t != "int[][]" {
			return call("Arrays.copyOf(%s, %s %% 5)", g.expr(t, d).s, g.in(g.expr("int", d), multiplicative))
		}
	case 2:
		if t == "char[]" {
			return call("%s.toCharArray()", g.in(g.expr("String", d), primary))
		}
		if t == "String[]" {
			return call("%s.split(%s)", g.in(g.expr("String", d), primary), g.pick(`","`, `" "`, `"a"`, `""`, `"\\d"`))
		}
		if t == "int[][]" {
			return node{fmt.Sprintf("new int[][] {%s, %s}", g.expr("int[]", d).s, g.expr("int[]", d).s), postfix}
		}
	case 3:
		elem := strings.TrimSuffix(t, "[]")
		if t != "int[][]" {
			return node{fmt.Sprintf("new %s[%s %% 4]", elem, g.in(g.expr("int", d), multiplicative)), postfix}
		}
	case 4:
		elem := strings.TrimSuffix(t, "[]")
		return node{fmt.Sprintf("new %s {%s, %s}", t, g.expr(elem, d).s, g.expr(elem, d).s), postfix}
	}
	return g.leaf(t)
}
