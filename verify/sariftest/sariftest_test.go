package sariftest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const valid = `{"$schema": "https://example.org/s.json", "version": "2.1.0", "runs": [{
"tool": {"driver": {"name": "t", "version": "1", "rules": [{"id": "A"}, {"id": "B", "shortDescription": {"text": "b"}}]}},
"invocations": [{"executionSuccessful": true}], "columnKind": "unicodeCodePoints",
"results": [{"ruleId": "B", "ruleIndex": 1, "level": "error", "message": {"text": "m"}, "properties": {"x": 1},
"locations": [{"physicalLocation": {"artifactLocation": {"uri": "a%20b.java"}, "region": {"startLine": 1, "startColumn": 2}}}]}]}]}`

// Each change makes the valid log one that the schema or the standard rejects.
func TestCheck(t *testing.T) {
	if wrong := Check([]byte(valid)); wrong != nil {
		t.Errorf("a valid log: %v", wrong)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"version": "2.1.0", `, ``, "log: version is missing"},
		{`"2.1.0"`, `"2.0.0"`, "log.version: 2.0.0 is none of [2.1.0]"},
		{`"name": "t", `, ``, "log.runs[0].tool.driver: name is missing"},
		{`{"id": "A"}`, `{}`, "log.runs[0].tool.driver.rules[0]: id is missing"},
		{`{"id": "A"}, `, `{"id": "A"}, {"id": "A"}, `, "log.runs[0].tool.driver.rules[1]: is there twice"},
		{`{"id": "A"}, `, `{"id": "B"}, `, "log.runs[0].tool.driver.rules[1]: B is there twice"},
		{`"ruleIndex": 1`, `"ruleIndex": 0`, "log.runs[0].results[0]: ruleIndex 0 is not the rule B"},
		{`"ruleIndex": 1`, `"ruleIndex": 2`, "log.runs[0].results[0]: ruleIndex 2 is not the rule B"},
		{`"startLine": 1`, `"startLine": 0`, "log.runs[0].results[0].locations[0].physicalLocation.region.startLine: 0 is no whole number of 1 or more"},
		{`"startColumn": 2`, `"startColumn": 1.5`, "log.runs[0].results[0].locations[0].physicalLocation.region.startColumn: 1.5 is no whole number of 1 or more"},
		{`"level": "error"`, `"level": "fatal"`, "log.runs[0].results[0].level: fatal is none of [none note warning error]"},
		{`{"text": "m"}`, `{}`, "log.runs[0].results[0].message: none of [text id]"},
		{`"message": {"text": "m"}, `, ``, "log.runs[0].results[0]: message is missing"},
		{`"properties"`, `"property"`, "log.runs[0].results[0]: there is no property property"},
		{`a%20b.java`, `a b.java`, `log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri: "a b.java" is no URI reference`},
		{`"executionSuccessful": true`, ``, "log.runs[0].invocations[0]: executionSuccessful is missing"},
		{`"executionSuccessful": true`, `"executionSuccessful": 1`, "log.runs[0].invocations[0].executionSuccessful: 1 is neither true nor false"},
		{`"unicodeCodePoints"`, `"bytes"`, "log.runs[0].columnKind: bytes is none of [utf16CodeUnits unicodeCodePoints]"},
	} {
		log := strings.Replace(valid, c.old, c.new, 1)
		if log == valid {
			t.Fatalf("%s is not in the log", c.old)
		}
		if d := cmp.Diff([]string{c.want}, Check([]byte(log))); d != "" {
			t.Errorf("%s for %s (-want +got):\n%s", c.new, c.old, d)
		}
	}
	if wrong := Check([]byte(`{`)); len(wrong) != 1 {
		t.Errorf("no JSON: %v", wrong)
	}
}
