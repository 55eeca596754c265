package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/internal/git"
	"ensures/java"
	"ensures/verify"
)

const excludeHelp = "leave out of folders what a `pattern` names: a file or folder, * in a name, ** over folders; may be repeated"

// excluded returns whether a path is one of those that patterns leave out. A pattern
// stands for a file or folder by whole names of its path: * is any text within a name,
// ** any names.
func excluded(patterns []string) func(path string) bool {
	var all []*regexp.Regexp
	for _, p := range patterns {
		p = regexp.QuoteMeta(strings.Trim(filepath.ToSlash(p), "/"))
		p = strings.NewReplacer(`\*\*`, `.*`, `\*`, `[^/]*`, `\?`, `[^/]`).Replace(p)
		all = append(all, regexp.MustCompile(`(^|/)`+p+`(/|$)`))
	}
	return func(path string) bool {
		return slices.ContainsFunc(all, func(r *regexp.Regexp) bool { return r.MatchString(filepath.ToSlash(path)) })
	}
}

// changes are the lines that changed since a revision, by file. A file that the
// revision does not have has changed as a whole.
type changes struct {
	whole map[string]bool
	lines map[string][]git.Lines
}

// touch reports whether some of the lines of a file changed.
func (c changes) touch(path string, from, to int) bool {
	return path == "<stdin>" || c.whole[filepath.Clean(path)] || slices.ContainsFunc(c.lines[filepath.Clean(path)], func(r git.Lines) bool {
		return r.From <= to && from <= r.To
	})
}

// changedSince asks git what changed since a revision in the folders of files, in those with
// names of a pattern.
func changedSince(ctx context.Context, ref, pattern string, paths []string) (changes, error) {
	out := changes{map[string]bool{}, map[string][]git.Lines{}}
	// git would read it as an option.
	if strings.HasPrefix(ref, "-") {
		return out, usagef("--changed: %q is no revision", ref)
	}
	asked := map[string]bool{}
	for _, path := range paths {
		dir := filepath.Dir(path)
		if asked[dir] || path == "<stdin>" {
			continue
		}
		asked[dir] = true
		changed, untracked, err := git.ChangedIn(ctx, dir, ref, pattern)
		if err != nil {
			return out, gitError("--changed", err)
		}

		// Nothing to compare with: all of the file is new.
		for _, name := range untracked {
			out.whole[filepath.Join(dir, name)] = true
		}
		for _, name := range changed {
			if out.lines[filepath.Join(dir, name)], err = git.ChangedLines(ctx, dir, ref, name); err != nil {
				return out, gitError("--changed", err)
			}
		}
	}
	return out, nil
}

// gitError is an error of git's with who asked.
func gitError(asker string, err error) error {
	if errors.Is(err, git.ErrNotFound) {
		return &verify.MissingError{Tool: "git", Hint: asker + " asks it what changed"}
	}
	return fmt.Errorf("%s: %w", asker, err)
}

// methods returns the methods of a file that changed, comments in front of them
// included, of those named.
func (c changes) methods(s source, named []string) (out []string) {
	// A file with mistakes has methods that can be told, too.
	file, _ := java.Parse(s.path, string(s.text))
	tasks, _ := bench.BodiesOf(s.path, string(s.text))
	tokens := java.Tokens(file.Src)
	for _, t := range tasks {
		d := t.Declaration(file)
		if d == nil || !t.Wanted(file, named) {
			continue
		}
		from, to := file.Position(d.Pos()).Line, file.Position(d.End()).Line
		// From behind the token before the declaration: the comments between the two are its
		// specification.
		if k, _ := slices.BinarySearchFunc(tokens, d.Pos(), func(t java.Token, p java.Pos) int { return int(t.From - p) }); k > 0 {
			from = min(from, file.Position(tokens[k-1].To).Line+1)
		}
		if c.touch(s.path, from, to) {
			out = append(out, t.Class+"."+t.Method+"("+strings.Join(t.Params, ",")+")")
		}
	}
	return out
}

// changedOnly leaves the files in which a method changed since a revision, and returns
// of each its methods that did.
func changedOnly(ctx context.Context, ref string, sources []source, named []string) (left []source, methods map[string][]string, err error) {
	var paths []string
	for _, s := range sources {
		paths = append(paths, s.path)
	}
	c, err := changedSince(ctx, ref, "*.java", paths)
	if err != nil {
		return nil, nil, err
	}
	methods = map[string][]string{}
	for _, s := range sources {
		if ms := c.methods(s, named); len(ms) > 0 {
			left, methods[s.path] = append(left, s), ms
		}
	}
	return left, methods, nil
}
