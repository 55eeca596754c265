package starlark

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// check runs code and wants the value of its last expression, or after "error: " a
// part of the error.
func check(t *testing.T, code, want string) {
	t.Helper()
	var printed strings.Builder
	in := New(Options{Print: func(s string) { printed.WriteString(s) }})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r := in.Exec(ctx, "<test>", code)
	got := r.Value
	if r.Err != "" {
		got = "error: " + r.Err
	}
	if wanted, isError := strings.CutPrefix(want, "error: "); isError && strings.Contains(got, wanted) && strings.HasPrefix(got, "error: ") {
		return
	}
	if got != want {
		t.Errorf("%s\ngot  %s\nwant %s", code, got, want)
	}
}

// Every expected value is Python's own; TestPythonAgrees looks.
var values = []struct{ code, want string }{
	// literals
	{"0x1f, 0o17, 0b101, 1_000, 1e3, .5, 5.", "(31, 15, 5, 1000, 1000.0, 0.5, 5.0)"},
	{`'a\tb\x41\u00e9\101\q'`, `'a\tbAéA\\q'`},
	{`r'\n' 'x' "y"`, `'\\nxy'`},
	{"'''a\n'b'''", `"a\n'b"`},
	{"True, False, None", "(True, False, None)"},
	{"1e100, 1e-7, 123456789012345680.0, 0.1 + 0.2, -0.0", "(1e+100, 1e-07, 1.2345678901234568e+17, 0.30000000000000004, -0.0)"},
	{"(1,), (), [], {}, {1: 2}", "((1,), (), [], {}, {1: 2})"},
	// operators
	{"7 // -2, 7 % -2, -7 // 2, -7 % 2, 7 / 2", "(-4, -1, -4, 1, 3.5)"},
	{"2 ** 3 ** 2, -2 ** 2, (-2) ** 2, 2 ** -1", "(512, -4, 4, 0.5)"},
	{"1 if 0 else 2, 1 and 0 or 3, not 1 == 2", "(2, 3, True)"},
	{"6 & 3, 6 | 3, 6 ^ 3, ~6, 1 << 4, 256 >> 2", "(2, 7, 5, -7, 16, 64)"},
	{"1 < 2 < 3, 1 < 3 < 2, 1 == 1 != 2, 3 > 2 >= 2 in [2, True]", "(True, False, True, True)"},
	{"'b' in 'abc', 'x' not in 'abc', 2 in (1, 2), 'k' in {'k': 1}", "(True, True, True, True)"},
	{"None is None, 1 is not None", "(True, True)"},
	{"[1] + [2], (1,) * 3, 'ab' * 2", "([1, 2], (1, 1, 1), 'abab')"},
	{"lambda_ = lambda x, y=2, *a, **k: (x, y, a, k)\nlambda_(1, 3, 4, z=5)", "(1, 3, (4,), {'z': 5})"},
	// slices
	{"s = 'hello'\ns[1:3], s[::-1], s[-1], s[:-2], s[1::2]", "('el', 'olleh', 'o', 'hel', 'el')"},
	// strings
	{"'%d %s %r %5.1f %x %% %-5s| %05d' % (3, 'a', 'b', 2.25, 255, 'l', 42)", "\"3 a 'b'   2.2 ff % l    | 00042\""},
	{"'%(a)s-%(b)03d' % {'a': 1, 'b': 2}", "'1-002'"},
	{"'%s' % 5, '%s' % [1, 2]", "('5', '[1, 2]')"},
	{"f'{3:5d}|{3:<5}|{3:^5}|{3:05}|{-3:+}|{3:+}|{255:#x}|{1234567:,}|{0.5:%}|{1/3:.3f}|{12345.678:.2e}|{1e10:g}'", "'    3|3    |  3  |00003|-3|+3|0xff|1,234,567|50.000000%|0.333|1.23e+04|1e+10'"},
	{"w = 8\nf'{3.14159:{w}.{2}f}|{\"a\":>{w}}|{\"abc\":.2}'", "'    3.14|       a|ab'"},
	{`d = {'a': [1, 2]}` + "\n" + `f"{d['a'][1]} {len(d)} {'x' if d else 'y'} {[i for i in range(3)]} {d!r}"`, `"2 1 x [0, 1, 2] {'a': [1, 2]}"`},
	{"x = 5\nf'{x=} {x = } {x+1=:>4}'", "'x=5 x = 5 x+1=   6'"},
	{"f'{{}} {1}{2}'\n", "'{} 12'"},
	{"'{} {}'.format(1, 'a'), '{1}{0}'.format('a', 'b'), '{x:>3}'.format(x=1), '{0[k]}'.format({'k': 9})", "('1 a', 'ba', '  1', '9')"},
	{"'a,b,,c'.split(','), ' a  b '.split(), 'a-b-c'.rsplit('-', 1), 'a\\nb'.splitlines()", "(['a', 'b', '', 'c'], ['a', 'b'], ['a-b', 'c'], ['a', 'b'])"},
	{"'Abc'.lower(), 'abc'.upper(), 'abc'.capitalize(), 'a b'.title(), 'Ab'.swapcase(), '  x '.strip(), 'xxaxx'.strip('x')", "('abc', 'ABC', 'Abc', 'A B', 'aB', 'x', 'a')"},
	{"'abc'.startswith('ab'), 'abc'.endswith(('x', 'c')), 'abcb'.find('b'), 'abcb'.rfind('b'), 'abcb'.count('b'), 'abcb'.replace('b', 'X', 1)", "(True, True, 1, 3, 2, 'aXcb')"},
	{"'12'.isdigit(), 'a1'.isalnum(), 'ab'.isalpha(), ''.isdigit(), 'a_1'.isidentifier(), '1a'.isidentifier()", "(True, True, True, False, True, False)"},
	{"'5'.zfill(3), '-5'.zfill(4), 'a'.ljust(3) + '|', 'a'.rjust(3, '.'), 'ab'.center(5)", "('005', '-005', 'a  |', '..a', '  ab ')"},
	{"'a=b=c'.partition('='), 'abc'.removeprefix('a'), 'abc'.removesuffix('c'), '-'.join('abc')", "(('a', '=', 'b=c'), 'bc', 'ab', 'a-b-c')"},
	// functions
	{"sum([1, 2.5]), sum([[1], [2]], []), sum(x for x in range(4)), sum([True, True])", "(3.5, [1, 2], 6, 2)"},
	{"min(3, 1), max('abc'), min([2, 1], key=lambda v: -v), max([], default=None)", "(1, 'c', 2, None)"},
	{"sorted('cab'), sorted([3, 1, 2], reverse=True), sorted([(1, 'b'), (0, 'c')], key=lambda p: p[1])", "(['a', 'b', 'c'], [3, 2, 1], [(1, 'b'), (0, 'c')])"},
	{"any([0, 1]), all([]), any(c.isdigit() for c in 'a1')", "(True, True, True)"},
	{"list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, 2])), list(reversed('ab'))", "([4, 6], [1, 2], ['b', 'a'])"},
	{"list(zip('ab', [1, 2, 3])), list(enumerate('ab', 1)), list(range(5, 0, -2))", "([('a', 1), ('b', 2)], [(1, 'a'), (2, 'b')], [5, 3, 1])"},
	{"round(2.5), round(3.5), round(2.675, 2), round(1.25, 1), round(7)", "(2, 4, 2.67, 1.2, 7)"},
	{"divmod(7, 3), divmod(-7, 3), pow(2, 10), pow(3, 4, 5), abs(-3)", "((2, 1), (-3, 2), 1024, 1, 3)"},
	{"int('42'), int(' 7 '), int('ff', 16), int(3.9), int(-3.9), float('1.5'), bool([]), str(1.0), repr('a')", "(42, 7, 255, 3, -3, 1.5, False, '1.0', \"'a'\")"},
	{"hex(255), oct(8), bin(5), hex(-1), chr(97), ord('a')", "('0xff', '0o10', '0b101', '-0x1', 'a', 97)"},
	{"isinstance(True, int), isinstance(1.0, (int, str)), isinstance({}, dict), type(1) == int, type('') is str, type([]).__name__", "(True, False, True, True, True, 'list')"},
	{"next(x for x in [1, 2, 3] if x > 1), next((x for x in []), 'none')", "(2, 'none')"},
	{"callable(len), callable(3), len({1: 2}), dict(a=1), list((1, 2)), tuple([1]), set()", "(True, False, 1, {'a': 1}, [1, 2], (1,), set())"},
	// containers
	{"l = [3, 1, 2]\nl.append(0)\nl.sort()\nl.insert(0, 9)\nl.extend('ab')\nl.remove(1)\nl.pop(), l.index(2), l", "('b', 2, [9, 0, 2, 3, 'a'])"},
	{"d = {'b': 1, 'a': 2}\nd['c'] = 3\ndel d['b']\nd.setdefault('z', []).append(1)\nd.update({'a': 5})\nsorted(d), d.get('q', 0), d.pop('c'), list(d.items()), list(d.values())", "(['a', 'c', 'z'], 0, 3, [('a', 5), ('z', [1])], [5, [1]])"},
	{"s = {1, 2} | {3}\ns.add(4)\ns.discard(9)\ns & {1, 4}, s - {1}, s ^ {1, 9}, {1} <= s, len(s)", "({1, 4}, {2, 3, 4}, {2, 3, 4, 9}, True, 4)"},
	{"[[i, j] for i in range(3) for j in range(i) if j != 1], {i: i * i for i in range(3)}, {c for c in 'aa'}", "([[1, 0], [2, 0]], {0: 0, 1: 1, 2: 4}, {'a'})"},
	{"a = [1, 2]\nb = a.copy()\nb.append(3)\n[*a, *b, 9], (*a,), {**{'x': 1}, 'y': 2}", "([1, 2, 1, 2, 3, 9], (1, 2), {'x': 1, 'y': 2})"},
	// statements
	{"a, (b, *c), d = 1, (2, 3, 4), 5", "error: nothing can be assigned to this"},
	{"*a, b = 'xyz'\na, b", "(['x', 'y'], 'z')"},
	{"a = b = [1]\na.append(2)\nb", "[1, 2]"},
	{"x: int = 3\ny: 'list[int]'\nx += 2; x *= 3; x //= 2; x **= 2\nx", "49"},
	{"n = 0\nfor i in range(10):\n    if i % 2: continue\n    if i > 6: break\n    n += i\nn", "12"},
	{"def f(a, /, b): pass", "error: positional-only"},
	{"def f(*, k=1, **rest):\n    '''doc'''\n    return k, rest\nf(k=2, z=3)", "(2, {'z': 3})"},
	{"def outer(n):\n    def inner(m):\n        return n + m\n    return inner\nouter(2)(3)", "5"},
	{"def f(n):\n  if n == 0: return 'done'\n  else:\n    return f(n - 1)\nf(500)", "'done'"},
	{"if False:\n    x = 1\nelif True: x = 2\nelse:\n    x = 3\nx", "2"},
	{"x = (1 +\n     2)  # comment\ny = 1 + \\\n  2\nx, y", "(3, 3)"},
	{"\n\n# first\nx = 1\n\n    # odd comment\nx\n", "1"},
	{"for k, (a, b) in [('x', (1, 2))]: r = k, a, b\nr", "('x', 1, 2)"},
	{"\tx = 1", "error: unexpected indentation"},
	{"import math, re as r, json\nmath.sqrt(16), r.sub('a+', 'b', 'caat'), json.loads('[1, {\"a\": null}]')", "(4.0, 'cbt', [1, {'a': None}])"},
	{"import math\nmath.gcd(12, 18), math.lcm(4, 6), math.factorial(5), math.comb(5, 2), math.isqrt(10), math.prod([2, 3]), math.ceil(1.2), math.trunc(-1.5), math.isclose(0.1 + 0.2, 0.3)", "(6, 12, 120, 10, 3, 6, 2, -1, True)"},
	{"import math\nmath.inf, -math.inf, math.isnan(math.nan), math.pi > 3, math.log2(8), math.hypot(3, 4)", "(inf, -inf, True, True, 3.0, 5.0)"},
	{"import json\njson.dumps({'b': [1, 2.0, None, True], 'a': 'x\"'}), json.dumps({'b': 1, 'a': [ ]}, sort_keys=True), json.dumps([1, {}], indent=2)", "('{\"b\": [1, 2.0, null, true], \"a\": \"x\\\\\"\"}', '{\"a\": [], \"b\": 1}', '[\\n  1,\\n  {}\\n]')"},
	{"import re\np = re.compile(r'(?P<k>\\w+)=(\\d+)')\nm = p.match('ab=12;')\nm.group(0), m.groups(), m.groupdict(), m.span(2), p.findall('a=1 b=2'), bool(p.fullmatch('a=1;')), re.split(r'[,;]\\s*', 'a, b;c')", "('ab=12', ('ab', '12'), {'k': 'ab'}, (3, 5), [('a', '1'), ('b', '2')], False, ['a', 'b', 'c'])"},
	{"import re\nre.sub(r'(\\w)(\\d)', r'\\2\\1', 'a1 b2'), re.sub('x', lambda m: m.group().upper(), 'axa'), re.search('B', 'abc', re.IGNORECASE).start(), re.match('b', 'ab')", "('1a 2b', 'aXa', 1, None)"},
	// errors
	{"raise KeyError('k')", "error: KeyError: k"},
	{"assert 1 == 2", "error: AssertionError"},
	{"[1, 2][5]", "error: out of range"},
	{"'a' + 1", "error: unknown binary op"},
	{"a, b = 1, 2, 3", "error: too many values"},
	{"f(1", "error: expected"},
	{"x = 'open", "error: the string is not closed"},
	{"return 1", "error: return outside a function"},
	{"break", "error: break outside a loop"},
	{"if True:\nx = 1", "error: expected an indented block"},
	{"  x = 1\n y = 2", "error: "},
	{"None = 1", "error: nothing can be assigned to None"},
	{"1 = x", "error: nothing can be assigned"},
	{"f'{1'", "error: not closed"},
	{"f'{}'", "error: an empty {}"},
	{"x = 08", "error: does not begin with 0"},
	{"x ?", "error: unexpected character"},
}

