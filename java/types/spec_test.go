package types_test

import (
	"regexp"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/types"
)

const specProgram = `import java.util.*;

class Spec {
    private int[] data;
    private int size;
    static int total;
    final long big = 5L;
    String name;
    Spec next;
    List<Integer> list;
    Map<String, Integer> map;

    int f(int[] a, int key, long lo, String s, char c, boolean b, double d, List<String> words, Object o, Integer boxed) {
        int found = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) found = i;
        }
        return found;
    }
    void nothing(int x) { }
    static boolean isOk(int x) { return x > 0; }
    int g(int x) { return x; }
    int g(long x) { return 1; }
    boolean full() { return size == data.length; }
}
`

// The type of a specification's expression, and the operand type of its top
// operator after a slash.
func TestSpecTypes(t *testing.T) {
	tests := []struct{ expr, want string }{
		{`a[0] + key`, `int/\bigint`},
		{`a[0] + lo`, `long/\bigint`},
		{`a[0] + d`, `double/double`},
		{`-key`, `int/\bigint`},
		{`-5`, `int/int`},
		{`-2147483648`, `int/int`},
		{`key / 2 * 3 - 1`, `int/\bigint`},
		{`key << 2`, `int/int`},
		{`key & 0xFF`, `int/int`},
		{`c + 1`, `int/\bigint`},
		{`s + 1`, `java.lang.String/java.lang.String`},
		{`key < lo`, `boolean/long`},
		{`key + 1 > lo`, `boolean/\bigint`},
		{`key == lo`, `boolean/long`},
		{`key == c`, `boolean/int`},
		{`key * key == 4`, `boolean/\bigint`},
		{`\result == key`, `boolean/int`},
		{`\result`, `int`},
		{`\old(a[key])`, `int`},
		{`\old(s).length()`, `int`},
		{`(\forall int i; 0 <= i && i < a.length; a[i] <= key)`, `boolean`},
		{`(\forall int i, j; 0 <= i && i < j; a[i] <= a[j])`, `boolean`},
		{`(\exists int i; 0 <= i && i < a.length; a[i] == key)`, `boolean`},
		{`(\forall int i; 0 <= i < a.length; a[i] >= 0)`, `boolean`},
		{`0 <= key < a.length`, `boolean/int`},
		{`(\sum int i; 0 <= i && i < a.length; a[i])`, `\bigint`},
		{`(\sum int i; 0 <= i && i < a.length; d)`, `double`},
		{`(\product int i; 1 <= i && i <= key; i)`, `\bigint`},
		{`(\num_of int i; 0 <= i && i < a.length; a[i] == key)`, `\bigint`},
		{`(\max int i; 0 <= i && i < a.length; a[i])`, `int`},
		{`(\min long i; 0 <= i && i < 5; i)`, `long`},
		{`(\num_of int i; 0 <= i && i < a.length; a[i] == key) == \result`, `boolean/\bigint`},
		{`(int) (\sum int i; 0 <= i && i < 3; i)`, `int`},
		{`b ==> key > 0`, `boolean/boolean`},
		{`b <==> key > 0`, `boolean/boolean`},
		{`b <=!=> !b`, `boolean/boolean`},
		{`b == (key > 0)`, `boolean/boolean`},
		{`b ==> b ==> b`, `boolean/boolean`},
		{`\fresh(o)`, `boolean`},
		{`\typeof(o) == \type(String)`, `boolean`},
		{`\typeof(o) <: \type(Object)`, `boolean`},
		{`\nonnullelements(words)`, `boolean`},
		{`data[size - 1] + this.size`, `int/\bigint`},
		{`next.next.data.length`, `int`},
		{`list.get(0) + 1`, `int/\bigint`},
		{`list.size() == 3`, `boolean/int`},
		{`map.get("a") == null`, `boolean`},
		{`words.get(0).charAt(0) == 'x'`, `boolean/int`},
		{`isOk(key) && full()`, `boolean/boolean`},
		{`g(key + 1)`, `int`},
		{`g((\sum int i; 0 <= i && i < 3; i))`, `int`},
		{`Math.abs(key + 1)`, `int`},
		{`Integer.MAX_VALUE + 1`, `int/\bigint`},
		{`Integer.MAX_VALUE`, `int`},
		{`boxed + 1 > 0`, `boolean/\bigint`},
		{`boxed == null`, `boolean`},
		{`o instanceof String`, `boolean`},
		{`o instanceof String str && str.length() > 0`, `boolean/boolean`},
		{`key > 0 ? key : -key`, `int`},
		{`(b ? 1 : 2) + key`, `int/\bigint`},
		{`s.equals("a") || s.isEmpty()`, `boolean/boolean`},
		{`d * 2 > 1`, `boolean/double`},
		{`(\lbl here key)`, `int`},
		{`\java_math(key + 1)`, `int`},
		{`(\forall \bigint i; 0 <= i && i < 10; i * i >= 0)`, `boolean`},
		{`(\forall Spec n; \fresh(n); n.size >= 0)`, `boolean`},
		{`(\let int q = key + 1; q * q)`, `int`},
		{`new int[] {1, 2}.length`, `int`},
		{`(* whatever holds *)`, `boolean`},
		{`\old(key) + \old(a)[0]`, `int/\bigint`},
		{`(\forall int i; 0 <= i && i < a.length; (\exists int j; 0 <= j && j < a.length; \result == a[i] + a[j]))`, `boolean`},
	}
	p, m := specMethod(t, "f")
	for _, tt := range tests {
		e, f, errs := java.ParseExprString(tt.expr, true)
		if len(errs) > 0 {
			t.Errorf("%s: %v", tt.expr, errs)
			continue
		}
		info := types.NewInfo()
		typ, errs := p.CheckSpecExpr(m.BodyScope(), types.SpecEnv{File: f, Result: m.Return}, e, info)
		if len(errs) > 0 {
			t.Errorf("%s: %v", tt.expr, errs)
			continue
		}
		got := typ.String()
		if op := info.Operand[e]; op != nil {
			got += "/" + op.String()
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.expr, got, tt.want)
		}
		if info.Types[e] != typ {
			t.Errorf("%s: recorded %v", tt.expr, info.Types[e])
		}
	}
}

