package tla

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ensures/tla/syntax"
)

// UnreadableError is a run whose output or exit status means nothing known: a crash
// of the JVM, or a version of TLC that speaks differently. It says nothing about the
// module.
type UnreadableError struct {
	Exit int
	Text string
}

func (e *UnreadableError) Error() string {
	return fmt.Sprintf("tlc ended with status %d and can't be understood: %s", e.Exit, e.Text)
}

// statuses is what the messages that end a run mean.
var statuses = map[int]Status{
	1000: Evaluation, 1001: OutOfMemory, 1002: OutOfMemory, 1005: StackOverflow,
	2104: Assumption, 2105: Evaluation, 2106: Unassigned, 2107: Invariant, 2108: ActionProperty, 2109: Unassigned,
	2110: Invariant, 2111: Evaluation, 2112: ActionProperty, 2113: Evaluation, 2114: Deadlock, 2115: Vacuous, 2116: Temporal, 2132: Assertion,
	5001: Config, 5002: Config, 5003: Config, 5004: Config, 5005: Config, 5006: Config,
}

// exits is what an exit status means where no message says more.
var exits = map[int]Status{10: Assumption, 11: Deadlock, 12: Invariant, 13: Temporal, 75: Evaluation, 76: Evaluation, 77: Evaluation, 151: Config}

func statusOf(code int) Status {
	if code >= 2222 && code <= 2246 || code == 2280 || code == 2281 {
		return Config
	}
	return statuses[code]
}

// place is a range as TLC writes it.
const place = `line (\d+), col (\d+) to line (\d+), col (\d+) of module ([^\s>]+)`

var (
	tlcVersionRE = regexp.MustCompile(`Version (\d+(?:\.\d+)*)`)
	initialRE    = regexp.MustCompile(`(?:with (\d+) of them distinct|([\d,]+) distinct states? generated)`)
	computedRE   = regexp.MustCompile(`^Computed ([\d,]+) initial states`)
	countsRE     = regexp.MustCompile(`(-?[\d,]+) states generated(?: \([^)]*\))?, (-?[\d,]+) distinct states found(?: \([^)]*\))?, (-?[\d,]+) states left on queue`)
	checkedRE    = regexp.MustCompile(`([\d,]+) states (?:checked|generated)`)
	progressRE   = regexp.MustCompile(`^Progress\((\d+)\) at `)
	depthRE      = regexp.MustCompile(`search is (\d+)`)
	coverageRE   = regexp.MustCompile(`^<(\S+) ` + place + `(?: \((\d+) (\d+) (\d+) (\d+)\))?>: (\d+):(\d+)$`)
	nestedRE     = regexp.MustCompile(`(?m)^\d+\. Line (\d+), column (\d+) to line (\d+), column (\d+) in (\S+)`)
	namedRE      = regexp.MustCompile(`^(?:Invariant|Evaluating invariant|Action property|Property|Evaluating action property|Temporal property) (\S+)`)
	unassignedRE = regexp.MustCompile(`not assigned: ([^.]*)\.`)
	placeRE      = regexp.MustCompile(place)
	configLineRE = regexp.MustCompile(`configuration file at line (\d+)`)
	backToRE     = regexp.MustCompile(`^(\d+): Back to state(?:: <(\S+))?`)
)

// Read turns what a run of TLC printed, with -tool or without, into an outcome; the
// modules' texts, where given, name the definition in which an evaluation failed. An
// *UnreadableError is output that means nothing known.
func Read(raw Raw, sources ...Source) (Outcome, error) {
	var ms []message
	if strings.HasPrefix(raw.Stdout, startMark) || strings.Contains(raw.Stdout, "\n"+startMark) {
		ms = toolMessages(raw.Stdout)
	} else {
		ms = plainMessages(raw.Stdout)
	}
	// −1 says that TLC did not tell; 0 would be an answer.
	r := reader{out: Outcome{Initial: -1, Generated: -1, Distinct: -1, Queue: -1, Raw: &raw}}
	for _, m := range ms {
		if err := r.message(m); err != nil {
			return r.out, err
		}
	}
	out, err := r.end(raw)
	locate(&out, sources)
	return out, err
}

