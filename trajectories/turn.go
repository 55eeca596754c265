package trajectories

import (
	"encoding/json"
	"slices"
)

// Turn is a model call as a reader of the conversation sees it: what is new since the
// call that its request is told from, and the answer.
type Turn struct {
	ID       int               // of the call
	Parent   int               // the step that it belongs to
	Model    string            // as the step names it
	Begins   bool              // a conversation: nothing was said before
	Removed  int               // messages that were taken out, or replaced by new ones
	Messages []json.RawMessage // that are new
	End      *Record           // nil while there is no answer
}

// Turns reads n model calls from the one numbered from, and says how many there are. What
// a resumed run did otherwise is left out.
func (o *Outline) Turns(from, n int) (turns []Turn, total int, err error) {
	dropped, ends := o.superseded(), o.ends()
	var wanted []*Record
	for _, start := range o.modelStarts() {
		if dropped[start.ID] {
			continue
		}
		// Counted on after the last wanted one, for total.
		if total >= from && len(wanted) < 2*n {
			wanted = append(wanted, start, ends[start.ID])
		}
		total++
	}

	whole, err := o.Whole(wanted...)
	if err != nil {
		return nil, total, err
	}
	for i := 0; i < len(whole); i += 2 {
		start := whole[i]
		t := Turn{ID: start.ID, Parent: start.Parent, Model: start.Name, Begins: start.Request.Base == 0, End: whole[i+1]}
		for _, e := range start.Request.Edits {
			t.Removed += e.Remove
			t.Messages = append(t.Messages, e.Insert...)
		}
		turns = append(turns, t)
	}
	return turns, total, nil
}

// Search reads the steps from the one numbered from (counted from 0) until a text is in n
// of them or it has read most bytes, and returns the numbers of those that it is in, and
// that of the step to go on from; 0: there are no more.
func (o *Outline) Search(from, n int, most int64, matches func(*Record) bool) (found []int, next int, err error) {
	steps := o.Steps()
	read := int64(0)
	for i := from; i < len(steps); i++ {
		// Before the step is read: next is one that nobody has looked at.
		if len(found) == n || read > most {
			return found, i, nil
		}
		var records []*Record
		for _, span := range append(steps[i].Calls(), steps[i]) {
			records = append(records, span.Start, span.End)
		}
		whole, err := o.Whole(records...)
		if err != nil {
			return nil, 0, err
		}
		for _, r := range records {
			read += o.length(r)
		}
		if slices.ContainsFunc(whole, func(r *Record) bool { return r != nil && matches(r) }) {
			found = append(found, i+1)
		}
	}
	return found, 0, nil
}

// length is how many bytes a record's line has, as far as it is known.
func (o *Outline) length(r *Record) int64 {
	n, ok := o.line[r]
	if !ok || n+1 >= len(o.at) {
		return 0
	}
	return o.at[n+1] - o.at[n]
}
