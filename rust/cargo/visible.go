package cargo

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ensures/sandbox"

	"github.com/pelletier/go-toml/v2"
)

// visible is the root of a manifest's workspace, and what cargo sees of the machine: the
// workspace and the folders that its manifests name, without what was built or hidden there, and the
// packages that cargo has fetched before, without what it knows of registries' users.
func visible(manifest string) (root string, v sandbox.View, err error) {
	root = filepath.Dir(manifest)

	// From the package upwards, the first manifest that says workspace.
	for dir := root; ; {
		name := filepath.Join(dir, "Cargo.toml")
		if text, err := os.ReadFile(name); err == nil {
			m, err := parse(text)
			if err != nil {
				return root, v, fmt.Errorf("%s cannot be read: %w", name, err)
			}
			if _, ok := m["workspace"]; ok {
				root = dir
				break
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}

	var roots []string
	if err := reach(root, filepath.Dir(manifest), &roots); err != nil {
		return root, v, err
	}
	for _, dir := range roots {
		v.Over = append(v.Over, dir)
		entries, err := os.ReadDir(dir)
		if err != nil {
			return root, v, err
		}
		for _, e := range entries {
			// Neither what was built nor what is hidden, but for cargo's own configuration.
			if e.Name() == ".cargo" || e.Name() != "target" && !strings.HasPrefix(e.Name(), ".") {
				v.Read = append(v.Read, filepath.Join(dir, e.Name()))
			}
		}
	}

	home := home()
	v.Over = append(v.Over, home)
	// Not credentials.toml.
	for _, part := range []string{"registry", "git", "config.toml", "config"} {
		v.Read = append(v.Read, filepath.Join(home, part))
	}
	return root, v, nil
}

// home is where cargo keeps packages.
func home() string {
	if h := os.Getenv("CARGO_HOME"); filepath.IsAbs(h) {
		return h
	}
	h, err := os.UserHomeDir()
	if err != nil {
		h = "/nonexistent"
	}
	return filepath.Join(h, ".cargo")
}

func (w *workspace) home() []string { return []string{"CARGO_HOME=" + home()} }

// parse reads a manifest. What the reader of its format panics over is no manifest.
func parse(text []byte) (m map[string]any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return m, toml.Unmarshal(text, &m)
}

// maxRoots bounds how many folders beside the workspace its manifests may name.
const maxRoots = 64

// reach adds a folder of packages, and those outside of it that manifests in it name.
func reach(root, member string, roots *[]string) error {
	within := func(dir string) bool {
		return slices.ContainsFunc(*roots, func(r string) bool { return dir == r || strings.HasPrefix(dir, r+string(filepath.Separator)) })
	}

	*roots = append(*roots, root)
	for _, dir := range []string{root, member} {
		text, err := os.ReadFile(filepath.Join(dir, "Cargo.toml"))
		if err != nil {
			continue
		}
		m, err := parse(text)
		if err != nil {
			continue // cargo says what is wrong with it
		}
		for _, path := range paths(m) {
			to := filepath.Join(dir, path)
			if filepath.IsAbs(path) {
				to = path
			}
			// Only folders with a manifest in them: a path to anything else opens nothing.
			if _, err := os.Stat(filepath.Join(to, "Cargo.toml")); err != nil || within(to) {
				continue
			}
			if len(*roots) >= maxRoots {
				return fmt.Errorf("more than %d folders outside of the workspace are named", maxRoots)
			}
			// What is named there may name others.
			if err := reach(to, to, roots); err != nil {
				return err
			}
		}
	}
	return nil
}

// paths are the paths that the tables of a manifest name packages by.
func paths(table map[string]any) (out []string) {
	// Anywhere: dependencies stand in tables of targets and of the workspace too.
	for key, v := range table {
		switch v := v.(type) {
		case string:
			if key == "path" {
				out = append(out, v)
			}
		case map[string]any:
			out = append(out, paths(v)...)
		}
	}
	// A map has no order, and the limit on folders must always strike the same.
	slices.Sort(out)
	return out
}
