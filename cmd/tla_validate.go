package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"ensures/internal/regular"
	"ensures/tla"
	"ensures/tla/trace"

	"github.com/spf13/cobra"
)

// validateFlags are the flags of tla validate.
type validateFlags struct {
	traces  []string
	mapping string
	probe   bool
	mutants int
	seed    uint64
	steps   bool
	past    int
	events  int
	format  string
	atLeast float64
}

func newTLAValidate(a *app) *cobra.Command {
	var f validateFlags
	c := &cobra.Command{
		Use:   "validate SPEC.tla",
		Short: "Hold traces of a program against a specification of it",
		Long: `Ask for every trace whether some behavior of the specification agrees with every
line of it. A mapping (docs/formats.md) says which action a line stands for and which
fields are compared; ensures tla map drafts one. Modules that the specification
extends are taken from its folder.

Where the mapping has order:, the lines are ordered in part only, as by vector clocks:
the files given, or those of each folder given, are the logs of one run, and some order
that they allow must fit. Of a run that fits in none, each process's next event at the
furthest place is shown.

For the first line that doesn't fit, the states possible there are shown, what the
line's action makes of them, and what other actions allow. --steps judges every step
by itself. --probe changes the trace in many ways and tells what share of the changed
traces is rejected: what "accepted" is worth.

Exit code 0 when every trace is accepted (and with --at-least enough of the changed
ones are rejected), 3 when not or when the specification is malformed, 1 when a file
can't be read or the mapping fits neither trace nor specification, 4 when Java or
TLC is missing.`,
		Example: `  ensures tla validate Lock.tla --mapping mapping.yaml --trace run-1.ndjson
  ensures tla validate Lock.tla --mapping mapping.yaml --trace run-1.ndjson --probe --json`,
		Args: exactly("SPEC.tla"),
		RunE: func(c *cobra.Command, args []string) error { return a.tlaValidate(c.Context(), args[0], f) },
	}
	fl := c.Flags()
	fl.StringArrayVar(&f.traces, "trace", nil, "a `file` with a trace: NDJSON, a JSON array or TSV; - is standard input; may be repeated, and hold * and ?; with order: in the mapping also a folder with a run's logs")
	fl.StringVar(&f.mapping, "mapping", "", "the `file` with the mapping")
	fl.BoolVar(&f.probe, "probe", false, "also try changed traces")
	fl.IntVar(&f.mutants, "mutants", 60, "at most so `many` of them")
	fl.Uint64Var(&f.seed, "mutant-seed", 0, "`seed` of the changes")
	fl.Float64Var(&f.atLeast, "at-least", 0, "the `share` of changed traces that must be rejected")
	fl.BoolVar(&f.steps, "steps", false, "also judge every step by itself")
	fl.IntVar(&f.past, "past", 0, "go on after so `many` lines that don't fit")
	fl.IntVar(&f.events, "max-events", 100_000, "`limit` of a trace")
	bind(fl, "timeout", "tla.timeout", "kill TLC after so much time")
	fl.StringVar(&f.format, "format", "text", "text or json")
	return c
}

// validated is one line of JSON.
type validated struct {
	trace.Report
	ElapsedMS float64            `json:"elapsed_ms"`
	Steps     *trace.Transitions `json:"steps,omitempty"`
	Probe     *trace.Probe       `json:"probe,omitempty"`
	// Unseen is, by event, what the specification allows at the trace's lines and the trace
	// doesn't have.
	Unseen []trace.Unseen `json:"unseen,omitempty"`
	Unread []string       `json:"unread,omitempty"`
}

