// Package manifest reads what a jar says of itself, without a JVM.
//
// It must not know whose jar it is.
package manifest

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// most is how many bytes of a manifest are read.
const most = 1 << 20

// Read reads the main attributes of a jar's manifest. A jar without a manifest has
// none.
func Read(jar string) (map[string]string, error) {
	z, err := zip.OpenReader(jar)
	if err != nil {
		return nil, fmt.Errorf("%s is no jar: %w", jar, err)
	}
	defer z.Close()
	for _, f := range z.File {
		if !strings.EqualFold(f.Name, "META-INF/MANIFEST.MF") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", jar, err)
		}
		defer r.Close()
		text, err := io.ReadAll(io.LimitReader(r, most))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", jar, err)
		}
		return attributes(string(text)), nil
	}
	return map[string]string{}, nil
}

var number = regexp.MustCompile(`^\d+(\.\d+){0,2}`)

// Version is the version that a jar's manifest names, up to three numbers (what bundles
// have after them is the day of the build); empty where it names none.
func Version(jar string) (string, error) {
	about, err := Read(jar)
	return number.FindString(cmp.Or(about["Bundle-Version"], about["Implementation-Version"])), err
}

// attributes are those before the first empty line. A line that begins with a space
// goes on with the one before it.
func attributes(text string) map[string]string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	text, _, _ = strings.Cut(text, "\n\n")
	out := map[string]string{}
	for line := range strings.Lines(strings.ReplaceAll(text, "\n ", "")) {
		if name, value, ok := strings.Cut(line, ":"); ok {
			out[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return out
}