// locate names the definition in which an evaluation failed.
func locate(out *Outcome, sources []Source) {
	if out.Failing == nil || len(out.Failing.Stack) == 0 {
		return
	}
	at := out.Failing.Stack[0]
	for _, s := range sources {
		m := syntax.Parse(s.Text)
		if m.Name != at.Module {
			continue
		}
		for _, d := range m.Definitions {
			// Definitions of one line may stand beside each other: the last that begins before
			// the place counts.
			if d.From.Line <= at.Line && at.Line <= d.To.Line && (d.From.Line < at.Line || d.From.Column <= at.Column) {
				out.Failing.Definition = d.Name
			}
		}
	}
}

type reader struct {
	out      Outcome
	finished bool // 2186
	success  bool // 2193
	parsing  bool // between 2220 and 2219
	sany     []string
	simulate bool
	rejected bool // 3002
	fault    message
}

func (r *reader) message(m message) error {
	o := &r.out
	switch m.code {
	case printed:
		if r.parsing {
			r.sany = append(r.sany, m.text)
		} else {
			o.Prints = append(o.Prints, values(m.text)...)
		}
	case 2262:
		if v := tlcVersionRE.FindStringSubmatch(m.text); v != nil {
			o.Version = v[1]
		}
	case 2188:
		r.simulate = true
	case 2220:
		r.parsing = true
	case 2219:
		r.parsing = false

	case 2190:
		if v := initialRE.FindStringSubmatch(m.text); v != nil {
			o.Initial = int(number(v[1] + v[2]))
		}
	case 2269:
		if v := computedRE.FindStringSubmatch(m.text); v != nil {
			o.Initial = int(number(v[1]))
		}
	case 2193:
		r.success = true
	case 2199, 2200, 2209:
		r.counts(m)
	case 2194:
		if v := depthRE.FindStringSubmatch(m.text); v != nil {
			o.Depth = int(number(v[1]))
		}
	case 2186:
		r.finished = true

	case 2201:
		o.Actions = nil // each report counts from the beginning
	case 2772:
		if c, ok := coverage(m.text); ok {
			o.Actions = append(o.Actions, c)
		}
	case 2217:
		r.state(m.text)
	case 2218:
		o.Stuttering = true
	case 2122:
		if v := backToRE.FindStringSubmatch(m.text); v != nil {
			o.Loop, o.LoopAction = int(number(v[1])), v[2]
		}

	case 2103:
		r.failing(m.text)
	case 3002:
		r.rejected = true
	case 1102, 1101, 1103:
		return &UnreadableError{r.out.Raw.Exit, "options that this TLC does not take: " + firstLine(m.text)}
	default:
		r.other(m)
	}
	return nil
}

// other reads errors and warnings.
func (r *reader) other(m message) {
	o := &r.out
	s := statusOf(m.code)
	m.text = withoutFrames(m.text)

	if s == "" && m.severity == 3 {
		if m.code == constraintAndLiveness {
			o.Constrained, m.text = true, constrained
		}
		if m.code != 2401 {
			o.Warnings = append(o.Warnings, m.text)
		}
		return
	}
	// 2121 and 2264 only introduce the trace that follows.
	if s == "" && m.severity != 1 && m.severity != 2 || m.code == 2121 || m.code == 2264 {
		return
	}

	if o.Status != "" { // the first error is the one; what wraps it has more words
		if m.code == 1000 || m.code == 2111 || m.code == 2113 {
			r.subject(m)
		}
		return
	}

	switch {
	case m.code == 1000 && strings.Contains(m.text, "StackOverflowError"):
		s = StackOverflow
	case m.code == 1000 && strings.Contains(m.text, "OutOfMemoryError"):
		s = OutOfMemory
	case strings.Contains(m.text, "Module-Table lookup failure"):
		s, m.text = Syntax, "The file holds no module."
	case s == "":
		if s = exits[o.Raw.Exit]; s == "" {
			s = Evaluation
		}
	}

	o.Status, o.Message, r.fault = s, strings.TrimSpace(m.text), m
	r.subject(m)

	switch m.code {
	case 2107, 2108:
		head, body, _ := strings.Cut(m.text, "\n")
		o.Message = strings.TrimSuffix(head, ":")
		o.Trace = []State{{Number: 1, Action: initialAction, Vars: variables(body)}}
	case 2106, 2109:
		if v := unassignedRE.FindStringSubmatch(m.text); v != nil {
			o.Unassigned = strings.FieldsFunc(v[1], func(c rune) bool { return c == ',' || c == ' ' })
		}
	}

	p := Problem{Kind: RunError, Code: m.code, Text: o.Message}
	if s == Config {
		p.Kind = ConfigError
		if v := configLineRE.FindStringSubmatch(m.text); v != nil {
			p.Line = int(number(v[1]))
		} else if v := placeRE.FindStringSubmatch(m.text); v != nil {
			p.Range = rangeOf(v[1:])
		}
	} else if s == Syntax {
		p.Kind = NoModule
	} else if v := placeRE.FindStringSubmatch(m.text); v != nil {
		p.Range = rangeOf(v[1:])
	}
	o.Problems = append(o.Problems, p)
}