func (a *app) tlaValidate(ctx context.Context, path string, f validateFlags) error {
	if f.format != "text" && f.format != "json" {
		return usagef("--format: unknown %q: use text or json", f.format)
	}
	if f.mapping == "" || len(f.traces) == 0 {
		return usagef("tla validate needs --trace and --mapping; ensures tla map %s TRACE drafts a mapping", path)
	}
	if f.atLeast > 0 {
		f.probe = true
	}

	spec, err := readSpec(path)
	if err != nil {
		return err
	}
	text, err := a.readFile(f.mapping)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; ensures tla map %s TRACE drafts a mapping", err, path)
	}
	if err != nil {
		return err
	}

	m, err := trace.ReadMapping(text.path, text.text)
	if err != nil {
		return err
	}
	if m.Order != nil && (f.probe || f.steps || f.past > 0) {
		return usagef("--probe, --at-least, --steps and --past need lines in one order, and %s has order:", f.mapping)
	}

	names, err := globbed(f.traces)
	if err != nil {
		return err
	}
	runs := a.tracedRuns(names, m)

	chain, err := a.toolchain(ctx)
	if err != nil {
		return err
	}
	// PlusCal is translated once here: every run of TLC, and whoever looks for definitions, sees
	// the translation.
	modules, problem, err := chain.Readable(ctx, append([]tla.Source{spec.Module}, spec.Extra...))
	if err != nil {
		return err
	}
	if problem != nil {
		return &coded{ExitBelow, fmt.Errorf("%s:%d: %s", path, problem.Line, problem.Text)}
	}
	spec.Module, spec.Extra = modules[0], modules[1:]

	q := &traceQuestion{chain: chain, spec: spec, mapping: m, flags: f, options: trace.Options{Timeout: a.cfg.TLA.Timeout, Past: f.past}}
	var traces []*trace.Trace
	for _, run := range runs {
		tr, err := q.read(run)
		if err != nil {
			return err
		}
		traces = append(traces, tr)
	}

	reports, err := trace.ValidateAll(ctx, chain, spec, m, traces, q.options)
	if err != nil {
		return err
	}

	below := 0
	for i, run := range runs {
		v, err := q.further(ctx, traces[i], reports[i])
		if err != nil {
			return err
		}
		if v.Status != trace.Accepted || v.Probe != nil && (v.Probe.Status != trace.Accepted || v.Probe.Rate < f.atLeast) {
			below++
		}
		if a.out.json || f.format == "json" {
			if err := a.out.object(v); err != nil {
				return err
			}
			continue
		}
		a.showValidated(run.name, v)
	}
	if below > 0 {
		return shown(ExitBelow, "%d of %d traces are not accepted", below, len(runs))
	}
	return nil
}

// traceQuestion is what is asked of each run.
type traceQuestion struct {
	chain   tla.Toolchain
	spec    trace.Spec
	mapping *trace.Mapping
	flags   validateFlags
	options trace.Options
}

// read reads the logs of a run.
func (q *traceQuestion) read(run tracedRun) (*trace.Trace, error) {
	logs, err := run.logs()
	if err != nil {
		return nil, err
	}
	return trace.ReadRun(run.name, logs, q.mapping, trace.Limits{Events: q.flags.events})
}

// further asks the questions of the flags beyond whether a trace is accepted.
func (q *traceQuestion) further(ctx context.Context, tr *trace.Trace, rep trace.Report) (validated, error) {
	v := validated{Report: rep, ElapsedMS: float64(rep.Elapsed.Microseconds()) / 1000, Unread: tr.Unread}
	if q.flags.steps && rep.Status != trace.Malformed {
		steps, err := trace.Steps(ctx, q.chain, q.spec, q.mapping, tr, q.options)
		if err != nil {
			return v, err
		}
		v.Steps = &steps
	}
	// Changed traces say something only where the trace itself is accepted.
	if q.flags.probe && rep.Status == trace.Accepted {
		probe, err := trace.TryMutants(ctx, q.chain, q.spec, q.mapping, tr, trace.ProbeOptions{Mutants: q.flags.mutants, Seed: q.flags.seed, Options: q.options})
		if err != nil {
			return v, err
		}
		v.Probe = &probe

		reading := trace.Reading{Mapping: q.mapping, Traces: []*trace.Trace{tr}}
		ahead, err := trace.LookAhead(ctx, q.chain, q.spec, reading, trace.NewPool(reading), q.options)
		if err != nil {
			return v, err
		}
		if ahead.Status == trace.Accepted {
			v.Unseen = ahead.Unseen()
		}
	}
	return v, nil
}

// readSpec reads a module and those of its folder that it leans on.
func readSpec(path string) (trace.Spec, error) {
	text, err := regular.ReadFile(path)
	if err != nil {
		return trace.Spec{}, err
	}
	return trace.Spec{Module: tla.Source{Name: strings.TrimSuffix(filepath.Base(path), ".tla"), Text: string(text)}, Extra: modulesBeside(path, string(text))}, nil
}

// globbed are the files that names with * and ? stand for.
func globbed(names []string) ([]string, error) {
	var out []string
	for _, n := range names {
		if !strings.ContainsAny(n, "*?") {
			out = append(out, n)
			continue
		}
		list, err := filepath.Glob(n)
		if err != nil {
			return nil, usagef("--trace %s: %v", n, err)
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("no file is called %s", n)
		}
		out = append(out, list...)
	}
	return out, nil
}

func (a *app) openTrace(path string) (io.ReadCloser, string, error) {
	if path == "-" {
		return io.NopCloser(a.Stdin), "<stdin>", nil
	}
	file, err := regular.Open(path)
	return file, path, err
}

