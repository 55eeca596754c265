package interp_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/javatest"
	"ensures/java/types"
)

// ending stands before how a run ended, where it ended other than in Java's ways.
const ending = " <<< "

// difference is a case in which the JVM and the interpreter disagree.
type difference struct{ name, source, jvm, ours string }

// Random expressions and programs print the same and throw the same under a real
// JVM and in the interpreter.
func TestConfirmAgainstJVM(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs thousands of programs")
	}
	exprs, progs := *cases, *cases/10
	jvm := &javatest.JVM{Java: require.Tool(t, "java"), Javac: require.Tool(t, "javac"), Dir: t.TempDir()}
	opts := javatest.Options{Seed: *seed}
	units := append(javatest.Expressions(exprs, opts), javatest.Programs(progs, opts)...)
	start := time.Now()
	results, err := jvm.Run(context.Background(), units)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("JVM %d: %v", jvm.Major, time.Since(start).Round(time.Millisecond))

	start = time.Now()
	var mu sync.Mutex
	var found []difference
	var wg sync.WaitGroup
	work := make(chan javatest.Unit)
	for range 2 {
		wg.Go(func() {
			for u := range work {
				d := compareUnit(u, results[u.Name])
				mu.Lock()
				found = append(found, d...)
				mu.Unlock()
			}
		})
	}
	for _, u := range units {
		work <- u
	}
	close(work)
	wg.Wait()
	t.Logf("interpreter: %v", time.Since(start).Round(time.Millisecond))
	report(t, found, exprs+progs)
}

// report fails with the smallest differing sources, and with what is unsupported.
func report(t *testing.T, found []difference, total int) {
	t.Helper()
	if len(found) == 0 {
		return
	}
	slices.SortFunc(found, func(a, b difference) int {
		return cmp.Or(cmp.Compare(len(a.source), len(b.source)), strings.Compare(a.name, b.name))
	})
	t.Errorf("%d of %d cases differ", len(found), total)
	unsupported := map[string]int{}
	shown := 0
	for _, d := range found {
		if i := strings.Index(d.ours, ending); i >= 0 && !strings.HasPrefix(d.ours[i:], ending+"internal") { // how it ended
			construct, _, _ := strings.Cut(d.ours[i+len(ending):], " at ")
			if unsupported[construct]++; unsupported[construct] == 1 {
				t.Errorf("%s: %s, first in\n%s", d.name, d.ours[i:], d.source)
			}
			continue
		}
		if shown++; shown <= *differences {
			t.Errorf("%s\n%s\n java: %s\n ours: %s", d.name, d.source, d.jvm, d.ours)
		}
	}
	t.Errorf("%d differ in what they print; %v", shown, unsupported)
}

var cases = flag.Int("cases", 20_000, "how many random expressions to confirm; a tenth as many programs")

var seed = flag.Uint64("seed", 1, "of the random programs")

var differences = flag.Int("differences", 8, "how many differences from the JVM to show")

// compareUnit runs a unit in the interpreter and gives what differs.
func compareUnit(u javatest.Unit, want javatest.Result) []difference {
	file, perrs := java.Parse(u.Name+".java", u.Whole())
	if len(perrs) > 0 {
		return []difference{{u.Name, u.Source, want.Stdout, ending + "parse: " + perrs[0].Error()}}
	}
	checkedProgram, errs := types.Check(checked(), file)
	if len(errs) > 0 && len(u.Cases) == 0 {
		return []difference{{u.Name, u.Source, leading(want.Stdout), ending + "check: " + errs[0].Error()}}
	}
	p := interp.New(library(), checkedProgram, interp.HookPlan{})
	var out bytes.Buffer
	m := p.NewMachine(interp.Options{Stdout: &out})
	if len(u.Cases) == 0 {
		end := m.RunMain(u.Name, nil)
		return compareProgram(u, want, out.String(), end)
	}
	var found []difference
	class := checkedProgram.Class(u.Name)
	methods := map[string]*types.Method{}
	for _, mt := range class.Methods {
		methods[mt.Name] = mt
	}
	lines := strings.SplitAfter(want.Stdout, "\n")
	for i, c := range u.Cases {
		out.Reset()
		_, end := m.Call(methods[c.Method], nil, nil)
		got := out.String()
		if end.Kind != interp.Returned {
			got += ending + end.String()
			for _, e := range errs {
				if strings.Contains(c.Source, lineOf(u.Source, e.At.Line)) {
					got += ending + "check: " + e.Error()
				}
			}
		}
		if !alike(lines[i], got) {
			found = append(found, difference{c.Method, c.Source, lines[i], got})
		}
	}
	return found
}

// compareProgram compares whole outputs and shows where they part.
func compareProgram(u javatest.Unit, want javatest.Result, stdout string, end interp.Outcome) []difference {
	got, thrown := stdout, ""
	if end.Kind == interp.Thrown {
		message := "null"
		if end.HasMessage {
			message = end.Message
		}
		thrown = end.Class + "\n" + message
	} else if end.Kind != interp.Returned {
		thrown = ending + end.String()
	}
	expected := ""
	if want.Thrown != "" {
		expected = want.Thrown + "\n" + want.Message
	}
	a, b := strings.Split(want.Stdout+expected, "\n"), strings.Split(got+thrown, "\n")
	for i := range max(len(a), len(b)) {
		if x, y := at(a, i), at(b, i); !alike(x, y) {
			return []difference{{u.Name, u.Source, fmt.Sprintf("line %d: %s", i+1, x), fmt.Sprintf("line %d: %s", i+1, y)}}
		}
	}
	return nil
}

// hidden is the JVM's name for a variable that javac makes up: the selector of a
// string switch, the array of a for-each loop.
var hidden = regexp.MustCompile(`(Cannot invoke "String.hashCode\(\)"|Cannot read the array length) because "<local\d+>" is null`)

// ownName is what we say instead: another name, or none.
var ownName = regexp.MustCompile(`^ because "[^"]*" is null`)

// alike reports whether ours is what the JVM printed, but for the name of a
// variable that the source doesn't have.
func alike(jvm, ours string) bool {
	at := hidden.FindStringSubmatchIndex(jvm)
	if jvm == ours || at == nil || !strings.HasPrefix(ours, jvm[:at[3]]) {
		return jvm == ours
	}
	rest := ours[at[3]:]
	rest = rest[len(ownName.FindString(rest)):]
	return alike(jvm[at[1]:], rest)
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(end)"
}

func lineOf(src string, n int) string { return at(strings.Split(src, "\n"), n-1) }

func leading(s string) string {
	lines := strings.SplitN(s, "\n", 4)
	return strings.Join(lines[:min(3, len(lines))], "\n")
}
