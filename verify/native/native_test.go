package native_test

import (
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/verifytest"
)

func backend(t testing.TB) *native.Backend {
	t.Helper()
	return nativetest.Backend(t, native.Options{Patient: time.Second})
}

// With Z3, whether or not cvc5 helps it, everything that can be proved is; what
// each proves alone is TestContractAlone's.
func TestContract(t *testing.T) {
	require.Tool(t, "z3")
	verifytest.Run(t, backend(t), verify.Options{})
}
