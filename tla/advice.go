package tla

import (
	"fmt"
	"regexp"
	"strings"

	"ensures/internal/closest"
	"ensures/tla/syntax"
)

// Words are TLC's words for an error without those that speak of its program.
func Words(text string) string {
	if _, rest, ok := strings.Cut(text, "The exception was a "); ok {
		if _, words, ok := strings.Cut(rest, ": "); ok {
			return strings.TrimSpace(words)
		}
		return strings.TrimSpace(firstLine(rest))
	}
	head, _, _ := strings.Cut(text, "\nNote that a bug can cause TLC")
	return strings.TrimSpace(head)
}

// modules say in which standard module an operator is.
var modules = map[string]string{
	"+": "Naturals", "-": "Naturals (Integers for negative numbers)", "*": "Naturals", "%": "Naturals", `\div`: "Naturals", "..": "Naturals",
	"<": "Naturals", ">": "Naturals", "<=": "Naturals", ">=": "Naturals", `\leq`: "Naturals", `\geq`: "Naturals", "^": "Naturals", "Nat": "Naturals", "Int": "Integers",
	"Len": "Sequences", "Head": "Sequences", "Tail": "Sequences", "Append": "Sequences", "SubSeq": "Sequences", "SelectSeq": "Sequences", "Seq": "Sequences", `\o`: "Sequences",
	"Cardinality": "FiniteSets", "IsFiniteSet": "FiniteSets", "Print": "TLC", "PrintT": "TLC", "Assert": "TLC", "ToString": "TLC", ":>": "TLC", "@@": "TLC", "Permutations": "TLC",
}

// standard are the modules that come with TLC.
var standard = []string{"Naturals", "Integers", "Reals", "Sequences", "FiniteSets", "Bags", "TLC", "TLCExt", "Randomization", "RealTime", "Toolbox"}

// advice is what to do about words of SANY or TLC.
var advice = []struct {
	in   *regexp.Regexp
	what func(v []string) string
}{
	{regexp.MustCompile(`symbol ':='`), say("`:=` is PlusCal. In TLA+ an action says what the next value is, x' = e, and a predicate x = e.")},
	{regexp.MustCompile("(?:definition of symbol '|Unknown operator: `)([^']+)'"), func(v []string) string {
		if m := modules[v[1]]; m != "" {
			return fmt.Sprintf("%s is in the module %s: add it to EXTENDS.", v[1], m)
		}
		return ""
	}},
	{regexp.MustCompile("Unknown operator: `([^']+)'"), func(v []string) string {
		return fmt.Sprintf("%s is neither declared nor defined before this place. Declare it under VARIABLES or CONSTANTS, or define it above; an operator that uses itself needs RECURSIVE %s(_) before it.", v[1], v[1])
	}},
	{regexp.MustCompile(`The operator (\S+) requires (\d+) arguments?`), func(v []string) string {
		return fmt.Sprintf("%s has %s parameters: give it as many arguments.", v[1], v[2])
	}},
	{regexp.MustCompile(`Multiply-defined symbol '([^']+)'`), func(v []string) string {
		return fmt.Sprintf("%s has a meaning already where it is bound: take another name here.", v[1])
	}},
	{regexp.MustCompile(`\[\] followed by action not of form`), say("Init and Next have no temporal operators: [] belongs in a specification, as Spec == Init /\\ [][Next]_vars, or in a property.")},
	{regexp.MustCompile(`Encountered "<EOF>"`), say("The module has no end: write ==== on its last line.")},
	{regexp.MustCompile(`is not a state predicate`), say("An invariant speaks of one state: it has no primes. What a step does is a property, [][A]_vars, under PROPERTY.")},
	{regexp.MustCompile(`the identifier (\S+) is either undefined or not an operator`), func(v []string) string {
		return fmt.Sprintf("%s has no value there yet: Init says of every variable, without primes, what it begins with, before it uses it.", v[1])
	}},
	{regexp.MustCompile(`Error code not found`), say("TLC has lost its own words. Most often values of different types are compared: 1 and \"a\" in one set, or a number and a model value.")},
	{regexp.MustCompile(`expected a boolean value`), say("A formula belongs there, which is TRUE or FALSE.")},
	{regexp.MustCompile(`non-enumerable quantifier bound\s+(\w+)`), func(v []string) string {
		return fmt.Sprintf("%s can't be listed. Quantify over a finite set, such as 0..N with a constant N.", v[1])
	}},
	{regexp.MustCompile(`no element of S satisfied P`), say("CHOOSE finds nothing there: guard it with \\E x \\in S : P, or say what is taken where there is none.")},
	{regexp.MustCompile(`CASE with no conditions true`), say("No case applies in the trace's last state: add one, or [] OTHER -> e.")},
	{regexp.MustCompile(`check equality of|compare .* with`), say("TLC compares values of one type only, and the trace's last state has two: let the variable keep its type, or use a model value for \"none\".")},
	{regexp.MustCompile(`apply (\w+) to the empty sequence`), func(v []string) string {
		return v[1] + " of an empty sequence has no value: guard the action with s # <<>>, before it."
	}},
	{regexp.MustCompile(`current state is not a legal state`), func(v []string) string { return "Init leaves a variable without a value." }},
	{regexp.MustCompile(`first argument of Assert evaluated to FALSE`), say("An Assert of the module is false; its words are above.")},
}

func say(text string) func([]string) string { return func([]string) string { return text } }

