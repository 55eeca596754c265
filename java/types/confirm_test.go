package types_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/types"
)

// The confirm run: what the real compiler says about every expression of the
// programs, against what we say.
func TestConfirmTypesOfTestdata(t *testing.T) {
	files, err := filepath.Glob("testdata/confirm/*.java")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	var ps []sharedProgram
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, sharedProgram{filepath.Base(f), []string{string(src)}})
	}
	confirm(t, ps)
}

func TestConfirmTypesOfSharedPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the real compiler some seconds")
	}
	confirm(t, sharedPrograms(t))
}

func confirm(t *testing.T, ps []sharedProgram) {
	t.Helper()
	require.Tool(t, "javac")
	tool := require.Tool(t, "java")
	dir := t.TempDir()
	var lines strings.Builder
	for i, p := range ps {
		var paths []string
		for j, src := range p.files {
			// A public class must stand in a file of its name.
			sub := filepath.Join(dir, strconv.Itoa(i))
			if err := os.MkdirAll(sub, 0o755); err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("File%d", j)
			if m := publicClass.FindStringSubmatch(src); m != nil {
				name = m[1]
			}
			path := filepath.Join(sub, name+".java")
			if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
		lines.WriteString(strings.Join(paths, "\t") + "\n")
	}
	cmd := exec.Command(tool, "--add-exports", "jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED", "testdata/DumpTypes.java")
	cmd.Stdin = strings.NewReader(lines.String())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("DumpTypes: %v\n%s", err, stderr.String())
	}
	lib := testLibrary()
	sections := strings.Split("\n"+string(out), "\nfile ")[1:]
	if len(sections) != len(ps) {
		t.Fatalf("%d programs, %d answers", len(ps), len(sections))
	}
	total, agree := 0, 0
	for i, p := range ps {
		var files []*java.File
		for _, src := range p.files {
			f, errs := java.Parse(p.name, src)
			if len(errs) > 0 {
				t.Errorf("%s: %v", p.name, errs[0])
			}
			files = append(files, f)
		}
		prog, errs := types.Check(lib, files...)
		outside := false
		for _, e := range errs {
			outside = outside || e.Code == java.NotInSubset
		}
		if outside {
			t.Logf("%s: %v", p.name, errs[0])
			continue
		}
		for j, e := range errs {
			if j < 3 && e.Code != java.NotInSubset {
				t.Errorf("%s: %v [%s]", p.name, e, e.Hint)
			}
		}
		if strings.Contains(sections[i], "\nerror ") {
			t.Errorf("%s: the compiler rejects it: %s", p.name, sections[i][strings.Index(sections[i], "\nerror ")+1:][:200])
			continue
		}
		n, same := compare(t, p, prog, sections[i])
		total, agree = total+n, agree+same
	}
	t.Logf("%d expressions, %d agree", total, agree)
	if total == 0 {
		t.Error("nothing was compared")
	}
}

var publicClass = regexp.MustCompile(`(?m)^public (?:(?:final|abstract|sealed) )*(?:class|interface|enum|record) (\w+)`)

type exprKey struct {
	unit     int
	from, to int
}

