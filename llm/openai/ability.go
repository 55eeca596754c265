package openai

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"ensures/internal/atomicfile"
	"ensures/llm"
)

// mode is how a reply is held to a schema, from the best to the last resort.
type mode string

const (
	unknownMode mode = ""
	strictMode  mode = "strict" // the server enforces the schema
	jsonMode    mode = "json"   // the server enforces JSON; the schema is in the prompt
	textMode    mode = "text"   // the schema is in the prompt, and that is all
)

func (m mode) next() mode {
	if m == strictMode {
		return jsonMode
	}
	return textMode
}

// ability is what is known of a model at a server.
type ability struct {
	Schema mode      `json:"schema,omitempty"`
	Drop   []string  `json:"drop,omitempty"`       // parameters that it refuses
	Max    string    `json:"max_tokens,omitempty"` // its name of that parameter, where ours was refused
	At     time.Time `json:"at"`
}

func (a ability) drops(name string) bool { return slices.Contains(a.Drop, name) }

func (a ability) maxTokens(otherwise string) string {
	if a.Max != "" {
		return a.Max
	}
	return otherwise
}

func (a ability) differs(b ability) bool {
	return a.Schema != b.Schema || a.Max != b.Max || !slices.Equal(a.Drop, b.Drop)
}

// parameter finds the name of a parameter in a server's complaint.
var parameter = regexp.MustCompile(`\b(temperature|seed|stop|stream_options|stream|max_completion_tokens|max_tokens|reasoning_content|reasoning)\b`)

// learn looks at how a call went. When there is another way of asking that may
// go better it gives it, with the change in words.
func (a ability) learn(r llm.Request, res llm.Response, err error) (next ability, change string, learned bool) {
	next = a
	next.Drop = slices.Clone(a.Drop)
	if err == nil {
		// Tool calls, refusals and replies that were cut off say nothing about whether a schema
		// is enforced.
		judged := r.Schema != nil && a.Schema != textMode && len(res.Message.ToolCalls) == 0 && !res.Refused() && res.Finish != llm.Length
		if judged && !fits(res.Message.Text, r.Schema.JSON) {
			next.Schema = a.Schema.next()
			return next, "schema: " + string(next.Schema) + " (the reply did not match)", true
		}
		return a, "", false
	}
	var s *llm.StatusError

	// Of the statuses by which servers refuse a request for its form. Some fail with 500 over a
	// schema that they do not know.
	if !errors.As(err, &s) || s.Kind != nil || s.Status != http.StatusBadRequest && s.Status != http.StatusUnprocessableEntity &&
		s.Status != http.StatusNotImplemented && s.Status != http.StatusInternalServerError {
		return a, "", false
	}

	if s.Status != http.StatusInternalServerError {
		for _, name := range parameter.FindAllString(strings.ToLower(s.Message), -1) {
			if strings.HasPrefix(name, "reasoning") {
				name = "reasoning"
			}
			switch {
			case a.drops(name) || !sent(r, name):
				// What was not sent, or is left out already, is not what the server complains of.
				continue
			case strings.HasPrefix(name, "max_"):
				// The other name was tried already, so that the complaint is about the value.
				if a.Max != "" {
					continue
				}
				next.Max = "max_tokens"
				if name == "max_tokens" {
					next.Max = "max_completion_tokens"
				}
				return next, name + " is called " + next.Max, true
			}
			next.Drop = append(next.Drop, name)
			return next, "without " + name, true
		}
	}

	// Where the message names no parameter that was sent, the schema is the likeliest cause.
	if r.Schema != nil && a.Schema != textMode {
		next.Schema = a.Schema.next()
		return next, "schema: " + string(next.Schema), true
	}
	return a, "", false
}

// sent reports whether a request makes use of a parameter that can be left out.
func sent(r llm.Request, name string) bool {
	switch name {
	case "temperature":
		return r.Temperature != nil
	case "seed":
		return r.Seed != nil
	case "stop":
		return len(r.Stop) > 0
	case "max_tokens", "max_completion_tokens":
		return r.MaxTokens > 0
	case "reasoning":
		return slices.ContainsFunc(r.Messages, func(m llm.Message) bool { return m.Reasoning != "" })
	}
	return true // stream, stream_options
}

// fits reports whether text is a JSON object with the properties that the
// schema asks for: enough to see whether a server enforces schemas at all.
func fits(text string, schema json.RawMessage) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &object) != nil {
		return false
	}
	var s struct {
		Required []string `json:"required"`
	}
	json.Unmarshal(schema, &s)
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			return false
		}
	}
	return true
}

// unfence is the JSON of a reply that may stand in a Markdown fence or between
// words: the text itself when it holds none.
func unfence(text string) string {
	s := strings.TrimSpace(text)
	if json.Valid([]byte(s)) {
		return s
	}

	// Fenced blocks first, then the first object that can be read among the words.
	for rest := s; ; {
		_, after, found := strings.Cut(rest, "```")
		if !found {
			break
		}
		block, tail, closed := strings.Cut(after, "```")
		if _, body, ok := strings.Cut(block, "\n"); ok && json.Valid([]byte(body)) {
			return strings.TrimSpace(body)
		}
		if !closed {
			break
		}
		rest = tail
	}
	for i := strings.IndexByte(s, '{'); i >= 0; {
		var v json.RawMessage
		if json.NewDecoder(strings.NewReader(s[i:])).Decode(&v) == nil {
			return string(v)
		}
		j := strings.IndexByte(s[i+1:], '{')
		if j < 0 {
			break
		}
		i += 1 + j
	}
	return text
}

// remember is how long an ability is believed: servers learn.
const remember = 7 * 24 * time.Hour

// abilities are kept in a file, by address and model.
type abilities struct {
	file string
	now  func() time.Time
	mu   sync.Mutex
	all  map[string]ability
}

// openAbilities reads what is known; a file that can't be read holds nothing.
func openAbilities(dir string, now func() time.Time) *abilities {
	a := &abilities{now: now, all: map[string]ability{}}
	if dir != "" {
		a.file = filepath.Join(dir, "models.json")
		a.all = a.read()
	}
	return a
}

func (a *abilities) read() map[string]ability {
	all := map[string]ability{}
	if raw, err := os.ReadFile(a.file); err == nil && json.Unmarshal(raw, &all) != nil {
		return map[string]ability{}
	}
	return all
}

func (a *abilities) get(key string) ability {
	a.mu.Lock()
	defer a.mu.Unlock()
	known := a.all[key]
	// Forgotten, so that it is found out anew: servers are updated.
	if a.now().Sub(known.At) > remember {
		return ability{}
	}
	return known
}

func (a *abilities) set(key string, v ability) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	v.At = a.now().UTC()
	a.all[key] = v
	if a.file == "" {
		return nil
	}
	merged := a.read() // another process may have learned meanwhile
	merged[key] = v
	raw, err := json.MarshalIndent(merged, "", " ")
	if err != nil {
		return err
	}
	return atomicfile.WriteOwn(a.file, raw)
}
