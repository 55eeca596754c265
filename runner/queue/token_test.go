package queue_test

import (
	"errors"
	"testing"

	"ensures/runner/queue"
)

// Nobody does what an open queue on another machine says.
func TestAttackOpenQueue(t *testing.T) {
	for _, url := range []string{"nats://queue.example:4222", "queue.example", "nats://192.0.2.1:4222", "nats://127.0.0.1:1,nats://queue.example:4222", "nats://127.0.0.1.evil.example", "tls://[2001:db8::1]:4222", "nats://localhost.evil.example:1", "nats://127.0.0.1\\@evil.example"} {
		if _, err := queue.Dial(t.Context(), queue.Options{URL: url}); !errors.Is(err, queue.ErrNoToken) {
			t.Errorf("%s: %v", url, err)
		}
	}
	for _, o := range []queue.Options{{URL: "nats://127.0.0.1:1"}, {URL: "localhost:1"}, {URL: "nats://[::1]:1"}, {URL: "nats://token@127.0.0.1:1"}, {URL: "nats://127.0.0.1:1", Token: "t"}} {
		if _, err := queue.Dial(t.Context(), o); err == nil || errors.Is(err, queue.ErrNoToken) {
			t.Errorf("%s: %v", o.URL, err)
		}
	}
}
