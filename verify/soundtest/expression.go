package soundtest

import (
	"fmt"
	"strings"
)

// ---- expressions of code

// literal is an int literal, now and then at an edge.
func (g *generator) literal() string {
	if g.chance(12) {
		return pick(g, "2147483647", "(-2147483647 - 1)", "32767", "-32768", "127", "-128", "65535", "255", "46341", "65536")
	}
	return paren(g.small())
}

func paren(n int) string {
	if n < 0 {
		return fmt.Sprintf("(%d)", n)
	}
	return fmt.Sprint(n)
}

// expr is an expression that can be assigned to a variable of type t.
func (g *generator) expr(t typ, depth int) text {
	switch t {
	case 'I':
		return g.intExpr(depth)
	case 'J':
		return g.longExpr(depth)
	case 'Z':
		return g.cond(depth)
	case 'S', 'B', 'C':
		if vs := g.of(string(rune(t))); len(vs) > 0 && g.chance(40) {
			return same(pick(g, vs...).name)
		}
		if g.chance(25) {
			return same(fmt.Sprint(g.r.Intn(100)))
		}
		if strs := g.of("T"); t == 'C' && len(strs) > 0 && g.chance(40) {
			s := pick(g, strs...)
			i, guard := g.index(s.name, s.name+".length()", s.size)
			if guard == "" {
				return same(s.name + ".charAt(" + i + ")")
			}
			return same(fmt.Sprintf("(%s ? %s.charAt(%s) : 'x')", guard, s.name, i))
		}
		e := g.intExpr(depth - 1)
		return text{"(" + javaNames[t] + ") (" + e.plain + ")", narrowTo(t, e.exact)}
	case 'D', 'F':
		return g.floatExpr(t, depth)
	case 'T':
		return g.stringExpr(depth)
	case 'O':
		if vs := g.of("O"); len(vs) > 0 {
			return same(pick(g, vs...).name)
		}
		return same("null")
	case 'G':
		if vs := g.of("G"); len(vs) > 0 {
			return same(pick(g, vs...).name)
		}
		return same("new int[" + fmt.Sprint(g.r.Intn(3)) + "][2]")
	case 'A', 'L':
		if vs := g.of(string(rune(t))); len(vs) > 0 {
			return same(pick(g, vs...).name)
		}
		return same("new " + strings.TrimSuffix(javaNames[t], "[]") + "[" + fmt.Sprint(g.r.Intn(3)) + "]")
	}
	panic("type " + string(rune(t)))
}

