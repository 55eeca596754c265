// Package tlatest gives tests the real TLC. It is for tests only, and must not know
// what they test.
package tlatest

import (
	"context"
	"os"

	"ensures/internal/require"
	"ensures/setup"
	"ensures/tla"
)

// Toolchain is the machine's TLC. Where it isn't there the test is skipped, or fails
// if ENSURES_REQUIRE names tlc.
func Toolchain(t require.T) tla.Toolchain {
	t.Helper()
	jar, _ := setup.Find(setup.Dir(os.Getenv), "tla")
	tools, err := tla.Find(context.Background(), tla.Options{Installed: jar})
	if err != nil {
		require.Missing(t, "tlc", err.Error())
	}
	return tools
}
