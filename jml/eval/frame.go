package eval

import (
	"sort"
	"strconv"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// Change is a location whose value differs between two states.
type Change struct {
	Object interp.Ref   // in the later state; nil for a static field
	Field  *types.Field // nil for an array element or the contents of a library object
	Index  int          // of an array element, −1 otherwise
	Before interp.Value // in the earlier heap
	After  interp.Value
}

// Location is the change's place as messages print it, without the object's name.
func (c Change) Location() string {
	switch {
	case c.Field != nil && c.Object == nil:
		return c.Field.Owner.Name + "." + c.Field.Name
	case c.Field != nil:
		return c.Field.Name
	case c.Index >= 0:
		return "[" + strconv.Itoa(c.Index) + "]"
	}
	return "contents"
}

// Changes compares two states. pairs maps every object of the earlier heap to the
// same object in the later one, as interp.Snapshot's From does. Objects of the
// class library are compared as wholes, contents included.
func Changes(chk *jml.Checked, m *interp.Machine, pre, cur *State, pairs map[interp.Ref]interp.Ref) []Change {
	d := &differ{m: m, pairs: pairs, inner: map[interp.Ref]bool{}}

	objects := make([]interp.Ref, 0, len(pairs))
	for o := range pairs {
		objects = append(objects, o)
		if x, ok := o.(*interp.Object); ok && x.Class.Library {
			d.own(x)
		}
	}
	// What a collection consists of is compared with it, not as objects of their own.
	for _, o := range objects {
		if !d.inner[o] {
			d.compare(o, pairs[o])
		}
	}

	for _, k := range chk.Program.Classes() {
		for _, f := range k.Fields {
			if !f.Flags.Has(java.Static) || f.Flags.Has(java.Final) || pre.Statics == nil {
				continue
			}
			before, ok := pre.Statics.Field(f)
			if !ok {
				continue
			}
			// Without a snapshot of after, the machine still holds the current values.
			var after interp.Value
			if cur.Statics != nil {
				after, ok = cur.Statics.Field(f)
			} else {
				var out interp.Outcome
				after, out = m.StaticField(f)
				ok = out.Kind == interp.Returned
			}
			if ok && !d.same(before, after) {
				d.list = append(d.list, Change{Field: f, Index: -1, Before: before, After: after})
			}
		}
	}

	// The objects come out of a map in any order; the list has one.
	sort.SliceStable(d.list, func(i, j int) bool {
		a, b := d.list[i], d.list[j]
		if (a.Field == nil) != (b.Field == nil) {
			return a.Field != nil
		}
		if a.Field != nil && a.Field.Name != b.Field.Name {
			return a.Field.Name < b.Field.Name
		}
		return a.Index < b.Index
	})
	return d.list
}

type differ struct {
	m     *interp.Machine
	pairs map[interp.Ref]interp.Ref
	inner map[interp.Ref]bool // parts of library objects
	list  []Change
}

// own marks the objects that make up the state of library object o.
func (d *differ) own(o *interp.Object) {
	var visit func(r interp.Ref)
	visit = func(r interp.Ref) {
		if r == nil || d.inner[r] || d.pairs[r] == nil {
			return
		}
		switch x := r.(type) {
		case *interp.Object:
			if !x.Class.Library || x == o {
				return
			}
			if collection(d.m, x) {
				return // an element with an identity of its own
			}
			d.inner[r] = true
			for _, c := range x.R {
				visit(c)
			}
		case *interp.RefArray:
			d.inner[r] = true
			for _, c := range x.A {
				if y, ok := c.(*interp.Object); ok && y.Class.Library && !collection(d.m, y) {
					visit(c)
				}
			}
		case *interp.String, *interp.Box, *interp.ClassObject, *interp.Func:
		default:
			d.inner[r] = true
		}
	}
	if !collection(d.m, o) {
		return
	}
	for _, c := range o.R {
		visit(c)
	}
}

// collection reports whether o is a collection, map or string builder.
func collection(m *interp.Machine, o *interp.Object) bool {
	for _, name := range [...]string{"java.util.Collection", "java.util.Map", "java.lang.CharSequence"} {
		if k := m.Class(name); k != nil && m.InstanceOf(o, k) {
			return true
		}
	}
	return false
}

func (d *differ) same(before, after interp.Value) bool {
	if before.R == nil && after.R == nil {
		return before.N == after.N
	}
	if b, ok := before.R.(*interp.Box); ok {
		a, ok := after.R.(*interp.Box)
		return ok && a.Equal(b)
	}
	if s, ok := before.R.(*interp.String); ok {
		t, ok := after.R.(*interp.String)
		return ok && s.Equal(t)
	}
	if c, ok := d.pairs[before.R]; ok {
		return c == after.R
	}
	return before.R == after.R
}

func (d *differ) compare(pre, cur interp.Ref) {
	switch a := pre.(type) {
	case *interp.Object:
		b, ok := cur.(*interp.Object)
		if !ok {
			return
		}
		if a.Class.Library {
			if len(a.P)+len(a.R) == 0 && a.Native == nil {
				return // an object without contents is only itself
			}
			if eq, err := d.m.DeepEqual(interp.R(a), interp.R(b), nil); err == nil && !eq {
				d.list = append(d.list, Change{Object: b, Index: -1, Before: interp.R(a), After: interp.R(b)})
			}
			return
		}
		for _, f := range a.Class.InstanceFields() {
			x, _ := a.Field(f)
			y, _ := b.Field(f)
			if !d.same(x, y) {
				d.list = append(d.list, Change{Object: b, Field: f, Index: -1, Before: x, After: y})
			}
		}
	case interp.Array:
		b, ok := cur.(interp.Array)
		if !ok {
			return
		}
		for i := range min(a.Len(), b.Len()) {
			x, y := a.At(i), b.At(i)
			if !d.same(x, y) {
				d.list = append(d.list, Change{Object: cur, Index: i, Before: x, After: y})
			}
		}
	}
}

// Frame is a compiled frame: the locations that may change.
type Frame struct {
	Kind  jml.FrameKind
	Slots []*types.Local
	locs  []location
	err   *java.Error // of a reference that cannot be evaluated
}

type location struct {
	at    java.Pos
	obj   *Value       // object or array; nil for a static field
	field *types.Field // one field
	class *types.Class // all static fields of a class
	all   bool         // everything of the object
	lo    *Pred        // element or range of elements
	hi    *Pred
}

// CompileFrame compiles the references of frame clauses, which are evaluated in
// the pre-state.
func CompileFrame(chk *jml.Checked, prog *interp.Program, kind jml.FrameKind, refs []java.Expr, o CompileOptions) *Frame {
	f := &Frame{Kind: kind, Slots: o.Slots}
	for _, r := range refs {
		c := &locating{chk: chk, prog: prog, o: o, l: location{at: r.Pos()}}
		switch ok := c.read(java.Unparen(r)); {
		case !ok:
		case c.err != nil:
			f.err = c.err
		default:
			f.locs = append(f.locs, c.l)
			f.locs = append(f.locs, groupMembers(chk, c.l)...)
		}
	}
	return f
}

// locating compiles one reference of a frame.
type locating struct {
	chk  *jml.Checked
	prog *interp.Program
	o    CompileOptions
	l    location
	err  *java.Error // the first
}

func (c *locating) object(x java.Expr) {
	t := c.chk.Info.Types[x]
	if t == nil {
		t = types.Dynamic
	}
	if c.err == nil {
		c.l.obj, c.err = CompileValue(c.chk, c.prog, x, t, c.o)
	}
}

func (c *locating) bound(x java.Expr) (p *Pred) {
	if x != nil && c.err == nil {
		p, c.err = CompileMeasure(c.chk, c.prog, x, c.o)
	}
	return p
}

// read reads what r names; false where it names no location of the caller's.
func (c *locating) read(r java.Expr) bool {
	switch x := r.(type) {
	case *java.Name:
		u := c.chk.Info.Uses[x]
		switch {
		case u == nil:
			return false
		case u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static):
			c.l.field = u.Field
		case u.Kind == types.FieldRef:
			c.l.field = u.Field
			c.l.obj, c.err = compileThis(c.chk, c.prog, x, u.Implicit, c.o)
		case u.Kind == types.LocalRef && !types.IsPrimitive(u.Local.Type):
			// A parameter is no location of the caller's; what is often meant is
			// the contents of a collection.
			if _, array := u.Local.Type.(*types.ArrayType); array {
				return false
			}
			c.object(x)
			c.l.all = true
		default:
			return false
		}
	case *java.Select:
		u := c.chk.Info.Uses[x]
		if u == nil || u.Kind != types.FieldRef {
			return false
		}
		c.l.field = u.Field
		if u.Field.Flags.Has(java.Static) {
			break
		}
		if _, ok := x.X.(*java.Super); ok {
			c.l.obj, c.err = compileThis(c.chk, c.prog, x, nil, c.o)
		} else {
			c.object(x.X)
		}
	case *java.StoreAll:
		if u := c.chk.Info.Uses[x.X]; u != nil && u.Kind == types.ClassRef {
			c.l.class = u.Class
			break
		}
		c.object(x.X)
		c.l.all = true
	case *java.Index:
		c.object(x.X)
		s, ok := x.I.(*java.StoreRange)
		switch {
		case !ok:
			c.l.lo = c.bound(x.I)
			c.l.hi = c.l.lo
		case s.Lo == nil && s.Hi == nil:
			c.l.all = true
		default:
			c.l.lo, c.l.hi = c.bound(s.Lo), c.bound(s.Hi)
		}
	default:
		return false
	}
	return true
}

