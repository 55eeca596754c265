// Package toolchaintest gives tests the machine's compiler of Rust. It is for tests only,
// and must not know what they test.
package toolchaintest

import (
	"context"

	"ensures/internal/require"
	"ensures/rust/toolchain"
)

// Compiler returns the machine's rustc. Where there is none that is new enough the test is
// skipped, or fails if ENSURES_REQUIRE names it.
func Compiler(t require.T) *toolchain.Toolchain {
	t.Helper()
	require.Tool(t, "rustc")
	tc, err := toolchain.Find(context.Background(), toolchain.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if !tc.AtLeast(1, 95) {
		require.Missing(t, "rustc", "rustc "+tc.Release+" is older than 1.95")
	}
	return tc
}

// Runner is Compiler for a test that also runs what is compiled, in a sandbox.
func Runner(t require.T) *toolchain.Toolchain {
	t.Helper()
	require.Tool(t, "bwrap")
	return Compiler(t)
}
