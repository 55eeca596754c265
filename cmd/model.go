package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ensures/llm"
	"ensures/llm/openai"
	"ensures/llm/replay"
	"ensures/llm/secret"

	"github.com/spf13/pflag"
)

// model is the configured language model, ready to be asked by many workers.
type model struct {
	llm.Client
	name   string // for llm.Request.Model
	server string // address, or what stands in for a server
}

// bindModel defines --model.
func bindModel(f *pflag.FlagSet) {
	bind(f, "model", "model.name", "ask this `model`: PRESET/NAME (see ensures models), replay:RUN or script:FILE")
}

// errNoModel is the error of a verb that needs a model where none is configured.
var errNoModel = &coded{ExitMissing, errors.New("no model is configured: use --model, as in --model ollama/qwen2.5-coder, or set model.name; ensures models lists the servers")}

// model is the model that the configuration names, with retries, limits, cache
// and prices around it.
func (a *app) model() (*model, error) {
	m := a.cfg.Model
	switch kind, arg, _ := strings.Cut(m.Name, ":"); {
	case m.Name == "":
		return nil, errNoModel
	case kind == "script":
		c, err := llm.Script(arg)
		if err != nil {
			return nil, fmt.Errorf("model.name: %w", err)
		}
		return &model{c, "script", "script"}, nil
	case kind == "replay":
		dir, err := a.findRun(arg)
		if err != nil {
			return nil, fmt.Errorf("model.name: %w", err)
		}
		c, err := replay.Open(dir)
		if err != nil {
			return nil, fmt.Errorf("model.name: %w", err)
		}
		return &model{c, c.Model(), "replay"}, nil
	}

	o, name, err := a.modelOptions()
	if err != nil {
		return nil, err
	}
	prices, err := a.prices()
	if err != nil {
		return nil, err
	}
	c, err := openai.New(o)
	if err != nil {
		return nil, err
	}
	// From the inside out: each attempt has its price, its deadline and its place in the limits;
	// retries are around them, and the cache around all, since what it has is asked nobody.
	c = llm.Priced(c, prices)
	c = llm.Deadline(c, m.Timeout, m.Idle)
	c = llm.Limit(c, llm.NewLimiter(llm.LimitOptions{Requests: m.RequestsPerMinute, Tokens: m.TokensPerMinute, Concurrent: m.Concurrent}))
	c = llm.Retry(c, llm.RetryOptions{Attempts: m.Attempts, Log: a.log})
	if m.Cache != "" {
		c = llm.Cache(c, llm.CacheOptions{Dir: m.Cache, Server: o.BaseURL, Sampled: m.CacheSampled})
	}
	return &model{c, name, o.BaseURL}, nil
}

// modelOptions are the server and the model's name there.
func (a *app) modelOptions() (openai.Options, string, error) {
	o, name, err := openai.Resolve(a.cfg.Model.Name, a.cfg.Model.BaseURL, a.cfg.Model.Key, a.Getenv)
	o.Dir, o.Now, o.Log = a.cacheDir(), a.Now, a.log
	return o, name, err
}

// prices are the price table.
func (a *app) prices() ([]llm.Price, error) {
	var list []llm.Price
	for _, s := range a.cfg.Model.Prices {
		p, err := llm.ParsePrice(s)
		if err != nil {
			return nil, &coded{ExitMissing, fmt.Errorf("%s: model.prices: %w", a.cfg.Origin["model.prices"], err)}
		}
		list = append(list, p)
	}
	return list, nil
}

// cacheDir is where what can be found out anew is kept; empty where there is no
// such place.
func (a *app) cacheDir() string {
	dir := a.Getenv("XDG_CACHE_HOME")
	if dir == "" {
		if a.Getenv("HOME") == "" {
			return ""
		}
		dir = filepath.Join(a.Getenv("HOME"), ".cache")
	}
	return filepath.Join(dir, "ensures")
}

// secrets are the keys that this process could see; no record holds them.
func (a *app) secrets() []string {
	var list []string
	add := func(k secret.Text) {
		if k.Reveal() != "" {
			list = append(list, k.Reveal())
		}
	}
	add(a.cfg.Model.Key)
	add(a.cfg.Server.Token)
	// A key in a variable may be sent by a preset, and could be in a reply or an error.
	for _, p := range openai.Presets() {
		if p.KeyEnv != "" {
			add(secret.New(a.Getenv(p.KeyEnv)))
		}
	}
	return list
}

// modelFinding is the doctor's line on the model: its server is asked for the
// list of its models, which costs nothing.
func (a *app) modelFinding(ctx context.Context) (finding, error) {
	f := finding{Name: "model", Status: "missing", Use: "the agent (--model, model.name)", Install: "a key or a server of your own: ensures models"}
	m := a.cfg.Model
	if m.Name == "" {
		return f, nil
	}
	f.Version, f.Install = m.Name, ""
	kind, _, _ := strings.Cut(m.Name, ":")
	if kind == "script" || kind == "replay" {
		f.Status = "ok"
		if _, err := a.model(); err != nil {
			f.Status, f.Use = "broken", err.Error()
		}
		return f, nil
	}

	o, name, err := a.modelOptions()
	f.Path = o.BaseURL
	if err == nil {
		if _, err = a.prices(); err == nil {
			f.Use, err = openai.Check(ctx, o, name)
		}
	}

	switch {
	case ctx.Err() != nil:
		return f, ctx.Err()
	case err != nil:
		f.Status, f.Use = "broken", err.Error()
	default:
		f.Status = "ok"
	}
	return f, nil
}
