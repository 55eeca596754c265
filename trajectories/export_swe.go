package trajectories

import "strings"

// sweStep is a step in the form of SWE-agent's .traj files.
type sweStep struct {
	Action        string         `json:"action"`
	Observation   string         `json:"observation"`
	Response      string         `json:"response"`
	State         map[string]any `json:"state"`
	Thought       string         `json:"thought"`
	ExecutionTime float64        `json:"execution_time"` // seconds
	Query         []any          `json:"query"`
	ExtraInfo     map[string]any `json:"extra_info"`
}

// sweMessage is a turn in a .traj file's history.
type sweMessage struct {
	Role        string   `json:"role"`
	Content     string   `json:"content"`
	Agent       string   `json:"agent"`
	MessageType string   `json:"message_type"`
	Thought     string   `json:"thought,omitempty"`
	Action      string   `json:"action,omitempty"`
	ToolCalls   []any    `json:"tool_calls,omitempty"`
	ToolCallIDs []string `json:"tool_call_ids,omitempty"`
}

// SWEAgent is the run in the form of SWE-agent's .traj files: the steps, the last
// conversation, and what the run came to. Requests are not repeated in every step:
// "query" is empty.
func (r *Run) SWEAgent() (any, error) {
	steps := []sweStep{}
	var usage Usage
	calls := 0
	for _, s := range r.Steps() {
		// Its parts are steps of their own in the list; it would show them twice.
		if len(s.Inside) > 0 && len(s.Calls()) == 0 { // only holds others
			continue
		}
		step := sweStep{State: map[string]any{}, Query: []any{}, ExtraInfo: map[string]any{"kind": s.Start.Kind, "name": s.Start.Name}}
		if s.End != nil {
			step.Observation, step.Thought, step.Action = s.End.Observation, s.End.Thought, s.End.Code
			step.ExecutionTime = s.End.ElapsedMS / 1000
		}
		var called []string
		for _, in := range s.Inside {
			switch {
			case in.Start.Type == ToolCallStart:
				called = append(called, in.Start.Name+" "+string(in.Start.Args))
			case in.Start.Type == ModelCallStart && in.End != nil:
				calls++
				if in.End.Usage != nil {
					usage.Add(*in.End.Usage)
				}
				if m, err := in.End.answer(); err == nil {
					step.Response = m.Text
				}
			}
		}
		// Without code the calls of tools are what was done.
		if step.Action == "" {
			step.Action = strings.Join(called, "\n")
		}
		steps = append(steps, step)
	}

	history := []sweMessage{}
	talks, err := r.talks(ExportOptions{})
	if err != nil {
		return nil, err
	}
	for _, t := range talks {
		for _, m := range t.messages {
			history = append(history, m.swe())
		}
	}
	config, err := encoder{}.encode(r.Header.Config)
	if err != nil {
		return nil, err
	}

	info := map[string]any{"model_stats": map[string]any{
		"instance_cost": usage.CostUSD, "tokens_sent": usage.Input, "tokens_received": usage.Output, "api_calls": calls,
	}, "exit_status": Unfinished}
	if end := r.End(); end != nil {
		info["exit_status"] = end.Outcome
		if list := r.Candidates(); end.Candidate != nil && len(list) > 0 {
			info["submission"] = list[len(list)-1].Text
			info["review"] = end.Candidate
		}
	}
	return map[string]any{"environment": r.Header.Verb, "trajectory": steps, "history": history, "info": info, "replay_config": string(config)}, nil
}

func (m message) swe() sweMessage {
	out := sweMessage{Role: m.Role, Content: m.Text, Agent: "main", MessageType: "observation"}
	switch m.Role {
	case "system":
		out.MessageType = "system_prompt"
	case "assistant":
		out.MessageType, out.Thought = "action", m.Text
		for _, c := range m.ToolCalls {
			out.ToolCalls = append(out.ToolCalls, map[string]any{"id": c.ID, "type": "function",
				"function": map[string]any{"name": c.Name, "arguments": c.arguments()}})
			out.ToolCallIDs = append(out.ToolCallIDs, c.ID)
		}
	case "tool":
		out.ToolCallIDs = []string{m.ToolCallID}
	}
	return out
}
