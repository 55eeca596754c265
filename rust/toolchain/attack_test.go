package toolchain

import (
	"context"
	"strings"
	"testing"
	"time"
)

// What a file makes its compiler do: read other files, take memory, go on for ever.
func TestAttackCompiler(t *testing.T) {
	tc := open(t)
	tc.o.Timeout = 5 * time.Second
	for _, c := range []struct{ name, source, want string }{
		{"text of another file", `pub fn f() -> usize { const S: &str = include_str!("/etc/passwd"); S.len() }`, "reads /etc/passwd"},
		{"bytes of another file", `pub fn f() -> usize { const S: &[u8] = include_bytes!("/etc/hostname"); S.len() }`, "reads /etc/hostname"},
		{"code of another file", `pub fn f() -> u8 { include!("/dev/stdin") }`, "rror"},
		{"module of another file", "#[path = \"/etc/passwd\"] mod m;\npub fn f() {}", "error"},
		{"constant without end", "const fn spin(mut n: u64) -> u64 { while n > 0 { n -= 1; } n }\npub const X: u64 = spin(u64::MAX);\n#[allow(long_running_const_eval)] pub fn f() -> u64 { X }", "rror"},
		{"macro that doubles", "#![recursion_limit = \"4000000000\"]\nmacro_rules! m { ($($t:tt)*) => { m!($($t)* $($t)*) } }\npub fn f() { m!(a b c) }", "rustc"},
		{"procedural macro", "extern crate proc_macro;\n#[proc_macro] pub fn m(t: proc_macro::TokenStream) -> proc_macro::TokenStream { t }", "proc-macro"},
	} {
		t.Run(c.name, func(t *testing.T) {
			began := time.Now()
			text, messages, err := tc.MIR(context.Background(), Crate{Name: "a.rs", Source: c.source})
			said := ""
			for _, m := range messages {
				said += m.String() + "\n"
			}
			if err != nil {
				said += err.Error()
			}
			if text != "" || !strings.Contains(said, c.want) {
				t.Errorf("MIR of %d bytes; it says %q, want %q", len(text), said, c.want)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
