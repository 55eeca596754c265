package trajectories

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Whatever happens to a conversation between two calls, each request is rebuilt as it was.
func TestRequestsAreRebuilt(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		w, err := Create(Options{Dir: dir, Now: clock()}, Header{Run: fmt.Sprint(n)})
		if err != nil {
			t.Fatal(err)
		}
		texts := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "<d>", "\u2028é"}), 0, 8)
		step := w.Start("s", "", nil)
		var want []string
		for range rapid.IntRange(1, 8).Draw(t, "calls") {
			req := request{Model: rapid.SampledFrom([]string{"m", "n"}).Draw(t, "model"), Messages: []said{}}
			for _, s := range texts.Draw(t, "texts") {
				req.Messages = append(req.Messages, said{Role: "user", Text: s})
			}
			step.Model("m", req).End(ModelResult{})
			want = append(want, canonical(t, req))
		}
		if err := w.Finish("ok", nil); err != nil {
			t.Fatal(err)
		}
		run, err := Open(w.Dir())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for x, err := range run.Exchanges() {
			if err != nil {
				t.Fatal(err)
			}
			raw, err := x.Request()
			if err != nil {
				t.Fatal(err)
			}
			if h, err := HashRequest(raw); err != nil || h != x.SHA256 {
				t.Fatalf("hash of the rebuilt request %s, recorded %s (%v)", h, x.SHA256, err)
			}
			got = append(got, canonical(t, raw))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func canonical(t interface{ Fatal(...any) }, v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var x any
	if err := json.Unmarshal(raw, &x); err != nil {
		t.Fatal(err)
	}
	raw, err = json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The file grows with what is said, not with its square, also where old messages
// are folded and another conversation takes its turns.
func TestFileGrowsLinearly(t *testing.T) {
	size := func(steps int) int64 {
		w, err := Create(Options{Dir: t.TempDir(), Now: clock()}, Header{Run: "r"})
		if err != nil {
			t.Fatal(err)
		}
		talk := request{Model: "m", Messages: []said{{Role: "system", Text: strings.Repeat("s", 5000)}}}
		plan := request{Model: "m", Messages: []said{{Role: "system", Text: strings.Repeat("p", 5000)}}}
		for i := range steps {
			s := w.Start("action", fmt.Sprint(i), nil)
			s.Model("m", talk).End(ModelResult{Outcome: "ok"})
			talk.Messages = append(talk.Messages, said{Role: "user", Text: fmt.Sprint(i, strings.Repeat("x", 200))})
			if i%10 == 9 {
				talk.Messages[i/2].Text = "(folded)"
			}
			if i%4 == 3 {
				s.Model("m", plan).End(ModelResult{Outcome: "ok"})
				plan.Messages = append(plan.Messages, said{Role: "user", Text: fmt.Sprint(i, strings.Repeat("y", 200))})
			}
			s.End("ok", nil)
		}
		if err := w.Finish("ok", nil); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(w.Dir(), TrajectoryFile))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	small, large := size(100), size(400)
	if large > 9*small/2 {
		t.Errorf("100 steps: %d bytes, 400 steps: %d", small, large)
	}
}

// apart is a request that can be taken apart.
type apart struct{ request }

func (a apart) Pieces() (any, []any) {
	var list []any
	for _, m := range a.Messages {
		list = append(list, m)
	}
	r := a.request
	r.Messages = nil
	return r, list
}

// A request in pieces has the hash that it has as a whole.
func TestPieces(t *testing.T) {
	system, user := said{Role: "system", Text: "a < b"}, said{Role: "user", Text: "\u2028 & é"}
	p := parser{} // remembers, and must not be misled by it
	for _, r := range []request{
		{Model: "m", Messages: []said{system, user}},
		{Model: "m", Messages: []said{system, user, {Role: "user", Text: "more"}}},
		{Model: "n", Messages: []said{system, {Role: "user", Text: "other"}, user}},
		{Model: "n"},
		{Model: "m", Messages: []said{user}},
	} {
		whole, err := HashRequest(r)
		if err != nil {
			t.Fatal(err)
		}
		if pieces, err := p.parse(apart{r}); err != nil || pieces.hash() != whole {
			t.Errorf("%s and %s (%v)", whole, pieces.hash(), err)
		}
	}
}
