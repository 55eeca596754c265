package score

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"ensures/tla"
	"ensures/tla/invariant"
)

// InvariantsDetail says which properties hold.
type InvariantsDetail struct {
	Properties []Property `json:"properties"`
}

// Property is a template and what became of it in this model.
type Property struct {
	Name   string         `json:"name"`
	Kind   invariant.Kind `json:"kind"`
	Status PropertyStatus `json:"status"`
	Why    string         `json:"why,omitempty"`
	Trace  []tla.State    `json:"trace,omitempty"` // counterexample
}

// PropertyStatus is what became of a property.
type PropertyStatus string

// The statuses. Only Holds counts for strict; compat leaves NotTranslated out of the
// denominator and takes Undecided and Vacuous as passed.
const (
	Holds         PropertyStatus = "holds"
	Violated      PropertyStatus = "violated"
	Vacuous       PropertyStatus = "vacuous"   // it holds, and its witness is in no reachable state
	Undecided     PropertyStatus = "undecided" // not all states were explored in time
	Broken        PropertyStatus = "broken"    // it could not be evaluated
	NotTranslated PropertyStatus = "not_translated"
)

const invariantModule = "EnsuresInvariants"

// invariants is the share of templates that hold, each in a run of its own. Where all
// of them hold in one run that is what their own runs would have said.
func (j *job) invariants(ctx context.Context) error {
	strict, open := j.opens(false)
	compat, openCompat := Value{}, false
	if j.o.Compat {
		if compat, openCompat = j.opens(true); !openCompat {
			j.res.Compat[Invariants] = compat
		}
	}
	if !open {
		j.res.Strict[Invariants] = strict
	}

	if j.sys.Invariants == nil {
		none := Value{Why: "the system has no invariants"}
		if open {
			j.res.Strict[Invariants] = none
		}
		if openCompat {
			j.res.Compat[Invariants] = none
		}
		return nil
	}
	if !open && !openCompat {
		return nil
	}

	d := &InvariantsDetail{}
	j.res.Invariants = d
	ps := j.sys.Invariants.Concrete(j.about(), j.model.Binding)
	d.Properties = make([]Property, len(ps))
	for i, p := range ps {
		d.Properties[i] = Property{Name: p.Template.Name, Kind: p.Template.Kind, Status: NotTranslated, Why: p.Reason}
	}

	if done, err := j.quick(ctx, ps, d); err != nil {
		return err
	} else if !done {
		if err := j.translate(ctx, ps, d.Properties); err != nil {
			return err
		}
		if err := j.decide(ctx, ps, d.Properties); err != nil {
			return err
		}
	}

	if open {
		j.res.Strict[Invariants] = d.strict()
	}
	if openCompat {
		j.res.Compat[Invariants] = d.compat()
	}
	return nil
}

// quick says whether one run of all properties told enough: that something is violated.
func (j *job) quick(ctx context.Context, ps []invariant.Property, d *InvariantsDetail) (bool, error) {
	if !j.o.Quick {
		return false, nil
	}

	var todo, named []int
	for i, p := range ps {
		if p.Translated() {
			todo = append(todo, i)
		}
	}
	_, o, err := j.together(ctx, ps, todo)
	if err != nil {
		return false, err
	}
	for _, i := range todo {
		switch kind := ps[i].Template.Kind; {
		case ps[i].Name == o.Violated, o.Violated == "" && o.Status == tla.ActionProperty && kind == invariant.Action, o.Violated == "" && o.Status == tla.Temporal && kind == invariant.Temporal:
			named = append(named, i)
		}
	}
	// Where TLC does not name what is violated, any of the kind may be it: more than one
	// candidate is no answer.
	if len(named) != 1 {
		return false, nil
	}
	for _, i := range todo {
		d.Properties[i].Status = Undecided
	}
	d.Properties[named[0]].Status, d.Properties[named[0]].Trace = Violated, o.Trace
	return true, nil
}

// translate asks SANY about each property's module on its own.
func (j *job) translate(ctx context.Context, ps []invariant.Property, out []Property) error {
	var roots []tla.Source
	var index []int
	for i, p := range ps {
		if p.Translated() {
			name := fmt.Sprintf("%s%d", invariantModule, i+1)
			roots = append(roots, tla.Source{Name: name, Text: invariant.Module(name, j.about(), ps[i:i+1])})
			index = append(index, i)
		}
	}
	got, err := j.parse(ctx, roots, j.sources())
	if err != nil {
		return err
	}
	for k, o := range got {
		if i := index[k]; o.Status == tla.OK {
			out[i].Status = Undecided
		} else {
			// Nothing of it may come into a module with others: one binding that doesn't parse
			// would take all of them along.
			ps[i].Name = ""
			out[i].Why = "its binding does not fit: " + firstError(o)
		}
	}
	return nil
}

