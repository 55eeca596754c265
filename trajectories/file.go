package trajectories

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// WriteFile writes a file in one piece: a reader sees the old content or the new,
// never a part, also after a power failure. An existing file keeps its permissions;
// a symbolic link is followed.
func WriteFile(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // does nothing once renamed
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// encoder turns values into JSON on one line, secrets left out. The same value
// gives the same bytes, also after it was written and read back.
type encoder struct{ secrets *strings.Replacer }

// shortestSecret is the length from which a secret is looked for: a local server's
// key of one letter would blot out every text.
const shortestSecret = 8

func newEncoder(secrets []string) encoder {
	var pairs []string
	for _, s := range secrets {
		if len(s) < shortestSecret {
			continue
		}
		raw, _ := encoder{}.encode(s)
		pairs = append(pairs, strings.Trim(string(raw), `"`), "[secret]")
	}
	if pairs == nil {
		return encoder{}
	}
	return encoder{secrets: strings.NewReplacer(pairs...)}
}

func (e encoder) encode(v any) (raw []byte, err error) {
	err = e.with(v, func(line []byte) error {
		raw = bytes.Clone(line[:len(line)-1])
		return nil
	})
	return raw, err
}

// with hands a value's JSON, with a newline at its end, to use, which must not keep it.
func (e encoder) with(v any, use func(line []byte) error) error {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false) // code is full of < and &
	if err := enc.Encode(v); err != nil {
		return err
	}
	if e.secrets == nil {
		return use(buf.Bytes())
	}
	return use([]byte(e.secrets.Replace(buf.String())))
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
