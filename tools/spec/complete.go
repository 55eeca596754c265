package spec

import (
	"context"
	"fmt"

	"ensures/tools"
	"ensures/verify"
)

// completion is the answer to a specification that was handed in: what the tools
// found when they looked at it again.
type completion struct {
	Accepted  bool     `json:"accepted" jsonschema_description:"the task is over"`
	Success   bool     `json:"success" jsonschema_description:"verified, code unchanged, nothing assumed, scores reach the bar"`
	Missing   []string `json:"missing" jsonschema_description:"what is missing"`
	Unchanged bool     `json:"unchanged" jsonschema_description:"the Java code is the task's"`
	Problems  []string `json:"problems" jsonschema_description:"what makes it worthless even if verified"`
	Verdict   string   `json:"verdict"`
	Verifier  string   `json:"verifier"`
	Strict    scores   `json:"strict"`
	Compat    scores   `json:"compat"`
	Advice    string   `json:"advice"`
}

// Final implements tools.Finisher.
func (c completion) Final() bool { return c.Accepted }

func (s *Session) completeTool(w words) tools.Tool {
	const name = "task_complete"
	return w.worded(tools.New(name, `Hand in the final specification. It is verified and measured again. Where the scores asked for are not reached, or more than the JML was changed, the answer says what is missing and the work goes on.`,
		func(ctx context.Context, in code) (completion, error) {
			text := unfence(in.Code)
			t, p, err := s.current(name, text, w)
			if err != nil {
				return completion{}, err
			}
			v, err := s.verify(ctx, t, p, text, false)
			if err != nil {
				return completion{}, err
			}
			_, m, err := s.measure(ctx, p, text, 3)
			if err != nil {
				return completion{}, err
			}
			return s.judge(v, m), nil
		}))
}

// judge decides about a verified and measured candidate.
func (s *Session) judge(v verdict, m measured) completion {
	c := completion{Missing: []string{}, Problems: []string{}, Unchanged: v.Unchanged, Verdict: v.Verdict, Verifier: v.Verifier, Strict: m.Strict, Compat: m.Compat}
	if v.Verdict != verify.Verified.String() {
		text := fmt.Sprintf("it is not verified: %s by %s", v.Verdict, v.Verifier)
		if len(v.Failures) > 0 {
			f := v.Failures[0]
			text += fmt.Sprintf("; first failure: line %d, %s: %s", f.Line, f.Class, f.What)
			c.Advice = f.Hint
		}
		c.Missing = append(c.Missing, text)
	}

	// Both tools read the candidate, and say the same of what they read.
	seen := map[string]bool{}
	for _, p := range append(append([]string{}, v.Problems...), m.Problems...) {
		if !seen[p] {
			seen[p] = true
			c.Problems = append(c.Problems, p)
		}
	}
	c.Missing = append(c.Missing, c.Problems...)
	c.Missing = append(c.Missing, m.Missing...)
	if len(m.Missing) > 0 && c.Advice == "" && len(m.Survivors) > 0 {
		c.Advice = m.Survivors[0]
	}
	c.Success = len(c.Missing) == 0
	c.Accepted = c.Success || s.o.Accept
	switch {
	case c.Success:
		c.Advice = "done"
	case c.Advice == "":
		c.Advice = "call analyze_errors or run_spec_harness with the same code"
	}
	return c
}
