package propose

import (
	"regexp"
	"slices"
	"strings"

	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/values"
)

var (
	// condition is the head of a while loop that counts up to a bound.
	condition = regexp.MustCompile(`^while\s+(\w+)\s*(?:<=?|!=)\s*([\w.()]+?)\s*$`)
	// between is the head of a for over a range, upwards.
	between = regexp.MustCompile(`^for\s+(\w+)\s+in\s+([^.]+?)\s*\.\.(=?)\s*([\w.()+\- ]+?)\s*$`)
	// over is the head of a for over the items of a sequence.
	over = regexp.MustCompile(`^for\s.+?\sin\s+&?(\w+)(?:\.(?:iter|into_iter|enumerate)\(\))*\s*$`)
	// steps are a body's assignments that add a number to a variable or take one off.
	steps = regexp.MustCompile(`\b([a-z_]\w*)\s*[+-]=\s*1\b`)
	// pushed and put are the sequences that a body grows, and those whose elements it assigns.
	pushed = regexp.MustCompile(`\b([a-z_]\w*)\.push\(`)
	put    = regexp.MustCompile(`\b([a-z_]\w*)\[[^\]=]*\]\s*[-+*/%]?=[^=]`)
	// last is the variable that a body ends with.
	last = regexp.MustCompile(`(?:return\s+)?\b([a-z_]\w*)\s*;?\s*\}\s*$`)
)

// counting is what counts a loop's iterations, from where to where.
type counting struct{ counter, from, bound string }

// countingOf reads a loop's head; a zero value is one that is not read. An iterator counts by
// the place of its next item, which its own loop alone has a name for.
func countingOf(file *spec.File, l *spec.Loop) (c counting, named bool) {
	head := strings.TrimSpace(file.Src[l.From:l.Body.From])
	if m := condition.FindStringSubmatch(head); m != nil {
		return counting{m[1], "", m[2]}, true
	}
	// A range that is reversed counts down; nothing is guessed of it here.
	if m := between.FindStringSubmatch(head); m != nil && !strings.Contains(head, "rev()") {
		c := counting{m[1], m[2], m[4]}
		if m[3] != "" {
			c.bound += " + 1"
		}
		if c.counter == "_" {
			c.counter = "iter.cur"
			return c, false
		}
		return c, true
	}
	if m := over.FindStringSubmatch(head); m != nil {
		return counting{"iter.pos", "0", m[1] + ".len()"}, false
	}
	return counting{}, false
}

// countings are those of a loop and, where they have a name in it, of the loops around it.
func countings(f *observe.Func, file *spec.File, l *spec.Loop) (out []counting) {
	for _, k := range f.Spec.Loops {
		around := k.Body.From <= l.From && l.To <= k.Body.To
		c, named := countingOf(file, k)
		if c.counter == "" || k != l && !(around && named) {
			continue
		}
		for _, p := range f.Params {
			if p.Type != nil && p.Type.Kind == values.Str { // a string has as many characters, or more bytes
				c.bound = word(p.Name).ReplaceAllString(c.bound, p.Name+"@")
			}
		}
		out = append(out, c)
	}
	return out
}

// invariants are what a function's loops keep, guessed from how they count and from its
// postconditions. None of them is believed: they are proved or fall.
func invariants(f *observe.Func, file *spec.File, list []Clause) []Clause {
	g := guesser{f: f, file: file, result: resultName(f)}
	if m := last.FindStringSubmatch(file.Src[f.Spec.Body.From:f.Spec.Body.To]); m != nil && m[1] != "true" && m[1] != "false" {
		g.ending = m[1]
	}
	for _, l := range f.Spec.Loops {
		g.loop, g.body = l, file.Src[l.Body.From:l.Body.To]
		counts := countings(f, file, l)
		for _, k := range counts {
			g.counted(k)
		}
		for _, c := range list {
			if c.Kind == spec.Ensures && len(counts) > 0 {
				g.promised(c.Text, counts)
			}
		}
	}
	return g.out
}

// guesser guesses the invariants of a function's loops.
type guesser struct {
	f      *observe.Func
	file   *spec.File
	result string // as clauses call it
	ending string // the variable that the function ends with; or empty

	loop *spec.Loop
	body string // of the loop
	out  []Clause
}

func (g *guesser) add(text string) {
	c := Clause{spec.Invariant, text, g.loop}
	if text != "" && !slices.Contains(g.out, c) {
		g.out = append(g.out, c)
	}
}

