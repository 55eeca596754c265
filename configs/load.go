package configs

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ensures/internal/closest"
	"ensures/internal/private"
	"ensures/llm/secret"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"
)

//go:embed defaults.yaml
var defaults []byte

// delim joins the parts of a key inside viper; people write a dot.
const delim = "::"

// Options say where a configuration comes from.
type Options struct {
	File  string // given by --config: the only file then; it must exist
	Flags []Flag // those that were set
	Env   func(string) string
	// Under are values that go before the defaults and behind everything else: the
	// settings of a recorded run, with its name.
	Under     map[string]any
	UnderName string
	// UnderTrusted says that the user recorded that run: otherwise it says as little
	// of what is guarded as the working folder's file.
	UnderTrusted bool
}

// Flag is a command line flag that sets a key.
type Flag struct{ Key, Name, Value string }

// Resolved is a configuration with the origin of every key.
type Resolved struct {
	Config
	Files   []string          // read, lowest precedence first
	Origin  map[string]string // key → "default", file:line, a variable or a flag
	Folder  *FolderFile       // the working folder's file, nil where there is none
	Ignored []Ignored         // settings that are there and were not taken
}

// Error is a mistake in the configuration: which key, from where, and what to do.
type Error struct {
	Key    string
	Origin string // file:line, a variable or a flag
	Msg    string
}

func (e *Error) Error() string {
	s := e.Msg
	if e.Key != "" {
		s = e.Key + ": " + s
	}
	if e.Origin != "" {
		s = e.Origin + ": " + s
	}
	return s
}

// Load resolves the configuration: defaults, then the user's file, then
// ./ensures.yaml (or only the file given), then the environment, then flags.
func Load(opts Options) (*Resolved, error) {
	if opts.Env == nil {
		opts.Env = os.Getenv
	}
	v := viper.NewWithOptions(viper.KeyDelimiter(delim))
	v.SetConfigType("yaml")
	if err := v.ReadConfig(bytes.NewReader(defaults)); err != nil {
		return nil, fmt.Errorf("embedded defaults: %w", err)
	}
	r := &Resolved{Origin: map[string]string{}}
	for _, key := range Keys() {
		r.Origin[key] = "default"
	}
	files, err := opts.files()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := r.merge(v, f, opts); err != nil {
			return nil, err
		}
	}
	for _, key := range Keys() {
		if name := EnvName(key); opts.Env(name) != "" {
			v.Set(inner(key), opts.Env(name))
			r.Origin[key] = name
		}
	}
	for _, f := range opts.Flags {
		if _, ok := r.Origin[f.Key]; !ok {
			return nil, &Error{Key: f.Key, Origin: f.Name, Msg: "no such key"}
		}
		v.Set(inner(f.Key), f.Value)
		r.Origin[f.Key] = f.Name
	}
	r.lay(v, r.believed(v, opts), opts.UnderName)
	r.preset(v)
	hooks := viper.DecodeHook(mapstructure.ComposeDecodeHookFunc(
		mapstructure.StringToTimeDurationHookFunc(), mapstructure.StringToSliceHookFunc(","), mapstructure.TextUnmarshallerHookFunc()))
	if err := v.UnmarshalExact(&r.Config, hooks); err != nil {
		return nil, r.decodeError(err)
	}
	if key, err := r.check(); err != nil {
		return nil, &Error{Key: key, Origin: r.Origin[key], Msg: err.Error()}
	}
	return r, nil
}

// files are the configuration files to read, lowest precedence first.
func (o Options) files() ([]string, error) {
	if o.File != "" {
		if _, err := os.Stat(o.File); err != nil {
			return nil, &Error{Origin: o.File, Msg: "no such configuration file"}
		}
		return []string{o.File}, nil
	}
	var found []string
	candidates := []string{FolderName}
	if dir := o.userDir(); dir != "" {
		candidates = []string{filepath.Join(dir, "config.yaml"), FolderName}
	}
	for _, f := range candidates {
		switch _, err := os.Stat(f); {
		case err == nil:
			found = append(found, f)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, &Error{Origin: f, Msg: err.Error()}
		}
	}
	return found, nil
}

// userDir is the folder of the user's own configuration; "" where there is none. A
// relative path would be one of the working folder, which is not the user's.
func (o Options) userDir() string {
	dir := o.Env("XDG_CONFIG_HOME")
	if dir == "" && o.Env("HOME") != "" {
		dir = filepath.Join(o.Env("HOME"), ".config")
	}
	if !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "ensures")
}

// maxFile is how long a configuration file may be.
const maxFile = 1 << 20

