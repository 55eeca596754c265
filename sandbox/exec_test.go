package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/internal/require"
)

// engines are those that this machine has; a promised python3 must be isolated.
func engines(t testing.TB) []*Engine {
	t.Helper()
	list := []*Engine{detectStarlark("")}
	py, err := Detect(context.Background(), PythonEngine, "")
	if err == nil {
		return append(list, py)
	}
	if require.Promised("python3") {
		t.Fatalf("python3 is required, but: %v", err)
	}
	t.Logf("Starlark only: %v", err)
	return list
}

// each runs f for every engine.
func each(t *testing.T, f func(t *testing.T, e *Engine)) {
	for _, e := range engines(t) {
		t.Run(e.Name, func(t *testing.T) { f(t, e) })
	}
}

func start(t testing.TB, e *Engine, o InterpreterOptions) Interpreter {
	t.Helper()
	it, err := e.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := it.Close(); err != nil {
			t.Error(err)
		}
	})
	return it
}

func do(t testing.TB, it Interpreter, code string) Execution {
	t.Helper()
	ex, err := it.Exec(context.Background(), code)
	if err != nil {
		t.Fatalf("%s\n%v", code, err)
	}
	return ex
}

// echo answers with its name and arguments.
func echo(_ context.Context, name string, args json.RawMessage) (json.RawMessage, error) {
	switch name {
	case "fails":
		return nil, errors.New("no such file")
	case "ends":
		return nil, ErrFinal
	}
	return json.RawMessage(`{"name":"` + name + `","args":` + string(args) + `,"list":[1,2.5,null,true,"é"]}`), nil
}

var tools = []Callable{{Name: "echo", Params: []string{"code", "limit"}, Doc: "Say it again."}, {Name: "fails"}, {Name: "ends"}}

