package trajectories

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"ensures/internal/regular"
)

// FindingsFile is the name of the file of findings in a run's folder.
const FindingsFile = "findings.jsonl"

// Finding is what a run came to about one method, a line of FindingsFile. Pages over
// many runs read findings only: a trajectory may be as long as it likes.
type Finding struct {
	File      string             `json:"file"` // absolute
	Method    string             `json:"method"`
	Line      int                `json:"line,omitempty"`
	Verdict   string             `json:"verdict,omitempty"` // of a verifier; "" where none was asked
	By        string             `json:"by,omitempty"`      // who gave the verdict
	Clauses   int                `json:"clauses,omitempty"`
	Strict    map[string]float64 `json:"strict,omitempty"`
	Survivors []string           `json:"survivors,omitempty"` // wrong outputs that the specification accepts
	Reason    string             `json:"reason,omitempty"`    // why there is no verdict or no specification
}

// Found adds findings to the run's file of them.
func (w *Writer) Found(list ...Finding) {
	if w == nil || len(list) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return
	}
	if err := w.appendFindings(list); err != nil {
		w.err = recording(err)
	}
}

func (w *Writer) appendFindings(list []Finding) error {
	f, err := os.OpenFile(filepath.Join(w.dir, FindingsFile), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	for _, one := range list {
		err = w.parser.with(one, func(line []byte) error {
			_, err := f.Write(line)
			return err
		})
		if err != nil {
			break
		}
	}
	return errors.Join(err, f.Close())
}

// mostFinding is the length of a line that is read: no run of ours writes a longer one.
const mostFinding = 1 << 20

// Findings calls use with each finding of a run's folder, in the order in which they were
// written. A line that is cut off, too long or no finding is passed over; a run without
// findings has none.
func Findings(dir string, use func(Finding)) error {
	f, err := regular.Open(filepath.Join(dir, FindingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	// The buffer is as long as the longest line that is read, so that ReadSlice copies nothing.
	in := bufio.NewReaderSize(f, mostFinding)
	for {
		line, err := in.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) { // the rest of a line that is too long
			line = nil
			_, err = in.ReadSlice('\n')
		}
		var one Finding
		if err == nil && json.Unmarshal(line, &one) == nil && one.Method != "" {
			use(one)
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
