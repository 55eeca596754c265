package prompts_test

import "ensures/prompts"

// The data that the published prompt configurations render their prompts with, and
// what is reflected on when prompts are optimised.
type (
	ask     struct{ Code string }
	failure struct {
		Class, Means, Code, Clause, What string
		Line                             int
	}
	repair struct {
		Verdict  string
		Failures []failure
		More     int
	}
	shot  struct{ Program, Kind, Clauses string }
	place struct {
		Program, Kind, Method string
		Shots                 []shot
		Rejected              []failure
		Failures              []failure
	}
	unusable struct{ Problem string }
	example  struct {
		Score                   float64
		Input, Output, Feedback string
	}
	reflection struct {
		Name, Text string
		Examples   []example
	}
)

var failed = []failure{
	{"F08-invariant-in-body", "an iteration does not keep a loop invariant", "while (i < n) {", `i < n`, "an iteration does not keep the invariant", 7},
	{"F01-syntax", "the file is not Java with JML", "", "", "a semicolon is missing", 3},
}

// baselineCases are the prompts of the published configurations. Guidance on every
// class is looked at in package baseline/prompted, which knows the classes.
var baselineCases = []rendering{
	{"baseline/specgen/system", "specgen-system", prompts.Options{}, nil},
	{"baseline/specgen/ask", "specgen-ask", prompts.Options{}, ask{"class A {\n}\n"}},
	{"baseline/specgen/repair", "specgen-repair", prompts.Options{}, repair{"unknown", failed, 3}},
	{"baseline/specgen/repair", "specgen-repair-one", prompts.Options{}, repair{"malformed", failed[1:], 0}},
	{"baseline/formalbench/system", "formalbench-system", prompts.Options{}, nil},
	{"baseline/formalbench/ask", "formalbench-ask", prompts.Options{}, ask{"class A {\n}\n"}},
	{"baseline/formalbench/ask_cot", "formalbench-ask-cot", prompts.Options{}, ask{"class A {\n}\n"}},
	{"baseline/formalbench/ask_ltm", "formalbench-ask-ltm", prompts.Options{}, ask{"class A {\n}\n"}},
	{"baseline/formalbench/repair", "formalbench-repair", prompts.Options{}, repair{"unknown", failed, 3}},
	{"baseline/formalbench/repair", "formalbench-repair-one", prompts.Options{}, repair{"malformed", failed[1:], 0}},
	{"baseline/autospec/system", "autospec-system", prompts.Options{}, nil},
	{"baseline/autospec/place", "autospec-place-loop", prompts.Options{}, place{Program: "class A {\n    >>>\n}\n", Kind: "loop", Method: "f"}},
	{"baseline/autospec/place", "autospec-place-method", prompts.Options{}, place{Program: "class A {\n    >>>\n}\n", Kind: "method", Method: "f",
		Shots: []shot{{"class B {\n}\n", "method", "requires true;\nensures true;"}, {"class C {\n}\n", "loop", "loop_invariant true;"}}, Rejected: failed[:1], Failures: failed[1:]}},
	{"optimize/reflect", "reflect", prompts.Options{}, reflection{"baseline/specgen/ask", "Specify this.\n\nCODE",
		[]example{{0.3, "class A {\n}\n", "I can't.", "the reply holds no Java program"}, {1, "class B {\n}\n", "class B {\n}\n", "verified"}}}},
	{"baseline/problem", "problem", prompts.Options{}, unusable{"the reply holds no Java code"}},
	{"baseline/shots/branch", "shot-branch", prompts.Options{}, nil},
	{"baseline/shots/branch_cot", "shot-branch-cot", prompts.Options{}, nil},
	{"baseline/shots/branch_ltm", "shot-branch-ltm", prompts.Options{}, nil},
	{"baseline/shots/count", "shot-count", prompts.Options{}, nil},
	{"baseline/shots/count_cot", "shot-count-cot", prompts.Options{}, nil},
	{"baseline/shots/count_ltm", "shot-count-ltm", prompts.Options{}, nil},
	{"baseline/shots/search", "shot-search", prompts.Options{}, nil},
	{"baseline/shots/change", "shot-change", prompts.Options{}, nil},
}
