package prompted

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/bench"
	"ensures/internal/golden"
	"ensures/internal/require"
	"ensures/llm/llmtest"
	"ensures/llm/openai"
	"ensures/prompts"
	"ensures/trajectories"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/smt"
)

// solver is the native verifier over z3.
func solver(t testing.TB) verify.Backend {
	t.Helper()
	return nativetest.Backend(t, native.Options{Library: runtime().Types, Quick: time.Second, Patient: 5 * time.Second, Processes: 1}, smt.Z3)
}

var runtime = sync.OnceValue(bench.NewRuntime)

// story is a task, what a model answers, and how it ends. In replies that are
// specifications, the lines up to each @ of the code go in its place.
type story struct {
	method, code string
	replies      []string
	checks       int // verifications
	want         []string
	not          []string
}

// with is the code with clauses in place of its marks.
func with(code string, specs ...string) string {
	parts := strings.Split(code, "@@\n")
	out := parts[0]
	for i, p := range parts[1:] {
		indent := out[strings.LastIndexByte(out, '\n')+1:]
		out = strings.TrimSuffix(out, indent)
		if i < len(specs) && specs[i] != "" {
			for _, l := range strings.Split(specs[i], "\n") {
				out += indent + "//@ " + l + "\n"
			}
		}
		out += p
	}
	return out
}

func fence(code string) string { return "Here it is.\n\n```java\n" + code + "```\n" }

const parking = `public class Parking {
    @@
    public static int fee(int hours) {
        if (hours <= 1) {
            return 2;
        }
        return 2 + (hours - 1) * 3;
    }
}
`

const slope = `public class Slope {
    @@
    public static int climb(int n) {
        int height = 0;
        int i = 0;
        @@
        while (i < n) {
            height = height + 2;
            i = i + 1;
        }
        return height;
    }
}
`

const rooms = `public class Rooms {
    @@
    public static int spare(int[] beds, int[] guests) {
        int b = 0;
        @@
        for (int i = 0; i < beds.length; i++) {
            if (beds[i] > 0) {
                b = b + 1;
            }
        }
        int g = 0;
        @@
        for (int k = 0; k < guests.length; k++) {
            if (guests[k] > 0) {
                g = g + 1;
            }
        }
        return b - g;
    }
}
`

const steps = `public class Steps {
    @@
    static int odd(int a) {
        return twice(a) + 1;
    }

    @@
    static int twice(int a) {
        int r = 0;
        int i = 0;
        @@
        while (i < a) {
            r = r + 2;
            i = i + 1;
        }
        return r;
    }
}
`

func clauses(lines ...string) string { return "```jml\n" + strings.Join(lines, "\n") + "\n```\n" }

const (
	feeWrong = "requires 0 <= hours && hours <= 1000;\nensures \\result == 2 + hours * 3;"
	feeRight = "requires 0 <= hours && hours <= 1000;\nensures \\result == (hours <= 1 ? 2 : 2 + (hours - 1) * 3);"
	climb    = "requires 0 <= n && n <= 1000;\nensures \\result == 2 * n;"
	climbing = "loop_invariant 0 <= i && i < n;\nloop_invariant height == 2 * i;\ndecreases n - i;"
)

var (
	repaired = story{method: "fee", code: parking, replies: []string{fence(with(parking, feeWrong)), fence(with(parking, feeRight))}, checks: 2,
		want: []string{feeRight[len("requires 0 <= hours && hours <= 1000;\n"):]}}
	mutated = story{method: "climb", code: slope, replies: repeat(fence(with(slope, climb, climbing)), 11), checks: 13,
		want: []string{"ensures \\result == 2 * n;", "loop_invariant 0 <= i && i <= n;"}}
	placing = story{method: "spare", code: rooms, replies: []string{
		clauses("loop_invariant 0 <= i && i <= beds.length;", "loop_invariant -1 <= i;", "loop_invariant 0 <= b && b <= i;",
			"loop_invariant b == (\\num_of int j; 0 <= j && j < i; beds[j] > 0);", "decreases beds.length - i;"),
		clauses("loop_invariant 0 <= k && k < guests.length;", "loop_invariant g == (\\num_of int j; 0 <= j && j < k; guests[j] > 0);"),
		clauses("requires beds != null && guests != null;",
			"ensures \\result == (\\num_of int j; 0 <= j && j < beds.length; beds[j] > 0) - (\\num_of int j; 0 <= j && j < guests.length; guests[j] > 0);", "assignable \\nothing;"),
		clauses("loop_invariant 0 <= k && k <= guests.length;", "loop_invariant 0 <= g && g <= k;",
			"loop_invariant g == (\\num_of int j; 0 <= j && j < k; guests[j] > 0);", "decreases guests.length - k;"),
		clauses("ensures \\result == (\\num_of int j; 0 <= j && j < beds.length; beds[j] > 0) - (\\num_of int j; 0 <= j && j < guests.length; guests[j] > 0);"),
	}, want: []string{"ensures \\result == (\\num_of", "loop_invariant 0 <= k && k <= guests.length;"}, not: []string{"-1 <= i", "k < guests.length;\n        //@ decreases"}}
	calling = story{method: "odd", code: steps, replies: []string{
		clauses("loop_invariant 0 <= i && i <= a;", "loop_invariant r == 2 * i;", "decreases a - i;"),
		clauses("requires 0 <= a && a <= 1000;", "ensures \\result == a;"),
		clauses("requires 0 <= a && a <= 1000;", "ensures \\result == 2 * a + 1;"),
		clauses("ensures \\result == 2 * a;"),
		clauses("ensures \\result == 2 * a + 1;"),
	}, want: []string{"ensures \\result == 2 * a;", "ensures \\result == 2 * a + 1;"}}
)

