package report

// Rule names how a figure was measured. Two figures are of the same kind only under
// the same rule.
type Rule string

// The rules of the published figures.
const (
	RuleVR      Rule = "VR"      // share of tasks whose specification the verifier accepts
	RuleMVR     Rule = "MVR"     // verified, and PostCorr and PostComp at least 0.5 by the published harness
	RuleSR      Rule = "SR"      // FormalBench: verified on the program itself
	RuleCR      Rule = "CR"      // FormalBench: program mutants rejected, mean over verified specifications
	RuleFlip    Rule = "FlR"     // FormalBench: transformed programs on which a good answer is lost
	RuleJudge   Rule = "judge"   // SpecEval: accuracy in judgement
	RuleSelect  Rule = "select"  // SpecEval: accuracy in selection
	RuleInfill  Rule = "infill"  // SpecEval: accuracy in infilling
	RuleHandled Rule = "handled" // nl-2-postcond: specifications proved on all tests
)

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
	return []Figure{
		{System: "Daikon", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 22.0 / 120, Source: sourceVeriAct},
		{System: "Houdini", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 104.0 / 120, Source: sourceVeriAct},
		{System: "SpecGen, best prompt", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 80.0 / 120, Source: sourceVeriAct},
		{System: "AutoSpec", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 70.0 / 120, Source: sourceVeriAct},
		{System: "FormalBench prompts", Data: "SpecGenBench", N: 120, Rule: RuleVR, Percent: 100 * 77.0 / 120, Source: sourceVeriAct},
		{System: "Houdini", Data: "SpecGenBench", N: 120, Rule: RuleMVR, Percent: 2, Source: sourceVeriAct},
		{System: "best prompt and model (Claude Sonnet 4.6)", Data: "SpecGenBench", N: 120, Rule: RuleMVR, Percent: 50, Source: sourceVeriAct},
		{System: "Daikon", Data: "FormalBench", N: 662, Rule: RuleVR, Percent: 100 * 87.0 / 662, Source: sourceVeriAct},
		{System: "Houdini", Data: "FormalBench", N: 662, Rule: RuleVR, Percent: 100 * 359.0 / 662, Source: sourceVeriAct},
		{System: "Houdini", Data: "FormalBench", N: 662, Rule: RuleMVR, Percent: 0, Source: sourceVeriAct},
		{System: "best prompt", Data: "FormalBench", N: 662, Rule: RuleMVR, Percent: 11, AtMost: true, Source: sourceVeriAct},
		{System: "DeepSeek-V3, least-to-most", Data: "FormalBench", N: 700, Rule: RuleSR, Percent: 16.6, Source: sourceFormalBench},
		{System: "GPT-4o, least-to-most", Data: "FormalBench", N: 700, Rule: RuleSR, Percent: 15.0, Source: sourceFormalBench},
		{System: "Claude 3.5 Sonnet, least-to-most", Data: "FormalBench", N: 700, Rule: RuleSR, Percent: 15.4, Source: sourceFormalBench},
		{System: "DeepSeek-V3, least-to-most", Data: "FormalBench", N: 116, Rule: RuleCR, Percent: 89.6, Source: sourceFormalBench},
		{System: "GPT-4o, least-to-most", Data: "FormalBench", N: 105, Rule: RuleCR, Percent: 86.4, Source: sourceFormalBench},
		{System: "Claude 3.5 Sonnet, least-to-most", Data: "FormalBench", N: 108, Rule: RuleCR, Percent: 86.4, Source: sourceFormalBench},
		{System: "DeepSeek-V3", Data: "FormalBench", Rule: RuleFlip, Percent: 27.2, Source: sourceRobust},
		{System: "Claude 3.5 Sonnet", Data: "FormalBench", Rule: RuleFlip, Percent: 39.2, Source: sourceRobust},
		{System: "GPT-4o", Data: "FormalBench", Rule: RuleFlip, Percent: 29.2, Source: sourceRobust},
		{System: "GPT-4-Turbo", Data: "SpecEval", N: 204, Rule: RuleJudge, Percent: 81.37, Source: sourceSpecEval},
		{System: "GPT-4-Turbo", Data: "SpecEval", N: 204, Rule: RuleSelect, Percent: 89.71, Source: sourceSpecEval},
		{System: "GPT-4-Turbo", Data: "SpecEval", N: 204, Rule: RuleInfill, Percent: 41.18, Source: sourceSpecEval},
		{System: "symbolic testing", Data: "MBPP-DFY", N: 153, Rule: RuleHandled, Percent: 100 * 64.0 / 153, Source: sourceLahiri},
	}
}
