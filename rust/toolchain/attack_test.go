package toolchain

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
)

// ways are the compiler as it is run where there is bubblewrap, and elsewhere.
func ways(t *testing.T) map[string]*Toolchain {
	t.Helper()
	require.Tool(t, "bwrap")
	confined := open(t)
	confined.o.Timeout = 5 * time.Second
	if confined.Unconfined != "" {
		t.Fatalf("not confined: %s", confined.Unconfined)
	}
	free := *confined
	free.sysroot = ""
	return map[string]*Toolchain{"confined": confined, "held to memory and time": &free}
}

// What a file makes its compiler do: read other files, take memory, go on for ever. It
// gets no text, no program, and an error that says why.
func TestAttackCompiler(t *testing.T) {
	for way, tc := range ways(t) {
		for _, c := range []struct {
			name, source, want string
			endless            bool
		}{
			{"text of another file", `pub fn f() -> usize { const S: &str = include_str!("/etc/passwd"); S.len() }`, "/etc/passwd", false},
			{"bytes of another file", `pub fn f() -> usize { const S: &[u8] = include_bytes!("/etc/hostname"); S.len() }`, "/etc/hostname", false},
			{"code of another file", `pub fn f() -> u8 { include!("/dev/stdin") }`, "rror", false},
			{"module of another file", "#[path = \"/etc/passwd\"] mod m;\npub fn f() {}", "error", false},
			{"constant without end", "const fn spin(mut n: u64) -> u64 { while n > 0 { n -= 1; } n }\npub const X: u64 = spin(u64::MAX);\n#[allow(long_running_const_eval)] pub fn f() -> u64 { X }", "rror|did not end", true},
			{"macro that doubles", "#![recursion_limit = \"4000000000\"]\nmacro_rules! m { ($($t:tt)*) => { m!($($t)* $($t)*) } }\npub fn f() { m!(a b c) }", "rustc", true},
			{"procedural macro", "extern crate proc_macro;\n#[proc_macro] pub fn m(t: proc_macro::TokenStream) -> proc_macro::TokenStream { t }", "proc-macro", false},
			{"crate that is elsewhere", "extern crate serde;\npub fn f() {}", "serde", false},
		} {
			if testing.Short() && c.endless && way != "confined" {
				continue // seconds each
			}
			t.Run(way+"/"+c.name, func(t *testing.T) {
				text, messages, err := tc.MIR(context.Background(), Crate{Name: "a.rs", Source: c.source})
				if said := all(messages, err); text != "" || !regexp.MustCompile(c.want).MatchString(said) {
					t.Errorf("MIR of %d bytes; it says %q, want %q", len(text), said, c.want)
				}
			})
		}
	}
}

// What becomes part of the program, or reaches into the compilation by its surroundings.
func TestAttackProgram(t *testing.T) {
	t.Setenv("ENSURES_TEST_SECRET", "hidden")
	for way, tc := range ways(t) {
		for _, c := range []struct {
			name, source string
			free         bool // only where the compiler sees all of its user's environment
		}{
			{"bytes of another file, by the assembler", "core::arch::global_asm!(\".data\", \".incbin \\\"/etc/hostname\\\"\");\n#[no_mangle] pub extern \"C\" fn main() -> i32 { 0 }", false},
			{"library of another folder", "#[link(name = \"evil\", kind = \"static\")] extern \"C\" { fn evil(); }\n#[no_mangle] pub extern \"C\" fn main() -> i32 { unsafe { evil() }; 0 }", false},
			{"text of the environment", "const S: &str = env!(\"ENSURES_TEST_SECRET\");\n#[no_mangle] pub extern \"C\" fn main() -> i32 { S.len() as i32 }", true},
		} {
			if c.free && way != "confined" {
				continue
			}
			t.Run(way+"/"+c.name, func(t *testing.T) {
				messages, err := tc.Build(context.Background(), Crate{Name: "a.rs", Source: c.source}, filepath.Join(t.TempDir(), "program"))
				if said := all(messages, err); !strings.Contains(said, "rror") {
					t.Errorf("it was compiled; it says %q", said)
				}
			})
		}
	}
	tc := ways(t)["confined"]
	if messages, err := tc.Build(context.Background(), Crate{Name: "a.rs", Source: "#[no_mangle] pub extern \"C\" fn main() -> i32 { 0 }"}, filepath.Join(t.TempDir(), "program")); len(messages) > 0 || err != nil {
		t.Errorf("an honest one: %s", all(messages, err))
	}
}

func all(messages []Message, err error) string {
	said := ""
	for _, m := range messages {
		said += m.String() + "\n"
	}
	if err != nil {
		said += err.Error()
	}
	return said
}
