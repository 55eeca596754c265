package prompted

import (
	"slices"
	"strings"

	"ensures/candidate"
	"ensures/java"
	"ensures/jml"
	"ensures/llm"
)

// clauses are the clauses of a place in a reply, each on one line.
func (r *run) clauses(f *java.File, p *place, resp llm.Response) (list []string, problem string) {
	text := resp.Message.Text
	if strings.TrimSpace(text) == "" {
		return nil, "the reply is empty"
	}
	fenced, _ := blocks(text)
	if len(fenced) > 0 {
		// The last one: what stands before it is often quoted from the prompt.
		text = fenced[len(fenced)-1].text
	}
	if hasType(text) { // the whole program, against what was asked
		if d := difference(r.task.Source, text); d != "" {
			return nil, d
		}
		list = fromProgram(f, p, text)
	} else {
		list = split(text, len(fenced) > 0)
	}

	var out []string
	for _, c := range list {
		if fits(c, p) {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil, "the reply holds no clause for the " + p.kind()
	}
	return out, ""
}

// fromProgram are the clauses that a whole program has at a place.
func fromProgram(f *java.File, p *place, text string) []string {
	mine := places(f)
	g, clauses := clausesIn(text)
	spec, _ := jml.Parse(g)
	theirs := places(g)
	if len(mine) != len(theirs) {
		return nil
	}
	for i, q := range mine {
		if at(q).Pos() != at(p).Pos() || q.kind() != p.kind() {
			continue
		}
		from := theirs[i]
		span := func(c *jml.Clause) (string, bool) {
			for _, k := range clauses {
				if k.Pos() == c.Pos() {
					return textOf(g, k), true
				}
			}
			return "", false
		}
		var list []*jml.Clause
		if from.loop != nil {
			if l := spec.Loops[from.loop]; l != nil {
				list = l.Clauses
			}
		} else if m := spec.Methods[from.method]; m != nil {
			// Cases with headings go together, as the headings say what their clauses mean.
			if len(m.Cases) != 1 || m.Cases[0].Behaviour != jml.Lightweight {
				return m.Lines()
			}
			list = m.Cases[0].Clauses
		}
		var out []string
		for _, c := range list {
			if t, ok := span(c); ok {
				out = append(out, t)
			}
		}
		return out
	}
	return nil
}

// split cuts a text of clauses at their ends; a heading such as normal_behavior, and
// also, stand by themselves. Outside of a fence, lines that begin with no word of
// JML are prose.
func split(text string, fenced bool) []string {
	var b strings.Builder
	for _, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		l = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(l, "//"), "/*"), "*/")
		l = strings.TrimSpace(strings.Trim(l, "@*"))
		if l == "" || strings.HasPrefix(l, ">>>") || strings.HasPrefix(l, "//") {
			continue
		}
		// Only in front: behind the first clause any line may go on with it.
		if !fenced && b.Len() == 0 && !keyword(l) {
			continue
		}
		b.WriteString(l + "\n")
	}

	var out []string
	depth, start := 0, 0
	all := b.String()
	for i, c := range all {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ';':
			// A quantifier has semicolons of its own, inside of its parentheses.
			if depth <= 0 {
				out = append(out, oneLine(all[start:i+1]))
				start, depth = i+1, 0
			}
		case '\n':
			if l := strings.TrimSpace(all[start:i]); l == "also" || strings.HasSuffix(l, "behavior") || strings.HasSuffix(l, "behaviour") {
				out = append(out, oneLine(l))
				start = i + 1
			}
		}
	}
	return out
}

// The words that clauses of loops and of methods begin with, and headings of cases.
var (
	loopWords = []string{"loop_invariant", "maintaining", "decreases", "decreasing", "loop_decreases", "loop_writes", "loop_assigns", "loop_modifies"}

	methodWords = []string{"requires", "ensures", "assignable", "modifies", "assigns", "signals", "signals_only", "also", "public", "private", "protected",
		"normal_behavior", "normal_behaviour", "exceptional_behavior", "exceptional_behaviour", "behavior", "behaviour", "pure", "measured_by", "diverges", "accessible", "old", "forall"}
)

func keyword(l string) bool {
	return slices.Contains(loopWords, first(l)) || slices.Contains(methodWords, first(l))
}

// first is the word that a line begins with.
func first(l string) string {
	if i := strings.IndexFunc(l, func(c rune) bool { return c != '_' && (c < 'a' || c > 'z') }); i >= 0 {
		return l[:i]
	}
	return l
}

// fits reports whether a clause belongs at a place of this kind.
func fits(c string, p *place) bool {
	w := first(c)
	if p.loop != nil {
		return slices.Contains(loopWords, w) || w == "assignable" || w == "modifies"
	}
	return slices.Contains(methodWords, w)
}

// placeShots are the examples, each with one place marked: the first loop where
// there is one and every other example, else the method.
func (r *run) placeShots() ([]shotData, error) {
	var out []shotData
	for _, name := range shotNames[:r.config.Shots] {
		s, err := r.shot(name)
		if err != nil {
			return nil, err
		}
		f, _ := java.Parse("Example.java", s.plain)
		all := places(f)
		for _, p := range all {
			p.clauses = candidate.RawAll(fromProgram(f, p, s.code))
		}

		p := all[len(all)-1]
		if len(out)%2 == 1 && all[len(all)-2].loop != nil {
			p = all[len(all)-2] // with the contract of the method still to come
			all[len(all)-1].clauses = nil
		}
		var clauses []string
		for _, c := range p.clauses {
			clauses = append(clauses, c.String())
		}
		p.clauses = nil
		text, err := put(f, all, p)
		if err != nil {
			return nil, err
		}
		out = append(out, shotData{text.Code, p.kind(), strings.Join(clauses, "\n")})
	}
	return out, nil
}
