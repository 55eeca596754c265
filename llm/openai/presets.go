package openai

import (
	"fmt"
	"strings"

	"ensures/llm"
	"ensures/llm/secret"
)

// Preset is a server that is known by name: --model NAME/MODEL.
type Preset struct {
	Name      string
	BaseURL   string
	BaseEnv   string // variable that holds another address, where the server's own tools use one
	KeyEnv    string // variable that holds the key; empty: it needs none
	MaxTokens string // its name of that parameter
	Reasoning string // field in which reasoning goes back
	Example   string
	Note      string
}

// Presets are all of them.
func Presets() []Preset {
	return []Preset{
		{Name: "openai", BaseURL: "https://api.openai.com/v1", BaseEnv: "OPENAI_BASE_URL", KeyEnv: "OPENAI_API_KEY", MaxTokens: "max_completion_tokens",
			Example: "openai/gpt-5.1", Note: "OpenAI"},
		{Name: "anthropic", BaseURL: "https://api.anthropic.com/v1", KeyEnv: "ANTHROPIC_API_KEY",
			Example: "anthropic/claude-sonnet-4-5", Note: "Anthropic's compatible endpoint"},
		{Name: "gemini", BaseURL: "https://generativelanguage.googleapis.com/v1beta/openai", KeyEnv: "GEMINI_API_KEY",
			Example: "gemini/gemini-2.5-pro", Note: "Gemini's compatible endpoint"},
		{Name: "openrouter", BaseURL: "https://openrouter.ai/api/v1", KeyEnv: "OPENROUTER_API_KEY", Reasoning: "reasoning",
			Example: "openrouter/qwen/qwen3-coder", Note: "OpenRouter; names its own prices"},
		{Name: "ollama", BaseURL: "http://localhost:11434/v1", Reasoning: "reasoning",
			Example: "ollama/qwen2.5-coder", Note: "Ollama on this machine"},
		{Name: "llamacpp", BaseURL: "http://localhost:8080/v1", Reasoning: "reasoning_content",
			Example: "llamacpp/default", Note: "llama.cpp's llama-server on this machine"},
		{Name: "vllm", BaseURL: "http://localhost:8000/v1", Reasoning: "reasoning_content",
			Example: "vllm/Qwen/Qwen2.5-Coder-32B-Instruct", Note: "vLLM on this machine"},
		{Name: "litellm", BaseURL: "http://localhost:4000/v1", KeyEnv: "LITELLM_API_KEY", Reasoning: "reasoning_content",
			Example: "litellm/gpt-4o", Note: "a LiteLLM proxy on this machine"},
	}
}

// PresetOf is the preset that a model's name begins with.
func PresetOf(spec string) (Preset, bool) {
	name, _, _ := strings.Cut(spec, "/")
	for _, p := range Presets() {
		if p.Name == name && strings.Contains(spec, "/") {
			return p, true
		}
	}
	return Preset{}, false
}

// Resolve finds the server of a model: PRESET/MODEL, or any name where an
// address is given, which also goes before the preset's. The key is the one
// given, else that of the preset's variable. The options lack Dir, Stream, Log.
func Resolve(spec, baseURL string, key secret.Text, getenv func(string) string) (Options, string, error) {
	p, known := PresetOf(spec)
	model := spec
	if known {
		model = strings.TrimPrefix(spec, p.Name+"/")
	}
	if model == "" {
		return Options{}, "", fmt.Errorf("%w: %q names no model; such as ollama/qwen2.5-coder", llm.ErrConfig, spec)
	}

	o := Options{BaseURL: baseURL, Key: key, MaxTokens: p.MaxTokens, Reasoning: p.Reasoning}
	switch {
	case baseURL != "":
	case !known:
		var names []string
		for _, p := range Presets() {
			names = append(names, p.Name+"/")
		}
		return Options{}, "", fmt.Errorf("%w: no server for the model %q: begin it with one of %s, or set model.base_url", llm.ErrConfig, spec, strings.Join(names, " "))
	case p.BaseEnv != "" && getenv(p.BaseEnv) != "":
		o.BaseURL = getenv(p.BaseEnv)
	default:
		o.BaseURL = p.BaseURL
	}

	if !known {
		o.Reasoning = "reasoning_content"
	}
	if key.Reveal() == "" && p.KeyEnv != "" {
		o.Key = secret.New(getenv(p.KeyEnv))
		// Local servers, and proxies at another address, need none.
		if o.Key.Reveal() == "" && o.BaseURL == p.BaseURL && strings.HasPrefix(p.BaseURL, "https:") {
			return Options{}, "", fmt.Errorf("%w: %s needs a key: set %s or ENSURES_MODEL_KEY", llm.ErrConfig, p.Name, p.KeyEnv)
		}
	}
	return o, model, nil
}
