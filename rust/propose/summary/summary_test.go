package summary_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/propose/summary"
	"ensures/rust/spec"
)

// Each form of code with what must be among what is said of it.
func TestOf(t *testing.T) {
	for name, c := range map[string]struct {
		code                         string
		requires, ensures, invariant []string
		function                     string
	}{
		"straight": {
			code:     "fn f(a: u8, b: u8) -> u8 { let c = a - b; if c > 3 { c } else { 3 } }",
			requires: []string{"b <= a"},
			ensures:  []string{"result == (if a - b > 3 { a - b } else { 3 })"},
		},
		"appended": {
			code: `fn f(a: &Vec<i32>, b: &[i32]) -> Vec<i32> { let mut c = Vec::new(); let mut n = 0;
				while n < a.len() { c.push(a[n] * b[n]); n += 1; } c }`,
			requires:  []string{"a.len() <= b.len()", "(forall|k: int| 0 <= k && k < a.len() ==> a[k] * b[k] <= i32::MAX)"},
			ensures:   []string{"result.len() == a.len()", "(forall|k: int| 0 <= k && k < result.len() ==> result[k] == a[k] * b[k])"},
			invariant: []string{"n <= a.len()", "c.len() == n", "(forall|k: int| 0 <= k && k < c.len() ==> c[k] == a[k] * b[k])"},
		},
		"items": {
			code:      "fn f(a: Vec<i32>, t: i32) -> bool { for x in a { if x >= t { return false; } } true }",
			ensures:   []string{"result <==> (forall|k: int| 0 <= k && k < a.len() ==> a[k] < t)"},
			invariant: []string{"(forall|k: int| 0 <= k && k < iter.pos ==> a[k] < t)"},
		},
		"items from the end": {
			code:      "fn f(a: &[i32]) -> bool { for x in a.iter().rev() { if *x == 0 { return true; } } false }",
			ensures:   []string{"result <==> (exists|k: int| 0 <= k && k < a.len() && a[a.len() - k - 1] == 0)"},
			invariant: []string{"(forall|k: int| 0 <= k && k < a.len() - iter.pos - 1 ==> a[a.len() - k - 1] != 0)"},
		},
		"items with their numbers": {
			code:      "fn f(a: &[u8]) -> usize { let mut n = 0; for (i, x) in a.iter().enumerate() { if i % 2 == 0 && *x > 3 { n += 1; } } n }",
			ensures:   []string{"result == n_up_to(a@, a.len())"},
			invariant: []string{"n == n_up_to(a@, i)"},
			function:  "if (n_ - 1) % 2 == 0 && a[n_ - 1] > 3 { 1 } else { 0 }",
		},
		"items in a loop of another": {
			code:      "fn f(a: &[i32], n: i32) -> bool { for x in a { for k in 0..n { if *x == k { return true; } } } false }",
			invariant: []string{"(forall|j: int| 0 <= j && j < k ==> x != j)"},
		},
		"numbers from the end": {
			code:      "fn f(n: i32) -> i32 { for i in (1..n).rev() { if n % i == 0 { return i; } } 0 }",
			requires:  []string{"1 <= n"},
			invariant: []string{"(forall|k: int| 0 <= k && k < n - i - 1 ==> n % (n - k - 1) != 0)"},
		},
		"turns without a name": {
			code:      "fn f(n: u8) -> u8 { let mut s = 0; for _ in 0..n { s += 1; } s }",
			ensures:   []string{"result == n"},
			invariant: []string{"s == iter.cur"},
		},
		"made anew of what it was": {
			code:      "fn f(a: &[i64]) -> i64 { let mut m = a[0]; for i in 1..a.len() { if a[i] > m { m = a[i]; } } m }",
			ensures:   []string{"result == m_up_to(a@, a.len())"},
			invariant: []string{"m == m_up_to(a@, i)"},
			function:  "if n <= 1 { a[0] } else { let before = m_up_to(a, n - 1); (if a[n - 1] > before { a[n - 1] } else { before }) }",
		},
		"towards zero": {
			code:    "fn f(n: i32) -> i32 { n / 2 }",
			ensures: []string{"result == (if 0 <= n { n / 2 } else { -(-n / 2) })"},
		},
		"asked for and there": {
			code:     "fn f(a: &Vec<i32>, i: usize) -> i32 { *a.get(i).unwrap() + a.last().unwrap().clone() }",
			requires: []string{"i < a.len()", "0 < a.len()"},
			ensures:  []string{"result == a[i] + a[a.len() - 1]"},
		},
		"calls itself": {
			code:     "fn fib(n: u32) -> u32 { if n == 0 { return 0; } if n == 1 { return 1; } return fib(n - 1) + fib(n - 2); }",
			requires: []string{"u32::MIN <= fib_of(n) && fib_of(n) <= u32::MAX", "(forall|k: int| 0 <= k && k < n ==> u32::MIN <= fib_of(k) && fib_of(k) <= u32::MAX)"},
			ensures:  []string{"result == fib_of(n)"},
			function: "if n < 0 { 0 } else { (if n == 0 { 0 } else { (if n != 0 && n == 1 { 1 } else { fib_of(n - 1) + fib_of(n - 2) }) }) }",
		},
		"in place": {
			code:      `fn f(a: &mut Vec<i32>, n: usize) { let mut i = 0; while i < n { a[i] = 1; i += 1; } i = 0; while i < n { if a[i] == 1 { a[i] = a[i] + 4; } i += 1; } }`,
			requires:  []string{"n <= a.len()"},
			ensures:   []string{"a.len() == old(a).len()", "(forall|k: int| 0 <= k && k < a.len() ==> a[k] == (if k < n { 5 } else { old(a)[k] }))"},
			invariant: []string{"(forall|k: int| 0 <= k && k < i ==> a[k] == 5)"},
		},
		"found": {
			code:      "fn f(a: &[u8], x: u8) -> Option<usize> { let mut i = 0; while i < a.len() { if a[i] == x { return Some(i); } i += 1; } None }",
			ensures:   []string{"(forall|k: int| 0 <= k && k < a.len() ==> a[k] != x) ==> result == None", "result.is_some() ==> a[result.unwrap()] == x", "result.is_some() ==> (forall|k: int| 0 <= k && k < result.unwrap() ==> a[k] != x)"},
			invariant: []string{"(forall|k: int| 0 <= k && k < i ==> a[k] != x)"},
		},
		"flag in a loop in a loop": {
			code: `fn f(a: &[u8], b: &[u8]) -> bool { let mut all = true; let mut i = 0; while i < a.len() { let mut some = false; let mut j = 0;
				while j < b.len() { if a[i] == b[j] { some = true; } j += 1; } if !some { all = false; } i += 1; } all }`,
			ensures: []string{"result <==> (forall|p: int| 0 <= p && p < a.len() ==> (exists|k: int| 0 <= k && k < b.len() && a[p] == b[k]))"},
		},
		"filtered": {
			code:      `fn f(a: &Vec<i32>) -> Vec<i32> { let mut out = Vec::new(); let mut i = 0; while i < a.len() { if a[i] < 0 { out.push(a[i]); } i += 1; } out }`,
			ensures:   []string{"result@ == a@.filter(|k: i32| k < 0)", "(forall|k: int| 0 <= k && k < result.len() ==> result[k] < 0)", "result.len() <= a.len()"},
			invariant: []string{"out@ == a@.take(i).filter(|k: i32| k < 0)"},
		},
		"without doubles": {
			code: `fn has(a: &Vec<i32>, x: i32) -> bool { let mut i = 0; while i < a.len() { if a[i] == x { return true; } i += 1; } false }
fn f(a: &Vec<i32>) -> Vec<i32> { let mut out = Vec::new(); let mut i = 0; while i < a.len() { if !has(&out, a[i]) { out.push(a[i]); } i += 1; } out }`,
			ensures:  []string{"result@ == out_up_to(a@, a.len())", "(forall|j: int| 0 <= j && j < result.len() ==> (forall|k: int| 0 <= k && k < j ==> result[k] != result[j]))"},
			function: "let before = out_up_to(a, n - 1); if (forall|k: int| 0 <= k && k < before.len() ==> before[k] != a[n - 1]) { before.push(a[n - 1]) } else { before }",
		},
		"sum": {
			code:     "fn f(a: &Vec<i64>, from: usize) -> i64 { let mut s = 0; let mut i = from; while i < a.len() { s = s + a[i]; i += 1; } s }",
			requires: []string{"(forall|k: int| from <= k && k < a.len() ==> s_up_to(a@, from, k) + a[k] <= i64::MAX)"},
			ensures:  []string{"result == s_up_to(a@, from, a.len())"},
			function: "if n <= from { 0 } else { s_up_to(a, from, n - 1) + (a[n - 1]) }",
		},
		"closed sum": {
			code:      "fn f(n: u64) -> u64 { let mut i = 0; let mut s = 0; while i < n { i = i + 1; s = s + i; } s }",
			ensures:   []string{"result == (n + 1) * n / 2"},
			invariant: []string{"s == (i + 1) * i / 2"},
		},
		"counted": {
			code:      "fn f(a: &[u8]) -> usize { let mut c = 0; let mut i = 0; while i < a.len() { if a[i] > 9 { c += 1; } i += 1; } c }",
			ensures:   []string{"result == c_up_to(a@, a.len())"},
			invariant: []string{"c <= i", "c == c_up_to(a@, i)"},
			function:  "(if a[n - 1] > 9 { 1 } else { 0 })",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := spec.Parse(c.code)
			fn := f.Funcs[len(f.Funcs)-1]
			s := summary.Of(f, fn)
			has := func(what string, all, want []string) {
				for _, w := range want {
					if !slices.Contains(all, w) {
						t.Errorf("no %s %q in\n%s", what, w, strings.Join(all, "\n"))
					}
				}
			}
			has("requires", s.Requires, c.requires)
			has("ensures", s.Ensures, c.ensures)
			var inv []string
			for _, l := range fn.Loops {
				inv = append(inv, s.Invariants[l]...)
			}
			has("invariant", inv, c.invariant)
			if c.function != "" && (len(s.Functions) != 1 || !strings.Contains(s.Functions[0].Text, c.function)) {
				t.Errorf("functions %v", s.Functions)
			}
			for _, text := range slices.Concat(s.Requires, s.Ensures, inv) {
				if g := spec.Parse("//@ ensures " + text + "\nfn f() {}"); len(g.Errs) > 0 || len(g.Funcs[0].Clauses) != 1 {
					t.Errorf("%q is not read: %v", text, g.Errs)
				}
			}
		})
	}
}

