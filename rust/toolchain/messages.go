package toolchain

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Message is an error or a warning of the compiler's.
type Message struct {
	Level string // "error" or "warning"
	Code  string // "E0308", or empty
	Text  string
	File  string
	// Lines and columns from 1, the end exclusive; 0 where the message has no place.
	Line, Column, EndLine, EndColumn int
	Label                            string   // what the marked text is
	Help                             []string // ways out
}

func (m Message) String() string {
	code := ""
	if m.Code != "" {
		code = "[" + m.Code + "]"
	}
	return fmt.Sprintf("%s:%d:%d: %s%s: %s", m.File, m.Line, m.Column, m.Level, code, m.Text)
}

// jsonMessage is what rustc prints with --error-format=json.
type jsonMessage struct {
	Message string `json:"message"`
	Level   string `json:"level"`
	Code    *struct {
		Code string `json:"code"`
	} `json:"code"`
	Spans []struct {
		LineStart   int    `json:"line_start"`
		ColumnStart int    `json:"column_start"`
		LineEnd     int    `json:"line_end"`
		ColumnEnd   int    `json:"column_end"`
		Primary     bool   `json:"is_primary"`
		Label       string `json:"label"`
	} `json:"spans"`
	Children []struct {
		Message string `json:"message"`
		Level   string `json:"level"`
	} `json:"children"`
}

// readMessages reads the compiler's messages, one object a line. The last error,
// which only counts the others, is left out.
func readMessages(stderr []byte, file string) ([]Message, error) {
	var out []Message
	for _, line := range bytes.Split(stderr, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] != '{' {
			continue // of rustup's, or of a compiler that died
		}
		var j jsonMessage
		if err := json.Unmarshal(line, &j); err != nil {
			return out, fmt.Errorf("unreadable message: %w", err)
		}
		if j.Level != "error" && j.Level != "warning" || len(j.Spans) == 0 {
			continue
		}
		m := Message{Level: j.Level, Text: j.Message, File: file}
		if j.Code != nil {
			m.Code = j.Code.Code
		}
		for _, s := range j.Spans {
			if s.Primary {
				m.Line, m.Column, m.EndLine, m.EndColumn, m.Label = s.LineStart, s.ColumnStart, s.LineEnd, s.ColumnEnd, s.Label
				break
			}
		}
		for _, c := range j.Children {
			if c.Level == "help" || c.Level == "note" {
				m.Help = append(m.Help, c.Message)
			}
		}
		out = append(out, m)
	}
	return out, nil
}
