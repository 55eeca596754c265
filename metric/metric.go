// Package metric is the arithmetic of Spec-Harness's four metrics, over verdicts: how
// they were come by, in which language, by running, by proving or by a compiler, is
// not its concern. The definitions are in package harness, which measures Java so.
//
//	var t metric.Tally
//	t.Pair(pre, post, mutants) // for every pair of T⁺
//	t.Invalid(pre)             // for every input of T⁻
//	t.Compat(), t.Strict()
//
// The package must not know any programming language, specification or value.
package metric

import "ensures/value"

// Verdict is what a condition says about a state.
type Verdict struct {
	Truth value.Truth
	// Undefined is set of what is Unknown because the condition has no value there (an
	// index out of range, null), as against what took too long to decide.
	Undefined bool
}

// Mutant is what the postcondition says of a changed output.
type Mutant struct {
	Verdict
	Further bool // none of the published kinds: the strict column alone counts it
}

// Tally counts verdicts. The zero Tally has seen none.
type Tally struct {
	Pairs   PairCounts
	Mutants MutantCounts

	compat, strict counts
}

// counts is a column: what passed, of how many.
type counts struct {
	post, posts       int
	killed, mutants   int
	pre, pres         int
	refused, invalids int
}

// Pair counts a pair of T⁺: whether the precondition holds of the input, the
// postcondition of the output, and what the postcondition says of the changed outputs.
// Where the precondition is false the other verdicts only have to be there.
//
//	pre    post       compat                            strict
//	true   true       right; a kill is false or undef.  right; a kill is false
//	true   false      wrong; mutants as above           wrong; mutants don't count
//	any    undefined  wrong; mutants as above           left out
//	any    undecided  left out; mutants as above        left out
//	false  –          right; all mutants survive        left out
func (t *Tally) Pair(pre, post Verdict, mutants []Mutant) {
	t.Pairs.Total++
	t.compat.pres++
	t.compat.posts++
	switch pre.Truth {
	case value.True:
		t.compat.pre++
		t.strict.pre++
		t.strict.pres++
	case value.False:
		t.strict.pres++
		t.compat.post++
		for _, k := range mutants {
			if !k.Further {
				t.compat.mutants++
			}
		}
		t.Pairs.Vacuous++
		t.Pairs.Decided++
		return
	}

	post = Post(pre, post)
	switch post.Truth {
	case value.True:
		t.compat.post++
		t.strict.post++
		t.strict.posts++
		t.Pairs.Decided++
	case value.False:
		t.strict.posts++
		t.Pairs.Decided++
	default:
		t.Pairs.Unknown++
		// The published rule counts a clause without a value as wrong, and leaves out what took too
		// long.
		if !post.Undefined {
			t.compat.posts--
		}
	}
	for _, k := range mutants {
		t.mutant(k, post.Truth == value.True)
	}
}

// Post is what is known of an output where the precondition may not hold: that the
// postcondition holds of it says no more than the precondition does.
func Post(pre, post Verdict) Verdict {
	if pre.Truth == value.Unknown && post.Truth == value.True {
		return pre
	}
	return post
}

// mutant counts a changed output of a pair that is right, or is not known to be.
func (t *Tally) mutant(k Mutant, right bool) {
	switch {
	case k.Further:
	case k.Truth == value.False, k.Truth == value.Unknown && k.Undefined:
		t.compat.killed++
		t.compat.mutants++
	case k.Truth == value.True:
		t.compat.mutants++
	}
	// What rejects the real output too says nothing by rejecting a changed one.
	if !right {
		return
	}

	t.Mutants.Total++
	switch k.Truth {
	case value.False:
		t.Mutants.Killed++
		t.strict.killed++
		t.strict.mutants++
	case value.True:
		t.Mutants.Survived++
		t.strict.mutants++
	default:
		t.Mutants.Unknown++
	}
}

// Invalid counts an input of T⁻: whether the precondition holds of it.
func (t *Tally) Invalid(pre Verdict) {
	t.Pairs.Invalid++
	t.compat.invalids++
	switch pre.Truth {
	case value.False:
		t.compat.refused++
		t.strict.refused++
		t.strict.invalids++
	case value.True:
		t.strict.invalids++
	}
}

// Compat is the published column.
func (t *Tally) Compat() Scores { return t.compat.scores() }

// Strict is the column without the published one's loopholes.
func (t *Tally) Strict() Scores { return t.strict.scores() }

func (c counts) scores() Scores {
	return Scores{Ratio(c.post, c.posts), Ratio(c.killed, c.mutants), Ratio(c.pre, c.pres), Ratio(c.refused, c.invalids)}
}
