package prompted

// Style is a paper's way to work.
type Style string

// The styles.
const (
	SpecGen     Style = "specgen"     // a conversation, then mutation of failing clauses
	AutoSpec    Style = "autospec"    // place by place, then pruning and simplification
	FormalBench Style = "formalbench" // a conversation with repair by class of failure
)

// Reasoning is what the model is asked to write before the specification.
type Reasoning string

// The kinds of reasoning.
const (
	Direct      Reasoning = ""
	Thought     Reasoning = "cot" // step by step
	LeastToMost Reasoning = "ltm" // easier questions first
)

// Config is one of the published configurations.
type Config struct {
	Name      string
	Style     Style
	Shots     int // examples
	Reasoning Reasoning
	About     string
	Source    string
}

// The settings that all configurations were published with.
const (
	Repairs     = 10 // repair iterations after the first answer
	Temperature = 0.7
)

// Configs are the eleven configurations, in the order of the papers.
func Configs() []Config {
	const (
		specgen     = "Ma et al., SpecGen: Automated Generation of Formal Program Specifications via Large Language Models, ICSE 2025"
		autospec    = "Wen et al., Enchanting Program Specification Synthesis by Large Language Models Using Static Analysis and Program Verification, CAV 2024"
		formalbench = "Le-Cong et al., Can LLMs Reason About Program Semantics? A Comprehensive Evaluation of LLMs on Formal Specification Inference, ACL 2025"
	)
	talk, place := "a conversation, then mutation of failing clauses", "clauses place by place, pruned and simplified"
	return []Config{
		{"specgen-zero", SpecGen, 0, Direct, talk, specgen},
		{"specgen-two", SpecGen, 2, Direct, talk + "; two examples", specgen},
		{"specgen-four", SpecGen, 4, Direct, talk + "; four examples", specgen},
		{"autospec-zero", AutoSpec, 0, Direct, place, autospec},
		{"autospec-two", AutoSpec, 2, Direct, place + "; two examples", autospec},
		{"autospec-four", AutoSpec, 4, Direct, place + "; four examples", autospec},
		{"formalbench-zero", FormalBench, 0, Direct, "repair by class of failure", formalbench},
		{"formalbench-two", FormalBench, 2, Direct, "repair by class of failure; two examples", formalbench},
		{"formalbench-zero-cot", FormalBench, 0, Thought, "thinks step by step, then repair by class", formalbench},
		{"formalbench-few-cot", FormalBench, 2, Thought, "thinks step by step after two examples, then repair by class", formalbench},
		{"formalbench-few-ltm", FormalBench, 2, LeastToMost, "easier questions first after two examples, then repair by class", formalbench},
	}
}

// Templates are the names of the prompts that a configuration is told, apart from
// what they include.
func (c Config) Templates() []string {
	list := []string{c.system()}
	if c.Style == AutoSpec {
		list = append(list, placePrompt)
	} else {
		list = append(list, c.question(), c.repair(), problemPrompt)
	}
	for _, s := range shotNames[:c.Shots] {
		list = append(list, s)
		if c.Reasoning != Direct {
			list = append(list, s+"_"+string(c.Reasoning))
		}
	}
	return list
}

// Instructions are the prompts that tell the model what to do, which can be
// improved: the examples are left out, and what is said of failures unless repairs
// are asked for.
func (c Config) Instructions(repairs bool) []string {
	list := []string{c.system()}
	switch {
	case c.Style == AutoSpec:
		return append(list, placePrompt)
	case repairs:
		return append(list, c.question(), c.repair())
	}
	return append(list, c.question())
}

func (c Config) system() string { return "baseline/" + string(c.Style) + "/system" }
func (c Config) repair() string { return "baseline/" + string(c.Style) + "/repair" }

func (c Config) question() string {
	name := "baseline/" + string(c.Style) + "/ask"
	if c.Reasoning != Direct {
		name += "_" + string(c.Reasoning)
	}
	return name
}

// Prompts rendered by name, apart from those of a style.
const (
	placePrompt   = "baseline/autospec/place"
	problemPrompt = "baseline/problem"
)

// shotNames are the examples, the first ones first.
var shotNames = []string{"baseline/shots/branch", "baseline/shots/count", "baseline/shots/search", "baseline/shots/change"}
