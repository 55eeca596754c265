package tla

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ensures/sandbox"
	"ensures/tla/syntax"
)

// Source is a module's text. Its file is Name with .tla; an empty Name is read from
// the text.
type Source struct {
	Name string
	Text string
}

// Job is a question for TLC. Zero limits are the defaults.
type Job struct {
	Module Source   // the root module
	Extra  []Source // modules that it extends or instantiates
	// Library are folders in which further modules are looked for.
	Library []string

	// Config is the text of the configuration file. When empty it is written from the
	// fields that follow.
	Config        string
	Specification string // a temporal formula; empty: Init and Next
	Init, Next    string // default "Init" and "Next"; not used with Specification
	Constants     []Constant
	Invariants    []string
	Properties    []string
	Constraints   []string
	ActionLimits  []string // ACTION_CONSTRAINTs
	View          string
	Symmetry      string

	// Deadlock makes a state without successor an error.
	Deadlock bool
	Simulate *Simulation // random behaviors in place of all states
	Depth    int         // of simulated behaviors; TLC's default is 100
	Workers  int         // default 1
	// NoCoverage leaves out the coverage of actions, which costs time where expressions
	// are long.
	NoCoverage bool
	Continue   bool // go on after a violation; TLC then ends with status 0
	// FullJIT lets the JVM optimise as for a long run. Without it a run of some seconds
	// is several times as fast.
	FullJIT bool
	Seed    int64 // of random choices; 0 is TLC's own

	// Budget ends the exploration after so many seconds in order: with coverage, and
	// Partial if nothing was found.
	Budget   time.Duration
	Timeout  time.Duration // the run is killed after it; default one minute, and half more than the budget
	MemoryMB int           // of the JVM's heap; default 2048
	StackMB  int           // of a thread; default 16
	// Dump asks for all distinct states, as Outcome.Raw can't hold them: the path of a
	// file to write.
	Dump string
	// Properties of the JVM ("tlc2.tool.queue.IStateQueue=StateDeque") and further options of
	// TLC.
	JVM  []string
	Args []string
}

// Constant is a constant's value: a number, a string, a model value, a set of such, any
// other constant expression over the module's names, or with Defined the name of a
// definition.
type Constant struct {
	Name    string
	Value   string
	Defined bool // Name <- Value
}

// Simulation asks for random behaviors.
type Simulation struct {
	Num int // behaviors; must be positive
}

const (
	defaultTimeout = time.Minute
	maxOutput      = 64 << 20
)

var moduleRE = regexp.MustCompile(`(?m)^[ \t]*-{4,}[ \t]*MODULE[ \t]+([A-Za-z0-9_]+)[ \t]*-{4,}`)

// InputError is a job that can't be run as it is: no module's name, a text that is
// not UTF-8, a file name that would leave the scratch folder.
type InputError struct {
	Name string
	Why  string
}

func (e *InputError) Error() string {
	if e.Name == "" {
		return e.Why
	}
	return e.Name + ": " + e.Why
}

var nameRE = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

// name is the source's module name.
func (s Source) name() (string, error) {
	name := strings.TrimSuffix(s.Name, ".tla")
	if name == "" {
		m := moduleRE.FindStringSubmatch(s.Text)
		if m == nil {
			return "", &InputError{"", "there is no line `---- MODULE Name ----` in the module"}
		}
		name = m[1]
	}
	// The name becomes a file's: a slash in it would leave the scratch folder.
	if !nameRE.MatchString(name) {
		return "", &InputError{s.Name, "is no name of a module"}
	}
	if at := badUTF8(s.Text); at >= 0 {
		return "", &InputError{name, fmt.Sprintf("line %d is not UTF-8", 1+strings.Count(s.Text[:at], "\n"))}
	}
	return name, nil
}

// badUTF8 is where a text stops being UTF-8, or −1.
func badUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		// The replacement character itself may stand in a text.
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)) {
			return i
		}
	}
	return -1
}

