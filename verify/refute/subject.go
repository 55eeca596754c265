package refute

import (
	"slices"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/verify"
)

// staticInit names the pseudo-method that initialises a class, as [verify.MethodKey] does.
const staticInit = "<clinit>"

// subject is a checked file whose methods can be run.
type subject struct {
	o       Options
	req     verify.Options
	chk     *jml.Checked
	tracer  *eval.Tracer
	objects *eval.Objects
	judges  map[*types.Method]*eval.Judge // of called methods, without invariants
}

// Exactness is what the runs of an arithmetic may not do with numbers, as the verifier has
// it: nothing wraps around in safe arithmetic, in quiet arithmetic only conversions do.
func Exactness(a verify.Arithmetic) interp.Exactness {
	switch a {
	case verify.Java:
		return interp.Wraps
	case verify.Quiet:
		return interp.ExactOperations
	}
	return interp.ExactConversions
}

// newSubject makes a file ready to run; nil when it does not check.
func newSubject(src string, o Options, req verify.Options) *subject {
	s := &subject{o: o, req: req, judges: map[*types.Method]*eval.Judge{}}
	if s.chk, _ = jml.Load(o.Runtime.Types, "", src); s.chk == nil {
		return nil
	}
	s.tracer = eval.NewStepTracer(s.chk, o.Runtime.Lib, Exactness(req.Arithmetic))
	s.objects = eval.NewObjects(s.chk, s.tracer.Program(), req.NullableByDefault)
	return s
}

// line is the line of a position.
func (s *subject) line(p java.Pos) int { return s.chk.Spec.Java.Position(p).Line }

// method finds what can be run by itself: a method or constructor with a body, written
// or implied, a model method, the initialisation of a class; nil where there is none.
func (s *subject) method(k verify.MethodKey) *types.Method {
	// Model methods are in the specification's tables.
	for _, tables := range []*types.Info{s.chk.Unit.Info, s.chk.Info} {
		for d, m := range tables.Methods {
			if d.Body != nil && verify.KeyOf(m) == k {
				return m
			}
		}
	}
	for _, c := range s.chk.Program.Classes() {
		for _, m := range c.Methods {
			if m.Decl == nil && runs(m) && verify.KeyOf(m) == k {
				return m
			}
		}
		init := &types.Method{Name: staticInit, Owner: c, Flags: java.Static, Return: types.TVoid}
		if k.Name == staticInit && verify.KeyOf(init) == k {
			return init
		}
	}
	return nil
}

// runs reports whether an implied method is one whose text is known.
func runs(m *types.Method) bool {
	switch m.Implicit {
	case types.DefaultConstructor, types.CanonicalConstructor, types.RecordAccessor:
		return !m.Owner.Local
	}
	return false
}

// judge evaluates the contract of a method that is run. Invariants are the search's own.
func (s *subject) judge(m *types.Method) *eval.Judge {
	if j := s.judges[m]; j != nil {
		return j
	}
	j := eval.NewJudge(s.chk, s.tracer.Program(), m, eval.JudgeOptions{NonNull: !s.req.NullableByDefault})
	s.judges[m] = j
	return j
}

// maxClassConstants is how many constants of the other code of a file are tried.
const maxClassConstants = 40

// inputs makes inputs of a method from its constants, those of its specification, and
// those that are written beside it in the file, where they are few.
func (s *subject) inputs(m *types.Method) *bench.Inputs {
	var voc bench.Vocabulary
	add := func(more bench.Vocabulary) {
		voc.Ints, voc.Chars = append(voc.Ints, more.Ints...), append(voc.Chars, more.Chars...)
		voc.Floats, voc.Strings = append(voc.Floats, more.Floats...), append(voc.Strings, more.Strings...)
	}
	if m.Decl != nil {
		add(bench.Constants(s.chk.Unit.Info, java.Span{From: m.Decl.Pos(), To: m.Decl.End()}))
		voc.Types = bench.Narrowed(s.chk.Program.Lib, m.Decl, s.chk.Unit.Info)
		if ms := s.chk.Spec.Methods[m.Decl]; ms != nil {
			for _, c := range ms.Comments {
				add(bench.Constants(s.chk.Info, c))
			}
		}
	}

	whole := java.Span{From: 0, To: s.chk.Spec.Java.End()}
	for _, tables := range []*types.Info{s.chk.Info, s.chk.Unit.Info} {
		if more := bench.Constants(tables, whole); len(more.Ints) <= maxClassConstants {
			add(bench.Vocabulary{Ints: more.Ints, Strings: more.Strings})
		}
	}
	return bench.NewInputs(s.chk.Program, m, voc, s.o.Seed, rules{s})
}

func (s *subject) machine() *interp.Machine {
	// A run's limits are set by Refill.
	return s.tracer.Program().NewMachine(interp.Options{Limits: interp.Limits{Steps: 1 << 40, HeapBytes: 1 << 40}})
}

// rules say which objects an input may have.
type rules struct{ *subject }

// NonNull implements bench.Rules.
func (r rules) NonNull(f *types.Field) bool { return r.objects.NonNull(f) }

// Valid implements bench.Rules.
func (r rules) Valid(m *interp.Machine, o interp.Ref) bool {
	return len(r.objects.Broken(m, eval.NewGhosts(), []interp.Ref{o})) == 0
}

// readBefore are the classes whose static fields the specification of a method reads in
// the state before a call: they are initialised there.
func (s *subject) readBefore(m *types.Method) []*types.Class {
	var out []*types.Class
	look := func(n java.Node) bool {
		e, ok := n.(java.Expr)
		if !ok {
			return true
		}
		if u := s.chk.Info.Uses[e]; u != nil && u.Field != nil && u.Field.Flags.Has(java.Static) && !u.Field.Owner.Library && !slices.Contains(out, u.Field.Owner) {
			out = append(out, u.Field.Owner)
		}
		return true
	}
	inOld := func(n java.Node) bool {
		if c, ok := n.(*java.SpecCall); ok && (c.Word == `\old` || c.Word == `\pre`) {
			java.Walk(c, look)
			return false
		}
		return true
	}

	contracts := []*types.Method{m}
	for _, up := range jml.Inherited(s.chk, m) {
		contracts = append(contracts, up)
	}

	for _, up := range contracts {
		if up.Decl == nil {
			continue
		}
		for _, c := range jml.Normalise(s.chk.Spec.Methods[up.Decl]).Cases {
			for _, cl := range c.Requires {
				if cl.Expr != nil {
					java.Walk(cl.Expr, look)
				}
			}
			for _, cl := range append(slices.Clone(c.Ensures), c.Signals...) {
				if cl.Expr != nil {
					java.Walk(cl.Expr, inOld)
				}
			}
		}
	}
	return out
}
