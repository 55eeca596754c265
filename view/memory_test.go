package view

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"ensures/trajectories"
)

const serveDir = "ENSURES_TEST_VIEW" // a child of the test serves this folder

func TestMain(m *testing.M) {
	if dir := os.Getenv(serveDir); dir != "" {
		ctx, end := context.WithCancel(context.Background())
		go func() { _, _ = io.Copy(io.Discard, os.Stdin); end() }()
		if err := Serve(ctx, dir, 0, "token", func(url string) { fmt.Println(url) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A folder of 1,000 runs, one of them of 10,000 steps and 210 MiB, is paged through, searched
// and compared by a server that never holds 300 MB.
func TestMemory(t *testing.T) {
	slow(t)
	if runtime.GOOS != "linux" {
		t.Skip("what a process held at most is read from /proc")
	}
	dir := t.TempDir()
	for i := range 1000 {
		id := fmt.Sprintf("run-%04d", i)
		findings(t, dir, id, noon.Add(time.Duration(i)*time.Minute),
			trajectories.Finding{File: "/p/A.java", Method: fmt.Sprintf("A.f%d()", i%200), Verdict: "verified", Survivors: []string{strings.Repeat("x", 300)}})
	}
	agentRun(t, dir, "large", 10000, 21000, noon)
	info, err := os.Stat(filepath.Join(dir, "large", trajectories.TrajectoryFile))
	if err != nil || info.Size() < 210<<20 {
		t.Fatalf("a record of %d bytes: %v", info.Size(), err)
	}
	benchRun(t, filepath.Join(dir, "bench"), five, 1000, 0)

	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serveDir+"="+dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { stdin.Close(); _ = cmd.Wait() }()
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	get := opened(t, strings.TrimSpace(address))

	for _, path := range []string{
		"/api/runs?", "/api/run?id=large", "/api/outline?id=large&from=9000", "/api/steps?id=large&n=50", "/api/steps?id=large&from=9950&n=50", "/api/curves.svg?id=large",
		"/api/chat?id=large&from=9900&n=50", "/api/search?id=large&text=no+such+text", "/api/search?id=large&from=5000&text=thought&n=200", "/api/compare?a=large&b=run-0001",
		"/api/project?", "/api/bench?id=bench", "/api/engines?id=bench&a=guided&b=daikon", "/api/changed?page=runs", "/api/run?id=run-0002",
	} {
		get(path)
	}
	if peak := peak(t, cmd.Process.Pid); peak > 300<<20 {
		t.Errorf("the server held %d MB", peak>>20)
	} else {
		t.Logf("the server held %d MB at most, for a record of %d MB", peak>>20, info.Size()>>20)
	}
}

// opened enters a server by its address with the token, and returns what asks it.
func opened(t *testing.T, address string) func(path string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	ask := func(url string) {
		t.Helper()
		res, err := client.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if n, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK || n > 4<<20 {
			t.Errorf("%s: %s, %d bytes, %v", url, res.Status, n, err)
		}
	}
	ask(address)
	base, _, _ := strings.Cut(address, "/?")
	return func(path string) { t.Helper(); ask(base + path) }
}

// peak is the most memory that a process has held, in bytes.
func peak(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "VmHWM:" {
			kb, err := strconv.Atoi(f[1])
			if err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Fatal("no VmHWM")
	return 0
}
