package agent

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
	"ensures/llm"
	"ensures/llm/llmtest"
	"ensures/llm/openai"
	"ensures/tools"
	"ensures/tools/spec"
	"ensures/trajectories"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/refute"
	"ensures/verify/smt"
)

// runtime is shared: reading the class library takes time.
var runtime = sync.OnceValue(bench.NewRuntime)

// solver is the native verifier over z3.
func solver(t testing.TB) verify.Backend {
	t.Helper()
	b := nativetest.Backend(t, native.Options{Library: runtime().Types, Quick: time.Second, Patient: 5 * time.Second, Processes: 1}, smt.Z3)
	return refute.Wrap(b, refute.Options{Runtime: runtime()})
}

// story is a task and the three specifications of a model that learns: one that is
// wrong, one that is weak, one that is right. @ and @loop in the code are where
// they go.
type story struct {
	name, method, code string
	wrong, weak, right [2]string
}

var stories = []story{
	{
		name: "branches", method: "clamp",
		code: `public class Clamp {
    @
    public static int clamp(int value, int low, int high) {
        if (value < low) return low;
        if (value > high) return high;
        return value;
    }
}
`,
		wrong: [2]string{`ensures \result >= low && \result <= high;`},
		weak:  [2]string{`ensures low <= value && value <= high ==> \result == value;`},
		right: [2]string{`ensures \result == (value < low ? low : value > high ? high : value);
assignable \nothing;`},
	},
	{
		name: "loop", method: "max",
		code: `public class Max {
    @
    public static int max(int[] a) {
        int m = a[0];
        @loop
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m) {
                m = a[i];
            }
        }
        return m;
    }
}
`,
		wrong: [2]string{`requires a.length > 0;
ensures \result == a[0];`, `loop_invariant 1 <= i && i <= a.length;`},
		weak: [2]string{`requires a.length > 0;
ensures true;`, `loop_invariant 1 <= i && i <= a.length;`},
		right: [2]string{`requires a.length > 0;
ensures (\forall int k; 0 <= k && k < a.length; a[k] <= \result);
ensures (\exists int k; 0 <= k && k < a.length; a[k] == \result);
assignable \nothing;`, `loop_invariant 1 <= i && i <= a.length;
loop_invariant (\forall int k; 0 <= k && k < i; a[k] <= m);
loop_invariant (\exists int k; 0 <= k && k < i; a[k] == m);
decreases a.length - i;`},
	},
	{
		name: "exception", method: "take",
		code: `public class Purse {
    public int cents;

    public Purse(int cents) { this.cents = cents; }

    @
    public int take(int amount) {
        if (amount < 0) throw new IllegalArgumentException("negative");
        int taken = amount < cents ? amount : cents;
        cents -= taken;
        return taken;
    }
}
`,
		wrong: [2]string{`requires amount >= 0;
ensures \result == amount;
assignable cents;`},
		weak: [2]string{`requires amount >= 0;
ensures \result <= amount;
assignable cents;`},
		right: [2]string{`public normal_behavior
  requires amount >= 0;
  ensures \result == (amount < \old(cents) ? amount : \old(cents));
  ensures cents == \old(cents) - \result;
  assignable cents;
also
public exceptional_behavior
  requires amount < 0;
  signals (IllegalArgumentException e) true;
  signals_only IllegalArgumentException;
  assignable \nothing;`},
	},
}

// with is the code with a specification in it.
func (s story) with(text [2]string) string {
	var out strings.Builder
	for line := range strings.Lines(s.code) {
		body := strings.TrimSpace(line)
		indent := line[:strings.Index(line, body)]
		switch body {
		case "@", "@loop":
			for l := range strings.Lines(text[len(body)/5]) {
				out.WriteString(indent + "//@ " + strings.TrimRight(l, "\n") + "\n")
			}
		default:
			out.WriteString(line)
		}
	}
	return out.String()
}

// replies are what the model says, in the form of a mode.
func (s story) replies(mode Mode) []llmtest.Reply {
	calls := []struct{ thought, tool, code string }{
		{"A first try.", "verify_with_openjml", s.with(s.wrong)},
		{"It fails: why?", "analyze_errors", s.with(s.wrong)},
		{"Then less.", "verify_with_openjml", s.with(s.weak)},
		{"Verified. Is it strong?", "run_spec_harness", s.with(s.weak)},
		{"Good enough?", "task_complete", s.with(s.weak)},
		{"No. The whole truth.", "verify_with_openjml", s.with(s.right)},
		{"Hand it in.", "task_complete", s.with(s.right)},
	}
	var out []llmtest.Reply
	for i, c := range calls {
		args, _ := json.Marshal(map[string]string{"code": c.code})
		r := llmtest.Reply{Text: c.thought, ToolCalls: []llmtest.Call{{ID: fmt.Sprintf("call%d", i+1), Name: c.tool, Arguments: string(args)}}}
		if mode == CodeAct {
			r = llmtest.Reply{Text: c.thought + "\n```python\ncandidate = r\"\"\"" + c.code + "\"\"\"\nprint(" + c.tool + "(code=candidate))\n```"}
		}
		out = append(out, r)
	}
	return out
}

