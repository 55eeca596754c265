package java

import (
	"fmt"
	"strings"
	"testing"
)

// shape is an expression with every operator's grouping shown.
func shape(n Node) string {
	all := func(l []Expr) string {
		s := make([]string, len(l))
		for i, x := range l {
			s[i] = shape(x)
		}
		return strings.Join(s, " ")
	}
	switch n := n.(type) {
	case *Binary:
		return "(" + shape(n.X) + n.Op.String() + shape(n.Y) + ")"
	case *Chain:
		s := "<" + shape(n.Xs[0])
		for i, op := range n.Ops {
			s += op.String() + shape(n.Xs[i+1])
		}
		return s + ">"
	case *AssignExpr:
		op := "="
		if n.Op != Assign {
			op = n.Op.String() + "="
		}
		return "(" + shape(n.X) + op + shape(n.Y) + ")"
	case *Cond:
		return "(" + shape(n.C) + "?" + shape(n.X) + ":" + shape(n.Y) + ")"
	case *Unary:
		if n.Op == PostInc || n.Op == PostDec {
			return "(" + shape(n.X) + n.Op.String() + ")"
		}
		return "(" + n.Op.String() + shape(n.X) + ")"
	case *Paren:
		return "[" + shape(n.X) + "]"
	case *Cast:
		return "cast(" + Print(n.Type) + " " + shape(n.X) + ")"
	case *InstanceOf:
		if n.Pattern != nil {
			return "is(" + shape(n.X) + " pattern " + Print(n.Pattern) + ")"
		}
		return "is(" + shape(n.X) + " " + Print(n.Type) + ")"
	case *Lambda:
		var ps []string
		for _, p := range n.Params {
			ps = append(ps, Print(p))
		}
		if n.X != nil {
			return "λ(" + strings.Join(ps, ",") + ". " + shape(n.X) + ")"
		}
		return "λ(" + strings.Join(ps, ",") + ". " + strings.Join(strings.Fields(Print(n.Body)), " ") + ")"
	case *MethodRef:
		if n.Type != nil {
			return "ref(type " + Print(n.Type) + " " + n.Name.Name + ")"
		}
		return "ref(" + shape(n.X) + " " + n.Name.Name + ")"
	case *Call:
		s := "call("
		if n.X != nil {
			s += shape(n.X) + "."
		}
		if n.TypeArgs != nil {
			s += "<" + fmt.Sprint(len(n.TypeArgs)) + ">"
		}
		s += n.Name.Name
		if len(n.Args) > 0 {
			s += " " + all(n.Args)
		}
		return s + ")"
	case *Index:
		return shape(n.X) + "{" + shape(n.I) + "}"
	case *Select:
		return shape(n.X) + "." + n.Name.Name
	case *ClassLit:
		return "class(" + Print(n.Type) + ")"
	case *This:
		if n.Outer != nil {
			return "this(" + Print(n.Outer) + ")"
		}
		return "this"
	case *Super:
		if n.Outer != nil {
			return "super(" + Print(n.Outer) + ")"
		}
		return "super"
	case *NewArray:
		s := fmt.Sprintf("array(%s rank %d", Print(n.Elem), n.Dims)
		if n.Lens != nil {
			s += " lens " + all(n.Lens)
		}
		if n.Init != nil {
			s += " init " + all(n.Init.Elems)
		}
		return s + ")"
	case *Quantified:
		s := "Q(" + n.Kind[1:] + " " + Print(n.Type)
		for _, v := range n.Vars {
			s += " " + Print(v)
		}
		if n.Range != nil {
			s += " | " + shape(n.Range)
		}
		s += " : " + shape(n.Body) + ")"
		return s
	case *StoreRange:
		if n.Lo == nil {
			return "*"
		}
		return shape(n.Lo) + ".." + shape(n.Hi)
	case *Labelled:
		return "label(" + n.Name + " " + shape(n.X) + ")"
	case *SpecCall:
		s := n.Word + "(" + all(n.Args) + ")"
		if n.Label != "" {
			s += "@" + n.Label
		}
		return s
	}
	return strings.Join(strings.Fields(Print(n)), " ")
}