// compare checks the compiler's lines about one program.
func compare(t *testing.T, p sharedProgram, prog *types.Program, dump string) (total, agree int) {
	ours := map[exprKey][]java.Expr{}
	for ui, u := range prog.Units {
		toChars := charOffsets(u.File.Src)
		java.Walk(u.File, func(n java.Node) bool {
			if e, ok := n.(java.Expr); ok {
				k := exprKey{ui, toChars(n.Pos().Offset()), toChars(n.End().Offset())}
				ours[k] = append(ours[k], e)
			}
			return true
		})
	}
	unit := -1
	shown := 0
	for _, line := range strings.Split(dump, "\n") {
		if strings.HasPrefix(line, "unit ") {
			unit++
			continue
		}
		f := strings.Split(line, "\t")
		if f[0] != "expr" || len(f) < 10 {
			continue
		}
		from, _ := strconv.Atoi(f[1])
		to, _ := strconv.Atoi(f[2])
		kind, elem, tkind, typ, erased, method, konst := f[3], f[4], f[5], f[6], f[7], f[8], f[9]
		switch tkind {
		case "PACKAGE", "EXECUTABLE", "NONE", "ERROR", "OTHER":
			continue
		}
		switch elem {
		case "CLASS", "INTERFACE", "ENUM", "RECORD", "ANNOTATION_TYPE", "TYPE_PARAMETER", "PACKAGE":
			continue
		}
		switch kind {
		case "PRIMITIVE_TYPE", "PARAMETERIZED_TYPE", "ARRAY_TYPE":
			continue
		}
		var e java.Expr
		for _, x := range ours[exprKey{unit, from, to}] {
			if _, paren := x.(*java.Paren); paren == (kind == "PARENTHESIZED") {
				e = x
			}
		}
		if e == nil {
			continue
		}
		info := prog.Units[unit].Info
		got := info.Types[e]
		if got == nil {
			if _, init := e.(*java.ArrayInit); init || elem == "ENUM_CONSTANT" {
				continue
			}
		}
		total++
		if strings.Contains(typ, "<anonymous") {
			if classOf(got) == nil || got.Kind() != types.Ref {
				t.Errorf("%s: an anonymous class has type %v", p.name, got)
			}
			agree++
			continue
		}
		var why []string
		if got == nil {
			why = append(why, "no type")
		} else if g, w := normal(types.Erasure(got).String()), normal(erased); g != w && !sameUnknown(g, w, typ) {
			why = append(why, fmt.Sprintf("type %s, want %s", got, typ))
		} else if g, w := normal(got.String()), normal(typ); g != w && !strings.Contains(typ, "capture#") && !strings.Contains(typ, "&") && !strings.Contains(typ, "INT#") && !inexactName(w) {
			why = append(why, fmt.Sprintf("type %s, want %s", g, w))
		}
		if method != "-" {
			call := info.Calls[e]
			switch {
			case call == nil:
				if !strings.HasSuffix(method, "::new") && !strings.Contains(typ, "[]") && kind != "MEMBER_REFERENCE" {
					why = append(why, "no call")
				}
			case call.Method == nil:
				why = append(why, "unknown method, want "+method)
			default:
				key := call.Method.Key()
				i := strings.LastIndexByte(key[:strings.IndexByte(key, '(')], '.')
				if g, w := normal(key[i+1:]), normal(method); g != w {
					why = append(why, fmt.Sprintf("method %s, want %s", g, w))
				}
			}
		}
		if k := info.Consts[e]; konst != "(none)" {
			if k == nil {
				if !strings.Contains(konst, ".") && !strings.Contains(konst, "Infinity") {
					why = append(why, "no constant, want "+konst)
				}
			} else if g := constText(k); g != konst {
				why = append(why, fmt.Sprintf("constant %s, want %s", g, konst))
			}
		} else if k != nil {
			why = append(why, fmt.Sprintf("constant %s, want none", constText(k)))
		}
		if len(why) == 0 {
			agree++
			continue
		}
		if shown++; shown <= 8 {
			file := prog.Units[unit].File
			pos := file.Position(e.Pos())
			t.Errorf("%s:%d:%d: %s: %s", p.name, pos.Line, pos.Column, clip(file.Text(e)), strings.Join(why, "; "))
		}
	}
	return total, agree
}

func classOf(t types.Type) *types.Class {
	if c, ok := t.(*types.ClassType); ok {
		return c.Class
	}
	return nil
}

func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 60 {
		s = s[:60] + "…"
	}
	return s
}

// normal writes a type in one way: no spaces, nested classes by dots, no
// arguments of enclosing classes.
func normal(s string) string {
	s = strings.ReplaceAll(s, ", ", ",")
	s = strings.ReplaceAll(s, "$", ".")
	s = strings.ReplaceAll(s, "<nulltype>", "null")
	s = strings.ReplaceAll(s, "? extends java.lang.Object>", "?>")
	return strings.ReplaceAll(s, "? extends java.lang.Object,", "?,")
}

// sameUnknown accepts what has no exact counterpart: an intersection's or
// captured variable's erasure.
func sameUnknown(got, want, typ string) bool {
	return strings.HasPrefix(typ, "INT#") || strings.HasPrefix(typ, "capture#") && got == want
}

// inexactName accepts types that differ in the way inner classes are written.
func inexactName(want string) bool {
	return strings.Contains(want, ">.")
}

func constText(k *types.Const) string {
	switch k.Type.Kind() {
	case types.Float:
		return formatFloat(float64(math.Float32frombits(uint32(k.N))), 32)
	case types.Double:
		return formatFloat(math.Float64frombits(uint64(k.N)), 64)
	case types.Ref:
		s := strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\t", "\\t", "\r", "\\r").Replace(k.S)
		return s
	}
	return strconv.FormatInt(k.N, 10)
}

// formatFloat is enough of Double.toString for the constants of the tests.
func formatFloat(f float64, bits int) string {
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f != f:
		return "NaN"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-3 || a >= 1e7) {
		s := strconv.FormatFloat(f, 'E', -1, bits)
		m, x, _ := strings.Cut(s, "E")
		if !strings.Contains(m, ".") {
			m += ".0"
		}
		n, _ := strconv.Atoi(x)
		return m + "E" + strconv.Itoa(n)
	}
	s := strconv.FormatFloat(f, 'f', -1, bits)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// charOffsets maps byte offsets of src to offsets in UTF-16 units.
func charOffsets(src string) func(int) int {
	ascii := true
	for i := 0; i < len(src); i++ {
		ascii = ascii && src[i] < 0x80
	}
	if ascii {
		return func(i int) int { return i }
	}
	m := make([]int, len(src)+1)
	n := 0
	for i, r := range src {
		m[i] = n
		n += max(utf16.RuneLen(r), 1)
	}
	m[len(src)] = n
	return func(i int) int { return m[min(max(i, 0), len(src))] }
}
