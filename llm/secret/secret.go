// Package secret holds text that must not be seen: keys of services.
//
// It must not know whose keys they are.
package secret

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Hidden is what is printed in place of a secret.
const Hidden = "***"

// Text is a secret. However it is printed, logged or encoded it comes out as
// Hidden (an empty one as nothing). It is behind a pointer because printing
// reaches unexported fields without asking their methods.
type Text struct{ p *string }

// New hides s.
func New(s string) Text { return Text{&s} }

// Reveal is the secret itself, for the one place that sends it.
func (t Text) Reveal() string {
	if t.p == nil {
		return ""
	}
	return *t.p
}

func (t Text) String() string {
	if t.Reveal() == "" {
		return ""
	}
	return Hidden
}

// Format writes Hidden whatever the verb.
func (t Text) Format(s fmt.State, _ rune) { io.WriteString(s, t.String()) }

// GoString is Hidden.
func (t Text) GoString() string { return t.String() }

// MarshalText encodes Hidden: for JSON, YAML and map keys alike.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText takes the secret from a configuration.
func (t *Text) UnmarshalText(raw []byte) error {
	*t = New(string(raw))
	return nil
}

// LogValue logs Hidden.
func (t Text) LogValue() slog.Value { return slog.StringValue(t.String()) }

// Redact replaces the secret wherever it occurs in s. Very short secrets are
// left alone: they are placeholders, and would tear up ordinary words.
func (t Text) Redact(s string) string {
	if len(t.Reveal()) < 6 {
		return s
	}
	return strings.ReplaceAll(s, t.Reveal(), Hidden)
}