// Where code has no meaning here, nothing is said of what depends on it, and all of the rest.
func TestUnknown(t *testing.T) {
	f := spec.Parse(`fn f(a: &Vec<i32>, b: &mut Vec<i32>, n: usize) -> i32 {
    let mut s = 0;
    let mut i = 0;
    while i < n { b[i] = 7; s = helper(s); i += 1; }
    let mut k = 0;
    while k < b.len() { b[k] = 2; k += 1; }
    s + mystery(a)
}`)
	s := summary.Of(f, f.Funcs[0])
	if !slices.Contains(s.Ensures, "b.len() == old(b).len()") || slices.ContainsFunc(s.Ensures, func(e string) bool { return strings.Contains(e, "result") }) {
		t.Errorf("%q %q", s.Requires, s.Ensures)
	}
	for _, code := range []string{"fn f() { loop {} }", "fn f(x: i32) -> i32 { f(x) }", "fn f() {}", "fn f(x: i32) -> i32 { match x { 1 => 2, _ => 3 } }"} {
		f := spec.Parse(code)
		summary.Of(f, f.Funcs[0])
	}
}

// Every function of the data sets is summarised, and what is said of it is read again.
func TestData(t *testing.T) {
	functions, said := 0, 0
	for _, name := range []string{"data/rust/verusbench.jsonl", "data/rust/humanevalx.jsonl"} {
		text, err := os.ReadFile(require.Shared(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var task struct{ Stripped, Code string }
			if err := json.Unmarshal([]byte(line), &task); err != nil {
				t.Fatal(err)
			}
			f := spec.Parse(task.Stripped + task.Code)
			for _, fn := range f.Funcs {
				s := summary.Of(f, fn)
				functions++
				if len(s.Ensures) > 0 {
					said++
				}
				all := slices.Concat(s.Requires, s.Ensures)
				for _, list := range s.Invariants {
					all = append(all, list...)
				}
				for _, text := range all {
					if g := spec.Parse("//@ ensures " + text + "\nfn f() {}"); len(g.Errs) > 0 || len(g.Funcs[0].Clauses) != 1 {
						t.Errorf("%q is not read: %v", text, g.Errs)
					}
				}
				for _, d := range s.Functions {
					if g := spec.Parse("//@ " + strings.ReplaceAll(d.Text, "\n", "\n//@ ")); len(g.Errs) > 0 || len(g.Funcs) != 1 {
						t.Errorf("%q is not read: %v", d.Text, g.Errs)
					}
				}
			}
		}
	}
	t.Logf("%d functions, of %d something is said", functions, said)
	if functions < 200 || said < functions/4 {
		t.Error("too few")
	}
}

// Code that has no end of paths or of conditions costs no more than its limits.
func TestMuch(t *testing.T) {
	var deep, wide, sum strings.Builder
	for i := range 40 {
		fmt.Fprintf(&wide, "if x > %d { y = y + %d; }\n", i, i)
		fmt.Fprintf(&deep, "while i%d < x { let mut i%d = 0;\n", i, i+1)
		fmt.Fprintf(&sum, "y = y * y + x;\n")
	}
	for _, body := range []string{wide.String(), "let mut i0 = 0;\n" + deep.String() + strings.Repeat("}", 40), sum.String()} {
		f := spec.Parse("fn f(x: u32) -> u32 { let mut y = 0;\n" + body + "y }")
		summary.Of(f, f.Funcs[0])
	}
}
