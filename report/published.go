package report

import "fmt"

// Rule names how a figure was measured. Two figures are of the same kind only under
// the same rule.
type Rule string

// The rules of the published figures.
const (
	RuleVR        Rule = "VR"
	RuleMVR       Rule = "MVR"
	RuleSR        Rule = "SR"
	RuleFR        Rule = "FR"
	RuleCR        Rule = "CR"
	RuleFlip      Rule = "FlR"
	RuleJudge     Rule = "judge"
	RuleSelect    Rule = "select"
	RuleInfill    Rule = "infill"
	RulePrecision Rule = "precision"
	RuleRecall    Rule = "recall"
	RuleHandled   Rule = "handled"
)

// rules says what each rule counts, in the order of the comparison.
var rules = []struct {
	Rule
	about string
}{
	{RuleMVR, "Meaningfully verified: verified, and PostCorr and PostComp at least 0.5 by the published harness."},
	{RuleVR, "Verified: the share of tasks whose specification the verifier accepts. “ensures true” counts."},
	{RuleSR, "FormalBench's success rate: verified on the program itself, overflow an error."},
	{RuleFR, "FormalBench's failure rate: refused or malformed. What is undecided is in neither rate. Less is better."},
	{RuleCR, "FormalBench's completeness rate: the share of a program's mutants that its annotated file rejects, a mean over what is verified."},
	{RuleFlip, "FormalBench's flip rate: of the other forms of programs that were verified, the share that is not. Less is better."},
	{RuleJudge, "SpecEval, judgement: is this clause true of the program?"},
	{RuleSelect, "SpecEval, selection: which of four clauses is true and says something?"},
	{RuleInfill, "SpecEval, infilling: a part of a clause is hidden; the completed clause holds."},
	{RulePrecision, "SpecEval, generation: the share of the written clauses that hold."},
	{RuleRecall, "SpecEval, generation: the share of the true clauses that a written one is equivalent to."},
	{RuleHandled, "Specifications in Dafny that hold, by proof or evaluation, on all tests of their task."},
}

// Figure is a published figure, a share in percent.
type Figure struct {
	System  string  `json:"system"`
	Data    string  `json:"data"`
	N       int     `json:"tasks,omitempty"` // of CR the specifications behind it, which is SR of 700; 0: not published
	Rule    Rule    `json:"rule"`
	Percent float64 `json:"percent"`
	AtMost  bool    `json:"at_most,omitempty"` // published as "under"
	Source  string  `json:"source"`
}

const (
	sourceVeriAct     = "VeriAct paper, results on verification rate and MVR"
	sourceFormalBench = "FormalBench paper, results on the base set"
	sourceRobust      = "FormalBench paper, robustness (zero-shot)"
	sourceSpecEval    = "SpecEval paper, original versions, 2 examples"
	sourceLahiri      = "nl-2-postcond, symbolic testing of Dafny, FMCAD 2024"
)