// Check runs TLC, and once more where it tells of an evaluation that failed and not of the
// states that led there. What TLC says of the module, good or bad, is an Outcome; an error
// is a job that can't be run (*InputError), a tool that isn't there, output that can't be
// understood, or the context's.
func (t Toolchain) Check(ctx context.Context, j Job) (Outcome, error) {
	sources, place, problem, err := t.readable(ctx, append([]Source{j.Module}, j.Extra...))
	if err != nil {
		return Outcome{}, err
	}
	if problem != nil {
		return Outcome{Status: Syntax, Message: problem.Text, Problems: []Problem{*problem}, Initial: -1, Generated: -1, Distinct: -1, Queue: -1,
			Version: t.Version, Advice: "Mend the algorithm there; the translator says what it expected."}, nil
	}
	j.Module, j.Extra = sources[0], sources[1:]

	out, err := t.check(ctx, j)
	if err == nil {
		err = t.reproduce(ctx, j, &out)
	}
	out.moved(place)
	return out, err
}

// check is one run of TLC.
func (t Toolchain) check(ctx context.Context, j Job) (Outcome, error) {
	dir, remove, err := sandbox.TempDir("tla")
	if err != nil {
		return Outcome{}, err
	}
	defer remove()
	sources := append([]Source{j.Module}, j.Extra...)

	// Whether a constraint is the user's: wrap may add one of ours, for the budget, which cuts
	// nothing off unless the outcome is Partial.
	own, said := len(j.Constraints)+len(j.ActionLimits) > 0, j.Config
	if said != "" {
		said := sections(said)
		own = len(said["CONSTRAINT"])+len(said["CONSTRAINTS"])+len(said["ACTION_CONSTRAINT"])+len(said["ACTION_CONSTRAINTS"]) > 0
	}
	if j, err = j.wrap(); err != nil {
		return Outcome{}, err
	}

	root, err := write(dir, append([]Source{j.Module}, j.Extra...))
	if err != nil {
		return Outcome{}, err
	}
	config := j.Config
	if config == "" {
		config = j.WriteConfig()
	}
	if at := badUTF8(config); at >= 0 {
		return Outcome{}, &InputError{"the configuration", fmt.Sprintf("line %d is not UTF-8", 1+strings.Count(config[:at], "\n"))}
	}
	if err := os.WriteFile(filepath.Join(dir, root+".cfg"), []byte(config), 0o600); err != nil {
		return Outcome{}, err
	}

	raw, elapsed, err := t.run(ctx, dir, j, append([]string{"tlc2.TLC"}, t.options(dir, root, j)...))
	if err != nil {
		return Outcome{Raw: &raw}, err
	}
	out, err := Read(raw, sources...)
	out.explain(sources, said)
	out.Warnings = append(out.Warnings, unknownConstants(sources, j)...)
	out.Elapsed = elapsed

	if out.Constrained && !own {
		out.unconstrained()
	}
	if out.Constrained && out.Status == OK {
		// Whether the constraint cuts anything off TLC does not say.
		out.Status, out.Message = Partial, constrained
	}
	if out.Status == Temporal && out.Violated == "" && j.Config == "" && len(j.Properties) == 1 {
		out.Violated = j.Properties[0] // TLC does not name it
	}
	if out.Version == "" {
		out.Version = t.Version
	}
	return out, err
}

// unknownConstants warns of values for constants that are nowhere declared, which TLC
// takes without a word.
func unknownConstants(sources []Source, j Job) []string {
	// Modules of a library are not read here, and may declare them.
	if len(j.Constants) == 0 || len(j.Library) > 0 {
		return nil
	}
	known := map[string]bool{}
	for _, s := range sources {
		m := syntax.Parse(s.Text)
		for _, d := range m.Constants {
			known[d.Name] = true
		}
		for _, d := range m.Definitions {
			known[d.Name] = true
		}
	}
	var all []string
	for _, c := range j.Constants {
		if !known[c.Name] {
			all = append(all, "no module declares the constant "+c.Name+", so its value was not used")
		}
	}
	return all
}

// Parse runs SANY alone over modules; the first is the root.
func (t Toolchain) Parse(ctx context.Context, sources []Source) (SyntaxOutcome, error) {
	if len(sources) == 0 {
		return SyntaxOutcome{}, &InputError{"", "there is no module to parse"}
	}
	sources, place, problem, err := t.readable(ctx, sources)
	if err != nil {
		return SyntaxOutcome{}, err
	}
	if problem != nil {
		return SyntaxOutcome{Status: Syntax, Problems: []Problem{*problem}}, nil
	}

	dir, remove, err := sandbox.TempDir("tla")
	if err != nil {
		return SyntaxOutcome{}, err
	}
	defer remove()
	root, err := write(dir, sources)
	if err != nil {
		return SyntaxOutcome{}, err
	}
	raw, elapsed, err := t.run(ctx, dir, Job{}, []string{"tla2sany.SANY", root + ".tla"})
	if err != nil {
		return SyntaxOutcome{Raw: &raw}, err
	}

	out, err := ReadSANY(raw)
	out.Elapsed = elapsed
	for i := range out.Problems {
		if place != nil {
			out.Problems[i].Range = place(out.Problems[i].Range)
		}
	}
	return out, err
}

