package sandbox

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
)

// orphanVar makes the test binary a parent that starts a child of that kind, an
// engine's interpreter, a session or a run, and tells its process id; the child works
// without end.
const orphanVar = "ENSURES_TEST_ORPHAN"

func orphan(kind string) {
	const script = "echo $$; exec sleep 100"
	switch kind {
	case "run":
		file := filepath.Join(os.TempDir(), fmt.Sprintf("ensures-orphan-%d", os.Getpid()))
		defer os.Remove(file)
		go func() {
			for {
				if pid, err := os.ReadFile(file); err == nil && strings.HasSuffix(string(pid), "\n") {
					_ = os.Remove(file)
					fmt.Print(string(pid))
					return
				}
				time.Sleep(time.Millisecond)
			}
		}()
		_, _ = Run(context.Background(), Cmd{Path: "sh", Args: []string{"-c", "echo $$ > " + file + "; exec sleep 100"}, Timeout: time.Minute})
	case "session", "session with a memory limit":
		o := SessionOptions{Path: "/bin/sh", Args: []string{"-c", script}, Env: os.Environ()}
		if kind != "session" {
			o.MemoryBytes = 1 << 30
		}
		s, err := StartSession(o)
		if err != nil {
			panic(err)
		}
		line, _ := bufio.NewReader(s.Stdout).ReadString('\n')
		fmt.Print(line)
		s.end(time.Minute)
	case "folder":
		dir, _, err := TempDir("rust")
		if err != nil {
			panic(err)
		}
		fmt.Println(dir)
		time.Sleep(time.Minute)
	default:
		e, err := Detect(context.Background(), kind, "")
		if err != nil {
			panic(err)
		}
		it, err := e.New(context.Background(), InterpreterOptions{Limits: Limits{Wall: time.Minute}})
		if err != nil {
			panic(err)
		}
		fmt.Println(it.(*box).proc.cmd.Process.Pid)
		_, _ = it.Exec(context.Background(), "while True: pass")
	}
}

// An interpreter ends with its parent, however that ends.
func TestEndsWithItsParent(t *testing.T) {
	if _, err := os.Stat("/proc/self/exe"); err != nil {
		t.Skip("this system tells of processes in another way")
	}
	each(t, func(t *testing.T, e *Engine) { endsWithItsParent(t, e.Name) })
}

// So does a program that runs to its end, such as a JVM, and one that is talked to,
// such as a solver.
func TestProgramsEndWithTheirParent(t *testing.T) {
	require.Tool(t, "sleep")
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends children with their parent")
	}
	require.Tool(t, "sh")
	for _, kind := range []string{"run", "session", "session with a memory limit"} {
		t.Run(kind, func(t *testing.T) { endsWithItsParent(t, kind) })
	}
}

func endsWithItsParent(t *testing.T, kind string) {
	parent := exec.Command("/proc/self/exe")
	parent.Env = append(os.Environ(), orphanVar+"="+kind)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // it is in its loop by now
	if gone(pid) {
		t.Fatal("it has ended by itself: the test shows nothing")
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	for deadline := time.Now().Add(2 * time.Second); !gone(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d outlived its parent", pid)
		}
	}
}

// gone reports whether a process has ended; one that nobody has waited for, too.
func gone(pid int) bool {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(raw), ") Z ")
}
