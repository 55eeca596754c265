package spec

import (
	"context"
	"strings"

	"ensures/bench"
	"ensures/feedback"
	"ensures/harness"
	"ensures/tools"
	"ensures/verify"
)

// program is the program of a task, in its language: what the tools ask of it.
type program interface {
	// look says what reading a candidate tells, without running anything.
	look(cand string) survey
	// backend answers about a candidate, under the options for it.
	backend() (verify.Backend, verify.Options)
	// asked are the methods that a verifier is asked about for a candidate, the task's first;
	// one that is empty stands for all of the file.
	asked(sv survey) []string
	// named is the name by which a verifier is asked about a method; empty where it can only
	// be asked about all.
	named(verify.MethodKey) string
	// explain says what is to be learned from an answer about a candidate.
	explain(out verify.Outcome, cand string) feedback.Report
	// measure runs the method, and says how strong a candidate is.
	measure(ctx context.Context, cand string, survivors int) (measurement, error)
	// run calls the method once, evaluate holds a condition against that; errors name the tool.
	run(ctx context.Context, tool string, in runIn) (runOut, error)
	evaluate(ctx context.Context, tool string, in evaluateIn) (evaluateOut, error)
	// propose asks the engine that needs no model.
	propose(ctx context.Context, tool string, in proposeIn) (proposeOut, error)
}

// programOf is a task's program.
func programOf(t *bench.Task, o Options) program {
	if t.Language == bench.Rust {
		return &rustProgram{t: t, o: o}
	}
	return &javaProgram{t: t, o: o}
}

// survey is what reading a candidate tells without running anything.
type survey struct {
	changed string   // how its code differs from the task's; "" where it doesn't
	barred  bool     // code that differs is not even looked at, since looking at it runs things
	trusts  []string // what it takes on trust, each as a sentence
	others  []string // other methods that it specifies, otherwise than the task does: "C.m(int)"
	whole   bool     // it says something else of classes and fields than the task does
	missing string   // that the task's method has no specification, as a sentence; or ""
}

// measurement is how strong a candidate is.
type measurement struct {
	row                 harness.Row
	failed              string   // why the method itself can't be run, as a sentence; or ""
	problems            []string // mistakes in the specification
	violated, survivors []string
}

// words are what differs in what tools are called and how they speak.
type words struct {
	language         bench.Language
	either           bool   // of both languages: the task says which
	name             string // of the language
	label            string // in arguments and results
	method           string
	verify, evaluate string            // names of tools
	text             *strings.Replacer // changes the texts, which are Java's; nil leaves them
}

func wordsOf(l bench.Language) words {
	if l == bench.Rust {
		return words{language: l, name: "Rust", label: "rust", method: "function", verify: "verify_rust", evaluate: "evaluate_rust", text: rustTexts()}
	}
	return words{name: "Java", label: "java", method: "method", verify: "verify_with_openjml", evaluate: "evaluate_jml"}
}

// anyLanguage are the words of tools that work on tasks of each language.
func anyLanguage() words {
	return words{either: true, text: strings.NewReplacer(
		"the whole Java file with its JML comments; the Java code itself unchanged", "the whole Java file with its JML comments, or Rust file with its //@ comments; the code itself unchanged, that of Rust to the byte",
		"more than the JML was changed", "more than the specification was changed",
		"the code throws", "the code throws or panics",
		"as Java expressions, such as new int[]{1, 2} or \"abc\"", "as Java expressions, such as new int[]{1, 2} or \"abc\", of Rust as values, such as vec![1, 2] or Some(-3)",
		"the object as a Java expression, for a method that is not static; a new one by default", "the object as a Java expression, for a method that is not static, a new one by default; of Rust self as a value, such as P { x: 1 }",
		"the result or the exception", "the result, the exception or the panic",
		"so many ensures clauses, 6 by default", "so many ensures clauses, 6 by default; of Rust the engine chooses",
		"for verify_with_openjml", "for verify_with_openjml or verify_rust",
		"The Java code", "The code", "the Java code", "the code",
	)}
}

// rustTexts changes the texts of tools to what they are for a function of Rust.
func rustTexts() *strings.Replacer {
	return strings.NewReplacer(
		"the whole Java file with its JML comments; the Java code itself unchanged", "the whole Rust file with its clauses in //@ comments; the code itself unchanged to the byte",
		"against its JML, deductively, with the configured verifier (OpenJML, or a native one that reads the same JML)", "against its clauses, deductively, and by runs of the machine code, which confirm a proof or refute it",
		"more than the JML was changed", "more than the comments for clauses was changed",
		"a boolean JML expression as it would stand in an ensures clause; parameters, fields, \\result, \\old", "a condition as it would stand in an ensures clause; parameters, result or the name that the signature gives it, old(…)",
		"a boolean JML expression", "a condition",
		"the arguments given, \\result and the state afterwards from running it", "the arguments given, the result and what mutable references refer to afterwards from running it",
		"the arguments as Java expressions, such as new int[]{1, 2} or \"abc\"", "the arguments as values of Rust, such as vec![1, 2], \"abc\" or Some(-3), without self",
		"the object as a Java expression, for a method that is not static; a new one by default", "self as a value, such as P { x: 1 }, for a function that takes it",
		"the result or the exception, and what changed", "the result or the panic, and what mutable references refer to then",
		"loop invariants included. Where there is a solver it drops what can't be proved. Verify the file that it gives, drop what fails, add what it can't see", "loop invariants included, and leaves what is proved together. Add what it can't see, and verify that",
		"the arguments as Java expressions", "the arguments as values of Rust",
		"the code throws", "the code panics", "verify_with_openjml", "verify_rust",
		"the Java code", "the code", "method", "function", "a mistakes", "mistakes",
	)
}

// worded is a tool in other words than Java's.
func (w words) worded(t tools.Tool, examples ...tools.Example) tools.Tool {
	if w.text == nil {
		return t
	}
	if w.either {
		examples = t.Examples
	}
	return t.Reworded(w.text.Replace, examples...)
}
