package tla

import (
	"regexp"
	"strconv"
	"strings"
)

// message is one thing that TLC said. In tool mode it is framed and has a number and
// a severity; in plain output the number is found by its text, and severity is 0.
type message struct {
	code     int
	severity int // 0 none, 1 error, 2 internal error, 3 warning, 4 state
	text     string
}

// printed is the code of what stands between messages: values of PrintT, and in
// tool mode what SANY says.
const printed = -1

const (
	startMark = "@!@!@STARTMSG "
	endMark   = "@!@!@ENDMSG "
)

var markRE = regexp.MustCompile(`@!@!@STARTMSG (-?\d+)(?::(\d+))? @!@!@$`)

// toolMessages reads framed output. A message inside another comes before it, and its
// text is a part of the outer one's.
func toolMessages(out string) []message {
	var all []message
	var open []message
	var loose []string

	flush := func() {
		if len(loose) > 0 {
			all = append(all, message{code: printed, text: strings.Join(loose, "\n")})
			loose = nil
		}
	}

	for line := range strings.SplitSeq(strings.ReplaceAll(out, "\r\n", "\n"), "\n") {
		switch at := strings.Index(line, startMark); {
		// A message begins on a line of its own, or in the middle of one where another is open.
		// What a module prints has no such line: its strings are printed with escapes.
		case at == 0 || at > 0 && len(open) > 0:
			m := markRE.FindStringSubmatch(line)
			if m == nil {
				break
			}
			flush()
			if at > 0 {
				open[len(open)-1].text += line[:at] + "\n"
			}

			code, _ := strconv.Atoi(m[1])
			if code < 0 { // TLC has lost the code of an error, as it can in simulation
				code = 1000
			}
			severity, _ := strconv.Atoi(m[2])
			open = append(open, message{code: code, severity: severity})
			continue

		case at < 0 && strings.HasPrefix(line, endMark) && len(open) > 0:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			last.text = strings.TrimSuffix(last.text, "\n")
			all = append(all, last)
			// A message inside another one belongs to both: the outer one's text refers
			// to it.
			if len(open) > 0 {
				outer := &open[len(open)-1]
				outer.text = strings.TrimSuffix(outer.text, "\n") + last.text + "\n"
			}
			continue
		}

		if len(open) > 0 {
			open[len(open)-1].text += line + "\n"
		} else {
			loose = append(loose, line)
		}
	}

	flush()
	return all // a message that was cut off is not one
}

// plainForm is how a message begins in plain output.
type plainForm struct {
	code  int
	lines bool // it goes on over the lines that follow
	re    *regexp.Regexp
}

var plainForms = []plainForm{
	{2262, false, regexp.MustCompile(`^TLC2 Version `)},
	{2187, false, regexp.MustCompile(`^Running (?:breadth|depth)-first search `)},
	{2188, false, regexp.MustCompile(`^Running Random Simulation `)},
	{2401, false, regexp.MustCompile(`^Please run the Java VM which executes TLC`)},
	{2185, false, regexp.MustCompile(`^Starting\.\.\. \(`)},
	{2212, false, regexp.MustCompile(`^Implied-temporal checking--`)},
	{2189, false, regexp.MustCompile(`^Computing initial states\.\.\.`)},
	{2190, false, regexp.MustCompile(`^Finished computing initial states: `)},
	{2269, false, regexp.MustCompile(`^Computed \d+ initial states`)},
	{2200, false, regexp.MustCompile(`^Progress\(\d+\) at `)},
	{2209, false, regexp.MustCompile(`^Progress\(-1\) at |^Progress: `)},
	{2192, false, regexp.MustCompile(`^Checking (?:\d+ branches of )?temporal properties for the `)},
	{2267, false, regexp.MustCompile(`^Finished checking temporal properties in `)},
	{2193, true, regexp.MustCompile(`^Model checking completed\. No error has been found\.`)},
	{2199, false, regexp.MustCompile(`^-?\d[\d,]* states generated, -?\d[\d,]* distinct states found, -?\d[\d,]* states left on queue\.`)},
	{2194, false, regexp.MustCompile(`^The depth of the complete state graph search is `)},
	{2268, false, regexp.MustCompile(`^The average outdegree of the complete state graph is `)},
	{2186, false, regexp.MustCompile(`^Finished in \S+ at \(`)},
	{2201, false, regexp.MustCompile(`^The coverage statistics at `)},
	{2202, false, regexp.MustCompile(`^End of statistics`)},
	{2773, false, regexp.MustCompile(`^<\S+ line \d+, col \d+ to line \d+, col \d+ of module \S+>: \d+:\d+$`)},
	{2217, true, regexp.MustCompile(`^State \d+: <`)},
	{2218, false, regexp.MustCompile(`^State \d+: Stuttering`)},
	{2122, false, regexp.MustCompile(`^Back to state `)},
	{2221, false, regexp.MustCompile(`^  \|*line \d+, col \d+ to line \d+, col \d+ of module \S+: \d+`)},
}

