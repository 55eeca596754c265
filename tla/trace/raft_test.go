package trace

import (
	"os"
	"path/filepath"
	"testing"

	"ensures/internal/require"
	"ensures/setup/tlatest"
	"ensures/tla"
)

// raft is the model, the mapping and a trace of the raft library that etcd uses.
func raft(t *testing.T, trace string) (Spec, *Mapping, *Trace) {
	t.Helper()
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "examples", "systems", "raft")
	read := func(name string) []byte {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	m, err := ReadMapping("mapping.yaml", read("mapping.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "traces", trace))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tr, err := Read(trace, f, m, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return Spec{Module: tla.Source{Text: string(read("reference/Raft.tla"))}}, m, tr
}

// A trace of a real cluster, elections and restarts among it, is a behaviour of the
// model. Every field that is logged is looked at: no event with a value changed is
// accepted, nor one under another name. What is accepted is what a bad network may do:
// messages without effect that are lost or come twice, sends of one round and events of
// different nodes in another order.
func TestRaft(t *testing.T) {
	tools := tlatest.Toolchain(t)
	s, m, tr := raft(t, "trace-01.ndjson")
	if len(tr.Records) < 300 {
		t.Fatalf("%d events", len(tr.Records))
	}
	rep, err := Validate(t.Context(), tools, s, m, tr, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Status != Accepted || rep.Matched != len(tr.Records) {
		t.Fatalf("%s: %d of %d events, line %d: %s", rep.Status, rep.Matched, rep.Events, rep.Line, rep.Reason)
	}
	compared := map[string]bool{}
	for _, c := range rep.Compared {
		compared[c.Field] = true
	}
	for _, f := range []string{"term", "vote", "commit", "role", "length", "voters", "msg.type", "msg.term", "msg.from", "msg.to",
		"msg.index", "msg.logTerm", "msg.entries", "msg.commit", "msg.reject", "msg.rejectHint", "prop.match", "prop.next"} {
		if !compared[f] {
			t.Errorf("%s is not compared", f)
		}
	}
	if testing.Short() {
		return
	}
	p, err := TryMutants(t.Context(), tools, s, m, tr, ProbeOptions{Mutants: 300, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d mutants rejected: %v", p.Rejected, p.Mutants, p.ByKind)
	if p.Status != Accepted || p.Mutants < 200 || p.Rate < 0.85 || len(p.Unread) > 0 {
		t.Errorf("%s: %d of %d mutants rejected, unread %v", p.Status, p.Rejected, p.Mutants, p.Unread)
	}
	for _, k := range p.ByKind {
		if (k.Name == "value" || k.Name == "event") && k.Rejected < k.Mutants {
			t.Errorf("%s: %d of %d mutants rejected", k.Name, k.Rejected, k.Mutants)
		}
	}
	for _, a := range p.Accepted {
		t.Log("accepted: ", a)
	}
}
