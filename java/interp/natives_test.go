package interp

import (
	"slices"
	"strings"
	"testing"

	"ensures/java/classlib"
	"ensures/java/types"
)

// TestNativesComplete compares the library's native methods with the tables of Go
// functions: none may be missing, and none may have lost its declaration.
func TestNativesComplete(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	declared := declaredNatives(lib)
	bound := natives()
	var missing, lost []string
	for k := range declared {
		if bound[k] == nil {
			missing = append(missing, k)
		}
	}
	for k := range bound {
		if declared[k] == nil {
			lost = append(lost, k)
		}
	}
	slices.Sort(missing)
	slices.Sort(lost)
	if len(declared) < 500 {
		t.Errorf("only %d native methods found", len(declared))
	}
	if len(missing) > 0 {
		t.Errorf("no Go function:\n%s", strings.Join(missing, "\n"))
	}
	if len(lost) > 0 {
		t.Errorf("no declaration:\n%s", strings.Join(lost, "\n"))
	}
}