// mistakes are those that a line shows on which the parser stopped, or the one before.
var mistakes = []struct {
	in   *regexp.Regexp
	what string
}{
	{regexp.MustCompile(`==[^=]*[^=]==[^=]|'\s*==|\]\s*==`), "`==` defines a name, and `=` compares: inside an expression write =."},
	{regexp.MustCompile(`[=(,{]\s*'[A-Za-z]`), "A string stands in double quotes; ' is the next value of a variable."},
	{regexp.MustCompile(`\}\s*U\s*\{`), "The union of sets is \\union, or \\cup."},
	{regexp.MustCompile(`&&|\|\||!=`), "TLA+ writes /\\ for and, \\/ for or, # for not equal."},
}

// explain gives an outcome's problems a place where TLC has none, and finds out what to do
// about them. config is the text of a configuration file that the user wrote; empty: none.
func (o *Outcome) explain(sources []Source, config string) {
	var lines []string
	var root *syntax.Module
	if len(sources) > 0 {
		lines, root = strings.Split(sources[0].Text, "\n"), syntax.Parse(sources[0].Text)
	}
	for i := range o.Problems {
		p := &o.Problems[i]
		if p.Line == 0 && root != nil {
			o.locateProblem(p, root, lines, config)
		}
		// The first mistake is what to mend: the ones behind it often come of it.
		if i > 0 || p.Kind == Warning {
			continue
		}
		for _, a := range advice {
			if v := a.in.FindStringSubmatch(p.Text); v != nil && o.Advice == "" {
				o.Advice = a.what(v)
			}
		}
		if p.Kind == SyntaxError && root != nil && p.Module == root.Name && o.Advice == "" {
			o.Advice = misread(lines, p.Line)
		}
	}
	if v := nullRE.FindStringSubmatch(o.Message); v != nil && o.Status == Evaluation {
		o.Advice = fmt.Sprintf("Init gives %s no value: add %s = … to it.", v[1], v[1])
	}
}

var (
	nullRE  = regexp.MustCompile(`(\w+) = null`)
	namesRE = regexp.MustCompile(`(?:predicate|action|invariant|property|constraint|specification|parameter) (\w+)\s+(?:specified|is not|of the)`)
)

// locateProblem finds the place that a problem is about by the name that it mentions.
func (o *Outcome) locateProblem(p *Problem, m *syntax.Module, lines []string, config string) {
	in := func(word string, from []string) int {
		re := regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`)
		for i, l := range from {
			if re.MatchString(l) {
				return i + 1
			}
		}
		return 0
	}
	if v := sanyMissing.FindStringSubmatch(p.Text); v != nil {
		p.Module, p.Line = m.Name, in(v[1], lines)
		if w := closest.Word(v[1], standard, 3); w != "" {
			o.Advice = "There is no module " + v[1] + ": did you mean " + w + "?"
		}
		return
	}
	if v := namesRE.FindStringSubmatch(p.Text); v != nil {
		var defined []string
		for _, d := range m.Definitions {
			defined = append(defined, d.Name)
		}
		if w := closest.Word(v[1], defined, 3); w != "" && w != v[1] && o.Status == Config {
			o.Advice = fmt.Sprintf("The module has no definition %s: did you mean %s?", v[1], w)
		}
		// The user's own configuration names it: there it was mistyped, or the module doesn't
		// have it.
		if config != "" {
			if p.Line = in(v[1], strings.Split(config, "\n")); p.Line > 0 {
				return
			}
		}
		if p.Line = in(v[1], lines); p.Line == 0 {
			p.Line = 1
		}
		p.Module = m.Name
		if o.Advice == "" && p.Line == 1 && config == "" {
			o.Advice = fmt.Sprintf("The module does not define %s. Name what it has: --init, --next, --spec, or a configuration file.", v[1])
		}
		return
	}

	// TLC names no place for these; the word that the mistake is about, at its first place, is
	// nearer than nothing.
	word := map[Status]string{StackOverflow: "RECURSIVE", Evaluation: "Init"}[o.Status]
	if word != "" && p.Kind != NoModule {
		if p.Line = in(word, lines); p.Line > 0 {
			p.Module = m.Name
		}
	}
}

// misread is the mistake that the lines show at which the parser stopped.
func misread(lines []string, at int) string {
	if at < 1 || at > len(lines) {
		return ""
	}

	begin := at - 1 // of the definition that it stopped in, or behind
	for begin > 0 && (begin == at-1 || !strings.Contains(lines[begin], "==")) {
		begin--
	}
	if strings.Contains(lines[at-1], "==") && !strings.HasPrefix(lines[at-1], "====") {
		for _, k := range mistakes {
			if k.in.MatchString(lines[at-1]) {
				return k.what
			}
		}
	}

	text := strings.Join(lines[begin:at], "\n")
	if strings.HasPrefix(lines[at-1], "====") {
		text = strings.Join(lines[begin:at-1], "\n")
	}
	for _, k := range mistakes {
		if k.in.MatchString(lines[at-1]) {
			return k.what
		}
	}

	words := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > 'z' || r > '9' && r < 'A' })
	count := func(w string) (n int) {
		for _, x := range words {
			if x == w {
				n++
			}
		}
		return n
	}
	switch {
	case count("IF") > count("ELSE"):
		return "IF needs THEN and ELSE: in TLA+ it is an expression, which always has a value."
	case count("LET") > count("IN"):
		return "LET needs IN before the expression that uses its definitions."
	}

	for _, b := range []string{"()", "[]", "{}"} {
		if open, closed := strings.Count(text, b[:1]), strings.Count(text, b[1:]); open > closed {
			return fmt.Sprintf("A %s of the lines above is not closed.", b[:1])
		}
	}
	return ""
}
