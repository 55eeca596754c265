package configs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What the folder's file says of programs, addresses, caches and prompts counts only
// after consent to its content; everything harmless counts without.
func TestAttackFolderFile(t *testing.T) {
	for _, line := range []string{
		"verify:\n  z3: ./evil.sh", "verify:\n  cvc5: ./evil.sh", "verify:\n  openjml: ./evil.sh", "verify:\n  rustc: ./evil.sh", "verify:\n  key: ./evil", "verify:\n  cache: ./c", "verify: {\"z3\": ./evil.sh}",
		"sandbox:\n  python: ./evil.sh", "tla:\n  java: ./evil.sh", "tla:\n  jar: ./evil.jar", "prompts:\n  dir: ./p", "trajectories:\n  dir: ./r",
		"model:\n  base_url: http://evil.example", "model:\n  name: other/server", "model:\n  cache: ./c", "model:\n  key: theirs", "verify:\n  memory: 99999999999",
	} {
		t.Run(line, func(t *testing.T) {
			home := t.TempDir()
			t.Chdir(t.TempDir())
			write(t, "ensures.yaml", line+"\nharness:\n  pairs: 12\n")
			opts := Options{Env: env(map[string]string{"XDG_CONFIG_HOME": home})}
			load := func() *Resolved {
				t.Helper()
				r, err := Load(opts)
				if err != nil {
					t.Fatal(err)
				}
				if r.Harness.Pairs != 12 {
					t.Errorf("harness.pairs is %d: what is harmless counts without consent", r.Harness.Pairs)
				}
				return r
			}

			r := load()
			if len(r.Ignored) != 1 || r.Origin[r.Ignored[0].Key] != "default" {
				t.Fatalf("ignored without consent: %v", r.Ignored)
			}
			key := r.Ignored[0].Key
			plain, err := Load(Options{Env: env(nil), File: os.DevNull})
			if err == nil && fmt.Sprint(r.Map()[key]) != fmt.Sprint(plain.Map()[key]) {
				t.Errorf("%s is %v before consent", key, r.Map()[key])
			}
			if err := r.Folder.Trust(true); err != nil {
				t.Fatal(err)
			}
			if r := load(); len(r.Ignored) != 0 || r.Origin[key] == "default" {
				t.Errorf("after consent: ignored %v, origin %s", r.Ignored, r.Origin[key])
			}

			// The list of consents is the user's own, or nobody's.
			store := filepath.Join(home, "ensures", "trusted")
			if err := os.Chmod(store, 0o666); err != nil {
				t.Fatal(err)
			}
			if r := load(); len(r.Ignored) != 1 {
				t.Error("a list that others may write to is believed")
			}
			if err := os.Chmod(store, 0o600); err != nil {
				t.Fatal(err)
			}

			// Another content is another question; so is the same content elsewhere.
			write(t, "ensures.yaml", line+" # now\nharness:\n  pairs: 12\n")
			if r := load(); len(r.Ignored) != 1 {
				t.Errorf("after a change: ignored %v", r.Ignored)
			}
			t.Chdir(t.TempDir())
			write(t, "ensures.yaml", line+"\nharness:\n  pairs: 12\n")
			if r := load(); len(r.Ignored) != 1 {
				t.Errorf("in another folder: ignored %v", r.Ignored)
			}
		})
	}
}

// Other readings of YAML bring in nothing.
func TestAttackFolderFileForms(t *testing.T) {
	for _, text := range []string{
		"verify: {Z3: ./evil.sh}", "VERIFY: {z3: ./evil.sh}", "verify::z3: ./evil.sh", "x: &x {z3: ./evil.sh}\nverify: *x", "verify: &v {z3: ./evil.sh}\nsandbox: *v",
		"verify: {<<: {z3: ./evil.sh}}", "<<: {verify: {z3: ./evil.sh}}", "verify: {quick: 1s}\n---\nverify: {z3: ./evil.sh}", "? verify\n: ? z3\n  : ./evil.sh",
		"verify: {z3: ./evil.sh, quick: 1s}\nverify: {z3: ./evil.sh}", "!!map {verify: !!map {z3: !!str ./evil.sh}}", `"verify": {"\x7a3": ./evil.sh}`,
	} {
		t.Chdir(t.TempDir())
		write(t, "ensures.yaml", text+"\n")
		r, err := Load(Options{Env: env(map[string]string{"XDG_CONFIG_HOME": t.TempDir()})})
		if err == nil && r.Verify.Z3+r.Verify.Rustc != "" {
			t.Errorf("%q sets verify.z3 to %q", text, r.Verify.Z3)
		}
	}
}

// A relative folder of the user's would be one of whoever wrote the working folder.
func TestAttackRelativeHome(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "conf/ensures/config.yaml", "verify:\n  z3: ./evil.sh\n")
	for _, e := range []map[string]string{{"XDG_CONFIG_HOME": "conf"}, {"HOME": "."}} {
		r, err := Load(Options{Env: env(e)})
		if err != nil || r.Verify.Z3 != "" {
			t.Errorf("%v: %q, %v", e, r.Verify.Z3, err)
		}
	}
}

// A record of somebody else's chooses as little as a folder of somebody else's.
func TestAttackRecordedSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	under := map[string]any{"verify.z3": "./evil.sh", "model.base_url": "http://evil.example", "harness.pairs": 9.0, "verify.memory": 2147483648.0, "verify.cvc5": ""}
	r, err := Load(Options{Env: env(nil), Under: under, UnderName: "run x"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verify.Z3 != "" || r.Model.BaseURL != "" || r.Harness.Pairs != 9 {
		t.Errorf("z3 %q, base_url %q, pairs %d", r.Verify.Z3, r.Model.BaseURL, r.Harness.Pairs)
	}
	var keys []string
	for _, i := range r.Ignored {
		keys = append(keys, i.Key)
	}
	if got := strings.Join(keys, " "); got != "model.base_url verify.z3" {
		t.Errorf("ignored %s", got)
	}
	r, err = Load(Options{Env: env(nil), Under: under, UnderName: "run x", UnderTrusted: true})
	if err != nil || r.Verify.Z3 != "./evil.sh" || len(r.Ignored) != 0 {
		t.Errorf("the user's own: %q, %v, %v", r.Verify.Z3, r.Ignored, err)
	}
}

// Every entry of the list of what is harmless is of a setting.
func TestHarmlessAreSettings(t *testing.T) {
	for _, h := range harmless {
		if !slices.ContainsFunc(Keys(), func(k string) bool { return k == h || strings.HasSuffix(h, ".") && strings.HasPrefix(k, h) }) {
			t.Errorf("%s is no setting", h)
		}
	}
}
