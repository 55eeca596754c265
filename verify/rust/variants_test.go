package rust

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/rust/values"
	"ensures/verify"
)

// clauseChanges are one thing each that can be wrong in a clause.
var clauseChanges = [][2]string{{" < ", " <= "}, {" <= ", " < "}, {" > ", " >= "}, {" == ", " != "}, {" ==> ", " && "}, {" && ", " || "}, {"forall", "exists"},
	{"exists", "forall"}, {" + 1", " + 2"}, {" - 1", ""}, {" + ", " - "}, {"0 <= ", "1 <= "}, {".len()", ".len() + 1"}, {" * ", " + "}, {"!", ""}}

// variants are a file's text with one change each, in code or in a clause of a function
// that is run.
func variants(src string) []string { return append(mutants(src), clauseVariants(src)...) }

// clauseVariants are those whose code is the same.
func clauseVariants(src string) []string {
	var out []string
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

// code is a program as it runs, whatever is said of it.
func code(src string) string { return strings.Join(strings.Fields(spec.Parse(src).Plain()), " ") }

// seenCode is what was seen of a program: its functions, and their calls. Programs that
// differ in clauses alone are compiled and run once.
type seenCode struct {
	funcs map[string]*observe.Func
	calls map[string][]observe.Call
}

// see compiles a program and calls its functions, on inputs that its preconditions admit
// and on any.
func see(t *testing.T, tc *toolchain.Toolchain, src string) *seenCode {
	t.Helper()
	file := spec.Parse(src)
	out := &seenCode{map[string]*observe.Func{}, map[string][]observe.Call{}}
	p, err := observe.Build(t.Context(), tc, "variant.rs", file, func(f *spec.Func) bool { return len(f.Clauses) > 0 && f.Name != "main" })
	if err != nil {
		return out // it does not compile
	}
	defer p.Close()
	for _, f := range p.Funcs {
		r, err := measure.Measure(t.Context(), p, f, file, measure.Options{Inputs: 100, Mutants: 1, Seed: 2, Run: observe.Options{Ends: 2}})
		if err != nil {
			t.Fatal(err)
		}
		calls := r.Invalid
		for _, pair := range r.Pairs {
			calls = append(calls, pair.Call)
		}
		more, err := p.Run(t.Context(), f, observe.Inputs(f, file, 100, 3, func([]*values.Value) bool { return true }), observe.Options{Ends: 2})
		if err != nil {
			t.Fatal(err)
		}
		out.funcs[f.Spec.Name], out.calls[f.Spec.Name] = f, append(calls, more...)
	}
	return out
}

// wrong are the functions of a program whose specification a call violates.
func (c *seenCode) wrong(src string) map[string]string {
	file := spec.Parse(src)
	bad := map[string]string{}
	for _, fn := range file.Funcs {
		f := c.funcs[fn.Name]
		if f == nil || fn.Mode != spec.Exec {
			continue
		}
		g := *f
		g.Spec = fn
		if v := measure.Over(&g, file, c.calls[fn.Name], measure.Options{Mutants: 1}).Violations(1); len(v) > 0 {
			bad[fn.Name] = v[0].String()
		}
	}
	return bad
}

var (
	wrongVariants = flag.Int("variants", 0, "how many wrong variants TestVariants asks about; 0 is 150, and 30 with -short")
	variantPart   = flag.String("variants.part", "0/1", "K/N: of N parts that share no code, only part K")
	variantSeed   = flag.Uint64("variants.seed", 6, "which variants TestVariants takes")
)

// TestVariants changes verified programs and their specifications in one place or two,
// at random: where a run violates a postcondition, or panics though the precondition
// holds, the function must not be verified.
func TestVariants(t *testing.T) {
	b := open(t)
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := *wrongVariants
	if want == 0 {
		if want = 150; testing.Short() {
			want = 15
		}
	}
	// Codes are few, and what is said of each many things.
	byCode := map[string][]string{}
	for _, truth := range truths(t) {
		for _, v := range variants(truth) {
			byCode[code(v)] = append(byCode[code(v)], v)
		}
	}
	codes := slices.Sorted(maps.Keys(byCode))
	rnd := rand.New(rand.NewPCG(*variantSeed, 1))
	rnd.Shuffle(len(codes), func(i, j int) { codes[i], codes[j] = codes[j], codes[i] })

	part, parts := 0, 1
	if _, err := fmt.Sscanf(*variantPart, "%d/%d", &part, &parts); err != nil || parts < 1 {
		t.Fatalf("-variants.part %s", *variantPart)
	}
	asked, wrong := 0, 0
	for _, key := range codes {
		if wrong >= want {
			break
		}
		if sum := sha256.Sum256([]byte(key)); int(sum[0])%parts != part {
			continue
		}
		c := see(t, tc, byCode[key][0])
		if len(c.funcs) == 0 {
			continue
		}
		pool := append([]string{}, byCode[key]...)
		for _, v := range byCode[key][:min(len(byCode[key]), 4)] { // and with a second change
			pool = append(pool, clauseVariants(v)...)
		}
		rnd.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		for _, src := range pool[:min(len(pool), 40)] {
			asked++
			bad := c.wrong(src)
			if len(bad) == 0 || wrong >= want {
				continue
			}
			wrong++
			for name, why := range bad {
				start := time.Now()
				got := proved(t, b, src, verify.Options{Quick: true, Method: name}, name)
				if got == verify.Conditional { // on functions that were not asked about
					got = proved(t, b, src, verify.Options{Quick: true}, name)
				}
				if got == verify.Verified {
					t.Errorf("%s is verified: %s\n%s", name, why, src)
				}
				if d := time.Since(start); d > 20*time.Second {
					t.Logf("%s took %v\n%s", name, d, src)
				}
			}
		}
	}
	t.Logf("%d variants compared with runs, %d are wrong, none of which may be proved", asked, wrong)
	if wrong == 0 {
		t.Error("no variant is wrong")
	}
}

// proved is what is said of one function of a program.
func proved(t *testing.T, b *Backend, src string, o verify.Options, name string) verify.Verdict {
	t.Helper()
	out, err := b.Verify(t.Context(), verify.Request{File: "variant.rs", Source: src, Options: o})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if m := out.Find(verify.MethodKey{Name: name}); m != nil {
		return m.Verdict
	}
	return out.Verdict
}

// truths are the verified files of Verus-Bench that have code.
func truths(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(require.Shared(t, "data/rust/verusbench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		var task struct {
			Truth    string  `json:"ground_truth"`
			Stripped *string `json:"stripped"`
		}
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		if task.Stripped != nil {
			out = append(out, task.Truth)
		}
	}
	return out
}
