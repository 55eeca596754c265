package trace

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"ensures/tla/tlatest"
)

func TestAccepted(t *testing.T) {
	tools := tlatest.Toolchain(t)
	m := lockMapping(t)
	tr := mustRead(t, m, synthetic(200, 1, true))
	rep, err := Validate(t.Context(), tools, lockSpec(t), m, tr, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Status != Accepted || rep.Matched != 200 {
		t.Fatalf("%+v", rep)
	}
	b, _ := json.MarshalIndent(rep, "", " ")
	fmt.Println(string(b))
}

func TestTimes(t *testing.T) {
	tools := tlatest.Toolchain(t)
	for _, ids := range []bool{true, false} {
		m := lockMapping(t)
		if !ids {
			m = mustMapping(t, hiddenIDs)
		}
		begin := time.Now()
		tr := mustRead(t, m, synthetic(10000, 1, ids))
		rep, err := Validate(t.Context(), tools, lockSpec(t), m, tr, Options{})
		fmt.Println(ids, rep.Status, rep.Matched, time.Since(begin), err)
	}
}

func TestRejected(t *testing.T) {
	tools := tlatest.Toolchain(t)
	m := lockMapping(t)
	lines := synthetic(60, 1, true)
	lines[49] = `{"event":"acquire","thread":"t1","holder":"t2","waiting":[],"count":3}`
	tr := mustRead(t, m, lines)
	g := newGenerator(lockSpec(t), facts{}, m, tr)
	_ = g
	rep, err := Validate(t.Context(), tools, lockSpec(t), m, tr, Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := json.MarshalIndent(rep, "", " ")
	fmt.Println(string(b))
}
