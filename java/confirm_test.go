package java

import (
	"bufio"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"ensures/internal/require"
)

// compiler is the parser of a real Java compiler.
type compiler struct {
	in  io.WriteCloser
	out *bufio.Reader
}

func startCompiler(t *testing.T) *compiler {
	t.Helper()
	require.Tool(t, "javac")
	cmd := exec.Command(require.Tool(t, "java"), "-Xshare:auto", "testdata/confirm/Syntax.java")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return &compiler{in, bufio.NewReader(out)}
}

// syntaxError is the compiler's first complaint about src, empty for none.
func (c *compiler) syntaxError(t *testing.T, src string) string {
	t.Helper()
	b := binary.BigEndian.AppendUint32(nil, uint32(len(src)))
	if _, err := c.in.Write(append(b, src...)); err != nil {
		t.Fatal(err)
	}
	var n uint16
	if err := binary.Read(c.out, binary.BigEndian, &n); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, n)
	if _, err := io.ReadFull(c.out, answer); err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

// laterErrors are complaints that the compiler has only after parsing.
var laterErrors = []string{
	"left side of an assignment", "++ and -- need a variable",
}

func isLater(e *Error) bool {
	for _, l := range laterErrors {
		if strings.Contains(e.Msg, l) {
			return true
		}
	}
	return false
}

// TestConfirmMutants compares our verdict on programs with single tokens
// deleted, doubled, swapped or replaced with a real compiler's parser.
func TestConfirmMutants(t *testing.T) {
	c := startCompiler(t)
	all := sharedPrograms(t)
	rounds := 20000
	if testing.Short() {
		rounds = 400
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	bad, rejected, both, same := 0, 0, 0, 0
	for range rounds {
		p := all[rnd.IntN(len(all))]
		src := mutateTokens(rnd, p.src)
		if strings.Contains(src, "[] <") || strings.Contains(src, "<void") || strings.Contains(src, ", void") {
			continue // the compiler's parser takes these, and complains later or never
		}
		_, errs := Parse(p.name, src)
		theirs := c.syntaxError(t, src)
		if strings.HasPrefix(theirs, "crash") {
			continue
		}
		if theirs != "" {
			rejected++
		}
		ours, later := "", 0
		for _, e := range errs {
			if isLater(e) {
				later++
			} else if ours == "" {
				ours = e.Error()
			}
		}
		if ours != "" && theirs != "" {
			both++
			line, _, _ := strings.Cut(theirs, ":")
			if n, err := strconv.Atoi(line); err == nil && errs[0].At.Line == n {
				same++
			}
		}
		if (ours == "") != (theirs == "") && !(ours == "" && later > 0) {
			if bad++; bad < 20 {
				t.Errorf("we say %q, the compiler says %q of\n%s", ours, theirs, around(src, theirs, errs))
			}
		}
	}
	t.Logf("%d programs, %d rejected, %d differences, first complaint on the same line in %d of %d", rounds, rejected, bad, same, both)
	if bad > 0 {
		t.Errorf("%d differences", bad)
	}
	if same < both*95/100 {
		t.Errorf("the first complaint is on the compiler's line in %d of %d programs only", same, both)
	}
}

// around is the lines near a complaint.
func around(src, theirs string, errs ErrorList) string {
	line := 0
	if len(errs) > 0 {
		line = errs[0].At.Line
	} else {
		for _, c := range theirs {
			if c < '0' || c > '9' {
				break
			}
			line = line*10 + int(c-'0')
		}
	}
	lines := strings.Split(src, "\n")
	lo, hi := max(0, line-3), min(len(lines), line+2)
	return strings.Join(lines[lo:max(lo, hi)], "\n")
}

// mutateTokens changes one token of src.
func mutateTokens(rnd *rand.Rand, src string) string {
	toks := Tokens(src)
	i := rnd.IntN(len(toks))
	a := toks[i]
	from, to := a.From.Offset(), a.To.Offset()
	b := toks[rnd.IntN(len(toks))]
	switch rnd.IntN(5) {
	case 0:
		return src[:from] + src[to:]
	case 1:
		return src[:to] + " " + a.Text + src[to:]
	case 2:
		return src[:from] + b.Text + " " + src[to:]
	case 3:
		return src[:from] + b.Text + " " + src[from:]
	}
	words := []string{"(", ")", "{", "}", "[", "]", ";", ",", ".", "<", ">", "->", "::", "?", ":", "=", "==", "+", "-", "!", "++", "@",
		"int", "class", "new", "this", "super", "switch", "case", "default", "return", "if", "else", "for", "while", "do", "try",
		"catch", "final", "static", "public", "var", "record", "yield", "enum", "interface", "instanceof", "throw", "1", "\"s\"", "'c'",
		"x", "null", "int[]", "...", "void", "List<String>", "assert", "break", "continue", "import", "package", "abstract"}
	return src[:from] + words[rnd.IntN(len(words))] + " " + src[from:]
}
