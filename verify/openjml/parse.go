package openjml

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify"
)

// OpenJML's exit statuses.
const (
	exitOK       = 0
	exitErrors   = 1 // syntax or type errors, or an internal crash
	exitOptions  = 2
	exitSystem   = 3
	exitAbnormal = 4
	exitVerify   = 6 // verification failures, and solver time-outs
)

// CrashError is a failure of OpenJML itself: it says nothing about the program.
type CrashError struct {
	Exit int
	Text string // first line that tells
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("openjml failed (exit status %d): %s", e.Exit, e.Text)
}

// progress is the option that makes OpenJML say what it does.
const progress = "-progress"

var (
	workedRE   = regexp.MustCompile(`(?m)^(Completed prov|Completed proof of |Summary:)`)
	diagRE     = regexp.MustCompile(`^(.+?\.java):(\d+): (verify|error|warning|[Nn]ote): (.*)$`)
	assertRE   = regexp.MustCompile(`^The prover cannot establish an assertion \((\w+)(?:: .+?:(\d+):)?\) in method ([^:\s]+)(?:: ?(.*))?$`)
	assocRE    = regexp.MustCompile(`^Associated declaration: .+?:(\d+):`)
	unknownRE  = regexp.MustCompile(`^Validity is unknown`)
	countRE    = regexp.MustCompile(`^\d+ (verification failures?|errors?|warnings?)$`)
	progressRE = regexp.MustCompile(`^(Proving methods in |Starting proof of |Skipping |Completed prov|Completed proof of |Method assertions are |Summary:|\s+(Valid|Invalid|Infeasible|Timeout|Error|Skipped):|\s*TOTAL METHODS:|\s*Classes:|\s*Model (Classes|methods):|\s*DURATION:|Note: |.+ Method assertions are |Feasibility check )`)
)

// Parse reads what a run printed. The source gives columns and clauses; it may be
// empty. A run that was asked to say what it does must have said it.
func Parse(raw verify.Raw, source string) (verify.Outcome, error) {
	switch raw.Exit {
	case exitOptions, exitSystem, exitAbnormal, -1:
		return verify.Outcome{}, &CrashError{raw.Exit, firstLine(raw.Stdout + raw.Stderr)}
	}

	text := strings.ReplaceAll(raw.Stdout+raw.Stderr, "\r\n", "\n")
	if strings.Contains(text, "catastrophic JML internal error") || strings.Contains(text, "Exception in thread") {
		return verify.Outcome{}, &CrashError{raw.Exit, crashLine(text)}
	}

	asked := ""
	for _, a := range raw.Argv {
		if m, ok := strings.CutPrefix(a, "--method="); ok {
			asked = m
		}
	}
	var skipped []string
	out := verify.Outcome{Verdict: verify.Verified}
	src := java.SplitLines(source)
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		l := strings.TrimRight(lines[i], " ")
		m := diagRE.FindStringSubmatch(l)
		if m == nil {
			// What is passed over is known by its form: any other line may say that something
			// failed.
			if strings.HasPrefix(l, "Skipping ") {
				skipped = append(skipped, l)
			}
			if l == "" || countRE.MatchString(l) || progressRE.MatchString(lines[i]) || continuation(lines[i]) {
				continue
			}
			if strings.HasPrefix(l, "error: ") || strings.HasPrefix(l, "Usage:") {
				return verify.Outcome{}, &CrashError{raw.Exit, l}
			}
			return verify.Outcome{}, &CrashError{raw.Exit, "unreadable line: " + l}
		}

		line, _ := strconv.Atoi(m[2])
		col := 0
		// Two lines follow, the source's and the caret that tells the column.
		if i+2 < len(lines) && strings.TrimSpace(lines[i+2]) == "^" {
			col = strings.IndexByte(lines[i+2], '^') + 1
			i += 2
		}

		d := verify.Diagnostic{Line: line, Column: col, Severity: verify.Error, Message: m[4]}

		switch m[3] {
		case "note", "Note":
			continue
		case "warning":
			d.Kind, d.Severity, d.Stage = verify.SpecificationWarning, verify.Warning, "check"
			out.Warnings = append(out.Warnings, d)
			continue
		case "error":
			d.Stage, d.Verdict = "check", verify.Malformed
			d.Kind = errorKind(m[4])
			if d.Kind == verify.SyntaxError {
				d.Stage = "parse"
			}
		// An associated line belongs to the diagnostic before it.
		case "verify":
			if a := assocRE.FindStringSubmatch(m[4]); a != nil {
				associate(out.Diagnostics, line, col, src)
				continue
			}

			d.Stage = "prove"
			switch a := assertRE.FindStringSubmatch(m[4]); {
			case a != nil:
				d.Kind, d.Method.Name, d.Verdict = verify.Kind(a[1]), a[3], verify.Refuted
				if a[2] != "" {
					d.AssociatedLine, _ = strconv.Atoi(a[2])
				}
			case unknownRE.MatchString(m[4]):
				d.Kind, d.Verdict = verify.Timeout, verify.Unknown
			case strings.HasPrefix(m[4], "Precondition conjunct is false"), strings.HasPrefix(m[4], "Associated method exit"):
				continue
			default:
				return verify.Outcome{}, &CrashError{raw.Exit, "unreadable line: " + l}
			}
		}

		out.Diagnostics = append(out.Diagnostics, d)
		out.Verdict = verify.Join(out.Verdict, d.Verdict)
	}
	if err := statusFits(raw, text, out.Verdict); err != nil {
		return verify.Outcome{}, err
	}
	out.Methods = methods(source, out.Diagnostics, out.Verdict, func(m *types.Method) verify.Verdict {
		switch {
		case asked != "" && !verify.MethodMatches(m, asked):
			return verify.InvalidVerdict
		case slices.ContainsFunc(skipped, func(l string) bool { return strings.Contains(l, "."+m.Name+"(") || strings.HasSuffix(l, "."+m.Name) }):
			return verify.Unsupported
		}
		return verify.Verified
	})
	for _, m := range out.Methods {
		out.Verdict = verify.Join(out.Verdict, m.Verdict)
	}
	return out, nil
}

