package cargo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"ensures/rust/spec"
)

// Bounds on the files of one crate.
const (
	maxFiles = 2000
	maxBytes = 16 << 20
	maxDeep  = 40
)

// Flat is a crate as one text: the file of each module stands between braces where its
// module is named, and every byte of a file is there.
type Flat struct {
	Text   string
	path   string // of the file that the work is on
	pieces []piece
}

// piece is a part of a file within the text.
type piece struct {
	from, to int // of the text
	file     string
	at       int // in the file where it begins
}

// Flat returns the crate as one text, with one file's content as it is given.
func (c *Crate) Flat(path, text string) (*Flat, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	j := &joiner{folder: c.folder, given: map[string]string{abs: text}}
	if err := j.file(c.Root, 0); err != nil {
		return nil, err
	}
	return &Flat{j.b.String(), abs, j.pieces}, nil
}

// modules are the files of a crate, the root first.
func modules(root, folder string) ([]string, error) {
	j := &joiner{folder: folder}
	err := j.file(root, 0)
	return j.files, err
}

// joiner puts the files of a crate together.
type joiner struct {
	folder string
	given  map[string]string
	files  []string
	open   []string // the files around
	b      strings.Builder
	pieces []piece
}

// file adds a file with those of its modules.
func (j *joiner) file(path string, depth int) error {
	text, err := j.read(path)
	if err != nil {
		return err
	}
	if depth > maxDeep || slices.Contains(j.open, path) {
		return fmt.Errorf("%s is a module of itself", path)
	}
	// Its places would be twice in the text, and its items would have two paths.
	if slices.Contains(j.files, path) {
		return fmt.Errorf("%s is the file of two modules", path)
	}
	if len(j.files) >= maxFiles || j.b.Len()+len(text) > maxBytes {
		return errors.New("the crate has too many files, or too long ones")
	}

	declared, err := spec.Declarations(text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	j.files, j.open = append(j.files, path), append(j.open, path)
	defer func() { j.open = j.open[:len(j.open)-1] }()

	at := 0
	for _, d := range declared {
		inner, err := j.find(path, d, depth)
		if err != nil {
			return err
		}
		if inner == "" {
			continue // the compiler leaves it out, or says that it is missing
		}
		// Up to the semicolon, which becomes the brace.
		j.piece(path, text, at, d.To-1)
		// On lines of their own, so that columns stay.
		j.b.WriteString(" {\n")
		if err := j.file(inner, depth+1); err != nil {
			return err
		}
		// A comment at the file's end must not hide the brace.
		j.b.WriteString("\n}")
		at = d.To
	}
	j.piece(path, text, at, len(text))
	return nil
}

func (j *joiner) piece(path, text string, from, to int) {
	begin := j.b.Len()
	j.b.WriteString(text[from:to])
	j.pieces = append(j.pieces, piece{begin, j.b.Len(), path, from})
}

// read is a file's text. What stands outside of the workspace, also behind a link, is not
// looked at.
func (j *joiner) read(path string) (string, error) {
	if text, ok := j.given[path]; ok {
		return text, nil
	}

	// Links are followed before the folder is compared: a link out of the workspace is outside.
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	folder, err := filepath.EvalSymlinks(j.folder)
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(real, folder+string(filepath.Separator)) {
		return "", fmt.Errorf("%s %w", path, errOutside)
	}

	info, err := os.Stat(real)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file", path)
	}
	if err == nil && info.Size() > maxBytes {
		err = fmt.Errorf("%s is too long", path)
	}
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(real)
	if err == nil && !utf8.Valid(b) {
		err = fmt.Errorf("%s is no text in UTF-8", path)
	}
	return string(b), err
}

