package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Raw is one line of a trace as it was logged: decoded JSON with numbers as
// json.Number. Line is where it begins in the file, from 1.
type Raw struct {
	Line  int
	Value map[string]any
}

// Limits bound what is read; zero fields mean the defaults.
type Limits struct {
	Bytes  int64 // of the whole trace; 1 GiB
	Line   int   // bytes of a line; 16 MiB
	Events int   // lines that count; 100,000
}

func (l Limits) withDefaults() Limits {
	l.Bytes = cmp.Or(l.Bytes, 1<<30)
	l.Line = cmp.Or(l.Line, 16<<20)
	l.Events = cmp.Or(l.Events, 100_000)
	return l
}

// Error is a trace that can't be read or doesn't fit its mapping.
type Error struct {
	File   string
	Line   int // 0: the whole
	Column int // 0: the line
	Text   string
	Hint   string
}

func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	if e.Column > 0 {
		s += ":" + strconv.Itoa(e.Column)
	}
	s += ": " + e.Text
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Lines reads a trace line by line: a JSON array where the first character is [,
// TSV where the first line is none of JSON and has a tab, else NDJSON. It ends
// after the first error, an *Error where the trace is at fault.
func Lines(file string, r io.Reader, limits Limits) iter.Seq2[Raw, error] {
	limits = limits.withDefaults()
	return func(yield func(Raw, error) bool) {
		// One byte more than allowed: a trace of exactly the limit is not too long.
		rd := &lineReader{file: file, r: bufio.NewReaderSize(&capped{r, limits.Bytes + 1}, 1<<16), limits: limits}
		start, err := rd.start()
		switch {
		case err != nil:
			yield(Raw{}, err)
		case start == '[':
			rd.array(yield)
		case start == '{' || start == 0:
			rd.ndjson(yield)
		default:
			rd.tsv(yield)
		}
	}
}

// capped ends with errTooLong where more than n bytes come.
type capped struct {
	r io.Reader
	n int64
}

var errTooLong = errors.New("too long")

func (c *capped) Read(p []byte) (int, error) {
	if c.n <= 0 {
		return 0, errTooLong
	}
	if int64(len(p)) > c.n {
		p = p[:c.n]
	}
	n, err := c.r.Read(p)
	c.n -= int64(n)
	return n, err
}

type lineReader struct {
	file   string
	r      *bufio.Reader
	limits Limits
	line   int
}

func (rd *lineReader) fail(line, column int, hint, format string, args ...any) error {
	return &Error{rd.file, line, column, fmt.Sprintf(format, args...), hint}
}

// readError words an error of the reader behind.
func (rd *lineReader) readError(err error) error {
	if errors.Is(err, errTooLong) {
		return rd.fail(rd.line, 0, "validate a part of it", "the trace is longer than %d MB", rd.limits.Bytes>>20)
	}
	return fmt.Errorf("reading %s: %w", rd.file, err)
}

// start is the first character that is no space, 0 where there is none; a byte
// order mark is taken off.
func (rd *lineReader) start() (byte, error) {
	if b, _ := rd.r.Peek(3); string(b) == "\xef\xbb\xbf" {
		rd.r.Discard(3)
	}
	if b, _ := rd.r.Peek(2); len(b) == 2 && (string(b) == "\xff\xfe" || string(b) == "\xfe\xff") {
		return 0, rd.fail(1, 1, "convert it, for instance: iconv -f UTF-16 -t UTF-8", "the trace is UTF-16; UTF-8 is read")
	}
	for n := 64; ; n *= 2 {
		// Peek takes nothing: whichever reader follows sees the first character again.
		b, err := rd.r.Peek(n)
		if t := bytes.TrimLeft(b, " \t\r\n"); len(t) > 0 {
			return t[0], nil
		}
		if err == io.EOF || errors.Is(err, bufio.ErrBufferFull) {
			return 0, nil
		}
		if err != nil {
			return 0, rd.readError(err)
		}
	}
}

// next is the next line without its end; io.EOF after the last.
func (rd *lineReader) next() ([]byte, error) {
	rd.line++
	var long []byte
	for {
		// The slice is the reader's buffer, which the next read overwrites: a part of a long line
		// is copied, and a whole one decoded before it.
		part, err := rd.r.ReadSlice('\n')
		if len(long)+len(part) > rd.limits.Line {
			return nil, rd.fail(rd.line, 0, "", "the line is longer than %d MB", rd.limits.Line>>20)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, part...)
			continue
		}
		if long != nil {
			part = append(long, part...)
		}
		if err != nil && err != io.EOF {
			return nil, rd.readError(err)
		}
		if err == io.EOF && len(part) == 0 {
			return nil, io.EOF
		}
		part = bytes.TrimRight(part, "\r\n")
		if !utf8.Valid(part) {
			_, column := notUTF8(part)
			return nil, rd.fail(rd.line, column, "convert the file, for instance: iconv -f ISO-8859-1 -t UTF-8", "not UTF-8")
		}
		return part, nil
	}
}