func specMethod(t *testing.T, name string) (*types.Program, *types.Method) {
	t.Helper()
	f, errs := java.Parse("Spec.java", specProgram)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	p, errs := types.Check(testLibrary(), f)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return p, p.Class("Spec").MethodsNamed(name)[0]
}

// The frequent mistakes get a message at the offending text and a hint.
func TestSpecErrors(t *testing.T) {
	tests := []struct{ method, expr, at, msg, hint string }{
		{"f", `keyy > 0`, `keyy`, `cannot find symbol: variable keyy`, `did you mean key\?`},
		{"f", `result > 0`, `result`, `cannot find symbol: variable result`, `\\result`},
		{"nothing", `\result > 0`, `\result`, `\\result is not allowed: the method returns nothing`, ``},
		{"f", `key`, `key`, `int cannot be converted to boolean`, `!= 0`},
		{"f", `key = 3`, `key = 3`, `int cannot be converted to boolean`, `==`},
		{"f", `a.length() > 0`, `length`, `cannot find symbol: method length`, `\.length`},
		{"f", `s.length > 0`, `length`, `cannot find symbol: variable length`, `\.length\(\)`},
		{"f", `words.length > 0`, `length`, `cannot find symbol: variable length`, `\.size\(\)`},
		{"f", `s.size() > 0`, `size`, `cannot find symbol: method size`, `\.length\(\)`},
		{"f", `words.size > 0`, `size`, `cannot find symbol: variable size`, `\.size\(\)`},
		{"f", `words[0] == null`, `words`, `array required`, `\.get`},
		{"f", `key && b`, `key && b`, `bad operand types for binary operator '&&': int and boolean`, ``},
		{"f", `key ==> b`, `key ==> b`, `bad operand types for binary operator '==>'`, `boolean`},
		{"f", `b & key > 0 & 1`, `b & key > 0 & 1`, `bad operand types for binary operator '&'`, ``},
		{"f", `(\forall int key; 0 <= key; key > 0)`, `key`, `already defined`, `rename`},
		{"f", `(\forall int i; i; i > 0)`, `i`, `int cannot be converted to boolean`, ``},
		{"f", `(\forall int i; 0 <= i && i < a.length; a[i])`, `a[i]`, `int cannot be converted to boolean`, ``},
		{"f", `(\sum int i; 0 <= i && i < 3; i > 2) > 0`, `i > 2`, `must be numeric`, ``},
		{"f", `i < 3`, `i`, `cannot find symbol: variable i`, ``},
		{"f", `foo(key) > 0`, `foo`, `cannot find symbol: method foo\(int\)`, ``},
		{"f", `abs(key) > 0`, `abs`, `cannot find symbol: method abs`, `Math\.abs`},
		{"f", `s == 'a'`, `s == 'a'`, `String and char`, ``},
		{"f", `d == s`, `d == s`, `double and String`, ``},
		{"f", `\typo(key) > 0`, `\typo`, ``, ``},
		{"f", `\old(key, 3, 4) > 0 && undefinedName`, `undefinedName`, ``, ``},
	}
	for _, tt := range tests {
		p, m := specMethod(t, tt.method)
		e, f, errs := java.ParseExprString(tt.expr, true)
		if len(errs) == 0 {
			errs = p.CheckSpecBool(m.BodyScope(), types.SpecEnv{File: f, Result: m.Return}, e, types.NewInfo())
		}
		if len(errs) == 0 {
			t.Errorf("%s: no error", tt.expr)
			continue
		}
		err := errs[0]
		if got := tt.expr[err.Span.From.Offset():err.Span.To.Offset()]; got != tt.at {
			t.Errorf("%s: %v at %q, want %q", tt.expr, err, got, tt.at)
		}
		if !regexp.MustCompile(tt.msg).MatchString(err.Msg) || !regexp.MustCompile(tt.hint).MatchString(err.Hint) {
			t.Errorf("%s: %v [%s], want %q [%q]", tt.expr, err, err.Hint, tt.msg, tt.hint)
		}
	}
}

