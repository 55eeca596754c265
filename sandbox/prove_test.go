package sandbox

import (
	"context"
	"testing"
	"time"
)

func TestProve(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		start := time.Now()
		proofs, err := e.Prove(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(proofs) < 10 {
			t.Errorf("only %d attempts", len(proofs))
		}
		for _, p := range proofs {
			if !p.Held {
				t.Errorf("%s: %s", p.Name, p.Detail)
			}
		}
		t.Logf("%d attempts in %v", len(proofs), time.Since(start))
	})
}

// An attempt that succeeds is told: the proof can fail.
func TestProveTellsWhatDidNotHold(t *testing.T) {
	proofs, err := detectStarlark("").proveSteps(context.Background(), "''", []try{{"add", "1 + 1"}, {"divide", "1 // 0"}})
	if err != nil || proofs[0].Held || proofs[0].Detail != "2" || !proofs[1].Held {
		t.Errorf("%+v, %v", proofs, err)
	}
}

func BenchmarkStart(b *testing.B) {
	for _, e := range engines(b) {
		b.Run(e.Name, func(b *testing.B) {
			for b.Loop() {
				it, err := e.New(context.Background(), InterpreterOptions{})
				if err != nil {
					b.Fatal(err)
				}
				if err := it.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkExec(b *testing.B) {
	for _, e := range engines(b) {
		for name, code := range map[string]string{"empty": "1", "call": "echo('x')", "print": "for i in range(100): print(i)"} {
			b.Run(e.Name+"/"+name, func(b *testing.B) {
				it := start(b, e, InterpreterOptions{Tools: tools, Call: echo})
				for b.Loop() {
					if ex := do(b, it, code); ex.Error != "" {
						b.Fatal(ex.Error)
					}
				}
			})
		}
	}
}
