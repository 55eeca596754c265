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

// subject is a checked file whose methods can be run.
type subject struct {
	o      Options
	req    verify.Options
	chk    *jml.Checked
	tracer *eval.Tracer
	exact  bool // arithmetic throws where it would overflow
}

// newSubject makes a file ready to run; nil when it does not check. Outside of
// Java's own arithmetic an overflow ends the run, where that can be arranged.
func newSubject(src string, o Options, req verify.Options) *subject {
	s := &subject{o: o, req: req}
	if req.Arithmetic != verify.Java {
		if x := Exact(src, o.Runtime.Types); x != "" {
			src, s.exact = x, true
		}
	}
	if s.chk, _ = jml.Load(o.Runtime.Types, "", src); s.chk == nil {
		return nil
	}
	s.tracer = eval.NewStepTracer(s.chk, o.Runtime.Lib)
	return s
}

// line is the line of a position.
func (s *subject) line(p java.Pos) int { return s.chk.Spec.Java.Position(p).Line }

// method finds a method that can be run by itself; nil where there is none.
func (s *subject) method(k verify.MethodKey) *types.Method {
	for d, m := range s.chk.Unit.Info.Methods {
		if d.Body != nil && !m.Spec && !m.IsConstructor() && verify.KeyOf(m) == k {
			return m
		}
	}
	return nil
}

func (s *subject) judge(m *types.Method) *eval.Judge {
	return eval.NewJudge(s.chk, s.tracer.Program(), m, eval.JudgeOptions{NonNull: !s.req.NullableByDefault, Invariants: true})
}

func (s *subject) inputs(m *types.Method) *bench.Inputs {
	voc := bench.Constants(s.chk.Unit.Info, java.Span{From: m.Decl.Pos(), To: m.Decl.End()})
	if ms := s.chk.Spec.Methods[m.Decl]; ms != nil {
		for _, c := range ms.Comments {
			more := bench.Constants(s.chk.Info, c)
			voc.Ints, voc.Chars = append(voc.Ints, more.Ints...), append(voc.Chars, more.Chars...)
			voc.Strings = append(voc.Strings, more.Strings...)
		}
	}
	return bench.NewInputs(s.chk.Program, m, voc, s.o.Seed)
}

func (s *subject) machine() *interp.Machine {
	return s.tracer.Program().NewMachine(interp.Options{Limits: interp.Limits{Steps: 1 << 40, HeapBytes: 1 << 40}})
}