func (a *app) showValidated(file string, v validated) {
	o := a.out
	t := bad
	if v.Status == trace.Accepted {
		t = good
	}
	o.printf("%s: %s, %d of %d events fit (%.1f s)\n", file, o.paint(t, string(v.Status)), v.Matched, v.Events, v.Elapsed.Seconds())
	for _, p := range v.Problems {
		o.printf("  %s\n", p)
	}
	if v.Line > 0 {
		o.printf("%s:%d: %s\n", cmp.Or(v.File, file), v.Line, v.Reason)
		var parts []string
		for _, l := range v.Logged {
			parts = append(parts, l.Field+"="+l.Value)
		}
		o.printf("  logged:   %s %s\n", v.Event, strings.Join(parts, " "))
	} else if v.Status != trace.Accepted && len(v.Problems) == 0 {
		o.printf("  %s\n", v.Reason)
	}

	a.showOrder(v.Order)
	for i, s := range v.States {
		if i == 5 {
			o.printf("  … %d states more\n", len(v.States)-i)
			break
		}
		var parts []string
		for _, x := range s.Vars {
			parts = append(parts, x.Name+" = "+x.Value)
		}
		o.printf("  state %d:  %s\n", i+1, strings.Join(parts, `  /\ `))
	}

	for i, x := range v.Attempts {
		if i == 5 {
			o.printf("  … %d attempts more\n", len(v.Attempts)-i)
			break
		}
		o.printf("  from %d:   %s: %s\n", x.From+1, x.Action, tla.Changes(x.Diff))
		for _, d := range x.Disagree {
			if d.Field == "" {
				o.printf("            not %s\n", d.With)
			} else {
				o.printf("            %s: the trace says %s, the specification %s\n", d.Field, d.Trace, d.Model)
			}
		}
	}

	for i, s := range v.Choices() {
		if i == 20 {
			o.printf("  possible: …\n")
			break
		}
		more := ""
		if s.More > 0 {
			more = o.paint(dim, fmt.Sprintf(" (%d more of %s)", s.More, s.Name))
		}
		o.printf("  possible: from %d %s: %s%s\n", s.From+1, s.Action, tla.Changes(s.Diff), more)
	}
	for _, s := range v.Failed {
		o.printf("  can't be evaluated there: %s\n", s)
	}

	if len(v.Misfits) > 1 {
		o.printf("  %d lines don't fit:", len(v.Misfits))
		for _, x := range v.Misfits {
			o.printf(" %d", x.Line)
		}
		o.printf("\n")
	}

	if v.Status != trace.Malformed {
		var parts []string
		for _, c := range v.Compared {
			what := c.With
			if c.Field != "" {
				what = c.Field + " = " + c.With
			}
			parts = append(parts, fmt.Sprintf("%s (%d)", what, c.Lines))
		}
		if len(parts) == 0 {
			parts = []string{"nothing"}
		}
		o.printf("  compared: %s\n", strings.Join(parts, ", "))
		if not := append(v.NotCompared, v.Unread...); len(not) > 0 {
			o.printf("  not compared: %s\n", strings.Join(not, ", "))
		}
	}

	if s := v.Steps; s != nil {
		o.printf("  steps:    %d of %d fit by themselves", s.Passed, s.Judged)
		if len(s.Unobserved) > 0 {
			o.printf(" (the lines never have all of %s)", strings.Join(s.Unobserved, ", "))
		}
		o.printf("\n")
	}
	if p := v.Probe; p != nil && p.Status != trace.Accepted {
		o.printf("  probe:    no changed trace was judged: %s\n", p.Reason)
	} else if p != nil {
		o.printf("  probe:    %d of %d changed traces are rejected (%.0f %%)", p.Rejected, p.Mutants, 100*p.Rate)
		for _, k := range p.ByKind {
			o.printf(", %s %d/%d", k.Name, k.Rejected, k.Mutants)
		}
		o.printf("\n")
		for i, mu := range p.Accepted {
			if i == 10 {
				o.printf("            … %d more\n", len(p.Accepted)-i)
				break
			}
			o.printf("            accepted: %s\n", mu)
		}
	}

	a.showUnseen(v.Unseen)
}

// showUnseen says what is allowed and in no trace: what a guard may be missing for.
func (a *app) showUnseen(list []trace.Unseen) {
	all := trace.Unseen{}
	for _, u := range list {
		all.Allowed, all.Never = all.Allowed+u.Allowed, all.Never+u.Never
	}
	if all.Allowed == 0 {
		return
	}
	a.out.printf("  allowed:  %d of %d steps that are possible at the lines are not in the trace (%.0f %%)\n", all.Never, all.Allowed, 100*float64(all.Never)/float64(all.Allowed))
	for _, u := range list {
		if u.Never > 0 {
			a.out.printf("            %s %d of %d, as %s\n", u.Event, u.Never, u.Allowed, u.Example)
		}
	}
}
