package sandbox

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	Child()
	if engine := os.Getenv(orphanVar); engine != "" {
		orphan(engine)
		return
	}
	// Attacks mostly wait: for limits, and for processes to end.
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
