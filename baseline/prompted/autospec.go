package prompted

import (
	"context"
	"maps"
	"slices"
	"strings"

	"ensures/candidate"
	"ensures/java"
	"ensures/jml"
	"ensures/llm"
	"ensures/trajectories"
	"ensures/verify"
)

// What the prompt of a place is made of.
type (
	placeData struct {
		Program, Kind, Method string
		Shots                 []shotData
		Rejected, Failures    []failureData
	}
	shotData struct{ Program, Kind, Clauses string }
)

// mark is the line that stands at the place that the model is asked about.
const mark = ">>> clauses go here"

// The kinds of places.
const (
	loopPlace   = "loop"
	methodPlace = "method"
)

// place is where clauses belong: a method or one of its loops.
type place struct {
	method  *java.MethodDecl
	loop    java.Stmt // nil: the method itself
	clauses []*candidate.Clause
	// rejected are the clauses that failed in the last iteration, and failed what else
	// the verifier said of the method.
	rejected, failed []failureData
}

func (p *place) kind() string {
	if p.loop != nil {
		return loopPlace
	}
	return methodPlace
}

// places are a file's places in the order in which they are specified: called
// methods before their callers, a method's loops before the method, inner loops
// before outer ones.
func places(f *java.File) []*place {
	var methods []*java.MethodDecl
	calls := map[*java.MethodDecl]map[string]bool{}
	java.Walk(f, func(n java.Node) bool {
		m, ok := n.(*java.MethodDecl)
		if !ok || m.Body == nil || m.IsConstructor {
			return true
		}
		methods = append(methods, m)
		names := map[string]bool{}
		calls[m] = names
		java.Walk(m.Body, func(n java.Node) bool {
			if c, ok := n.(*java.Call); ok {
				names[c.Name.Name] = true
			}
			return true
		})
		return true
	})

	var out []*place
	seen := map[*java.MethodDecl]bool{}
	var visit func(m *java.MethodDecl)
	visit = func(m *java.MethodDecl) {
		if seen[m] {
			return
		}
		seen[m] = true
		// A call is known by its name alone, so that all methods of that name come first.
		for _, o := range methods {
			if calls[m][o.Name.Name] {
				visit(o)
			}
		}
		for _, l := range loops(m) {
			out = append(out, &place{method: m, loop: l})
		}
		out = append(out, &place{method: m})
	}
	for _, m := range methods {
		visit(m)
	}
	return out
}

// loops returns a method's loops, inner ones before those around them.
func loops(m *java.MethodDecl) []java.Stmt {
	out := candidate.Loops(m.Body)
	// An inner loop ends before the one around it does.
	slices.SortStableFunc(out, func(a, b java.Stmt) int { return int(a.End()) - int(b.End()) })
	return out
}

// put returns the file with the clauses of all places; the place at, where there is
// one, has the mark.
func put(f *java.File, all []*place, at *place) (*candidate.Text, error) {
	// All places of a method go in together, as one specification.
	in := candidate.Into(f)
	done := map[*java.MethodDecl]bool{}
	for _, p := range all {
		if done[p.method] {
			continue
		}
		done[p.method] = true
		site := candidate.NewSite(f, p.method)
		s := candidate.Light(nil, len(site.Loops))
		for _, q := range all {
			list := q.clauses
			if q == at {
				list = append(slices.Clone(list), candidate.Raw(mark))
			}
			switch {
			case q.method != p.method:
			case q.loop == nil:
				s = s.Plus(list...)
			default:
				s = s.WithLoop(slices.Index(site.Loops, q.loop), list)
			}
		}
		in.Add(site, s)
	}
	return in.Text()
}

