package refute

import (
	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/verify"
)

// What the classes of a file demand of all objects holds wherever a method begins and
// ends, however it ends:
//
//	a run is of the specification  iff  every object that it begins with, and every
//	                                    static field, is as its class demands
//	it violates the specification   if  some object or static field is not, at its end
//
// Side conditions: helpers owe nothing at their ends; a class that is not initialised
// demands nothing of its static fields, and the one that is being initialised owes it
// at the end; the receiver of a constructor that an exception leaves counts where
// something reaches it.

// maxVisible bounds the objects that are looked at in one state.
const maxVisible = 400

// allowed reports whether an input is one that the specification speaks of, as far as
// objects go; the machine is in its state.
func (r *search) allowed(in bench.State) bool {
	objects := r.visible(append([]interp.Value{interp.R(in.This)}, in.Args...)...)
	return len(r.objects.Broken(r.mach, eval.NewGhosts(), objects)) == 0 && len(r.objects.BrokenStatic(r.mach, eval.NewGhosts())) == 0
}

// visible are the objects that the values reach and those of the static fields.
func (r *search) visible(values ...interp.Value) []interp.Ref {
	return interp.Reach(maxVisible, append(values, r.mach.Statics().Roots()...)...)
}

// objectsAtEnd notes what is violated of the classes' demands where a run ends.
func (r *search) objectsAtEnd(run *eval.Run) {
	if r.helper {
		return
	}
	values := append([]interp.Value{run.Result, {R: run.Outcome.Exception}}, run.Post.Locals...)
	// What a constructor leaves half made counts only where something reaches it.
	if run.Outcome.Kind == interp.Returned || !r.m.IsConstructor() {
		values = append(values, interp.R(run.Post.This))
	}
	breaches := r.objects.Broken(r.mach, run.Post.Ghosts, r.visible(values...))
	breaches = append(breaches, r.objects.BrokenStatic(r.mach, run.Post.Ghosts)...)
	for _, b := range breaches {
		r.breach(run, b, verify.InvariantExit, verify.Invariant)
	}
	for _, b := range r.objects.Changed(r.mach, run) {
		r.breach(run, b, verify.Constraint)
	}
}

// breach notes a demand that is not met.
func (r *search) breach(run *eval.Run, b eval.Breach, kinds ...verify.Kind) {
	if b.Result.Truth != eval.False {
		return
	}
	v := violation{kinds: kinds}
	what := "every object is as its class demands"
	if b.Clause != nil {
		v.line, what = r.line(b.Clause.KeyPos), b.Clause.String()
	} else {
		v.kinds = append(v.kinds, verify.PossiblyNullField, verify.PossiblyNullInitial, verify.PossiblyNullAssignment)
		what = b.Field.Owner.Name + "." + b.Field.Name + " is not null"
	}
	r.note(run, v, what, r.output(run))
}

// maxCalls bounds the calls of one run whose beginning is looked at.
const maxCalls = 60

// called notes what a method owes where it calls another one: the precondition, and
// that the objects that the callee sees are as their classes demand. What it finds shows
// that an open obligation fails; it takes no proof back.
//
// Side conditions: of preconditions only calls of the method itself count, other
// methods have runs of their own; helpers and constructors are owed no invariants.
func (r *search) called(c *eval.Call) {
	// Of a proved method nobody needs to know: what is found here takes no proof back.
	if r.calls++; r.calls > maxCalls || c.Depth() == 0 || r.proved {
		return
	}
	_, at := c.Caller(0)
	note := func(v violation, expected, actual string) {
		if at != nil {
			v.within = header(at)
			v.lines = [2]int{r.line(v.within.From), r.line(v.within.To)}
		}
		v.hint = true
		r.pending = append(r.pending, pending{v, expected, actual})
	}

	if c.Depth() == 1 {
		d := r.judge(c.Method).Begin(r.mach, eval.State{This: c.This, Locals: c.Args, Ghosts: c.Ghosts})
		if !nonNull(r.subject, c.Method, c.Args) {
			note(violation{kinds: []verify.Kind{verify.PossiblyNullValue, verify.Precondition}, certain: true}, "no null for a parameter of "+c.Method.Name, "null")
		} else if cl := d.Pre.Clause; d.Pre.Truth == eval.False && cl != nil {
			note(violation{kinds: []verify.Kind{verify.Precondition}, line: r.declared(c.Method)}, cl.String(), "false at the call of "+c.Method.Name)
		}
	}
	if c.Method.IsConstructor() || r.isHelper(c.Method) {
		return
	}

	values := append([]interp.Value{interp.R(c.This)}, c.Args...)
	breaches := append(r.objects.Broken(r.mach, c.Ghosts, r.visible(values...)), r.objects.BrokenStatic(r.mach, c.Ghosts)...)
	for _, b := range breaches {
		if b.Result.Truth != eval.False {
			continue
		}
		v := violation{kinds: []verify.Kind{verify.InvariantEntrance}}
		what := ""
		if b.Clause != nil {
			v.line, what = r.line(b.Clause.KeyPos), b.Clause.String()
		} else {
			what = b.Field.Owner.Name + "." + b.Field.Name + " is not null"
		}
		note(v, what, "false at the call of "+c.Method.Name)
	}
}

// declared is the line where a verifier points to for the precondition of a callee: that
// of its name.
func (s *subject) declared(m *types.Method) int {
	switch {
	case m.Decl != nil:
		return s.line(m.Decl.Name.From)
	case m.Owner.Decl != nil:
		return s.line(m.Owner.Decl.Name.From)
	}
	return 0
}

// pending is a violation inside of a run that is not over.
type pending struct {
	violation
	expected, actual string
}

// isHelper reports whether a method is declared a helper.
func (s *subject) isHelper(m *types.Method) bool {
	if m.Decl == nil {
		return false
	}
	ms := s.chk.Spec.Methods[m.Decl]
	return ms != nil && ms.Mods.Has(jml.Helper)
}

// nonNull reports whether arguments are there where they are declared to be.
func nonNull(s *subject, m *types.Method, args []interp.Value) bool {
	byDefault := !s.req.NullableByDefault && !s.chk.Spec.NullableByDefault
	for i, p := range m.Params {
		if i >= len(args) || args[i].R != nil || types.IsPrimitive(p.Type) {
			continue
		}
		d, ok := p.Decl.(*java.Param)
		if !ok {
			continue
		}
		if mods := s.chk.Spec.Params[d]; mods.Has(jml.NonNull) || byDefault && !mods.Has(jml.Nullable) {
			return false
		}
	}
	return true
}
