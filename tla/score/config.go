package score

import (
	"regexp"
	"slices"
	"strings"
)

// config is a configuration file of TLC, in sections.
type config struct {
	sections  []section
	constants []assignment
}

// section is a keyword with the words under it; those of constants are elsewhere.
type section struct {
	keyword string
	words   []string
}

// assignment is Name = Value, or Name <- Value.
type assignment struct {
	name, sign, value string
}

var configWord = regexp.MustCompile(`\\\*[^\n]*|(?s:\(\*.*?\*\))|"[^"\n]*"|<-|[{}=,\[\]]|[^\s{}=,\[\]<]+|<`)

var configKeywords = map[string]string{
	"CONSTANT": "CONSTANT", "CONSTANTS": "CONSTANT", "INVARIANT": "INVARIANT", "INVARIANTS": "INVARIANT",
	"PROPERTY": "PROPERTY", "PROPERTIES": "PROPERTY", "CONSTRAINT": "CONSTRAINT", "CONSTRAINTS": "CONSTRAINT",
	"ACTION_CONSTRAINT": "ACTION_CONSTRAINT", "ACTION_CONSTRAINTS": "ACTION_CONSTRAINT",
	"INIT": "INIT", "NEXT": "NEXT", "SPECIFICATION": "SPECIFICATION", "VIEW": "VIEW", "SYMMETRY": "SYMMETRY",
	"TYPE": "TYPE", "TYPE_CONSTRAINT": "TYPE_CONSTRAINT", "CHECK_DEADLOCK": "CHECK_DEADLOCK", "ALIAS": "ALIAS", "POSTCONDITION": "POSTCONDITION",
}

// readConfig reads a configuration file as far as it takes to leave sections out and
// change constants. What is wrong with it stays in, for TLC to say.
func readConfig(text string) config {
	var words []string
	for _, w := range configWord.FindAllString(text, -1) {
		if !strings.HasPrefix(w, `\*`) && !strings.HasPrefix(w, "(*") {
			words = append(words, w)
		}
	}
	var c config
	for i := 0; i < len(words); {
		key, known := configKeywords[words[i]]
		// Whatever is no keyword belongs to the section that is open: the words under it are
		// names, lists and values alike.
		end := i + 1
		for end < len(words) && configKeywords[words[end]] == "" {
			end++
		}
		switch {
		case known && key == "CONSTANT":
			c.readConstants(words[i+1 : end])
		case known:
			c.sections = append(c.sections, section{key, words[i+1 : end]})
		// Words before any keyword are a mistake, and TLC has to see it.
		default:
			c.sections = append(c.sections, section{words[i], words[i+1 : end]})
		}
		i = end
	}
	return c
}

func (c *config) readConstants(words []string) {
	for i := 0; i < len(words); {
		if i+2 >= len(words) || words[i+1] != "=" && words[i+1] != "<-" {
			c.constants = append(c.constants, assignment{name: strings.Join(words[i:], " ")}) // as it stands
			return
		}
		a := assignment{name: words[i], sign: words[i+1]}
		i += 2
		depth, from := 0, i
		for i < len(words) {
			switch words[i] {
			case "{", "[":
				depth++
			case "}", "]":
				depth--
			}
			i++
			if depth == 0 && words[i-1] != "]" { // <- [Module] Name
				break
			}
		}
		a.value = strings.Join(words[from:i], " ")
		c.constants = append(c.constants, a)
	}
}

// without leaves out sections.
func (c config) without(keywords ...string) config {
	c.sections = slices.DeleteFunc(slices.Clone(c.sections), func(s section) bool { return slices.Contains(keywords, s.keyword) })
	return c
}

// with adds a section.
func (c config) with(keyword string, words ...string) config {
	if len(words) > 0 {
		c.sections = append(slices.Clone(c.sections), section{keyword, words})
	}
	return c
}

// set gives a constant a value in place of what it had.
func (c config) set(a assignment) config {
	c.constants = append(slices.DeleteFunc(slices.Clone(c.constants), func(x assignment) bool { return x.name == a.name }), a)
	return c
}

// String is the file.
func (c config) String() string {
	var b strings.Builder
	for _, a := range c.constants {
		b.WriteString("CONSTANT " + strings.TrimSpace(a.name+" "+a.sign+" "+a.value) + "\n")
	}
	for _, s := range c.sections {
		b.WriteString(s.keyword + " " + strings.Join(s.words, " ") + "\n")
	}
	return b.String()
}

var plainValue = regexp.MustCompile(`^(-?[0-9]+|"[^"\n]*"|[A-Za-z_][A-Za-z0-9_]*|\{\s*\}|\{\s*([A-Za-z0-9_]+|"[^"\n]*")(\s*,\s*([A-Za-z0-9_]+|"[^"\n]*"))*\s*\})$`)

// constant is an assignment of a TLA+ expression: as it stands where the configuration
// file can say it, else by a definition, whose text is the second result.
func constant(name, value string) (assignment, string) {
	value = strings.TrimSpace(value)
	if plainValue.MatchString(value) && value != "TRUE" && value != "FALSE" {
		return assignment{name, "=", value}, ""
	}
	def := "Ensures_constant_" + name
	return assignment{name, "<-", def}, def + " == " + value
}
