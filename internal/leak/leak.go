// Package leak tells tests what a piece of work has left behind: processes of a
// group, goroutines.
//
// The package must not know what the tests test.
package leak

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// patience is how long what is dying may take, also on a busy machine. Only a test
// that fails waits for so long.
const patience = time.Minute

// Group is an error when a process of the group is still there after a moment.
// Processes that are dead and wait for their parent to look do not count.
func Group(pgid int) error {
	var left []string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if left = members(pgid); len(left) == 0 {
			return nil
		}
	}
	return fmt.Errorf("process group %d is still there: %s", pgid, strings.Join(left, "; "))
}

// members are the living processes of a group.
func members(pgid int) []string {
	if syscall.Kill(-pgid, 0) != nil {
		return nil
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	if len(stats) == 0 {
		return []string{"(no /proc to tell more)"}
	}
	var out []string
	for _, path := range stats {
		b, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// "123 (name) S ppid pgrp …"; the name may hold anything.
		i := strings.LastIndexByte(string(b), ')')
		fields := strings.Fields(string(b)[i+1:])
		if len(fields) > 2 && fields[2] == strconv.Itoa(pgid) && fields[0] != "Z" && fields[0] != "X" {
			out = append(out, string(b)[:i+1]+" "+fields[0])
		}
	}
	return out
}

// Goroutines gives a function that is an error when there are more goroutines than
// at the call of Goroutines, after a moment.
func Goroutines() func() error {
	before := runtime.NumGoroutine()
	return func() error {
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if runtime.NumGoroutine() <= before {
				return nil
			}
		}
		buf := make([]byte, 1<<20)
		return fmt.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
	}
}
