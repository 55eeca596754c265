package emit

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// Levels of precedence of Rust's operators, weakest first.
const (
	anyLevel = iota
	orLevel
	andLevel
	compareLevel
	bitOrLevel
	bitXorLevel
	bitAndLevel
	shiftLevel
	addLevel
	mulLevel
	castLevel
	unaryLevel
	postfixLevel
)

// term is an expression of clauses as Rust that runs.
type term struct {
	text  string
	level int // of precedence
	// typ is the type behind refs references or boxes. A nil type is that of mathematical
	// integers: the text has the type i128, or is a literal.
	typ  *mir.Type
	refs int
	// lo and hi bound an integer.
	lo, hi *big.Int
	// partial says that the text has a ? in it, for what has no value: it can stand in a
	// function that returns an Option.
	partial bool
	literal bool
	// option is a partial value as an Option, where that is more than the text without its ?.
	option string
}

// refusal is what a dialect cannot say, by name.
type refusal struct{ reason string }

func refuse(format string, args ...any) { panic(refusal{fmt.Sprintf(format, args...)}) }

// attempt runs f, and returns the reason for which it refused, or "".
func attempt(f func()) (reason string) {
	defer func() {
		if p := recover(); p != nil {
			r, is := p.(refusal)
			if !is {
				panic(p)
			}
			reason = r.reason
		}
	}()
	f()
	return ""
}

// translator makes Rust that runs of the clauses at one place.
type translator struct {
	e     *emitter
	scope []binding // innermost last
	// before is how the value is said that a parameter had when the function was called; nil
	// where it is the value that it has.
	before func(name string) term
	inOld  bool
	// facts are indexes that lie in sequences, by their texts.
	facts []fact
	// granted are parts of formulas that are true, or false, where they stand, since a range
	// says so.
	granted map[spec.Expr]bool
	// recursive says that a recursive function of clauses is called: what limits its calls
	// must be there.
	recursive bool
	inside    *specFunc // whose body it is
	// entry are the parameters whose value is that before the call, in old or not.
	entry map[string]bool
	// withoutMacros says that what looks into the text does not look into macros.
	withoutMacros bool
	// hoist says an expression by a value that was kept, where that can be.
	hoist func(x spec.Expr) (term, bool)
}

type binding struct {
	name string
	term
	param bool // of the function
	// reason says why the dialect cannot speak of it; empty where it can.
	reason string
}

type fact struct{ index, sequence string }

func (t *translator) bind(name string, x term, param bool) {
	t.scope = append(t.scope, binding{name: name, term: x, param: param})
}

// within runs f, and forgets what it bound.
func (t *translator) within(f func()) {
	n, m := len(t.scope), len(t.facts)
	f()
	t.scope, t.facts = t.scope[:n], t.facts[:m]
}

// place is a variable as a term: its type stands behind references.
func place(text string, typ *mir.Type) term {
	x := term{text: text, level: postfixLevel}
	for {
		// Boxes are dereferenced as references are.
		inner, ok := pointee(typ)
		if !ok {
			break
		}
		typ = inner
		x.refs++
	}
	x.typ = typ
	if isInt(typ) {
		x.lo, x.hi = bounds(typ)
	}
	return x
}

// operand is the text of a term's value.
func (x term) operand(level int) string {
	text, at := x.text, x.level
	if x.refs > 0 {
		if at < unaryLevel {
			text = "(" + text + ")"
		}
		text, at = strings.Repeat("*", x.refs)+text, unaryLevel
	}
	if at < level {
		return "(" + text + ")"
	}
	return text
}

// receiver is the text of a term in front of a method, a field or an index, which see through
// references.
func (x term) receiver() string {
	// A method on a literal needs its type: 1.checked_add(x) has none.
	if x.literal {
		return x.suffixed()
	}
	if x.level < postfixLevel {
		return "(" + x.text + ")"
	}
	return x.text
}

func (x term) suffixed() string {
	if strings.HasPrefix(x.text, "-") {
		return "(" + x.text + "_i128)"
	}
	return x.text + "_i128"
}

var truth = &mir.Type{Kind: mir.Prim, Name: "bool"}

