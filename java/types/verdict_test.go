package types_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/types"
)

// Programs with one token changed are accepted or rejected as the real compiler
// does. What it accepts must never be rejected; what it rejects may slip through
// where a rule is deliberately not checked.
func TestConfirmVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the real compiler a while")
	}
	require.Tool(t, "javac")
	tool := require.Tool(t, "java")
	n, _ := strconv.Atoi(os.Getenv("ENSURES_VERDICTS"))
	if n == 0 {
		n = 600
	}
	rng := rand.New(rand.NewPCG(7, 11))
	var seeds []string
	files, _ := filepath.Glob("testdata/confirm/*.java")
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			seeds = append(seeds, string(b))
		}
	}
	for _, p := range sharedPrograms(t) {
		if len(p.files) == 1 {
			seeds = append(seeds, p.files[0])
		} else {
			seeds = append(seeds, strings.ReplaceAll(p.files[0], "public class", "class"))
		}
	}
	dir := t.TempDir()
	var srcs []string
	var lines strings.Builder
	for i := range n {
		src := mutateToken(rng, seeds[rng.IntN(len(seeds))])
		name := "P" + strconv.Itoa(i)
		if m := publicClass.FindStringSubmatch(src); m != nil {
			name = m[1]
		}
		path := filepath.Join(dir, strconv.Itoa(i), name+".java")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		srcs = append(srcs, src)
		lines.WriteString(path + "\n")
	}
	cmd := exec.Command(tool, "--add-exports", "jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED", "testdata/DumpTypes.java", "errors")
	cmd.Stdin = strings.NewReader(lines.String())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("DumpTypes: %v\n%s", err, stderr.String())
	}
	lib := testLibrary()
	sections := strings.Split("\n"+string(out), "\nfile ")[1:]
	if len(sections) != n {
		t.Fatalf("%d programs, %d answers", n, len(sections))
	}
	rejected, missed, unsupported := 0, 0, 0
	for i, src := range srcs {
		theirs := ""
		for _, l := range strings.Split(sections[i], "\n") {
			if strings.HasPrefix(l, "error ") {
				theirs = l
				break
			}
		}
		f, syntax := java.Parse("P.java", src)
		_, errs := types.Check(lib, f)
		errs = append(syntax, errs...)
		hard := slices.IndexFunc(errs, func(e *java.Error) bool { return e.Code != java.NotInSubset })
		if theirs != "" {
			rejected++
		}
		switch {
		case hard >= 0 && theirs == "":
			e := errs[hard]
			t.Errorf("the compiler accepts what we reject: %v [%s]\n%s", e, e.Hint, lineOf(src, e.At.Line))
		case len(errs) == 0 && theirs != "":
			missed++
			n, msg, _ := strings.Cut(strings.TrimPrefix(theirs, "error "), " ")
			at, _ := strconv.Atoi(n)
			t.Logf("missed: %.150s\n\t%s", msg, strings.TrimSpace(lineOf(src, at)))
		case len(errs) > 0 && hard < 0:
			unsupported++
		}
	}
	t.Logf("%d programs: %d rejected, %d of them accepted here; %d use what the library lacks", n, rejected, missed, unsupported)
	if missed*50 > rejected {
		t.Errorf("%d of %d wrong programs accepted", missed, rejected)
	}
}

func lineOf(src string, n int) string {
	lines := strings.Split(src, "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}

// mutateToken changes one token of a program into another that often still
// parses.
func mutateToken(rng *rand.Rand, src string) string {
	toks := java.Tokens(src)
	for range 100 {
		k := rng.IntN(len(toks))
		tok := toks[k]
		from, to := tok.From.Offset(), tok.To.Offset()
		pick := func(ss ...string) string { return src[:from] + ss[rng.IntN(len(ss))] + src[to:] }
		switch tok.Kind {
		case java.Identifier:
			other := toks[rng.IntN(len(toks))]
			if other.Kind == java.Identifier && other.Text != tok.Text {
				return pick(other.Text)
			}
		case java.Keyword:
			switch tok.Text {
			case "int", "long", "double", "char", "boolean", "byte", "float", "void":
				return pick("int", "long", "double", "char", "boolean", "byte", "String", "Integer", "Object", "float", "void")
			case "true", "false", "null":
				return pick("0", "null", "true", `"s"`)
			case "static", "final", "public", "private", "abstract":
				return pick("", "private", "final", "static")
			case "return", "break", "continue", "else", "this", "new":
				return pick("")
			case "if", "while":
				return pick("if", "while")
			}
		case java.Operator:
			switch tok.Text {
			case "+", "-", "*", "/", "%", "&", "|", "^", "<<", "&&", "||", "==", "!=", "<=", ">=":
				return pick("+", "-", "*", "&", "&&", "||", "==", "<", "<<", ">=")
			case "=", "+=", "-=":
				return pick("=", "+=", "-=", "|=", "<<=", "==")
			case "++", "--", "!":
				return pick("", "!", "-", "++")
			}
		case java.IntToken, java.FloatToken, java.CharToken, java.StringToken:
			return pick("1", "2L", "1.5", "'c'", `"s"`, "null", "true", "1f", "-1", "70000", "x")
		}
	}
	return src
}
