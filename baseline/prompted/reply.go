package prompted

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/llm"
)

// block is a fenced block of a reply.
type block struct{ lang, text string }

// blocks are the fenced blocks of a Markdown text; the last one may lack its end,
// where the reply was cut off.
func blocks(text string) (list []block, open bool) {
	var cur *block
	var b strings.Builder
	for _, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		t := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(t, "```") && cur == nil:
			cur = &block{lang: strings.ToLower(strings.TrimSpace(strings.TrimLeft(t, "`")))}
			b.Reset()
		case t == "```" && cur != nil:
			cur.text = b.String()
			list = append(list, *cur)
			cur = nil
		case cur != nil:
			b.WriteString(line + "\n")
		}
	}
	return list, cur != nil
}

// program is the Java file in a reply: its last block that has a type declaration,
// or the whole reply where it is nothing but code. problem says why there is none,
// or why it can't be taken.
func program(resp llm.Response, task string) (code, problem string) {
	text := resp.Message.Text
	if strings.TrimSpace(text) == "" {
		return "", "the reply is empty"
	}
	list, open := blocks(text)
	// The last one: models repeat and correct their programs.
	for i := len(list) - 1; i >= 0 && code == ""; i-- {
		if hasType(list[i].text) {
			code = list[i].text
		}
	}
	switch {
	case code != "":
	case open || resp.Finish == llm.Length:
		return "", "the reply was cut off before its code ended; write less"
	// Without a fence prose could be taken for code: only what is the task's program counts.
	case len(list) == 0 && !strings.Contains(text, "```") && hasType(text) && difference(task, text) == "":
		code = text
	default:
		return "", "the reply holds no Java program"
	}
	if d := difference(task, code); d != "" {
		return "", d
	}
	return code, ""
}

// hasType reports whether a text declares a class, interface, enum or record.
func hasType(text string) bool {
	for _, t := range java.Tokens(text) {
		switch t.Text {
		case "class", "interface", "enum", "record":
			return true
		}
	}
	return false
}

// difference is where the Java of two files differs, "" where only comments and
// blanks do.
func difference(task, cand string) string {
	a, b := java.Tokens(task), java.Tokens(cand)
	for i := range min(len(a), len(b)) {
		if a[i].Text != b[i].Text {
			f := java.NewFile("", cand)
			return fmt.Sprintf("the Java code was changed: line %d has `%s` in place of `%s`", f.Position(b[i].From).Line, b[i].Text, a[i].Text)
		}
	}
	if len(a) != len(b) {
		return "the Java code was changed: the program is not whole, or has more than the one you were given"
	}
	return ""
}