func boolean(text string, level int, partial bool) term {
	return term{text: text, level: level, typ: truth, partial: partial}
}

// condition is a formula, which has a truth value.
func (t *translator) condition(x spec.Expr) term {
	c := t.expr(x)
	if !isPrim(c.typ, "bool") {
		refuse("a condition whose type the file does not show")
	}
	if c.refs > 0 {
		c.text, c.level, c.refs = c.operand(unaryLevel), unaryLevel, 0
	}
	return c
}

// expr is any expression.
func (t *translator) expr(x spec.Expr) term {
	// By identity of the node: it is this occurrence that the range grants, not any that looks alike.
	if is, known := t.granted[x]; known {
		return boolean(strconv.FormatBool(is), postfixLevel, false)
	}
	if t.hoist != nil {
		if kept, ok := t.hoist(x); ok {
			return kept
		}
	}

	switch x := x.(type) {
	case *spec.Lit:
		return literal(x)
	case *spec.Name:
		return t.name(x)
	case *spec.Unary:
		return t.unary(x)
	case *spec.Binary:
		return t.binary(x)
	case *spec.View:
		return t.view(t.expr(x.X))
	case *spec.Cast:
		return t.cast(x)
	case *spec.Index:
		return t.index(t.expr(x.X), t.expr(x.I))
	case *spec.Field:
		return t.field(x)
	case *spec.Call:
		return t.call(x)
	case *spec.Method:
		return t.method(x)
	case *spec.Quant:
		return t.quantifier(x)
	case *spec.If:
		return t.choice(x)
	case *spec.Let:
		return t.let(x)
	case *spec.Match:
		return t.match(x)
	case *spec.Is:
		return t.is(x, nil, "")
	case *spec.List:
		refuse("a sequence that is written out")
	case *spec.Tuple:
		refuse("a tuple that is compared with nothing")
	case *spec.Closure:
		refuse("a function inside of a clause")
	}
	refuse("an expression of this kind")
	return term{}
}

func literal(x *spec.Lit) term {
	switch x.Kind {
	case "bool":
		return boolean(x.Text, postfixLevel, false)
	case "char":
		return term{text: strconv.QuoteRune([]rune(x.Text)[0]), level: postfixLevel, typ: &mir.Type{Kind: mir.Prim, Name: "char"}}
	case "str":
		return place(strconv.Quote(x.Text), &mir.Type{Kind: mir.RefType, Elem: &mir.Type{Kind: mir.Prim, Name: "str"}})
	}
	n, _ := new(big.Int).SetString(x.Text, 10)
	return constant(n)
}

// constant is a known number.
func constant(n *big.Int) term {
	if !fits(n, n) {
		refuse("a number of more than 128 bits")
	}
	x := term{text: n.String(), level: postfixLevel, lo: n, hi: n, literal: true}
	// -1.abs() would be −(1.abs()).
	if n.Sign() < 0 {
		x.level = unaryLevel
	}
	return x
}

// name is a variable, a constant, or a variant without parts.
func (t *translator) name(x *spec.Name) term {
	p := x.Path
	name := p.Last()
	if len(p.Segs) == 1 && p.Self == nil {
		for _, b := range slices.Backward(t.scope) {
			if b.name != name {
				continue
			}
			// Also without old: see [checked.exit].
			if b.param && t.before != nil && (t.inOld || t.entry[name]) {
				if was := t.before(name); was.text != "" {
					return was
				}
			}
			if b.reason != "" {
				refuse("%s", b.reason)
			}
			if b.text == "" {
				refuse("the type of %s, which the file does not show", name)
			}
			return b.term
		}

		if typ := t.e.constType(name); typ != nil {
			return place(name, typ)
		}
		if name == "iter" {
			refuse("the iterator of a for")
		}
		refuse("the name %s, whose type the file does not show", name)
	}

	if typ := (&mir.Type{Kind: mir.Prim, Name: p.Segs[0].Name}); len(p.Segs) == 2 && typ.IsInt() {
		lo, hi := bounds(typ)
		// BITS is a u32 whatever the type is, which a term of that type would not be.
		n := map[string]*big.Int{"MIN": lo, "MAX": hi}[name]
		if n == nil {
			refuse("the constant %s", p)
		}
		return term{text: p.String(), level: postfixLevel, typ: typ, lo: n, hi: n}
	}
	refuse("the name %s", p)
	return term{}
}

