package task

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Logged is an event that a system seems to log, with the place that says so.
type Logged struct {
	Event
	File  string `json:"file"` // source or trace, relative to the folder
	Line  int    `json:"line"`
	Count int    `json:"count"` // in traces; 0: only the source has it
}

// logCall finds calls of functions whose names speak of logging, with the first text
// among their arguments on the same line.
var logCall = regexp.MustCompile(`(?i)\b[\w.:]*(log|trace|tracing|event|emit|record|step|observe|print|info|debug)[\w.:]*!?\s*\([^"\n]{0,80}"((?:[^"\\\n]|\\.)*)"([^\n]*)`)

// Fields in a text (key=%d, key: {}, {key}), and keys among the arguments ("key", value;
// key = value).
var (
	textField   = regexp.MustCompile(`(\w+)(?:\\?")?\s*[=:]\s*(?:%[-+#0-9.]*[a-zA-Z]|\{[^}]*\})|\{(\w+)(?::[^}]*)?\}`)
	argKey      = regexp.MustCompile(`,\s*"(\w+)"\s*,|[,(]\s*(\w+)\s*=\s*[^=]|\b\w+\.(?:String|Int|Int64|Uint64|Bool|Any|Float64|Duration)\("(\w+)"`)
	nameEvent   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)
	placeholder = regexp.MustCompile(`%[-+#0-9.]*[a-zA-Z]|\\[a-z]|\{[^}]*\}`)
	anyWord     = regexp.MustCompile(`[A-Za-z][A-Za-z0-9]*`)
	jsonEvent   = regexp.MustCompile(`\\?"event\\?"\s*:\s*\\?"([A-Za-z][A-Za-z0-9_.-]*)\\?"`)
)

// eventsOfSource are the events that calls in a source file seem to log, in their order.
func eventsOfSource(file, text string) []Logged {
	var all []Logged
	at := map[string]int{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if s := strings.TrimSpace(line); strings.HasPrefix(s, "//") || strings.HasPrefix(s, "#") || strings.HasPrefix(s, "*") || strings.HasPrefix(s, "func ") {
			continue
		}
		for _, m := range logCall.FindAllStringSubmatch(line, -1) {
			name := eventNameOf(m[2])
			// Printing a JSON object with an event is logging all the same.
			if prints(m[0]) && !jsonEvent.MatchString(m[2]) {
				continue // for a person to read
			}
			if name == "" {
				continue
			}

			i, seen := at[name]
			if !seen {
				i = len(all)
				at[name] = i
				all = append(all, Logged{Event: Event{Name: name, Means: fmt.Sprintf("logged at %s:%d", file, n)}, File: file, Line: n})
			}
			for _, f := range fieldsOf(m[2], m[3]) {
				if !slices.Contains(all[i].Fields, f) {
					all[i].Fields = append(all[i].Fields, f)
				}
			}
		}
	}
	return all
}

// logs are words of functions that log, whatever else they do.
var logs = regexp.MustCompile(`(?i)log|trac|event|emit|record|step|observe|info|debug`)

// prints reports whether a call only prints: fmt.Printf, println!, System.out.print.
func prints(call string) bool {
	callee, _, _ := strings.Cut(call, "(")
	return !logs.MatchString(callee)
}

// eventNameOf is a name for an event from the text that is logged: the text itself where
// it is one word, a JSON "event" in it, else its first words. Empty: not worth a name.
func eventNameOf(text string) string {
	if m := jsonEvent.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if nameEvent.MatchString(text) && len(text) > 2 {
		return text
	}
	// Fields go first, with their values; format verbs that are left between words are no part of
	// the event's name.
	prose := placeholder.ReplaceAllString(textField.ReplaceAllString(text, " "), " ")
	words := anyWord.FindAllString(prose, 4)
	if len(words) == 0 || len(words) == 1 && !textField.MatchString(text) || strings.Contains(text, "/") || strings.Contains(text, "usage") {
		return ""
	}
	var b strings.Builder
	for _, w := range words {
		b.WriteString(capital(w))
	}
	return b.String()
}

