package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/javatest"
	"ensures/java/types"
)

// FuzzRun runs whatever parses: nothing may crash, and a run ends within its limits.
func FuzzRun(f *testing.F) {
	files, err := filepath.Glob("testdata/*.java")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	for _, u := range javatest.Programs(20, javatest.Options{Seed: 7}) {
		f.Add(u.Whole())
	}
	f.Fuzz(func(t *testing.T, src string) {
		file, _ := java.Parse("Main.java", src)
		tp, _ := types.Check(checked(), file)
		p := interp.New(library(), tp, interp.HookPlan{})
		l := interp.Limits{Steps: 200_000, HeapBytes: 16 << 20, OutputBytes: 1 << 16, Depth: 500}
		for _, u := range tp.Units {
			for _, c := range u.Classes {
				for _, mt := range c.Methods {
					if mt.Name != "main" || !mt.Flags.Has(java.Static) || len(mt.Params) != 1 {
						continue
					}
					m := p.NewMachine(interp.Options{Limits: l})
					if end := m.RunMain(c.Binary, nil); end.Kind == interp.Internal {
						t.Fatalf("%v\n%s", end, end.Stack)
					}
				}
			}
		}
	})
}