// Figures are the published figures that the comparison shows.
func Figures() []Figure {
	list := []Figure{
		{System: "Daikon", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 22.0 / 120, Source: sourceVeriAct},
		{System: "Houdini", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 104.0 / 120, Source: sourceVeriAct},
		{System: "SpecGen (best prompt)", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 80.0 / 120, Source: sourceVeriAct},
		{System: "AutoSpec", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 70.0 / 120, Source: sourceVeriAct},
		{System: "FormalBench prompts", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 77.0 / 120, Source: sourceVeriAct},
		{System: "Houdini", Data: "SpecGenBench", N: 120, Rule: RuleMVR, Percent: 2, Source: sourceVeriAct},
		{System: "best prompt and model", Data: "SpecGenBench", N: 120, Rule: RuleMVR, Percent: 50, Source: sourceVeriAct},
		{System: "VeriAct's agent (5 points above the best prompt)", Data: "SpecGenBench", N: 120, Rule: RuleMVR, Percent: 55, Source: sourceVeriAct},
		{System: "Daikon", Data: "FormalBench", N: 662, Rule: RuleVR, Percent: 100 * 87.0 / 662, Source: sourceVeriAct},
		{System: "Houdini", Data: "FormalBench", N: 662, Rule: RuleVR, Percent: 100 * 359.0 / 662, Source: sourceVeriAct},
		{System: "Houdini", Data: "FormalBench", N: 662, Rule: RuleMVR, Percent: 0, Source: sourceVeriAct},
		{System: "best prompt", Data: "FormalBench", N: 662, Rule: RuleMVR, Percent: 11, AtMost: true, Source: sourceVeriAct},
		{System: "VeriAct's agent (12 points above the best prompt)", Data: "FormalBench", N: 662, Rule: RuleMVR, Percent: 23, AtMost: true, Source: sourceVeriAct},
		{System: "symbolic testing", Data: "MBPP-DFY", N: 153, Rule: RuleHandled, Percent: 100 * 64.0 / 153, Source: sourceLahiri},
	}

	prompts := []string{"zero-shot", "two-shot", "chain of thought", "least-to-most"}
	for _, m := range []struct {
		model string
		rates [][3]float64 // SR, FR, CR by prompt
	}{
		{"DeepSeek-V3", [][3]float64{{8.4, 65.2, 89.6}, {15.5, 56.2, 85.2}, {16.2, 55.9, 85.3}, {16.6, 56.8, 89.6}}},
		{"GPT-4o", [][3]float64{{11.2, 56.4, 80.4}, {13.4, 56.4, 77.6}, {13.4, 61.5, 81.2}, {15.0, 57.7, 86.4}}},
		{"Claude 3.5 Sonnet", [][3]float64{{10.5, 64.5, 91.2}, {14.7, 53.1, 82.6}, {14.2, 59.1, 83.6}, {15.4, 51.1, 86.4}}},
		{"o3-mini", [][3]float64{{10.0, 66.2, 83.5}, {11.7, 59.7, 88.7}}},
		{"GPT-3.5", [][3]float64{{6.9, 75.8, 62.3}, {12.6, 59.8, 59.0}}},
		{"Qwen2.5-Coder 32B", [][3]float64{{7.6, 77.1, 83.3}, {11.4, 66.8, 82.1}, {9.2, 69.4, 86.8}, {12.0, 68.2, 89.1}}},
		{"Llama3 70B", [][3]float64{{5.7, 83.4, 88.9}, {10.1, 67.9, 84.1}}},
		{"CodeLlama 34B", [][3]float64{{0.1, -1, 100}}},
	} {
		for i, r := range m.rates {
			f := Figure{System: m.model + ", " + prompts[i], Data: "FormalBench", N: 700, Source: sourceFormalBench}
			for k, rule := range []Rule{RuleSR, RuleFR, RuleCR} {
				if f.Rule, f.Percent = rule, r[k]; rule == RuleCR {
					f.N = int(r[0]*7 + 0.5) // of 700
				}
				if r[k] >= 0 { // else not published
					list = append(list, f)
				}
			}
		}
	}
	for _, f := range []Figure{
		{System: "DeepSeek-V3, zero-shot", Percent: 27.2},
		{System: "Claude 3.5 Sonnet, zero-shot", Percent: 39.2},
		{System: "GPT-4o, zero-shot", Percent: 29.2},
	} {
		f.Data, f.Rule, f.Source = "FormalBench", RuleFlip, sourceRobust
		list = append(list, f)
	}

	for _, m := range []struct {
		model string
		rates [5]float64
	}{
		{"GPT-4-Turbo", [5]float64{81.37, 89.71, 41.18, 83.37, 34.17}},
		{"GPT-3.5", [5]float64{64.71, 67.65, 34.31, 73.22, 25.35}},
		{"DeepSeek-Coder 7B", [5]float64{57.35, 61.27, 29.90, 61.56, 17.39}},
		{"Magicoder 6.7B", [5]float64{44.12, 39.71, 29.41, 64.16, 13.72}},
		{"CodeLlama 7B", [5]float64{57.84, 31.37, 21.08, 55.22, 10.77}},
		{"Llama 7B", [5]float64{50.00, 30.88, 10.78, 29.65, 4.07}},
	} {
		for i, rule := range []Rule{RuleJudge, RuleSelect, RuleInfill, RulePrecision, RuleRecall} {
			list = append(list, Figure{System: m.model, Data: "SpecEval", N: 204, Rule: rule, Percent: m.rates[i], Source: sourceSpecEval})
		}
	}
	return list
}

// share is the figure as text.
func (f Figure) share() string {
	less := ""
	if f.AtMost {
		less = "< "
	}
	return fmt.Sprintf("%s%.1f %%", less, f.Percent)
}
