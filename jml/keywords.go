package jml

import "strings"

// methodKeywords start a clause of a method specification.
var methodKeywords = map[string]Kind{
	"requires": Requires, "pre": Requires,
	"ensures": Ensures, "post": Ensures,
	"signals": Signals, "exsures": Signals,
	"signals_only": SignalsOnly,
	"assignable":   Assignable, "modifiable": Assignable, "modifies": Assignable, "assigns": Assignable, "modifying": Assignable, "writes": Assignable,
	"accessible": Accessible, "reads": Accessible,
	"measured_by":   MeasuredBy,
	"diverges":      Diverges,
	"when":          When,
	"captures":      Captures,
	"callable":      Callable,
	"working_space": WorkingSpace,
	"duration":      Duration,
	"old":           Old,
	"forall":        ForallVar,
	"continues":     Continues, "breaks": Breaks, "returns": Returns,
}

// classKeywords start a clause of a class.
var classKeywords = map[string]Kind{
	"invariant":    Invariant,
	"constraint":   Constraint,
	"initially":    Initially,
	"axiom":        Axiom,
	"represents":   Represents,
	"readable":     Readable,
	"writable":     Writable,
	"monitors_for": Monitors,
}

// fieldKeywords start a clause that belongs to the field before it.
var fieldKeywords = map[string]Kind{"in": In, "maps": Maps}

// loopKeywords start a clause of a loop wherever they stand; loopSynonyms do so
// only in front of a loop, where models and other tools write them.
var (
	loopKeywords = map[string]Kind{
		"loop_invariant": LoopInvariant, "maintaining": LoopInvariant,
		"decreases": Decreases, "decreasing": Decreases, "loop_variant": Decreases, "loop_decreases": Decreases,
		"loop_assigns": LoopAssigns, "loop_modifies": LoopAssigns, "loop_writes": LoopAssigns, "loop_assignable": LoopAssigns, "loop_modifiable": LoopAssigns,
	}
	loopSynonyms = map[string]Kind{
		"invariant":  LoopInvariant,
		"assignable": LoopAssigns, "modifiable": LoopAssigns, "modifies": LoopAssigns, "assigns": LoopAssigns, "modifying": LoopAssigns, "writes": LoopAssigns,
		"variant": Decreases,
	}
)

var behaviourKeywords = map[string]Behaviour{
	"behavior": Behavior, "behaviour": Behavior,
	"normal_behavior": NormalBehavior, "normal_behaviour": NormalBehavior,
	"exceptional_behavior": ExceptionalBehavior, "exceptional_behaviour": ExceptionalBehavior,
}

var stmtKeywords = map[string]StmtKind{
	"assert": AssertStmt, "check": AssertStmt,
	"assume":      AssumeStmt,
	"set":         SetStmt,
	"unreachable": UnreachableStmt,
	"reachable":   ReachableStmt,
	"debug":       DebugStmt,
	"hence_by":    HenceByStmt,
	"havoc":       HavocStmt,
	"show":        OtherStmt, "use": OtherStmt, "split": OtherStmt, "halt": OtherStmt, "comment": OtherStmt,
	"begin": OtherStmt, "end": OtherStmt, "inlined_loop": OtherStmt,
}

// modWords are JML's modifiers as keywords.
var modWords = map[string]ModFlags{
	"pure": Pure, "strictly_pure": StrictlyPure | Pure, "heap_free": Heapfree | Pure, "no_state": NoState | Pure,
	"spec_pure": Pure, "function": FunctionMod | Pure, "helper": Helper,
	"nullable": Nullable, "non_null": NonNull, "nonnull": NonNull,
	"nullable_by_default": NullableByDefault, "non_null_by_default": NonNullByDefault, "nonnull_by_default": NonNullByDefault,
	"spec_public": SpecPublic, "spec_protected": SpecProtected, "spec_package": SpecPackage,
	"ghost": Ghost, "model": Model, "instance": Instance, "uninitialized": Uninitialized,
	"monitored": Monitored, "secret": Secret, "query": Query, "extract": Extract,
	"peer": Peer, "rep": Rep, "readonly": ReadOnly, "two_state": TwoState, "immutable": Immutable,
	"code_java_math": CodeJavaMath, "code_safe_math": CodeSafeMath, "code_bigint_math": CodeBigintMath,
	"spec_java_math": SpecJavaMath, "spec_safe_math": SpecSafeMath, "spec_bigint_math": SpecBigintMath,
	"skipesc": SkipEsc, "skiprac": SkipRac, "skip_esc": SkipEsc, "skip_rac": SkipRac, "inline": Inline,
}

