package measure_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"ensures/dafny"
	"ensures/dafny/measure"
	"ensures/dafny/values"
	"ensures/internal/require"
	"ensures/value"
)

// record is a task of the data.
type record struct {
	ID     string `json:"task_id"`
	Code   string
	Method string
	Tests  []measure.Test
}

func lines[T any](t testing.TB, path string) []T {
	t.Helper()
	in, err := os.Open(require.Shared(t, path))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	scan := bufio.NewScanner(in)
	scan.Buffer(nil, 1<<20)
	var out []T
	for scan.Scan() {
		var x T
		if err := json.Unmarshal(scan.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		out = append(out, x)
	}
	return out
}

// looked reports whether a task is of the half that was looked at.
func looked(id string) bool { return sha256.Sum256([]byte(id))[0]%2 == 0 }

func method(f *dafny.File, name string) *dafny.Decl {
	for _, d := range f.Methods() {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// The evaluator and the recorded verdicts of Dafny 2.3: each pair that is verified holds,
// and a mutant that is not verified, of a task whose pairs all are, fails.
func TestRecordedVerdicts(t *testing.T) {
	tasks := map[string]record{}
	for _, r := range lines[record](t, "data/dafny/tasks.jsonl") {
		tasks[r.ID] = r
	}
	type verdict struct {
		Pair    int
		Verdict string
		Mutants []struct {
			Value   json.RawMessage
			Verdict string
		}
	}
	type half struct {
		tasks, pairs, agreed, wrong, open, mutants, killed, accepted, unknown int
		took                                                                  []time.Duration
	}
	halves := map[bool]*half{true: {}, false: {}}
	for _, rec := range lines[struct {
		ID     string `json:"task_id"`
		Status string
		Pairs  []verdict
	}](t, "data/dafny/dafny_verdicts.jsonl") {
		task, look := tasks[rec.ID], looked(rec.ID)
		h := halves[look]
		note := func(format string, args ...any) {
			if look {
				t.Logf(rec.ID+": "+format, args...)
			}
		}
		f := dafny.Parse(task.Code)
		m := method(f, task.Method)
		if m == nil || rec.Status != "ok" {
			note("%s, %v", rec.Status, f.Errs)
			continue
		}
		rep, err := measure.Measure(f, m, task.Tests, measure.Options{})
		if err != nil {
			note("%v", err)
			continue
		}
		h.tasks++
		h.took = append(h.took, rep.Elapsed)
		for _, c := range rep.Undecidable() {
			note("%v", c.Err)
		}
		proved := true
		for _, p := range rec.Pairs {
			proved = proved && p.Verdict == "verified"
		}
		for i, p := range rec.Pairs {
			if len(rep.Skipped) > 0 || i >= len(rep.Pairs) {
				note("skipped: %v", rep.Skipped)
				break
			}
			own := rep.Pairs[i]
			h.pairs++
			switch {
			case own.Pre.Truth == value.False: // everything is proved
				h.agreed++
			case own.Post.Truth == value.Unknown || own.Pre.Truth == value.Unknown:
				h.open++
				note("pair %d is not decided: %v %v", i, own.Pre, own.Post)
			case p.Verdict == "verified" && own.Post.Truth == value.False:
				h.wrong++
				t.Errorf("%s: pair %d is proved and does not hold here", map[bool]string{true: rec.ID}[look], i)
			default:
				h.agreed++
			}
			for _, k := range p.Mutants {
				v, err := values.Read(k.Value, m.Returns[0].Type)
				if err != nil {
					continue
				}
				got, _, _ := rep.Output(own.Args, v)
				switch {
				case k.Verdict == "verified" && got.Truth == value.False && own.Pre.Truth == value.True:
					t.Errorf("%s: mutant %s of pair %d is proved and does not hold here", map[bool]string{true: rec.ID}[look], v, i)
				case proved && k.Verdict == "error" && own.Pre.Truth == value.True:
					h.mutants++
					switch got.Truth {
					case value.False:
						h.killed++
					case value.True:
						h.accepted++
						t.Errorf("a mutant that Dafny does not prove holds here: see the log of the half that is looked at")
						note("mutant %s of pair %d: %s, not proved by Dafny, holds here", v, i, rep.Input(own.Args))
					default:
						h.unknown++
						note("mutant %s of pair %d is not decided: %+v", v, i, got)
					}
				}
			}
		}
	}
	for look, h := range halves {
		t.Logf("looked at %v: %d tasks, %d pairs, %d as recorded, %d wrong, %d open; of %d mutants %d killed, %d accepted, %d unknown", look, h.tasks, h.pairs, h.agreed, h.wrong, h.open, h.mutants, h.killed, h.accepted, h.unknown)
		if h.pairs == 0 || h.agreed*100 < 95*h.pairs {
			t.Errorf("%d of %d pairs are decided as recorded", h.agreed, h.pairs)
		}
		if h.killed*100 < 95*h.mutants || h.mutants == 0 {
			t.Errorf("%d of %d mutants are killed", h.killed, h.mutants)
		}
		slices.Sort(h.took)
		t.Logf("median of a task %v, longest %v", h.took[len(h.took)/2], h.took[len(h.took)-1])
	}
}

func raws(texts ...string) []json.RawMessage {
	var out []json.RawMessage
	for _, s := range texts {
		out = append(out, json.RawMessage(s))
	}
	return out
}
