package verify

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"unicode"
)

// FileOutcome is an outcome with the file it is about, or why there is none.
type FileOutcome struct {
	File    string
	Outcome Outcome
	Err     error
}

// The parts of a SARIF 2.1.0 log that are used here, by the names of the standard.
type (
	sarifText struct {
		Text string `json:"text"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifResult struct {
		RuleID     string          `json:"ruleId"`
		RuleIndex  int             `json:"ruleIndex"`
		Level      string          `json:"level"`
		Message    sarifText       `json:"message"`
		Locations  []sarifLocation `json:"locations"`
		Related    []sarifLocation `json:"relatedLocations,omitempty"`
		Properties map[string]any  `json:"properties,omitempty"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
)

// WriteSARIF prints outcomes as one SARIF 2.1.0 log. What has no answer is a
// notification of an execution that did not succeed.
func WriteSARIF(w io.Writer, toolVersion string, outs []FileOutcome) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	invocation := sarifInvocation{Successful: true}
	rules := []sarifRule{}
	index := map[Kind]int{}
	for _, f := range outs {
		at := func(line, col int, text string) sarifLocation {
			l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{fileURI(f.File)}}}
			// A region needs a line; what has none is of the file.
			if line > 0 {
				l.Physical.Region = &sarifRegion{line, max(col, 0)}
			}
			if text != "" {
				l.Message = &sarifText{text}
			}
			return l
		}
		if f.Err != nil {
			invocation.Successful = false
			invocation.Notifications = append(invocation.Notifications, sarifNotification{"error", sarifText{f.Err.Error()}, []sarifLocation{at(0, 0, "")}})
		}
		for _, d := range f.Outcome.Diagnostics {
			if _, ok := index[d.Kind]; !ok {
				index[d.Kind] = len(rules)
				rules = append(rules, sarifRule{string(d.Kind), sarifText{d.Kind.Title()}})
			}
			r := sarifResult{RuleID: string(d.Kind), RuleIndex: index[d.Kind], Level: level(d), Message: sarifText{d.Text() + counterexampleText(d)},
				Locations:  []sarifLocation{at(max(d.Line, 1), d.Column, "")},
				Properties: map[string]any{"verdict": d.Verdict, "method": d.Method.Short(), "backend": f.Outcome.Backend, "backendVersion": f.Outcome.Version}}
			if d.AssociatedLine > 0 {
				r.Related = []sarifLocation{at(d.AssociatedLine, d.AssociatedColumn, "the clause: "+d.Clause)}
			}
			run.Results = append(run.Results, r)
		}
	}
	run.Tool.Driver = sarifDriver{"ensures", toolVersion, rules}
	run.Invocations = []sarifInvocation{invocation}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// level is how bad a diagnostic is in other tools' words: what is not decided is a
// warning, and what is proved is worth knowing.
func level(d Diagnostic) string {
	switch d.Verdict {
	case Verified:
		return "note"
	case Unknown, Unsupported:
		return "warning"
	}
	return "error"
}

// fileURI is a path as a URI reference.
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}

// Title is the kind in words: "PossiblyTooLargeIndex" is "possibly too large index".
func (k Kind) Title() string {
	var b strings.Builder
	for i, r := range string(k) {
		if unicode.IsUpper(r) {
			if i > 0 {
				b.WriteByte(' ')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
