package spec

import "testing"

// A literal's text is what rustc makes of it.
func TestTextOf(t *testing.T) {
	for literal, want := range map[string]string{
		`"a"`: "a", `""`: "", `"\""`: `"`, `"a\"\""`: `a""`, `r"a\n"`: `a\n`, `r#"a"b\"#`: `a"b\`, `r##""#"##`: `"#`, `"a\tb"`: "a\tb",
		"\"a\\\n   b\"": "ab", "\"a\\\r\n\t b\"": "ab",
	} {
		if got := textOf(literal); got != want {
			t.Errorf("%s: %q, want %q", literal, got, want)
		}
	}
}
