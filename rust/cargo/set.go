package cargo

import (
	"context"
	"path/filepath"
	"slices"
	"sync"

	"ensures/rust/spec"
)

// Set opens the crates of files, each once, for as long as it is used. It is safe for
// concurrent use.
type Set struct {
	Options func() (Options, error)

	mu   sync.Mutex
	list []*Crate
}

// Of returns the crate of a file with the text that it shall have, and that crate as one
// text; nil where the file stands for itself: no package has it, or its own braces do not
// fit, of which the compiler speaks better.
func (s *Set) Of(ctx context.Context, path, text string) (*Crate, *Flat, error) {
	if Manifest(path) == "" {
		return nil, nil, nil
	}
	if _, err := spec.Declarations(text); err != nil {
		return nil, nil, nil
	}
	c, err := s.open(ctx, path)
	if c == nil || err != nil {
		return nil, nil, err
	}
	f, err := c.Flat(path, text)
	if err != nil {
		return nil, nil, &Error{Manifest(path), err.Error()}
	}
	return c, f, nil
}

func (s *Set) open(ctx context.Context, path string) (*Crate, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}

	// Held while the crate is opened: a second file of it must find it rather than compile it again.
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.list {
		if slices.Contains(c.Files, abs) {
			return c, nil
		}
	}
	o, err := s.Options()
	if err != nil {
		return nil, err
	}
	c, err := Open(ctx, path, o)
	if c != nil {
		s.list = append(s.list, c)
	}
	return c, err
}

// Close removes what was compiled.
func (s *Set) Close() {
	for _, c := range s.list {
		c.Close()
	}
	s.list = nil
}
