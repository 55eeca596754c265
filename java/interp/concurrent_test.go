package interp_test

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"

	"ensures/java/interp"
)

// One Program serves machines on several goroutines; run with -race.
func TestConcurrentMachines(t *testing.T) {
	for _, name := range []string{"Corners", "Lambdas", "Strings"} {
		src, err := os.ReadFile("testdata/" + name + ".java")
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile("testdata/" + name + ".out")
		if err != nil {
			t.Fatal(err)
		}
		p, _ := compile(t, name, string(src), interp.HookPlan{})
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				var out bytes.Buffer
				m := p.NewMachine(interp.Options{Stdout: &out})
				end := m.RunMain(name, nil)
				if end.Kind != interp.Returned || strings.TrimSpace(out.String()) != strings.TrimSpace(string(want)) {
					t.Errorf("%s: %v", name, end)
				}
			})
		}
		wg.Wait()
	}
}
