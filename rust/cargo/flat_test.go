package cargo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/rust/spec"
)

// crate is one in a folder of the test's.
func crate(t *testing.T, files map[string]string) *Crate {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &Crate{Root: filepath.Join(dir, "src/lib.rs"), folder: dir, remove: func() {}}
}

var several = map[string]string{
	"src/lib.rs":             "//! A crate.\nmod a; pub(crate) mod b;\nmod inline {\n    #[path = \"odd name.rs\"] mod c;\n    mod d;\n}\n#[cfg(test)] mod tests;\nmacro_rules! m { () => { mod no; } }\nfn é() { mod_() } fn mod_() {}\n",
	"src/a.rs":               "//! Inner.\nmod deep;\npub fn fa() {} // mod no;",
	"src/a/deep.rs":          "pub fn fdeep() { let s = \"mod no;\"; let _ = s; }\n",
	"src/b/mod.rs":           "mod e;\npub fn fb() {}\n",
	"src/b/e.rs":             "pub fn fe() {}",
	"src/inline/d.rs":        "pub fn fd() {}\n",
	"src/inline/odd name.rs": "pub fn fc() {}\n",
}

// TestFlat: each file's bytes stand in the crate's text, and their places lead back.
func TestFlat(t *testing.T) {
	c := crate(t, several)
	files, err := modules(c.Root, c.folder)
	if err != nil || len(files) != len(several) {
		t.Fatal(files, err)
	}
	for name, text := range several {
		path := filepath.Join(c.folder, name)
		f, err := c.Flat(path, text)
		if err != nil {
			t.Fatal(err)
		}
		own := 0
		line, column := 1, 1
		for off, r := range f.Text {
			if f.Own(off) && f.at(off).to > off {
				own++
				file, l, k := f.Place(line, column)
				want := 0
				for range l - 1 {
					want += strings.IndexByte(text[want:], '\n') + 1
				}
				if rest := []rune(text[want:]); file != path || k > len(rest) || rest[k-1] != r {
					t.Fatalf("%s: byte %d (%q) is at %s:%d:%d", name, off, r, file, l, k)
				}
			}
			if column++; r == '\n' {
				line, column = line+1, 1
			}
		}
		declared, _ := spec.Declarations(text)
		if n := len([]rune(text)); own > n || own < n-len(declared) {
			t.Errorf("%s: %d of %d characters are found", name, own, n)
		}
		if back, err := f.Back(f.Text); err != nil || back != text {
			t.Errorf("%s: comes back as %q, %v", name, back, err)
		}
	}
}

// TestBack: lines that are put into a crate's text come back in their file, and nowhere else.
func TestBack(t *testing.T) {
	c := crate(t, several)
	for name, text := range several {
		f, err := c.Flat(filepath.Join(c.folder, name), text)
		if err != nil {
			t.Fatal(err)
		}
		var put, want strings.Builder
		for l := range strings.Lines(f.Text) {
			if off := put.Len(); f.Own(len(strings.ReplaceAll(put.String(), "//@ x\n", ""))) && strings.Contains(l, "fn f") && off >= 0 {
				put.WriteString("//@ x\n")
			}
			put.WriteString(l)
		}
		for l := range strings.Lines(text) {
			if strings.Contains(l, "fn f") {
				want.WriteString("//@ x\n")
			}
			want.WriteString(l)
		}
		if back, err := f.Back(put.String()); err != nil || back != want.String() {
			t.Errorf("%s: %q, want %q; %v", name, back, want.String(), err)
		}
	}
	f, err := c.Flat(c.Root, several["src/lib.rs"])
	if err != nil {
		t.Fatal(err)
	}
	if back, err := f.Back(strings.Replace(f.Text, "pub fn fe", "//@ x\npub fn fe", 1)); err == nil {
		t.Errorf("a line of another file is taken: %q", back)
	}
}

// TestRefused: crates whose text would be another program.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"open brace":       {map[string]string{"src/lib.rs": "mod a;", "src/a.rs": "} mod evil {"}, "braces do not fit"},
		"outside":          {map[string]string{"src/lib.rs": "#[path = \"/etc/passwd\"] mod a;"}, "outside of the workspace"},
		"outside, upwards": {map[string]string{"src/lib.rs": "#[path = \"../../../../../../../etc/passwd\"] mod a;"}, "outside of the workspace"},
		"itself":           {map[string]string{"src/lib.rs": "#[path = \"lib.rs\"] mod a;"}, "module of itself"},
		"twice":            {map[string]string{"src/lib.rs": "mod a;\n#[path = \"a.rs\"] mod b;", "src/a.rs": ""}, "file of two modules"},
		"two files":        {map[string]string{"src/lib.rs": "mod a;", "src/a.rs": "", "src/a/mod.rs": ""}, "has two files"},
		"chosen by cfg":    {map[string]string{"src/lib.rs": "#[cfg_attr(unix, path = \"u.rs\")] mod a;", "src/a.rs": ""}, "chosen by cfg_attr"},
		"no text":          {map[string]string{"src/lib.rs": "mod a;", "src/a.rs": "\xff"}, "no text in UTF-8"},
		"comment":          {map[string]string{"src/lib.rs": "mod a;", "src/a.rs": "/* "}, "comment without an end"},
	} {
		k := crate(t, c.files)
		f, err := k.Flat(k.Root, c.files["src/lib.rs"])
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v %v, want %q", name, f, err, c.want)
		}
	}
	link := crate(t, map[string]string{"src/lib.rs": "mod a;"})
	if err := os.Symlink("/etc/passwd", filepath.Join(link.folder, "src/a.rs")); err != nil {
		t.Fatal(err)
	}
	if _, err := link.Flat(link.Root, "mod a;"); err == nil || !strings.Contains(err.Error(), "outside of the workspace") {
		t.Errorf("a link to elsewhere: %v", err)
	}
}
