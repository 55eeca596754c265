package spec

import (
	"context"

	"ensures/bench"
	"ensures/propose"
	"ensures/tools"
)

type proposeIn struct {
	Clauses int `json:"clauses,omitempty" jsonschema:"minimum=1,maximum=20" jsonschema_description:"at most so many ensures clauses, 6 by default"`
	Seconds int `json:"seconds,omitempty" jsonschema:"minimum=1,maximum=60" jsonschema_description:"time for the search, 10 by default"`
}

type searchIn struct {
	Seconds int `json:"seconds,omitempty" jsonschema:"minimum=1,maximum=60" jsonschema_description:"time for the search, 10 by default"`
}

type proposeOut struct {
	Clauses []propose.Clause `json:"clauses" jsonschema_description:"each with the line of the method or loop that it belongs to"`
	Code    string           `json:"code" jsonschema_description:"the file with the clauses in it, for verify_with_openjml"`
	Strict  scores           `json:"strict"`
	Note    string           `json:"note"`
}

func (s *Session) proposeTool(w words) tools.Tool {
	const name = "propose_clauses"
	const about = `Ask the engine that needs no model for clauses: it runs the method on many inputs and keeps what held on all runs and rules out most wrong outputs, loop invariants included. Where there is a solver it drops what can't be proved. Verify the file that it gives, drop what fails, add what it can't see.`
	example := tools.Example{Text: `print(propose_clauses()["code"])`}
	ask := func(ctx context.Context, in proposeIn) (proposeOut, error) {
		_, p, err := s.current(name, "", w)
		if err != nil {
			return proposeOut{}, err
		}
		return p.propose(ctx, name, in)
	}
	if !w.either && w.language == bench.Rust { // whose engine chooses how many clauses there are
		return w.worded(tools.New(name, about, func(ctx context.Context, in searchIn) (proposeOut, error) {
			return ask(ctx, proposeIn{Seconds: in.Seconds})
		}, example), example)
	}
	return w.worded(tools.New(name, about, ask, example), example)
}
