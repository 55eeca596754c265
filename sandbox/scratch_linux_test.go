package sandbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// hoards are ways to keep more on the disk than the limit of the scratch folder, with
// the modules that all of them need.
const hoardImports = "import os, mmap, time, sys\nblock = b'x' * (1 << 20)\n"

var hoards = []attack{
	{name: "in a folder that can't be read", code: "os.umask(0o477)\nos.mkdir('h')\nfor i in range(40):\n    f = os.open('h/f%d' % i, os.O_CREAT | os.O_WRONLY, 0o777)\n    os.write(f, block)\n    os.close(f)\ntime.sleep(3)"},
	{name: "in a file without a name", code: "fs = []\nfor i in range(40):\n    f = open('f%d' % i, 'wb', buffering=0)\n    f.write(block)\n    os.remove('f%d' % i)\n    fs.append(f)\ntime.sleep(3)"},
	{name: "in mapped files without a name", code: "ms = []\nfor i in range(40):\n    f = os.open('f%d' % i, os.O_CREAT | os.O_RDWR)\n    os.write(f, block)\n    ms.append(mmap.mmap(f, 4096))\n    os.close(f)\n    os.remove('f%d' % i)\ntime.sleep(3)"},
	{name: "below the longest path", code: "n = 'd' * 200\nfor i in range(60):\n    os.mkdir(n)\n    os.chdir(n)\nfor i in range(40): open('f%d' % i, 'wb').write(block)\ntime.sleep(3)"},
	{name: "in many empty files", code: "for i in range(5000): os.close(os.open('f%d' % i, os.O_CREAT))\ntime.sleep(3)"},
	{name: "in a file with holes", report: "wrote", code: "f = open('f', 'wb')\nf.seek(6 << 20)\nf.write(b'x')\nf.close()\nprint('wrote')"},
}

// onDisk is what the temporary folders of a test take.
func onDisk(dir string) int64 {
	u := measure(dir)
	return u.bytes
}

// shared is the engine of a machine where a child has no mounts of its own.
func shared(e *Engine) *Engine {
	other := *e
	other.shared = true
	return &other
}

// The limit of the scratch folder holds however it is written to, and nothing is left.
func TestAttackScratch(t *testing.T) {
	list := engines(t)
	if len(list) < 2 {
		t.Skip("no python3 that can be isolated here; set ENSURES_REQUIRE=python3 to make this a failure")
	}
	const limit = 8 << 20
	for name, e := range map[string]*Engine{"own mounts": list[1], "no mounts of its own": shared(list[1])} {
		for _, a := range hoards {
			t.Run(name+"/"+a.name, func(t *testing.T) {
				tmp := t.TempDir()
				t.Setenv("TMPDIR", tmp)
				it := start(t, e, InterpreterOptions{Limits: Limits{Wall: 6 * time.Second, Scratch: limit, Memory: 256 << 20}})
				var most int64
				over, measured := make(chan struct{}), make(chan struct{})
				go func() {
					defer close(measured)
					for {
						select {
						case <-over:
							return
						case <-time.After(30 * time.Millisecond):
							most = max(most, onDisk(tmp))
						}
					}
				}()
				ex, err := it.Exec(context.Background(), hoardImports+a.code)
				close(over)
				<-measured
				if err != nil {
					t.Fatal(err)
				}
				if a.report != "" && (ex.Error != "" || !strings.Contains(ex.Stdout, a.report)) {
					t.Errorf("%+v", ex)
				}
				if a.report == "" && ex.Error == "" {
					t.Errorf("nothing stopped it: %+v", ex)
				}
				// Between two looks it can write some more, where it has no mounts of its own.
				if most > 10*limit {
					t.Errorf("%d MiB were on the disk; the limit is %d MiB", most>>20, limit>>20)
				}
				if err := it.Close(); err != nil {
					t.Error(err)
				}
				if left, _ := os.ReadDir(tmp); len(left) > 0 {
					t.Errorf("left: %v", left)
				}
			})
		}
	}
}

// Code that goes on after an end that it forged stands still between steps.
func TestAttackBetweenSteps(t *testing.T) {
	list := engines(t)
	if len(list) < 2 {
		t.Skip("no python3 that can be isolated here; set ENSURES_REQUIRE=python3 to make this a failure")
	}
	for name, e := range map[string]*Engine{"own mounts": list[1], "no mounts of its own": shared(list[1])} {
		t.Run(name, func(t *testing.T) {
			tmp := t.TempDir()
			t.Setenv("TMPDIR", tmp)
			it := start(t, e, InterpreterOptions{Limits: Limits{Wall: 5 * time.Second, Scratch: 8 << 20}})
			ex, err := it.Exec(context.Background(), forged+"import os\nframe(ev='done', value='7')\nfor i in range(1000):\n    open('f%d' % (i % 500), 'wb').write(b'x' * 1000000)")
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(500 * time.Millisecond)
			if n := onDisk(tmp); n > 64<<20 {
				t.Errorf("%+v: %d MiB were written after the end", ex, n>>20)
			}
		})
	}
}