func (g *generator) intExpr(depth int) text {
	if depth <= 0 || g.chance(15) {
		vs := g.of("IIISBC")
		if len(vs) == 0 || g.chance(30) {
			return same(g.literal())
		}
		return same(pick(g, vs...).name)
	}
	a := func() text { return g.intExpr(depth - 1) }
	switch g.r.Intn(17) {
	case 0, 1, 2, 3:
		op := pick(g, "+", "-", "+", "-", "*")
		x, y := a(), a()
		fn := map[string]string{"+": "addI", "-": "subI", "*": "mulI"}[op]
		return text{"(" + x.plain + " " + op + " " + y.plain + ")", fn + "(" + x.exact + ", " + y.exact + ")"}
	case 4:
		x := a()
		y := same(paren(pick(g, 2, 3, 5, -2, -3, 7, 10, 16)))
		if g.chance(25) {
			y = a()
		}
		if g.chance(50) {
			return text{"(" + x.plain + " / " + y.plain + ")", "divI(" + x.exact + ", " + y.exact + ")"}
		}
		return join("(%s %% %s)", x, y)
	case 5:
		x := a()
		return text{"-(" + x.plain + ")", "negI(" + x.exact + ")"}
	case 6:
		return join("(%s "+pick(g, "&", "|", "^")+" %s)", a(), pick(g, a(), same(pick(g, "1", "7", "255", "-1", "15", "6"))))
	case 7:
		return join("(%s "+pick(g, "<<", ">>", ">>>")+" %s)", a(), pick(g, same(fmt.Sprint(g.r.Intn(34))), a()))
	case 8:
		return join("~(%s)", a())
	case 9:
		return join("(%s ? %s : %s)", g.cond(depth-1), a(), a())
	case 10, 11:
		vs := g.of("A")
		if len(vs) == 0 {
			return a()
		}
		v := pick(g, vs...)
		i, guard := g.index(v.name, v.name+".length", v.size)
		if guard == "" {
			return same(v.name + "[" + i + "]")
		}
		return join("("+guard+" ? "+v.name+"["+i+"] : %s)", a())
	case 12:
		if vs := g.of("AL"); len(vs) > 0 {
			return same(pick(g, vs...).name + ".length")
		}
		if vs := g.of("T"); len(vs) > 0 {
			return same(pick(g, vs...).name + ".length()")
		}
	case 13:
		e := g.longExpr(depth - 1)
		return text{"(int) (" + e.plain + ")", "narrowI(" + e.exact + ")"}
	case 14:
		t := pick[typ](g, 'B', 'S', 'C')
		e := a()
		return text{"(" + javaNames[t] + ") (" + e.plain + ")", narrowTo(t, e.exact)}
	case 15:
		if vs := g.assignable("I"); len(vs) > 0 && g.chance(50) {
			v := pick(g, vs...).name
			switch g.r.Intn(3) {
			case 0:
				return text{"(" + v + "++)", "((" + v + " = addI(" + v + ", 1)) - 1)"}
			case 1:
				return text{"(--" + v + ")", "(" + v + " = subI(" + v + ", 1))"}
			default:
				e := a()
				return text{"(" + v + " = " + e.plain + ")", "(" + v + " = " + e.exact + ")"}
			}
		}
		x, y := a(), a()
		return join("Math."+pick(g, "max", "min")+"(%s, %s)", x, y)
	case 16:
		var ms []method
		for _, m := range g.methods {
			if m.result == 'I' || m.result == 'S' || m.result == 'B' || m.result == 'C' {
				ms = append(ms, m)
			}
		}
		if len(ms) > 0 {
			if call, ok := g.callText(pick(g, ms...)); ok {
				return call
			}
		}
	}
	return a()
}

func (g *generator) longExpr(depth int) text {
	if depth <= 0 || g.chance(15) {
		if vs := g.of("J"); len(vs) > 0 && g.chance(75) {
			return same(pick(g, vs...).name)
		}
		return same(pick(g, "1L", "3L", "100L", "-7L", "4294967296L", "9223372036854775807L"))
	}
	a := func() text {
		if g.chance(40) {
			e := g.intExpr(depth - 1)
			return text{"(long) (" + e.plain + ")", "(long) (" + e.exact + ")"}
		}
		return g.longExpr(depth - 1)
	}
	switch g.r.Intn(8) {
	case 0, 1, 2:
		op := pick(g, "+", "-", "*")
		x, y := a(), a()
		fn := map[string]string{"+": "addJ", "-": "subJ", "*": "mulJ"}[op]
		return text{"(" + x.plain + " " + op + " " + y.plain + ")", fn + "(" + x.exact + ", " + y.exact + ")"}
	case 3:
		x := a()
		y := same(paren(pick(g, 2, 3, -5, 10, -1)))
		if g.chance(50) {
			return text{"(" + x.plain + " / " + y.plain + ")", "divJ(" + x.exact + ", " + y.exact + ")"}
		}
		return join("(%s %% %s)", x, y)
	case 4:
		return join("(%s "+pick(g, "&", "|", "^")+" %s)", a(), a())
	case 5:
		return join("(%s "+pick(g, "<<", ">>", ">>>")+" "+fmt.Sprint(g.r.Intn(66))+")", a())
	case 6:
		if vs := g.of("L"); len(vs) > 0 {
			v := pick(g, vs...)
			i, guard := g.index(v.name, v.name+".length", v.size)
			if guard == "" {
				return same(v.name + "[" + i + "]")
			}
			return join("("+guard+" ? "+v.name+"["+i+"] : %s)", a())
		}
		return join("(%s ? %s : %s)", g.cond(1), a(), a())
	}
	return a()
}

