package sandbox

import (
	"errors"
	"testing"
	"time"
)

func TestLimitsWithDefaults(t *testing.T) {
	got := Limits{Wall: time.Second, Calls: 3}.withDefaults()
	if got.Wall != time.Second || got.Calls != 3 {
		t.Errorf("set limits were changed: %+v", got)
	}
	if got.CPU <= 0 || got.Memory <= 0 || got.Output <= 0 || got.CallBytes <= 0 || got.Scratch <= 0 {
		t.Errorf("a limit has no default: %+v", got)
	}
}

func TestAbort(t *testing.T) {
	cause := errors.New("disk full")
	if err := Abort(cause); !errors.Is(err, cause) || err.Error() != "disk full" {
		t.Errorf("got %v", err)
	}
}
