package trajectories

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
)

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
		// Secrets are looked for in JSON, where their characters may be escaped.
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
