package project

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"ensures/internal/regular"
	"ensures/java"
	"ensures/java/classfile"
)

// Compiled gives the class file of a binary name (java/util/Map$Entry); nil where it has
// none. It is safe for concurrent use.
type Compiled interface {
	Class(binary string) []byte
}

// declared returns what a compiled class declares as a file of source, whose name says
// where it is from; nil where nothing has the class, or source can't say it.
func (p *Project) declared(qualified string) *java.File {
	binary := strings.ReplaceAll(qualified, ".", "/")
	for _, c := range p.compiled {
		text, err := classfile.Source(c.Class, binary)
		if text == "" || err != nil {
			continue
		}
		f, errs := java.Parse(binary+".class", text)
		if len(errs) > 0 {
			return nil
		}
		// The table of lines is made on first use, and others read the file at the same time.
		f.Lines()
		return f
	}
	return nil
}

// JDK returns the classes of the JDK that JAVA_HOME names, or that of the java in a
// folder of PATH; without one it has none. It is looked for when a class is asked for.
func JDK() Compiled { return machineJDK{} }

type machineJDK struct{}

// Class implements Compiled.
func (machineJDK) Class(binary string) []byte {
	if image := openJDK(); image != nil {
		return image.Class(binary)
	}
	return nil
}

// openJDK opens the image once for the process: it is the same for all projects.
var openJDK = sync.OnceValue(func() *classfile.Image {
	var homes []string
	if home := os.Getenv("JAVA_HOME"); home != "" {
		homes = append(homes, home)
	}
	name := "java"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if path, err := filepath.EvalSymlinks(filepath.Join(dir, name)); err == nil && filepath.IsAbs(path) {
			homes = append(homes, filepath.Dir(filepath.Dir(path)))
		}
	}
	for _, home := range homes {
		if image, err := classfile.OpenJDK(home); err == nil {
			return image
		}
	}
	return nil
})

// mostClass bounds a file of a jar.
const mostClass = 16 << 20

// inJar stands between the path of a jar and that of a file in it.
const inJar = "!/"

// Classpath returns the classes of jars and folders, those of the first that has one.
// What can't be read has none.
func Classpath(entries []string) Compiled { return &classpath{entries: entries, ext: ".class"} }

// sourceJars returns the source of libraries.
func sourceJars(jars []string) *classpath { return &classpath{entries: jars, ext: ".java"} }

// classpath is files by the names of their classes, in jars and folders.
type classpath struct {
	entries []string
	ext     string
	once    sync.Once
	folders []string
	files   map[string]inArchive // by path in the jar

	mu sync.Mutex // a jar is read by one at a time
}

// inArchive is a file of a jar.
type inArchive struct {
	jar  string
	file *zip.File
}

// open reads the tables of the jars.
func (c *classpath) open() {
	c.files = map[string]inArchive{}
	for _, entry := range c.entries {
		if isFolder(entry) {
			c.folders = append(c.folders, entry)
			continue
		}
		if !isFile(entry) {
			continue
		}
		z, err := zip.OpenReader(entry) // stays open as long as the process looks for classes
		if err != nil {
			continue
		}
		for _, f := range z.File {
			// The first jar that has a class wins, as for the JVM.
			if _, ok := c.files[f.Name]; !ok && strings.HasSuffix(f.Name, c.ext) {
				c.files[f.Name] = inArchive{entry, f}
			}
		}
	}
}

// Class implements Compiled.
func (c *classpath) Class(binary string) []byte {
	_, data := c.find(binary)
	return data
}

// source returns the file of a top-level class; nil where there is none.
func (c *classpath) source(qualified string) *java.File {
	if c == nil {
		return nil
	}
	path, data := c.find(strings.ReplaceAll(qualified, ".", "/"))
	if data == nil {
		return nil
	}
	f, _ := java.Parse(path, string(data)) // its mistakes are found where something depends on them
	f.Lines()
	return f
}

// find returns the file of a class, and where it is.
func (c *classpath) find(name string) (path string, data []byte) {
	c.once.Do(c.open)
	name += c.ext
	for _, dir := range c.folders {
		// A name with .. in it must not lead out of the folder.
		if path := filepath.Join(dir, filepath.FromSlash(name)); filepath.IsLocal(filepath.FromSlash(name)) && isFile(path) {
			if data, err := regular.ReadFile(path); err == nil {
				return path, data
			}
		}
	}

	f, ok := c.files[name]
	if !ok || f.file.UncompressedSize64 > mostClass {
		return "", nil
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := f.file.Open()
	if err != nil {
		return "", nil
	}
	defer r.Close()
	// Limited once more: what the table says of the size may not be true.
	data, err = io.ReadAll(io.LimitReader(r, mostClass))
	if err != nil {
		return "", nil
	}
	return f.jar + inJar + name, data
}