// One table for all engines: what a model may rely on.
func TestExec(t *testing.T) {
	all := []struct {
		name, code           string
		stdout, value, error string // error: a part of it
		kind                 ErrorKind
		line                 int
	}{
		{name: "nothing", code: ""},
		{name: "comment", code: "# only this"},
		{name: "print", code: "print('a', 1, sep='-')\nprint('b', end='')", stdout: "a-1\nb"},
		{name: "value", code: "1 + 1", value: "2"},
		{name: "value of a string", code: "'it\\'s'", value: `"it's"`},
		{name: "None is no value", code: "None"},
		{name: "value after a loop", code: "t = 0\nfor i in range(4):\n    t += i\nt", value: "6"},
		{name: "names of steps before", code: "kept", value: "[1, 2]"},
		{name: "function of a step before", code: "double(21)", value: "42"},
		{name: "f-string", code: "x = 3.14159\nf'{x:.2f} {x!r:>10} {{}} {\"q\"} {x=:.1f}'", value: "'3.14    3.14159 {} q x=3.1'"},
		{name: "f-string across quotes", code: `d = {"k": 7}` + "\nf\"{d['k']:03d}\"", value: "'007'"},
		{name: "strings side by side", code: "('a'\n 'b' f'{1}')", value: "'ab1'"},
		{name: "chained comparison", code: "[0 <= i < 2 for i in range(-1, 3)]", value: "[False, True, True, False]"},
		{name: "is", code: "x = None\nx is None and 1 is not None", value: "True"},
		{name: "sum of truth values", code: "sum(c == 'a' for c in 'banana')", value: "3"},
		{name: "iterate a string", code: "[c for c in 'abc'] + list('de')", value: "['a', 'b', 'c', 'd', 'e']"},
		{name: "sorted with key", code: "sorted(['bb', 'a', 'ccc'], key=len, reverse=True)", value: "['ccc', 'bb', 'a']"},
		{name: "min and max", code: "max([3, 1], key=lambda v: -v), min(4, 2), max([], default=0)", value: "(1, 2, 0)"},
		{name: "enumerate and zip", code: "[(i, a, b) for i, (a, b) in enumerate(zip('ab', [1, 2]), start=1)]", value: "[(1, 'a', 1), (2, 'b', 2)]"},
		{name: "sets", code: "s = {3, 1, 3}\nlen(s), 1 in s, sorted(s | {2})", value: "(2, True, [1, 2, 3])"},
		{name: "dicts", code: "a = {'x': 1}\n{**a, 'y': 2}, {k: v for k, v in a.items()}", value: "({'x': 1, 'y': 2}, {'x': 1})"},
		{name: "unpacking", code: "a, *b = [1, 2, 3]\nc = d = 4\n[*b, c, d], a", value: "([2, 3, 4, 4], 1)"},
		{name: "power", code: "2 ** 10, -2 ** 2, 2 ** -1", value: "(1024, -4, 0.5)"},
		{name: "annotations", code: "def f(a: int, b: str = 'z') -> str:\n    return b * a\nn: int = 2\nf(n)", value: "'zz'"},
		{name: "recursion", code: "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(15)", value: "610"},
		{name: "while", code: "n = 0\nwhile True:\n    n += 1\n    if n > 4: break\nn", value: "5"},
		{name: "percent format", code: "'%5.2f|%-4s|%03d|%s' % (1.5, 'a', 7, [1])", value: "' 1.50|a   |007|[1]'"},
		{name: "format", code: "'{:>4}|{n:,}|{0}'.format('a', n=1234567) if False else '{:>4}|{n:,}'.format('a', n=1234567)", value: "'   a|1,234,567'"},
		{name: "string methods", code: "'a,b,c'.split(',', maxsplit=1), 'x'.zfill(3), ' '.join(str(i) for i in range(3)), 'ab'.center(6, '*')", value: "(['a', 'b,c'], '00x', '0 1 2', '**ab**')"},
		{name: "list methods", code: "l = [3, 1, 2]\nl.sort(key=lambda v: -v)\nm = l.copy()\nm.reverse()\ndel m[0]\nl, m, l.count(3)", value: "([3, 2, 1], [2, 3], 1)"},
		{name: "math", code: "import math\nmath.gcd(12, 18), math.floor(2.7), math.isqrt(17), math.inf > 1", value: "(6, 2, 4, True)"},
		{name: "re", code: "import re\nm = re.search(r'(\\w+)@(?P<host>\\w+)', 'to me@here now')\nm.group(1), m['host'], re.sub(r'\\d+', '#', 'a1b22'), re.findall(r'[a-z]+', 'ab1cd')", value: "('me', 'here', 'a#b#', ['ab', 'cd'])"},
		{name: "json", code: "import json\njson.dumps({'a': [1, None, True]}), json.loads('{\"b\": 2.5}')['b']", value: "('{\"a\": [1, null, true]}', 2.5)"},
		{name: "from import", code: "from math import sqrt as root, pi\nroot(16.0), round(pi, 3)", value: "(4.0, 3.142)"},
		{name: "isinstance and type", code: "isinstance(1, int), isinstance('', (int, str)), type([]) == list, type(1).__name__", value: "(True, True, True, 'int')"},
		{name: "integers of any size", code: "10 ** 30 + 1", value: "1" + strings.Repeat("0", 29) + "1"},

		{name: "tool by name", code: "r = echo(code='x', limit=2)\nr['args']['limit'], r['list'], r['args']", value: "(2, [1, 2.5, None, True, 'é'], {'code': 'x', 'limit': 2})"},
		{name: "tool by position", code: "echo('x', limit=None)['args']", value: "{'code': 'x', 'limit': None}"},
		{name: "tool with too much", code: "echo(1, 2, 3)", error: "echo() takes 2 arguments (code, limit), 3 given", kind: RuntimeError, line: 1},
		{name: "tool with another name", code: "echo(kode=1)", error: "echo() has no argument", kind: RuntimeError, line: 1},
		{name: "tool that fails", code: "x = 1\nfails()", error: "ToolError: no such file", kind: RuntimeError, line: 2},

		{name: "syntax", code: "x = 1\nif x\n    pass", error: "SyntaxError", kind: SyntaxError, line: 2},
		{name: "error with its line", code: "def f(d):\n    return d['missing']\n\nf({})", error: "missing", kind: RuntimeError, line: 2},
		{name: "undefined", code: "a = 1\nb = a + nowhere", error: "nowhere", kind: RuntimeError, line: 2},
		{name: "raise", code: "raise ValueError(f'not {1}')", error: "ValueError: not 1", kind: RuntimeError, line: 1},
		{name: "assert", code: "assert 1 > 2, 'must hold'", error: "AssertionError: must hold", kind: RuntimeError, line: 1},
		{name: "printed before an error", code: "print('before')\n1 // 0", stdout: "before\n", error: "zero", kind: RuntimeError, line: 2},
		{name: "endless recursion", code: "def f(n):\n    return f(n + 1)\nf(0)", error: "recursion depth", kind: RuntimeError, line: 2},
	}
	each(t, func(t *testing.T, e *Engine) {
		it := start(t, e, InterpreterOptions{Tools: tools, Call: echo})
		for _, c := range all {
			t.Run(c.name, func(t *testing.T) {
				if ex := do(t, it, "kept = [1, 2]\ndef double(v):\n    return 2 * v"); ex.Error != "" {
					t.Fatal(ex.Error)
				}
				got := do(t, it, c.code)
				if got.Stdout != c.stdout || got.Value != c.value || got.Kind != c.kind || got.Line != c.line || got.Notice != "" || got.Cut || got.Final {
					t.Errorf("got %+v", got)
				}
				if (got.Error == "") != (c.error == "") || !strings.Contains(got.Error, c.error) {
					t.Errorf("error %q, want one with %q", got.Error, c.error)
				}
			})
		}
	})
}

