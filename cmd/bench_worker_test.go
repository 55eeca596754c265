package cmd

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/configs"
	"ensures/runner"
)

// workerApp is an app with an environment, as a worker is one.
func workerApp(t *testing.T, env map[string]string) *app {
	t.Helper()
	home := t.TempDir()
	getenv := func(k string) string {
		if k == "HOME" {
			return home
		}
		return env[k]
	}
	opts := configs.Options{Env: getenv}
	t.Chdir(t.TempDir())
	cfg, err := configs.Load(opts)
	if err != nil {
		t.Fatal(err)
	}
	e := Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Now: time.Now, Getenv: getenv}
	return &app{Env: e, cfg: cfg, loaded: opts, log: slog.New(slog.DiscardHandler), warned: &sync.Map{}, out: newOutput(e, io.Discard, cfg.Output, false), err: newOutput(e, io.Discard, cfg.Output, false)}
}

// Whoever can write to the queue does not choose where a worker's key is sent.
func TestAttackWorkersKey(t *testing.T) {
	for name, c := range map[string]struct {
		env, settings map[string]string
		want          string // part of the refusal; "": the address is not the owner's
	}{
		"an address of the owner's": {map[string]string{"OPENAI_API_KEY": "sk-worker"},
			map[string]string{"model.name": "openai/gpt", "model.base_url": "http://evil.example/v1"}, ""},
		"a name that needs an address": {map[string]string{"ENSURES_MODEL_KEY": "sk-worker"},
			map[string]string{"model.name": "gpt", "model.base_url": "http://evil.example/v1"}, "its address does not come over the queue"},
		"a key for another server": {map[string]string{"ENSURES_MODEL_KEY": "sk-worker", "ENSURES_MODEL_NAME": "openai/gpt"},
			map[string]string{"model.name": "openrouter/gpt"}, "nothing says that the key"},
		"a file of the worker's": {nil, map[string]string{"model.name": "script:/home/worker/notes.yaml"}, "a file here"},
		"programs of the owner's": {nil, map[string]string{"verify.z3": "/tmp/evil", "sandbox.python": "/tmp/evil", "prompts.dir": "/tmp/evil", "verify.cache": "/tmp/evil",
			"model.name": "script:x.yaml"}, "a file here"},
	} {
		t.Run(name, func(t *testing.T) {
			a := workerApp(t, c.env)
			raw, err := json.Marshal(c.settings)
			if err != nil {
				t.Fatal(err)
			}
			if err := a.askable(c.settings[modelName]); c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("may ask: %v", err)
			}
			_, end, err := a.underSettings(context.Background(), runner.Manifest{Version: version(), Engines: []string{"none"}}, raw)
			if err == nil {
				end()
				t.Fatal("it works on a run of an engine that there is not")
			}
			if c.want != "" && !strings.Contains(err.Error(), c.want) {
				t.Errorf("refused by %v", err)
			}
			for key := range c.settings {
				if key != modelName && shared(key) {
					t.Errorf("%s is taken from the queue", key)
				}
			}
		})
	}
}

// A list goes over the queue as a list.
func TestSettingsOverTheQueue(t *testing.T) {
	a := workerApp(t, map[string]string{"ENSURES_AGENT_TOOLS": "run_method,evaluate_jml"})
	for key, value := range a.cfg.Map() {
		if !shared(key) {
			continue
		}
		opts := a.loaded
		opts.Flags = []configs.Flag{{Key: key, Name: "the run's " + key, Value: settingText(value)}}
		again, err := configs.Load(opts)
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		was, _ := json.Marshal(value)
		now, _ := json.Marshal(again.Map()[key])
		if string(was) != string(now) {
			t.Errorf("%s: %s came out as %s", key, was, now)
		}
	}
}
