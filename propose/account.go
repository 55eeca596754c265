package propose

// Fate is what became of a clause that an engine tried and did not keep.
type Fate string

// The fates of a clause.
const (
	Refuted   Fate = "refuted"     // a run violates it
	Unproved  Fate = "unproved"    // no run violates it, and the verifier does not prove it
	Needless  Fate = "superfluous" // the rest proves, and says as much, without it
	Senseless Fate = "no meaning"  // it does not check, or has no value
	Excludes  Fate = "excludes"    // a precondition that too many valid inputs break
)

// Finding is what became of one clause.
type Finding struct {
	Clause string `json:"clause"`
	Line   int    `json:"line,omitempty"` // of the loop it was for, in the file as it was; 0: the method
	Fate   Fate   `json:"fate"`
	Why    string `json:"why,omitempty"` // the input that refutes it; the kind of failure
}

// Account is what an engine did on a method: how much it tried, what it gave up and
// why, and what could not be said or proved at all.
type Account struct {
	Tried    int       `json:"tried"`             // candidate clauses looked at
	Held     int       `json:"held"`              // of them, that no run violates
	Asked    int       `json:"asked"`             // questions to the verifier
	WorkMS   int64     `json:"work_ms,omitempty"` // work of the search by its steps, as the time that they take on an idle machine
	Findings []Finding `json:"findings"`
	More     int       `json:"more,omitempty"` // findings beyond the first maxFindings
	Notes    []string  `json:"notes,omitempty"`
	// Clocks are what a clock ended before its limit of steps: on a less busy machine
	// the result may be another.
	Clocks []string `json:"clocks,omitempty"`
}

// maxFindings bounds the findings that are kept.
const maxFindings = 200

// Note files what became of a clause; the first word on a clause stands.
func (a *Account) Note(f Finding) {
	for _, g := range a.Findings {
		if g.Clause == f.Clause && g.Line == f.Line {
			return
		}
	}
	if len(a.Findings) == maxFindings {
		a.More++
		return
	}
	a.Findings = append(a.Findings, f)
}

// Say files what is about no single clause.
func (a *Account) Say(note string) {
	for _, n := range a.Notes {
		if n == note {
			return
		}
	}
	a.Notes = append(a.Notes, note)
}

// Account is what is told of the work on the draft's method.
func (d *Draft) Account() *Account { return &d.a.r.Account }
