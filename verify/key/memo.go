package key

import (
	"slices"
	"sync"

	"ensures/verify"
)

// memo keeps the answers to quick questions of which all is proved. Who asks a quick
// question often asks the same again with all patience.
type memo struct {
	mu   sync.Mutex
	kept map[memoKey]verify.Outcome
}

type memoKey struct {
	file, source string
	options      verify.Options // with Quick and Timeout cleared
}

const maxMemo = 64

func keyOf(r verify.Request) memoKey {
	o := r.Options.WithDefaults()
	o.Quick, o.Timeout = false, 0
	return memoKey{r.File, r.Source, o}
}

func (m *memo) get(r verify.Request) (verify.Outcome, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, ok := m.kept[keyOf(r)]
	return clone(o), ok
}

func (m *memo) put(r verify.Request, o verify.Outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	// A full memory begins anew: what is asked again is asked soon.
	if m.kept == nil || len(m.kept) >= maxMemo {
		m.kept = map[memoKey]verify.Outcome{}
	}
	m.kept[keyOf(r)] = clone(o)
}

// clone copies what a wrapper may write to.
func clone(o verify.Outcome) verify.Outcome {
	o.Diagnostics = append([]verify.Diagnostic(nil), o.Diagnostics...)
	o.Methods = append([]verify.MethodOutcome(nil), o.Methods...)
	for i, m := range o.Methods {
		o.Methods[i].Obligations = append([]verify.Obligation(nil), m.Obligations...)
	}
	return o
}

// settled reports whether a longer search would change nothing of a quick answer.
func (a *asked) settled() bool {
	if a.out.Err != nil || a.timeout > 0 {
		return false
	}
	open := func(r answer) bool { return !r.Proved }
	for _, rs := range a.results {
		if slices.ContainsFunc(rs, open) {
			return false
		}
	}
	return !slices.ContainsFunc(a.class, open)
}
