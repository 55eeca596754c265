package classfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Image is the image of a JDK, lib/modules: the class files of all its modules, found by
// a perfect hash. It is safe for concurrent use.
type Image struct {
	file      io.ReaderAt
	order     binary.ByteOrder
	redirect  []byte // int32 each
	offsets   []byte // uint32 each
	locations []byte
	strings   []byte
	content   int64 // where the resources begin

	mu      sync.Mutex
	modules map[string]string // by package, with slashes; "": none
}

// OpenJDK opens the image of the JDK in a folder. Its file stays open.
func OpenJDK(home string) (*Image, error) {
	f, err := os.Open(filepath.Join(home, "lib", "modules"))
	if err != nil {
		return nil, err
	}
	m, err := openImage(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return m, nil
}

// The header of an image, and bounds on what it may ask for.
const (
	imageMagic  = 0xCAFEDADA
	imageHeader = 28
	mostIndex   = 64 << 20
	mostClass   = 16 << 20
)

func openImage(f io.ReaderAt) (*Image, error) {
	head := make([]byte, imageHeader)
	if _, err := f.ReadAt(head, 0); err != nil {
		return nil, err
	}
	m := &Image{file: f, order: binary.LittleEndian, modules: map[string]string{}}
	if binary.BigEndian.Uint32(head) == imageMagic { // it is written in the order of its machine
		m.order = binary.BigEndian
	}
	u4 := func(i int) int64 { return int64(m.order.Uint32(head[4*i:])) }
	if u4(0) != imageMagic || u4(1)>>16 != 1 {
		return nil, fmt.Errorf("no image of a JDK that is known")
	}

	// The header: magic, version, flags, number of resources, length of the table, sizes.
	table, locations, texts := u4(4), u4(5), u4(6)
	size := 8*table + locations + texts
	if table == 0 || size > mostIndex {
		return nil, fmt.Errorf("damaged image")
	}
	index := make([]byte, size)
	if _, err := f.ReadAt(index, imageHeader); err != nil {
		return nil, err
	}

	// The tables follow each other without gaps, and the resources follow them.
	m.redirect, index = index[:4*table], index[4*table:]
	m.offsets, index = index[:4*table], index[4*table:]
	m.locations, m.strings = index[:locations], index[locations:]
	m.content = imageHeader + size
	return m, nil
}

// hashBase is the seed with which every look-up begins.
const hashBase = 0x01000193

func hash(s string, seed uint32) uint32 {
	for i := range len(s) {
		seed = seed*hashBase ^ uint32(s[i])
	}
	return seed & 0x7fffffff
}

// The attributes of a location.
const (
	attrEnd = iota
	attrModule
	attrParent
	attrBase
	attrExtension
	attrOffset
	attrCompressed
	attrUncompressed
	attributes
)

// resource returns the content of a resource by its path; nil where there is none, or
// where it is compressed.
func (m *Image) resource(path string) []byte {
	n := uint32(len(m.redirect) / 4)
	i := hash(path, hashBase) % n
	// An entry of the first table says where to go on: with the seed of a second hash, or,
	// negated, at the place itself.
	switch v := int32(m.order.Uint32(m.redirect[4*i:])); {
	case v > 0:
		i = hash(path, uint32(v)) % n
	case v < 0:
		i = uint32(-1 - v)
	default:
		return nil
	}
	if i >= n {
		return nil
	}

	// The hash is perfect for the paths that are there; any other one ends at some place as
	// well, so the path is compared.
	at, ok := m.location(m.order.Uint32(m.offsets[4*i:]))
	if !ok || m.path(at) != path || at[attrCompressed] != 0 || at[attrUncompressed] > mostClass {
		return nil
	}
	out := make([]byte, at[attrUncompressed])
	if _, err := m.file.ReadAt(out, m.content+int64(at[attrOffset])); err != nil {
		return nil
	}
	return out
}

// location reads the attributes at a place of the table: a byte with kind and length,
// then the value.
func (m *Image) location(at uint32) (out [attributes]uint64, ok bool) {
	for i := int(at); i < len(m.locations); {
		kind, n := int(m.locations[i]>>3), int(m.locations[i]&7)+1
		if kind == attrEnd {
			return out, true
		}
		if kind >= attributes || i+1+n > len(m.locations) {
			return out, false
		}
		// Most significant byte first, in every image: only the tables' numbers are in the
		// machine's order.
		for _, b := range m.locations[i+1 : i+1+n] {
			out[kind] = out[kind]<<8 | uint64(b)
		}
		i += 1 + n
	}
	return out, false
}

// path returns the whole path of a location: /module/parent/base.extension.
func (m *Image) path(at [attributes]uint64) string {
	var b strings.Builder
	if s := m.text(at[attrModule]); s != "" {
		b.WriteString("/" + s + "/")
	}
	if s := m.text(at[attrParent]); s != "" {
		b.WriteString(s + "/")
	}
	b.WriteString(m.text(at[attrBase]))
	if s := m.text(at[attrExtension]); s != "" {
		b.WriteString("." + s)
	}
	return b.String()
}

func (m *Image) text(at uint64) string {
	if at >= uint64(len(m.strings)) {
		return ""
	}
	s, _, _ := strings.Cut(string(m.strings[at:min(at+512, uint64(len(m.strings)))]), "\x00")
	return s
}

// module returns the module that has the classes of a package: its resource lists
// modules, each with whether it has nothing of the package but resources.
func (m *Image) module(pkg string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if name, asked := m.modules[pkg]; asked {
		return name
	}
	// Also what isn't found is remembered.
	m.modules[pkg] = ""
	for list := m.resource("/packages/" + strings.ReplaceAll(pkg, "/", ".")); len(list) >= 8; list = list[8:] {
		if m.order.Uint32(list) == 0 {
			m.modules[pkg] = m.text(uint64(m.order.Uint32(list[4:])))
		}
	}
	return m.modules[pkg]
}

// Class returns the class file of a binary name (java/util/Map$Entry); nil where the JDK
// has none.
func (m *Image) Class(binary string) []byte {
	i := strings.LastIndexByte(binary, '/')
	if i < 0 {
		return nil
	}
	module := m.module(binary[:i])
	if module == "" {
		return nil
	}
	return m.resource("/" + module + "/" + binary + ".class")
}