func TestExpressionShapes(t *testing.T) {
	tests := []struct{ src, want string }{
		{"a + b * c - d", "((a+(b*c))-d)"},
		{"a - b - c", "((a-b)-c)"},
		{"a = b = c", "(a=(b=c))"},
		{"a += b >>>= c", "(a+=(b>>>=c))"},
		{"a >>= b >> c >>> d", "(a>>=((b>>c)>>>d))"},
		{"a >= b > c", "((a>=b)>c)"},
		{"a > > b", "((a>BAD)"},
		{"a ? b : c ? d : e", "(a?b:(c?d:e))"},
		{"a ? b = c : d", "(a?(b=c):d)"},
		{"a || b && c | d ^ e & f == g < h << i + j * -k", "(a||(b&&(c|(d^(e&(f==(g<(h<<(i+(j*(-k)))))))))))"},
		{"!a && ~b == +c", "((!a)&&((~b)==(+c)))"},
		{"- -a", "(-(-a))"},
		{"a-- - --b", "((a--)-(--b))"},
		{"a+++b", "((a++)+b)"},
		{"-a.b", "(-a.b)"},
		{"-a[i]++", "(-(a{i}++))"},
		{"(a) + b", "([a]+b)"},
		{"(a) - b", "([a]-b)"},
		{"(int) + b", "cast(int (+b))"},
		{"(int) - b", "cast(int (-b))"},
		{"(a) b", "cast(a b)"},
		{"(a.b.C) b", "cast(a.b.C b)"},
		{"(a) (b)", "cast(a [b])"},
		{"(a) !b", "cast(a (!b))"},
		{"(a) ~b", "cast(a (~b))"},
		{"(a[]) b", "cast(a[] b)"},
		{"(List<A<B>>) b", "cast(List<A<B>> b)"},
		{"(A & B) c", "cast(A & B c)"},
		{"(a & b)", "[(a&b)]"},
		{"(a & b) + c", "([(a&b)]+c)"},
		{"(a < b)", "[(a<b)]"},
		{"(a < b) > c", "([(a<b)]>c)"},
		{"f(a < b, c > d)", "call(f (a<b) (c>d))"},
		{"f(a < b, c > (d))", "call(f (a<b) (c>[d]))"},
		{"i < n", "(i<n)"},
		{"(int) x * y", "(cast(int x)*y)"},
		{"(String) o.f()", "cast(String call(o.f))"},
		{"((String) o).f()", "call([cast(String o)].f)"},
		{"(a) instanceof B", "is([a] B)"},
		{"(x) -> x", "λ(x. x)"},
		{"x -> y -> x + y", "λ(x. λ(y. (x+y)))"},
		{"() -> {}", "λ(. {})"},
		{"(int a, final String... b) -> a", "λ(int a,final String... b. a)"},
		{"(var a, var b) -> a", "λ(var a,var b. a)"},
		{"(Function<A, B>) x -> x", "cast(Function<A, B> λ(x. x))"},
		{"(A & B) () -> 1", "cast(A & B λ(. 1))"},
		{"a ? x -> 1 : y -> 2", "(a?λ(x. 1):λ(y. 2))"},
		{"f(x -> x, (a, b) -> a)", "call(f λ(x. x) λ(a,b. a))"},
		{"a::b", "ref(a b)"},
		{"a.b::c", "ref(a.b c)"},
		{"int[]::new", "ref(type int[] new)"},
		{"String[]::new", "ref(type String[] new)"},
		{"List<String>::new", "ref(type List<String> new)"},
		{"a.b.List<String>::size", "ref(type a.b.List<String> size)"},
		{"Outer<A>.Inner<B>::new", "ref(type Outer<A>.Inner<B> new)"},
		{"super::f", "ref(super f)"},
		{"this::f", "ref(this f)"},
		{"f()::g", "ref(call(f) g)"},
		{"a[0]::g", "ref(a{0} g)"},
		{"int.class", "class(int)"},
		{"int[][].class", "class(int[][])"},
		{"void.class", "class(void)"},
		{"A.B.class", "class(A.B)"},
		{"A[].class", "class(A[])"},
		{"A.B.this.c", "this(A.B).c"},
		{"A.super.f()", "call(super(A).f)"},
		{"super.f(1)", "call(super.f 1)"},
		{"A.<B, C>f(d)", "call(A.<2>f d)"},
		{"a.b().c[d].e", "call(a.b).c{d}.e"},
		{"new int[3][n][]", "array(int rank 3 lens 3 n)"},
		{"new int[][]{{1}, {2, 3}}", "array(int rank 2 init {1} {2, 3})"},
		{"new int[]{1, 2}[0]", "array(int rank 1 init 1 2){0}"},
		{"new A().f()", "call(new A().f)"},
		{"a.new B(c)", "a.new B(c)"},
		{"new A<>()", "new A<>()"},
		{"new A() { int x; }", "new A() { int x; }"},
		{"a instanceof B b && b.c", "(is(a pattern B b)&&b.c)"},
		{"a instanceof final B b", "is(a pattern final B b)"},
		{"a instanceof B(C c, var d) && e", "(is(a pattern B(C c, var d))&&e)"},
		{"a instanceof B<C>[]", "is(a B<C>[])"},
		{"a instanceof B == c", "(is(a B)==c)"},
		{"a == b instanceof C", "(a==is(b C))"},
		{"record + var * yield - sealed", "((record+(var*yield))-sealed)"},
		{"when -> permits", "λ(when. permits)"},
		{"switch (a) { case 1, 2 -> b; default -> { yield c; } }", "switch (a) { case 1, 2 -> b; default -> { yield c; } }"},
		{"switch (a) { case A x when x.b > 1 -> 1; case B(var y, C z) -> 2; case null, default -> 3; }",
			"switch (a) { case A x when x.b > 1 -> 1; case B(var y, C z) -> 2; case null, default -> 3; }"},
		{"switch (a) { case (X) -> 1; case A.B -> 2; case -1 -> 3; case 'c' -> 4; case (b ? 1 : 2) -> 5; }",
			"switch (a) { case (X) -> 1; case A.B -> 2; case -1 -> 3; case 'c' -> 4; case (b ? 1 : 2) -> 5; }"},
		{"switch (a) { case 1: yield 2; default: throw b; }", "switch (a) { case 1: yield 2; default: throw b; }"},
	}
	for _, tt := range tests {
		x, _, errs := ParseExprString(tt.src, false)
		if strings.Contains(tt.want, "BAD") {
			if len(errs) == 0 {
				t.Errorf("%s: no error", tt.src)
			}
			continue
		}
		if len(errs) > 0 {
			t.Errorf("%s: %v", tt.src, errs)
		}
		if got := shape(x); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
	}
}

