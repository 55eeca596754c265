package openai

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"ensures/llm"
)

// Whatever a server sends, reading it does not panic, what is passed on is JSON,
// and a strict schema stays as it is when it is made strict again. (No fuzz
// target: the SDK takes minutes to build for one.)
func TestHostileServer(t *testing.T) {
	seeds := []string{
		`{"content":"a","tool_calls":[{"index":3,"id":"x","function":{"name":"f","arguments":"{}"}}]}`,
		`{"content":[{"text":"a"}],"reasoning_details":[1]}`,
		`{"tool_calls":[{"function":{"arguments":{}}},{"id":"y","function":{"name":"g","arguments":"{"}}]}`,
		`{"tool_calls":[{"index":-1},{"index":99999}],"thinking_blocks":[]}`,
		`[{"error":{"code":429,"message":"m","details":[{"retryDelay":"3s"}]}}]`, `{"error":"x"}`, `{"detail":[]}`,
		"```json\n{\"a\":{}}\n```", "x {\"a\":1} y", "{{{",
		`{"type":"object","properties":{"a":{"oneOf":[{"type":"string"},{"type":"object","properties":{"b":{"items":{"type":"null"}}}}]}}}`,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"object"}}}`,
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 20000 {
		s := seeds[i%len(seeds)]
		for range i / len(seeds) % 4 { // none, then up to three changes
			at, to := rnd.IntN(len(s)+1), rnd.IntN(len(s)+1)
			other := seeds[rnd.IntN(len(seeds))]
			switch rnd.IntN(3) {
			case 0:
				s = s[:min(at, to)] + s[max(at, to):]
			case 1:
				s = s[:at] + string("{}[]\",:\\ \x00\xff0n"[rnd.IntN(13)]) + s[at:]
			case 2:
				s = s[:at] + other[rnd.IntN(len(other)):]
			}
		}
		var b builder
		for range 2 {
			if a, err := readAnswer([]byte(`{"choices":[{"delta":` + s + `}]}`)); err == nil {
				b.add(a.Choices[0].Delta, i%7 == 0)
			}
		}
		res := b.response("stop", "m", usage{})
		if _, err := json.Marshal(res); err != nil {
			t.Errorf("the response is no JSON: %v", err)
		}
		var r llm.Response
		(&failure{redact: func(s string) string { return s }, now: time.Now}).answer(400, []byte(s), &r)
		if u := unfence(s); u != s && !json.Valid([]byte(u)) {
			t.Errorf("unfence gives %q", u)
		}
		once, err := Strict(json.RawMessage(s))
		if err != nil {
			continue
		}
		twice, err := Strict(once)
		if err != nil || string(once) != string(twice) {
			t.Errorf("strict %s, and again %s, %v", once, twice, err)
		}
	}
}