func (g *generator) cond(depth int) text {
	if depth <= 0 {
		if vs := g.of("Z"); len(vs) > 0 && g.chance(40) {
			return same(pick(g, vs...).name)
		}
		return join("%s "+pick(g, "<", "<=", ">", ">=", "==", "!=")+" %s", g.intExpr(0), g.intExpr(0))
	}
	switch g.r.Intn(8) {
	case 0:
		return join("(%s "+pick(g, "&&", "||", "&", "|", "^", "==")+" %s)", join("(%s)", g.cond(depth-1)), join("(%s)", g.cond(depth-1)))
	case 1:
		return join("!(%s)", g.cond(depth-1))
	case 2:
		return join("%s "+pick(g, "<", ">=", "==")+" %s", g.longExpr(depth-1), g.longExpr(depth-1))
	case 4:
		if vs := g.of("DF"); len(vs) > 0 {
			return join("%s "+pick(g, "<", "<=", ">", ">=", "==", "!=")+" %s", g.floatExpr('D', 1), g.floatExpr('D', 0))
		}
	case 3:
		if vs := g.of("O"); len(vs) > 1 && g.chance(50) {
			return same(vs[0].name + pick(g, " == ", " != ") + vs[1].name)
		}
		if vs := g.of("A"); len(vs) > 1 {
			return same(vs[0].name + pick(g, " == ", " != ") + vs[1].name)
		}
		if vs := g.of("T"); len(vs) > 0 {
			return same(pick(g, vs...).name + ".equals(" + pick(g, append(names(vs), `"ab"`)...) + ")")
		}
	}
	return join("%s "+pick(g, "<", "<=", ">", ">=", "==", "!=")+" %s", g.intExpr(depth-1), g.intExpr(depth-1))
}

func names(vs []variable) []string {
	var out []string
	for _, v := range vs {
		out = append(out, v.name)
	}
	return out
}

// ---- clauses

// clause is a predicate over what is in scope. In a postcondition (post) \old and
// \result may be used.
func (g *generator) clause(result typ, post bool, depth int) string {
	num := func() string { return g.specNum(result, post, 1) }
	if depth > 0 && g.chance(30) {
		return "(" + g.clause(result, post, depth-1) + ") " + pick(g, "&&", "||", "==>", "==>", "<==>") + " (" + g.clause(result, post, depth-1) + ")"
	}
	switch g.r.Intn(15) {
	case 12, 13, 14:
		if c := g.objectClause(result, post); c != "" {
			return c
		}
	case 0, 1:
		if vs := g.of("A"); len(vs) > 0 {
			v := pick(g, vs...).name
			k := g.fresh("k")
			elem := v + "[" + k + "]"
			hi := v + ".length"
			if !post && len(g.of("I")) > 0 && g.chance(60) {
				w := pick(g, g.of("I")...).name
				if w[0] == 'i' {
					hi = w
				}
			}
			rhs := num()
			switch {
			case g.chance(40):
				rhs = "\\old(" + elem + ")"
				if !g.isParam(v) {
					rhs = "0"
				}
			case post && result == 'A' && g.chance(40):
				rhs = "\\result[" + k + "]"
			}
			lo := pick(g, "0", "0", "1")
			return fmt.Sprintf("(%s int %s; %s <= %s && %s < %s; %s %s %s)", pick(g, `\forall`, `\forall`, `\exists`), k, lo, k, k, hi, elem, pick(g, "==", "<=", ">=", "!=", "<"), rhs)
		}
	case 2:
		if vs := g.of("A"); len(vs) > 0 {
			v := pick(g, vs...).name
			k := g.fresh("k")
			hi := v + ".length"
			if !post {
				for _, w := range g.of("I") {
					if w.name[0] == 'i' && g.chance(70) {
						hi = w.name
					}
				}
			}
			x := num()
			if post && result == 'I' && g.chance(50) {
				x = "\\result"
			}
			switch g.r.Intn(3) {
			case 0:
				return fmt.Sprintf("%s %s (\\sum int %s; 0 <= %s && %s < %s; %s[%s])", x, pick(g, "==", "<=", ">="), k, k, k, hi, v, k)
			case 1:
				return fmt.Sprintf("%s %s (\\num_of int %s; 0 <= %s && %s < %s; %s[%s] %s %d)", x, pick(g, "==", "<=", ">="), k, k, k, hi, v, k, pick(g, "==", ">", "<"), g.small())
			default:
				return fmt.Sprintf("%s > 0 ==> %s %s (\\%s int %s; 0 <= %s && %s < %s; %s[%s])", hi, x, pick(g, "==", "<=", ">="), pick(g, "max", "min"), k, k, k, hi, v, k)
			}
		}
	case 3:
		if vs := g.of("Z"); len(vs) > 0 {
			return pick(g, vs...).name + pick(g, " == ", " != ", " ==> ") + "(" + num() + " > " + num() + ")"
		}
	case 4:
		if post && result == 'Z' {
			return "\\result " + pick(g, "==>", "<==>", "<==") + " " + num() + " " + pick(g, "<", "<=", "==", "!=") + " " + num()
		}
	case 5:
		if vs := g.of("T"); len(vs) > 0 {
			s := pick(g, vs...).name
			k := g.fresh("k")
			return fmt.Sprintf("(%s int %s; 0 <= %s && %s < %s.length(); %s.charAt(%s) %s %s)", pick(g, `\forall`, `\exists`), k, k, k, s, s, k, pick(g, "==", "<=", ">=", "!="), pick(g, "'a'", "'z'", num()))
		}
	case 6:
		if post && result == 'A' {
			return pick(g, "\\result.length >= 0", "\\result != null", "\\fresh(\\result)", "\\result.length "+pick(g, "==", ">", "<=")+" "+num())
		}
		if post && result == 'T' {
			return pick(g, "\\result != null", "\\result.length() >= 0", "\\result.length() "+pick(g, "==", "<=")+" "+num())
		}
	}
	if post && strings.ContainsRune("IJSBC", rune(result)) && g.chance(70) {
		return "\\result " + pick(g, "==", "<=", ">=", "<", ">", "!=") + " " + num()
	}
	return num() + " " + pick(g, "==", "<=", ">=", "<", ">", "!=") + " " + num()
}

