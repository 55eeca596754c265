package verifytest

import (
	"strings"
	"testing"

	"ensures/java"
	"ensures/verify"
)

// elsewhere is the kinds that no annotated program brings about, and why.
var elsewhere = map[verify.Kind]string{
	verify.Timeout:               "a matter of the clock: native's own tests",
	verify.Disagreement:          "between two backends: tests of the wrappers in verify",
	verify.SpecificationWarning:  "of the reader of JML: its own tests",
	verify.CacheNotWritten:       "a matter of the file system: tests of the wrappers in verify",
	verify.ClockLimit:            "a matter of the clock: native's own tests",
	verify.InternalFailure:       "a fault of the verifier, which none is known to have",
	verify.ClauseProved:          "of what is proposed: tests of the command annotate",
	verify.ClauseNotProved:       "of what is proposed: tests of the command annotate",
	verify.SpecificationRefuted:  "of what is proposed: tests of the command annotate",
	verify.NothingProposed:       "of what is proposed: tests of the command annotate",
	verify.NoMethod:              "of a request, not of a program: native's own tests",
	verify.UndefinedNegativeSize: "no backend takes the creation of an array in a clause",
}

// method is a method of the suite with a body, the unit that cases are counted by.
type method struct {
	file     string
	from, to int // lines
}

func methods(t *testing.T, c Case) []method {
	f, errs := java.Parse(c.Name, c.Source)
	if len(errs) > 0 {
		return []method{{c.Name, 1, strings.Count(c.Source, "\n") + 1}} // the file is the case
	}
	var out []method
	java.Walk(f, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok && d.Body != nil {
			out = append(out, method{c.Name, f.Position(d.Pos()).Line, f.Position(d.End()).Line})
		}
		return true
	})
	if len(out) == 0 {
		t.Errorf("%s: no method", c.Name)
	}
	return out
}

// TestEveryKindBothWays: each kind is reported somewhere, and has a twin beside it
// that verifies; and there are enough cases.
func TestEveryKindBothWays(t *testing.T) {
	reported, twins := map[string]int{}, map[string]int{}
	cases, failing := 0, 0
	for _, c := range Cases() {
		ms := methods(t, c)
		cases += len(ms)
		for _, m := range c.marks {
			if m.only == "" || m.only == "native" {
				reported[m.kind]++
			}
		}
		for _, m := range ms {
			for _, k := range c.marks {
				if m.from <= k.line && k.line <= m.to {
					failing++
					break
				}
			}
		}
		for _, tw := range c.twins {
			inside := false
			for _, m := range ms {
				if m.from > tw.line || tw.line > m.to {
					continue
				}
				inside = true
				for _, k := range c.marks {
					if m.from <= k.line && k.line <= m.to {
						t.Errorf("%s:%d: the twin for %s is to fail at line %d", c.Name, tw.line, tw.kind, k.line)
					}
				}
			}
			if !inside {
				t.Errorf("%s:%d: the twin for %s is no method", c.Name, tw.line, tw.kind)
			}
			twins[tw.kind]++
		}
	}
	known := map[string]bool{}
	for _, k := range verify.Kinds() {
		known[string(k)] = true
		if why, ok := elsewhere[k]; ok {
			if reported[string(k)] > 0 {
				t.Errorf("%s is reported here, yet %s", k, why)
			}
			continue
		}
		if reported[string(k)] == 0 {
			t.Errorf("%s is reported by no case", k)
		}
		if twins[string(k)] == 0 {
			t.Errorf("%s has no correct twin", k)
		}
	}
	for _, m := range []map[string]int{reported, twins} {
		for k := range m {
			if !known[k] {
				t.Errorf("a marker names %s, which is no kind", k)
			}
		}
	}
	t.Logf("%d cases (methods with bodies), %d of them with an expected failure or warning, %d kinds", cases, failing, len(reported))
	if cases < 150 {
		t.Errorf("%d cases: want at least 150", cases)
	}
}
