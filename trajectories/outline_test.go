package trajectories

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is read through an outline is what the whole run has.
func TestOutline(t *testing.T) {
	for _, version := range []string{"v1", "v2"} {
		path := filepath.Join("testdata", version, TrajectoryFile)
		run, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		o, err := OpenOutline(path)
		if err != nil {
			t.Fatal(err)
		}
		var all []*Record
		for i := range o.Records {
			if o.Records[i].Result != nil || o.Records[i].Thought != "" || o.Records[i].Data != nil {
				t.Errorf("%s: a long field is in memory: %+v", version, o.Records[i])
			}
			all = append(all, &o.Records[i])
		}
		whole, err := o.Whole(all...)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range whole {
			if diff := cmp.Diff(run.Records[i], *r); diff != "" {
				t.Errorf("%s: record %d: %s", version, i, diff)
			}
		}
		if d := Compare(run, &o.Run); !d.Same() {
			t.Errorf("%s: the run and its outline differ: %+v", version, d)
		}
		for _, c := range run.Candidates() {
			if text, err := o.Text(c.SHA256); err != nil || text != c.Text {
				t.Errorf("%s: text of %s: %q, %v", version, c.SHA256, text, err)
			}
		}
		for want, err := range run.Exchanges() {
			if err != nil {
				t.Fatal(err)
			}
			got, err := o.Exchange(want.ID)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s: call %d: %v %s", version, want.ID, err, diff)
			}
		}
		if _, err := o.Exchange(999); !errors.Is(err, ErrNotThere) {
			t.Error(err)
		}
		if _, err := o.Text("nowhere"); !errors.Is(err, ErrNotThere) {
			t.Error(err)
		}
	}
}

// A broken line in the middle is named with its file and with what to do.
func TestOutlineOfBrokenLine(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("testdata", "v2", TrajectoryFile))
	if err != nil {
		t.Fatal(err)
	}
	header, rest, _ := strings.Cut(string(raw), "\n")
	path := filepath.Join(t.TempDir(), TrajectoryFile)
	if err := os.WriteFile(path, []byte(header+"\n{\"type\":\n"+rest), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenOutline(path); err == nil || !strings.Contains(err.Error(), path+":2: not a record") || !strings.Contains(err.Error(), "take it out") {
		t.Errorf("got %v", err)
	}
}
