// Package ensures_test holds the tests of the house itself: the layers and
// invariants of ARCHITECTURE.md, and documents that keep step with the code.
package ensures_test

import (
	"bytes"
	"encoding/json"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers is the table package → packages of ours that it may import. "+" in
// front of an entry takes in everything that entry may import. A package that
// is not listed may not exist.
var layers = map[string][]string{
	"java":                 {"internal/closest"},
	"java/expr":            {"java"},
	"java/types":           {"+java", "java/classlib", "java/expr"},
	"java/mutants":         {"+java/types"},
	"java/transforms":      {"+java/types"},
	"symbolic":             {"java", "java/expr", "java/types"},
	"java/classlib":        {},
	"java/classfile":       {},
	"java/project":         {"java", "java/classfile", "internal/closest", "internal/regular"},
	"java/fdlibm":          {},
	"java/decimal":         {},
	"java/regex":           {},
	"java/interp":          {"+java/types", "java/fdlibm", "java/decimal", "java/regex"},
	"java/jvm":             {"+java/interp", "sandbox"},
	"java/javatest":        {"sandbox"},
	"jml":                  {"+java/types"},
	"java/values":          {"+java/interp", "+mutate"},
	"jml/eval":             {"+jml", "+java/interp", "value"},
	"value":                {},
	"value/valuetest":      {"value"},
	"mutate":               {"value"},
	"metric":               {"value"},
	"speceval":             {"+bench", "+jml/eval", "+verify"},
	"bench":                {"+jml", "+java/interp", "java/jvm", "internal/effort", "internal/regular"},
	"mutation":             {"+harness", "+java/mutants", "+verify", "internal/effort", "verify/refute"},
	"harness":              {"+bench", "+java/values", "+jml/eval", "metric"},
	"candidate":            {"java", "jml"},
	"propose/loops":        {"java", "java/expr", "java/types", "jml"},
	"propose/search":       {"value"},
	"propose":              {"+harness", "candidate", "propose/loops", "propose/search", "internal/effort"},
	"synth":                {"+propose", "+verify/native", "symbolic"},
	"baseline":             {"+propose", "+verify"},
	"baseline/prompted":    {"+bench", "candidate", "+feedback", "llm", "trajectories"},
	"engine":               {"+synth", "+baseline", "runner", "trajectories", "internal/atomicfile"},
	"engine/annotate":      {"+synth", "tools/spec", "trajectories", "internal/atomicfile", "rust/observe", "rust/propose", "rust/propose/summary", "rust/spec"},
	"engine/asked":         {"+baseline/prompted", "agent", "llm/replay", "runner", "tools/spec"},
	"prompts/optimize":     {"llm", "trajectories", "internal/atomicfile"},
	"runner":               {"+bench", "harness", "+verify", "feedback", "trajectories", "internal/atomicfile"},
	"report":               {"runner", "bench", "harness", "report/chart"},
	"sandbox":              {"sandbox/jail", "sandbox/starlark"},
	"sandbox/jail":         {},
	"sandbox/starlark":     {},
	"verify":               {"+jml", "sandbox"},
	"verify/smt":           {"internal/effort", "sandbox"},
	"verify/condition":     {"verify/smt", "sandbox", "internal/effort"},
	"verify/native":        {"+verify", "verify/condition", "verify/smt", "java/regex"},
	"verify/key":           {"+verify"},
	"verify/rust":          {"rust/mir", "rust/spec", "rust/toolchain", "verify", "verify/condition", "verify/smt"},
	"verify/rust/crates":   {"rust/cargo", "verify"},
	"verify/rust/runs":     {"rust/measure", "rust/observe", "rust/spec", "sandbox", "verify"},
	"verify/partial":       {"+verify", "+jml"},
	"verify/refute":        {"+bench", "+jml/eval", "+verify"},
	"verify/cross":         {"+harness", "+verify"},
	"verify/openjml":       {"+verify"},
	"verify/verifytest":    {"+verify", "internal/require"},
	"verify/soundtest":     {"+jml/eval", "+verify"},
	"verify/libtest":       {"+jml/eval", "+java/values", "sandbox"},
	"verify/sariftest":     {},
	"feedback":             {"+verify"},
	"llm":                  {"internal/atomicfile"},
	"tools":                {"internal/closest"},
	"llm/secret":           {},
	"tools/spec":           {"tools", "+feedback", "+propose", "trajectories", "+rust/propose", "rust/cargo", "rust/eval", "metric"},
	"llm/openai":           {"llm", "llm/secret", "internal/atomicfile"},
	"llm/replay":           {"llm", "trajectories"},
	"llm/llmtest":          {},
	"agent":                {"llm", "tools", "sandbox", "trajectories", "prompts"},
	"mcp":                  {"tools", "internal/door"},
	"lsp":                  {"+feedback", "rust/spec"},
	"setup":                {"sandbox", "+verify/key", "+tla", "internal/manifest"},
	"rust/mir":             {},
	"rust/spec":            {"rust/mir"},
	"rust/toolchain":       {"sandbox"},
	"rust/interp":          {"rust/mir", "rust/spec", "rust/values"},
	"rust/cargo":           {"rust/spec", "rust/toolchain", "sandbox"},
	"rust/values":          {"rust/mir", "rust/spec", "value"},
	"rust/observe":         {"rust/mir", "rust/spec", "rust/toolchain", "rust/values", "sandbox"},
	"rust/eval":            {"metric", "rust/mir", "rust/spec", "rust/values", "value"},
	"rust/measure":         {"metric", "mutate", "rust/eval", "rust/observe", "rust/spec", "rust/values", "value"},
	"rust/benchmark":       {"bench", "feedback", "harness", "runner", "rust/measure", "rust/observe", "rust/propose", "rust/spec", "verify"},
	"rust/emit":            {"rust/mir", "rust/spec"},
	"rust/propose/summary": {"rust/mir", "rust/spec", "rust/values"},
	"rust/propose":         {"internal/effort", "rust/measure", "rust/observe", "rust/propose/summary", "rust/spec", "rust/toolchain", "rust/values", "mutate", "propose/search", "value", "verify"},
	"dafny":                {},
	"dafny/values":         {"dafny", "value"},
	"dafny/eval":           {"dafny", "dafny/values", "metric", "value"},
	"dafny/measure":        {"dafny", "dafny/eval", "dafny/values", "metric", "mutate", "value"},
	"tla":                  {"sandbox", "tla/syntax", "internal/closest", "internal/regular"},
	"tla/syntax":           {},
	"setup/tlatest":        {"+tla", "setup", "internal/require"},
	"bench/benchtest":      {"bench", "internal/require", "java/javatest"},
	"trajectories":         {"internal/regular"},
	"tools/system":         {"tools", "+tla/trace", "internal/regular"},
	"tla/trace":            {"+tla", "internal/closest"},
	"prompts":              {},
	"report/chart":         {},
	"view":                 {"trajectories", "runner", "report", "report/chart", "harness", "internal/door", "internal/regular"},
	"configs":              {"llm/secret", "internal/closest", "internal/private"},
	"tla/flow":             {"java"},
	"tla/task":             {"tla/invariant", "internal/closest", "internal/regular"},
	"ci":                   {"+harness", "+verify", "internal/git", "internal/regular", "+java/project", "verify/partial"},
	"survey":               {"+bench"},
	"cmd":                  {"*"},
	"cmd/ensures":          {"cmd"},
	"tla/invariant":        {"internal/regular"},
	"tools/modeling":       {"+tla/score", "+tools/system", "tla/flow", "trajectories"},
	"tla/alloy":            {"sandbox", "+tla/score", "internal/manifest"},
	"tla/score":            {"+tla/trace", "tla/task", "tla/invariant", "report/chart", "internal/regular"},
	"internal/closest":     {},
	"internal/manifest":    {},
	"internal/effort":      {},
	"internal/private":     {"internal/atomicfile"},
	"internal/regular":     {},
	"internal/door":        {},
	"internal/require":     {},
	"internal/leak":        {},
	"internal/golden":      {},
	"internal/seeded":      {},
	"internal/git":         {"sandbox"},

	"verify/native/nativetest": {"+verify/native", "internal/require"},
	"verify/rust/rusttest":     {"rust/propose", "rust/toolchain/toolchaintest", "verify/condition", "verify/rust", "verify/rust/runs", "verify/smt", "internal/require"},

	"rust/toolchain/toolchaintest": {"rust/toolchain", "internal/require"},
	"internal/atomicfile":          {},
	"runner/queue":                 {"runner"},
	"runner/queue/server":          {},
	"cmd/ensures-queue":            {"runner/queue/server"},
}

// testOnly may be imported by tests of every package, and by no product code.
var testOnly = []string{"internal/require", "internal/golden", "internal/leak", "internal/seeded", "java/javatest", "verify/verifytest", "verify/soundtest", "verify/libtest", "verify/sariftest", "verify/native/nativetest", "verify/rust/rusttest", "rust/toolchain/toolchaintest", "llm/llmtest", "setup/tlatest", "bench/benchtest"}

// only is the table import → packages that may import it; tests may too.
var only = map[string][]string{
	"go.starlark.net/starlark": {"sandbox/starlark"},

	"os/exec":                        {"sandbox", "internal/require"},
	"net/http":                       {"llm", "llm/openai", "llm/llmtest", "mcp", "view", "internal/door"},
	"net":                            {"llm/openai", "mcp", "view", "internal/door", "runner/queue/server"},
	"github.com/openai/openai-go/v3": {"llm/openai"},
	"github.com/modelcontextprotocol/go-sdk/mcp": {"mcp"},
	"github.com/nats-io/nats.go":                 {"runner/queue"},
	"github.com/nats-io/nats.go/jetstream":       {"runner/queue"},
	"github.com/nats-io/nats-server/v2/server":   {"runner/queue/server"},
	"github.com/spf13/cobra":                     {"cmd"},
	"github.com/spf13/viper":                     {"configs"},
	"github.com/charmbracelet/log":               {"cmd"},
	"charm.land/lipgloss/v2":                     {"cmd"},
	"github.com/schollz/progressbar/v3":          {"cmd"},
	"testing":                                    {"internal/golden", "java/javatest", "verify/verifytest", "llm/llmtest", "bench/benchtest"},
}

// pkg is what `go list -json` says of a package.
type pkg struct {
	ImportPath   string
	Dir          string
	Doc          string
	Name         string
	GoFiles      []string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,Name,GoFiles,Imports,TestImports,XTestImports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// allowed is the set of packages that name may import, "+" entries expanded.
func allowed(name string) map[string]bool {
	set := map[string]bool{}
	var add func(string)
	add = func(n string) {
		for _, e := range layers[n] {
			if base, ok := strings.CutPrefix(e, "+"); ok {
				set[base] = true
				add(base)
			} else {
				set[e] = true
			}
		}
	}
	add(name)
	return set
}

func TestLayers(t *testing.T) {
	for _, p := range packages(t) {
		name, ours := strings.CutPrefix(p.ImportPath, "ensures/")
		if !ours { // the root: tests only
			if len(p.GoFiles) > 0 {
				t.Errorf("the root folder holds product code: %v", p.GoFiles)
			}
			continue
		}
		if _, ok := layers[name]; !ok {
			t.Errorf("package %s has no place in the layers: add it to the table here and to ARCHITECTURE.md", name)
			continue
		}
		may := allowed(name)
		for _, imp := range p.Imports {
			if users, ok := only[imp]; ok && !slices.Contains(users, name) {
				t.Errorf("%s imports %s; only %v may", name, imp, users)
			}
			dep, ours := strings.CutPrefix(imp, "ensures/")
			switch {
			case !ours:
			case slices.Contains(testOnly, dep) && !slices.Contains(testOnly, name):
				t.Errorf("%s imports %s, which is for tests", name, dep)
			case dep == "configs" && name != "cmd":
				t.Errorf("%s imports configs; only cmd may: take an Options struct", name)
			case !may[dep] && !may["*"]:
				t.Errorf("%s imports %s; allowed: %v", name, dep, slices.Sorted(maps.Keys(may)))
			}
		}
	}
}

func TestPackageComments(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) == 0 {
			continue
		}
		want := "Package " + p.Name + " "
		if p.Name == "main" {
			want = "Command "
		}
		if !strings.HasPrefix(p.Doc, want) {
			t.Errorf("%s: package comment is %q; it must begin with %q", p.ImportPath, p.Doc, want)
			continue
		}
		n := 0
		for _, f := range p.GoFiles {
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, f), nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				t.Error(err)
			} else if tree.Doc != nil {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s: %d package comments; one file holds it", p.ImportPath, n)
		}
	}
}

// No package registers itself: init functions are not used.
func TestNoInit(t *testing.T) {
	for _, p := range packages(t) {
		for _, f := range p.GoFiles {
			src, err := os.ReadFile(filepath.Join(p.Dir, f))
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(src, []byte("\nfunc init()")) {
				t.Errorf("%s/%s has an init function; use an explicit list", p.ImportPath, f)
			}
		}
	}
}