func fieldsOf(text, args string) []string {
	var all []string
	add := func(groups []string) {
		for _, g := range groups[1:] {
			if g != "" && !slices.Contains(all, g) {
				all = append(all, g)
			}
		}
	}
	for _, m := range textField.FindAllStringSubmatch(text, -1) {
		add(m)
	}
	for _, m := range argKey.FindAllStringSubmatch(args, -1) {
		add(m)
	}
	return all
}

// capital is a word that begins with a capital letter.
func capital(w string) string {
	r := []rune(w)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// eventsOfTrace are the events of a trace of one JSON object a line, with the fields that
// all events of a name have. A line that is none is left out: Check complains of it.
func eventsOfTrace(file string, raw []byte) []Logged {
	var all []Logged
	at := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		var record map[string]any
		if json.Unmarshal(lines.Bytes(), &record) != nil {
			continue
		}
		name := eventName(record)
		if name == "" || odd(name) {
			continue
		}
		named := "event"
		if inner, ok := record["event"].(map[string]any); ok {
			record, named = inner, "name"
		}

		fields := slices.Sorted(maps.Keys(record))
		fields = slices.DeleteFunc(fields, func(f string) bool { return f == named || f == "seq" || odd(f) })
		i, seen := at[name]
		if !seen {
			at[name] = len(all)
			all = append(all, Logged{Event: Event{Name: name, Means: fmt.Sprintf("first at %s:%d", file, n), Fields: fields}, File: file, Line: n, Count: 1})
			continue
		}
		all[i].Count++
		// A field that one event of the name lacks can't be asked of all of them.
		all[i].Fields = slices.DeleteFunc(all[i].Fields, func(f string) bool { return !slices.Contains(fields, f) })
	}
	return all
}

// Silent is a trace in which no event was found, with the reason.
type Silent struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

// whySilent says why a trace has no events, by its first line that is a JSON object.
func whySilent(raw []byte) string {
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var record map[string]any
		if json.Unmarshal(lines.Bytes(), &record) != nil || len(record) == 0 {
			continue
		}
		if _, ok := record["csElements"]; ok {
			return "its lines are critical sections of a PGo system, whose event is the value of the read of .pc among csElements; write events and their fields into " + File + " yourself"
		}
		return "a line has " + strings.Join(slices.Sorted(maps.Keys(record)), ", ") + ", and the name of an event at neither event nor event.name; log it there, or write events into " + File + " and say in the mapping where their names are"
	}
	return "no line is a JSON object"
}

// odd reports whether a name is none that a person gave: it is empty, has spaces around
// it, or what can't be printed.
func odd(name string) bool {
	return name == "" || strings.TrimSpace(name) != name ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar })
}

// merge puts the events of several files together: those of traces have the last word on
// names and fields, the source says where they come from.
func merge(source, traces []Logged) []Logged {
	var all []Logged
	for _, e := range traces {
		if i := slices.IndexFunc(all, func(o Logged) bool { return o.Name == e.Name }); i >= 0 {
			all[i].Count += e.Count
			all[i].Fields = slices.DeleteFunc(all[i].Fields, func(f string) bool { return !slices.Contains(e.Fields, f) })
			continue
		}
		if i := slices.IndexFunc(source, func(o Logged) bool { return o.Name == e.Name }); i >= 0 {
			e.Means = source[i].Means
		}
		all = append(all, e)
	}
	// What a trace has is what the system logs; the source's guesses beside it would be events
	// that no trace has.
	if len(traces) > 0 {
		return all
	}
	for _, e := range source {
		if !slices.ContainsFunc(all, func(o Logged) bool { return o.Name == e.Name }) {
			all = append(all, e)
		}
	}
	return all
}
