package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/internal/require"
	"ensures/tla/syntax"
)

const locks = `Some text before, with a " quote.
---- MODULE Locks ----
(* A comment (* nested *) with Foo == 1 *)
EXTENDS Naturals, Sequences \* LOCAL INSTANCE X
CONSTANTS Threads, Op(_, _),
          Max
VARIABLES lock, pc,
  queue
vars == <<lock, pc, queue>>
LOCAL helper(a) == a + 1
f[n \in Nat] == IF n = 0 THEN 1 ELSE f[n - 1]
RECURSIVE g(_)
g(x) == g(x)
a (+) b == a + b
I == INSTANCE Other WITH x <- y
LOCAL INSTANCE TLC
ASSUME Max > 0 /\ "== not a def ==" # ""
Init == /\ lock = FALSE
        /\ pc = [t \in Threads |-> "idle"]
        /\ queue = << >>
Acquire(t) ==
  /\ pc[t] = "idle"
  /\ lock' = TRUE
  /\ LET me == t
         other(z) == z
     IN  pc' = [pc EXCEPT ![me] = "cs"]
  /\ UNCHANGED queue
Release(t) == /\ lock' = FALSE /\ pc' = pc
              /\ UNCHANGED <<queue>>
Enqueue(t, v) == queue' = Append(queue, v) /\ UNCHANGED <<lock, pc>>
Env == \E t \in Threads, v \in 1..Max : Enqueue(t, v)
Idle == UNCHANGED vars
Step(t) == Acquire(t) \/ Release(t)
Next == \/ \E t \in Threads : \/ Step(t)
                              \/ /\ pc[t] = "x"
                                 /\ pc' = [pc EXCEPT ![t] = "y"]
                                 /\ UNCHANGED <<lock, queue>>
        \/ Env
        \/ Idle
Spec == Init /\ [][Next]_vars /\ WF_vars(Next)
---- MODULE Inner ----
Hidden == 1
====
Last == 2
====
After == 3
`

func TestParse(t *testing.T) {
	m := syntax.Parse(locks)
	var got []string
	for _, d := range m.Definitions {
		s := fmt.Sprintf("%d:%d-%d:%d %s(%s)", d.From.Line, d.From.Column, d.To.Line, d.To.Column, d.Name, strings.Join(d.Params, ","))
		if d.Local {
			s += " local"
		}
		if d.Function {
			s += " function"
		}
		if d.Recursive {
			s += " recursive"
		}
		got = append(got, s)
	}
	for _, c := range [][]syntax.Declaration{m.Constants, m.Variables} {
		for _, d := range c {
			got = append(got, fmt.Sprintf("%s/%d %d:%d", d.Name, d.Arity, d.Line, d.Column))
		}
	}
	got = append(got, fmt.Sprint(m.Name, m.Extends, len(m.Assumptions), len(m.Problems), m.Instances))
	want := `9:1-9:27 vars()
10:7-10:24 helper(a) local
11:1-11:45 f() function recursive
13:1-13:12 g(x) recursive
14:1-14:16 (+)(a,b)
18:1-20:24 Init()
21:1-27:20 Acquire(t)
28:1-29:36 Release(t)
30:1-30:68 Enqueue(t,v)
31:1-31:53 Env()
32:1-32:22 Idle()
33:1-33:35 Step(t)
34:1-39:15 Next()
40:1-40:46 Spec()
44:1-44:9 Last()
Threads/0 5:11
Op/2 5:20
Max/0 6:11
lock/0 7:11
pc/0 7:17
queue/0 8:3`

	if d := cmp.Diff(strings.Split(want, "\n"), got[:len(got)-1]); d != "" {
		t.Error(d)
	}
	if !strings.HasPrefix(got[len(got)-1], "Locks[Naturals Sequences] 1 0 ") || len(m.Instances) != 2 || m.Instances[0].Name != "I" || m.Instances[1].Module != "TLC" || !m.Instances[1].Local {
		t.Error(got[len(got)-1], m.Problems)
	}
	if got := m.Definitions[6].Text; !strings.HasPrefix(got, "Acquire(t) ==\n") || !strings.HasSuffix(got, "UNCHANGED queue") {
		t.Errorf("%q", got)
	}
}

