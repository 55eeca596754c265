package golden

import (
	"os"
	"path/filepath"
	"testing"
)

func TestUpdateThenCompare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "x.json")
	v := struct {
		B int    `json:"b"`
		A string `json:"a"`
	}{1, "<"}
	*update = true
	JSON(t, path, v)
	*update = false
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"a\": \"<\",\n  \"b\": 1\n}\n"; string(raw) != want {
		t.Errorf("written %q, want %q", raw, want)
	}
	JSON(t, path, v)
}