func compileThis(chk *jml.Checked, prog *interp.Program, at java.Expr, implicit *types.Class, o CompileOptions) (*Value, *java.Error) {
	v := &Value{}
	p, err := compilePred(chk, prog, o, func(c *compiler, p *Pred) {
		r := c.around(at, implicit, false).r
		v.get = func(e *env) interp.Value { return interp.Value{R: r(e)} }
	})
	v.Pred = p
	return v, err
}

// groupMembers are the fields that belong to the data group of l's field by `in`.
func groupMembers(chk *jml.Checked, l location) []location {
	var out []location
	if l.field == nil {
		return nil
	}
	// Groups that name the field themselves are followed, groups of groups are not.
	for fd, fs := range chk.Spec.Fields {
		for _, cl := range fs.Clauses {
			if cl.Kind != jml.In {
				continue
			}
			for _, r := range cl.Refs {
				if u := chk.Root().Info.Uses[r]; u == nil || u.Field != l.field {
					continue
				}
				for _, v := range fd.Vars {
					f := chk.Unit.Info.Fields[v]
					if f != nil {
						m := l
						m.field = f
						out = append(out, m)
					}
				}
			}
		}
	}
	return out
}

// allowed is one evaluated location.
type allowed struct {
	obj    interp.Ref
	field  *types.Field
	class  *types.Class
	all    bool
	lo, hi int64
}