// specNum is a number in a specification; arithmetic there is mathematical.
func (g *generator) specNum(result typ, post bool, depth int) string {
	vs := g.of("IIJSBC")
	if depth > 0 {
		a, b := g.specNum(result, post, depth-1), g.specNum(result, post, depth-1)
		switch g.r.Intn(8) {
		case 0, 1:
			return "(" + a + pick(g, " + ", " - ", " * ") + b + ")"
		case 2:
			return "(" + a + pick(g, " / ", " % ") + paren(pick(g, 2, 3, -2, 5, -1)) + ")"
		case 3:
			return "(" + a + " > " + b + " ? " + a + " : " + b + ")"
		case 4:
			arrs := g.of("AL")
			if len(arrs) > 0 {
				v := pick(g, arrs...)
				if v.size > 0 {
					e := fmt.Sprintf("%s[%d]", v.name, g.r.Intn(v.size))
					if post && g.chance(50) && !(g.cur.ctor && !g.isParam(v.name)) {
						return "\\old(" + e + ")"
					}
					return e
				}
				return v.name + ".length"
			}
		case 5:
			if ss := g.of("T"); len(ss) > 0 {
				s := pick(g, ss...)
				if s.size > 0 && g.chance(50) {
					return s.name + ".charAt(0)"
				}
				return s.name + ".length()"
			}
		case 6:
			return pick(g, "-", "") + "(" + a + ")"
		}
	}
	if len(vs) == 0 || g.chance(35) {
		if g.chance(12) {
			return pick(g, "2147483647", "-2147483648L", "127", "-128", "32767", "65535", "255")
		}
		return fmt.Sprint(g.small())
	}
	if post && strings.ContainsRune("IJSBC", rune(result)) && g.chance(20) {
		return "\\result"
	}
	v := pick(g, vs...).name
	if post && g.chance(25) && !(g.cur.ctor && !g.isParam(v)) {
		return "\\old(" + v + ")"
	}
	return v
}
