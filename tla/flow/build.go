package flow

import (
	"fmt"
	"slices"
)

// builder makes the points of one function. Front ends call it in the order of the
// source; it keeps which edges still look for their point.
type builder struct {
	f      *Function
	open   []ref // edges to the point that comes next
	frames []*frame
	labels map[string]int // numbers of points that goto can reach
	gotos  map[string][]ref
	defers []deferred
	ends   []ref // edges to the function's end

	panicking []ref
}

// ref is an edge by its point's number and its place there.
type ref struct{ point, edge int }

// frame is a statement around the current one that jumps know.
type frame struct {
	label  string
	loop   bool
	named  bool // a break without a label doesn't mean it
	breaks []ref
	nexts  []ref // of continue
	last   bool  // jumps pass what is done last, as in finally
	enters []ref
	leaves []leave
	try    int // the number of the point that names the handlers; 0: none
}

// leave is a jump that goes on behind what is done last.
type leave struct {
	point int
	jump  jump
}

// jump is a way out of statements.
type jump struct {
	word  string // return, break, continue, throw
	label string
}

// deferred is a call at the function's end, if its point was reached.
type deferred struct {
	point int
	what  phrase
}

// phrase is a piece of source on one line.
type phrase struct {
	text   string
	shared bool
	calls  []string
}

func (p phrase) after(word string) phrase {
	if p.text == "" {
		return phrase{word, p.shared, p.calls}
	}
	return phrase{word + " " + p.text, p.shared, p.calls}
}

// condition is a decision; and, or have two parts, and the second is evaluated only if
// the first leaves it open.
type condition struct {
	line int
	op   string // "&&", "||" or "" for a leaf
	x, y *condition
	what phrase
}

func newBuilder(name, file string, line int) *builder {
	return &builder{f: &Function{Name: name, File: file, Line: line}, labels: map[string]int{}, gotos: map[string][]ref{}}
}

// next is the number that the next point will have.
func (b *builder) next() int { return len(b.f.Points) + 1 }

func (b *builder) patch(refs []ref, to int) {
	for _, r := range refs {
		b.f.Points[r.point-1].Next[r.edge].To = to
	}
}

// add adds a point without a way on, and gives its number.
func (b *builder) add(line int, what phrase) int {
	b.patch(b.open, b.next())
	b.open = nil
	b.f.Points = append(b.f.Points, Point{Line: line, Text: what.text, Shared: what.shared, calls: what.calls})
	return len(b.f.Points)
}

// edge adds a way on from a point.
func (b *builder) edge(point int, when string) ref {
	p := &b.f.Points[point-1]
	p.Next = append(p.Next, Edge{When: when})
	return ref{point, len(p.Next) - 1}
}

// step adds a point after which the next one comes.
func (b *builder) step(line int, what phrase) int {
	n := b.add(line, what)
	b.open = []ref{b.edge(n, "")}
	return n
}

// fallible is a step that ends the function where a part of it fails.
func (b *builder) fallible(line int, what phrase) {
	n := b.step(line, what)
	on := b.open
	b.open = []ref{b.edge(n, "? fails")}
	b.jump(line, jump{word: "return"})
	b.open = on
}

// decide adds the points of a condition: where control goes if it holds, and if not.
//
//	x && y: yes if both; no if x fails, or x holds and y fails
//	x || y: the other way round
func (b *builder) decide(word string, c *condition) (yes, no []ref) {
	if c.op == "" {
		n := b.add(c.line, c.what.after(word))
		return []ref{b.edge(n, "yes")}, []ref{b.edge(n, "no")}
	}

	yes, no = b.decide(word, c.x)
	if c.op == "&&" {
		b.open = yes
		y, n := b.decide("and "+word, c.y)
		// Both ways of failing lead to the same place, from two points.
		return y, append(no, n...)
	}
	b.open = no
	y, n := b.decide("or "+word, c.y)
	return append(yes, y...), n
}

// branch is if/else; otherwise may be nil.
func (b *builder) branch(c *condition, then, otherwise func()) {
	yes, no := b.decide("if", c)
	b.open = yes
	then()
	end := b.open
	b.open = no
	if otherwise != nil {
		otherwise()
	}
	b.open = append(end, b.open...)
}