// place is AutoSpec's work: the places are asked about one after the other, what
// the verifier refutes is taken out, and where something was, the model is asked
// again; what is proved is simplified.
func (r *run) place(ctx context.Context) error {
	f, _ := java.Parse(r.task.Name, r.task.Source)
	all := places(f)
	shots, err := r.placeShots()
	if err != nil {
		return err
	}

	// The first time all places are asked about, then those that failed.
	asked := all
	for i := 0; i <= r.Repairs && len(asked) > 0; i++ {
		for _, p := range asked {
			if err := r.fill(ctx, f, all, p, shots); err != nil {
				return err
			}
		}
		out, err := r.prune(ctx, f, all)
		if err != nil {
			return err
		}
		// A method without a postcondition proves as well: that isn't what was asked for.
		if out.Verdict == verify.Verified && r.told(all) {
			return r.simplify(ctx, f, all)
		}
		asked = open(all)
	}
	return nil
}

// told reports whether a postcondition of the task's method is left.
func (r *run) told(all []*place) bool {
	for _, p := range all {
		if p.loop == nil && p.method.Name.Name == r.task.Method && slices.ContainsFunc(p.clauses, func(c *candidate.Clause) bool {
			return c.Kind == jml.Ensures || c.Kind == jml.Signals || c.Kind == jml.SignalsOnly
		}) {
			return true
		}
	}
	return false
}

