// Package prompted is the published ways to have a language model write
// specifications by prompts and repairs alone, without tools: SpecGen's
// conversation followed by mutation of failing clauses, AutoSpec's placing of
// clauses one place after the other, and FormalBench's prompts with self-repair by
// class of failure; each with no, two or four examples, or with steps of reasoning.
// The prompts and examples are our own (package prompts), the loops follow the
// papers as docs/design/016 tells.
//
// A candidate whose Java differs from the task's is never taken, and what is
// verified is what a verify.Outcome says. The package must not know metrics,
// servers, the terminal or how a backend decides.
package prompted
