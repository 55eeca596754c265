package cmd

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ensures/engine/annotate"
	"ensures/harness"
	"ensures/java"
	"ensures/propose"
	"ensures/synth"
	"ensures/trajectories"
	"ensures/verify"
)

// methodJSON is one method's result with --json.
type methodJSON struct {
	File      string           `json:"file"`
	Line      int              `json:"line"`
	Method    string           `json:"method"`
	Signature string           `json:"signature"`
	Status    propose.Status   `json:"status"`
	Reason    string           `json:"reason,omitempty"`
	Kept      bool             `json:"kept"`
	Helper    bool             `json:"helper,omitempty"`  // that nobody asked for
	Proved    bool             `json:"proved"`            // verified, by ProvedBy
	Verdict   string           `json:"verdict,omitempty"` // of the verifier, where there is one
	ProvedBy  string           `json:"verifier,omitempty"`
	Open      []string         `json:"open,omitempty"` // what it did not prove
	Clauses   []propose.Clause `json:"clauses"`
	LeftOut   []synth.LeftOut  `json:"left_out,omitempty"` // what is not proved
	Scores    harness.Row      `json:"harness"`
	Held      *harness.Row     `json:"held,omitempty"` // of the clauses and of what was left out of them
	Survivors []string         `json:"survivors"`
	Inputs    int              `json:"inputs"`
	Account   propose.Account  `json:"account"`
	ElapsedMS float64          `json:"elapsed_ms"`
}

// showAnnotated prints one file's result.
func (a *app) showAnnotated(one *annotate.Annotation, whole bool, f annotateFlags) error {
	if one.Result != nil && one.Result.File != nil {
		if err := a.errors(one.Result.File, one.Result.Errors); err != nil {
			return err
		}
	}
	if one.Err != nil {
		fmt.Fprintf(a.Stderr, "ensures: %v\n", one.Err)
	}

	switch {
	case one.Result == nil, f.sarif: // the log is one of all files
		return nil
	case a.out.json:
		placed := one.Placed()
		for _, m := range one.Result.Methods {
			v, by := placed.Verdict(m)
			verdict := ""
			if by != "" {
				verdict = v.String()
			}
			err := a.out.object(methodJSON{
				Proved: v == verify.Verified, Verdict: verdict, ProvedBy: by, Open: openLines(placed.Open(m)),
				File: one.Path, Line: m.Line, Method: m.Name, Signature: m.Signature, Status: m.Status, Reason: m.Reason, Kept: m.Kept, Helper: one.Helper || slices.Contains(one.Called, m.Name),
				Clauses: m.Clauses, LeftOut: one.LeftOutOf(m), Scores: m.Row, Held: m.Held, Survivors: m.Survivors, Inputs: m.Inputs, Account: m.Account, ElapsedMS: float64(m.Elapsed.Microseconds()) / 1000,
			})
			if err != nil {
				return err
			}
		}
		return nil
	case f.diff:
		for _, line := range unifiedDiff(one.Path, one.Original, one.Written) {
			a.out.printf("%s", a.diffLine(line))
		}
		if f.explain {
			listLeftOut(a.Stderr, one)
		}
		return nil
	case f.write:
		if f.explain {
			listLeftOut(a.Stdout, one)
		}
		return nil
	}
	a.showMethods(one, whole, f.explain)
	return nil
}

func (a *app) diffLine(line string) string {
	body, end := strings.TrimRight(line, "\r\n"), ""
	end = line[len(body):]
	switch {
	case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
		return a.out.paint(strong, body) + end
	case strings.HasPrefix(line, "+"):
		return a.out.paint(good, body) + end
	case strings.HasPrefix(line, "-"):
		return a.out.paint(bad, body) + end
	case strings.HasPrefix(line, "@@"):
		return a.out.paint(code, body) + end
	}
	return line
}

// showMethods prints the annotated methods: whole ones of a single file, those
// lines that were added and the head of the method of many.
func (a *app) showMethods(one *annotate.Annotation, whole, explain bool) {
	o := a.out
	placed := one.Placed()
	unreached := 0
	for _, m := range one.Result.Methods {
		if m.Status == propose.Unreached { // often the greater part of a file
			unreached++
			continue
		}

		o.printf("%s %s\n", o.paint(strong, fmt.Sprintf("%s:%d", one.Path, m.Line)), o.paint(code, m.Name))
		if m.Status != propose.Proposed {
			o.printf("  %s %s\n", o.paint(warn, string(m.Status)+":"), m.Reason)
			a.showLeftOut(m, one.LeftOutOf(m), explain)
			if explain {
				a.showAccount(m.Account)
			}
			o.printf("\n")
			continue
		}

		if d := placed.Decls[m.Decl]; d != nil {
			o.printf("%s", a.methodText(placed.File, d, whole))
		}
		a.showOpen(placed.Open(m))
		a.showLeftOut(m, one.LeftOutOf(m), explain)
		for _, s := range m.Survivors {
			o.printf("  %s %s\n", o.paint(warn, "survives:"), s)
		}
		if explain {
			a.showAccount(m.Account)
		}
		o.printf("\n")
	}
	if unreached > 0 {
		o.printf("%s: %s, the run's time was over (annotate.limit)\n\n", o.paint(strong, one.Path), o.paint(warn, "not reached: "+some(unreached, "method")))
	}
}

