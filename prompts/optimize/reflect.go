package optimize

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ensures/llm"
)

// rewrite has the model write a prompt anew; "" when its answer holds none.
func (r *run) rewrite(ctx context.Context, round int, d ReflectData) (string, error) {
	for i, e := range d.Examples {
		d.Examples[i].Input, d.Examples[i].Output, d.Examples[i].Feedback = shorten(e.Input), shorten(e.Output), shorten(e.Feedback)
	}
	text, err := r.Prompts.Render(ReflectPrompt, d)
	if err != nil {
		return "", err
	}
	req := llm.Request{Model: r.Model, Messages: []llm.Message{{Role: llm.User, Text: text}}, Temperature: r.Temperature}
	key := fmt.Sprintf("%d %s", round, req.Hash())
	if e, ok := r.log.reflection(key); ok {
		r.spend(key, 1, e.CostUSD)
		return answer(e.Text), nil
	}
	if r.spent() != "" {
		return "", errBudget
	}
	resp, err := r.Client.Complete(ctx, req)
	if err != nil {
		return "", fmt.Errorf("reflection: %w", err)
	}
	r.spend(key, 1, resp.Usage.CostUSD)
	return answer(resp.Message.Text), r.log.write(entry{Type: "reflection", Key: key, Prompt: d.Name, Text: resp.Message.Text, CostUSD: resp.Usage.CostUSD})
}

// longest is how much of an example's texts a reflection shows.
const longest = 6000

func shorten(s string) string {
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[:longest], "") + "\n…"
}

// answer is the prompt in a reflection: what stands in the last pair of tags.
func answer(text string) string {
	end := strings.LastIndex(text, "</prompt>")
	if end < 0 {
		return ""
	}
	start := strings.LastIndex(text[:end], "<prompt>")
	if start < 0 {
		return ""
	}
	return strings.TrimSpace(text[start+len("<prompt>") : end])
}

// action is a part of a prompt that is filled in.
var action = regexp.MustCompile(`(?s)\{\{-?\s*(.*?)\s*-?\}\}`)

// actions are the different parts of a prompt that are filled in.
func actions(text string) []string {
	var out []string
	for _, m := range action.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// unusable is why a new text is not taken: what a model writes may move the parts
// that are filled in, and neither drop nor add any.
func (r *run) unusable(old, text string, texts map[string]string) string {
	switch {
	case text == "":
		return "the answer holds no prompt"
	case text == strings.TrimSpace(old):
		return "it is the old one"
	case !slices.Equal(actions(old), actions(text)):
		return fmt.Sprintf("what is filled in differs: %q, was %q", actions(text), actions(old))
	case strings.Count(text, "{{") != len(action.FindAllString(text, -1)):
		return "it has an open brace"
	}
	if r.Check != nil {
		if err := r.Check(texts); err != nil {
			return err.Error()
		}
	}
	return ""
}
