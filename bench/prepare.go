package bench

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"ensures/java/interp"
	"ensures/java/types"
)

// Options bound the preparation of a task; zero fields mean their defaults.
type Options struct {
	Pairs    int   // most pairs of T⁺ from tests; default 400
	Inputs   int   // generated inputs to run; default 400
	Invalid  int   // most inputs of T⁻; default 60
	Seed     int64 // of generated inputs; default 1
	Steps    int64 // of one test run; default 20 million
	Quick    int64 // of one test run whose recorded output can be trusted instead; default 300,000
	RunSteps int64 // of one generated run; default 200,000
	AllSteps int64 // of all generated runs together, after which no more are made; default no limit
}

func (o Options) withDefaults() Options {
	o.Pairs = cmp.Or(o.Pairs, 400)
	o.Inputs = cmp.Or(o.Inputs, 400)
	o.Invalid = cmp.Or(o.Invalid, 60)
	o.Seed = cmp.Or(o.Seed, 1)
	o.Steps = cmp.Or(o.Steps, 20_000_000)
	o.Quick = cmp.Or(o.Quick, 300_000)
	o.RunSteps = cmp.Or(o.RunSteps, 200_000)
	return o
}

// Prepared is a task with its pairs.
type Prepared struct {
	*Program
	Pairs     []*Pair // T⁺
	Invalid   []*Pair // T⁻
	Generated int     // inputs that were generated and run
	Undecided int     // of them, too long to tell whether they end
	Open      int     // decisions of the method of which one side was never taken
	Decisions int
	Problems  []string // tests whose run did not give the recorded output, and the like
	NoInputs  error    // why no input could be generated; nil when some could
}

// Prepare compiles a task, runs its tests and looks for inputs of T⁻; a task
// without tests gets its pairs from generated inputs.
func (rt *Runtime) Prepare(ctx context.Context, t *Task, o Options) (*Prepared, error) {
	p, err := rt.Compile(t)
	if err != nil {
		return nil, err
	}
	return p.Prepare(ctx, o)
}

// Prepare is Runtime.Prepare for a compiled task.
func (p *Program) Prepare(ctx context.Context, o Options) (*Prepared, error) {
	o = o.withDefaults()
	out := &Prepared{Program: p}
	seen := map[string]bool{}
	for _, test := range p.Task.Tests {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(out.Pairs) >= o.Pairs {
			break
		}
		if err := out.test(test, o, seen); err != nil {
			return nil, err
		}
	}

	if err := out.generate(ctx, o, seen); err != nil {
		return nil, err
	}
	if len(out.Pairs) == 0 && len(out.Invalid) == 0 {
		if out.NoInputs != nil {
			return nil, out.NoInputs
		}
		return nil, fmt.Errorf("no run of %s gave a pair%s", p.Method.Name, first(out.Problems))
	}
	return out, nil
}

func first(problems []string) string {
	if len(problems) == 0 {
		return ""
	}
	return ": " + problems[0]
}

// test runs one test and records the calls of the method. A run that is too long
// is tried again with more steps, unless its recorded output can be trusted.
func (p *Prepared) test(t Test, o Options, seen map[string]bool) error {
	if trusted, err := p.testOnce(t, min(o.Quick, o.Steps), seen, o.Steps <= o.Quick); trusted || err != nil {
		return err
	}
	_, err := p.testOnce(t, o.Steps, seen, true)
	return err
}

// testOnce reports false when the run exceeded the limits and nothing was filed.
func (p *Prepared) testOnce(t Test, steps int64, seen map[string]bool, last bool) (bool, error) {
	rec := p.recorder(64)
	var stdout bytes.Buffer
	m := p.Run.NewMachine(interp.Options{
		Stdin: strings.NewReader(t.Input), Stdout: &stdout, Hooks: rec.hooks(), Limits: interp.Limits{Steps: steps},
	})

	end := m.RunMain(p.Task.DriverClass, nil)
	switch end.Kind {
	case interp.Unsupported:
		return false, &Unsupported{Construct: end.Construct, At: end.At}
	case interp.Internal:
		return false, fmt.Errorf("interpreter: %s", end.Message)
	case interp.StepLimit, interp.HeapLimit:
		if p.trust(t, rec) {
			return true, nil
		}
		if last {
			p.Problems = append(p.Problems, t.Name+": the run exceeds the limits")
		}
		return false, nil
	}

	got := strings.TrimSpace(stdout.String())
	// Another output than the recorded one is a problem of the test: the pairs say what the code does,
	// and are kept.
	if !t.Silent && !sameOutput(got, t.Output) {
		p.Problems = append(p.Problems, fmt.Sprintf("%s: output %q, recorded %q (%s)", t.Name, got, t.Output, end))
	}
	if t.Silent && end.Kind == interp.Thrown {
		p.Problems = append(p.Problems, fmt.Sprintf("%s: %s", t.Name, end))
	}

	for i, pair := range rec.pairs {
		pair.Name = t.Name
		if len(rec.pairs) > 1 {
			pair.Name += ", call " + strconv.Itoa(i+1)
		}
		p.file(m, pair, seen)
	}
	return true, nil
}