// open are the places to be asked about again: those that lost clauses, or hold
// none, or whose method failed otherwise. With none of them all are open.
func open(all []*place) []*place {
	var out []*place
	for _, p := range all {
		if len(p.rejected) > 0 || len(p.failed) > 0 || len(p.clauses) == 0 {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// fill asks the model for the clauses of a place.
func (r *run) fill(ctx context.Context, f *java.File, all []*place, p *place, shots []shotData) error {
	marked, err := put(f, all, p)
	if err != nil {
		return err
	}
	system, err := r.Prompts.Render(r.config.system(), nil)
	if err != nil {
		return err
	}
	text, err := r.Prompts.Render(placePrompt, placeData{Program: marked.Code, Kind: p.kind(), Method: p.method.Name.Name, Shots: shots, Rejected: p.rejected, Failures: p.failed})
	if err != nil {
		return err
	}

	step := r.Record.Start("place", p.kind()+" "+p.method.Name.Name, nil)
	resp, err := r.ask(ctx, step, &talk{begin: []llm.Message{{Role: llm.System, Text: system}, {Role: llm.User, Text: text}}})
	if err != nil {
		step.End("error", nil)
		return err
	}

	end := trajectories.StepResult{Outcome: "ok", Thought: resp.Message.Text}
	p.rejected, p.failed = nil, nil
	list, problem := r.clauses(f, p, resp)
	if problem != "" {
		end.Outcome, end.Observation = "no_candidate", problem
		p.failed = []failureData{{Class: "F01-syntax", What: problem, Line: f.Position(at(p).Pos()).Line}}
	}

	for _, c := range list {
		if slices.ContainsFunc(p.clauses, func(d *candidate.Clause) bool { return d.String() == c }) {
			continue
		}
		p.clauses = append(p.clauses, candidate.Raw(c))
		// One at a time, so that a clause with a mistake doesn't take the others with it.
		if bad := r.mistake(f, all); bad != "" {
			p.clauses = p.clauses[:len(p.clauses)-1]
			p.rejected = append(p.rejected, failureData{Class: "F01-syntax", Clause: c, What: bad})
		}
	}
	step.Close(end)
	return nil
}

// mistake returns the first mistake of syntax in the text with all clauses.
func (r *run) mistake(f *java.File, all []*place) string {
	text, err := put(f, all, nil)
	if err != nil {
		return err.Error()
	}
	g, errs := java.Parse(r.task.Name, text.Code)
	_, more := jml.Parse(g)
	if errs = append(errs, more...); len(errs) > 0 {
		return errs[0].Msg
	}
	return ""
}

func at(p *place) java.Node {
	if p.loop != nil {
		return p.loop
	}
	return p.method
}

// prune takes out what the verifier refutes until it refutes no clause any more.
// What it says besides is kept for the places of the methods that it is about.
func (r *run) prune(ctx context.Context, f *java.File, all []*place) (verify.Outcome, error) {
	step := r.Record.Start("prune", r.task.ID, nil)
	for {
		if err := r.limits(ctx); err != nil {
			step.End("error", nil)
			return verify.Outcome{}, err
		}
		text, err := put(f, all, nil)
		if err != nil {
			return verify.Outcome{}, err
		}
		out, err := r.verify(ctx, step, text.Code)
		if err != nil {
			step.End("error", nil)
			return out, err
		}
		lost := false
		list, _ := failures(out, text.Code)
		for _, c := range blamedIn(out, text) {
			lost = reject(all, c, list) || lost
		}

		if out.Verdict == verify.Verified || !lost {
			if !lost && out.Verdict != verify.Verified {
				// No clause is to blame: each place is told what the verifier says of its method.
				for _, p := range all {
					p.failed = append(p.failed, within(list, text, p)...)
				}
			}
			step.Close(trajectories.StepResult{Outcome: out.Verdict.String(), Candidate: recorded(text.Code, out)})
			return out, nil
		}
	}
}

// blamedIn returns the clauses that an outcome's errors are about, each once, in the
// order of the text.
func blamedIn(out verify.Outcome, text *candidate.Text) []*candidate.Clause {
	blamed := map[int]*candidate.Clause{}
	for _, d := range out.Diagnostics {
		line := d.AssociatedLine
		if line == 0 {
			line = d.Line
		}
		if c, ok := text.At(line); ok && d.Severity == verify.Error {
			blamed[line] = c.Clause
		}
	}
	var list []*candidate.Clause
	for _, line := range slices.Sorted(maps.Keys(blamed)) {
		list = append(list, blamed[line])
	}
	return list
}

// reject takes a clause out of its place, which is told why.
func reject(all []*place, clause *candidate.Clause, list []failureData) bool {
	for _, p := range all {
		i := slices.Index(p.clauses, clause)
		if i < 0 {
			continue
		}
		p.clauses = slices.Delete(slices.Clone(p.clauses), i, i+1)

		why := failureData{Class: "F99-other", What: "not proved"}
		for _, d := range list {
			// The verifier may print a part of the clause, and in other blanks.
			if d.Clause != "" && strings.Contains(squeeze(clause.String()), squeeze(d.Clause)) {
				why = d
				break
			}
		}
		why.Clause = clause.String()
		p.rejected = append(p.rejected, why)
		return true
	}
	return false
}

// squeeze is a clause without blanks.
func squeeze(s string) string { return strings.Join(strings.Fields(strings.TrimSuffix(s, ";")), "") }

// within returns the failures inside the method of a place.
func within(list []failureData, text *candidate.Text, p *place) []failureData {
	from, to := text.LineOf(p.method.Pos()), text.LineOf(p.method.End())
	return slices.DeleteFunc(slices.Clone(list), func(d failureData) bool { return d.Line < from || to < d.Line })
}

// simplify takes out loop clauses and preconditions that the proof does not need,
// those placed last first. Measures, frames and postconditions stay.
func (r *run) simplify(ctx context.Context, f *java.File, all []*place) error {
	step := r.Record.Start("simplify", r.task.ID, nil)
	end := trajectories.StepResult{Outcome: "ok", Candidate: recorded(r.best.code, r.best.out)}
	tries := r.Mutations
	for _, p := range slices.Backward(all) {
		// A clause placed last may lean on those before it, which are tried after it.
		for i := len(p.clauses) - 1; i >= 0 && tries > 0; i-- {
			if k := p.clauses[i].Kind; k != jml.Requires && k != jml.LoopInvariant {
				continue
			}
			before := p.clauses
			p.clauses = slices.Delete(slices.Clone(before), i, i+1)
			text, err := put(f, all, nil)
			if err != nil {
				return err
			}
			if r.limits(ctx) != nil { // what is proved stays
				p.clauses = before
				step.Close(end)
				return nil
			}
			tries--
			out, err := r.verify(ctx, step, text.Code)
			if err != nil {
				step.End("error", nil)
				return err
			}
			if out.Verdict != verify.Verified {
				p.clauses = before
				continue
			}
			end.Candidate = recorded(text.Code, out)
		}
	}
	step.Close(end)
	return nil
}
