// Package git asks git what a repository holds, also where the repository is a
// stranger's: nothing that its configuration names is started, and nothing is fetched.
//
// It must not know what the files say.
package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/sandbox"
)

// inert are settings under which git starts no program that the configuration of a
// foreign repository names; the filters and drivers that it defines are added.
var inert = []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"}

// programs are the settings by which a repository names programs of its own.
const programs = `^(filter|diff)\..*\.(clean|smudge|process|required|command|textconv)$`

// offline keep git from asking a remote for objects that are missing: the
// configuration says how one is reached, by a program where it likes.
var offline = []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"}

// diff is the command that compares a revision with the working tree, without drivers,
// and without a look into submodules, where git would heed their configuration.
var diff = []string{"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=all"}

// ErrNotFound is returned (wrapped) where there is no git.
var ErrNotFound = sandbox.ErrNotFound

// Run runs git in a folder and returns what it prints.
func Run(ctx context.Context, dir string, args ...string) (string, error) {
	settings := slices.Clone(inert)
	// git config starts none of the programs that it lists. Each is then set to nothing on the
	// command line, which wins over any file.
	named, err := run(ctx, []string{"-C", dir, "config", "-z", "--name-only", "--get-regexp", programs}, 1)
	if err != nil {
		return "", err
	}
	for _, key := range strings.Split(strings.Trim(named, "\x00"), "\x00") {
		if key != "" {
			settings = append(settings, "-c", key+"=")
		}
	}
	return run(ctx, slices.Concat(settings, []string{"-C", dir}, args), 0)
}

// run runs git; the exit code none says that there was nothing to print.
func run(ctx context.Context, args []string, none int) (string, error) {
	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: "git", Args: args, Env: slices.Concat(sandbox.Environ(), offline), Timeout: time.Minute, MaxOutput: 64 << 20})
	switch {
	case err != nil:
		return "", fmt.Errorf("git: %w", err)
	case r.Truncated:
		// Half an answer would be files or lines that were not looked at.
		return "", errors.New("git says more than is read: name fewer files")
	case r.ExitCode != 0 && r.ExitCode != none:
		return "", fmt.Errorf("git: %s", strings.TrimSpace(string(r.Stderr)))
	}
	return string(r.Stdout), nil
}

// Names returns the names in a list of git's that ends each with a zero byte.
func Names(list string) []string {
	return slices.DeleteFunc(strings.Split(list, "\x00"), func(n string) bool { return n == "" })
}

// ChangedIn returns the files of a folder, not of those below, that differ from a
// revision and match a pattern, and those that git does not know.
func ChangedIn(ctx context.Context, dir, rev, pattern string) (changed, untracked []string, err error) {
	pattern = ":(glob)" + pattern
	c, err := Run(ctx, dir, slices.Concat(diff, []string{"--name-only", "-z", "--relative", rev, "--", pattern})...)
	if err != nil {
		return nil, nil, err
	}
	u, err := Run(ctx, dir, "ls-files", "-z", "--others", "--", pattern)
	return Names(c), Names(u), err
}

// Lines is a range of lines, both ends included. Where lines were taken out it is the
// lines before and after them.
type Lines struct{ From, To int }

// ChangedLines returns the lines of a folder's file that differ from a revision.
func ChangedLines(ctx context.Context, dir, rev, name string) ([]Lines, error) {
	patch, err := Run(ctx, dir, slices.Concat(diff, []string{"--unified=0", rev, "--", ":(literal)" + name})...)
	return hunks(patch), err
}

var hunkHead = regexp.MustCompile(`(?m)^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// hunks returns the new lines of a patch without context.
func hunks(patch string) (out []Lines) {
	for _, m := range hunkHead.FindAllStringSubmatch(patch, -1) {
		from, _ := strconv.Atoi(m[1])
		n := 1
		if m[2] != "" {
			n, _ = strconv.Atoi(m[2])
		}
		to := from + n - 1
		// Nothing is left of what was taken out: git names the line before.
		if n == 0 {
			to = from + 1
		}
		out = append(out, Lines{from, to})
	}
	return out
}

// Repository is the working tree of a repository.
type Repository struct {
	Top string // its folder
}

// Open returns the repository around a folder.
func Open(ctx context.Context, dir string) (*Repository, error) {
	top, err := Run(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	r := &Repository{filepath.FromSlash(strings.TrimSuffix(top, "\n"))}
	// core.worktree could lead anywhere: to the reader's own files, say.
	if _, err := os.Lstat(filepath.Join(r.Top, ".git")); err != nil {
		return nil, fmt.Errorf("git: the files of this repository are in %s, which is not its folder", r.Top)
	}
	return r, nil
}

// Commit returns the commit that a revision names.
func (r *Repository) Commit(ctx context.Context, rev string) (string, error) {
	out, err := Run(ctx, r.Top, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("git knows no revision %q", rev)
	}
	return strings.TrimSpace(out), nil
}

// MergeBase returns the last commit that a revision and the working tree's share.
func (r *Repository) MergeBase(ctx context.Context, rev string) (string, error) {
	commit, err := r.Commit(ctx, rev)
	if err != nil {
		return "", err
	}
	out, err := Run(ctx, r.Top, "merge-base", commit, "HEAD")
	if err != nil || strings.TrimSpace(out) == "" {
		return "", fmt.Errorf("git knows no commit that %q and HEAD share; a clone without its history needs more of it (git fetch --unshallow, fetch-depth: 0)", rev)
	}
	return strings.TrimSpace(out), nil
}

// Change is a file that differs from a revision. Names are relative to the repository,
// with slashes.
type Change struct {
	Path  string
	Old   bool // the revision has it
	There bool // the working tree has it
}

// Changed returns the files below a folder of the repository that match a pattern and
// differ from a commit, those that git does not know and does not ignore included, in
// order.
func (r *Repository) Changed(ctx context.Context, commit, pattern string) ([]Change, error) {
	out, err := Run(ctx, r.Top, slices.Concat(diff, []string{"--name-status", "-z", commit, "--", ":(glob)" + pattern})...)
	if err != nil {
		return nil, err
	}
	var list []Change
	names := Names(out)
	for i := 0; i+1 < len(names); i += 2 { // a letter, a name, …
		list = append(list, Change{names[i+1], names[i] != "A", names[i] != "D"})
	}
	others, err := Run(ctx, r.Top, "ls-files", "-z", "--others", "--exclude-standard", "--", ":(glob)"+pattern)
	for _, name := range Names(others) {
		// A file that was deleted from the index alone is in both lists.
		if i := slices.IndexFunc(list, func(c Change) bool { return c.Path == name }); i >= 0 {
			list[i].There = true
			continue
		}
		list = append(list, Change{name, false, true})
	}
	slices.SortFunc(list, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(list, func(a, b Change) bool { return a.Path == b.Path }), err // what is not merged is there twice
}

// Files returns the files that match a pattern, those that git does not know and does
// not ignore included, in order.
func (r *Repository) Files(ctx context.Context, pattern string) ([]string, error) {
	out, err := Run(ctx, r.Top, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":(glob)"+pattern)
	names := Names(out)
	slices.Sort(names)
	return slices.Compact(names), err
}

// Text returns a file as a commit has it.
func (r *Repository) Text(ctx context.Context, commit, path string) (string, error) {
	return Run(ctx, r.Top, "cat-file", "blob", commit+":"+path)
}
