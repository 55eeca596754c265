package trace

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func draft(t *testing.T, config string, lines []string) Drafted {
	t.Helper()
	d, err := Draft(lockSpec(t), "Next", config, "lock.ndjson", strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const drafted = `# A first mapping of lock.ndjson to Lock. Read it before you believe it.
# guessed: the event's name is at event
# guessed: constant NoOne is a model value
# guessed: holder "" stands for NoOne
spec: Lock
model_values: [NoOne]
constants:
  Threads: {from: thread}
fields:
  holder: {values: {"": NoOne}}
  waiting: {as: set}
events:
  acquire: "Acquire($thread)"
  release: "Release($thread)"
  request: "Request($thread)"
compare:
  holder: holder
  waiting: waiting
  count: count
`

func TestDraft(t *testing.T) {
	lines := synthetic(80, 1, true)
	d := draft(t, "", lines)
	if diff := cmp.Diff(drafted, d.YAML); diff != "" {
		t.Fatal(diff)
	}
	rep := validate(t, lockSpec(t), mustMapping(t, d.YAML), lines, Options{})
	if rep.Status != Accepted {
		t.Errorf("%s: %s", rep.Status, rep.Reason)
	}
}

// TestDraftOpen: what the trace doesn't show is asked for, and the draft is a mapping all
// the same.
func TestDraftOpen(t *testing.T) {
	lines := synthetic(80, 1, false)
	for i, l := range lines {
		lines[i] = strings.NewReplacer(`"release"`, `"unlockSlow"`, `"event"`, `"ev":{"what"`, `}`, `}}`).Replace(l)
	}
	d := draft(t, "CONSTANTS NoOne = NoOne\nThreads = {t1, t2}\n", lines)
	for _, want := range []string{
		"# open: which action is event unlockSlow", "# open: no event is action Release", "# open: no field looks like variable holder",
		"hidden:\n  t: \"Threads\"", "Request($t)", "root: ev\nevent: what", "waiting: \"Cardinality(waiting')\"", "extends: [FiniteSets]", "ignore: [unlockSlow]",
	} {
		if !strings.Contains(d.YAML, want) {
			t.Errorf("no %q in\n%s", want, d.YAML)
		}
	}
	m := mustMapping(t, d.YAML)
	mustRead(t, m, lines)
	if f, problems := lockSpec(t).read("Next"); len(problems) > 0 || len(m.check(f)) > 0 {
		t.Error(problems, m.check(f))
	}
}

func TestDraftErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":               "x: the trace has no events",
		`{"a":1}`:        "x: no field looks like an event's name; a field with few different strings on every line is needed",
		"{\"event\": \n": "x:1: not JSON: unexpected EOF",
	} {
		_, err := Draft(lockSpec(t), "Next", "", "x", strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	_, err := Draft(lockSpec(t), "Steps", "", "x", strings.NewReader(`{"event":"a"}`))
	if err == nil || err.Error() != "Lock.tla: no definition Steps with actions; name the next-state relation" {
		t.Error(err)
	}
}

// Constants of a configuration file may stand on one line, with comments between.
func TestAssigned(t *testing.T) {
	got := assigned("CONSTANTS A = 2 B = 2 \\* C = 9\n C = {1, {2}, \"x y\"} (* D = 1 *) E = \"e f\"\nCONSTANT F = {} G <- Def H = h\nINIT Init NEXT Next\n")
	want := map[string]string{"A": "2", "B": "2", "C": `{1, {2}, "x y"}`, "E": `"e f"`, "F": "{}", "H": "h"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