// associate tells the last diagnostic where the clause stands that it is about.
func associate(list []verify.Diagnostic, line, col int, src []string) {
	if len(list) == 0 {
		return
	}
	d := &list[len(list)-1]
	d.AssociatedColumn = col
	if d.AssociatedLine == 0 {
		d.AssociatedLine = line
	}
	if line >= 1 && line <= len(src) {
		d.Clause = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(src[line-1]), "/*@"))
	}
}

// statusFits returns an error where a run's exit status does not go with what it
// printed: silence is success only with status 0, and not where the run was asked to
// say what it proved.
func statusFits(raw verify.Raw, text string, v verify.Verdict) error {
	switch {
	case raw.Exit == exitOK && v == verify.Verified && slices.Contains(raw.Argv, progress) && !workedRE.MatchString(text):
		return &CrashError{raw.Exit, "it proved nothing: it does not say of any method that its proof is completed"}
	case raw.Exit == exitOK && v == verify.Verified:
	case raw.Exit == exitErrors && v == verify.Malformed:
	case raw.Exit == exitVerify && (v == verify.Refuted || v == verify.Unknown):
	default:
		return &CrashError{raw.Exit, "exit status does not fit the output: " + firstLine(text)}
	}
	return nil
}

// A prover that "cannot establish" something has not refuted it: the verdict says
// refuted as OpenJML means it, an assertion with a counterexample of the solver's.

// continuation recognises the source line and caret under a diagnostic, and the
// indented detail lines of javac.
func continuation(l string) bool {
	return strings.HasPrefix(l, " ") || strings.HasPrefix(l, "\t")
}

func errorKind(msg string) verify.Kind {
	for _, s := range []string{"expected", "illegal start", "Incorrectly formed", "backslash token", "not allowed here", "must immediately precede",
		"unclosed", "reached end of file", "not a statement", "missing semicolon", "identifier"} {
		if strings.Contains(msg, s) {
			return verify.SyntaxError
		}
	}
	return verify.TypeError
}

// methods lists the methods with bodies of the source and their verdicts, and gives
// each diagnostic, which has OpenJML's bare name of a method, the key of the method
// that it is about. silent is what it means that nothing is said of a method; no verdict
// at all leaves it out.
func methods(source string, ds []verify.Diagnostic, file verify.Verdict, silent func(*types.Method) verify.Verdict) []verify.MethodOutcome {
	if file == verify.Malformed || source == "" {
		return nil
	}
	f, _ := java.Parse("", source)
	if f == nil {
		return nil
	}
	prog, _ := types.Check(types.NewLibrary(classlib.FS), f) // a mistake of ours is none of OpenJML's
	if prog == nil || len(prog.Units) == 0 {
		return nil
	}

	var out []verify.MethodOutcome
	java.Walk(f, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if !ok {
			return true
		}
		m := prog.Units[0].Info.Methods[d]
		if m == nil || d.Body == nil {
			return true
		}
		// Of what it was not asked about, or has passed over, it says nothing either.
		said := silent(m)
		if said == verify.InvalidVerdict {
			return true
		}
		at := f.Position(d.Name.From)
		mo := verify.MethodOutcome{Method: verify.KeyOf(m), Line: at.Line, Column: at.Column, Verdict: said}
		from, to := f.Position(d.From).Line, f.Position(d.To).Line
		within := func(line int) bool { return from <= line && line <= to }
		for i := range ds {
			x := &ds[i]
			// Methods of one name are told apart by their lines.
			named := x.Method.Name == d.Name.Name && x.Method.Class == ""
			if named && (within(x.Line) || within(x.AssociatedLine)) || x.Method.IsZero() && within(x.Line) {
				x.Method = mo.Method
				mo.Verdict = verify.Join(mo.Verdict, x.Verdict)
			}
		}
		out = append(out, mo)
		return true
	})
	return out
}

func firstLine(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i]
	}
	if s == "" {
		return "no output"
	}
	return s
}

func crashLine(s string) string {
	for _, l := range strings.Split(s, "\n") {
		if strings.Contains(l, "catastrophic") || strings.Contains(l, "Exception") {
			return strings.TrimSpace(l)
		}
	}
	return firstLine(s)
}