// Python that Starlark can't carry is named with its line, and is Python.
func TestDialectSaysWhatIsMissing(t *testing.T) {
	it := start(t, detectStarlark(""), InterpreterOptions{})
	for code, want := range map[string]string{
		"class A:\n    pass":                         "classes",
		"x = 1\ntry:\n    pass\nexcept E:\n    pass": "try",
		"with open('f') as f:\n    pass":             "with",
		"import os":                                  "module os",
		"from collections import Counter":            "module collections",
		"def f():\n    yield 1":                      "generators",
		"def f():\n    global x":                     "global",
		"@cache\ndef f(): pass":                      "decorators",
		"if (n := 3) > 2: pass":                      ":=",
		"x = 3j":                                     "complex",
		"a = [1]\na[0:1] = [2]":                      "slices",
		"async def f(): pass":                        "async",
		"match x:\n    case 1: pass":                 "match",
		"for i in []:\n    pass\nelse:\n    pass":    "else after a loop",
		"class_ = 1\nx.y = 2":                        "attributes",
		"def f(a, /): pass":                          "positional-only",
		"from math import *":                         "import of *",
		"raise":                                      "raise without",
		"print(1)\nnumpy = 2\nimport numpy":          "module numpy",
		"f'{1}' b'x'":                                "bytes beside",
	} {
		ex := do(t, it, code)
		if ex.Kind != DialectError || !strings.Contains(ex.Error, "this dialect has no ") || !strings.Contains(ex.Error, want) || ex.Line == 0 || ex.Stdout != "" {
			t.Errorf("%q: got %+v, want a dialect error about %q", code, ex, want)
		}
	}
}

func TestFinalEndsTheCode(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		it := start(t, e, InterpreterOptions{Tools: tools, Call: echo})
		ex := do(t, it, "x = 5\nprint('a')\nends()\nprint('b')")
		if !ex.Final || ex.Error != "" || ex.Stdout != "a\n" || ex.Calls != 1 {
			t.Errorf("got %+v", ex)
		}
		if ex := do(t, it, "x"); ex.Value != "5" || ex.Final {
			t.Errorf("the interpreter did not live on: %+v", ex)
		}
	})
}

func TestAbortComesBackAsItIs(t *testing.T) {
	cause := errors.New("disk full")
	each(t, func(t *testing.T, e *Engine) {
		it := start(t, e, InterpreterOptions{Tools: tools, Call: func(context.Context, string, json.RawMessage) (json.RawMessage, error) {
			return nil, Abort(cause)
		}})
		if _, err := it.Exec(context.Background(), "echo('x')"); !errors.Is(err, cause) {
			t.Errorf("got %v", err)
		}
	})
}