// counted guesses by how a loop counts: the counter stays below its bound; what grows with
// each iteration, or counts some of them, goes by it; lengths stay as they were.
func (g *guesser) counted(k counting) {
	g.add(k.counter + " <= " + k.bound)
	if k.from != "" && k.from != "0" { // the range may be empty, and its end below its start
		g.add(k.from + " <= " + k.bound + " ==> " + k.counter + " <= " + k.bound)
	}
	if k.from == "0" {
		for _, m := range pushed.FindAllStringSubmatch(g.body, -1) {
			g.add(m[1] + ".len() == " + k.counter)
		}
		for _, m := range steps.FindAllStringSubmatch(g.body, -1) {
			if m[1] != k.counter {
				g.add(m[1] + " <= " + k.counter)
				g.add("-" + k.counter + " <= " + m[1])
				g.add("0 <= " + m[1])
			}
		}
	}

	for _, p := range g.f.Params {
		if p.Type != nil && p.Type.Kind == values.Seq {
			g.lengths(k, p)
		}
	}
}

// lengths guesses that sequences are as long as a parameter, and that what the counter has
// not come to is as it was.
func (g *guesser) lengths(k counting, p observe.Param) {
	for _, m := range put.FindAllStringSubmatch(g.body, -1) {
		if m[1] != p.Name {
			g.add(m[1] + ".len() == " + p.Name + ".len()")
		}
	}
	if p.Mutable {
		v := variables(g.f, g.file)[0]
		g.add(p.Name + ".len() == old(" + p.Name + ").len()")
		g.add("(forall|" + v + ": int| " + k.counter + " <= " + v + " && " + v + " < " + p.Name + ".len() ==> " + p.Name + "[" + v + "] == old(" + p.Name + ")[" + v + "])")
	}
	if g.ending != "" && g.f.Result.Type != nil && g.f.Result.Type.Kind == values.Seq {
		g.add(g.ending + ".len() == " + k.counter)
		g.add(g.ending + ".len() == " + p.Name + ".len()")
	}
}

// promised guesses that what a postcondition says of a whole sequence holds up to the counter
// before, of the variable that is the result in the end.
func (g *guesser) promised(text string, counts []counting) {
	if mentions(text, g.result) {
		if g.ending == "" {
			return
		}
		text = word(g.result).ReplaceAllString(text, g.ending)
	}
	g.add(text)
	// The counter in the place of the length: what is to hold of all holds of those that were seen.
	for _, k := range counts {
		for _, p := range g.f.Params {
			g.add(strings.ReplaceAll(text, "< "+p.Name+".len()", "< "+k.counter))
			g.add(strings.ReplaceAll(text, p.Name+".len()", k.counter))
		}
		if g.ending != "" {
			g.add(strings.ReplaceAll(text, "< "+g.ending+".len()", "< "+k.counter))
		}
	}
}

func word(name string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
}

func mentions(text, name string) bool { return name != "" && word(name).MatchString(text) }

// elementwise are preconditions under which what code computes of two elements at one place
// stays in the range of their type.
func elementwise(f *observe.Func, file *spec.File) (out []string) {
	code := file.Src[f.Spec.Body.From:f.Spec.Body.To]
	v := variables(f, file)[0]
	for _, p := range f.Params {
		for _, q := range f.Params {
			// Of a mutable sequence the elements change while they are read.
			if p.Mutable || q.Mutable || !numbers(p.Type) || !numbers(q.Type) || p.Name == q.Name {
				continue
			}
			for _, op := range []string{"+", "-", "*"} {
				both := regexp.MustCompile(`\b` + regexp.QuoteMeta(p.Name) + `\[\w+\]\s*` + regexp.QuoteMeta(op) + `\s*` + regexp.QuoteMeta(q.Name) + `\[\w+\]`)
				if !both.MatchString(code) {
					continue
				}
				least, most := p.Type.Elem.Range()
				x := p.Name + "[" + v + "] " + op + " " + q.Name + "[" + v + "]"
				out = append(out, "(forall|"+v+": int| 0 <= "+v+" && "+v+" < "+p.Name+".len() ==> "+least.String()+" <= "+x+" && "+x+" <= "+most.String()+")")
			}
		}
	}
	return out
}

func numbers(t *values.Type) bool {
	return t != nil && t.Kind == values.Seq && t.Elem != nil && t.Elem.Kind == values.Int
}
