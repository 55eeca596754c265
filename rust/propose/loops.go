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
	condition = regexp.MustCompile(`^while\s+(\w+)\s*(<=?|!=)\s*([\w.()]+?)\s*$`)
	// last is the variable that a body ends with.
	last = regexp.MustCompile(`(?:return\s+)?\b([a-z_]\w*)\s*;?\s*\}\s*$`)
)

// invariants are what a function's loops keep, guessed from its postconditions: what is said
// of a whole sequence in the end holds up to the counter before, of the variable that is the
// result in the end. None of them is believed: they are proved or fall.
func invariants(f *observe.Func, file *spec.File, list []Clause) []Clause {
	var out []Clause
	result := resultName(f)
	ending := ""
	if m := last.FindStringSubmatch(file.Src[f.Spec.Body.From:f.Spec.Body.To]); m != nil {
		ending = m[1]
	}
	for _, l := range f.Spec.Loops {
		head := strings.TrimSpace(file.Src[l.From:l.Body.From])
		m := condition.FindStringSubmatch(head)
		if m == nil {
			continue // of a for loop the verifier has no meaning for what is said of its variable
		}
		counter, bound := m[1], m[3]
		add := func(text string) {
			c := Clause{spec.Invariant, text, l}
			if text != "" && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
		add(counter + " <= " + bound)
		for _, p := range f.Params {
			if p.Type == nil || p.Type.Kind != values.Seq {
				continue
			}
			if p.Mutable {
				v := variables(f, file)[0]
				add(p.Name + ".len() == old(" + p.Name + ").len()")
				add("(forall|" + v + ": int| " + counter + " <= " + v + " && " + v + " < " + p.Name + ".len() ==> " + p.Name + "[" + v + "] == old(" + p.Name + ")[" + v + "])")
			}
			if ending != "" && f.Result.Type != nil && f.Result.Type.Kind == values.Seq {
				add(ending + ".len() == " + counter)
				add(ending + ".len() == " + p.Name + ".len()")
			}
		}
		for _, c := range list {
			if c.Kind != spec.Ensures {
				continue
			}
			text := c.Text
			if mentions(text, result) {
				if ending == "" {
					continue
				}
				text = word(result).ReplaceAllString(text, ending)
			}
			add(text)
			for _, p := range f.Params {
				add(strings.ReplaceAll(text, "< "+p.Name+".len()", "< "+counter))
			}
			if ending != "" {
				add(strings.ReplaceAll(text, "< "+ending+".len()", "< "+counter))
			}
		}
	}
	return out
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
