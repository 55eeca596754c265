package tla

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"regexp"
)

var (
	versionRE = regexp.MustCompile(`Version (\d+\.\d+)`)
	// Text in a class file is two bytes of length and then the text.
	optionRE  = regexp.MustCompile(`\x00[\x02-\x1e](-[a-zA-Z]{2,29})\x01`)
	keywordRE = regexp.MustCompile(`\x00[\x03-\x1e]([A-Z]+(?:_[A-Z]+)*)\x01`)
)

// ReadJar reads the version of TLC and what options and configuration keywords it
// knows out of the classes of a tla2tools.jar, without a JVM.
func ReadJar(path string) (string, Features, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return "", nil, fmt.Errorf("%s is no jar: %w", path, err)
	}
	defer z.Close()

	var version string
	features := Features{}
	found := false
	for _, f := range z.File {
		// The version, the options and the keywords are constants in three of its
		// classes: what this TLC can do is read, not guessed from its number.
		var re *regexp.Regexp
		switch f.Name {
		case "tlc2/TLCGlobals.class":
			re = versionRE
		case "tlc2/TLC.class":
			re, found = optionRE, true
		case "tlc2/tool/impl/ModelConfig.class", "tlc2/tool/ModelConfig.class":
			re = keywordRE
		default:
			continue
		}

		text, err := entry(f)
		if err != nil {
			return "", nil, fmt.Errorf("%s: %s: %w", path, f.Name, err)
		}

		if re == versionRE {
			if m := re.FindSubmatch(text); m != nil {
				version = string(m[1])
			}
			continue
		}
		for len(text) > 0 { // one match may begin with the last byte of another
			at := re.FindSubmatchIndex(text)
			if at == nil {
				break
			}
			features[string(text[at[2]:at[3]])] = struct{}{}
			text = text[at[3]:]
		}
	}

	if !found || version == "" {
		return "", nil, fmt.Errorf("%s holds no TLC", path)
	}
	return version, features, nil
}

const maxClass = 4 << 20

func entry(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	// A jar is a stranger's: a class that unpacks to gigabytes must not fill the memory.
	b, err := io.ReadAll(io.LimitReader(r, maxClass+1))
	if err == nil && len(b) > maxClass {
		err = errors.New("is too large")
	}
	return b, err
}
