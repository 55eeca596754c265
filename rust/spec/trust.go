package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// trust matches what is believed where it stands.
var trust = regexp.MustCompile(`\b(assume|admit)\s*\(|\b(assume_specification|external_body)\b`)

// Trusts lists what a file's specifications take for granted, each as a sentence: what asks
// for something to be believed, and functions of clauses that have no value of their own, or
// a name that something else of the file has, so that they could be taken for that. Where our
// verifier passes over one, another believes it, and a reader is misled.
func (f *File) Trusts() (out []string) {
	line := func(at int) int { return 1 + strings.Count(f.Src[:at], "\n") }

	// Comments as text: what stands in them may be meant for another verifier and not be read here.
	comments := CommentLines(f.Src)
	for i, l := range strings.Split(f.Src, "\n") {
		if comments[i] && trust.MatchString(l) {
			out = append(out, fmt.Sprintf("line %d assumes: `%s`; use assert, which is proved", i+1, oneLine(strings.TrimPrefix(strings.TrimSpace(l), commentMark))))
		}
	}

	names := map[string]int{} // how many things of the file have a name
	for _, fn := range f.Funcs {
		names[last(fn.Name)]++
	}
	for _, it := range f.Items {
		names[it.Name]++
	}
	for _, t := range f.Traits {
		names[t]++
	}
	for _, fn := range f.Funcs {
		for _, c := range fn.Proof {
			// Those in comments are told above.
			if c.Kind == Assume && !comments[line(c.From)-1] {
				out = append(out, fmt.Sprintf("line %d assumes: `%s`; use assert, which is proved", line(c.From), oneLine(c.Text)))
			}
		}

		if fn.Mode != SpecFn {
			continue
		}
		if names[last(fn.Name)] > 1 {
			out = append(out, fmt.Sprintf("line %d defines spec fn `%s`, a name that something else of the file has; call it otherwise", line(fn.From), fn.Name))
		}
		if fn.Value == nil {
			out = append(out, fmt.Sprintf("line %d declares spec fn `%s` without a value: nothing says what it is", line(fn.From), fn.Name))
		}
		if slices.ContainsFunc(fn.Clauses, func(c Clause) bool { return c.Kind != Decreases && c.Kind != Recommends }) {
			out = append(out, fmt.Sprintf("line %d promises something of spec fn `%s`, which nothing proves; a spec fn has a value and decreases", line(fn.From), fn.Name))
		}
	}
	return out
}

// last is a function's own name, without its type's.
func last(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
