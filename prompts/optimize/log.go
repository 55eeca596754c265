package optimize

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"ensures/internal/atomicfile"
)

// The files of a run's folder.
const (
	LogFile        = "log.jsonl"       // what was evaluated and reflected, line by line
	CandidatesFile = "candidates.json" // the candidates so far
	BestDir        = "best"            // the changed prompts of the best one, as files
)

// ErrOther is returned when the folder holds a run with other settings.
var ErrOther = errors.New("the folder holds an optimisation with other settings")

// ErrExists is returned when the folder holds a run and Resume is not set.
var ErrExists = errors.New("the folder holds an optimisation already")

// entry is a line of the log.
type entry struct {
	Type       string      `json:"type"` // begin, evaluation, reflection
	Key        string      `json:"key"`
	Task       string      `json:"task,omitempty"`
	Evaluation *Evaluation `json:"evaluation,omitempty"`
	Prompt     string      `json:"prompt,omitempty"`
	Text       string      `json:"text,omitempty"` // of a reflection
	CostUSD    float64     `json:"cost_usd,omitempty"`
}

// log is the run's memory.
type log struct {
	mu          sync.Mutex
	f           *os.File
	evaluations map[string]Evaluation
	reflections map[string]entry
	counted     map[string]bool
}

// settings identify a run: all that its course depends on, budgets left out.
func settings(o Options) string {
	raw, _ := json.Marshal([]any{o.Start, o.Train, o.Val, o.Subject, o.Model, o.Temperature, o.Minibatch, o.Merge, o.Seed})
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

// openLog opens the log of a folder, or begins it. A torn last line is cut off.
func openLog(o Options) (*log, error) {
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(o.Dir, LogFile)
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	end := bytes.LastIndexByte(data, '\n') + 1
	if end > 0 && !o.Resume {
		return nil, fmt.Errorf("%s: %w; --resume goes on with it", o.Dir, ErrExists)
	}
	l := &log{evaluations: map[string]Evaluation{}, reflections: map[string]entry{}, counted: map[string]bool{}}
	for i, line := range bytes.Split(data[:end], []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		switch {
		case e.Type == "begin" && e.Key != settings(o):
			return nil, fmt.Errorf("%s: %w", o.Dir, ErrOther)
		case e.Type == "evaluation" && e.Evaluation != nil:
			l.evaluations[e.Key] = *e.Evaluation
		case e.Type == "reflection":
			l.reflections[e.Key] = e
		}
	}
	if l.f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if err = l.f.Truncate(int64(end)); err == nil {
		_, err = l.f.Seek(int64(end), 0)
	}
	if err == nil && end == 0 {
		err = l.write(entry{Type: "begin", Key: settings(o)})
	}
	if err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *log) close() { l.f.Close() }

// write appends a line and sees it onto the disk.
func (l *log) write(e entry) error {
	raw, err := json.Marshal(e)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.Evaluation != nil {
		l.evaluations[e.Key] = *e.Evaluation
	}
	if _, err := l.f.Write(append(raw, '\n')); err != nil {
		return err
	}
	return l.f.Sync()
}

func (l *log) evaluation(key string) (Evaluation, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, ok := l.evaluations[key]
	return e, ok
}

func (l *log) reflection(key string) (entry, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, ok := l.reflections[key]
	return e, ok
}

// first reports whether the key is asked about for the first time in this process.
func (l *log) first(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.counted[key]
	l.counted[key] = true
	return !was
}

// evaluationKey names prompts on a task.
func evaluationKey(texts map[string]string, t Task) string {
	h := sha256.New()
	for _, n := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(h, "%q %q\n", n, texts[n])
	}
	return hex.EncodeToString(h.Sum(nil)[:16]) + " " + t.ID
}

// save writes the candidates, and the best one's prompts.
func (r *run) save() error {
	raw, err := json.MarshalIndent(r.all, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(r.Dir, CandidatesFile), append(raw, '\n')); err != nil {
		return err
	}
	return r.export(r.best())
}

// export writes the changed prompts of a candidate as a folder of templates.
func (r *run) export(c *Candidate) error {
	for _, n := range r.names {
		path := filepath.Join(r.Dir, BestDir, filepath.FromSlash(n)+".md")
		if !slices.Contains(c.Changed, n) {
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := atomicfile.Write(path, []byte(c.Texts[n]+"\n")); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(r.Dir, BestDir), 0o755)
}
