package soundtest

import (
	"context"
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// Question is a program some methods of which violate their specifications: runs have
// shown it before a verifier is asked.
type Question struct {
	Scene      string
	Source     string
	Method     string // what to ask for, as [verify.Options] has it
	Arithmetic verify.Arithmetic
	False      []Violation
	// Calls is set where what a false method leans on may be false too: the methods
	// that it may call, by name.
	Calls map[string][]string
}

// These bound the questions about one program: copies in one file, files of copies, and
// files with something changed in place.
const (
	perScene  = 40
	perCopies = 4
	perFile   = 18
)

// Questions makes the program of a scene and a seed and changes it in many ways, one thing
// at a time; those that a run shows to be false are asked about.
//
//   - A method's copy has one clause or one line of code changed, and stands beside it
//     under another name. What it leans on is true.
//   - A copy of a method "static int t(int p)" claims of one argument what the method
//     returns, or throws, in a program with something changed anywhere.
//   - What can't be copied (constructors, overriding methods, fields, invariants) is
//     changed in place, in a file of its own.
func Questions(s Scene, seed int64, o Options) ([]Question, error) {
	base, err := s.load(seed, o)
	if err != nil {
		return nil, err
	}
	w := newWorkshop(s, seed, o, base)
	copies, files := w.changed()
	copies = append(w.claims(), copies...)
	if s.Trap() { // what a copy would lean on may be false
		copies, files = nil, nil
		for n, l := range w.lines {
			for _, to := range changes(l) {
				files = append(files, w.inPlace(n, to))
			}
		}
		w.r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	}
	var out []Question
	for len(copies) > 0 {
		n := min(perScene, len(copies))
		q, err := w.together(copies[:n])
		if err != nil {
			return out, err
		}
		if len(q.False) > 0 {
			out = append(out, q)
		}
		copies = copies[n:]
		if len(out) == perCopies {
			break
		}
	}
	for _, src := range append([]string{strings.Join(w.lines, "\n")}, files...) {
		if q, ok := w.alone(src); ok {
			out = append(out, q)
		}
		if len(out) > perCopies+perFile {
			break
		}
	}
	return out, nil
}

// workshop makes questions of one program.
type workshop struct {
	o       Options
	r       *rand.Rand
	scene   Scene
	base    *runner
	lines   []string
	members []member
}

// member is a method of the program with the lines it takes, from 1, its specification
// among them.
type member struct {
	m              *types.Method
	from, to, head int
	free           bool // a copy under another name means the same
	self           bool // it calls itself, and its copy the copy
	asked          bool // t(int p)
}

// variant is a copy of a member with something changed.
type variant struct {
	of    member
	lines []string
}

// ofClassRE finds what stands in a comment before a method and is not the method's.
var ofClassRE = regexp.MustCompile(`^ *//@ .*\b(invariant|constraint|ghost|model|represents)\b`)

func newWorkshop(s Scene, seed int64, o Options, base *runner) *workshop {
	w := &workshop{o: o, r: rand.New(rand.NewSource(seed)), scene: s, base: base, lines: strings.Split(s.Source(seed), "\n")}
	w.findMembers()
	return w
}

func (w *workshop) findMembers() {
	names := map[string]int{}
	for _, d := range w.base.declared() {
		names[d.Name.Name]++
	}
	calls := w.base.calls()
	for _, d := range w.base.declared() {
		m := w.base.chk.Unit.Info.Methods[d]
		if d.Body == nil || m.Owner.Local {
			continue
		}
		from, to := w.base.span(d)
		for n := from; n < w.base.line(d.Name.From); n++ {
			if ofClassRE.MatchString(w.lines[n-1]) {
				from = n + 1
			}
		}
		switch d.Name.Name {
		case "equals", "hashCode", "toString", "compareTo":
			names[d.Name.Name]++ // it overrides
		}
		x := member{m: m, from: from, to: to, head: w.base.line(d.Name.From)}
		x.self = count(calls[m.Name], m.Name) > 1 // its own name stands once where it is declared
		x.free = !m.IsConstructor() && names[m.Name] == 1 && !comesBack(calls, m.Name)
		x.asked = x.free && strings.HasPrefix(m.Name, "t") && m.Flags.Has(java.Static) && len(m.Params) == 1 && m.Params[0].Name == "p"
		w.members = append(w.members, x)
	}
}

// comesBack reports whether a method may call others that call it: a copy of it would run
// what it is a copy of.
func comesBack(calls map[string][]string, name string) bool {
	seen := map[string]bool{name: true}
	var visit func(at string) bool
	visit = func(at string) bool {
		for _, c := range calls[at] {
			if c == name && at != name {
				return true
			}
			if !seen[c] {
				seen[c] = true
				if visit(c) {
					return true
				}
			}
		}
		return false
	}
	return visit(name)
}

func count(names []string, name string) int {
	n := 0
	for _, s := range names {
		if s == name {
			n++
		}
	}
	return n
}

// line returns the line of a position in the source.
func (r *runner) line(p java.Pos) int { return r.chk.Spec.Java.Position(p).Line }

// span returns the first and the last line of a method with its specification.
func (r *runner) span(d *java.MethodDecl) (from, to int) {
	from = r.line(d.Pos())
	if ms := r.chk.Spec.Methods[d]; ms != nil {
		for _, c := range ms.Comments {
			from = min(from, r.line(c.From))
		}
	}
	return from, r.line(d.End())
}

// changed returns copies with one line changed, and programs changed in place, in an order
// of their own.
func (w *workshop) changed() ([]variant, []string) {
	var copies []variant
	var files []string
	for n := range w.lines {
		of := w.memberAt(n + 1)
		for _, l := range changes(w.lines[n]) {
			if of == nil || !of.free {
				files = append(files, w.inPlace(n, l))
				continue
			}
			ls := slices.Clone(w.lines[of.from-1 : of.to])
			ls[n+1-of.from] = l
			if n+1 == of.head && !strings.Contains(l, " "+of.m.Name+"(") {
				continue
			}
			copies = append(copies, variant{*of, ls})
		}
	}
	for n := range len(w.lines) - 1 {
		// Two statements or clauses in the other order.
		a, b := w.lines[n], w.lines[n+1]
		of := w.memberAt(n + 1)
		if a == b || of == nil || of != w.memberAt(n+2) || !strings.HasSuffix(a, ";") || !strings.HasSuffix(b, ";") {
			continue
		}
		if !of.free {
			ls := slices.Clone(w.lines)
			ls[n], ls[n+1] = b, a
			files = append(files, strings.Join(ls, "\n"))
			continue
		}
		ls := slices.Clone(w.lines[of.from-1 : of.to])
		ls[n+1-of.from], ls[n+2-of.from] = b, a
		copies = append(copies, variant{*of, ls})
	}
	copies = append(copies, w.twice(copies)...)
	w.r.Shuffle(len(copies), func(i, j int) { copies[i], copies[j] = copies[j], copies[i] })
	w.r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	return copies, files
}

// twice returns copies with a second thing changed, a third as many: a clause that is too
// weak shows where something else leans on it.
func (w *workshop) twice(copies []variant) []variant {
	var out []variant
	for range len(copies) / 3 {
		c := copies[w.r.Intn(len(copies))]
		ls := slices.Clone(c.lines)
		n := w.r.Intn(len(ls))
		if all := changes(ls[n]); len(all) > 0 && !strings.Contains(ls[n], " "+c.of.m.Name+"(") {
			ls[n] = all[w.r.Intn(len(all))]
			out = append(out, variant{c.of, ls})
		}
	}
	return out
}

func (w *workshop) memberAt(line int) *member {
	for i := range w.members {
		if x := &w.members[i]; x.from <= line && line <= x.to {
			return x
		}
	}
	return nil
}

// inPlace is the program with line n, from 0, changed.
func (w *workshop) inPlace(n int, to string) string {
	ls := slices.Clone(w.lines)
	ls[n] = to
	return strings.Join(ls, "\n")
}

// end is how a call of a method t(p) ends: with a value, or by an exception of a class.
type end struct {
	value  string
	thrown string
}

// ends runs the methods t(p) of a program; a call that ends in no way is left out.
func (w *workshop) ends(src string) map[string]map[int64]end {
	run, err := newRunner(src, w.o)
	if err != nil {
		return nil
	}
	out := map[string]map[int64]end{}
	for _, d := range run.declared() {
		m := run.chk.Unit.Info.Methods[d]
		if !slices.ContainsFunc(w.members, func(x member) bool { return x.asked && x.m.Name == m.Name }) {
			continue
		}
		out[m.Name] = map[int64]end{}
		for p := range int64(4) {
			mach := run.tracer.Program().NewMachine(interp.Options{Limits: interp.Limits{Steps: 100_000}})
			v, e := mach.Call(m, nil, []interp.Value{{N: p}})
			switch e.Kind {
			case interp.Returned:
				out[m.Name][p] = end{value: literal(v, m.Return)}
			case interp.Thrown:
				out[m.Name][p] = end{thrown: e.Class[strings.LastIndexAny(e.Class, ".$")+1:]}
			}
		}
	}
	return out
}

// literal is a value of int, long or boolean as Java writes it, "" of other types.
func literal(v interp.Value, t types.Type) string {
	switch t.Kind() {
	case types.Boolean:
		return fmt.Sprint(v.N != 0)
	case types.Int:
		return fmt.Sprint(v.N)
	case types.Long:
		return fmt.Sprint(v.N) + "L"
	}
	return ""
}

// perArgument bounds the false claims about one call.
const perArgument = 6

// claims are copies of the methods t(p) that claim for one p what changed programs do.
func (w *workshop) claims() []variant {
	truth := w.ends(strings.Join(w.lines, "\n"))
	type call struct {
		name string
		p    int64
	}
	said := map[call][]end{}
	var order []call
	at := w.r.Perm(len(w.lines))
	for _, n := range at {
		if strings.Contains(w.lines[n], "//@") && !strings.Contains(w.lines[n], "set ") {
			continue
		}
		all := changes(w.lines[n])
		w.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for i, l := range all {
			if i == 8 {
				break
			}
			changed := w.ends(w.inPlace(n, l))
			for name, calls := range changed {
				for p, e := range calls {
					is, ok := truth[name][p]
					c := call{name, p}
					if !ok || is == e || slices.Contains(said[c], e) || len(said[c]) == perArgument {
						continue
					}
					if said[c] == nil {
						order = append(order, c)
					}
					said[c] = append(said[c], e)
				}
			}
		}
	}
	// A map's order is not a seed's.
	slices.SortFunc(order, func(a, b call) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	var out []variant
	for round := range perArgument {
		for _, c := range order {
			if round < len(said[c]) {
				v := w.claim(c.name, c.p, said[c][round])
				out = append(out, v)
				if round < 2 {
					out = append(out, w.weaker(v)...)
				}
			}
		}
	}
	return out
}

// weaker returns a claim with a clause inside of the method changed too, if there is one.
func (w *workshop) weaker(v variant) []variant {
	var inside []int
	for n, l := range v.lines {
		if strings.HasPrefix(l, "        ") && strings.Contains(l, "//@ ") {
			inside = append(inside, n)
		}
	}
	if len(inside) == 0 {
		return nil
	}
	n := inside[w.r.Intn(len(inside))]
	all := changes(v.lines[n])
	if len(all) == 0 {
		return nil
	}
	ls := slices.Clone(v.lines)
	ls[n] = all[w.r.Intn(len(all))]
	return []variant{{v.of, ls}}
}

// claim is a copy of a method that says how the call with p ends.
func (w *workshop) claim(name string, p int64, e end) variant {
	i := slices.IndexFunc(w.members, func(x member) bool { return x.m.Name == name && x.asked })
	of := w.members[i]
	was := w.lines[of.from-1 : of.to]
	head := of.head - of.from
	says := []string{fmt.Sprintf("    //@ ensures \\result == %s;", e.value), "    //@ signals_only \\nothing;"}
	if e.thrown != "" {
		says = []string{"    //@ ensures false;", "    //@ signals_only " + e.thrown + ";"}
	}
	ls := []string{fmt.Sprintf("    //@ requires p == %d;", p)}
	ls = append(append(append(ls, was[:head]...), says...), was[head:]...)
	return variant{of, ls}
}

// program puts copies beside the methods they are of. It returns which copy a line of it is
// of, from 1.
func (w *workshop) program(copies []variant) (src string, at map[int]int) {
	at = map[int]int{}
	var out []string
	for n, l := range w.lines {
		out = append(out, l)
		for i, c := range copies {
			if c.of.to != n+1 {
				continue
			}
			name := fmt.Sprintf("q%d_%s(", i, c.of.m.Name)
			was := " " + c.of.m.Name + "("
			itself := regexp.MustCompile(`\b` + c.of.m.Name + `\(`)
			renamed := false
			for _, l := range c.lines {
				switch {
				case c.of.self:
					l = itself.ReplaceAllString(l, name)
				case !renamed && strings.Contains(l, was) && !strings.Contains(l, "//@"):
					l, renamed = strings.Replace(l, was, " "+name, 1), true
				}
				out = append(out, l)
				at[len(out)] = i
			}
		}
	}
	return strings.Join(out, "\n"), at
}

var copyRE = regexp.MustCompile(`^q(\d+)_`)

// meaningful returns the copies that are Java with a specification.
func (w *workshop) meaningful(copies []variant) []variant {
	for range 8 {
		src, at := w.program(copies)
		_, errs := jml.Load(w.o.Types, "Solution.java", src)
		if len(errs) == 0 {
			return copies
		}
		bad := map[int]bool{}
		for _, e := range errs {
			if i, ok := at[e.At.Line]; ok {
				bad[i] = true
			}
		}
		if len(bad) == 0 {
			// The parser lost its way: which copy it is, each says alone.
			for i := range copies {
				one, _ := w.program(copies[i : i+1])
				if !WellFormed(one, w.o.Types) {
					bad[i] = true
				}
			}
		}
		copies = without(copies, func(i int) bool { return bad[i] })
	}
	return copies
}

// together asks about copies in one program: of those that mean something, the ones that a
// run shows to be false.
func (w *workshop) together(copies []variant) (Question, error) {
	q := Question{Scene: w.scene.String(), Method: "q*", Arithmetic: w.o.Arithmetic}
	copies = w.meaningful(copies)
	src, _ := w.program(copies)
	run, err := w.prepare(src)
	if err != nil {
		return q, nil // nothing to ask
	}
	wrong := map[int]bool{}
	for _, d := range run.declared() {
		m := copyRE.FindStringSubmatch(d.Name.Name)
		if m == nil {
			continue
		}
		var i int
		fmt.Sscan(m[1], &i)
		wrong[i] = len(run.violations(run.chk.Unit.Info.Methods[d])) > 0
	}
	copies = without(copies, func(i int) bool { return !wrong[i] })
	if len(copies) == 0 {
		return q, nil
	}
	src, _ = w.program(copies)
	run, err = w.prepare(src)
	if err != nil {
		return q, err
	}
	q.Source = src
	for _, d := range run.declared() {
		if copyRE.MatchString(d.Name.Name) {
			q.False = append(q.False, run.violations(run.chk.Unit.Info.Methods[d])...)
		}
	}
	return q, nil
}

var (
	ofAllRE   = regexp.MustCompile(`^    //@ public (static invariant|constraint) (.*);$`)
	methodRE  = regexp.MustCompile(`^    ((?:static )?)(.*)\) \{(.*\})?$`)
	anywhereR = regexp.MustCompile(`^\S.*\{$`)
)

// spelledOut is a program with its static invariants and constraints as postconditions of
// the methods of their class: the evaluator of runs knows nothing of them. The lines stay
// where they are.
func spelledOut(src string) string {
	lines := strings.Split(src, "\n")
	for n, l := range lines {
		m := ofAllRE.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		from, to := n, n
		for from > 0 && !anywhereR.MatchString(lines[from]) {
			from--
		}
		for to < len(lines)-1 && lines[to] != "}" {
			to++
		}
		name := className(lines[from])
		for k := from + 1; k < to; k++ {
			h := methodRE.FindStringSubmatch(lines[k])
			if h == nil || m[1] == "constraint" && (h[1] != "" || strings.HasPrefix(strings.TrimSpace(lines[k]), name+"(")) {
				continue
			}
			lines[k] = "    /*@ ensures " + m[2] + "; @*/ " + strings.TrimPrefix(lines[k], "    ")
		}
	}
	return strings.Join(lines, "\n")
}

// className is the name that the first line of a class declares.
func className(line string) string {
	_, after, _ := strings.Cut(line, "class ")
	name, _, _ := strings.Cut(after, " ")
	return name
}

func without[T any](xs []T, drop func(i int) bool) []T {
	var out []T
	for i, x := range xs {
		if !drop(i) {
			out = append(out, x)
		}
	}
	return out
}

// prepare readies a program for its runs.
func (w *workshop) prepare(src string) (*runner, error) {
	p := Program{Source: spelledOut(src)}
	run, err := p.runner(w.o)
	if err == nil {
		run.source = src
	}
	return run, err
}

// violations runs a method and returns the first violation there is.
func (r *runner) violations(m *types.Method) []Violation {
	var res Result
	r.r = rand.New(rand.NewSource(r.o.Seed)) // the same inputs whatever was run before
	r.method(m, &res)
	for i := range res.Violations {
		res.Violations[i].Method = verify.KeyOf(m).String()
		res.Violations[i].Source = ""
	}
	return res.Violations
}

// alone asks about a program that has been changed in place.
func (w *workshop) alone(src string) (Question, bool) {
	q := Question{Scene: w.scene.String(), Source: src, Arithmetic: w.o.Arithmetic}
	run, err := w.prepare(src)
	if err != nil {
		return q, false
	}
	for _, d := range run.declared() {
		if d.Body != nil {
			q.False = append(q.False, run.violations(run.chk.Unit.Info.Methods[d])...)
		}
	}
	q.Calls = run.calls()
	return q, len(q.False) > 0
}

var callRE = regexp.MustCompile(`\b([A-Za-z]\w*)\(`)

// calls returns the names of the methods that each method may call, in its code, its
// specification or what classes say of themselves. It goes by names alone: overriders and
// all constructors of a class are among them.
func (r *runner) calls() map[string][]string {
	lines := strings.Split(r.chk.Spec.Java.Src, "\n")
	named := func(ls []string) []string {
		var out []string
		for _, m := range callRE.FindAllStringSubmatch(strings.Join(ls, "\n"), -1) {
			out = append(out, m[1])
		}
		return out
	}
	out := map[string][]string{}
	rest := slices.Clone(lines)
	for _, d := range r.declared() {
		m := r.chk.Unit.Info.Methods[d]
		name := verify.KeyOf(m).Short()
		from, to := r.span(d)
		out[name] = append(out[name], named(lines[from-1:to])...)
		if c := m.Owner; m.IsConstructor() && c.Super != nil {
			out[name] = append(out[name], c.Super.Class.Name)
		}
		for n := from; n <= to; n++ {
			if !ofClassRE.MatchString(rest[n-1]) {
				rest[n-1] = ""
			}
		}
	}
	everywhere := named(rest)
	for name := range out {
		out[name] = append(out[name], everywhere...)
	}
	return out
}

// Ask puts the question and returns the violation that the verifier calls verified; ok is
// false where there is none.
func (q Question) Ask(ctx context.Context, b verify.Backend) (v Violation, ok bool, err error) {
	ask := []string{q.Method}
	if q.Method == "" {
		ask = nil
		for _, f := range q.False {
			ask = append(ask, f.Method)
		}
	}
	for _, m := range ask {
		out, err := b.Verify(ctx, q.request(m))
		if err != nil {
			return v, false, err
		}
		if out.Verdict == verify.Malformed {
			return v, false, fmt.Errorf("scene %s: malformed: %v\n%s", q.Scene, out.Diagnostics, q.Source)
		}
		for _, f := range q.False {
			if !holds(out, f.Method) {
				continue
			}
			if q.Calls != nil {
				sure, err := q.alike(ctx, b, f.Method)
				if err != nil || !sure {
					return v, false, err
				}
			}
			f.Source, f.Arithmetic, f.Scene = q.Source, q.Arithmetic, q.Scene
			return f, true, nil
		}
	}
	return v, false, nil
}

func (q Question) request(method string) verify.Request {
	return verify.Request{File: "Solution.java", Source: q.Source, Options: verify.Options{Arithmetic: q.Arithmetic, Quick: true, Method: method}}
}

func holds(out verify.Outcome, method string) bool {
	for _, m := range out.Methods {
		if m.Method.String() == method {
			return m.Verdict.Holds()
		}
	}
	return false
}

// alike reports whether everything that a method may call is proved too.
func (q Question) alike(ctx context.Context, b verify.Backend, method string) (bool, error) {
	out, err := b.Verify(ctx, q.request(""))
	if err != nil {
		return false, err
	}
	proved, names := map[string]bool{}, map[string]bool{}
	start := ""
	for _, m := range out.Methods {
		n := m.Method.Short()
		proved[n] = m.Verdict.Holds() && (proved[n] || !names[n])
		names[n] = true
		if m.Method.String() == method {
			start = n
		}
	}
	seen := map[string]bool{}
	var sure func(n string) bool
	sure = func(n string) bool {
		if seen[n] || !names[n] {
			return true
		}
		seen[n] = true
		if !proved[n] {
			return false
		}
		for _, c := range q.Calls[n] {
			if !sure(c) {
				return false
			}
		}
		return true
	}
	return sure(start) && sure("<clinit>"), nil
}

// perProgram is the number of changed copies in a program of [Changed].
const perProgram = 14

// Changed makes the program of a scene and a seed with changed copies of its methods
// beside them, of which nothing is known, for a [Search].
func Changed(s Scene, seed int64, o Options) (Program, error) {
	base, err := s.load(seed, o)
	if err != nil {
		return Program{}, err
	}
	w := newWorkshop(s, seed, o, base)
	copies, _ := w.changed()
	copies = w.meaningful(copies[:min(perProgram, len(copies))])
	src, _ := w.program(copies)
	p := Program{Source: src}
	run, err := newRunner(src, o)
	if err != nil {
		return p, err
	}
	p.Calls = run.calls()
	return p, nil
}

// Check runs the methods of a scene as it stands and returns what they violate.
func Check(s Scene, seed int64, o Options) ([]Violation, error) {
	w := &workshop{o: o, scene: s}
	run, err := w.prepare(s.Source(seed))
	if err != nil {
		return nil, fmt.Errorf("scene %s: %w", s, err)
	}
	var out []Violation
	for _, d := range run.declared() {
		if d.Body != nil {
			out = append(out, run.violations(run.chk.Unit.Info.Methods[d])...)
		}
	}
	return out, nil
}
