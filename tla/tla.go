// Package tla runs the TLA+ tools, SANY and TLC, over modules that somebody wrote
// and reads what they print: positions of errors, states, coverage of actions,
// counterexamples.
//
// TLC ends with status 0 and "No error has been found" on a module that has no
// initial state, and again when its exploration was cut short; neither is a success
// here (Vacuous, Partial). What can't be read is an error, never a success.
//
// Every run has a scratch folder of its own, which is also the JVM's folder for
// temporary files; it is gone when the run is over, and so are its processes. The
// package must not know traces of real systems, scores, agents or configuration.
package tla

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ensures/sandbox"
)

// Options say where the tools are. The zero value looks for them.
type Options struct {
	// Java is the path of java; empty: $JAVA_HOME/bin/java, then PATH.
	Java string
	// Jar is the path of tla2tools.jar; empty: $TLA2TOOLS_JAR, then Installed, then a
	// tla2tools.jar in a folder of PATH.
	Jar string
	// Installed is the jar that `ensures setup tla` has put in its place, or empty.
	Installed string
	// Library are folders and jars with modules beside those of the jar.
	Library []string
	// Args are further arguments of the JVM.
	Args []string
	// Getenv is os.Getenv when nil.
	Getenv func(string) string
}

// Toolchain is Java and a tla2tools.jar, found. It may be used by any number of
// goroutines; their runs never meet.
type Toolchain struct {
	Java    string `json:"java"`
	Jar     string `json:"jar"`
	Version string `json:"version"` // of TLC, as "2.15"
	// Features are the options and configuration keywords that this jar knows.
	Features Features `json:"-"`

	args    []string
	library []string
}

// MissingError says that Java or the jar isn't there, and how to get it.
type MissingError struct {
	Tool string // java, tla2tools.jar
	Why  string
	Hint string
}

func (e *MissingError) Error() string { return fmt.Sprintf("%s %s; %s", e.Tool, e.Why, e.Hint) }

const (
	javaHint = "install a Java runtime, version 11 or later, or set tla.java"
	jarHint  = "run `ensures setup tla`, or set tla.jar to a tla2tools.jar"
)

// Find finds Java and the jar and reads the jar's version. It starts no process. A
// *MissingError says what is not there and how to get it.
func Find(ctx context.Context, o Options) (Toolchain, error) {
	if err := ctx.Err(); err != nil {
		return Toolchain{}, err
	}
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	java, err := findJava(o)
	if err != nil {
		return Toolchain{}, err
	}
	jar, err := findJar(o)
	if err != nil {
		return Toolchain{}, err
	}
	version, features, err := ReadJar(jar)
	if err != nil {
		return Toolchain{}, &MissingError{"tla2tools.jar", "can't be used: " + err.Error(), jarHint}
	}

	var library []string
	for _, place := range o.Library {
		full, err := filepath.Abs(place)
		if err != nil {
			return Toolchain{}, err
		}
		if _, err := libraryFiles(full); err != nil {
			return Toolchain{}, &MissingError{"tla.library", "can't be used: " + err.Error(), "name folders with modules, or jars such as CommunityModules-deps.jar"}
		}
		library = append(library, full)
	}
	return Toolchain{Java: java, Jar: jar, Version: version, Features: features, args: o.Args, library: library}, nil
}

func findJava(o Options) (string, error) {
	name := o.Java
	if name == "" {
		if home := o.Getenv("JAVA_HOME"); home != "" {
			p := filepath.Join(home, "bin", "java")
			if isFile(p) {
				return p, nil
			}
		}
		name = "java"
	}
	p, err := sandbox.Find(name)
	if err != nil {
		why := "is not on PATH"
		if o.Java != "" {
			why = "is not at " + o.Java + ", or can't be run"
		}
		return "", &MissingError{"java", why, javaHint}
	}
	return p, nil
}

func findJar(o Options) (string, error) {
	for _, named := range []struct{ path, from string }{{o.Jar, "tla.jar"}, {o.Getenv("TLA2TOOLS_JAR"), "TLA2TOOLS_JAR"}} {
		if named.path == "" {
			continue
		}
		// Whoever names a jar means that one: another in its place would be a surprise.
		if !isFile(named.path) {
			return "", &MissingError{"tla2tools.jar", fmt.Sprintf("is not at %s, which %s names", named.path, named.from), jarHint}
		}
		return filepath.Abs(named.path)
	}
	if o.Installed != "" && isFile(o.Installed) {
		return filepath.Abs(o.Installed)
	}
	for _, dir := range filepath.SplitList(o.Getenv("PATH")) {
		// Only absolute folders of PATH: a jar of the current folder would be code of whoever
		// wrote it.
		if p := filepath.Join(dir, "tla2tools.jar"); filepath.IsAbs(p) && isFile(p) {
			return p, nil
		}
	}
	return "", &MissingError{"tla2tools.jar", "is not there", jarHint}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Has reports whether the jar knows an option ("-dumpTrace") or a keyword of
// configuration files ("POSTCONDITION").
func (f Features) Has(name string) bool {
	_, ok := f[name]
	return ok
}

// Features is a set of options and keywords.
type Features map[string]struct{}

func (t Toolchain) String() string {
	return strings.TrimSpace("TLC " + t.Version + " (" + t.Jar + ")")
}
