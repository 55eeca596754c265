package spec

import (
	"fmt"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/jml"
)

// fenced is the code inside a Markdown fence that encloses the whole text.
func fenced(s string) (string, bool) {
	t := strings.TrimSpace(s)
	if !strings.HasPrefix(t, "```") || !strings.HasSuffix(t, "```") || len(t) < 7 {
		return "", false
	}
	nl := strings.IndexByte(t, '\n')
	if nl < 0 {
		return "", false
	}
	return strings.TrimSuffix(t[nl+1:], "```"), true
}

// difference is where the Java of two files differs, "" where only comments and
// blanks do.
func difference(base, cand string) string {
	// Of tokens, in which unicode escapes are resolved as the compiler does it: code can't hide
	// in a comment.
	a, b := java.Tokens(base), java.Tokens(cand)
	for i := range min(len(a), len(b)) {
		if a[i].Text != b[i].Text {
			f := java.NewFile("", cand)
			return fmt.Sprintf("the code was changed: line %d has `%s` where the task has `%s`; add comments only", f.Position(b[i].From).Line, b[i].Text, a[i].Text)
		}
	}
	switch {
	case len(a) > len(b):
		return fmt.Sprintf("the code was changed: it ends before `%s` of the task; give the whole file", a[len(b)].Text)
	case len(a) < len(b):
		f := java.NewFile("", cand)
		return fmt.Sprintf("the code was changed: line %d has `%s` after the task's end", f.Position(b[len(a)].From).Line, b[len(a)].Text)
	}
	return ""
}

// look surveys a candidate.
func look(t *bench.Task, cand string) survey {
	out := survey{changed: difference(t.Source, cand)}
	file, _ := java.Parse("", cand)
	spec, _ := jml.Parse(file)
	out.trusts = trusts(file, spec)
	before, _ := java.Parse("", t.Source)
	old, _ := jml.Parse(before)
	was := map[string]*jml.MethodSpec{}
	// Methods of the two files are matched by name and parameter types; the declarations are
	// different objects.
	for d, m := range old.Methods {
		was[key(before, d)] = m
	}
	out.missing = "the method " + t.Method + " has no specification: write JML in front of it"
	for d, m := range spec.Methods {
		if isTask(t, d) {
			out.missing = ""
			continue
		}
		if o := was[key(file, d)]; o == nil || !jml.EqualSpec(o, m) {
			out.others = append(out.others, key(file, d))
		}
	}
	slices.Sort(out.others)
	out.whole = classText(spec) != classText(old)
	return out
}

// key names a method within a file, as verify.Options.Method does.
func key(f *java.File, d *java.MethodDecl) string {
	name := d.Name.Name
	if c := owner(f, d); c != nil {
		name = c.Name.Name + "." + name
	}
	return fmt.Sprintf("%s(%s)", name, strings.Join(bench.ParamTypes(d), ","))
}

func isTask(t *bench.Task, d *java.MethodDecl) bool {
	return d.Name.Name == t.Method && (t.Params == nil || slices.Equal(bench.ParamTypes(d), t.Params))
}

// classText is what a file's classes and fields specify.
func classText(f *jml.File) string {
	var lines []string
	for c, s := range f.Classes {
		for _, k := range s.Clauses {
			lines = append(lines, c.Name.Name+" "+k.String())
		}
		for _, m := range s.Methods {
			lines = append(lines, c.Name.Name+" model "+m.Name.Name)
		}
		for _, g := range s.Fields {
			for _, v := range g.Vars {
				lines = append(lines, c.Name.Name+" field "+v.Name.Name)
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// trusts lists what a verifier would believe without a proof.
func trusts(f *java.File, spec *jml.File) []string {
	var out []string
	at := func(p java.Pos) int { return f.Position(p).Line }
	// Whatever a deductive verifier takes without a proof: assume statements, axioms, methods
	// left out of the proof, model methods that only promise.
	for _, s := range spec.UsesAssume() {
		out = append(out, fmt.Sprintf("line %d assumes: `%s`; use assert, which is proved", at(s.Pos()), s))
	}
	for _, c := range spec.Classes {
		for _, k := range c.Of(jml.Axiom) {
			out = append(out, fmt.Sprintf("line %d has an axiom: `%s`; it is believed without a proof", at(k.Pos()), k))
		}
		if c.Mods.Has(jml.SkipEsc) {
			out = append(out, fmt.Sprintf("line %d excludes a class from the proof (skipesc)", at(c.Mods.From)))
		}
		for _, m := range c.Methods {
			if m.Body == nil {
				out = append(out, fmt.Sprintf("line %d declares the model method `%s` without a body: nothing proves what it says", at(m.Pos()), m.Name.Name))
			}
		}
	}
	for d, m := range spec.Methods {
		if m.Mods.Has(jml.SkipEsc) {
			out = append(out, fmt.Sprintf("line %d excludes `%s` from the proof (skipesc)", at(d.Pos()), d.Name.Name))
		}
	}
	slices.Sort(out)
	return out
}