func TestValues(t *testing.T) {
	for _, c := range values {
		check(t, c.code, c.want)
	}
}

func TestPrint(t *testing.T) {
	var b strings.Builder
	in := New(Options{Print: func(s string) { b.WriteString(s) }})
	in.Exec(context.Background(), "<test>", "print('a', [1, 'b'], None, sep=', ')\nprint()\nprint('x', end='')\nprint(*[1, 2])")
	if got, want := b.String(), "a, [1, 'b'], None\n\nx1 2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A line and the call stack are told, in the code's own lines.
func TestErrorsTellTheLine(t *testing.T) {
	in := New(Options{})
	in.Exec(context.Background(), "<step 1>", "def half(x):\n    return 10 // x\n")
	r := in.Exec(context.Background(), "<step 2>", "y = 1\nhalf(y - 1)")
	want := "Traceback (most recent call last):\n  File \"<step 2>\", line 2, in <module>\n    half(y - 1)\n  File \"<step 1>\", line 2, in half\n    return 10 // x\nError: floored division by zero"
	if r.Err != want || r.Line != 2 {
		t.Errorf("line %d\n%s\nwant\n%s", r.Line, r.Err, want)
	}
}

func TestTools(t *testing.T) {
	in := New(Options{Tools: []Tool{{Name: "t", Params: []string{"a", "b"}}}, Call: func(name string, args json.RawMessage) (json.RawMessage, error) {
		if string(args) == `{"a":0}` {
			return nil, fmt.Errorf("no zero")
		}
		return json.RawMessage(`{"z":` + string(args) + `,"a":12345678901234567890}`), nil
	}})
	for code, want := range map[string]string{
		"t({'k': (1, 2)}, b={3})":     "{'z': {'a': {'k': [1, 2]}, 'b': [3]}, 'a': 12345678901234567890}",
		"t()":                         "{'z': {}, 'a': 12345678901234567890}",
		"t(0)":                        "error: ToolError: no zero",
		"t(1, 2, 3)":                  "error: takes 2 arguments (a, b), 3 given",
		"t(1, a=2)":                   "error: two values",
		"t(c=1)":                      "error: no argument \"c\"",
		"t(lambda: 1)":                "error: plain values, not function",
		"t(a=1e999)":                  "error: ",
		"x = [1]\nx.append(x)\nt(x)":  "error: nested too deeply",
		"t(a='<&>\\u2028')['z']['a']": `'<&>` + "\u2028" + `'`,
		"[k for k in t(b=1, a=2)]":    "['z', 'a']",
		"t(a=float('nan'))":           "error: JSON has no nan",
	} {
		r := in.Exec(context.Background(), "<test>", code)
		got := r.Value
		if r.Err != "" {
			got = "error: " + r.Err
		}
		if wanted, isError := strings.CutPrefix(want, "error: "); isError && strings.HasPrefix(got, "error: ") && strings.Contains(got, wanted) {
			continue
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
}

// Whatever is thrown at the parser, it gives a tree or an error with a line, and
// what it gives can be resolved and compiled.
func FuzzParse(f *testing.F) {
	for _, c := range values {
		f.Add(c.code)
	}
	for _, s := range []string{"f'{x!r:>{w}}'", "class A: pass", "try:\n  x\nexcept: y", "x = {**a, *b}", "\\\n", "\"\"\"", "f'{f\"{1}\"}'", "if x:\n\ty\n        z", "a[1:2, ::3]", "(yield)", "x: int", "del a, b[0]", "*a", "**a", "lambda *a, b=1: (a)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		if len(code) > 2000 {
			return
		}
		lines := strings.Count(code, "\n") + 1
		tree, err := parse("<fuzz>", code)
		if err != nil {
			bad, ok := err.(*Error)
			if !ok || bad.Line < 1 || bad.Line > lines+1 {
				t.Fatalf("%T %v in %d lines", err, err, lines)
			}
			return
		}
		if tree == nil {
			t.Fatal("no tree and no error")
		}
		in := New(Options{Print: func(string) {}})
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // it is compiled, and stopped at once
		in.Exec(ctx, "<fuzz>", code)
	})
}
