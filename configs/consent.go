package configs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ensures/internal/private"

	"github.com/spf13/viper"
)

// FolderName is the name of the working folder's configuration. Whoever wrote the
// folder wrote it: a user who looks at somebody's program has not looked at this file.
const FolderName = "ensures.yaml"

// harmless are the settings, and with a dot at the end the sections, that the working
// folder may choose without the user's consent: they say how much work is done and
// what of its result counts. All others are guarded: they name programs that are
// started, addresses that are spoken to and paid, folders that are read, written and
// believed, texts that a model is told, and what may be taken of the machine. A new
// setting is guarded until it stands here.
var harmless = []string{
	"output.", "harness.", "annotate.", "run.", "jml.", "agent.", "baseline.", "modeling.",
	"verify.backend", "verify.arithmetic", "verify.quick", "verify.patient", "verify.timeout",
	"tla.timeout",
	"model.timeout", "model.idle", "model.attempts", "model.requests_per_minute", "model.tokens_per_minute", "model.concurrent", "model.cache_sampled",
	"sandbox.engine", "sandbox.wall", "sandbox.cpu", "sandbox.output", "sandbox.calls",
}

// Guarded reports whether a setting is taken from a folder or a record only when the
// user has consented to it.
func Guarded(key string) bool {
	return !slices.ContainsFunc(harmless, func(h string) bool {
		return h == key || strings.HasSuffix(h, ".") && strings.HasPrefix(key, h)
	})
}

// Setting is a key with its value as it is written.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Ignored is a setting that was there and not taken.
type Ignored struct {
	Key    string
	Origin string // file:line or the name of a run
}

// FolderFile is the working folder's configuration and whether the user consented to
// it.
type FolderFile struct {
	Path    string    // absolute
	Guarded []Setting // what consent is about
	Trusted bool
	mark    string // of folder and content
	store   string // the user's list of marks
}

// folder finds out about the working folder's file with this content. Consent is to a
// content in a folder: with another content nobody knows what it would do, and in
// another folder a relative path leads to another program.
func (o Options) folder(src []byte) (*FolderFile, error) {
	path, err := filepath.Abs(FolderName)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%d %s %d ", len(path), path, len(src))
	h.Write(src)
	f := &FolderFile{Path: path, mark: hex.EncodeToString(h.Sum(nil))}

	dir := o.userDir()
	if dir == "" {
		return f, nil
	}
	f.store = filepath.Join(dir, "trusted")
	marks, err := f.marks()
	if no := (*private.Error)(nil); errors.As(err, &no) {
		return f, nil // as if there were none; Trust says why
	} else if err != nil {
		return nil, &Error{Origin: f.store, Msg: err.Error()}
	}
	f.Trusted = slices.ContainsFunc(marks, f.is)
	return f, nil
}

// maxMarks is how long the list of consents may be.
const maxMarks = 1 << 20

// marks are the lines of the user's list: a mark and the path it was given for.
func (f *FolderFile) marks() ([]string, error) {
	text, err := private.Read(f.store, maxMarks)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, os.ErrPermission) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), nil
}

// is reports whether a line of the list is this file's.
func (f *FolderFile) is(line string) bool {
	mark, _, _ := strings.Cut(line, " ")
	return mark == f.mark
}

// Trust remembers that the user consents to the file as it was read, or with no that
// he does no longer.
func (f *FolderFile) Trust(yes bool) error {
	if f.store == "" {
		return &Error{Msg: "there is no folder to remember it in: set HOME or XDG_CONFIG_HOME"}
	}
	marks, err := f.marks()
	if err != nil {
		return err
	}
	marks = slices.DeleteFunc(marks, f.is)
	if yes {
		marks = append(marks, f.mark+" "+strings.ReplaceAll(f.Path, "\n", " "))
	}
	f.Trusted = yes
	return private.Write(f.store, []byte(strings.Join(append(marks, ""), "\n")))
}

// believed are the settings of a recorded run that are taken: of another's record
// those only that a foreign folder could choose too.
func (r *Resolved) believed(v *viper.Viper, o Options) map[string]any {
	if o.UnderTrusted {
		return o.Under
	}
	values := map[string]any{}
	for key, value := range o.Under {
		switch {
		case !Guarded(key):
			values[key] = value
		case r.Origin[key] == "default" && written(value) != written(v.Get(inner(key))):
			r.Ignored = append(r.Ignored, Ignored{key, o.UnderName})
		}
	}
	slices.SortFunc(r.Ignored, func(a, b Ignored) int { return strings.Compare(a.Key, b.Key) })
	return values
}

// written is a value in one form, whether it is of a record (where numbers are
// floating-point ones) or of the defaults.
func written(value any) string {
	if f, ok := value.(float64); ok {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
