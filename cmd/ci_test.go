package cmd

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"

	"ensures/verify/sariftest"
)

// action is what is read of action.yml.
type action struct {
	Inputs map[string]struct{ Description, Default string }
	Runs   struct {
		Using string
		Steps []struct {
			ID, Shell, Run string
			Env            map[string]string
		}
	}
}

func readAction() (a action, err error) {
	text, err := os.ReadFile("../action.yml")
	if err == nil {
		err = yaml.Unmarshal(text, &a)
	}
	return a, err
}

// actionStep ID FILE writes the shell script of a step of action.yml.
func actionStep(ts *testscript.TestScript, _ bool, args []string) {
	a, err := readAction()
	ts.Check(err)
	for _, s := range a.Runs.Steps {
		if s.ID == args[0] {
			ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(s.Run), 0o644))
			return
		}
	}
	ts.Fatalf("action.yml has no step %s", args[0])
}

// checkSARIF FILE… holds logs against SARIF 2.1.0; stdout is what the last command printed.
func checkSARIF(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		for _, wrong := range sariftest.Check([]byte(ts.ReadFile(name))) {
			ts.Fatalf("%s: %s", name, wrong)
		}
	}
}

// What is given to the action reaches its scripts through variables alone: a script into
// which an input is pasted runs what somebody named a branch.
func TestAction(t *testing.T) {
	a, err := readAction()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	input := regexp.MustCompile(`\$\{\{ inputs\.(\w+) \}\}`)
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("an expression in the script\n%s", s.Run)
		}
		for name, value := range s.Env {
			if m := input.FindStringSubmatch(value); m != nil {
				used[m[1]] = true
			}
			if !strings.Contains(s.Run, "$"+name) {
				t.Errorf("$%s is not used", name)
			}
		}
	}
	for name := range a.Inputs {
		if !used[name] {
			t.Errorf("the input %s is not used", name)
		}
		delete(used, name)
	}
	if len(used) > 0 || a.Runs.Using != "composite" {
		t.Errorf("inputs that are not declared: %v; runs using %q", used, a.Runs.Using)
	}
}

// The examples of docs/ci.md and the hook are of the form that they are for, and call
// the verb with flags that it has.
func TestCIExamples(t *testing.T) {
	raw, err := os.ReadFile("../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	hooks, err := os.ReadFile("../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	a, err := readAction()
	if err != nil {
		t.Fatal(err)
	}

	forms := map[string]int{}
	for _, m := range regexp.MustCompile("(?s)```(\\w+)\n(.*?)```").FindAllStringSubmatch(string(raw)+"```yaml\n"+string(hooks)+"```", -1) {
		forms[m[1]]++
		switch m[1] {
		case "yaml":
			var v any
			if err := yaml.Unmarshal([]byte(m[2]), &v); err != nil {
				t.Errorf("%v in\n%s", err, m[2])
			}
			if workflow, ok := v.(map[string]any); ok && workflow["jobs"] != nil {
				with := dig(v, "jobs", "ensures", "steps", 1, "with").(map[string]any)
				for name := range with {
					if _, ok := a.Inputs[name]; !ok {
						t.Errorf("the action has no input %s", name)
					}
				}
			}
		case "xml":
			for d := xml.NewDecoder(strings.NewReader(m[2])); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
		case "groovy":
			for _, pair := range []string{"{}", "()"} {
				if strings.Count(m[2], pair[:1]) != strings.Count(m[2], pair[1:]) {
					t.Errorf("%s in\n%s", pair, m[2])
				}
			}
		}
	}
	if forms["yaml"] < 4 || forms["xml"] != 1 || forms["groovy"] != 2 {
		t.Errorf("examples: %v", forms)
	}

	text := strings.NewReplacer("'", " ", ",", " ", "<", " ", "`", "\n").Replace(string(raw) + string(hooks) + "ensures " + strings.Join(regexp.MustCompile(`<commandlineArgs>(.*)<`).FindStringSubmatch(string(raw))[1:], ""))
	calls := regexp.MustCompile(`ensures +ci(( +(--?)?[\w./-]+)*)`).FindAllStringSubmatch(text, -1)
	for _, m := range calls {
		if err := newCI(&app{}).ParseFlags(slices.DeleteFunc(strings.Fields(m[1]), func(w string) bool { return w == "exec" })); err != nil {
			t.Errorf("ensures ci%s: %v", m[1], err)
		}
	}
	if len(calls) < 7 {
		t.Errorf("%d calls", len(calls))
	}
}

// dig follows keys and indices.
func dig(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			l, _ := v.([]any)
			v = l[p]
		}
	}
	return v
}
