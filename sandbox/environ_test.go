package sandbox

import (
	"strings"
	"testing"

	"ensures/internal/require"
)

// A child inherits what it may need, and no keys.
func TestChildInheritsNoKeys(t *testing.T) {
	require.Tool(t, "env")
	for _, name := range []string{"OPENAI_API_KEY", "ENSURES_MODEL_KEY", "GEMINI_APIKEY", "HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD", "token"} {
		t.Setenv(name, "qqzzyyxx")
	}
	t.Setenv("ENSURES_TEST_PLAIN", "plain-value")
	t.Setenv("KEYBOARD", "plain-too")
	res, err := Run(t.Context(), Cmd{Path: "env"})
	if err != nil {
		t.Fatal(err)
	}
	out := string(res.Stdout)
	if strings.Contains(out, "qqzzyyxx") {
		t.Errorf("a child sees a key:\n%s", out)
	}
	for _, want := range []string{"ENSURES_TEST_PLAIN=plain-value", "KEYBOARD=plain-too", "PATH="} {
		if !strings.Contains(out, want) {
			t.Errorf("a child does not see %s", want)
		}
	}
}
