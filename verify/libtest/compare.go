package libtest

import (
	"slices"

	"ensures/java/interp"
	"ensures/java/types"
)

// compare runs the interpreter's own method on the same inputs.
func (t *tester) compare(rec *record, c *call) {
	m := t.r.Method.Types
	// The call changes what it is given, so it has a heap of its own.
	own := &heap{b: c.b, s: rec.pre, refs: map[int]interp.Ref{}, busy: map[int]bool{}}
	var roots []interp.Value
	_, end := t.m.Try(func() interp.Value {
		roots = own.values(rec.pre.roots)
		return interp.Value{}
	})
	if end.Kind != interp.Returned {
		return
	}
	v, out := t.m.Call(m, roots[0].R, roots[1:])

	why := ""
	switch thrown := c.env.Thrown; {
	case out.Kind == interp.Thrown && thrown == nil:
		why = "throws " + out.Class
	case out.Kind == interp.Thrown:
		if name := t.m.ClassName(thrown); name != out.Class {
			why = "throws " + out.Class + ", not " + name
		}
	case out.Kind != interp.Returned:
		why = out.String()
	case thrown != nil:
		why = "throws nothing, not " + t.m.ClassName(thrown)
	default:
		_, end = t.m.Try(func() interp.Value {
			why = t.differs(c, m, v, own, roots)
			return interp.Value{}
		})
		if end.Kind != interp.Returned {
			why = end.String()
		}
	}
	if why != "" {
		t.r.Differ++
		t.r.Differences = keep(t.r.Differences, rec.text, why)
	}
}

// differs compares a normal end with the JVM's.
func (t *tester) differs(c *call, m *types.Method, v interp.Value, own *heap, roots []interp.Value) string {
	alike := likeness{m: t.m, known: map[interp.Ref]interp.Ref{}, seen: map[[2]interp.Ref]bool{}}
	// What was there before has to be the same object afterwards, not one like it.
	for id, r := range own.refs {
		alike.known[r] = c.after.refs[id]
	}
	want := c.env.Result
	if m.IsConstructor() {
		want = interp.R(c.env.Cur.This)
	}
	switch {
	case m.Return.Kind() >= types.Boolean && m.Return.Kind() <= types.Double && !m.IsConstructor():
		// Compared as boxes are: NaN equals NaN, and 0.0 does not equal −0.0.
		a, b := interp.Box{Kind: m.Return.Kind(), N: v.N}, interp.Box{Kind: m.Return.Kind(), N: want.N}
		if !a.Equal(&b) {
			return "gives another value"
		}
	case m.Return.Kind() != types.Void || m.IsConstructor():
		if !alike.refs(v.R, want.R) {
			return "gives another value"
		}
	}
	after := append([]interp.Value{interp.R(c.env.Cur.This)}, c.env.Cur.Locals...)
	for i := range roots {
		if roots[i].R != nil && !alike.contents(roots[i].R, after[i].R) {
			return "leaves another state behind"
		}
	}
	return ""
}

// likeness compares two heaps: objects that were there before the call by who they are,
// new ones by what they hold.
type likeness struct {
	m     *interp.Machine
	known map[interp.Ref]interp.Ref
	seen  map[[2]interp.Ref]bool
}

func (l *likeness) refs(a, b interp.Ref) bool {
	if q, ok := l.known[a]; ok && q != b {
		return false
	}
	return l.contents(a, b)
}

func (l *likeness) contents(a, b interp.Ref) bool {
	key := [2]interp.Ref{a, b}
	if a == b || l.seen[key] {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	// While they are compared the two count as alike: a circle adds no difference.
	l.seen[key] = true

	x, isArray := a.(*interp.RefArray)
	o, isObject := a.(*interp.Object)
	switch {
	case isArray:
		y, ok := b.(*interp.RefArray)
		return ok && l.all(x.A, y.A)
	case isObject:
		p, ok := b.(*interp.Object)
		if !ok || o.Class.Binary != p.Class.Binary && !(o.Class.Library && p.Class.Library) {
			return false
		}
		if o.Class.Binary == "java.lang.Object" {
			return true
		}
		if l.is(o, "java.util.Set") && l.is(p, "java.util.Set") {
			return l.unordered(l.elements(o), l.elements(p))
		}
		if l.is(o, "java.util.Collection") && l.is(p, "java.util.Collection") {
			return l.all(l.elements(o), l.elements(p))
		}
		if l.is(o, "java.util.Map") && l.is(p, "java.util.Map") {
			q, r := l.m.CallMethod(o, "entrySet").R, l.m.CallMethod(p, "entrySet").R
			return l.unordered(l.elements(q), l.elements(r))
		}
		if l.is(o, "java.util.Map$Entry") && l.is(p, "java.util.Map$Entry") {
			return l.refs(l.m.CallMethod(o, "getKey").R, l.m.CallMethod(p, "getKey").R) &&
				l.refs(l.m.CallMethod(o, "getValue").R, l.m.CallMethod(p, "getValue").R)
		}
	}
	eq, err := l.m.DeepEqual(interp.R(a), interp.R(b), nil)
	// What can't be compared is not held against the interpreter.
	return err != nil || eq
}

func (l *likeness) is(o *interp.Object, class string) bool {
	k := l.m.Class(class)
	return k != nil && l.m.InstanceOf(o, k)
}

func (l *likeness) elements(r interp.Ref) []interp.Ref {
	out, _ := l.m.Elements(r)
	return out
}

func (l *likeness) all(a, b []interp.Ref) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !l.refs(a[i], b[i]) {
			return false
		}
	}
	return true
}

// unordered pairs the elements of two sets, whose order may come from identities.
func (l *likeness) unordered(a, b []interp.Ref) bool {
	if len(a) != len(b) {
		return false
	}
	left := slices.Clone(b)
	for _, x := range a {
		i := slices.IndexFunc(left, func(y interp.Ref) bool { return l.refs(x, y) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}