// sameOutput compares outputs as the benchmark does: blanks at line ends and at
// the end do not count.
func sameOutput(a, b string) bool {
	norm := func(s string) string {
		lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " \t")
		}
		return strings.TrimSpace(strings.Join(lines, "\n"))
	}
	return norm(a) == norm(b)
}

// file puts a pair under T⁺ or T⁻ unless its input is there already.
func (p *Prepared) file(m *interp.Machine, pair *Pair, seen map[string]bool) bool {
	key, whole := p.describe(m, pair)
	// A text that was cut may be of two inputs: then both are kept.
	if whole && seen[key] {
		return false
	}
	seen[key] = true
	if pair.End == Returned {
		p.Pairs = append(p.Pairs, pair)
	} else {
		p.Invalid = append(p.Invalid, pair)
	}
	return true
}

// describe is the input as text, and whether that is the whole input, so that
// equal texts mean equal inputs.
func (p *Program) describe(m *interp.Machine, pair *Pair) (string, bool) {
	var text string
	_, end := m.Try(func() interp.Value {
		text = pair.Input(m, p.Method)
		for _, f := range p.statics() {
			if v, ok := pair.Pre.Statics[f]; ok {
				text += ", " + f.Name + "=" + m.FormatValue(v, f.Type)
			}
		}
		if pair.End == Threw && pair.Text == "" {
			pair.Text = messageOf(m, pair.Thrown)
		}
		return interp.Value{}
	})
	return text, end.Kind == interp.Returned && !strings.Contains(text, "…")
}

func messageOf(m *interp.Machine, r interp.Ref) string {
	if s, ok := m.CallMethod(r, "getMessage").R.(*interp.String); ok {
		return s.GoString()
	}
	return ""
}

// trust takes the recorded output of a run that is too long to repeat for the
// result, where the result is printed alone and nothing else can have changed.
func (p *Prepared) trust(t Test, rec *recorder) bool {
	// A receiver's fields may have changed, and nobody saw them afterwards.
	if rec.open == nil || t.Silent || rec.open.pre.This != nil {
		return false
	}
	// An argument that may have been changed has a state after the call that nobody saw.
	for _, l := range p.Method.Params {
		if !immutable(l.Type) {
			return false
		}
	}
	v, ok := parseResult(strings.TrimSpace(t.Output), p.Method.Return)
	if !ok {
		return false
	}
	post := rec.open.pre // nothing in it can change
	p.Pairs = append(p.Pairs, &Pair{Name: t.Name, End: Returned, Pre: rec.open.pre, Post: post, Result: v, Trusted: true})
	return true
}

// parseResult reads a printed primitive.
func parseResult(s string, t types.Type) (interp.Value, bool) {
	switch t.Kind() {
	case types.Boolean:
		return interp.Bool(s == "true"), s == "true" || s == "false"
	case types.Byte, types.Short, types.Int, types.Long:
		n, err := strconv.ParseInt(s, 10, 64)
		return interp.Long(n), err == nil
	case types.Double:
		f, err := strconv.ParseFloat(s, 64)
		return interp.Double(f), err == nil
	}
	return interp.Value{}, false
}

// source is the seeded source of a task's random choices.
func source(seed int64, id string) *rand.Rand {
	h := uint64(seed)
	for _, b := range []byte(id) {
		// The id is hashed in the manner of FNV: each task has a sequence of its own, whatever the
		// order of tasks.
		h = h*1099511628211 ^ uint64(b)
	}
	return rand.New(rand.NewPCG(uint64(seed), h))
}
