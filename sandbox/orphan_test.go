package sandbox

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// orphanVar makes the test binary a parent that starts an interpreter of that
// engine, tells its process id, and runs code without end in it.
const orphanVar = "ENSURES_TEST_ORPHAN"

func orphan(engine string) {
	e, err := Detect(context.Background(), engine, "")
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

// An interpreter ends with its parent, however that ends.
func TestEndsWithItsParent(t *testing.T) {
	if _, err := os.Stat("/proc/self/exe"); err != nil {
		t.Skip("this system tells of processes in another way")
	}
	each(t, func(t *testing.T, e *Engine) {
		parent := exec.Command("/proc/self/exe")
		parent.Env = append(os.Environ(), orphanVar+"="+e.Name)
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
		if err := parent.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = parent.Wait()
		for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			if err != nil || strings.Contains(string(raw), ") Z ") {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("process %d outlived its parent: %s", pid, raw)
			}
		}
	})
}
