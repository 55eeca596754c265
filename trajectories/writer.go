package trajectories

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Options say where and when a run is recorded.
type Options struct {
	Dir string           // of all runs; the run's folder is made inside
	Now func() time.Time // the clock; time.Now by default
}

// Writer writes one trajectory. A nil *Writer records nothing, so callers need
// not ask whether recording is on. It is safe for concurrent use.
type Writer struct {
	opts   Options
	dir    string
	header Header

	mu    sync.Mutex
	file  *os.File
	steps int
	err   error // the first write error; reported by Finish
}

// Create makes the run's folder and writes the header. Type, Schema and Started
// of the header are filled in.
func Create(opts Options, h Header) (*Writer, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	h.Type, h.Schema, h.Started = HeaderLine, Schema, opts.Now().UTC()
	dir := filepath.Join(opts.Dir, h.Run)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("record the run: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, TrajectoryFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("record the run: %w", err)
	}
	w := &Writer{opts: opts, dir: dir, header: h, file: file}
	w.line(h)
	if w.err != nil {
		file.Close()
		return nil, w.err
	}
	return w, nil
}

// Dir is the run's folder.
func (w *Writer) Dir() string {
	if w == nil {
		return ""
	}
	return w.dir
}

// line appends one line. The file is unbuffered, so that a kill loses at most
// the line being written.
func (w *Writer) line(v any) {
	if w.err != nil {
		return
	}
	raw, err := json.Marshal(v)
	if err == nil {
		_, err = w.file.Write(append(raw, '\n'))
	}
	if err != nil {
		w.err = fmt.Errorf("record the run: %w", err)
	}
}

// Step is a step that has started and not yet ended.
type Step struct {
	w     *Writer
	id    int
	start time.Time
}

// Start records the start of a step.
func (w *Writer) Start(kind, name string, data any) *Step { return w.start(0, kind, name, data) }

// Start records the start of a step inside s.
func (s *Step) Start(kind, name string, data any) *Step {
	if s == nil {
		return nil
	}
	return s.w.start(s.id, kind, name, data)
}

func (w *Writer) start(parent int, kind, name string, data any) *Step {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.steps++
	s := &Step{w: w, id: w.steps, start: w.opts.Now()}
	w.line(Record{Type: StartLine, Step: s.id, Parent: parent, Time: s.start.UTC(), Kind: kind, Name: name, Data: w.raw(data)})
	return s
}

// End records the end of a step.
func (s *Step) End(outcome string, data any) {
	if s == nil {
		return
	}
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	now := s.w.opts.Now()
	s.w.line(Record{Type: EndLine, Step: s.id, Time: now.UTC(), Outcome: outcome, ElapsedMS: ms(now.Sub(s.start)), Data: s.w.raw(data)})
}

func (w *Writer) raw(data any) json.RawMessage {
	if data == nil {
		return nil
	}
	raw, err := json.Marshal(data)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("record the run: %w", err)
	}
	return raw
}

// Finish records the end of the run, writes the summary and closes the file. It
// returns the first error that recording met.
func (w *Writer) Finish(outcome string, figures map[string]any) error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.opts.Now()
	elapsed := ms(now.Sub(w.header.Started))
	w.line(Record{Type: FinishLine, Time: now.UTC(), Outcome: outcome, ElapsedMS: elapsed, Data: w.raw(figures)})
	if err := w.file.Close(); err != nil && w.err == nil {
		w.err = fmt.Errorf("record the run: %w", err)
	}
	if w.err != nil {
		return w.err
	}
	raw, err := json.MarshalIndent(Summary{
		Schema: Schema, Run: w.header.Run, Verb: w.header.Verb, Started: w.header.Started,
		ElapsedMS: elapsed, Steps: w.steps, Outcome: outcome, Inputs: w.header.Inputs, Figures: figures,
	}, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(w.dir, SummaryFile), append(raw, '\n'))
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// WriteFile writes a file in one piece: a reader sees the old content or the new,
// never a part. An existing file keeps its permissions; a symbolic link is followed.
func WriteFile(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // does nothing once renamed
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
