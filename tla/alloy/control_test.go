package alloy_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ensures/tla/alloy"
)

func TestControl(t *testing.T) {
	if err := toolchain(t).Control(t.Context()); err != nil {
		t.Error(err)
	}
}

// What says the same whatever it is asked is no analyzer.
func TestAttackNoAlloy(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	for _, receipt := range []string{"", `{"commands": {}}`, `{"commands": {
		"Some": {"name": "Some", "type": "run", "expects": -1}, "None": {"name": "None", "type": "run", "expects": -1},
		"Holds": {"name": "Holds", "type": "check", "expects": -1}, "Fails": {"name": "Fails", "type": "check", "expects": -1}}}`} {
		dir := t.TempDir()
		java := filepath.Join(dir, "java")
		script := "#!/bin/sh\nexit 0\n"
		if receipt != "" {
			script = "#!/bin/sh\nmkdir -p out; cat > out/receipt.json <<'END'\n" + receipt + "\nEND\n"
		}
		if err := os.WriteFile(java, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := (alloy.Toolchain{Java: java, Jar: "alloy.jar"}).Control(t.Context()); err == nil {
			t.Errorf("%s: believed", receipt)
		}
	}
}
