package trajectories

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Options say where and when a run is recorded.
type Options struct {
	Dir     string           // of all runs; the run's folder is made inside
	Now     func() time.Time // the clock; time.Now by default
	Secrets []string         // written as [secret] wherever they occur; those under 8 bytes are not looked for
}

// Writer writes one trajectory. A nil *Writer records nothing, so callers need
// not ask whether recording is on. It is safe for concurrent use.
type Writer struct {
	opts   Options
	parser parser
	dir    string
	header Header

	began  time.Time // of this process's part of the run
	before float64   // milliseconds that earlier processes took

	mu      sync.Mutex
	file    file
	size    int64 // of the whole lines
	err     error // the first write error
	last    int   // the last number given to a step or call
	sum     Summary
	texts   map[string]bool // candidates' texts that are in the file, by hash
	outer   map[int]bool    // the outermost steps
	came    *Candidate      // what holds of all that they ended with
	talks   conversations
	resumed *resumed // what an earlier process recorded; nil in a new run
}

// file is what a Writer needs of an *os.File.
type file interface {
	Write([]byte) (int, error)
	Truncate(size int64) error
	Sync() error
	Close() error
}

// Create makes the run's folder and writes the header. Type, Schema and Started
// of the header are filled in. It fails where there is a run already; a file
// without a whole header, because its process was killed that moment, is none.
func Create(opts Options, h Header) (*Writer, error) {
	w := newWriter(opts)
	w.began = w.opts.Now().UTC()
	h.Type, h.Schema, h.Started = HeaderLine, Schema, w.began
	w.header, w.dir = h, filepath.Join(opts.Dir, h.Run)
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		return nil, recording(err)
	}
	f, err := create(filepath.Join(w.dir, TrajectoryFile))
	if err != nil {
		return nil, recording(err)
	}
	w.file = f
	w.line(h)
	if w.err != nil {
		f.Close()
		return nil, w.err
	}
	w.sum = w.header.summary()
	return w, nil
}