// find is the file of a module that a file names; empty where there is none.
func (j *joiner) find(path string, d spec.Declaration, depth int) (string, error) {
	dir, name := filepath.Split(path)
	below := filepath.Join(dir, strings.TrimSuffix(name, ".rs"))
	// The root and a mod.rs have their modules beside them, other files in a folder of their name.
	if depth == 0 || name == "mod.rs" {
		below = filepath.Clean(dir)
	}

	var candidates []string
	switch {
	case filepath.IsAbs(d.Path):
		candidates = []string{d.Path}
	// #[path] outside of inline modules is relative to the folder of the file itself.
	case d.Path != "" && len(d.Inline) == 0:
		candidates = []string{filepath.Join(dir, d.Path)}
	case d.Path != "":
		candidates = []string{filepath.Join(append(append([]string{below}, d.Inline...), d.Path)...)}
	default:
		in := filepath.Join(append([]string{below}, d.Inline...)...)
		candidates = []string{filepath.Join(in, d.Name+".rs"), filepath.Join(in, d.Name, "mod.rs")}
	}

	var found []string
	for _, c := range candidates {
		if _, err := os.Stat(c); err == nil || j.given[c] != "" {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("module %s of %s has two files", d.Name, path)
}

// Place is where a line and a column of the text, in characters from 1, are in which file.
func (f *Flat) Place(line, column int) (file string, l, c int) {
	off := 0
	for range line - 1 {
		n := strings.IndexByte(f.Text[off:], '\n')
		if n < 0 {
			break
		}
		off += n + 1
	}
	for range column - 1 {
		_, n := utf8.DecodeRuneInString(f.Text[off:])
		off += n
	}
	p := f.at(min(off, len(f.Text)))
	// Counted again in the file: what stands in the text in front of a piece may be of other files.
	before := f.upTo(p, off)
	return p.file, strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}

// at is the piece that a byte of the text is in; what stands between pieces belongs to the
// one before.
func (f *Flat) at(off int) piece {
	last := f.pieces[0]
	for _, p := range f.pieces {
		if p.from <= off {
			last = p
		}
		if off < p.to {
			break
		}
	}
	return last
}

// upTo is a file's text up to a byte of the text in a piece of it.
func (f *Flat) upTo(last piece, off int) string {
	var b strings.Builder
	for _, p := range f.pieces {
		if p.file != last.file {
			continue
		}
		for b.Len() < p.at { // what names a module's file stands between
			b.WriteByte(';')
		}
		if p == last {
			b.WriteString(f.Text[p.from:min(off, p.to)])
			break
		}
		b.WriteString(f.Text[p.from:p.to])
	}
	return b.String()
}

// Own reports whether a byte of the text is of the file that the work is on.
func (f *Flat) Own(off int) bool {
	p := f.at(off)
	return p.file == f.path && off <= p.to
}

// OwnLine reports whether a line of the text is of the file that the work is on.
func (f *Flat) OwnLine(line int) bool {
	file, _, _ := f.Place(line, 1)
	return file == f.path
}

// Back is the file that the work is on out of a text that differs from f's by whole lines
// that were put into it.
func (f *Flat) Back(text string) (string, error) {
	type insertion struct {
		at   int
		text string
	}
	var put []insertion

	// Line by line: each line of the old text comes again in order, so that any other was put in.
	old, off := strings.SplitAfter(f.Text, "\n"), 0
	for line := range strings.Lines(text) {
		if len(old) > 0 && line == old[0] {
			old, off = old[1:], off+len(line)
			continue
		}
		put = append(put, insertion{off, line})
	}
	if len(old) > 0 && old[0] != "" {
		return "", errors.New("lines of the crate are missing in what was made of it")
	}

	var b strings.Builder
	for _, p := range f.pieces {
		if p.file != f.path {
			continue
		}
		if p.at > 0 {
			b.WriteByte(';') // behind the name of a module
		}
		from := p.from
		for len(put) > 0 && put[0].at <= p.to {
			if put[0].at < p.from {
				return "", errors.New("lines were put into another file of the crate")
			}
			b.WriteString(f.Text[from:put[0].at] + put[0].text)
			from, put = put[0].at, put[1:]
		}
		b.WriteString(f.Text[from:p.to])
	}
	if len(put) > 0 {
		return "", errors.New("lines were put into another file of the crate")
	}
	return b.String(), nil
}