// merge lays one file over what is there, after checking its keys. Of the working
// folder's file the guarded settings are left out until the user has consented.
func (r *Resolved) merge(v *viper.Viper, file string, opts Options) error {
	if file == os.DevNull { // how one asks for no file at all
		return nil
	}
	src, err := private.ReadRegular(file, maxFile)
	if err != nil {
		return &Error{Origin: file, Msg: err.Error()}
	}
	trusted := true
	if opts.File == "" && file == FolderName {
		if r.Folder, err = opts.folder(src); err != nil {
			return err
		}
		trusted = r.Folder.Trusted
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil {
		return &Error{Origin: file, Msg: strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	if len(doc.Content) == 0 { // empty or only comments
		return nil
	}
	found := map[string]found{}
	if err := walk(file, "", doc.Content[0], found); err != nil {
		return err
	}

	// Only what was walked over is taken, so that no other reading of the same text
	// can bring in a setting that was not looked at.
	settings := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		f := found[key]
		if r.Folder != nil && file == FolderName && Guarded(key) {
			r.Folder.Guarded = append(r.Folder.Guarded, Setting{key, f.value.Value})
		}
		if !trusted && Guarded(key) {
			r.Ignored = append(r.Ignored, Ignored{key, f.at})
			continue
		}
		var value any
		if err := f.value.Decode(&value); err != nil {
			return &Error{Key: key, Origin: f.at, Msg: "must be " + form(key)}
		}
		section, name, _ := strings.Cut(key, ".")
		if settings[section] == nil {
			settings[section] = map[string]any{}
		}
		settings[section].(map[string]any)[name] = value
		r.Origin[key] = f.at
	}
	if err := v.MergeConfigMap(settings); err != nil {
		return &Error{Origin: file, Msg: err.Error()}
	}
	r.Files = append(r.Files, file)
	return nil
}

// found is a setting of a file: its place and its value.
type found struct {
	at    string // file:line
	value *yaml.Node
}

// walk finds the settings of a file, and the first word in it that is no key.
func walk(file, prefix string, n *yaml.Node, into map[string]found) error {
	if n.Kind != yaml.MappingNode {
		return &Error{Key: strings.TrimSuffix(prefix, "."), Origin: fmt.Sprintf("%s:%d", file, n.Line), Msg: "must hold keys, one per line, as in `pairs: 200`"}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		key := prefix + name.Value
		at := fmt.Sprintf("%s:%d", file, name.Line)
		switch {
		case slices.Contains(Keys(), key):
			if _, twice := into[key]; twice {
				return &Error{Key: key, Origin: at, Msg: "is there a second time"}
			}
			into[key] = found{at, value}
		case slices.ContainsFunc(Keys(), func(k string) bool { return strings.HasPrefix(k, key+".") }):
			if err := walk(file, key+".", value, into); err != nil {
				return err
			}
		default:
			return &Error{Key: key, Origin: at, Msg: "unknown key; did you mean " + Nearest(key) + "?"}
		}
	}
	return nil
}

var quotedKey = regexp.MustCompile(`'([A-Za-z_.:]+)'`)

// decodeError turns a decoder's complaint into one about a key and its origin.
func (r *Resolved) decodeError(err error) error {
	for _, m := range quotedKey.FindAllStringSubmatch(err.Error(), -1) {
		key := strings.ToLower(strings.ReplaceAll(m[1], delim, "."))
		if origin, ok := r.Origin[key]; ok {
			return &Error{Key: key, Origin: origin, Msg: "must be " + form(key)}
		}
	}
	return &Error{Msg: err.Error()}
}

// form says how a key's value is written.
func form(key string) string {
	text := "a whole number"
	new(Config).each(func(k string, value any) {
		if k != key {
			return
		}
		switch value.(type) {
		case bool:
			text = "true or false"
		case float64:
			text = "a number"
		case time.Duration:
			text = "a duration such as 20s"
		case []string:
			text = "a list of texts"
		case string, secret.Text:
			text = "text"
		}
	})
	return text
}

// Keys are all keys, in the order of the documentation, with dots.
func Keys() []string {
	var keys []string
	new(Config).each(func(key string, _ any) { keys = append(keys, key) })
	return keys
}

// sections are the first parts of the keys.
func sections() []string {
	var list []string
	for _, k := range Keys() {
		list = append(list, k[:strings.Index(k, ".")])
	}
	return slices.Compact(list)
}

func inner(key string) string { return strings.ReplaceAll(key, ".", delim) }

// EnvName is the environment variable of a key.
func EnvName(key string) string {
	return "ENSURES_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// Nearest is the key closest to a mistyped one: the one with the fewest edits.
func Nearest(key string) string {
	best, least := "", 1<<30
	for _, k := range append(sections(), Keys()...) {
		d := closest.Distance(key, k)
		if i := strings.LastIndex(k, "."); i >= 0 { // the right name in the wrong section
			d = min(d, closest.Distance(key, k[i+1:])+1)
		}
		if d < least {
			best, least = k, d
		}
	}
	return best
}