func TestCancelledExec(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		it := start(t, e, InterpreterOptions{})
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(100*time.Millisecond, cancel)
		if _, err := it.Exec(ctx, "while True: pass"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if ex := do(t, it, "1"); ex.Value != "1" || ex.Notice == "" {
			t.Errorf("after a cancelled Exec: %+v", ex)
		}
	})
}

// Code that the interpreter itself can stop keeps its names; code that it can't
// costs them, and the next step says so.
func TestTimeLimit(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		it := start(t, e, InterpreterOptions{Tools: tools, Limits: Limits{Wall: 300 * time.Millisecond},
			Call: func(context.Context, string, json.RawMessage) (json.RawMessage, error) {
				time.Sleep(400 * time.Millisecond) // a tool may take its time
				return json.RawMessage("1"), nil
			}})
		if ex := do(t, it, "x = echo('slow')\nx"); ex.Value != "1" {
			t.Fatalf("time inside a tool was counted: %+v", ex)
		}
		ex := do(t, it, "print('started')\nwhile True:\n    x += 1")
		if ex.Kind != LimitError || ex.Stdout != "started\n" || ex.Line < 1 || !strings.Contains(ex.Error, "names are kept") {
			t.Errorf("got %+v", ex)
		}
		if ex := do(t, it, "x > 1"); ex.Value != "True" || ex.Notice != "" {
			t.Errorf("names were lost: %+v", ex)
		}
	})
}

func TestOutputIsCutWithANote(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		it := start(t, e, InterpreterOptions{Limits: Limits{Output: 1000}})
		ex := do(t, it, "print('é' * 1500)\n'v' * 5000")
		if !ex.Cut || len(ex.Stdout) > 1100 || !strings.Contains(ex.Stdout, "characters more]") || strings.Contains(ex.Stdout, "\uFFFD") {
			t.Errorf("printed: %d bytes, %q", len(ex.Stdout), ex.Stdout[max(0, len(ex.Stdout)-60):])
		}
		if len(ex.Value) > 1100 || !strings.Contains(ex.Value, "more]") {
			t.Errorf("value: %d bytes", len(ex.Value))
		}
	})
}

func TestCallLimits(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		it := start(t, e, InterpreterOptions{Tools: tools, Call: echo, Limits: Limits{Calls: 3, CallBytes: 1000}})
		if ex := do(t, it, "for i in range(5):\n    print(i)\n    echo('x')"); !strings.Contains(ex.Error, "limit of 3 calls") || ex.Stdout != "0\n1\n2\n3\n" {
			t.Errorf("got %+v", ex)
		}
		if ex := do(t, it, "echo('x' * 2000)"); !strings.Contains(ex.Error, "more than 1000 bytes") {
			t.Errorf("got %+v", ex)
		}
	})
}

func TestDetect(t *testing.T) {
	ctx := context.Background()
	if _, err := Detect(ctx, "ruby", ""); err == nil {
		t.Error("an unknown engine was found")
	}
	no := (*IsolationError)(nil)
	if _, err := Detect(ctx, PythonEngine, "/no/such/python3"); !errors.As(err, &no) {
		t.Errorf("got %v, want an IsolationError", err)
	}
	e, err := Detect(ctx, AutoEngine, "/no/such/python3")
	if err != nil || e.Name != StarlarkEngine || !strings.Contains(e.Reason, "not there") {
		t.Errorf("auto without python3: %+v, %v", e, err)
	}
}

// Many interpreters at once start, work and end; none is taken for another.
func TestManyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				for range 3 {
					it, err := e.New(context.Background(), InterpreterOptions{Tools: tools, Call: echo})
					if err != nil {
						t.Error(err)
						return
					}
					ex, err := it.Exec(context.Background(), fmt.Sprintf("x = %d\necho(code=x)['args']['code'] + 1", i))
					if err != nil || ex.Value != strconv.Itoa(i+1) {
						t.Errorf("%d: %+v, %v", i, ex, err)
					}
					if err := it.Close(); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
	})
}
