package tla_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ensures/setup/tlatest"
	"ensures/tla"
)

func TestControl(t *testing.T) {
	if err := tlatest.Toolchain(t).Control(t.Context()); err != nil {
		t.Error(err)
	}
}

// What says the same whatever it is asked is no model checker.
func TestAttackNoTLC(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	for _, script := range []string{
		"exit 0",
		"echo 'Model checking completed. No error has been found.'; echo '4 states generated, 4 distinct states found, 0 states left on queue.'",
		"echo '@!@!@STARTMSG 2193:0 @!@!@'; echo 'Model checking completed. No error has been found.'; echo '@!@!@ENDMSG 2193 @!@!@'; echo '@!@!@STARTMSG 2199:0 @!@!@'; echo '4 states generated, 4 distinct states found, 0 states left on queue.'; echo '@!@!@ENDMSG 2199 @!@!@'",
	} {
		java := filepath.Join(t.TempDir(), "java")
		if err := os.WriteFile(java, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := (tla.Toolchain{Java: java, Jar: "tla2tools.jar", Version: "2.19"}).Control(t.Context()); err == nil {
			t.Errorf("%s: believed", script)
		}
	}
}
