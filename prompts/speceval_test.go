package prompts_test

import "ensures/prompts"

// instance is the data that SpecEval's questions are rendered with.
type instance struct {
	Code    string
	Clauses []string
}

var specEvalCases = []rendering{
	{"speceval/system", "speceval-system", prompts.Options{}, nil},
	{"speceval/judgement", "speceval-judgement", prompts.Options{}, instance{"class A {\n}\n", []string{"ensures a;"}}},
	{"speceval/selection", "speceval-selection", prompts.Options{}, instance{"class A {\n}\n", []string{"ensures a;", "ensures b;", "ensures c;", "ensures d;"}}},
	{"speceval/infilling", "speceval-infilling", prompts.Options{}, instance{"class A {\n}\n", []string{"ensures ____;"}}},
	{"speceval/generation", "speceval-generation", prompts.Options{}, instance{"class A {\n}\n", nil}},
}
