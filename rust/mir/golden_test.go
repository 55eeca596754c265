package mir

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/internal/require"
	"ensures/rust/toolchain"
)

// dump is a file's representation, one line for each local, statement and terminator.
func dump(f *File) string {
	var b strings.Builder
	place := func(p Place) string {
		s := fmt.Sprintf("_%d", p.Local)
		for _, j := range p.Proj {
			s += fmt.Sprintf(" .%d(%d %s _%d %d:%d %v %v)", j.Kind, j.Field, j.Variant, j.Local, j.From, j.To, j.FromEnd, j.Type)
		}
		return s
	}
	constant := func(c *Const) string {
		if c == nil {
			return ""
		}
		s := fmt.Sprintf("%d %q %v", c.Kind, c.Text, c.Type)
		if c.Path != nil {
			s += " " + c.Path.String()
		}
		return s
	}
	operands := func(os ...*Operand) string {
		var out []string
		for _, o := range os {
			if o != nil {
				out = append(out, strings.TrimSpace(fmt.Sprintf("%d %s %s", o.Kind, place(o.Place), constant(o.Const))))
			}
		}
		return strings.Join(out, ", ")
	}
	for _, fn := range f.Funcs {
		fmt.Fprintf(&b, "%d %s %v, %v\n", fn.Kind, fn.Name, fn.Params, fn.Refused)
		for i, l := range fn.Locals {
			fmt.Fprintf(&b, "  _%d %v %v %v\n", i, l.Type, l.Mutable, l.Span)
		}
		for _, d := range fn.Debug {
			fmt.Fprintf(&b, "  %s is %v%s in %d\n", d.Name, d.Place, constant(d.Const), d.Scope)
		}
		for _, k := range fn.Blocks {
			fmt.Fprintf(&b, "  bb%d %v\n", k.ID, k.Cleanup)
			for _, s := range k.Stmts {
				fmt.Fprintf(&b, "    %d %s %d %s %v", s.Kind, place(s.Place), s.Variant, operands(s.Operand), s.Span)
				if v := s.Value; v != nil {
					fmt.Fprintf(&b, " = %d %s %s (%s) %v %v %s", v.Kind, v.Op, place(v.Place), operands(v.Args...), v.Type, v.Names, v.Count)
					if v.Path != nil {
						b.WriteString(" " + v.Path.String())
					}
				}
				b.WriteByte('\n')
			}
			t := k.Term
			fmt.Fprintf(&b, "    %d → bb%d, %d bb%d; %s %v bb%d; %s = %s (%s) %v %q %v\n", t.Kind, t.Target, t.Unwind, t.Clean,
				operands(t.Operand), t.Values, t.Otherwise, place(t.Place), operands(t.Func), operands(t.Args...), t.Expected, t.Message, t.Span)
		}
	}
	return b.String()
}

// compilers are those whose text was recorded, by the channel that has them.
var compilers = map[string]string{"1.95.0": "", "1.97.0-nightly": "nightly"}

// TestGolden reads what two versions of the compiler printed of one program; where a machine
// has one of them, what it prints now is what was recorded.
func TestGolden(t *testing.T) {
	source, err := os.ReadFile("testdata/golden/sample.rs")
	if err != nil {
		t.Fatal(err)
	}
	for release, channel := range compilers {
		t.Run(release, func(t *testing.T) {
			path := filepath.Join("testdata", "golden", release)
			t.Run("printed", func(t *testing.T) {
				if channel == "" {
					require.Tool(t, "rustc")
				}
				tc, err := toolchain.Find(t.Context(), toolchain.Options{Channel: channel})
				if err != nil || tc.Release != release {
					t.Skipf("the machine has no rustc %s: %v", release, err)
				}
				text, messages, err := tc.MIR(t.Context(), toolchain.Crate{Name: "sample.rs", Source: string(source)})
				if err != nil || text == "" {
					t.Fatal(messages, err)
				}
				golden.Text(t, path+".mir", text)
			})
			text, err := os.ReadFile(path + ".mir")
			if err != nil {
				t.Fatal(err)
			}
			f, err := Read(string(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, fn := range f.Funcs {
				if fn.Refused != nil {
					t.Errorf("%s is refused: %v", fn.Name, fn.Refused)
				}
			}
			golden.Text(t, path+".txt", dump(f))
		})
	}
}