// decide runs what is translated: safety properties together with the witnesses, temporal
// ones together, and each of either alone where that finds something. The witnesses are a
// constraint, under which TLC does not decide what is temporal.
func (j *job) decide(ctx context.Context, ps []invariant.Property, out []Property) error {
	var todo, safety, temporal []int
	for i, p := range ps {
		switch {
		case !p.Translated():
			continue
		case p.Template.Kind == invariant.Temporal:
			temporal = append(temporal, i)
		default:
			safety = append(safety, i)
		}
		todo = append(todo, i)
	}
	if len(todo) == 0 {
		return nil
	}

	seen, o, err := j.together(ctx, ps, safety)
	if err != nil {
		return err
	}
	if err := j.settle(ctx, ps, out, safety, o); err != nil {
		return err
	}
	if o.Status != tla.OK { // it ended before it saw everything
		if seen, _, err = j.together(ctx, ps, nil); err != nil {
			return err
		}
	}

	if len(temporal) > 1 {
		list := make([]invariant.Property, len(temporal))
		for k, i := range temporal {
			list[k] = ps[i]
		}
		if o, err = j.run(ctx, list); err != nil {
			return err
		}
	} else {
		o = tla.Outcome{} // one has a run of its own
	}
	if err := j.settle(ctx, ps, out, temporal, o); err != nil {
		return err
	}

	// A property without its witness in any reachable state says nothing of the system, so that
	// it doesn't count as held.
	for _, i := range todo {
		if out[i].Status == Holds && ps[i].Witness != "" && !seen[ps[i].Template.Name] {
			out[i].Status, out[i].Why = Vacuous, "no reachable state is a witness: "+ps[i].Template.Witness
		}
	}
	return nil
}

// settle says that properties hold, which one run of all of them says, or else asks for
// each alone.
func (j *job) settle(ctx context.Context, ps []invariant.Property, out []Property, todo []int, all tla.Outcome) error {
	// OK of a run with all of them is the answer of each. Any other end says nothing of those
	// that it did not come to.
	if all.Status != tla.OK {
		return j.alone(ctx, ps, out, todo)
	}
	for _, i := range todo {
		out[i].Status = Holds
	}
	return nil
}

// together checks these properties in one run, which also looks for the witnesses of
// all.
func (j *job) together(ctx context.Context, ps []invariant.Property, todo []int) (seen map[string]bool, o tla.Outcome, err error) {
	const see = "Ensures_see"
	c := j.bench.with("CONSTRAINT", see)
	for _, i := range todo {
		c = c.with(keyword(ps[i]), ps[i].Name)
	}
	text := invariant.WitnessModule(invariantModule, see, j.about(), ps)
	o, err = j.check(ctx, tla.Job{Module: j.module(text), Extra: j.sources(), Config: c.String(), NoCoverage: true, Budget: j.o.Budget, Timeout: j.o.Budget + 30*time.Second})
	seen = map[string]bool{}
	for _, p := range o.Prints {
		if strings.Contains(p, invariant.WitnessMark) {
			for _, x := range ps {
				if strings.Contains(p, `"`+x.Template.Name+`"`) {
					seen[x.Template.Name] = true
				}
			}
		}
	}
	return seen, o, err
}

// module is a module of properties, with what the configuration needs.
func (j *job) module(text string) tla.Source {
	return tla.Source{Name: invariantModule, Text: strings.TrimSuffix(text, "====\n") + j.defs + "====\n"}
}

func keyword(p invariant.Property) string {
	if p.Template.Kind == invariant.State {
		return "INVARIANT"
	}
	return "PROPERTY"
}

// run checks properties in one run.
func (j *job) run(ctx context.Context, ps []invariant.Property) (tla.Outcome, error) {
	c := j.bench
	for _, p := range ps {
		if c = c.with(keyword(p), p.Name); p.Template.Kind != invariant.State {
			// States that a symmetry takes for one may differ for a property of steps or of
			// behaviors.
			c = c.without("SYMMETRY")
		}
	}
	return j.check(ctx, tla.Job{Module: j.module(invariant.Module(invariantModule, j.about(), ps)), Extra: j.sources(), Config: c.String(), NoCoverage: true, Budget: j.o.Budget, Timeout: j.o.Budget + 30*time.Second})
}

// alone gives each of these properties a run of its own.
func (j *job) alone(ctx context.Context, ps []invariant.Property, out []Property, todo []int) error {
	var wait sync.WaitGroup
	errs := make([]error, len(ps))
	// Each goroutine writes the entries of its own index only; the slots of the scorer hold back
	// the JVMs.
	for _, i := range todo {
		wait.Go(func() {
			o, err := j.run(ctx, ps[i:i+1])
			if err != nil {
				errs[i] = err
				return
			}
			switch o.Status {
			case tla.OK:
				out[i].Status = Holds
			case tla.Partial, tla.Timeout:
				out[i].Status, out[i].Why = Undecided, "not all states were explored in time"
			case tla.Invariant, tla.ActionProperty, tla.Temporal:
				out[i].Status, out[i].Trace = Violated, o.Trace
				switch {
				case o.Stuttering:
					out[i].Why = "the behavior stops for ever in its last state, which fairness must rule out if the system can't"
				case o.Loop > 0:
					out[i].Why = fmt.Sprintf("the behavior goes back to its state %d for ever", o.Loop)
				}
			default:
				out[i].Status, out[i].Why = Broken, problem(o)
			}
		})
	}

	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *InvariantsDetail) count(of ...PropertyStatus) (n int, names []string) {
	for _, p := range d.Properties {
		for _, s := range of {
			if p.Status == s {
				n++
				names = append(names, p.Name)
			}
		}
	}
	return n, names
}

func (d *InvariantsDetail) strict() Value {
	hold, _ := d.count(Holds)
	v := Share(hold, len(d.Properties), "the system has no invariants")
	var why []string
	for _, s := range []PropertyStatus{Violated, Broken, Vacuous, Undecided, NotTranslated} {
		if n, names := d.count(s); n > 0 {
			why = append(why, strings.ReplaceAll(string(s), "_", " ")+": "+strings.Join(names, ", "))
		}
	}
	v.Why = strings.Join(why, "; ")
	return v
}

func (d *InvariantsDetail) compat() Value {
	passed, _ := d.count(Holds, Vacuous, Undecided)
	not, _ := d.count(NotTranslated)
	return Share(passed, len(d.Properties)-not, "no invariant is translated")
}