// constraintAndLiveness is the number of the warning that constraints and temporal
// properties don't go together.
const constraintAndLiveness = 2284

// constrained is that warning in short.
const constrained = "temporal properties are checked under a constraint, which cuts behaviors off"

// unconstrained takes that warning back: the one constraint is the budget's, which lets
// all states pass unless the outcome is Partial.
func (o *Outcome) unconstrained() {
	o.Constrained = false
	o.Warnings = slices.DeleteFunc(o.Warnings, func(w string) bool { return w == constrained })
}

// frameRE is a line of a Java stack trace.
var frameRE = regexp.MustCompile(`(?m)^\s+(?:at [\w.$/<>-]+\(.*\)|\.\.\. \d+ more)[ \t]*\n?`)

// withoutFrames is a message without the stack traces in it: they speak of TLC's program,
// not of the module.
func withoutFrames(text string) string { return frameRE.ReplaceAllString(text, "") }

// subject is the invariant or property that a message names.
func (r *reader) subject(m message) {
	if v := namedRE.FindStringSubmatch(m.text); v != nil && r.out.Violated == "" {
		r.out.Violated = strings.TrimSuffix(v[1], ".")
	}
}

func (r *reader) counts(m message) {
	o := &r.out
	if v := countsRE.FindStringSubmatch(m.text); v != nil {
		o.Generated, o.Distinct, o.Queue = number(v[1]), number(v[2]), number(v[3])
	} else if v := checkedRE.FindStringSubmatch(m.text); v != nil {
		o.Generated = number(v[1])
	}
	if v := progressRE.FindStringSubmatch(m.text); v != nil {
		o.Depth = int(number(v[1]))
	}
}

func coverage(text string) (Coverage, bool) {
	v := coverageRE.FindStringSubmatch(text)
	if v == nil {
		return Coverage{}, false
	}
	c := Coverage{Name: v[1], Range: rangeOf(v[2:7]), Distinct: number(v[11]), Generated: number(v[12])}
	if v[7] != "" {
		c.Part = true
		c.Range = rangeOf(append(v[7:11:11], c.Module))
	}
	return c, true
}

// failing reads the nested expressions of an evaluation error.
func (r *reader) failing(text string) {
	var f Failing
	for _, v := range nestedRE.FindAllStringSubmatch(text, -1) {
		f.Stack = append(f.Stack, rangeOf(v[1:]))
	}
	if len(f.Stack) > 0 {
		f.Range = f.Stack[len(f.Stack)-1]
		r.out.Failing = &f
	}
}

