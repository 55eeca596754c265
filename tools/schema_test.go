package tools

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestWithoutRequired(t *testing.T) {
	type in struct {
		Code string   `json:"code" jsonschema_description:"the file"`
		Note string   `json:"note,omitempty"`
		Of   []string `json:"of,omitempty"`
	}
	var s struct {
		Required   []string                   `json:"required"`
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(WithoutRequired(SchemaOf[in]()), &s); err != nil {
		t.Fatal(err)
	}
	if strings.Join(s.Required, ",") != "code" || len(s.Properties) != 3 {
		t.Errorf("%v %v", s.Required, s.Properties)
	}
}
