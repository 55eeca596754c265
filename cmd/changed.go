package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/bench"
	"ensures/java"
	"ensures/sandbox"
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

// lineRange is a range of lines, both ends included. Where lines were taken out it is
// the lines before and after them.
type lineRange struct{ from, to int }

// changes are the lines that changed since a revision, by file. A file that the
// revision does not have has changed as a whole.
type changes struct {
	whole map[string]bool
	lines map[string][]lineRange
}

// changedSince asks git what changed in the folders of files since a revision.
func changedSince(ctx context.Context, ref string, sources []source) (changes, error) {
	out := changes{map[string]bool{}, map[string][]lineRange{}}
	if strings.HasPrefix(ref, "-") {
		return out, usagef("--changed: %q is no revision", ref)
	}
	const ours = ":(glob)*.java" // those of the folder itself
	asked := map[string]bool{}
	for _, s := range sources {
		dir := filepath.Dir(s.path)
		if asked[dir] || s.path == "<stdin>" {
			continue
		}
		asked[dir] = true
		changed, err := git(ctx, dir, "diff", "--name-only", "--no-ext-diff", "--no-textconv", "-z", "--relative", "--no-renames", ref, "--", ours)
		if err != nil {
			return out, err
		}
		untracked, err := git(ctx, dir, "ls-files", "-z", "--others", "--", ours)
		if err != nil {
			return out, err
		}

		for _, name := range strings.Split(strings.Trim(untracked, "\x00"), "\x00") {
			out.whole[filepath.Join(dir, name)] = true
		}
		for _, name := range strings.Split(strings.Trim(changed, "\x00"), "\x00") {
			if name == "" {
				continue
			}
			patch, err := git(ctx, dir, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", ref, "--", ":(literal)"+name)
			if err != nil {
				return out, err
			}
			path := filepath.Join(dir, name)
			out.lines[path] = hunks(patch)
		}
	}
	return out, nil
}

// inert are settings under which git starts no program that the configuration of a
// foreign repository names; the filters and drivers that it defines are added.
var inert = []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"}

// programs are the settings by which a repository names programs of its own.
const programs = `^(filter|diff)\..*\.(clean|smudge|process|required|command|textconv)$`

// git runs git in a folder, which may be a stranger's: its configuration starts no
// program.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	settings := slices.Clone(inert)
	named, err := runGit(ctx, []string{"-C", dir, "config", "-z", "--name-only", "--get-regexp", programs}, 1)
	if err != nil {
		return "", err
	}
	for _, key := range strings.Split(strings.Trim(named, "\x00"), "\x00") {
		if key != "" {
			settings = append(settings, "-c", key+"=")
		}
	}
	return runGit(ctx, slices.Concat(settings, []string{"-C", dir}, args), 0)
}

// runGit runs git; the exit code none says that there was nothing to print.
func runGit(ctx context.Context, args []string, none int) (string, error) {
	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: "git", Args: args, Timeout: time.Minute, MaxOutput: 64 << 20})
	switch {
	case errors.Is(err, sandbox.ErrNotFound):
		return "", &verify.MissingError{Tool: "git", Hint: "--changed asks it what changed"}
	case err != nil:
		return "", err
	case r.Truncated:
		return "", fmt.Errorf("--changed: git says more than is read: name fewer files")
	case r.ExitCode != 0 && r.ExitCode != none:
		return "", fmt.Errorf("--changed: git: %s", strings.TrimSpace(string(r.Stderr)))
	}
	return string(r.Stdout), nil
}

var hunkHead = regexp.MustCompile(`(?m)^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// hunks returns the new lines of a patch without context.
func hunks(patch string) (out []lineRange) {
	for _, m := range hunkHead.FindAllStringSubmatch(patch, -1) {
		from, _ := strconv.Atoi(m[1])
		n := 1
		if m[2] != "" {
			n, _ = strconv.Atoi(m[2])
		}
		to := from + n - 1
		if n == 0 {
			to = from + 1
		}
		out = append(out, lineRange{from, to})
	}
	return out
}

// methods returns the methods of a file that changed, comments in front of them
// included, of those named.
func (c changes) methods(s source, named []string) (out []string) {
	file, _ := java.Parse(s.path, string(s.text))
	tasks, _ := bench.MethodsOf(s.path, string(s.text))
	tokens := java.Tokens(file.Src)
	whole := s.path == "<stdin>" || c.whole[filepath.Clean(s.path)]
	for _, t := range tasks {
		d := t.Declaration(file)
		if d == nil || !t.Wanted(file, named) {
			continue
		}
		from, to := file.Position(d.Pos()).Line, file.Position(d.End()).Line
		if k, _ := slices.BinarySearchFunc(tokens, d.Pos(), func(t java.Token, p java.Pos) int { return int(t.From - p) }); k > 0 {
			from = min(from, file.Position(tokens[k-1].To).Line+1)
		}
		if whole || slices.ContainsFunc(c.lines[filepath.Clean(s.path)], func(r lineRange) bool {
			return r.from <= to && from <= r.to
		}) {
			out = append(out, t.Class+"."+t.Method+"("+strings.Join(t.Params, ",")+")")
		}
	}
	return out
}

// changedOnly leaves the files in which a method changed since a revision, and returns
// of each its methods that did.
func changedOnly(ctx context.Context, ref string, sources []source, named []string) (left []source, methods map[string][]string, err error) {
	c, err := changedSince(ctx, ref, sources)
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
