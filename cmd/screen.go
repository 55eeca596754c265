package cmd

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// screen writes to a terminal what it can show: control characters, those that turn the
// direction of text and bytes that are no text appear escaped. Source, names, output of
// tools and of interpreted programs are somebody's, and a terminal obeys what it is
// sent. Our own colours pass.
type screen struct {
	file *os.File // not embedded: its other methods would write past this one

	mu   sync.Mutex
	to   io.Writer
	rest []byte // of a character, or of a colour, that has come in part
}

// newScreen is a screen over a stream that is a terminal, and the stream itself
// otherwise: what goes into a file or a pipe stays as it is.
func newScreen(f *os.File) io.Writer {
	if terminal(f) == nil {
		return f
	}
	return &screen{file: f, to: f}
}

// raw is the writer below a screen, for what moves the cursor. What is somebody's goes
// through shownText first.
func raw(w io.Writer) io.Writer {
	if s, ok := w.(*screen); ok {
		return s.file
	}
	return w
}

// Write implements io.Writer.
func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// A write may end in the middle of a character or of one of our colours: that part waits for
	// the next one.
	text := append(s.rest, b...)
	n := len(text) - partial(text)
	s.rest = append([]byte(nil), text[n:]...)
	if _, err := io.WriteString(s.to, escaped(string(text[:n]), true)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// colour is a sequence that sets the colours which this program uses.
var colour = regexp.MustCompile(`^\x1b\[(?:0|1|2|22|39|3[1-6]|[01];3[1-6])?m`)

// partial is how many bytes at the end may be the beginning of a character or of a
// colour.
func partial(b []byte) int {
	for n := 1; n <= min(8, len(b)); n++ {
		tail := b[len(b)-n:]
		switch {
		case tail[0] == 0x1b:
			if n == 1 || !strings.ContainsAny(string(tail[1:]), "mABCDEFGHJKSTfhlnsu\n ") {
				return n
			}
			return 0
		case n < utf8.UTFMax && utf8.RuneStart(tail[0]) && tail[0] >= utf8.RuneSelf && !utf8.FullRune(tail):
			return n
		}
	}
	return 0
}

// shownText is text as a terminal may get it.
func shownText(text string) string { return escaped(text, false) }

// escaped is text with all that is no plain text escaped, but for line ends, tabs and,
// where they may pass, our colours.
func escaped(text string, colours bool) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r == 0x1b && colours && colour.MatchString(text[i:]):
			n = len(colour.FindString(text[i:]))
			b.WriteString(text[i : i+n])
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		// Line ends of Windows are one line end; a lone \r would overwrite the line.
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"):
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, `\x%02x`, r)
		case unicode.Is(unicode.Bidi_Control, r) || r == 0x2028 || r == 0x2029:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}
