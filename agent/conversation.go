package agent

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ensures/llm"
	"ensures/trajectories"
)

// turn is what one step, or plan, added to the conversation.
type turn struct {
	step     int // 0 of a plan
	title    string
	messages []llm.Message
}

// conversation is what the model is told. Old turns are folded into a note when
// there is no room: the task, the best candidate and the last failure stay.
type conversation struct {
	system  string
	task    string
	tools   []llm.Tool
	note    string // of the turns that are folded
	folded  []turn
	turns   []turn
	budget  int     // tokens
	perByte float64 // tokens, as the server counts them
	squeeze int     // characters left of an observation when even the last turn is too long; 0: all
}

func newConversation(system, task string, offered []llm.Tool, budget int) *conversation {
	return &conversation{system: system, task: task, tools: offered, budget: budget, perByte: 0.3}
}

func (c *conversation) add(t turn) { c.turns = append(c.turns, t) }

// sent are the messages of the conversation, one by one.
func (c *conversation) sent() iter.Seq[llm.Message] {
	return func(yield func(llm.Message) bool) {
		first := c.task
		if c.note != "" {
			first += "\n\n" + c.note
		}
		if !yield(llm.Message{Role: llm.System, Text: c.system}) || !yield(llm.Message{Role: llm.User, Text: first}) {
			return
		}
		for _, t := range c.turns {
			for _, m := range t.messages {
				if c.squeeze > 0 && m.Role != llm.Assistant {
					m.Text = cut(m.Text, c.squeeze)
				}
				if !yield(m) {
					return
				}
			}
		}
	}
}

// messages is the conversation as it is sent. Messages of the user one after the
// other are joined, since some servers insist on turns.
func (c *conversation) messages() []llm.Message {
	size := 2
	for _, t := range c.turns {
		size += len(t.messages)
	}
	out := make([]llm.Message, 0, size)
	for m := range c.sent() {
		if n := len(out); n > 0 && m.Role == llm.User && out[n-1].Role == llm.User {
			out[n-1].Text += "\n\n" + m.Text
			continue
		}
		out = append(out, m)
	}
	return out
}

// bytes is the size of what is sent.
func (c *conversation) bytes() int {
	n := 0
	for m := range c.sent() {
		n += len(m.Text) + 16
		for _, k := range m.ToolCalls {
			n += len(k.Name) + len(k.Arguments) + 16
		}
	}
	for _, t := range c.tools {
		n += len(t.Description) + len(t.Parameters)
	}
	return n
}

func (c *conversation) tokens() int { return int(float64(c.bytes()) * c.perByte) }

// learn takes the server's count of the request that was just sent.
func (c *conversation) learn(u llm.Usage) {
	if b := c.bytes(); u.Input > 0 && b > 0 {
		// The bounds keep a server that counts strangely from folding everything, or nothing.
		c.perByte = min(max(float64(u.Input)/float64(b), 0.1), 1)
	}
}

// fit folds turns until the conversation is within the budget. note describes the
// folded ones. Folding goes further than needed, so that the beginning of the
// conversation stays the same for a while.
func (c *conversation) fit(note func(folded []turn) (string, error)) error {
	if c.tokens() <= c.budget {
		return nil
	}
	return c.fold(c.budget*3/5, note)
}

// overflow makes the conversation shorter after a server found it too long, and
// reports whether that was possible.
func (c *conversation) overflow(note func([]turn) (string, error)) (bool, error) {
	before := c.bytes()
	// The server's limit is not known, but lies below what was sent: from now on the conversation
	// is held to less.
	c.budget = min(c.budget, c.tokens()*7/10)
	if err := c.fold(c.budget*3/5, note); err != nil {
		return false, err
	}
	// Folding leaves the last turn. Where that one alone is too long its observations are cut,
	// shorter each time, down to the least.
	for c.bytes() >= before && c.squeeze != least {
		if c.squeeze == 0 {
			c.squeeze = 8 * least
		} else {
			c.squeeze /= 2
		}
	}
	return c.bytes() < before, nil
}

// least is how short an observation may become.
const least = 500

// fold folds the oldest turns, never the last one.
func (c *conversation) fold(target int, note func([]turn) (string, error)) error {
	for len(c.turns) > 1 && c.tokens() > target {
		c.folded = append(c.folded, c.turns[0])
		c.turns = c.turns[1:]
		// The note names all folded turns, not only those of this time, and says where the work
		// stands now.
		text, err := note(c.folded)
		if err != nil {
			return err
		}
		c.note = text
	}
	return nil
}

