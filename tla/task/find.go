package task

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// languages are those of source files, by the end of their names.
var languages = map[string]string{
	".go": "go", ".rs": "rust", ".java": "java", ".kt": "kotlin", ".scala": "scala",
	".c": "c", ".h": "c", ".cc": "c++", ".cpp": "c++", ".cxx": "c++", ".hpp": "c++",
	".py": "python", ".js": "javascript", ".ts": "typescript", ".erl": "erlang", ".ex": "elixir",
	".cs": "c#", ".swift": "swift", ".zig": "zig", ".ml": "ocaml", ".hs": "haskell",
}

// skipped are folders that hold no source of the system itself.
var skipped = []string{"vendor", "node_modules", "target", "build", "dist", "out", "testdata", "third_party", "docs", "doc", "examples", "test", "tests", "bench", "benches", "benchmarks"}

// The bounds of what is looked at, and of what a draft takes.
const (
	maxLooked    = 20_000  // files
	maxFile      = 512_000 // bytes
	maxTaken     = 12      // files, where nobody chose
	maxTakenSize = 400_000 // bytes together
)

// concurrent finds what makes a file worth modelling: threads, locks, messages, roles.
var concurrent = regexp.MustCompile(`(?i)\b(go func|chan\b|mutex|rwlock|spinlock|atomic|compare_?(and_?)?(exchange|swap|set)|fetch_(add|sub|or|and)|condvar|sync\.|synchronized|volatile|thread|spawn|pthread_|await|lock\(|unlock\(|semaphore|send\(|recv\(|broadcast|leader|follower|candidate|election|quorum|commit|term\b|epoch|lease|retry|timeout|distsys\.|archetype|mailbox(es)?\b|critical ?section)`)

// Found is a source file with what speaks for it.
type Found struct {
	Path     string `json:"path"` // relative to the repository, with slashes
	Language string `json:"language"`
	Bytes    int    `json:"bytes"`
	Score    int    `json:"score"` // places that speak of threads, locks or messages
	text     string
}

// find lists the source files of a repository that a model could be made from, the
// most promising first. Tests, generated code and what others wrote are left out, and
// so are links.
func find(repo string) ([]Found, error) {
	var all []Found
	looked := 0
	err := filepath.WalkDir(repo, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case p == repo:
			return nil
		case d.IsDir():
			if strings.HasPrefix(d.Name(), ".") || slices.Contains(skipped, strings.ToLower(d.Name())) {
				return filepath.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || languages[filepath.Ext(d.Name())] == "" || isTest(d.Name()):
			return nil
		}

		if looked++; looked > maxLooked {
			// Of a very large repository what was looked at has to do.
			return filepath.SkipAll
		}
		rel, err := filepath.Rel(repo, p)
		if err != nil {
			return err
		}
		f, ok, err := look(repo, filepath.ToSlash(rel))
		if err == nil && ok && f.Score > 0 {
			all = append(all, f)
		}
		return err
	})
	slices.SortStableFunc(all, func(a, b Found) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path))
	})
	return all, err
}

// look reads a source file; false: it is none that a draft takes.
func look(repo, rel string) (Found, bool, error) {
	file := filepath.Join(repo, filepath.FromSlash(rel))
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return Found{}, false, err
	}
	raw, err := os.ReadFile(file)
	if err != nil || !utf8.Valid(raw) {
		return Found{}, false, err
	}
	text := string(raw)
	if head, _, _ := strings.Cut(text, "\n"); strings.Contains(head, "Code generated") || strings.Contains(head, "@generated") {
		return Found{}, false, nil
	}
	lang := languages[path.Ext(rel)]
	if lang == "" {
		lang = strings.TrimPrefix(path.Ext(rel), ".")
	}
	return Found{Path: rel, Language: lang, Bytes: len(raw), Score: len(concurrent.FindAllStringIndex(text, -1)), text: text}, true, nil
}

// isTest reports whether a file's name is that of a test.
func isTest(name string) bool {
	base := strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
	return strings.HasSuffix(base, "_test") || strings.HasSuffix(base, ".test") || strings.HasSuffix(base, ".spec") ||
		strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "test") || strings.HasSuffix(base, "tests")
}

// choose takes the most promising files of the language that most of the score is in.
func choose(all []Found) []Found {
	score := map[string]int{}
	// A model is made of one language; the one with most that speaks of threads, not the one with
	// most files.
	for _, f := range all {
		score[f.Language] += f.Score
	}
	best := ""
	for _, f := range all { // in the order of the files: the same every time
		if best == "" || score[f.Language] > score[best] {
			best = f.Language
		}
	}
	var taken []Found
	size := 0
	for _, f := range all {
		if f.Language == best && len(taken) < maxTaken && size+f.Bytes <= maxTakenSize {
			taken = append(taken, f)
			size += f.Bytes
		}
	}
	return taken
}