// constType is the type of a constant of the file, or of a constant parameter, which have one
// type wherever they have that name; nil where there is none.
func (e *emitter) constType(name string) *mir.Type {
	var out *mir.Type
	for _, m := range regexp.MustCompile(`\b(?:const|static)\s+`+regexp.QuoteMeta(name)+`\s*:\s*([^=;,>]+?)\s*[=,>]`).FindAllStringSubmatch(e.f.Src, -1) {
		t, err := mir.ParseType(m[1])
		if err != nil || out != nil && out.String() != t.String() {
			return nil
		}
		out = t
	}
	return out
}

func (t *translator) unary(x *spec.Unary) term {
	if x.Op == "!" {
		return not(t.condition(x.X))
	}
	v := number(t.expr(x.X))
	if v.literal {
		return constant(new(big.Int).Neg(v.lo))
	}
	return t.bounded("-"+v.operand(unaryLevel), unaryLevel, v.receiver()+".checked_neg()?", new(big.Int).Neg(v.hi), new(big.Int).Neg(v.lo), v.partial)
}

func not(c term) term {
	switch c.text {
	case "true":
		c.text = "false"
	case "false":
		c.text = "true"
	default:
		c.text, c.level = "!"+c.operand(unaryLevel), unaryLevel
	}
	return c
}

func (t *translator) binary(x *spec.Binary) term {
	switch x.Op {
	case "&&", "||", "==>", "<==>":
		return t.logical(x)
	case "==", "!=":
		return t.equal(x.X, x.Y, x.Op)
	case "<", "<=", ">", ">=":
		a, b := t.expr(x.X), t.expr(x.Y)
		if isPrim(a.typ, "char") && isPrim(b.typ, "char") {
			return compared(x.Op, a, b)
		}
		return t.compare(x.Op, a, b)
	}
	a, b := t.expr(x.X), t.expr(x.Y)
	if x.Op == "+" && element(a.typ) != nil {
		return t.concat(a, b)
	}
	if isPrim(a.typ, "bool") && isPrim(b.typ, "bool") && (x.Op == "&" || x.Op == "|" || x.Op == "^") {
		return boolean(a.operand(postfixLevel)+" "+x.Op+" "+b.operand(postfixLevel), bitOrLevel, a.partial || b.partial)
	}
	return t.arithmetic(x.Op, a, b)
}

// logical is a connective, its right side seen only where the left one does not decide.
func (t *translator) logical(x *spec.Binary) term {
	if is, ok := x.X.(*spec.Is); ok && (x.Op == "&&" || x.Op == "==>") && len(is.Pattern.Parts) > 0 {
		return t.is(is, x.Y, x.Op)
	}

	a := t.condition(x.X)
	var b term
	t.within(func() {
		// v[i] needs no ? where the left side says that i is in v.
		if x.Op == "&&" || x.Op == "==>" {
			t.learn(x.X)
		}
		b = t.condition(x.Y)
	})

	partial := a.partial || b.partial
	switch {
	case x.Op == "<==>":
		return boolean(a.operand(bitOrLevel)+" == "+b.operand(bitOrLevel), compareLevel, partial)
	// What the types decide needs no text.
	case x.Op == "&&" && a.text == "true", x.Op == "==>" && a.text == "true", x.Op == "||" && a.text == "false":
		return b
	case x.Op == "&&" && a.text == "false", x.Op == "||" && a.text == "true":
		return a
	case x.Op == "==>" && a.text == "false":
		return boolean("true", postfixLevel, false)
	// A left side that may have no value stays: leaving it out would give the whole one.
	case b.text == "true" && !a.partial && x.Op == "&&":
		return a
	case b.text == "true" && !a.partial:
		return b
	case x.Op == "&&":
		return boolean(a.operand(andLevel)+" && "+b.operand(andLevel), andLevel, partial)
	}
	if x.Op == "==>" {
		a = not(a)
	}
	return boolean(a.operand(orLevel)+" || "+b.operand(orLevel), orLevel, partial)
}

