package prompted

import (
	"testing"

	"ensures/llm"
	"ensures/prompts"
	"ensures/trajectories"
)

// The time of a configuration's own: prompts, replies, comparison of code and
// record of a task with ten repairs, by a model and a verifier that take none.
func BenchmarkRun(b *testing.B) {
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		b.Fatal(err)
	}
	s := repaired
	t := s.task(b)
	client := llm.Play(llm.Reply{Text: fence(with(parking, feeWrong)), Repeat: true})
	for _, name := range []string{"specgen-four", "autospec-four", "formalbench-few-ltm"} {
		b.Run(name, func(b *testing.B) {
			c := find(b, name)
			for b.Loop() {
				w, err := trajectories.Create(trajectories.Options{Dir: b.TempDir()}, trajectories.Header{Run: "r", Verb: "test"})
				if err != nil {
					b.Fatal(err)
				}
				res := Run(b.Context(), c, t, Options{Client: client, Model: "toy", Prompts: set, Backend: proves("never"), Repairs: Repairs, Record: w, Broken: w.Err})
				if res.Outcome != Exhausted || res.Steps != Repairs+1 {
					b.Fatalf("%+v", res)
				}
				if err := w.Finish("ok", nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
