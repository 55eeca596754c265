package trajectories

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"ensures/internal/regular"
)

// Outline is a run of which only the short fields are in memory; the long ones
// (requests, answers, arguments, results, texts) are read from the file when asked
// for. It lets a person page through a run of any length.
type Outline struct {
	Run  // the records without their long fields
	path string
	at   []int64 // where each record's line begins
	line map[*Record]int
	text map[string]int // candidates' texts by hash: the record that has it
}

// OpenOutline reads a run's trajectory file.
func OpenOutline(path string) (*Outline, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	o := &Outline{path: path, line: map[*Record]int{}, text: map[string]int{}}
	in := bufio.NewReaderSize(f, 1<<16)
	for at, n := int64(0), 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 {
			// One broken line is the last one of a process that was killed. With lines after it
			// something else is wrong, which must not be passed over.
			if o.Cut {
				return nil, fmt.Errorf("%s:%d: not a record, and others follow it: mend the line or take it out", path, n-1)
			}
			switch aerr := o.add(n, trimmed); {
			case aerr != nil && n == 1:
				return nil, aerr
			case aerr != nil:
				o.Cut = true
				// A reader of schema 1 may have added what it had of the line.
				o.Records = o.Records[:len(o.at)]
			case n > 1:
				o.at = append(o.at, at)
				o.lighten(len(o.Records) - 1)
			}
		}
		at += int64(len(line))
		if err == io.EOF {
			break
		}
	}
	if o.Header.Type == "" {
		return nil, errNoHeader
	}

	// Only now: the addresses of records change while the list grows.
	for i := range o.Records {
		o.line[&o.Records[i]] = i
	}
	return o, nil
}

// lighten drops the long fields of a record.
func (o *Outline) lighten(i int) {
	r := &o.Records[i]
	if c := r.Candidate; c != nil && c.Text != "" {
		// The text stands in the first line that has it; later ones name its hash.
		if _, ok := o.text[c.SHA256]; !ok {
			o.text[c.SHA256] = i
		}
		c.Text = ""
	}
	if r.Type == StepEnd {
		// Taken of the long fields, so before they go: comparing runs needs to know whether they
		// are equal, not what they are.
		r.Digest = r.digest()
	}
	r.Args, r.Response, r.Result, r.Data = nil, nil, nil, nil
	r.Thought, r.Code, r.Observation = "", "", ""
	if r.Request != nil {
		r.Request = &Request{SHA256: r.Request.SHA256, Base: r.Request.Base}
	}
}

// ErrNotThere says that a run has no step, call or text of that name.
var ErrNotThere = errors.New("the run has no such step, call or text")

// Whole reads records of the outline from the file, long fields and all. A nil
// record gives a nil record.
func (o *Outline) Whole(records ...*Record) ([]*Record, error) {
	f, err := regular.Open(o.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := make([]*Record, len(records))
	for i, r := range records {
		if r == nil {
			continue
		}
		n, ok := o.line[r]
		if !ok {
			return nil, ErrNotThere
		}
		if out[i], err = o.read(f, n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (o *Outline) read(f *os.File, n int) (*Record, error) {
	// The length of a line is not kept; it ends with its newline.
	line, err := bufio.NewReader(io.NewSectionReader(f, o.at[n], 1<<62)).ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, err
	}
	if o.Header.Schema == 1 {
		rec, err := record1(line)
		return &rec, err
	}
	var rec Record
	err = json.Unmarshal(line, &rec)
	return &rec, err
}

// Text reads a candidate's text.
func (o *Outline) Text(sha256 string) (string, error) {
	n, ok := o.text[sha256]
	if !ok {
		return "", ErrNotThere
	}
	whole, err := o.Whole(&o.Records[n])
	if err != nil {
		return "", err
	}
	return whole[0].Candidate.Text, nil
}

// Exchange reads one model call with its whole request.
func (o *Outline) Exchange(id int) (Exchange, error) {
	var starts []*Record
	found := false

	// A request may be told from any of the ones before it, and which of these are kept depends
	// on all of them: the whole chain is read.
	for _, r := range o.modelStarts() {
		starts = append(starts, r)
		if found = r.ID == id; found {
			break
		}
	}
	if !found {
		return Exchange{}, ErrNotThere
	}
	whole, err := o.Whole(append(starts, o.ends()[id])...)
	if err != nil {
		return Exchange{}, err
	}
	part := &Run{Header: o.Header}
	for _, r := range whole {
		if r != nil {
			part.Records = append(part.Records, *r)
		}
	}
	for x, err := range part.Exchanges() {
		if x.ID == id {
			return x, err
		}
	}
	return Exchange{}, ErrNotThere
}
