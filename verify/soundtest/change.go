package soundtest

import (
	"regexp"
	"slices"
	"strings"
)

// rewrites are changes of a line of code or of a clause beside those of swaps: what a
// mistaken rule would take the line to mean.
var rewrites = []struct {
	what *regexp.Regexp
	to   []string
}{
	// Numbers.
	{regexp.MustCompile(`\b(\w+)\+\+`), []string{"++$1", "$1--", "$1"}},
	{regexp.MustCompile(`\b(\w+)--`), []string{"--$1", "$1++"}},
	{regexp.MustCompile(`\+\+(\w+)`), []string{"$1++"}},
	{regexp.MustCompile(`--(\w+)`), []string{"$1--"}},
	{regexp.MustCompile(` [-+*/%&|^]= `), []string{" += ", " -= ", " = "}},
	{regexp.MustCompile(` << `), []string{" >> "}},
	{regexp.MustCompile(` >> `), []string{" >>> ", " << "}},
	{regexp.MustCompile(` >>> `), []string{" >> "}},
	{regexp.MustCompile(` [&|^] `), []string{" & ", " | ", " ^ "}},
	{regexp.MustCompile(` / `), []string{" * ", " % "}},
	{regexp.MustCompile(`\((byte|short|char|int|long|float|double|[A-Z]\w*)\) `), []string{"", "(int) ", "(short) "}},
	{regexp.MustCompile(`\bfloor(Div|Mod)\(`), []string{"max("}},
	{regexp.MustCompile(`-(\d)`), []string{"$1"}},
	// Control.
	{regexp.MustCompile(`\btrue\b`), []string{"false"}},
	{regexp.MustCompile(`\bfalse\b`), []string{"true"}},
	{regexp.MustCompile(`\bbreak( \w+)?;`), []string{"continue;", "break;", ";"}},
	{regexp.MustCompile(`\bcontinue( \w+)?;`), []string{"break;", "continue;", ";"}},
	{regexp.MustCompile(`\belse `), []string{""}},
	{regexp.MustCompile(`\bif \(((?:[^()]|\([^()]*\))*)\)`), []string{"if (!($1))", "if (true)", "if (false)"}},
	{regexp.MustCompile(`catch \(\w+ `), []string{"catch (Error ", "catch (RuntimeException ", "catch (IllegalStateException "}},
	{regexp.MustCompile(`return .*;`), []string{"return 0;", "return 1;", "return null;"}},
	// Objects.
	{regexp.MustCompile(`\.clone\(\)`), []string{""}},
	{regexp.MustCompile(`(\w+)\.equals\(([^()]*)\)`), []string{"$1 == $2"}},
	{regexp.MustCompile(`(\w+) == (\w+)`), []string{"$1.equals($2)"}},
	{regexp.MustCompile(`new String\(([^()]*)\)`), []string{"$1"}},
	{regexp.MustCompile(`\bsuper\.`), []string{"this."}},
	{regexp.MustCompile(`([ (])([a-z]\w*\(\))`), []string{"${1}super.$2"}},
	{regexp.MustCompile(`\b[a-z]\w*\.([a-z]\w*\()`), []string{"super.$1"}},
	{regexp.MustCompile(`\binstanceof [A-Z]\w*`), []string{"!= null"}},
	{regexp.MustCompile(`\bnew [A-Z]\w*\(`), []string{"new Base(", "new Sub("}},
	{regexp.MustCompile(` = \w+;`), []string{" = null;"}},
	// Specifications.
	{regexp.MustCompile(`(ensures|loop_invariant|assert|public invariant|public static invariant) (.*);`), []string{"$1 !($2);"}},
	{regexp.MustCompile(`(assignable|loop_modifies) .*;`), []string{`$1 \nothing;`}},
	{regexp.MustCompile(`(assignable|loop_modifies) .*, `), []string{`$1 `}},
	{regexp.MustCompile(`((?:assignable|loop_modifies) .*), .*;`), []string{`$1;`}},
	{regexp.MustCompile(`\[(\w+)\]`), []string{"[0]", "[$1 + 1]", "[*]"}},
	{regexp.MustCompile(`(decreases|measured_by) (.*);`), []string{"$1 $2 - 3;", "$1 7;"}},
	{regexp.MustCompile(`/\*@ nullable @\*/ `), []string{""}},
	{regexp.MustCompile(`signals_only .*;`), []string{`signals_only \nothing;`, "signals_only IllegalStateException;"}},
	{regexp.MustCompile(`signals \((\w+) e\) .*;`), []string{"signals ($1 e) false;"}},
	{regexp.MustCompile(`\\(forall|exists|sum|num_of|max|min)\b`), []string{`\forall`, `\exists`, `\num_of`, `\sum`}},
	{regexp.MustCompile(`normal_behavior`), []string{"exceptional_behavior"}},
	{regexp.MustCompile(`exceptional_behavior`), []string{"normal_behavior"}},
	{regexp.MustCompile(`^(\s*(?:(?:public|private|protected|static|final) )*)((?:[a-z]+|[A-Z]\w*(?:<\w+>)?)(?:\[\])* \w+\(.*\{)`), []string{"$1/*@ pure @*/ $2"}},
}

var identifierRE = regexp.MustCompile(`\b[a-z]\w*\b`)

// changes returns the line with one thing changed, in every way that there is. Not all of
// them mean something.
func changes(line string) []string {
	seen := map[string]bool{line: true}
	var out []string
	add := func(l string) {
		if !seen[l] {
			seen[l] = true
			out = append(out, l)
		}
	}

	// A clause or a statement less.
	if t := strings.TrimSpace(line); strings.HasSuffix(t, ";") {
		add("")
	}
	put := func(at []int, to string) { add(line[:at[0]] + to + line[at[1]:]) }
	for _, at := range tokenRE.FindAllStringIndex(line, -1) {
		for _, to := range tokensFor(line[at[0]:at[1]]) {
			put(at, to)
		}
	}
	for _, w := range rewrites {
		for _, at := range w.what.FindAllStringSubmatchIndex(line, -1) {
			for _, to := range w.to {
				put(at, string(w.what.ExpandString(nil, to, line, at)))
			}
		}
	}

	// One variable for another.
	var names []string
	for _, n := range identifierRE.FindAllString(line, -1) {
		if len(n) < 3 && !slices.Contains(names, n) && n != "if" && n != "do" {
			names = append(names, n)
		}
	}
	for _, at := range identifierRE.FindAllStringIndex(line, -1) {
		if slices.Contains(names, line[at[0]:at[1]]) {
			for _, n := range names {
				put(at, n)
			}
		}
	}
	return out
}
