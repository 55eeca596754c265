// Package harness measures a specification against what a method really does:
// Spec-Harness's four metrics, computed by evaluating clauses on recorded pairs.
//
// For a method with requires ψ and ensures φ, pairs (i, o) ∈ T of inputs and
// outputs, T⁺ the inputs on which the code returns and T⁻ those on which it throws
// or does not end:
//
//	PostCorr  pairs on which φ holds of the real output / pairs
//	PostComp  output mutants that φ rejects / output mutants
//	PreCorr   inputs of T⁺ on which ψ holds / T⁺
//	PreComp   inputs of T⁻ on which ψ does not hold / T⁻
//
// Two columns are kept. "Compat" is the published rule: a pair outside ψ passes
// vacuously and its mutants survive, and a clause without a value (an index out of
// range, null) is a failed proof: wrong on a pair, a kill on a mutant. What takes
// too long to decide is left out of both. "Strict" takes pairs outside ψ and
// undecided ones out of T, lets a mutant be killed only where φ holds of the
// unmutated pair, and is null altogether for code that was altered or a
// specification that uses assume. A malformed specification has no scores.
//
// The same is done with traces: do loop invariants, signals and frame clauses hold
// on the runs, and which changed traces do they reject ([Column]).
//
// A row never stops a batch: whatever happens becomes its status. The package must
// not know verifiers' processes, models or files on disk; the word "verified" is
// not its to say.
package harness