// write puts the modules into the folder and gives the first one's name.
func write(dir string, sources []Source) (string, error) {
	root := ""
	for i, s := range sources {
		name, err := s.name()
		if err != nil {
			return "", err
		}
		if i == 0 {
			root = name
		} else if name == root {
			return "", &InputError{name, "is there twice"}
		}
		if err := os.WriteFile(filepath.Join(dir, name+".tla"), []byte(s.Text), 0o600); err != nil {
			return "", err
		}
	}
	return root, nil
}

// options are TLC's.
func (t Toolchain) options(dir, root string, j Job) []string {
	args := []string{"-tool", "-metadir", filepath.Join(dir, "states"), "-workers", strconv.Itoa(max(1, j.Workers))}
	if !j.NoCoverage {
		args = append(args, "-coverage", "1")
	}
	if !j.Deadlock {
		args = append(args, "-deadlock") // it means: don't
	}
	if t.Features.Has("-noGenerateSpecTE") {
		args = append(args, "-noGenerateSpecTE") // newer ones leave a module behind
	}

	if j.Seed != 0 {
		args = append(args, "-seed", strconv.FormatInt(j.Seed, 10))
	}
	if j.Simulate != nil {
		args = append(args, "-simulate", "num="+strconv.Itoa(max(1, j.Simulate.Num)))
	} else {
		// A fixed fingerprint function: two runs of one module are to be the same.
		args = append(args, "-fp", "0")
	}
	if j.Depth > 0 {
		args = append(args, "-depth", strconv.Itoa(j.Depth))
	}
	if j.Continue {
		args = append(args, "-continue")
	}
	if j.Dump != "" {
		args = append(args, "-dump", j.Dump)
	}
	args = append(append(args, "-config", root+".cfg"), j.Args...)
	return append(args, root+".tla")
}

// run starts the JVM in the folder and waits for its end.
func (t Toolchain) run(ctx context.Context, dir string, j Job, args []string) (Raw, time.Duration, error) {
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o700); err != nil {
		return Raw{}, 0, err
	}

	heap, stack, limit := j.MemoryMB, j.StackMB, j.Timeout
	if heap <= 0 {
		heap = 2048
	}
	if stack <= 0 {
		stack = 16
	}
	if limit <= 0 {
		limit = max(defaultTimeout, j.Budget+j.Budget/2)
	}

	// Whatever the JVM writes goes into the scratch folder, and its words don't depend on the
	// machine's language.
	jvm := []string{"-Xmx" + strconv.Itoa(heap) + "m", "-Xss" + strconv.Itoa(stack) + "m", "-XX:+UseParallelGC", "-XX:-UsePerfData",
		"-Djava.io.tmpdir=" + tmp, "-Duser.home=" + tmp, "-Dfile.encoding=UTF-8", "-Duser.language=en"}
	if !j.FullJIT {
		// Most runs end before the second compiler would have paid for itself.
		jvm = append(jvm, "-XX:TieredStopAtLevel=1")
	}
	if len(j.Library) > 0 {
		jvm = append(jvm, "-DTLA-Library="+strings.Join(j.Library, string(os.PathListSeparator)))
	}
	jvm = append(append(jvm, t.args...), j.JVM...)
	jvm = append(append(jvm, "-cp", t.classPath()), args...)

	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: t.Java, Args: jvm, Dir: dir, Timeout: limit, MaxOutput: maxOutput, Stdin: bytes.NewReader(nil)})
	raw := Raw{Argv: r.Argv, Exit: r.ExitCode, Stdout: string(r.Stdout), Stderr: string(r.Stderr), Truncated: r.Truncated, TimedOut: r.TimedOut}
	if errors.Is(err, sandbox.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return raw, r.Elapsed, &MissingError{"java", "is no longer at " + t.Java, javaHint}
	}
	if err != nil {
		return raw, r.Elapsed, fmt.Errorf("tlc: %w", err)
	}
	return raw, r.Elapsed, nil
}
