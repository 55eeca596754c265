package spec

import (
	"cmp"
	"context"
	"time"

	"ensures/propose"
	"ensures/tools"
)

type proposeIn struct {
	Clauses int `json:"clauses,omitempty" jsonschema:"minimum=1,maximum=20" jsonschema_description:"at most so many ensures clauses, 6 by default"`
	Seconds int `json:"seconds,omitempty" jsonschema:"minimum=1,maximum=60" jsonschema_description:"time for the search, 10 by default"`
}

type proposeOut struct {
	Clauses []propose.Clause `json:"clauses" jsonschema_description:"each with the line of the method or loop that it belongs to"`
	Code    string           `json:"code" jsonschema_description:"the file with the clauses in it, for verify_with_openjml"`
	Strict  scores           `json:"strict"`
	Note    string           `json:"note"`
}

func (s *Session) proposeTool() tools.Tool {
	const name = "propose_clauses"
	return tools.New(name, `Ask the engine that needs no model for clauses: it runs the method on many inputs and keeps what held on all runs and rules out most wrong outputs, loop invariants included. Where there is a solver it drops what can't be proved. Verify the file that it gives, drop what fails, add what it can't see.`,
		func(ctx context.Context, in proposeIn) (proposeOut, error) {
			t, _, err := s.current(ctx, name, "", false)
			if err != nil {
				return proposeOut{}, err
			}
			o := s.o.Propose
			o.Methods = []string{t.InFile()}
			o.Budget = cmp.Or(o.Budget, 10*time.Second)
			if in.Clauses > 0 {
				o.MaxClauses = in.Clauses
			}
			if in.Seconds > 0 {
				o.Budget = time.Duration(in.Seconds) * time.Second
			}
			src := plain(t.Source)
			res, err := propose.File(ctx, s.o.Runtime, t.Name, src, o)
			if ctx.Err() != nil {
				return proposeOut{}, ctx.Err()
			}
			if err != nil {
				return proposeOut{}, tools.Refuse(name, "nothing can be proposed: %v", err)
			}
			out := proposeOut{Clauses: []propose.Clause{}, Code: src, Note: "these held on every run that was made; verify them"}
			for _, m := range res.Methods {
				out.Clauses = append(out.Clauses, m.Clauses...)
				out.Strict = scores(m.Row.Strict)
				if m.Reason != "" {
					out.Note = string(m.Status) + ": " + m.Reason
				}
			}
			if text, err := res.Edits.Apply(); err == nil {
				out.Code = text
			}
			return out, nil
		},
		tools.Example{Text: `print(propose_clauses()["code"])`})
}