// loop is a loop of any form.
type loop struct {
	label string
	line  int
	cond  *condition // nil: for ever
	each  *phrase    // over elements, in place of a condition
	after bool       // the condition comes behind the body
	body  func()
	post  func() // nil: none
}

func (b *builder) loop(l loop) {
	// The ends of the body are known only behind it: continue waits in nexts, break in breaks.
	fr := b.push(&frame{label: l.label, loop: true})
	start := b.next()
	var no []ref
	switch {
	case l.each != nil:
		n := b.add(l.line, *l.each)
		b.open, no = []ref{b.edge(n, "next")}, []ref{b.edge(n, "done")}
	case l.cond != nil && !l.after:
		b.open, no = b.decide("while", l.cond)
	}

	l.body()
	b.open = append(b.open, fr.nexts...)
	if l.post != nil && len(b.open) > 0 {
		l.post()
	}
	if l.cond != nil && l.after {
		b.open, no = b.decide("while", l.cond)
	}
	// A loop without a point of its own would have nothing to go back to: its edges would lead to
	// what comes behind it.
	if b.next() == start && (len(b.open) > 0 || start == 1) { // nothing is done in it
		b.step(l.line, phrase{text: "loop"})
	}

	b.patch(b.open, start)
	b.pop()
	b.open = append(no, fr.breaks...)
}

// arm is a way of a switch, a match or a select.
type arm struct {
	when  string
	falls bool // control goes on into the next arm
	body  func()
}

// choose is a statement that goes one of several ways. Where no arm is an else, the
// statement may do nothing unless it is total.
func (b *builder) choose(line int, what phrase, arms []arm, total bool) {
	n := b.add(line, what)
	var ends, into []ref
	for _, a := range arms {
		// What falls out of the arm above comes in beside the arm's own edge.
		b.open = append(into, b.edge(n, a.when))
		into = nil
		a.body()
		if a.falls {
			into = b.open
		} else {
			ends = append(ends, b.open...)
		}
	}
	// The last arm may fall through, too: behind it the statement ends.
	ends = append(ends, into...)
	if !total {
		ends = append(ends, b.edge(n, "else"))
	}
	b.open = ends
}

// breakable calls body; a break in it goes behind it.
func (b *builder) breakable(label string, body func()) {
	fr := b.push(&frame{label: label})
	body()
	b.pop()
	b.open = append(b.open, fr.breaks...)
}

// named is breakable, but only a break with the label goes behind it.
func (b *builder) named(label string, body func()) {
	fr := b.push(&frame{label: label, named: true})
	body()
	b.pop()
	b.open = append(b.open, fr.breaks...)
}

// handler is a catch of a try.
type handler struct {
	when string
	body func()
}

// try is try/catch; what is done in any case is around it, with finally.
func (b *builder) try(line int, body func(), handlers []handler) {
	if len(handlers) == 0 {
		body()
		return
	}
	n := b.add(line, phrase{text: "try"})
	b.open = []ref{b.edge(n, "")}
	b.push(&frame{try: n})
	body()
	// Only the body is watched: what a handler throws goes to the try around this one.
	b.pop()
	ends := b.open
	for _, h := range handlers {
		b.open = []ref{b.edge(n, "on "+h.when)}
		h.body()
		ends = append(ends, b.open...)
	}
	b.open = ends
}

// finally is body, and then last however body is left. The point named by end leads on
// to where each jump went; last may be nil.
func (b *builder) finally(line int, body, last func(), end phrase) {
	fr := b.push(&frame{last: true})
	body()
	b.pop()

	// Whether the body can end by itself: jumps that entered since don't count.
	normal := len(b.open) > 0
	b.open = append(b.open, fr.enters...)
	if last != nil {
		last()
	}
	// Without a jump to lead on, a block that is done last needs no end of its own. A phrase
	// alone, as of an unlock, has this point only.
	if len(fr.leaves) == 0 && (last != nil || !normal) {
		return
	}
	n := b.add(line, end)
	var on []ref
	if normal {
		on = append(on, b.edge(n, ""))
	}
	for _, l := range fr.leaves {
		// Each jump goes on where it was bound for, now from outside of this frame: the next
		// finally around it takes it in turn.
		b.open = []ref{b.edge(n, fmt.Sprint("after ", l.point))}
		b.jump(line, l.jump)
	}
	b.open = on
}