// In both modes, streamed and not, a model that starts with a wrong specification
// comes by a failed proof and a weak score to completion, with the real verifier.
func TestStories(t *testing.T) {
	backend := solver(t)
	for _, s := range stories {
		for _, v := range variants {
			var last string
			for _, stream := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/stream=%v", s.name, v.name, stream), func(t *testing.T) {
					srv := llmtest.New(t, s.replies(v.mode)...)
					res, run := s.run(t, v, srv, backend, stream)
					if res.Outcome != Complete || !res.Success || res.Best == nil || res.Best.Text != s.with(s.right) || res.Best.Verdict != "verified" {
						t.Fatalf("%+v", res)
					}
					reqs := srv.Requests()
					requests := scrub(conversationOf(t, reqs[len(reqs)-1]))
					if last != "" && last != requests {
						t.Error("streaming changes what the model is told")
					}
					last = requests
					golden.Text(t, filepath.Join("testdata", s.name+"."+string(v.mode)+".tale.txt"), tale(run))
					golden.Text(t, filepath.Join("testdata", s.name+"."+string(v.mode)+".request.txt"), requests)
				})
			}
		}
	}
}

// tale is a run's record in a line for each call and step: what was done and what
// was found, in numbers and words that do not change when a message is worded anew.
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
			for _, m := range []string{"post_correctness", "post_completeness", "pre_correctness"} {
				if x, ok := c.Strict[m]; ok {
					fmt.Fprintf(&b, " %s %.2f", m, x)
				}
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// scrub takes out how failures are worded, as JSON and as Python print them.
func scrub(s string) string {
	s = regexp.MustCompile(`["']failures["']: ?\[.*?\], ?["']more`).ReplaceAllString(s, "failures …, more")
	return regexp.MustCompile(`["'](text|first|advice|classes)["']: ?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\{[^{}]*\})`).ReplaceAllString(s, "$1 …")
}

// conversationOf is a request's messages, readable.
func conversationOf(t testing.TB, raw json.RawMessage) string {
	t.Helper()
	var body struct {
		Messages []struct {
			Role    string
			Content any
			Calls   json.RawMessage `json:"tool_calls"`
		}
	}
	if err := json.Unmarshal(raw, &body); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range body.Messages {
		text, ok := m.Content.(string)
		if !ok {
			raw, _ := json.Marshal(m.Content)
			text = string(raw)
		}
		fmt.Fprintf(&b, "=== %s\n%s\n", m.Role, text)
		if len(m.Calls) > 0 {
			fmt.Fprintf(&b, "calls %s\n", m.Calls)
		}
	}
	return b.String()
}

// run lets the model work at the story, recorded.
func (s story) run(t testing.TB, v variant, srv *llmtest.Server, backend verify.Backend, stream bool) (Result, *trajectories.Run) {
	t.Helper()
	plain := s.with([2]string{})
	var task *bench.Task
	tasks, _ := bench.MethodsOf("Task.java", plain)
	for _, m := range tasks {
		if m.Method == s.method {
			task = m
		}
	}
	bar := spec.Bar{PostCorr: 0.9, PostComp: 0.9, PreCorr: 0.5}
	reg, err := tools.NewRegistry(spec.New(task, spec.Options{Runtime: runtime(), Backend: backend, Prepare: bench.Options{Inputs: 150}, Bar: bar}).Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	client, err := openai.New(openai.Options{BaseURL: srv.URL, Stream: stream})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	w, err := trajectories.Create(trajectories.Options{Dir: dir, Now: clock()}, trajectories.Header{Run: "r", Verb: "test"})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Client: client, Model: "toy", Tools: reg, Judge: spec.NewJudge(bar), Prompts: words{}, PlanEvery: 8,
		Now: clock(), Record: w, Broken: w.Err}
	v.options(t, &o)
	var streamed strings.Builder
	if stream {
		o.Stream = func(d llm.Delta) { streamed.WriteString(d.Text) }
	}
	res := Run(t.Context(), "Specify "+task.ID+":\n\n"+plain, o)
	if err := w.Conclude(trajectories.Conclusion{Outcome: string(res.Outcome), Success: res.Success, Candidate: res.Best}); err != nil {
		t.Fatal(err)
	}
	if stream && !strings.Contains(streamed.String(), "Hand it in.") {
		t.Error("nothing was streamed")
	}
	run, err := trajectories.Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return res, run
}
