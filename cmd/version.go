package cmd

import (
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version of this source.
const release = "0.1.0"

// version is the release with the commit it was built from, where known.
func version() string {
	v := release
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			commit = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if commit != "" {
		v += " (" + commit + dirty + ")"
	}
	return v
}

// versions are the program's, Go's and the modules' versions.
func versions() map[string]string {
	m := map[string]string{"ensures": version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		m["go"] = info.GoVersion
		for _, d := range info.Deps {
			m[d.Path] = d.Version
		}
	}
	return m
}

// commit is the commit that the program was built from, with a + where files were
// changed; empty where the build does not know.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	rev, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			rev = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if rev == "" {
		return ""
	}
	return rev + changed
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Example: `  ensures version
  ensures version --json   # with Go and every module`,
		Args: exactly(),
		RunE: func(*cobra.Command, []string) error {
			if a.out.json {
				return a.out.object(versions())
			}
			a.out.printf("ensures %s\n", version())
			return nil
		},
	}
}