// What a clause does not allow.
func TestSpecEnvironment(t *testing.T) {
	p, m := specMethod(t, "f")
	check := func(env types.SpecEnv, expr string, want string) {
		t.Helper()
		e, f, errs := java.ParseExprString(expr, true)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		env.File = f
		_, errs = p.CheckSpecExpr(m.BodyScope(), env, e, types.NewInfo())
		got := ""
		if len(errs) > 0 {
			got = errs[0].Msg
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", expr, got, want)
		}
	}
	check(types.SpecEnv{Where: "requires"}, `\result > 0`, `\result is not allowed in requires`)
	check(types.SpecEnv{Where: "requires", NoOld: true}, `\old(key) > 0`, `\old is not allowed in requires`)
	check(types.SpecEnv{Locals: []*types.Local{{Name: "ghost", Type: types.TBigint, Spec: true}}}, `ghost + key > 0`, "")
	check(types.SpecEnv{}, `ghost + key > 0`, "cannot find symbol: variable ghost")
	spec := p.Class("Spec")
	ghost := &types.Field{Name: "model", Owner: spec, Type: types.TInt, Spec: true}
	pure := &types.Method{Name: "twice", Owner: spec, Return: types.TInt, Spec: true, Params: []*types.Local{{Name: "x", Type: types.TInt}}}
	members := map[*types.Class]*types.SpecMembers{spec: {Fields: []*types.Field{ghost}, Methods: []*types.Method{pure}}}
	check(types.SpecEnv{Members: members}, `this.model + model + next.model > twice(3) + next.twice(4)`, "")
	check(types.SpecEnv{}, `model > 0`, "cannot find symbol: variable model")
}

// The locals visible at statements and at the ends of blocks.
func TestScopes(t *testing.T) {
	p, m := specMethod(t, "f")
	info := p.Units[0].Info
	names := func(s *types.Scope) string {
		var ns []string
		for _, l := range s.All() {
			if !l.Param {
				ns = append(ns, l.Name)
			}
		}
		return strings.Join(ns, " ")
	}
	body := m.Decl.Body
	loop := body.Stmts[1].(*java.For)
	if got := names(info.Scopes[loop]); got != "i found" {
		t.Errorf("in the loop's header: %q", got)
	}
	if got := names(info.Scopes[body.Stmts[0]]); got != "" {
		t.Errorf("before the first statement: %q", got)
	}
	if got := names(info.Ends[body]); got != "found" {
		t.Errorf("at the end: %q", got)
	}
	if info.Scopes[loop].Class != p.Class("Spec") || info.Scopes[loop].Method != m || info.Scopes[loop].Static {
		t.Errorf("scope of %v in %v", info.Scopes[loop].Method, info.Scopes[loop].Class)
	}
}
