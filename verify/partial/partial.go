// Package partial lets a verifier prove methods of a file that isn't understood as a
// whole: those that depend on nothing but themselves are proved in a slice of it, and
// of the others it says why not. It must not know how a backend decides.
package partial

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"ensures/java/types"
	"ensures/verify"
)

// Backend asks another one about slices of the files that it can't read as a whole.
type Backend struct {
	verify.Backend
	// Library resolves the names of the whole file, those of other files of its
	// project included. The backend itself need not know these.
	Library *types.Library

	mu      sync.Mutex
	answers map[question]verify.Outcome // on methods of other files
}

// Verify implements verify.Backend. What a proof rests on in other files of the project
// is asked about there: see elsewhere.go.
func (b *Backend) Verify(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	out, err := b.verify(ctx, r)
	if err != nil {
		return out, err
	}
	return b.settleElsewhere(ctx, out, r.Options, nil)
}

// verify is Verify but for other files. What the backend says of a whole file stands as
// it is; of one with mistakes in its program it says what holds of the slice, and the
// mistakes stay among the diagnostics: the file is not verified.
func (b *Backend) verify(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	whole, err := b.Backend.Verify(ctx, r)
	if err != nil || len(whole.Methods) > 0 || whole.Verdict != verify.Malformed && whole.Verdict != verify.Unsupported {
		return whole, err
	}
	// A file with holes keeps more than a slice, in which static methods stand alone.
	if h := holesIn(b.Library, r.File, r.Source); h != nil {
		r := r
		r.Source = h.text
		part, err := b.Backend.Verify(ctx, r)
		if err != nil {
			return whole, err
		}
		if len(part.Methods) > 0 {
			return h.join(whole, part), nil
		}
	}
	s := sliceOf(b.Library, r.File, r.Source)
	if s == nil || len(s.kept) == 0 {
		return whole, nil
	}
	for {
		part, err := b.Backend.Verify(ctx, verify.Request{File: r.File, Source: s.text(), Options: r.Options})
		if err != nil {
			return whole, err
		}
		if len(part.Methods) > 0 {
			return s.join(whole, part, r.Options.Method), nil
		}
		// A mistake in a specification is one of its method, which is left out with
		// those that call it.
		if !s.dropAt(part.Diagnostics) || len(s.kept) == 0 {
			return whole, nil
		}
	}
}

// Slice returns the request about a file with holes or the slice of a file, and whether there is any that
// has a method that the request is about.
func (b *Backend) Slice(r verify.Request) (verify.Request, bool) {
	if h := holesIn(b.Library, r.File, r.Source); h != nil {
		r.Source = h.text
		return r, true
	}
	s := sliceOf(b.Library, r.File, r.Source)
	if s == nil || !slices.ContainsFunc(s.kept, func(m *types.Method) bool { return r.Options.Method == "" || verify.MethodMatches(m, r.Options.Method) }) {
		return r, false
	}
	r.Source = s.text()
	return r, true
}

// join puts the answers on a file with holes into the answer on the file: a method
// with a hole is as wrong as its mistakes are.
func (h *holed) join(whole, part verify.Outcome) verify.Outcome {
	out := part
	out.Methods = slices.Clone(part.Methods)
	out.Diagnostics = nil
	bad := map[verify.MethodKey]bool{}
	for i := range out.Methods {
		m := &out.Methods[i]
		errs, ok := h.mistakes[m.Line]
		if !ok {
			continue
		}
		v, list := verify.FrontEnd(errs)
		for j := range list {
			list[j].Method = m.Method
			// Nobody who reads the file has heard of the class that stands in a hole.
			list[j].Message = strings.ReplaceAll(list[j].Message, "in class $", "of a class that is not there")
		}
		// What was proved of it is true of the hole.
		*m = verify.MethodOutcome{Method: m.Method, Line: m.Line, Column: m.Column, Verdict: v}
		bad[m.Method] = true
		out.Diagnostics = append(out.Diagnostics, list...)
	}
	for _, d := range part.Diagnostics {
		if !bad[d.Method] {
			d.Message = strings.ReplaceAll(d.Message, holeCalled, "what is not understood in it")
			d.Construct = strings.ReplaceAll(d.Construct, holeCalled, "what is not understood in it")
			out.Diagnostics = append(out.Diagnostics, d)
		}
	}
	out.Settle()
	out.Verdict = verify.Join(out.Verdict, whole.Verdict)
	return out
}

// holeCalled is how a verifier says that it meets a hole.
const holeCalled = "call of $.any, which stands in another file"

// join puts the answers on the methods of the slice into the answer on the whole
// file, or on those of its methods that are wanted.
func (s *slice) join(whole, part verify.Outcome, want string) verify.Outcome {
	out := part
	out.Methods = slices.DeleteFunc(slices.Clone(part.Methods), func(o verify.MethodOutcome) bool {
		return !slices.ContainsFunc(s.kept, func(m *types.Method) bool { return verify.KeyOf(m) == o.Method })
	})

	missing := want == ""
	for _, m := range s.methods {
		if m.Decl.Body == nil || slices.Contains(s.kept, m) || want != "" && !verify.MethodMatches(m, want) {
			continue
		}
		missing = true
		at := s.file.Position(m.Decl.Name.From)
		v := verify.Unsupported
		if _, errs := m.Body(); len(errs) > 0 {
			v, _ = verify.FrontEnd(errs)
		}
		key := verify.KeyOf(m)
		out.Methods = append(out.Methods, verify.MethodOutcome{Method: key, Line: at.Line, Column: at.Column, Verdict: v})
		out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{
			Kind: verify.UnsupportedConstruct, Severity: verify.Error, Verdict: v, Method: key, Line: at.Line, Column: at.Column,
			Message: s.why[m], Stage: "check", Construct: s.why[m],
		})
		out.Verdict = verify.Join(out.Verdict, v)
	}
	slices.SortStableFunc(out.Methods, func(a, b verify.MethodOutcome) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	if missing { // there is more to the request than the slice
		out.Verdict = verify.Join(out.Verdict, whole.Verdict)
	}
	return out
}

// dropAt takes out of the slice the methods to which diagnostics point, and reports
// whether there were any.
func (s *slice) dropAt(list []verify.Diagnostic) bool {
	dropped := false
	for _, d := range list {
		for _, m := range slices.Clone(s.kept) {
			from, to := s.file.Position(s.begin[m]).Line, s.file.Position(m.Decl.End()).Line
			if d.Line >= from && d.Line <= to {
				s.why[m] = d.Message
				s.drop(m)
				dropped = true
			}
		}
	}
	return dropped
}

// drop takes a method out of the slice, and all that call it.
func (s *slice) drop(m *types.Method) {
	i := slices.Index(s.kept, m)
	if i < 0 {
		return
	}
	s.kept = slices.Delete(s.kept, i, i+1)
	for _, k := range slices.Clone(s.kept) {
		if slices.Contains(s.needs[k], m) {
			s.why[k] = "calls " + m.Name + ", which is not understood"
			s.drop(k)
		}
	}
}
