package trajectories

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// ErrRunning says that another process is writing the run.
var ErrRunning = errors.New("the run is still being written by another process")

// ErrFinished says that a run came to its end and has nothing to resume.
var ErrFinished = errors.New("the run has come to its end")

// OpenForResume goes on with a run that did not come to its end: a run's folder or
// its trajectory file. A last line that was cut off is removed.
//
// The caller does again what it did the first time, from the start: it begins the
// same steps and calls. Those that were recorded are not recorded again; where an
// end was recorded too, Recorded gives it, and the caller takes the answer from
// there instead of asking the model or running the tool. A call that had begun and
// not ended is made again, under its old number. From the first difference on,
// everything is new.
//
// Of the options, Dir is not used. The Run is what was read.
func OpenForResume(opts Options, path string) (*Writer, *Run, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, TrajectoryFile)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, err
	}
	w, run, err := resume(opts, path, f)
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("resume %s: %w", path, err)
	}
	return w, run, nil
}

func resume(opts Options, path string, f *os.File) (*Writer, *Run, error) {
	// Before reading: another process may be writing the line that would look cut off.
	if err := lock(f); err != nil {
		return nil, nil, err
	}
	run, size, err := read(f)
	switch {
	case err != nil:
		return nil, nil, err
	case run.Finished():
		return nil, nil, ErrFinished
	case run.Header.Schema != Schema:
		return nil, nil, fmt.Errorf("it has schema %d; only runs of schema %d can be resumed", run.Header.Schema, Schema)
	}

	// Whatever follows is appended; behind half a line it would be unreadable.
	if err := f.Truncate(size); err != nil {
		return nil, nil, err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, size-1); err == nil && last[0] != '\n' { // a whole line but for its end
		if _, err := f.Write([]byte("\n")); err != nil {
			return nil, nil, err
		}
		size++
	}

	// What the earlier processes knew while they wrote is counted again from their lines.
	w := newWriter(opts)
	w.file, w.size, w.dir, w.header = f, size, filepath.Dir(path), run.Header
	w.sum = run.Header.summary()
	w.resumed = newResumed(run)
	began := run.Header.Started
	for i, r := range run.Records {
		w.last = max(w.last, r.ID)
		w.count(r)
		if r.Candidate != nil {
			w.texts[r.Candidate.SHA256] = true
		}
		// Elapsed time is the sum over the processes, each from its start to its last line.
		if r.Type == Resumed { // the pause before it is nobody's time
			if i > 0 {
				w.before += ms(run.Records[i-1].Time.Sub(began))
			}
			began = r.Time
		}
	}
	if n := len(run.Records); n > 0 {
		w.before += ms(run.Records[n-1].Time.Sub(began))
	}

	// Rebuilds the conversations that new requests are told from; the requests themselves are of
	// no interest here.
	for _, err := range run.requests(&w.talks) {
		if err != nil {
			return nil, nil, err
		}
	}
	w.began = w.opts.Now().UTC()
	r := Record{Type: Resumed, Time: w.began}
	w.count(r)
	w.line(r)
	return w, run, w.err
}

// resumed is what earlier processes recorded of a run: starts by what they are
// about, to be claimed once each.
type resumed struct {
	starts map[claimKey][]*Record
	ends   map[int]*Record
	parent map[int]int
	open   map[int]bool // recorded and not claimed
}

type claimKey struct {
	typ    Line
	parent int
	what   string
}

func (r *Record) key() claimKey {
	k := claimKey{typ: r.Type, parent: r.Parent}
	switch r.Type {
	case StepStart:
		k.what = r.Kind + "\x00" + r.Name
	case ModelCallStart:
		if r.Request != nil {
			k.what = r.Request.SHA256
		}
	case ToolCallStart:
		k.what = r.Name + "\x00" + r.CallID + "\x00" + string(r.Args)
	}
	return k
}

func newResumed(run *Run) *resumed {
	re := &resumed{starts: map[claimKey][]*Record{}, ends: map[int]*Record{}, parent: map[int]int{}, open: map[int]bool{}}
	for i := range run.Records {
		r := &run.Records[i]
		switch r.Type {
		case StepStart, ModelCallStart, ToolCallStart:
			k := r.key()
			re.starts[k] = append(re.starts[k], r)
			re.parent[r.ID] = r.Parent
			re.open[r.ID] = true
		case StepEnd, ModelCallEnd, ToolCallEnd:
			re.ends[r.ID] = r
		}
	}
	return re
}

// claim finds the first recorded start like r that nobody has claimed, and its end
// if there is one.
func (re *resumed) claim(r Record) (start, end *Record) {
	if re == nil {
		return nil, nil
	}
	// Not by number: the resumed run may begin parallel steps in another order. Equal starts are
	// claimed in the order in which they were recorded.
	k := r.key()
	list := re.starts[k]
	if len(list) == 0 {
		return nil, nil
	}
	re.starts[k] = list[1:]
	delete(re.open, list[0].ID)
	return list[0], re.ends[list[0].ID]
}

// reopen notes that a step does not go as it was recorded.
func (re *resumed) reopen(id int) {
	if re != nil {
		delete(re.ends, id)
	}
}

// unclaimed are the recorded steps and calls that the resumed run did not come by,
// but for the inside of those that it took as a whole.
func (re *resumed) unclaimed() []int {
	if re == nil {
		return nil
	}
	var ids []int
	for id := range re.open {
		up := re.parent[id]
		// Up to the nearest step around it that was claimed. Where that one has its recorded end,
		// it was taken as a whole, and its inside was never asked for.
		for re.open[up] {
			up = re.parent[up]
		}
		if re.ends[up] == nil { // up is 0, or a step that was gone through
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}