// annotationMods are the annotations of org.jmlspecs.annotation (and the usual
// nullness annotations of other packages), by simple name.
var annotationMods = map[string]ModFlags{
	"Pure": Pure, "StrictlyPure": StrictlyPure | Pure, "Function": FunctionMod | Pure, "Helper": Helper,
	"Nullable": Nullable, "NonNull": NonNull, "Nonnull": NonNull, "NotNull": NonNull,
	"NullableByDefault": NullableByDefault, "NonNullByDefault": NonNullByDefault,
	"SpecPublic": SpecPublic, "SpecProtected": SpecProtected,
	"Ghost": Ghost, "Model": Model, "Instance": Instance, "Uninitialized": Uninitialized,
	"Monitored": Monitored, "Secret": Secret, "Query": Query, "Extract": Extract,
	"Peer": Peer, "Rep": Rep, "Readonly": ReadOnly, "Immutable": Immutable,
	"CodeJavaMath": CodeJavaMath, "CodeSafeMath": CodeSafeMath, "CodeBigintMath": CodeBigintMath,
	"SpecJavaMath": SpecJavaMath, "SpecSafeMath": SpecSafeMath, "SpecBigintMath": SpecBigintMath,
	"SkipEsc": SkipEsc, "SkipRac": SkipRac, "Inline": Inline,
}

// backslashWords are the words of JML's expressions.
var backslashWords = []string{
	`\result`, `\old`, `\pre`, `\past`, `\fresh`, `\forall`, `\exists`, `\sum`, `\product`, `\min`, `\max`, `\num_of`,
	`\let`, `\nonnullelements`, `\typeof`, `\type`, `\elemtype`, `\TYPE`, `\bigint`, `\real`, `\nothing`, `\everything`,
	`\not_specified`, `\strictly_nothing`, `\same`, `\index`, `\count`, `\values`, `\invariant_for`, `\reach`,
	`\not_modified`, `\not_assigned`, `\only_assigned`, `\only_accessed`, `\only_called`, `\only_captured`,
	`\is_initialized`, `\bigint_math`, `\java_math`, `\safe_math`, `\space`, `\duration`, `\working_space`, `\lockset`,
	`\lbl`, `\lblpos`, `\lblneg`, `\such_that`, `\into`, `\peer`, `\rep`, `\readonly`,
}

func redundant(word string) (string, bool) {
	if s, ok := strings.CutSuffix(word, "_redundantly"); ok && s != "" {
		return s, true
	}
	return word, false
}

// lookup finds a clause keyword, with or without _redundantly.
func lookup(table map[string]Kind, word string) (Kind, bool) {
	base, _ := redundant(word)
	k, ok := table[base]
	return k, ok
}

// nearest is the candidate within an edit distance of about a third of word's
// length, the closest first; "" when there is none.
func nearest(word string, candidates ...[]string) string {
	best, bestDist := "", max(1, (len(word)+1)/3)+1
	for _, list := range candidates {
		for _, c := range list {
			if abs(len(c)-len(word)) >= bestDist {
				continue
			}
			if d := distance(strings.ToLower(word), strings.ToLower(c)); d < bestDist {
				best, bestDist = c, d
			}
		}
	}
	return best
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b.
func distance(a, b string) int {
	prev2 := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	cur := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