func TestSpecShapes(t *testing.T) {
	tests := []struct{ src, want string }{
		{"a ==> b ==> c", "(a==>(b==>c))"},
		{"a <== b <== c", "((a<==b)<==c)"},
		{"a <==> b <=!=> c ==> d", "((a<==>b)<=!=>(c==>d))"},
		{"a || b ==> c && d", "((a||b)==>(c&&d))"},
		{"a ? b : c ==> d", "(a?b:(c==>d))"},
		{"a ==> b ? c : d", "((a==>b)?c:d)"},
		{"0 <= i < n", "<0<=i<n>"},
		{"0 <= i && i < j <= k + 1 == b", "((0<=i)&&(<i<j<=(k+1)>==b))"},
		{"(0 <= i) < n", "([(0<=i)]<n)"},
		{"\\typeof(a) <: \\type(int[][])", `(\typeof(a)<:\type(int[][]))`},
		{`\forall int i; 0 <= i; a[i] > 0 ==> b`, "Q(forall int i | (0<=i) : ((a{i}>0)==>b))"},
		{`(\forall int i; 0 <= i; a[i] > 0) ==> b`, "(Q(forall int i | (0<=i) : (a{i}>0))==>b)"},
		{`x ==> \forall int i; a; b && \exists T[] t, u; c`, "(x==>Q(forall int i | a : (b&&Q(exists T[] t u : c))))"},
		{`(\forall int i, j[]; ; b)`, "Q(forall int i j[] : b)"},
		{`(\sum int i; 0 <= i < n; a[i]) + 1`, "(Q(sum int i | <0<=i<n> : a{i})+1)"},
		{`(\num_of java.util.List<A> x; x != null)`, "Q(num_of java.util.List<A> x : (x!=null))"},
		{`(\max int i; a; b) + \max(c, d)`, `(Q(max int i | a : b)+\max(c d))`},
		{`(\let int x = a, y = b; x > y)`, "Q(let int x = a y = b : (x>y))"},
		{`\forall nullable Object o; o == null`, "Q(forall Object o : (o==null))"},
		{`\old(a, L) == \pre(b)`, `(\old(a)@L==\pre(b))`},
		{`(\lbl here a > b) && c`, "(label(here (a>b))&&c)"},
		{`(* in words *) && b`, "((* in words *)&&b)"},
		{`(\bigint) a + (\real) b`, `(cast(\bigint a)+cast(\real b))`},
		{`(\forall \bigint i; i > 0)`, `Q(forall \bigint i : (i>0))`},
		{`a[*] + a[i..j]`, "(a{*}+a{i..j})"},
		{`a[0..n - 1]`, "a{0..(n-1)}"},
		{`this.*`, "this.*"},
		{`\result.length`, `\result.length`},
		{`\result[i].f()`, `call(\result{i}.f)`},
		{"0..1", "BAD"},
		{"a implies b", "BAD"},
		{`\forall int i; a; b; c`, "BAD"},
		{`a\nb`, "BAD"},
	}
	for _, tt := range tests {
		x, _, errs := ParseExprString(tt.src, true)
		if tt.want == "BAD" {
			if len(errs) == 0 {
				t.Errorf("%s: no error", tt.src)
			}
			continue
		}
		if len(errs) > 0 {
			t.Errorf("%s: %v", tt.src, errs)
		}
		if got := shape(x); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
		again, _, errs := ParseExprString(Print(x), true)
		if len(errs) > 0 || !Equal(x, again) {
			t.Errorf("%s: printed as %s: %v", tt.src, Print(x), errs)
		}
	}
}

