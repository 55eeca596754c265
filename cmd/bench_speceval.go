package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"

	"ensures/llm"
	"ensures/prompts"
	"ensures/speceval"
	"ensures/verify"

	"github.com/spf13/cobra"
)

// specEvalFlags are the flags of bench speceval.
type specEvalFlags struct {
	truthFlags
	results         string
	examples, limit int
	workers         int
	strict, control bool
}

func newBenchSpecEval(a *app) *cobra.Command {
	var f specEvalFlags
	c := &cobra.Command{
		Use:   "speceval FILE --dataset TASKS --truths FILE --results FILE --model M",
		Short: "Ask a model SpecEval's four tasks, and score its answers",
		Long: `Ask a model every instance of a file that dataset speceval wrote, greedily, and score
the answers by SpecEval's rules: a clause is right when no run of the program violates it.
A reply of a wrong form is wrong, and counted. Distances compare each perturbed version
with the original.

By that rule clauses that hold on all runs are equivalent. With --strict the verifier is asked
about all values instead, and which clauses of a generated program it proves one by one; what it
leaves open is counted apart. All of that is in the results file.

With --control the originals are asked once more: the distances of the version "again" are what
the answers differ by without any perturbation. A cache of replies makes them 0.

Every scored reply is a line of --results at once. A run with the same file goes on where it
was: what the same model was asked in the same words is not asked again.`,
		Example: `  ensures bench speceval speceval.jsonl --dataset tasks.jsonl --truths oracle.jsonl --results out.jsonl --model ollama/qwen2.5-coder`,
		Args:    exactly("FILE"),
		RunE:    func(c *cobra.Command, args []string) error { return a.benchSpecEval(c.Context(), args[0], f) },
	}
	f.add(c)
	c.Flags().StringVar(&f.results, "results", "", "`file` of the replies and what they are worth")
	_ = c.MarkFlagRequired("results")
	c.Flags().IntVar(&f.examples, "examples", 2, "show the model `n` examples first: 0, 1 or 2")
	c.Flags().IntVar(&f.limit, "limit", 0, "at most `n` instances")
	c.Flags().IntVar(&f.workers, "workers", max(1, runtime.GOMAXPROCS(0)), "`n` instances at a time")
	c.Flags().BoolVar(&f.strict, "strict", false, "ask the verifier, too, which clauses are equivalent")
	c.Flags().BoolVar(&f.control, "control", false, "ask the originals once more, as version \"again\"")
	bindModel(c.Flags())
	bind(c.Flags(), "prompts", "prompts.dir", "`folder` of templates in place of ours")
	return c
}

// scoredReply is a line of the results: what was asked, by its hash, and what came of it.
type scoredReply struct {
	Asked string `json:"asked"`
	Model string `json:"model"`
	speceval.Result
	err error
}

func (a *app) benchSpecEval(ctx context.Context, file string, f specEvalFlags) error {
	if f.examples < 0 || f.examples > 2 {
		return usagef("--examples: %d: use 0, 1 or 2", f.examples)
	}
	m, err := a.model()
	if err != nil {
		return err
	}
	set, err := a.loadPrompts()
	if err != nil {
		return err
	}
	list, err := speceval.Read(file)
	if err != nil {
		return err
	}
	if f.limit > 0 {
		list = list[:min(f.limit, len(list))]
	}
	if f.control {
		list = append(list, speceval.Control(list)...)
	}

	ps, err := a.truths(ctx, f.truthFlags)
	if err != nil {
		return err
	}
	programs := map[string]*speceval.Program{}
	for _, p := range ps {
		programs[p.ID] = p
	}
	for _, in := range list {
		if programs[in.Program] == nil {
			return fmt.Errorf("%s: %s has no program %s", file, f.truths, in.Program)
		}
	}
	done, err := readScored(f.results)
	if err != nil {
		return err
	}

	w, err := os.OpenFile(f.results, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer w.Close()

	results := map[string]speceval.Result{}
	var prove speceval.Prover
	if f.strict {
		backend, end, err := a.verifier(ctx)
		if err != nil {
			return err
		}
		defer end()
		prove = func(ctx context.Context, src string) (verify.Outcome, error) {
			return backend.Verify(ctx, verify.Request{File: "Lemma.java", Source: src, Options: a.proofOptions()})
		}
	}

	k := asking{m, set, f.examples, programs, done}

	answer := func(in *speceval.Instance) scoredReply {
		r := k.ask(ctx, in)
		if _, old := done[r.Asked]; prove != nil && r.err == nil && !old {
			r.Result, r.err = programs[in.Program].Strict(ctx, in, r.Result, prove)
		}
		return r
	}
	err = inOrder(ctx, list, f.workers, answer, func(r scoredReply) error {
		if r.err != nil {
			return r.err
		}
		results[r.ID] = r.Result
		// It stands in the file already.
		if _, ok := done[r.Asked]; ok {
			return nil
		}
		return json.NewEncoder(w).Encode(r)
	})
	if err != nil {
		return err
	}
	return a.specEvalTable(m.name, speceval.Summary(list, results))
}

// readScored reads the replies of a file that may not be there; a last line that was cut
// off by a crash is asked again.
func readScored(path string) (map[string]speceval.Result, error) {
	out := map[string]speceval.Result{}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	// The next line is appended: behind half a line it would be lost with it.
	if i := bytes.LastIndexByte(data, '\n'); i+1 < len(data) {
		data = data[:i+1]
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return nil, err
		}
	}
	s := bufio.NewScanner(bytes.NewReader(data))
	s.Buffer(nil, len(data)+1)
	for n := 1; s.Scan(); n++ {
		var r scoredReply
		if err := json.Unmarshal(s.Bytes(), &r); err != nil || r.Asked == "" {
			return nil, fmt.Errorf("%s:%d: no result of bench speceval", path, n)
		}
		out[r.Asked] = r.Result
	}
	return out, s.Err()
}

