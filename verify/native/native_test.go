package native_test

import (
	"testing"
	"time"

	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/verifytest"
)

func backend(t testing.TB) *native.Backend {
	t.Helper()
	return nativetest.Backend(t, native.Options{Patient: time.Second})
}

func TestContract(t *testing.T) {
	verifytest.Run(t, backend(t), verify.Options{})
}