// end decides on the status, which must fit how the process ended.
func (r *reader) end(raw Raw) (Outcome, error) {
	o := &r.out
	said := strings.Join(r.sany, "\n")
	sany := readSANY(said, raw.Stderr)
	o.Untranslated = strings.Contains(said, "no TLA+ translation block for it could be found")
	// SANY's reports count as problems only where TLC rejected the module for them.
	for _, p := range sany.Problems {
		if p.Kind == Warning {
			o.Warnings = append(o.Warnings, p.Text)
		} else if r.rejected {
			o.Problems = append(o.Problems, p)
		}
	}

	if o.Failing != nil {
		o.Failing.Definition = actionAt(o.Actions, o.Failing.Stack[0])
		for i := range o.Problems {
			if p := &o.Problems[i]; p.Kind == RunError && p.Line == 0 {
				p.Range = o.Failing.Range
			}
		}
	}

	diffs(o.Trace)
	// 124 and 137 are what a shell gives for a time limit and a kill.
	killed := raw.TimedOut || raw.Exit == 124 || raw.Exit == 137
	// The order matters: what TLC said itself comes before what can be seen from
	// outside.
	switch {
	case r.rejected:
		// Rejected, and no reason was understood: the module must not pass for right, nor the
		// tool for working.
		if o.Status = sany.Status; o.Status == OK || o.Status == "" {
			return *o, &UnreadableError{raw.Exit, "the module was rejected without a reason: " + firstLine(strings.Join(r.sany, "\n"))}
		}
		if len(o.Problems) > 0 {
			o.Message = o.Problems[0].Text
		}
	case o.Status != "":
		// An error with status 0 contradicts itself (-continue does that): neither is believed.
		if raw.Exit == 0 {
			return *o, &UnreadableError{raw.Exit, "status 0 with the error: " + firstLine(o.Message)}
		}
		return *o, nil
	case killed && !r.finished:
		o.Status, o.Message = Timeout, "no answer within the time limit"
		return *o, nil
	case strings.Contains(raw.Stderr, "OutOfMemoryError"):
		o.Status, o.Message = OutOfMemory, "Java ran out of memory"
		return *o, nil
	case raw.Truncated:
		return *o, &UnreadableError{raw.Exit, "too much output; its end is missing"}
	// Neither an error nor an end: nothing that was printed before says how it would
	// have gone on.
	case raw.Exit != 0 || !r.finished:
		return *o, &UnreadableError{raw.Exit, firstLine(raw.Stderr + "\n" + lastLines(raw.Stdout))}
	case r.simulate:
		o.Status, o.Message = Partial, "no error found in the simulated behaviors"
		if o.Initial == 0 {
			o.Status, o.Message = Vacuous, vacuous
		}
	case !r.success || o.Initial < 0 || o.Queue < 0:
		return *o, &UnreadableError{raw.Exit, "no result: " + firstLine(lastLines(raw.Stdout))}
	case o.Initial == 0 || o.Distinct == 0:
		o.Status, o.Message = Vacuous, vacuous
	case o.Queue > 0:
		o.Status, o.Message = Partial, fmt.Sprintf("no error found; %d states were left unexplored", o.Queue)
	default:
		o.Status = OK
	}
	return *o, nil
}

const vacuous = "there is no initial state, so every property holds of nothing"

// actionAt is the name of the action whose body a place is in: the last one that
// begins before it in its module.
func actionAt(actions []Coverage, at Range) string {
	best := Coverage{}
	for _, a := range actions {
		if a.Module == at.Module && (a.Line < at.Line || a.Line == at.Line && a.Column <= at.Column) && (a.Line > best.Line || a.Line == best.Line && a.Column >= best.Column) {
			best = a
		}
	}
	return best.Name
}

// rangeOf reads line, column, end line, end column, module.
func rangeOf(v []string) Range {
	return Range{Line: int(number(v[0])), Column: int(number(v[1])), EndLine: int(number(v[2])), EndColumn: int(number(v[3])), Module: v[4]}
}

func number(s string) int64 {
	n, _ := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	return n
}

// values splits what was printed between messages into values, each of which may go
// over several lines.
func values(text string) []string {
	var all, open []string
	level := 0 // strings are printed with escapes, so none goes over a line's end
	for line := range strings.SplitSeq(text, "\n") {
		if len(open) == 0 && strings.TrimSpace(line) == "" {
			continue
		}
		open = append(open, line)
		if level += depth(line); level > 0 {
			continue
		}
		all = append(all, strings.Join(open, "\n"))
		open, level = nil, 0
	}
	return append(all, open...)
}

// depth counts brackets that are open at the end of printed values.
func depth(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			// Brackets in strings are text.
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case c == '[' || c == '{' || c == '(' || strings.HasPrefix(s[i:], "<<"):
			n++
			if c == '<' {
				i++
			}
		case c == ']' || c == '}' || c == ')' || strings.HasPrefix(s[i:], ">>"):
			n--
			if c == '>' {
				i++
			}
		}
	}
	return n
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if s == "" {
		return "it said nothing"
	}
	return s
}

func lastLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "@!@!@") })
	return strings.Join(lines[max(0, len(lines)-3):], " | ")
}