// What a child reports as kind goes into records: it is one of ours.
func TestAttackForgedKind(t *testing.T) {
	list := engines(t)
	if len(list) < 2 {
		t.Skip("no python3 that can be isolated here; set ENSURES_REQUIRE=python3 to make this a failure")
	}
	it := start(t, list[1], InterpreterOptions{Limits: Limits{Wall: 5 * time.Second, CallBytes: 2 << 20}})
	ex, err := it.Exec(context.Background(), forged+"frame(ev='done', kind='k' * 900000, error='x')\nimport time\ntime.sleep(1)")
	if err != nil {
		t.Fatal(err)
	}
	if ex.Kind != RuntimeError {
		t.Errorf("kind of %d bytes", len(ex.Kind))
	}
}

// Folders of programs that were killed are removed, those in use are not, and nothing
// that is made to be hard to remove stays.
func TestAttackSweep(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	used, err := newScratch("box")
	if err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(tmp, scratchPrefix+"key-1")
	deep := left
	for i := range 15 {
		deep = filepath.Join(deep, strings.Repeat("d", 200))
		if err := os.MkdirAll(deep, 0o700); err != nil {
			t.Fatal(i, err)
		}
	}
	buryDeeper(t, deep, 100)
	for i := range 20 {
		hidden := filepath.Join(left, fmt.Sprintf("h%d", i), "in", "it")
		if err := os.MkdirAll(hidden, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.WriteFile(filepath.Join(hidden, "f"), nil, 0), os.Chmod(hidden, 0), os.Chmod(filepath.Dir(filepath.Dir(hidden)), 0o300)); err != nil {
			t.Fatal(err)
		}
	}
	// What has another name, or is a link, is somebody's own.
	kept := []string{"ensures-other", scratchPrefix + "key", scratchPrefix + "key-notes", scratchPrefix + "key-2-notes"}
	for _, name := range kept {
		if err := os.Mkdir(filepath.Join(tmp, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	precious := filepath.Join(t.TempDir(), "precious")
	if err := errors.Join(os.WriteFile(precious, nil, 0o600), os.Symlink(filepath.Dir(precious), filepath.Join(tmp, scratchPrefix+"key-3"))); err != nil {
		t.Fatal(err)
	}

	sweepScratch(tmp, -time.Minute)
	entries, err := os.ReadDir(tmp)
	if err != nil || len(entries) != len(kept)+2 {
		t.Errorf("left: %v, %v", entries, err)
	}
	used.remove()
	if entries, _ := os.ReadDir(tmp); len(entries) != len(kept)+1 {
		t.Errorf("left: %v", entries)
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}

// A folder stays as long as the process lives that made it, however old it is, and goes
// once that was killed.
func TestAttackKilledParent(t *testing.T) {
	tmp := t.TempDir()
	parent := exec.Command("/proc/self/exe")
	parent.Env = append(os.Environ(), orphanVar+"=folder", "TMPDIR="+tmp)
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
	dir := strings.TrimSpace(line)
	if err := os.WriteFile(filepath.Join(dir, "crate.rs"), []byte("fn main() {}"), 0o600); err != nil {
		t.Fatal(err)
	}

	sweepScratch(tmp, -time.Minute)
	if _, err := os.Stat(dir); err != nil {
		t.Errorf("removed under a process that works in it: %v", err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	sweepScratch(tmp, -time.Minute)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it outlived its process: %v", err)
	}
}

// buryDeeper makes folders in each other below a path that is already long.
func buryDeeper(t *testing.T, from string, n int) {
	t.Helper()
	fd, err := unix.Open(from, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		name := strings.Repeat("e", 200)
		if err := unix.Mkdirat(fd, name, 0o700); err != nil {
			t.Fatal(err)
		}
		next, err := unix.Openat(fd, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_ = unix.Close(fd)
		fd = next
	}
	_ = unix.Close(fd)
}

// The mounts of the machine are never touched.
func TestAttackMounts(t *testing.T) {
	list := engines(t)
	if len(list) < 2 {
		t.Skip("no python3 that can be isolated here; set ENSURES_REQUIRE=python3 to make this a failure")
	}
	mounts := func() string {
		raw, err := os.ReadFile("/proc/self/mounts")
		if err != nil {
			t.Skip(err)
		}
		return string(raw)
	}
	before := mounts()
	for _, e := range []*Engine{list[1], shared(list[1])} {
		it := start(t, e, InterpreterOptions{})
		do(t, it, "1")
		if mounts() != before {
			t.Error("the machine's mounts changed")
		}
	}
}
