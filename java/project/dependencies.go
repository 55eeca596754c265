package project

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ensures/internal/regular"
)

// coordinates name a library of a Maven repository.
type coordinates struct {
	Group    string `xml:"groupId"`
	Artifact string `xml:"artifactId"`
	Version  string `xml:"version"`
}

// dependency is a library that a module names.
type dependency struct {
	coordinates
	Scope    string `xml:"scope"`
	Type     string `xml:"type"`
	Optional string `xml:"optional"`
}

// pom is what is read of a pom.xml.
type pom struct {
	coordinates
	Parent struct {
		coordinates
		Path *string `xml:"relativePath"`
	} `xml:"parent"`
	Properties struct {
		List []struct {
			XMLName xml.Name
			Value   string `xml:",chardata"`
		} `xml:",any"`
	} `xml:"properties"`
	Managed      []dependency `xml:"dependencyManagement>dependencies>dependency"`
	Dependencies []dependency `xml:"dependencies>dependency"`
}

// module is a pom.xml with what it inherits.
type module struct {
	coordinates
	properties   map[string]string
	managed      map[coordinates]string // versions, by coordinates without one
	dependencies []dependency
}

// Bounds on what build files may lead to.
const (
	mostPOM       = 4 << 20
	mostParents   = 12
	mostLibraries = 2000
)

// repositories are the folders in which libraries lie on this machine.
type repositories struct {
	maven  string // laid out as group/by/parts/artifact/version
	gradle string // group.by.parts/artifact/version/sum
}

func localRepositories() repositories {
	home, err := os.UserHomeDir()
	if err != nil {
		return repositories{}
	}
	r := repositories{maven: filepath.Join(home, ".m2", "repository"), gradle: filepath.Join(home, ".gradle")}
	var settings struct {
		Local string `xml:"localRepository"`
	}
	if readXML(filepath.Join(home, ".m2", "settings.xml"), &settings) && settings.Local != "" {
		r.maven = strings.ReplaceAll(strings.TrimSpace(settings.Local), "${user.home}", home)
	}
	if dir := os.Getenv("GRADLE_USER_HOME"); dir != "" {
		r.gradle = dir
	}
	r.gradle = filepath.Join(r.gradle, "caches", "modules-2", "files-2.1")
	return r
}

func readXML(path string, into any) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostPOM {
		return false
	}
	data, err := regular.ReadFile(path)
	return err == nil && xml.Unmarshal(data, into) == nil
}

// find returns a file of a library: its jar, its sources, its pom.
func (r repositories) find(c coordinates, suffix string) string {
	for _, part := range []string{c.Group, c.Artifact, c.Version} {
		// The parts come from a build file and become a path: none may lead out of the
		// repository. $ is a property that nobody defines.
		if part == "" || strings.ContainsAny(part, `/\*?[$`) || strings.Contains(part, "..") {
			return ""
		}
	}
	name := c.Artifact + "-" + c.Version + suffix
	if path := filepath.Join(r.maven, filepath.FromSlash(strings.ReplaceAll(c.Group, ".", "/")), c.Artifact, c.Version, name); isFile(path) {
		return path
	}

	// Gradle puts each file into a folder named by its checksum.
	dir := filepath.Join(r.gradle, c.Group, c.Artifact, c.Version)
	sums, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	for _, sum := range sums {
		if path := filepath.Join(dir, sum.Name(), name); isFile(path) {
			return path
		}
	}
	return ""
}

// load reads a pom.xml with those it inherits from.
func (r repositories) load(path string, depth int) *module {
	var p pom
	if depth > mostParents || !readXML(path, &p) {
		return nil
	}
	m := &module{properties: map[string]string{}, managed: map[coordinates]string{}}
	if p.Parent.Artifact != "" {
		if up := r.parent(path, &p, depth); up != nil {
			m = up
		}
	}

	// A module has the group and the version of its parent unless it says otherwise.
	m.coordinates = p.coordinates
	if m.Group == "" {
		m.Group = p.Parent.Group
	}
	if m.Version == "" {
		m.Version = p.Parent.Version
	}

	for _, q := range p.Properties.List {
		m.properties[q.XMLName.Local] = strings.TrimSpace(q.Value)
	}
	for _, prefix := range []string{"project.", "pom.", ""} {
		m.properties[prefix+"groupId"], m.properties[prefix+"version"] = m.Group, m.Version
	}

	for _, d := range p.Managed {
		d.coordinates = m.filled(d.coordinates)
		m.managed[coordinates{Group: d.Group, Artifact: d.Artifact}] = d.Version
	}
	m.dependencies = append(m.dependencies, p.Dependencies...)
	return m
}

// parent reads the pom that another one inherits from: beside it, or from a repository.
func (r repositories) parent(path string, p *pom, depth int) *module {
	beside := "../pom.xml"
	if p.Parent.Path != nil {
		beside = strings.TrimSpace(*p.Parent.Path)
	}
	// An empty relativePath says that the parent is in a repository only.
	if beside != "" {
		at := filepath.Join(filepath.Dir(path), filepath.FromSlash(beside))
		if isFolder(at) {
			at = filepath.Join(at, "pom.xml")
		}
		// The pom beside may be another one than the parent that is named.
		if up := r.load(at, depth+1); up != nil && up.Artifact == p.Parent.Artifact {
			return up
		}
	}
	if at := r.find(p.Parent.coordinates, ".pom"); at != "" {
		return r.load(at, depth+1)
	}
	return nil
}