// showAccount prints what an engine did on a method.
func (a *app) showAccount(c propose.Account) {
	o := a.out
	o.printf("  %s %d clauses tried, %d held on all runs, %d questions to the verifier\n", o.paint(dim, "engine:"), c.Tried, c.Held, c.Asked)
	for _, n := range c.Notes {
		o.printf("  %s %s\n", o.paint(dim, "engine:"), n)
	}
	for _, f := range c.Findings {
		at := ""
		if f.Line > 0 {
			at = fmt.Sprintf(" (loop of line %d)", f.Line)
		}
		why := ""
		if f.Why != "" {
			why = ": " + f.Why
		}
		o.printf("  %s %s%s%s\n", o.paint(warn, string(f.Fate)+":"), f.Clause, at, why)
	}
	if c.More > 0 {
		o.printf("  %s %d more\n", o.paint(dim, "engine:"), c.More)
	}
}

// methodText is a method with the specification above it, specification lines
// coloured. Without the whole body only lines with a specification are shown, and
// the method's head.
func (a *app) methodText(f *java.File, d *java.MethodDecl, whole bool) string {
	lines := java.SplitLines(f.Src)
	head, last := f.Position(d.Pos()).Line, f.Position(d.End()).Line
	first := head
	for first > 1 && annotate.IsSpecLine(lines[first-2]) {
		first--
	}
	var b strings.Builder
	for i := first; i <= last && i <= len(lines); i++ {
		l := lines[i-1]
		switch {
		case annotate.IsSpecLine(l):
			b.WriteString(a.out.paint(good, l) + "\n")
		case whole || i == head || i > 1 && annotate.IsSpecLine(lines[i-2]): // what the specification belongs to
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

// annotateTable is the summary: one row a method.
func (a *app) annotateTable(all []*annotate.Annotation) {
	var rows [][]string
	for _, one := range all {
		if one.Result == nil {
			continue
		}
		placed := one.Placed()
		for _, m := range one.Result.Methods {
			if m.Status == propose.Unreached {
				continue
			}
			v, by := placed.Verdict(m)
			verdict := "–"
			switch {
			case by == "" || m.Status == propose.Unsupported || m.Status == propose.Failed:
				verdict = a.out.paint(dim, verdict)
			case v == verify.Verified:
				verdict = a.out.paint(good, v.String())
			default:
				verdict = a.out.paint(warn, v.Phrase())
			}

			s := m.Row.Strict
			mutants := ""
			if m.Row.Mutants.Total > 0 {
				mutants = fmt.Sprintf("%d/%d", m.Row.Mutants.Killed, m.Row.Mutants.Total)
			}

			name := m.Name
			if m.Kept {
				name += " (yours)"
			}
			rows = append(rows, []string{
				name, fmt.Sprint(len(m.Clauses)), a.score(s.PostCorr), a.score(s.PostComp), a.score(s.PreCorr), a.score(s.PreComp),
				mutants, verdict, fmt.Sprint(m.Inputs), m.Elapsed.Round(time.Millisecond).String(),
			})
		}
	}
	if len(rows) == 0 {
		return
	}
	a.out.table([]string{"METHOD", "CLAUSES", "POSTCORR", "POSTCOMP", "PRECORR", "PRECOMP", "KILLED", "PROOF", "INPUTS", "TIME"}, rows)
}

// score is a metric, "–" where it is undefined.
func (a *app) score(x *float64) string {
	if x == nil {
		return a.out.paint(dim, "–")
	}
	t := good
	switch {
	case *x < a.cfg.Harness.Threshold:
		t = bad
	case *x < harness.StrictThreshold:
		t = warn
	}
	return a.out.paint(t, fmt.Sprintf("%.2f", *x))
}

// some is a number of things in words.
func some(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// finishAnnotate closes the recording and says what was done and what was not.
func (a *app) finishAnnotate(rec *trajectories.Writer, all []*annotate.Annotation, f annotateFlags, more ...func(*trajectories.Conclusion)) error {
	methods, clauses, wrong, changed, proved, left, by, asked := 0, 0, 0, 0, 0, 0, "", false
	for _, one := range all {
		rec.Found(annotatedFindings(one)...)
		left += len(one.LeftOut)
		asked = asked || one.Proof != nil
		if one.Err != nil {
			wrong++
		}
		if one.Result == nil {
			continue
		}
		wrong += len(one.Result.Errors)
		placed := one.Placed()
		if one.Written != one.Original {
			changed++
		}
		for _, m := range one.Result.Methods {
			if m.Status == propose.Unsupported || m.Status == propose.Failed || m.Status == propose.Unreached {
				wrong++
				continue
			}
			methods++
			clauses += len(m.Clauses)
			if v, name := placed.Verdict(m); name != "" {
				by = name
				if v == verify.Verified {
					proved++
				}
			}
		}
	}

	outcome := "ok"
	if wrong > 0 {
		outcome = "below"
	}

	end := trajectories.Conclusion{Outcome: outcome, Figures: map[string]any{"files": len(all), "methods": methods, "clauses": clauses, "problems": wrong, "changed": changed, "left_out": left}}
	for _, f := range more {
		f(&end)
	}
	if err := rec.Conclude(end); err != nil {
		a.log.Warn("the run is not recorded", "err", err)
	}

	if !a.out.json && !a.flags.quiet && methods > 0 {
		// A patch or a log on stdout must hold nothing else.
		w := a.Stdout
		if f.diff || f.sarif {
			w = a.Stderr
		}
		fmt.Fprintf(w, "%s, %s", some(methods, "method"), some(clauses, "clause"))
		if !asked && len(more) == 0 {
			fmt.Fprint(w, ". They held on every run that was made")
		}

		switch {
		case left > 0 && a.keepsProved():
			fmt.Fprintf(w, "; %d more are not proved and left out (--explain says why)", left)
		case left > 0:
			fmt.Fprintf(w, "; %d more are not proved and comments that are no contract", left)
		}

		fmt.Fprint(w, "; ")
		if by == "" && asked {
			fmt.Fprintf(w, "nothing is proved.\n")
		} else if by == "" {
			fmt.Fprintf(w, "nothing is proved (no solver: ensures setup z3).\n")
		} else {
			fmt.Fprintf(w, "%d verified by %s, arithmetic %s", proved, by, a.cfg.Verify.Arithmetic)
			if proved < methods {
				fmt.Fprintf(w, "; %d not proved", methods-proved)
			}
			fmt.Fprintln(w, ".")
		}

		var names []string
		for _, one := range all {
			names = append(names, one.Unverified()...)
		}
		if a.keepsProved() && len(names) > 0 {
			fmt.Fprintf(w, "Methods that do not verify, and got no clauses: %s.\n", strings.Join(names, ", "))
		}
		if f.write {
			fmt.Fprintf(w, "%s written.\n", some(changed, "file"))
		}
		if rec != nil {
			fmt.Fprintf(w, "Recorded in %s; show it: ensures trajectories show last\n", rec.Dir())
		}
	}

	if wrong > 0 {
		return shown(ExitBelow, "%d problems", wrong)
	}
	return nil
}

// openLines returns what is open, each on one line.
func openLines(list []annotate.Open) []string {
	var out []string
	for _, o := range list {
		out = append(out, o.String())
	}
	return out
}

// mostOpen is how many lines of what is open are shown of a method.
const mostOpen = 4

// showOpen marks what is not proved of a method.
func (a *app) showOpen(list []annotate.Open) {
	for i, o := range list {
		if i == mostOpen {
			a.out.printf("  %s\n", a.out.paint(dim, fmt.Sprintf("… and %d more that are not proved", len(list)-i)))
			return
		}
		t := warn
		if o.Word == annotate.Refuted {
			t = bad
		}
		a.out.printf("  %s %s\n", a.out.paint(t, o.Word+":"), o.Text)
	}
}

// showLeftOut says what was taken out of a method, apart from what is proved: the first
// few, or with the reasons all.
func (a *app) showLeftOut(m propose.MethodResult, list []synth.LeftOut, explain bool) {
	for i, l := range list {
		if i == mostOpen && !explain && len(list) > mostOpen+1 {
			a.out.printf("  %s\n", a.out.paint(dim, fmt.Sprintf("… and %d more that are not proved (--explain)", len(list)-i)))
			return
		}
		mark, why := a.out.paint(warn, "held on "+annotate.Runs(m.Inputs)+", not proved:"), ""
		if l.Refuted {
			mark = a.out.paint(bad, "refuted:")
		}
		if explain || l.Refuted {
			why = " (" + l.Why + ")"
		}
		a.out.printf("  %s %s%s\n", mark, oneLine(l.Clause), why)
	}
}

// listLeftOut is showLeftOut where the methods themselves are not shown.
func listLeftOut(w io.Writer, one *annotate.Annotation) {
	for _, l := range one.LeftOut {
		fmt.Fprintf(w, "%s:%d: left out: %s (%s)\n", one.Path, l.Line, oneLine(l.Clause), l.Why)
	}
}
