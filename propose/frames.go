package propose

import (
	"strings"

	"ensures/candidate"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// frame returns the assignable clause that the runs bear out: what they changed, or
// nothing. It is nil when what changed cannot be named.
func (w *method) frame() *candidate.Clause {
	var refs []string
	for i, l := range w.prep.Method.Params {
		if !w.changes.params[i] {
			continue
		}
		// What changed inside of a list or another object isn't an element that an index names.
		at, ok := l.Type.(*types.ArrayType)
		if !ok {
			return nil
		}
		refs = append(refs, l.Name+elements(at))
	}
	for _, f := range w.prep.Method.Owner.Fields {
		name := f.Name
		for _, l := range w.prep.Method.Params {
			if l.Name == name {
				name = "this." + f.Name
			}
		}
		switch {
		case w.changes.statics[f]:
			refs = append(refs, f.Name)
			if at, ok := f.Type.(*types.ArrayType); ok {
				refs = append(refs, f.Name+elements(at))
			}
		case w.changes.fields[f] && !w.prep.Method.IsConstructor(): // what a constructor makes was not there to be changed
			replaced, inside := w.fieldChange(f)
			if replaced {
				refs = append(refs, name)
			}
			if inside {
				at, ok := f.Type.(*types.ArrayType)
				if !ok {
					return nil
				}
				refs = append(refs, name+elements(at))
			}
		}
	}
	for f := range w.changes.fields {
		if f.Owner != w.prep.Method.Owner {
			return nil // an inherited field
		}
	}
	if len(refs) == 0 {
		refs = []string{"\\nothing"}
	}
	return candidate.New(jml.Assignable, strings.Join(refs, ", "))
}

func elements(t *types.ArrayType) string {
	text := "[*]"
	for {
		in, ok := t.Elem.(*types.ArrayType)
		if !ok {
			return text
		}
		text += "[*]"
		t = in
	}
}

// fieldChange says whether runs gave the field another value, and whether they
// changed the object it refers to.
func (w *method) fieldChange(f *types.Field) (replaced, inside bool) {
	if !isRef(f.Type) {
		return true, false
	}
	for _, p := range w.pairs {
		a, ok := p.Pre.This.(*interp.Object)
		b, ok2 := p.Post.This.(*interp.Object)
		if !ok || !ok2 {
			continue
		}
		u, _ := a.Field(f)
		v, _ := b.Field(f)
		same := u.R == v.R
		// The state after is a copy: the object before is found in it by where it went.
		if to, ok := p.ToPost[u.R]; ok {
			same = to == v.R
		}
		if !same {
			replaced = true
		} else if u.R != nil {
			if _, immutable := u.R.(*interp.String); !immutable && w.differs(u, v) {
				inside = true
			}
		}
	}
	return replaced, inside
}

func (w *method) differs(u, v interp.Value) bool {
	w.m.Refill(1_000_000, 64<<20)
	same, err := w.m.DeepEqual(u, v, nil)
	return err != nil || !same
}

// thrown is the exceptions that the code throws in so many words.
func thrown(m *java.MethodDecl) map[string]bool {
	out := map[string]bool{}
	if m.Body == nil {
		return out
	}
	java.Walk(m.Body, func(n java.Node) bool {
		if t, ok := n.(*java.Throw); ok {
			if x, ok := t.X.(*java.New); ok && x.Type != nil {
				out[x.Type.Name[strings.LastIndexByte(x.Type.Name, '.')+1:]] = true
			}
		}
		return true
	})
	return out
}