func repeat(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}

var stories = map[string]story{
	"specgen-zero": mutated, "specgen-two": repaired, "specgen-four": repaired,
	"autospec-zero": placing, "autospec-two": calling, "autospec-four": placing,
	"formalbench-zero": repaired, "formalbench-two": repaired, "formalbench-zero-cot": repaired,
	"formalbench-few-cot": repaired, "formalbench-few-ltm": repaired,
}

// Every configuration brings its story to a proved specification: over real HTTP,
// with the native verifier, recorded.
func TestConfigurations(t *testing.T) {
	backend := solver(t)
	for _, c := range Configs() {
		if testing.Short() && !require.Sample(c.Name, 3) {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			s, ok := stories[c.Name]
			if !ok {
				t.Fatal("no story")
			}
			var replies []llmtest.Reply
			for _, r := range s.replies {
				replies = append(replies, llmtest.Reply{Text: r})
			}
			srv := llmtest.New(t, replies...)
			res, run := s.run(t, c, srv, Options{Backend: backend})
			if res.Outcome != Complete || res.Last.Verdict != verify.Verified || res.Err != nil {
				t.Fatalf("%s %s %v, %v\n%s", res.Outcome, res.Reason, res.Err, res.Last.Diagnostics, res.Code)
			}
			if res.Steps != len(s.replies) || res.Usage.Input != 100*res.Steps || s.checks > 0 && res.Checks != s.checks {
				t.Errorf("%d steps, %d checks, %d tokens in", res.Steps, res.Checks, res.Usage.Input)
			}
			for _, w := range s.want {
				if !strings.Contains(res.Code, w) {
					t.Errorf("no %q in\n%s", w, res.Code)
				}
			}
			for _, w := range s.not {
				if strings.Contains(res.Code, w) {
					t.Errorf("%q in\n%s", w, res.Code)
				}
			}
			if d := difference(with(s.code), res.Code); d != "" {
				t.Error(d)
			}
			golden.Text(t, filepath.Join("testdata", c.Name+".tale.txt"), tale(run)+"\n"+res.Code)
			requests := srv.Requests()
			golden.Text(t, filepath.Join("testdata", c.Name+".request.txt"), scrub(conversation(t, requests[min(len(requests)-1, 3)])))
			for _, raw := range requests {
				var body struct{ Temperature *float64 }
				if err := json.Unmarshal(raw, &body); err != nil || body.Temperature == nil || *body.Temperature != Temperature {
					t.Errorf("temperature %v, %v", body.Temperature, err)
				}
			}
		})
	}
	if len(stories) != 11 || len(Configs()) != 11 {
		t.Errorf("%d stories, %d configurations", len(stories), len(Configs()))
	}
}

// clock ticks a millisecond at every look.
func clock() func() time.Time {
	var mu sync.Mutex
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Millisecond)
		return now
	}
}

// task is the story's method without clauses.
func (s story) task(t testing.TB) *bench.Task {
	t.Helper()
	list, errs := bench.MethodsOf("Task.java", with(s.code))
	for _, m := range list {
		if m.Method == s.method {
			return m
		}
	}
	t.Fatal("no method ", s.method, errs)
	return nil
}

// run works at the story and reads the record back.
func (s story) run(t testing.TB, c Config, srv *llmtest.Server, o Options) (Result, *trajectories.Run) {
	t.Helper()
	if o.Client == nil {
		client, err := openai.New(openai.Options{BaseURL: srv.URL})
		if err != nil {
			t.Fatal(err)
		}
		o.Client = client
	}
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := trajectories.Create(trajectories.Options{Dir: t.TempDir(), Now: clock()}, trajectories.Header{Run: "r", Verb: "test"})
	if err != nil {
		t.Fatal(err)
	}
	temperature := Temperature
	o.Model, o.Prompts, o.Record, o.Broken, o.Temperature = "toy", set, w, w.Err, &temperature
	if o.Repairs == 0 {
		o.Repairs = Repairs
	}
	if o.Mutations == 0 {
		o.Mutations = 20
	}
	res := Run(t.Context(), c, s.task(t), o)
	if err := w.Conclude(trajectories.Conclusion{Outcome: string(res.Outcome), Success: res.Outcome == Complete, Candidate: res.Candidate()}); err != nil {
		t.Fatal(err)
	}
	run, err := trajectories.Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return res, run
}

// tale is a run's record in a line for each call and step.
func tale(run *trajectories.Run) string {
	var b strings.Builder
	names := map[int]string{}
	for _, r := range run.Records {
		switch r.Type {
		case trajectories.StepStart, trajectories.ToolCallStart, trajectories.ModelCallStart:
			names[r.ID] = strings.TrimSpace(r.Kind + " " + r.Name)
			continue
		}
		fmt.Fprintf(&b, "%s %s %s", r.Type, names[r.ID], r.Outcome)
		if c := r.Candidate; c != nil {
			fmt.Fprintf(&b, ", candidate %.8s %s", c.SHA256, c.Verdict)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// scrub takes out how the verifier words a failure.
func scrub(s string) string {
	s = regexp.MustCompile("(?m)^(- F.*?: ).*$").ReplaceAllString(s, "$1…")
	s = regexp.MustCompile("(?m)^(- `.*`: ).*$").ReplaceAllString(s, "$1…")
	return regexp.MustCompile(`(?m)^(Line \d+: ).*$`).ReplaceAllString(s, "$1…")
}

// conversation is a request's messages, readable.
func conversation(t testing.TB, raw json.RawMessage) string {
	t.Helper()
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal(raw, &body); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range body.Messages {
		fmt.Fprintf(&b, "=== %s\n%s\n", m.Role, m.Content)
	}
	return b.String()
}