// jump ends the open ways by return, break, continue or throw.
func (b *builder) jump(line int, j jump) {
	for _, fr := range slices.Backward(b.frames) {
		switch {
		// The innermost frame first, so that no jump passes what is done last on its way.
		case fr.last && len(b.open) > 0:
			b.pass(line, fr, j)
			return
		// A try and a finally are no targets of break; a frame that is named is one only by its
		// name.
		case j.word == "break" && fr.try == 0 && !fr.last && (j.label == fr.label || j.label == "" && !fr.named):
			fr.breaks = append(fr.breaks, b.open...)
			b.open = nil
			return
		case j.word == "continue" && fr.loop && (j.label == "" || j.label == fr.label):
			fr.nexts = append(fr.nexts, b.open...)
			b.open = nil
			return
		case j.word == "throw" && fr.try > 0:
			b.thrown(fr.try)
			return
		}
	}
	if j.word == "throw" {
		b.thrown(0)
		return
	}
	b.ends = append(b.ends, b.open...)
	b.open = nil
}

// pass leads a jump into what is done last.
func (b *builder) pass(line int, fr *frame, j jump) {
	point := b.open[0].point
	// A point that the end of finally can name ("after 7"): a return or throw has one, a bare
	// break has none.
	if j.word == "break" || j.word == "continue" || len(b.open) > 1 {
		point = b.step(line, phrase{text: j.word})
	}
	fr.enters = append(fr.enters, b.open...)
	fr.leaves = append(fr.leaves, leave{point, j})
	b.open = nil
}

// giveBack is a return with its value.
func (b *builder) giveBack(line int, what phrase) {
	b.step(line, what.after("return"))
	b.jump(line, jump{word: "return"})
}

// thrown leads the open ways to the handlers of a try; 0: out of the function.
func (b *builder) thrown(try int) {
	for _, r := range b.open {
		e := &b.f.Points[r.point-1].Next[r.edge]
		e.Thrown, e.To = true, try
	}
	b.open = nil
}

// throw is a point that control leaves by an exception.
func (b *builder) throw(line int, what phrase) {
	b.step(line, what)
	b.jump(line, jump{word: "throw"})
}

// panics is a point behind which only the deferred calls come.
func (b *builder) panics(line int, what phrase) {
	b.step(line, what)
	// They run the deferred calls, and no way leads from there to the statements behind the
	// panic.
	b.panicking = append(b.panicking, b.open...)
	b.open = nil
}

// later is a call at the function's end.
func (b *builder) later(line int, what phrase) {
	n := b.step(line, phrase{text: "defer " + what.text})
	b.defers = append(b.defers, deferred{n, what})
}

// label names the next point for goto.
func (b *builder) label(name string) {
	b.labels[name] = b.next()
}

// leap is a goto.
func (b *builder) leap(name string) {
	b.gotos[name] = append(b.gotos[name], b.open...)
	b.open = nil
}

func (b *builder) push(f *frame) *frame {
	b.frames = append(b.frames, f)
	return f
}

func (b *builder) pop() { b.frames = b.frames[:len(b.frames)-1] }

// done ends the function: deferred calls, last one first, and the edges that look for
// its end.
func (b *builder) done(line int) Function {
	for name, refs := range b.gotos {
		// A label behind the last point is the function's end, and so is one that isn't there.
		to, ok := b.labels[name]
		if !ok || to > len(b.f.Points) {
			b.open = append(b.open, refs...)
			continue
		}
		b.patch(refs, to)
	}
	b.open = append(b.open, b.ends...)
	// With deferred calls a panic goes through them first, where one may recover; without them it
	// leaves the function.
	if len(b.defers) > 0 {
		b.open = append(b.open, b.panicking...)
	} else {
		normal := b.open
		b.open = b.panicking
		b.thrown(0)
		b.open = normal
	}
	for _, d := range slices.Backward(b.defers) {
		text := fmt.Sprintf("deferred, if %d was reached: %s", d.point, d.what.text)
		b.step(line, phrase{text, d.what.shared, d.what.calls})
	}
	b.patch(b.open, Return)
	return *b.f
}
