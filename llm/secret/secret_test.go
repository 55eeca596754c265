package secret

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestHiddenHoweverPrinted(t *testing.T) {
	const key = "sk-qqzzyyxx-key"
	type holder struct {
		Key  Text
		List []Text
		Map  map[Text]Text
		Ptr  *Text
		own  Text
	}
	k := New(key)
	h := holder{Key: k, List: []Text{k}, Map: map[Text]Text{k: k}, Ptr: &k, own: k}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T", "%10s", "%p"} {
		fmt.Fprintf(&out, verb+"\n", k)
		fmt.Fprintf(&out, verb+"\n", h)
		fmt.Fprintf(&out, verb+"\n", &h)
	}
	fmt.Fprintln(&out, k, fmt.Errorf("x: %w: %v", fmt.Errorf("%s", k), k))
	raw, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(raw)
	if raw, err = yaml.Marshal(h.Key); err != nil {
		t.Fatal(err)
	}
	out.Write(raw)
	for _, l := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(l).Info("m", "key", k, "holder", h)
	}
	hex := fmt.Sprintf("%x", key)
	for _, leak := range []string{key, "qqzzyy", hex, strings.ToUpper(hex)} {
		if strings.Contains(out.String(), leak) {
			t.Errorf("%q leaks:\n%s", leak, out.String())
		}
	}
	if !strings.Contains(out.String(), Hidden) {
		t.Error("nothing was printed")
	}
	if k.Reveal() != key || (Text{}).String() != "" || New("").String() != "" {
		t.Error("the secret itself is not what was given")
	}
	var back Text
	if err := back.UnmarshalText([]byte(key)); err != nil || back.Reveal() != key {
		t.Errorf("UnmarshalText: %v", err)
	}
	if got := k.Redact("bad key " + key + "!"); got != "bad key ***!" {
		t.Errorf("Redact: %q", got)
	}
}