// learn notes the indexes that a formula, which is true, says to lie in sequences.
func (t *translator) learn(x spec.Expr) {
	b, ok := x.(*spec.Binary)
	if !ok {
		return
	}
	if b.Op == "&&" {
		t.learn(b.X)
		t.learn(b.Y)
	}
	if b.Op != "<" {
		return
	}
	m, ok := b.Y.(*spec.Method)
	if !ok || m.Name != "len" {
		return
	}
	// What can't be said teaches nothing; it is refused where it is translated for itself.
	attempt(func() {
		if i, v := t.expr(b.X), t.expr(m.X); i.lo != nil && i.lo.Sign() >= 0 {
			t.facts = append(t.facts, fact{i.operand(anyLevel), v.receiver()})
		}
	})
}

// choice is if, in conditions and in values.
func (t *translator) choice(x *spec.If) term {
	c := t.condition(x.Cond)
	var a, b term
	t.within(func() {
		t.learn(x.Cond)
		a = t.expr(x.Then)
	})
	b = t.expr(x.Else)

	switch {
	case isPrim(a.typ, "bool") && isPrim(b.typ, "bool"):
		a.text, b.text = a.operand(anyLevel), b.operand(anyLevel)
		a.refs = 0
	case a.lo != nil && b.lo != nil:
		a, b = number(a), number(b)
		if a.literal {
			a.text = a.suffixed()
		}
		a.lo, a.hi, a.literal = least(a.lo, b.lo), most(a.hi, b.hi), false
	default:
		refuse("a value of this kind that depends on a condition")
	}
	a.text = "if " + c.operand(anyLevel) + " { " + a.text + " } else { " + b.text + " }"
	a.level, a.partial = anyLevel, a.partial || b.partial || c.partial
	return a
}

func (t *translator) let(x *spec.Let) (out term) {
	v := t.expr(x.Value)
	// By reference: the clause must not move what the code still needs.
	if v.refs > 0 || !t.e.has(v.typ, "Copy") && v.typ != nil {
		v.text, v.level, v.refs = "&"+v.operand(unaryLevel), unaryLevel, 1
	}
	if v.literal {
		v.text, v.literal = v.suffixed(), false
	}
	t.within(func() {
		t.bind(x.Name, term{text: x.Name, level: postfixLevel, typ: v.typ, refs: v.refs, lo: v.lo, hi: v.hi}, false)
		out = t.expr(x.Body)
	})
	// It could refer to what only lives inside of the match.
	if out.refs > 0 || !t.e.has(out.typ, "Copy") && out.typ != nil {
		refuse("a value of this kind behind let")
	}
	out.text = "match " + v.text + " { " + x.Name + " => " + out.text + " }" // in which what the value borrows lives on
	out.level, out.partial, out.literal = anyLevel, out.partial || v.partial, false
	return out
}

func (t *translator) field(x *spec.Field) term {
	v := t.expr(x.X)
	var typ *mir.Type
	if v.typ != nil && v.typ.Kind == mir.TupleType {
		if i, err := strconv.Atoi(x.Name); err == nil && i < len(v.typ.Args) {
			typ = v.typ.Args[i]
		}
	} else if it := t.e.item(v.typ); it != nil && !it.Enum {
		typ = t.e.field(v.typ, it.Name, x.Name)
	}
	if typ == nil {
		refuse("the field %s of what the file does not show", x.Name)
	}
	out := place(v.receiver()+"."+x.Name, typ)
	out.partial = v.partial
	return out
}

// call is a function by its path: old, a conversion, or a function of clauses.
func (t *translator) call(x *spec.Call) term {
	p := x.Path
	if p.Last() == "old" && len(p.Segs) == 1 && len(x.Args) == 1 {
		was := t.inOld
		t.inOld = true
		defer func() { t.inOld = was }()
		return t.expr(x.Args[0])
	}
	if len(p.Segs) == 1 && p.Self == nil {
		return t.specCall(x)
	}
	refuse("the function %s", p)
	return term{}
}
