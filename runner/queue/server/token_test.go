package server_test

import (
	"strings"
	"testing"

	"ensures/runner/queue/server"
)

// A queue that other machines can reach is not open to them.
func TestAttackOpenQueue(t *testing.T) {
	for _, listen := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "queue.example:0"} {
		s, err := server.Start(server.Options{Listen: listen, Store: t.TempDir()})
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "ENSURES_QUEUE_TOKEN") {
			t.Errorf("%s: %v", listen, err)
		}
	}
	s, err := server.Start(server.Options{Listen: "0.0.0.0:0", Store: t.TempDir(), Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}
