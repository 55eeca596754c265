package annotate

import (
	"context"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/jml"
	"ensures/propose"
	"ensures/verify"
)

// only asks a verifier about the methods that were wanted, those that call them, and
// what their proofs lean on: of a large file the rest is nobody's question.
type only struct {
	verify.Backend
	methods []string
}

// about returns a verifier that is asked about what the clauses found for some methods of a
// file can change; without names about all of it. A caller that nobody has specified can only
// lose by a precondition that it does not keep.
func (a *Annotation) about(b verify.Backend, methods []string) verify.Backend {
	if len(methods) == 0 {
		return b
	}
	file := a.Result.File
	spec, _ := jml.Parse(file)
	changed, narrowed := map[string]bool{}, map[string]bool{} // methods with clauses, and those with preconditions
	for _, m := range a.Result.Methods {
		if m.Decl == nil || len(m.Clauses) == 0 {
			continue
		}
		changed[m.Decl.Name.Name] = true
		if slices.ContainsFunc(m.Clauses, func(c propose.Clause) bool { return c.Kind == jml.Requires.String() }) {
			narrowed[m.Decl.Name.Name] = true
		}
	}

	all := slices.Clone(methods)
	java.Walk(file, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if !ok || d.Body == nil {
			return true
		}
		// A caller without a specification proves nothing of its own but the preconditions of its calls;
		// one that has one may lean on the new postconditions too.
		named := narrowed
		if spec.Methods[d] != nil {
			named = changed
		}
		calls := false
		java.Walk(d.Body, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Call:
				calls = calls || named[n.Name.Name]
			case *java.MethodRef:
				calls = calls || named[n.Name.Name]
			}
			return !calls
		})
		if calls {
			all = append(all, d.Name.Name+"("+strings.Join(bench.ParamTypes(d), ",")+")")
		}
		return true
	})
	return only{b, all}
}

// Verify implements verify.Backend.
func (b only) Verify(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	asked := slices.Clone(b.methods)
	// A proof may rest on contracts of methods that were not asked about. Those are asked about too,
	// until nothing new comes up; the list only grows, and is bounded by the file.
	for {
		r.Options.Method = strings.Join(asked, ";")
		out, err := b.Backend.Verify(ctx, r)
		if err != nil {
			return out, err
		}
		n := len(asked)
		for _, m := range out.Methods {
			for _, c := range out.Conditions(m) {
				if key := c.Method.String(); c.NotAsked && !slices.Contains(asked, key) {
					asked = append(asked, key)
				}
			}
		}
		if len(asked) == n {
			return out, nil
		}
	}
}
