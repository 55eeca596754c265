// Package sandbox runs child processes under limits: wall-clock time, size of the
// kept output, and the certainty that nothing of the child's process group is
// left behind. It is the only package that starts processes, and on Linux they end with
// this one, however it ends.
//
// It must not know what the processes are for.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// Cmd is a process to run. The zero limits are the defaults.
type Cmd struct {
	Path    string // looked up on PATH when it has no slash
	Args    []string
	Dir     string
	Env     []string // nil is Environ: the parent's, without keys
	Stdin   io.Reader
	Timeout time.Duration // default one minute; the context can end it sooner
	// MemoryBytes limits the address space of the process and of what it starts; 0 is no
	// limit.
	MemoryBytes int64
	MaxOutput   int // bytes kept of each of stdout and stderr; default 1 MiB
}

// Result is how a process ended. A process that started is a Result, however it
// ended; an error means that it could not be started or watched.
type Result struct {
	Argv      []string
	ExitCode  int // −1 when a signal ended it
	Stdout    []byte
	Stderr    []byte
	Truncated bool // output beyond MaxOutput was dropped
	TimedOut  bool // Timeout, or the context's deadline, ended it
	Elapsed   time.Duration
}

// ErrNotFound is returned (wrapped) when the executable isn't there.
var ErrNotFound = exec.ErrNotFound

// Find is the path of an executable on PATH.
func Find(name string) (string, error) { return exec.LookPath(name) }

// Run runs c to its end or its limit. When the context is cancelled the process
// group is killed and the context's error is returned with the partial result.
func Run(ctx context.Context, c Cmd) (Result, error) {
	if c.Timeout <= 0 {
		c.Timeout = time.Minute
	}
	if c.MaxOutput <= 0 {
		c.MaxOutput = 1 << 20
	}
	res := Result{Argv: append([]string{c.Path}, c.Args...), ExitCode: -1}
	limited, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()

	path, args := c.Path, c.Args

	// The shell would start whether the program is there or not, and report its absence as an
	// exit status.
	if c.MemoryBytes > 0 {
		found, err := exec.LookPath(path)
		if err != nil {
			return res, fmt.Errorf("start %s: %w", c.Path, err)
		}
		path, args = underLimit(found, args, c.MemoryBytes)
	}
	cmd := exec.CommandContext(limited, path, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.Dir, c.Env, c.Stdin
	if cmd.Env == nil {
		cmd.Env = Environ()
	}
	stdout, stderr := &head{max: c.MaxOutput}, &head{max: c.MaxOutput}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd) }

	// Wait would otherwise last as long as any grandchild holds the output open.
	cmd.WaitDelay = 2 * time.Second

	runtime.LockOSThread() // see held
	defer runtime.UnlockOSThread()
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return res, fmt.Errorf("start %s: %w", c.Path, err)
	}
	err := cmd.Wait()
	_ = killGroup(cmd) // children that outlived their parent
	res.Elapsed = time.Since(start)
	res.Stdout, res.Stderr = stdout.bytes(), stderr.bytes()
	res.Truncated = stdout.dropped() || stderr.dropped()
	if cmd.ProcessState != nil {
		res.ExitCode = cmd.ProcessState.ExitCode()
	}

	// The order decides what an end at about the same time counts as: cancelled by the caller is
	// an error, a deadline of either is a result, and whatever the process did by itself is one
	// too.
	switch exit := (*exec.ExitError)(nil); {
	case errors.Is(limited.Err(), context.DeadlineExceeded) && !errors.Is(ctx.Err(), context.Canceled):
		res.TimedOut = true
		return res, nil
	case ctx.Err() != nil:
		return res, ctx.Err()
	case err == nil, errors.As(err, &exit), errors.Is(err, exec.ErrWaitDelay):
		return res, nil
	default:
		return res, fmt.Errorf("run %s: %w", c.Path, err)
	}
}

// underLimit returns a command that runs another with a limited address space. The
// shell's own limit needs no helper binary and is inherited across exec.
func underLimit(path string, args []string, bytes int64) (string, []string) {
	// Where the limit can't be set the program runs without it. $0 and "$@" pass path and
	// arguments on without quoting.
	script := fmt.Sprintf(`ulimit -v %d 2>/dev/null; exec "$0" "$@"`, bytes/1024)
	return "/bin/sh", append([]string{"-c", script, path}, args...)
}

// head keeps the first max bytes written to it and counts the rest as dropped.
type head struct {
	mu   sync.Mutex
	max  int
	buf  []byte
	over bool
}

func (t *head) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	room := min(len(p), t.max-len(t.buf))
	t.buf = append(t.buf, p[:room]...)
	t.over = t.over || room < len(p)
	return len(p), nil
}

func (t *head) bytes() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.buf
}

func (t *head) dropped() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over
}