// assigned matches a name that a line of code at the top level gives a value.
var assigned = regexp.MustCompile(`(?m)^([A-Za-z_]\w*)(?:\s*:[^=\n]+)?\s*=[^=]|^def\s+(\w+)`)

// title is a step in a line, which is all that is left of it when it is folded: the
// last call, the verdict and scores of the candidate that it was about, and the names
// that its code defined, since they are still there.
func title(called, code string, found *trajectories.Candidate) string {
	text := called
	if found != nil {
		var parts []string
		if found.Verdict != "" {
			parts = append(parts, found.Verdict)
		}
		for _, name := range slices.Sorted(maps.Keys(found.Strict)) {
			parts = append(parts, fmt.Sprintf("%s %.2f", name, found.Strict[name]))
		}
		if len(parts) > 0 {
			text += ": " + strings.Join(parts, ", ")
		}
	}

	var names []string
	for _, m := range assigned.FindAllStringSubmatch(code, -1) {
		if name := m[1] + m[2]; !slices.Contains(names, name) && len(names) < 8 {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		text += " (defines " + strings.Join(names, ", ") + ")"
	}
	return text
}

// titles are the folded turns in a line each.
func titles(ts []turn) []string {
	var out []string
	for _, t := range ts {
		if t.step > 0 {
			out = append(out, fmt.Sprintf("step %d: %s", t.step, t.title))
		}
	}
	return out
}

// cut shortens a text in the middle, saying so: the beginning and the end matter.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	head, tail := n*2/3, n/3
	left := len(s) - head - tail
	return strings.ToValidUTF8(s[:head], "") + fmt.Sprintf("\n[… %d characters left out; print less …]\n", left) + strings.ToValidUTF8(s[len(s)-tail:], "")
}

// code is the code of a reply, and the thought before it. Of several blocks all
// are run, one after the other; blocks of another language are no code.
func code(reply string) (thought, code string, ok bool) {
	var blocks []string
	at := -1

	// A block that was cut off ends the search: nobody knows where it was to end.
	for rest, off := reply, 0; ; {
		i := strings.Index(rest, "```")
		// A fence inside a line is quoted code, no block.
		if i < 0 || i > 0 && rest[i-1] != '\n' && rest[i-1] != ' ' {
			if i < 0 {
				break
			}
			rest, off = rest[i+3:], off+i+3
			continue
		}
		nl := strings.IndexByte(rest[i:], '\n')
		if nl < 0 {
			break
		}
		lang := strings.ToLower(strings.TrimSpace(rest[i+3 : i+nl]))
		body := rest[i+nl+1:]
		end := closing(body)
		if end < 0 {
			break // cut off
		}
		if lang == "" || lang == "python" || lang == "py" || lang == "python3" || lang == "starlark" {
			if at < 0 {
				at = off + i
			}
			blocks = append(blocks, strings.TrimRight(body[:end], " \t\n"))
		}
		next := i + nl + 1 + end + 3
		rest, off = rest[next:], off+next
	}

	if len(blocks) == 0 {
		return strings.TrimSpace(reply), "", false
	}
	thought = strings.TrimSpace(reply[:at])
	if rest, is := strings.CutPrefix(thought, "Thought:"); is {
		thought = strings.TrimSpace(rest)
	}
	thought = strings.TrimSpace(strings.TrimSuffix(thought, "Code:"))
	return thought, strings.Join(blocks, "\n"), true
}

// closing is where a block's closing fence begins: the next one at the start of a
// line that is not inside a triple-quoted string of the code (which may hold a
// Markdown fence itself).
func closing(body string) int {
	for from := 0; ; {
		i := strings.Index(body[from:], "```")
		if i < 0 {
			return -1
		}
		i += from
		if i == 0 || body[i-1] == '\n' || strings.TrimLeft(body[strings.LastIndexByte(body[:i], '\n')+1:i], " \t") == "" {
			if strings.Count(body[:i], `"""`)%2 == 0 && strings.Count(body[:i], `'''`)%2 == 0 {
				return i
			}
		}
		from = i + 3
	}
}

// key identifies a step, for finding repetitions.
func key(calls []llm.ToolCall, code string) string {
	var b strings.Builder
	b.WriteString(code)
	for _, c := range calls {
		b.WriteString("\x00" + c.Name + "\x00")
		var v any
		// In one form, so that spaces and the order of keys make no difference.
		if json.Unmarshal(c.Arguments, &v) == nil {
			raw, _ := json.Marshal(v)
			b.Write(raw)
		} else {
			b.Write(c.Arguments)
		}
	}
	return b.String()
}
