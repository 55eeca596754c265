package tla

import (
	"regexp"
	"slices"
	"strings"
)

var (
	sanyEncountered = regexp.MustCompile(`(?s)(?:Was expecting (".*?")\s+)?Encountered (".*?") at line (\d+),? col(?:umn)? (\d+)(?: and token (".*?"))?`)
	sanyLexical     = regexp.MustCompile(`Lexical error at line (\d+), column (\d+)\.\s*(.*)`)
	sanyHead        = regexp.MustCompile(`(?m)^\*\*\* (Errors|Warnings|Abort messages): \d+`)
	sanyWhere       = regexp.MustCompile(`(?m)^(?:` + place + `|In module (\S+)|Unknown location)[ \t]*$`)
	sanyModule      = regexp.MustCompile(`(?m)^Parsing file (?:.*/)?([^/\s]+)\.tla`)
	sanyDone        = regexp.MustCompile(`(?m)^Semantic processing of module (\S+)`)
	sanyNext        = regexp.MustCompile(`(?m)^(?:Semantic processing of module |Semantic errors:|Parsing file |Fatal errors )`)
	sanyMissing     = regexp.MustCompile(`Cannot find source file for module (\S+)`)
)

// readSANY reads SANY's report.
func readSANY(text, stderr string) SyntaxOutcome {
	var s SyntaxOutcome
	for _, m := range sanyDone.FindAllStringSubmatch(text, -1) {
		s.Modules = append(s.Modules, m[1])
	}
	s.Problems = append(parseErrors(text), listed(text)...)
	s.Status = OK
	for _, p := range s.Problems {
		switch p.Kind {
		case Warning:
		case SemanticError:
			if s.Status == OK {
				s.Status = Semantic
			}
		default:
			s.Status = Syntax
		}
	}
	// SANY tells of a missing root on standard error only.
	if s.Status == OK && strings.Contains(stderr, "File does not exist") {
		s.Status = Syntax
		s.Problems = append(s.Problems, Problem{Kind: MissingModule, Text: firstLine(stderr)})
	}
	return s
}

// parseErrors are those that come as prose, of the module that was being parsed.
func parseErrors(text string) []Problem {
	var all []Problem
	module := func(at int) string {
		name := ""
		for _, m := range sanyModule.FindAllStringSubmatchIndex(text, -1) {
			if m[0] < at {
				name = text[m[2]:m[3]]
			}
		}
		return name
	}

	if at := strings.Index(text, "***Parse Error***"); at >= 0 {
		body, _, _ := strings.Cut(text[at+len("***Parse Error***"):], "Residual stack trace")
		body, _, _ = strings.Cut(body, "\nFatal errors while parsing")
		p := Problem{Kind: SyntaxError, Text: strings.Join(strings.Fields(body), " "), Range: Range{Module: module(at)}}
		if v := sanyEncountered.FindStringSubmatch(body); v != nil {
			p.Line, p.Column = int(number(v[3])), int(number(v[4]))
		} else if v := placeRE.FindStringSubmatch(body); v != nil {
			p.Range = rangeOf(v[1:])
		}
		if strings.Contains(body, "Precedence conflict") {
			p.Kind = Precedence
		}
		all = append(all, p)
	}

	if m := sanyLexical.FindStringSubmatchIndex(text); m != nil {
		all = append(all, Problem{Kind: LexicalError, Text: strings.TrimSpace(text[m[0]:m[1]]),
			Range: Range{Module: module(m[0]), Line: int(number(text[m[2]:m[3]])), Column: int(number(text[m[4]:m[5]]))}})
	}
	return all
}

// listed are the errors, warnings and reasons to stop that come as lists.
func listed(text string) []Problem {
	var all []Problem
	parsed := strings.Contains(text, "***Parse Error***") || strings.Contains(text, "Lexical error")
	heads := sanyHead.FindAllStringSubmatchIndex(text, -1)
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		kind, section := text[h[2]:h[3]], text[h[1]:end]

		where := sanyWhere.FindAllStringSubmatchIndex(section, -1)
		for j, w := range where {
			stop := len(section)
			if j+1 < len(where) {
				stop = where[j+1][0]
			}

			p := Problem{Kind: SemanticError, Text: strings.TrimSpace(sanyNext.Split(section[w[1]:stop], 2)[0])}
			if v := placeRE.FindStringSubmatch(section[w[0]:w[1]]); v != nil {
				p.Range = rangeOf(v[1:])
			} else if w[12] >= 0 {
				p.Module = section[w[12]:w[13]]
			}
			switch {
			case kind == "Warnings":
				p.Kind = Warning
			case sanyMissing.MatchString(p.Text):
				p.Kind = MissingModule
			case strings.Contains(p.Text, "does not match the name"):
				p.Kind = WrongName
			case strings.HasPrefix(p.Text, "Could not parse module"):
				if parsed {
					continue // said already, with the reason
				}
				p.Kind = SyntaxError
			}
			if !slices.Contains(all, p) { // it comes again with every module above
				all = append(all, p)
			}
		}
	}
	return all
}

// ReadSANY turns what a run of SANY alone printed into an outcome. SANY ends with
// status 0 on semantic errors.
func ReadSANY(raw Raw) (SyntaxOutcome, error) {
	s := readSANY(raw.Stdout, raw.Stderr)
	s.Raw = &raw
	switch {
	case raw.TimedOut:
		return s, &UnreadableError{raw.Exit, "SANY did not end within the time limit"}
	// A report with errors is an answer, whatever the exit status.
	case s.Status != OK:
	case !strings.Contains(raw.Stdout, "SANY") || raw.Exit != 0 || len(s.Modules) == 0 || raw.Truncated || strings.Contains(raw.Stdout, "Fatal errors"):
		return s, &UnreadableError{raw.Exit, firstLine(raw.Stderr + "\n" + lastLines(raw.Stdout))}
	}
	return s, nil
}