// Violations are the changes that the frame does not allow. env.Pre is the state
// that the references are evaluated in. The result is Unknown when a location has
// no value, False with the violations, else True.
func (f *Frame) Violations(env *Env, changes []Change) ([]Change, Result) {
	if f.Kind == jml.FrameEverything || f.Kind == jml.FrameDefault || len(changes) == 0 {
		return nil, Result{Truth: True}
	}
	if f.err != nil {
		return nil, Result{Truth: Unknown, Reason: f.err.Msg, At: f.err.Span.From}
	}

	// The locations are those of the state before the call, and name its objects;
	// changes are of the current ones.
	in := *env
	if env.Pre != nil {
		in.Cur = *env.Pre
	}

	toCur := func(r interp.Ref) interp.Ref {
		if r == nil || env.ToCur == nil {
			return r
		}
		return env.ToCur(r)
	}

	var ok []allowed
	for _, l := range f.locs {
		// Without an index the range is empty: a field is no element.
		a := allowed{field: l.field, class: l.class, all: l.all, lo: 0, hi: -1}
		if l.obj != nil {
			v, res := l.obj.Get(&in)
			if res.Truth != True {
				return nil, res
			}
			// Of null there is no location that could change.
			if v.R == nil {
				continue
			}
			a.obj = toCur(v.R)
		}
		if l.lo != nil {
			var res Result
			if a.lo, _, res = l.lo.Int(&in); res.Truth != True {
				return nil, res
			}
		}
		if l.hi != nil {
			var res Result
			if a.hi, _, res = l.hi.Int(&in); res.Truth != True {
				return nil, res
			}
		}
		ok = append(ok, a)
	}

	var bad []Change
	for _, c := range changes {
		if !covered(ok, c) {
			bad = append(bad, c)
		}
	}
	if bad == nil {
		return nil, Result{Truth: True}
	}
	return bad, Result{Truth: False}
}

func covered(ok []allowed, c Change) bool {
	for _, a := range ok {
		switch {
		case a.class != nil:
			if c.Object == nil && c.Field != nil && c.Field.Owner == a.class {
				return true
			}
		case c.Object == nil || a.obj == nil:
			if c.Object == nil && a.obj == nil && c.Field != nil && c.Field == a.field {
				return true
			}
		case a.obj != c.Object:
			// The contents of a collection belong to the field that holds it.
			if c.Field == nil && c.Index < 0 && fieldHolds(a, c.Object) {
				return true
			}
		case a.all:
			return true
		case c.Field != nil:
			if a.field != nil && (a.field == c.Field || a.field.Name == c.Field.Name && a.field.Owner.Binary == c.Field.Owner.Binary) {
				return true
			}
		case c.Index >= 0:
			if a.field == nil && int64(c.Index) >= a.lo && int64(c.Index) <= a.hi {
				return true
			}
		}
	}
	return false
}

// fieldHolds reports whether an allowed field refers to r.
func fieldHolds(a allowed, r interp.Ref) bool {
	o, ok := a.obj.(*interp.Object)
	if !ok || o.Class.Library {
		return false
	}
	if a.field != nil {
		v, has := o.Field(a.field)
		return has && v.R == r
	}
	if a.all {
		for _, f := range o.Class.InstanceFields() {
			if v, has := o.Field(f); has && v.R == r {
				return true
			}
		}
	}
	return false
}
