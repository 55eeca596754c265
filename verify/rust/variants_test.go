package rust

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/verify"
)

// clauseChanges are one thing each that can be wrong in a clause.
var clauseChanges = [][2]string{{" < ", " <= "}, {" <= ", " < "}, {" > ", " >= "}, {" == ", " != "}, {" ==> ", " && "}, {" && ", " || "}, {"forall", "exists"},
	{"exists", "forall"}, {" + 1", " + 2"}, {" - 1", ""}, {" + ", " - "}, {"0 <= ", "1 <= "}, {".len()", ".len() + 1"}, {" * ", " + "}, {"!", ""}}

// variants are a file's text with one change each, in code or in a clause of a function
// that is run.
func variants(src string) []string {
	out := mutants(src)
	for _, fn := range spec.Parse(src).Funcs {
		if fn.Mode != spec.Exec {
			continue
		}
		clauses := fn.Clauses
		for _, l := range fn.Loops {
			clauses = append(clauses, l.Clauses...)
		}
		for _, c := range clauses {
			for _, ch := range clauseChanges {
				for at := c.From; at < c.To; at++ {
					if strings.HasPrefix(src[at:c.To], ch[0]) {
						out = append(out, src[:at]+ch[1]+src[at+len(ch[0]):])
					}
				}
			}
			if c.Kind == spec.Requires || c.Kind == spec.Invariant {
				out = append(out, src[:c.From]+"true"+src[c.To:])
			}
		}
	}
	return out
}

// TestVariants changes verified programs and their specifications in one place, at
// random, and runs them: where a run violates a postcondition, or panics though the
// precondition holds, the function must not be verified.
func TestVariants(t *testing.T) {
	b := open(t)
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(require.Shared(t, "data/rust/verusbench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		var task struct {
			Truth    string  `json:"ground_truth"`
			Stripped *string `json:"stripped"`
		}
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		if task.Stripped != nil {
			all = append(all, variants(task.Truth)...)
		}
	}
	rnd := rand.New(rand.NewPCG(6, 1))
	rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	most := 600
	if testing.Short() {
		most = 30
	}
	asked, wrong, verified := 0, 0, 0
	for _, src := range all[:min(most, len(all))] {
		file := spec.Parse(src)
		p, err := observe.Build(t.Context(), tc, "variant.rs", file, func(f *spec.Func) bool { return len(f.Clauses) > 0 && f.Name != "main" })
		if err != nil {
			continue // it does not compile
		}
		asked++
		bad := map[string]string{}
		for _, f := range p.Funcs {
			r, err := measure.Measure(t.Context(), p, f, file, measure.Options{Inputs: 100, Mutants: 1, Seed: 2})
			if err != nil {
				t.Fatal(err)
			}
			if v := r.Violations(1); len(v) > 0 {
				bad[f.Spec.Name] = v[0].String()
			}
		}
		p.Close()
		if len(bad) > 0 {
			wrong++
		}
		out, err := b.Verify(t.Context(), verify.Request{File: "variant.rs", Source: src, Options: verify.Options{Quick: true}})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		for _, m := range out.Methods {
			if m.Verdict != verify.Verified {
				continue
			}
			verified++
			if why := bad[m.Method.Name]; why != "" {
				t.Errorf("%s is verified: %s\n%s", m.Method.Name, why, src)
			}
		}
	}
	t.Logf("%d of %d variants run, %d are wrong; %d functions of them are verified", asked, len(all), wrong, verified)
	if wrong == 0 {
		t.Error("no variant is wrong")
	}
}