func TestActions(t *testing.T) {
	s := syntax.NewSpec(locks)
	var got []string
	for _, a := range s.Actions("Next") {
		got = append(got, fmt.Sprintf("%s %v %v: %s", a.Name, a.Part, a.Args, strings.Join(strings.Fields(a.String()), " ")))
	}
	want := []string{
		`Acquire false [t]: \E t \in Threads : Acquire(t)`,
		`Release false [t]: \E t \in Threads : Release(t)`,
		`Next true []: \E t \in Threads : /\ pc[t] = "x" /\ pc' = [pc EXCEPT ![t] = "y"] /\ UNCHANGED <<lock, queue>>`,
		`Enqueue false [t v]: \E t \in Threads : \E v \in 1..Max : Enqueue(t, v)`,
		`Idle false []: Idle`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// check takes the disjuncts of Next of a module with these definitions.
func check(t *testing.T, body string, want ...string) {
	t.Helper()
	s := syntax.NewSpec("---- MODULE M ----\nVARIABLES x, y\n" + body + "\n====\n")
	var got []string
	for _, a := range s.Actions("Next") {
		got = append(got, a.Name+"| "+strings.Join(strings.Fields(a.String()), " "))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s\n%s", body, d)
	}
}

func TestDisjuncts(t *testing.T) {
	check(t, `A == x' = 1
B == x' = 2
Next == A \/ B`, "A| A", "B| B")
	check(t, `A(i) == x' = i
Next == (\E i \in 1..2 : A(i)) \/ \E j \in S : A(j) \/ x' = j`, `A| \E i \in 1..2 : A(i)`, `A| \E j \in S : A(j)`, `Next| \E j \in S : x' = j`)
	// Arguments are put in, and a name that is taken becomes another one.
	check(t, `A(i, k) == x' = i + k
B(n) == \E i \in T : A(i, n) \/ A(n, n+1)
Next == \E i \in S : B(i)`, `A| \E i \in S : \E i_2 \in T : A(i_2, i)`, `A| \E i \in S : \E i_2 \in T : A(i, i+1)`)
	check(t, `A(r) == x' = r.r /\ y' = [r |-> 1]
All(r) == A(r) \/ y' = [r |-> r.r]
Next == \E q \in S : All(q)`, `A| \E q \in S : A(q)`, `All| \E q \in S : y' = [r |-> q.r]`)
	check(t, `Next == IF x = 1 THEN x' = 1 \/ x' = 3 ELSE x' = 2`, `Next| IF x = 1 THEN x' = 1 \/ x' = 3 ELSE x' = 2`)
	check(t, `Next == x = 1 => x' = 2 \/ x' = 3`, `Next| x = 1 => x' = 2 \/ x' = 3`)
	check(t, `Next == /\ x = 1 /\ (x' = 2 \/ x' = 3)
        /\ y' = 1 \/ y' = 2`, `Next| /\ x = 1 /\ (x' = 2 \/ x' = 3) /\ y' = 1 \/ y' = 2`)
	check(t, `A == x' = 1
Next == \E <<a, b>> \in S \X T, c \in {z \in U : z > 1} : \/ A
   \/ Self!Step(a)
   \/ Unknown(b)`, `A| \E <<a, b>> \in S \X T : \E c \in {z \in U : z > 1} : A`, `Self!Step| \E <<a, b>> \in S \X T : \E c \in {z \in U : z > 1} : Self!Step(a)`,
		`Unknown| \E <<a, b>> \in S \X T : \E c \in {z \in U : z > 1} : Unknown(b)`)
	check(t, `Next == Next \/ A
A == Next`, `Next| Next`, `Next| Next`)
}

// What is broken is read as far as possible.
func TestBroken(t *testing.T) {
	for src, want := range map[string]string{
		"":                               "no line",
		"---- MODULE M ----\nA == 1\n":   "no end",
		"---- MODULE M ----\nA ==\n====": "no body",
		"---- MODULE M ----\nA == \"x\nB == 2\n====":             "string has no end",
		"---- MODULE M ----\nB == 1 (* open\n====":               "comment has no end",
		"---- MODULE M ----\nA == LET x == 1 x\nB == 2\n====":    "",
		"---- MODULE M ----\nA == (1 + \nB == 2\n====":           "",
		"---- MODULE M ----\n/\\ what\nB == 2\n====":             "not a declaration",
		"---- MODULE M ----\nB == 2\n  Indented == 3\n====\n(* ": "",
	} {
		m := syntax.Parse(src)
		var texts []string
		for _, p := range m.Problems {
			texts = append(texts, p.Text)
		}
		if all := strings.Join(texts, "; "); want == "" && all != "" || !strings.Contains(all, want) {
			t.Errorf("%q: %q, want %q", src, all, want)
		}
		if strings.Contains(src, "B == 2") && (len(m.Definitions) == 0 || m.Definitions[len(m.Definitions)-1].Name != "B" && !strings.Contains(src, "Indented")) {
			t.Errorf("%q: B is lost: %v", src, len(m.Definitions))
		}
	}
}

// Every module of the recorded runs that is right is read without a problem.
func TestRecorded(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(require.Shared(t, "transcripts/tlc"), "*.tlc.tool.txtar"))
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		m := syntax.Parse(string(text))
		if len(m.Problems) > 0 && !strings.Contains(p, "lexical_error") {
			t.Errorf("%s: %v", filepath.Base(p), m.Problems)
		}
		if len(m.Definitions) < 2 || len(m.Variables) == 0 {
			t.Errorf("%s: %+v", filepath.Base(p), m)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(locks)
	f.Add("---- MODULE M ----\nNext == \\E x \\in S : A(x) \\/ B\nA(x) == x' = 1\n====")
	f.Fuzz(func(t *testing.T, src string) {
		s := syntax.NewSpec(src)
		m := s.Modules[0]
		lines := strings.Count(src, "\n") + 1
		for _, d := range m.Definitions {
			if d.From.Line < 1 || d.To.Line > lines || d.To.Line < d.From.Line || d.Text == "" {
				t.Errorf("%q: %+v", src, d.Span)
			}
			for _, a := range s.Actions(d.Name) {
				_ = a.String()
			}
		}
	})
}