// asking is a model with what it is asked.
type asking struct {
	model    *model
	prompts  *prompts.Set
	examples int
	programs map[string]*speceval.Program
	done     map[string]speceval.Result // by what was asked before
}

// ask asks one instance, unless it was, and scores the reply.
func (k asking) ask(ctx context.Context, in *speceval.Instance) scoredReply {
	req, err := specEvalRequest(k.prompts, k.examples, in)
	if err != nil {
		return scoredReply{err: err}
	}
	req.Model = k.model.name
	// Whatever changes the request, a template or the number of examples, changes the hash: the
	// question is a new one then.
	out := scoredReply{Asked: in.ID + " " + req.Hash(), Model: k.model.name}
	if r, ok := k.done[out.Asked]; ok {
		out.Result = r
		return out
	}
	resp, err := k.model.Complete(ctx, req)
	if err != nil {
		out.err = fmt.Errorf("%s: %w", in.ID, err)
		return out
	}
	out.Result, out.err = k.programs[in.Program].Score(in, resp.Message.Text)
	return out
}

// specEvalRequest is the conversation that ends with an instance's question.
func specEvalRequest(set *prompts.Set, examples int, in *speceval.Instance) (llm.Request, error) {
	var greedy float64
	req := llm.Request{Temperature: &greedy}
	add := func(role llm.Role, text string) {
		req.Messages = append(req.Messages, llm.Message{Role: role, Text: text})
	}
	system, err := set.Render("speceval/system", nil)
	if err != nil {
		return req, err
	}
	add(llm.System, system)
	name := "speceval/" + string(in.Kind)
	for _, e := range speceval.Examples(in.Kind, examples) {
		text, err := set.Render(name, e.Instance)
		if err != nil {
			return req, err
		}
		add(llm.User, text)
		add(llm.Assistant, e.Reply)
	}
	text, err := set.Render(name, in)
	add(llm.User, text)
	return req, err
}

// specEvalRow is a line of the summary, as JSON.
type specEvalRow struct {
	Model string `json:"model"`
	speceval.Task
}

func (a *app) specEvalTable(model string, list []speceval.Task) error {
	percent := func(x float64) string { return strconv.FormatFloat(100*x, 'f', 2, 64) }
	var rows [][]string
	for _, t := range list {
		if a.out.json {
			if err := a.out.object(specEvalRow{model, t}); err != nil {
				return err
			}
			continue
		}
		row := []string{string(t.Kind), string(t.Version), t.Half, t.Set, strconv.Itoa(t.N), strconv.Itoa(t.Pass), percent(t.Accuracy), strconv.Itoa(t.Malformed), strconv.FormatFloat(t.Distance, 'f', 3, 64)}
		if t.Kind == speceval.Generation {
			row = append(row, percent(t.Precision), percent(t.Recall), strconv.FormatFloat(t.ChangePrecision, 'f', 3, 64), strconv.FormatFloat(t.ChangeRecall, 'f', 3, 64))
		} else {
			row = append(row, "", "", "", "")
		}
		rows = append(rows, row)
	}
	if !a.out.json {
		a.out.table([]string{"TASK", "VERSION", "HALF", "SET", "N", "PASS", "ACCURACY", "MALFORMED", "DISTANCE", "PRECISION", "RECALL", "AV PRECISION", "AV RECALL"}, rows)
	}
	return nil
}