// create opens a file without a header and locks it.
func create(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	if err = lock(f); err == nil {
		// A first line that ends is a header, or at least somebody's file. Without an end it is
		// what a process left that was killed while it wrote the header.
		switch _, err = bufio.NewReader(f).ReadSlice('\n'); {
		case err == io.EOF:
			err = f.Truncate(0)
		case err == nil || err == bufio.ErrBufferFull:
			err = &os.PathError{Op: "create", Path: path, Err: os.ErrExist}
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func newWriter(opts Options) *Writer {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	return &Writer{opts: opts, parser: parser{encoder: newEncoder(opts.Secrets)}, texts: map[string]bool{}, outer: map[int]bool{}}
}

func recording(err error) error {
	return fmt.Errorf("record the run: %w", err)
}

// Dir is the run's folder.
func (w *Writer) Dir() string {
	if w == nil {
		return ""
	}
	return w.dir
}

// Header is the run's header, empty where nothing is recorded.
func (w *Writer) Header() Header {
	if w == nil {
		return Header{}
	}
	return w.header
}

// Err is the first error that recording met: from then on nothing is recorded,
// and what was is whole.
func (w *Writer) Err() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// line appends one line in one write and without a buffer, so that a kill loses at
// most the line being written. Where only a part could be written (a full disk)
// that part is taken back.
func (w *Writer) line(v any) {
	if w.err != nil {
		return
	}
	err := w.parser.with(v, func(line []byte) error {
		if _, err := w.file.Write(line); err != nil {
			if terr := w.file.Truncate(w.size); terr != nil {
				err = fmt.Errorf("%w; the last line stays cut off: %w", err, terr)
			}
			return err
		}
		w.size += int64(len(line))
		return nil
	})
	if err != nil {
		w.err = recording(err)
	}
}

// raw is a caller's value as JSON. What can't be JSON is recorded as the reason.
func (w *Writer) raw(v any) json.RawMessage {
	if v == nil {
		return nil
	}
	raw, err := w.parser.encode(v)
	if err != nil {
		raw, _ = w.parser.encode(map[string]string{"not_recorded": err.Error()})
	}
	return raw
}

// candidate is c as it is written: the text only the first time.
func (w *Writer) candidate(c *Candidate) *Candidate {
	if c == nil {
		return nil
	}
	out := *c
	if out.Text != "" {
		sum := sha256.Sum256([]byte(out.Text))
		out.SHA256 = hex.EncodeToString(sum[:])
	}
	if w.texts[out.SHA256] {
		out.Text = ""
	}
	w.texts[out.SHA256] = true
	return &out
}

// Conclusion is how a run ended.
type Conclusion struct {
	Outcome   string         // one word: ok, complete, steps, interrupted …
	Success   bool           // as the tools found it
	Candidate *Candidate     // the result; what it does not say is taken from what the outermost steps ended with
	Figures   map[string]any // the verb's own results
	Error     string
}

// Finish is Conclude for a run that has only an outcome and figures.
func (w *Writer) Finish(outcome string, figures map[string]any) error {
	return w.Conclude(Conclusion{Outcome: outcome, Figures: figures})
}

// Conclude records the end of the run, writes the summary and closes the file. It
// returns the first error that recording met.
func (w *Writer) Conclude(c Conclusion) error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()

	now := w.opts.Now()
	c.Candidate = c.Candidate.with(w.came)
	w.sum.ElapsedMS = w.before + ms(now.Sub(w.began))
	w.sum.Outcome, w.sum.Success, w.sum.Figures = c.Outcome, c.Success, c.Figures
	end := Record{Type: RunEnd, Time: now.UTC(), Outcome: c.Outcome, Error: c.Error, Success: c.Success,
		ElapsedMS: w.sum.ElapsedMS, Usage: w.sum.Usage, Candidate: w.candidate(c.Candidate), Superseded: w.resumed.unclaimed()}
	if c.Figures != nil {
		end.Data = w.raw(c.Figures)
	}
	w.line(end)

	// The trajectory is what everything else can be rebuilt from; it alone is waited for.
	if w.err == nil {
		if err := w.file.Sync(); err != nil {
			w.err = recording(err)
		}
	}

	if err := w.file.Close(); err != nil && w.err == nil {
		w.err = recording(err)
	}

	if w.err != nil {
		return w.err
	}

	// Lists show what was found, not the text.
	if end.Candidate != nil {
		c := *end.Candidate
		c.Text = ""
		w.sum.Candidate = &c
	}
	return w.saveSummary()
}

// Suspend closes the file of a run that did not come to its end and is to be
// resumed. It returns the first error that recording met.
func (w *Writer) Suspend() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.file.Close(); err != nil && w.err == nil {
		w.err = recording(err)
	}
	if w.err != nil {
		return w.err
	}
	w.sum.ElapsedMS = w.before + ms(w.opts.Now().Sub(w.began))
	return w.saveSummary()
}

func (h Header) summary() Summary {
	inputs := make([]Input, len(h.Inputs))
	for i, in := range h.Inputs {
		inputs[i] = Input{Path: in.Path, SHA256: in.SHA256}
	}
	return Summary{Schema: h.Schema, Run: h.Run, Verb: h.Verb, Task: h.Task, Model: h.Model, Labels: h.Labels,
		Started: h.Started, Outcome: Unfinished, Inputs: inputs}
}

// saveSummary writes the summary, neither in one piece nor waiting for the disk,
// which takes longer than a run's own work: where it is missing or torn, lists read
// the trajectory, which says the same.
func (w *Writer) saveSummary() error {
	raw, err := w.parser.encode(w.sum)
	if err == nil {
		err = os.WriteFile(filepath.Join(w.dir, SummaryFile), append(raw, '\n'), 0o644)
	}
	if err != nil {
		return recording(err)
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