func (rd *lineReader) ndjson(yield func(Raw, error) bool) {
	for {
		text, err := rd.next()
		if err == io.EOF {
			return
		}
		if err != nil {
			yield(Raw{}, err)
			return
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		v, err := rd.object(text)
		if !yield(Raw{rd.line, v}, err) || err != nil {
			return
		}
	}
}

// object decodes one line's JSON object.
func (rd *lineReader) object(text []byte) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		column := 0
		var se *json.SyntaxError
		if errors.As(err, &se) {
			column = int(se.Offset)
		}
		return nil, rd.fail(rd.line, column, "", "not JSON: %v", err)
	}
	// Two writers without a lock between them leave such lines; the second event must not get
	// lost.
	if rest := bytes.TrimSpace(text[dec.InputOffset():]); len(rest) > 0 {
		return nil, rd.fail(rd.line, int(dec.InputOffset())+1, "", "more than one JSON value on the line")
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, rd.fail(rd.line, 0, "", "%s where an event, a JSON object, should be", jsonKind(v))
	}
	return m, nil
}

// offsets are the positions of the line ends of what is read through.
type offsets struct {
	r    io.Reader
	n    int64
	ends []int64
}

func (o *offsets) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			o.ends = append(o.ends, o.n+int64(i))
		}
	}
	o.n += int64(n)
	return n, err
}

// line is the line of an offset.
func (o *offsets) line(at int64) int {
	return 1 + sort.Search(len(o.ends), func(i int) bool { return o.ends[i] >= at })
}

func (rd *lineReader) array(yield func(Raw, error) bool) {
	// The decoder reads ahead in blocks; the ends of lines are kept so that its offsets become
	// lines later.
	o := &offsets{r: rd.r}
	dec := json.NewDecoder(o)
	dec.UseNumber()
	fail := func(err error) {
		var syntax *json.SyntaxError
		rd.line = o.line(dec.InputOffset())
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF:
			err = rd.fail(o.line(max(0, o.n-1)), 0, "", "not JSON: the array is not closed")
		case errors.As(err, &syntax):
			err = rd.fail(o.line(syntax.Offset), 0, "", "not JSON: %v", err)
		default:
			err = rd.readError(err)
		}
		yield(Raw{}, err)
	}

	if _, err := dec.Token(); err != nil {
		fail(err)
		return
	}

	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			fail(err)
			return
		}
		// An event may stand over several lines; it is known by its first.
		rd.line = o.line(dec.InputOffset() - int64(len(raw)))
		if !utf8.Valid(raw) {
			line, _ := notUTF8(raw)
			yield(Raw{}, rd.fail(rd.line+line-1, 0, "convert the file, for instance: iconv -f ISO-8859-1 -t UTF-8", "not UTF-8"))
			return
		}
		v, err := rd.object(raw)
		if !yield(Raw{rd.line, v}, err) || err != nil {
			return
		}
	}
	if _, err := dec.Token(); err != nil {
		fail(err)
	}
}

// tsv reads a header and lines with tabs. A cell of digits is a number, true and
// false are booleans, {…} and […] are JSON, an empty one is not there.
func (rd *lineReader) tsv(yield func(Raw, error) bool) {
	var header []string
	for {
		text, err := rd.next()
		if err == io.EOF {
			return
		}
		if err == nil && header == nil && !bytes.ContainsRune(text, '\t') && len(bytes.TrimSpace(text)) > 0 {
			err = rd.fail(rd.line, 0, "", "neither JSON nor TSV: the first line begins no object and no array, and has no tab")
		}
		if err != nil {
			yield(Raw{}, err)
			return
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}

		cells := strings.Split(string(text), "\t")
		if header == nil {
			header = cells
			continue
		}
		// Fewer cells than columns are fine: the last ones are empty, which means that they are
		// not there.
		if len(cells) > len(header) {
			yield(Raw{}, rd.fail(rd.line, 0, "", "%d cells under a header of %d", len(cells), len(header)))
			return
		}

		v := map[string]any{}
		for i, c := range cells {
			if x, ok := cell(c); ok {
				v[header[i]] = x
			}
		}
		if !yield(Raw{rd.line, v}, nil) {
			return
		}
	}
}

func cell(c string) (any, bool) {
	switch {
	case c == "":
		return nil, false
	case c == "true" || c == "false":
		return c == "true", true
	// A number with a leading zero, or -0, is an identifier more likely than a count, and would
	// lose its form.
	case isDigits(c) && (c == "0" || c[0] != '0') && !strings.HasPrefix(c, "-0"):
		return json.Number(c), true
	case c[0] == '{' || c[0] == '[':
		dec := json.NewDecoder(strings.NewReader(c))
		dec.UseNumber()
		var v any
		if dec.Decode(&v) == nil && dec.InputOffset() == int64(len(c)) {
			return v, true
		}
	}
	return c, true
}

// lookup follows a path: the key as it stands, else its parts at the dots; a number
// is an index.
func lookup(v any, path string) (any, bool) {
	if path == "" {
		return v, true
	}
	switch x := v.(type) {
	case map[string]any:
		if e, ok := x[path]; ok {
			return e, true
		}
		// A key may have dots itself: the shortest part of the path that is a key is followed.
		for i := strings.IndexByte(path, '.'); i >= 0; {
			if e, ok := x[path[:i]]; ok {
				return lookup(e, path[i+1:])
			}
			j := strings.IndexByte(path[i+1:], '.')
			if j < 0 {
				break
			}
			i += 1 + j
		}
	case []any:
		first, rest, _ := strings.Cut(path, ".")
		if i, err := strconv.Atoi(first); err == nil && i >= 0 && i < len(x) {
			return lookup(x[i], rest)
		}
	}
	return nil, false
}

func jsonKind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "an array"
	}
	return "an object"
}
