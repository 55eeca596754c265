// Package optimize improves prompts by reflection, as GEPA does (Agrawal et al.,
// GEPA: Reflective Prompt Evolution Can Outperform Reinforcement Learning, 2025):
// candidates are sets of prompts; one of those that are best on some validation task
// is chosen, the more tasks the likelier; it works on a minibatch of training tasks;
// a model reads what went wrong and writes one of its prompts anew; a change that
// scores better on the minibatch becomes a candidate, scored on all validation
// tasks. Two candidates of a common ancestor can be merged.
//
// Everything that cost something is a line of log.jsonl, and chance depends on the
// seed and the round alone: going on after a kill is doing the same again over the
// log. The package must not know what the prompts are about, Java, or verifiers.
package optimize
