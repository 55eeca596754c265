package agent

import (
	"context"
	"encoding/json"
	"errors"

	"ensures/llm"
	"ensures/trajectories"
)

// ask sends the conversation, shorter and shorter while it is too long.
func (r *run) ask(ctx context.Context) (llm.Response, error) {
	for {
		if err := r.limits(ctx); err != nil {
			return llm.Response{}, err
		}
		if err := r.talk.fit(r.note); err != nil {
			return llm.Response{}, err
		}
		req := llm.Request{Model: r.Model, Messages: r.talk.messages(), Tools: r.talk.tools, Temperature: r.Temperature, Seed: r.Seed, MaxTokens: r.ReplyTokens, Stream: r.Stream}
		resp, err := r.complete(ctx, req)
		if errors.Is(err, llm.ErrContextOverflow) {
			shorter, ferr := r.talk.overflow(r.note)
			if ferr != nil || !shorter {
				return resp, errors.Join(err, ferr)
			}
			continue
		}
		if err != nil {
			return resp, err
		}
		r.usage = r.usage.Plus(resp.Usage)
		// A model's tokens are not known beforehand: the server's count of this request corrects
		// the estimate for the next.
		r.talk.learn(resp.Usage)
		return resp, nil
	}
}

// limits ends the run when one of its limits is reached.
func (r *run) limits(ctx context.Context) error {
	l := r.Limits
	switch used := r.usage.Input + r.usage.Output; {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.Broken() != nil:
		return r.Broken()
	case l.Tokens > 0 && used >= l.Tokens:
		return end(OutOfTokens, "%d of %d tokens", used, l.Tokens)
	case l.CostUSD > 0 && r.usage.CostUSD >= l.CostUSD:
		return end(OutOfMoney, "%.4f of %.4f US dollars", r.usage.CostUSD, l.CostUSD)
	case l.Time > 0 && r.Now().Sub(r.started) >= l.Time:
		return end(OutOfTime, "%s", l.Time)
	}
	return nil
}

// overflowed is the recorded outcome of a call whose conversation was too long.
const overflowed = "context_overflow"

// complete makes one model call, or takes its answer from the record. A call that
// failed has no end there: it is made again when the run is resumed.
func (r *run) complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	call := r.step.Model(r.Model, req)
	var resp llm.Response
	if done, ok := call.Recorded(); ok {
		// Recorded like a reply, so that a resumed run shortens the conversation in the same way
		// and sends the same requests.
		if done.Outcome == overflowed {
			return resp, llm.ErrContextOverflow
		}
		return resp, json.Unmarshal(done.Response, &resp)
	}
	resp, err := r.Client.Complete(ctx, req)
	switch {
	case err == nil:
		call.End(trajectories.ModelResult{Outcome: string(resp.Finish), Response: resp, Usage: trajectories.Usage(resp.Usage)})
	case errors.Is(err, llm.ErrContextOverflow):
		call.End(trajectories.ModelResult{Outcome: overflowed, Error: err.Error()})
	}
	return resp, err
}