// Text of a specification as it stands in a comment.
func TestSpecText(t *testing.T) {
	const src = "a &&\n   @ b // no\n  @@ && /* no */ c\n //@ && d\n\t@ && @ e\n//-RAC@ + 1"
	f := NewFile("", src)
	p := NewParser(f, 1, f.To, ParserOptions{Spec: true})
	var got []string
	for !p.AtEnd() {
		got = append(got, p.Next().Text)
	}
	if want := "a && b && c && d && @ e + 1"; strings.Join(got, " ") != want || len(p.Errors()) > 0 {
		t.Errorf("got %q, want %q; %v", strings.Join(got, " "), want, p.Errors())
	}
}

func TestStop(t *testing.T) {
	f := NewFile("", `\forall int i; a[i] > 0; ensures b;`)
	p := NewParser(f, 1, f.To, ParserOptions{Spec: true, Stop: func(w string) bool { return w == "ensures" }})
	x := p.Expr()
	if got, want := shape(x), "Q(forall int i : (a{i}>0))"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !p.Accept(";") || !p.Accept("ensures") || len(p.Errors()) > 0 {
		t.Errorf("left at %v, %v", p.Tok(), p.Errors())
	}
}

// A word that starts a clause is a name where no clause can start.
func TestStopNames(t *testing.T) {
	for _, c := range []struct{ src, want, rest string }{
		{`(\forall int i; a[i] > 0; set(i))`, "Q(forall int i | (a{i}>0) : call(set i))", ""},
		{`(\forall int i; a[i] > 0; (b) && f(set))`, "Q(forall int i | (a{i}>0) : ([b]&&call(f set)))", ""},
		{`\forall int i; a[i] > 0; set.contains(i)`, "Q(forall int i | (a{i}>0) : call(set.contains i))", ""},
		{`\forall int i; a[i] > 0; set == b`, "Q(forall int i | (a{i}>0) : (set==b))", ""},
		{`\forall int i; (a[i] > 0); set x = 1;`, "Q(forall int i : [(a{i}>0)])", ";"},
		{`\forall int i; a[i] > 0; set (x)`, "Q(forall int i : (a{i}>0))", ";"},
		{`(b) set x`, "[b]", "set"},
		{`((T) set)`, "[cast(T set)]", ""},
	} {
		f := NewFile("", c.src)
		p := NewParser(f, 1, f.To, ParserOptions{Spec: true, Stop: func(w string) bool { return w == "set" }})
		if got := shape(p.Expr()); got != c.want {
			t.Errorf("%s is %s, want %s", c.src, got, c.want)
		}
		if got := p.Tok().Text; got != c.rest || len(p.Errors()) > 0 {
			t.Errorf("%s stops at %q, want %q; %v", c.src, got, c.rest, p.Errors())
		}
	}
}

func TestParserInPlace(t *testing.T) {
	const src = "class A { /*@ ghost int[] g = {1, 2}; model int m(int x) { return x; } a[*], b.c @*/ }"
	f := parseOK(t, src)
	from := strings.Index(src, "ghost")
	p := NewParser(f, f.PosAt(from), f.PosAt(strings.Index(src, "@*/")), ParserOptions{Spec: true})
	if !p.Accept("ghost") {
		t.Fatalf("at %v", p.Tok())
	}
	m := p.MemberAfter(p.Modifiers())
	if got := f.Text(m); got != "int[] g = {1, 2};" {
		t.Errorf("field is %q", got)
	}
	p.Accept("model")
	m = p.MemberAfter(p.Modifiers())
	if got := f.Text(m); got != "int m(int x) { return x; }" {
		t.Errorf("method is %q", got)
	}
	r := p.StoreRef()
	if _, ok := r.(*Index); !ok || f.Text(r) != "a[*]" {
		t.Errorf("store reference is %T %q", r, f.Text(r))
	}
	if !p.Accept(",") || f.Text(p.StoreRef()) != "b.c" || !p.AtEnd() || len(p.Errors()) > 0 {
		t.Errorf("at %v, %v", p.Tok(), p.Errors())
	}
}
