package jml

import (
	"strings"

	"ensures/internal/closest"
)

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
	"Nullable": Nullable, "CheckForNull": Nullable, "NullableDecl": Nullable, "ParametricNullness": Nullable, "NonNull": NonNull, "Nonnull": NonNull, "NotNull": NonNull,
	"NullableByDefault": NullableByDefault, "NonNullByDefault": NonNullByDefault,
	"SpecPublic": SpecPublic, "SpecProtected": SpecProtected,
	"Ghost": Ghost, "Model": Model, "Instance": Instance, "Uninitialized": Uninitialized,
	"Monitored": Monitored, "Secret": Secret, "Query": Query, "Extract": Extract,
	"Peer": Peer, "Rep": Rep, "Readonly": ReadOnly, "Immutable": Immutable,
	"CodeJavaMath": CodeJavaMath, "CodeSafeMath": CodeSafeMath, "CodeBigintMath": CodeBigintMath,
	"SpecJavaMath": SpecJavaMath, "SpecSafeMath": SpecSafeMath, "SpecBigintMath": SpecBigintMath,
	"SkipEsc": SkipEsc, "SkipRac": SkipRac, "Inline": Inline,
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

// nearest is the candidate within about a third of word's length in edits, the
// closest first; "" when there is none.
func nearest(word string, candidates []string) string {
	return closest.Word(word, candidates, max(1, (len(word)+1)/3))
}

// KindOf returns the kind of the method or loop clause whose keyword a text begins
// with, InvalidKind for other text.
func KindOf(text string) Kind {
	end := 0
	for end < len(text) && (text[end] == '_' || 'a' <= text[end] && text[end] <= 'z') {
		end++
	}
	for _, table := range []map[string]Kind{methodKeywords, loopKeywords} {
		if k, ok := lookup(table, text[:end]); ok {
			return k
		}
	}
	return InvalidKind
}
