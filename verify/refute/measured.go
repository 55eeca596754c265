package refute

import (
	"ensures/bench"
	"ensures/harness"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// measured is a specification measured on runs of its method.
type measured struct {
	*harness.Report
	prep     *bench.Prepared
	machine  *interp.Machine
	nullable []bool // which parameters may be null
}

func newMeasured(rep *harness.Report, prep *bench.Prepared, source string) *measured {
	m := &measured{Report: rep, prep: prep, machine: prep.Run.NewMachine(interp.Options{}), nullable: make([]bool, len(prep.Method.Params))}
	spec, _ := jml.Parse(prep.Source)
	if spec != nil {
		for i := range m.nullable {
			if i < len(prep.Decl.Params) {
				mods := spec.Params[prep.Decl.Params[i]]
				m.nullable[i] = mods.Has(jml.Nullable) || spec.NullableByDefault && !mods.Has(jml.NonNull)
			}
		}
	}
	return m
}

// legal reports whether a pair's input satisfies the precondition for certain,
// nullness included.
func (m *measured) legal(p harness.PairVerdict) bool {
	if p.Pre != jml.True {
		return false
	}
	for i, l := range m.prep.Method.Params {
		if k := l.Type.Kind(); m.nullable[i] || i >= len(p.Pair.Pre.Args) || k >= types.Boolean && k <= types.Double {
			continue
		}
		if p.Pair.Pre.Args[i].R == nil {
			return false
		}
	}
	return true
}

func (m *measured) input(p *bench.Pair) string  { return p.Input(m.machine, m.prep.Method) }
func (m *measured) output(p *bench.Pair) string { return p.Output(m.machine, m.prep.Method) }
