package trace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"ensures/tla"
)

// synthetic is a log of n events of the lock of testdata/lock, as a program with five
// threads would write it. Without ids the lines have no thread, only numbers.
func synthetic(n int, seed uint64, ids bool) []string {
	rnd := rand.New(rand.NewPCG(seed, 1))
	threads := []string{"t1", "t2", "t3", "t4", "t5"}
	holder, count, waiting := "", 0, []string{}
	var out []string
	for len(out) < n {
		t := threads[rnd.IntN(len(threads))]
		at := slices.Index(waiting, t)
		event := ""
		switch rnd.IntN(3) {
		case 0:
			if at >= 0 || holder == t {
				continue
			}
			waiting, event = append(waiting, t), "request"
		case 1:
			if at < 0 || holder != "" {
				continue
			}
			waiting, holder, event = slices.Delete(waiting, at, at+1), t, "acquire"
		default:
			if holder != t {
				continue
			}
			holder, event = "", "release"
			count++
		}
		if !ids {
			out = append(out, fmt.Sprintf(`{"event":%q,"waiting":%d,"count":%d}`, event, len(waiting), count))
			continue
		}
		w := slices.Clone(waiting)
		slices.Sort(w)
		out = append(out, fmt.Sprintf(`{"event":%q,"thread":%q,"holder":%q,"waiting":%s,"count":%d}`, event, t, holder, compact(w), count))
	}
	return out
}

const hiddenIDs = `
spec: Lock
model_values: [NoOne]
constants: {Threads: '{"t1", "t2", "t3", "t4", "t5"}'}
hidden: {t: Threads}
events: {request: Request($t), acquire: Acquire($t), release: Release($t)}
compare:
  waiting: Cardinality(waiting')
  count: count
`

func readText(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func lockSpec(t testing.TB) Spec {
	t.Helper()
	return Spec{Module: tla.Source{Name: "Lock", Text: readText(t, "testdata/lock/Lock.tla")}}
}

// lockMapping compares all variables after every event.
func lockMapping(t testing.TB) *Mapping {
	t.Helper()
	return mustMapping(t, strings.Replace(readText(t, "testdata/lock/mapping.yaml"), "  holder: holder  ", "  waiting: waiting\n  holder: holder  ", 1))
}

func mustRead(t testing.TB, m *Mapping, lines []string) *Trace {
	t.Helper()
	tr, err := Read("lock.ndjson", strings.NewReader(strings.Join(lines, "\n")), m, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}