var property = regexp.MustCompile(`\$\{([^${}]+)\}`)

// filled puts the values of properties in place of their names.
func (m *module) filled(c coordinates) coordinates {
	fill := func(s string) string {
		// A property's value may name further ones, or itself.
		for range 8 {
			next := property.ReplaceAllStringFunc(s, func(name string) string {
				if v, ok := m.properties[name[2:len(name)-1]]; ok {
					return v
				}
				return name
			})
			if next == s || len(next) > 4096 {
				break
			}
			s = next
		}
		return strings.TrimSpace(s)
	}
	return coordinates{Group: fill(c.Group), Artifact: fill(c.Artifact), Version: fill(c.Version)}
}

// libraries returns the dependencies of a module with their versions: its own, or those
// that one that depends on it has of it.
func (m *module) libraries(own bool) []coordinates {
	var out []coordinates
	for _, d := range m.dependencies {
		// What a dependency has for its own tests, or expects to find, is not handed on.
		if d.Type != "" && d.Type != "jar" || !own && (d.Scope == "test" || d.Scope == "provided" || d.Scope == "system" || strings.TrimSpace(d.Optional) == "true") {
			continue
		}
		c := m.filled(d.coordinates)
		if c.Version == "" {
			c.Version = m.managed[coordinates{Group: c.Group, Artifact: c.Artifact}]
		}
		out = append(out, c)
	}
	return out
}

// jars returns the jars of the libraries that modules in the folders name, and of those
// that these need, as far as they are on this machine; of several versions of one the
// nearest to the modules. With each stands the jar with its source, where there is one.
func (r repositories) jars(folders []string) (jars, sources []string) {
	var next []coordinates
	managed := map[coordinates]string{}
	for _, dir := range folders {
		if m := r.load(filepath.Join(dir, "pom.xml"), 0); m != nil {
			next = append(next, m.libraries(true)...)
			for k, v := range m.managed {
				managed[k] = v
			}
		}
		next = append(next, gradleLibraries(dir)...)
	}

	seen := map[coordinates]bool{}
	for len(next) > 0 && len(seen) < mostLibraries {
		// In breadth, one layer after the other: the nearest version of a library is met first.
		var deeper []coordinates
		for _, c := range next {
			key := coordinates{Group: c.Group, Artifact: c.Artifact}
			if seen[key] {
				continue
			}
			seen[key] = true
			// What the modules manage counts for the libraries of libraries as well.
			if v := managed[key]; v != "" {
				c.Version = v
			}

			jar := r.find(c, ".jar")
			if jar != "" {
				jars = append(jars, jar)
			}
			if s := r.find(c, "-sources.jar"); s != "" {
				sources = append(sources, s)
			}
			if at := r.find(c, ".pom"); at != "" && jar != "" {
				if m := r.load(at, 0); m != nil {
					deeper = append(deeper, m.libraries(false)...)
				}
			}
		}
		next = deeper
	}
	return jars, sources
}

var (
	notation = regexp.MustCompile(`["']([\w.-]+):([\w.-]+):([\w.+-]+)["']`)
	named    = regexp.MustCompile(`group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["']\s*,\s*version\s*[:=]\s*["']([\w.+-]+)["']`)
	ofModule = regexp.MustCompile(`module\s*=\s*"([\w.-]+):([\w.-]+)"\s*,\s*version(\.ref)?\s*=\s*"([\w.+-]+)"`)
	version  = regexp.MustCompile(`(?m)^\s*([\w.-]+)\s*=\s*"([\w.+-]+)"\s*$`)
)

// gradleLibraries returns the libraries whose coordinates stand in the build files of a
// folder, or in its catalogue of versions. No build file is run: what one computes is
// not known.
func gradleLibraries(dir string) []coordinates {
	var out []coordinates
	for _, name := range []string{"build.gradle", "build.gradle.kts", "gradle/libs.versions.toml"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if !isFile(path) {
			continue
		}
		data, err := regular.ReadFile(path)
		if err != nil || len(data) > mostPOM {
			continue
		}
		for _, pattern := range []*regexp.Regexp{notation, named} {
			for _, m := range pattern.FindAllStringSubmatch(string(data), -1) {
				out = append(out, coordinates{m[1], m[2], m[3]})
			}
		}

		// The catalogue names a version by a key of its own table.
		versions := map[string]string{}
		for _, m := range version.FindAllStringSubmatch(string(data), -1) {
			versions[m[1]] = m[2]
		}
		for _, m := range ofModule.FindAllStringSubmatch(string(data), -1) {
			v := m[4]
			if m[3] != "" {
				v = versions[v]
			}
			out = append(out, coordinates{m[1], m[2], v})
		}
	}
	return slices.Compact(out)
}