// errorForms tell the number of an error by its text; they are looked for anywhere in
// it, the first that fits counts.
var errorForms = []plainForm{
	{5006, true, regexp.MustCompile(`TLC found an error in the configuration file at line`)},
	{5001, true, regexp.MustCompile(`TLC encountered the following error when trying to read the configuration file`)},
	{2132, true, regexp.MustCompile(`The first argument of Assert evaluated to FALSE`)},
}

var plainErrors = []plainForm{
	{1005, true, regexp.MustCompile(`^This was a Java StackOverflowError|^Java StackOverflowError`)},
	{1001, true, regexp.MustCompile(`^Java ran out of memory`)},
	{1000, true, regexp.MustCompile(`^TLC threw an unexpected exception|^In computing initial states, `)},
	{2103, true, regexp.MustCompile(`^The error occurred when TLC was evaluating the nested`)},
	{2104, true, regexp.MustCompile(`^Assumption .* is false\.`)},
	{2105, true, regexp.MustCompile(`^Evaluating assumption `)},
	{2107, true, regexp.MustCompile(`^Invariant .* is violated by the initial state`)},
	{2108, true, regexp.MustCompile(`^Property .* is violated by the initial state`)},
	{2109, true, regexp.MustCompile(`^Successor state is not completely specified by`)},
	{2110, true, regexp.MustCompile(`^Invariant .* is violated\.`)},
	{2111, true, regexp.MustCompile(`^Evaluating invariant .* failed`)},
	{2112, true, regexp.MustCompile(`^Action property .* is violated`)},
	{2113, true, regexp.MustCompile(`^Evaluating action property .* failed`)},
	{2114, true, regexp.MustCompile(`^Deadlock reached`)},
	{2116, true, regexp.MustCompile(`^Temporal properties were violated`)},
	{2121, true, regexp.MustCompile(`^The behavior up to this point is`)},
	{2222, true, regexp.MustCompile(`^The constant parameter .* is not assigned a value`)},
	{2229, true, regexp.MustCompile(`specified in the configuration file\n?.*is not defined in the specification`)},
	{2264, true, regexp.MustCompile(`^The following behavior constitutes a counter-example`)},
	{3002, true, regexp.MustCompile(`^Parsing or semantic analysis failed`)},
}

// plainMessages reads the output of a run without -tool.
func plainMessages(out string) []message {
	var all []message
	var loose []string
	var open *message
	sany := false

	flush := func() {
		if len(loose) > 0 {
			all = append(all, message{code: printed, text: strings.Join(loose, "\n")})
			loose = nil
		}
		if open != nil {
			all = append(all, nested(*open)...)
			open = nil
		}
	}

	// The frames are missing here, so that a line's beginning decides what it is; what fits
	// nothing belongs to the message that is open.
	for line := range strings.SplitSeq(strings.ReplaceAll(out, "\r\n", "\n"), "\n") {
		code, more := plainCode(line)
		if sany && code != 2185 { // SANY's words may look like anything
			loose = append(loose, line)
			continue
		}

		switch {
		case strings.HasPrefix(line, "Parsing file ") && code == 0:
			flush()
			all = append(all, message{code: 2220})
			sany = true
			loose = append(loose, line)
		case code == 2185:
			flush()
			if sany {
				all = append(all, message{code: 2219})
			}
			sany = false
			all = append(all, message{code: code, text: line})
		case strings.HasPrefix(line, "Error: "):
			flush()
			open = &message{severity: 1, text: strings.TrimPrefix(line, "Error: ") + "\n"}
		case strings.HasPrefix(line, "Warning: "):
			flush()
			open = &message{code: 2401, severity: 3, text: strings.TrimPrefix(line, "Warning: ") + "\n"}
		case code != 0:
			flush()
			text := line
			if code == 2217 || code == 2218 {
				text = strings.TrimPrefix(line, "State ")
			}
			if code == 2122 {
				text = backRE.ReplaceAllString(line, "$1: Back to state: $2")
			}
			if more {
				open = &message{code: code, text: text + "\n"}
			} else {
				all = append(all, message{code: code, text: text})
			}
		case open != nil:
			if line == "" && (open.code == 2217 || open.code == 2193) {
				flush()
				continue
			}
			open.text += line + "\n"
		default:
			loose = append(loose, line)
		}
	}

	flush()
	return all
}

var backRE = regexp.MustCompile(`^Back to state (\d+)(?:: (<.*>))?.*$`)

func plainCode(line string) (int, bool) {
	for _, f := range plainForms {
		if f.re.MatchString(line) {
			return f.code, f.lines
		}
	}
	return 0, false
}

// nested gives a plain error its number, and the one inside it a message of its own.
func nested(m message) []message {
	m.text = strings.TrimSuffix(m.text, "\n")
	if m.code != 0 {
		return []message{m}
	}
	m.code = 1000
	for _, f := range plainErrors {
		if f.re.MatchString(m.text) {
			m.code = f.code
			break
		}
	}
	for _, f := range errorForms {
		if at := f.re.FindStringIndex(m.text); at != nil {
			return []message{{code: f.code, text: m.text[at[0]:]}, m}
		}
	}
	return []message{m}
}
