package annotate

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"time"

	"ensures/bench"
	"ensures/propose"
	"ensures/trajectories"
	"ensures/verify"
)

// Who watches is told of each method that is wanted, when its work begins and ends.
func TestWatch(t *testing.T) {
	const src = `public class A {
    public static int two() { return 2; }
    public static int same(int x) { return x; }
    public static int three() { return 3; }
}
`
	var told []string
	o := Options{Methods: []string{"A.two", "A.same"}, Record: (*trajectories.Step)(nil)}
	o.Watch = func(method string) func() {
		told = append(told, "begins "+method)
		return func() { told = append(told, "ends "+method) }
	}
	a := File(t.Context(), bench.NewRuntime(), "A.java", src, propose.Options{Budget: time.Second, Inputs: 50}, o)
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	if want := []string{"begins A.two", "ends A.two", "begins A.same", "ends A.same"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

// What a verifier says of inputs that it has only thought of may be no JSON.
func TestFoundIsRecorded(t *testing.T) {
	out := verify.Outcome{Diagnostics: []verify.Diagnostic{{Kind: verify.Postcondition, Suspect: map[string]any{"x": math.NaN()}}}}
	if _, err := json.Marshal(Found(out)); err != nil {
		t.Error(err)
	}
}
