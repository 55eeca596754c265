package private

import (
	"crypto/sha256"
	"path/filepath"
)

// Store is a folder of answers that this user wrote: each file is authenticated with
// the user's key together with its name, so that neither another's file nor another
// answer under the same name is read.
type Store struct {
	dir string
	key []byte
}

// OpenStore opens the store in a folder with the key in a file, which is made where
// there is none.
func OpenStore(dir, keyFile string) (*Store, error) {
	key, err := Key(keyFile)
	if err != nil {
		return nil, err
	}
	return &Store{dir, key}, nil
}

// maxEntry is how long one answer may be.
const maxEntry = 64 << 20

// Get returns what is stored under a name. Nothing there is fs.ErrNotExist; something
// that this user did not write, or that was changed since, an [*Error].
func (s *Store) Get(name string) ([]byte, error) {
	path := filepath.Join(s.dir, name)
	text, err := Read(path, maxEntry)
	if err != nil {
		return nil, err
	}
	if len(text) < sha256.Size || !Same(text[:sha256.Size], s.sum(name, text[sha256.Size:])) {
		return nil, &Error{path, "it was not written with your key, or changed since"}
	}
	return text[sha256.Size:], nil
}

// Put stores an answer under a name.
func (s *Store) Put(name string, content []byte) error {
	return Write(filepath.Join(s.dir, name), append(s.sum(name, content), content...))
}

// sum authenticates content as that of a name; names hold no zero byte.
func (s *Store) sum(name string, content []byte) []byte {
	return Sum(s.key, append([]byte(name+"\x00"), content...))
}
