package sandbox

import (
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// exitPatience is how long a child whose output has ended may take to end itself.
const exitPatience = 500 * time.Millisecond

// SessionOptions describe a long-lived child.
type SessionOptions struct {
	Path string
	Args []string
	Env  []string // the whole environment; nil is an empty one
	Dir  string
	// MemoryBytes limits the child's address space; 0 is no limit.
	MemoryBytes int64
}

// Session is a child process that is talked to over its standard streams, such as
// a solver. It runs in a process group of its own that Kill ends as a whole.
type Session struct {
	Stdin  io.WriteCloser
	Stdout io.ReadCloser

	cmd  *exec.Cmd
	err  tail
	once sync.Once
	done chan struct{}

	release func() // the thread that started it
}

// StartSession starts the child.
func StartSession(o SessionOptions) (*Session, error) {
	path, args := o.Path, o.Args
	if o.MemoryBytes > 0 {
		// The shell would start whether the program is there or not.
		if _, err := exec.LookPath(path); err != nil {
			return nil, fmt.Errorf("start %s: %w", o.Path, err)
		}
		path, args = underLimit(path, args, o.MemoryBytes)
	}

	cmd := exec.Command(path, args...)
	cmd.Dir = o.Dir
	cmd.Env = o.Env
	if cmd.Env == nil {
		cmd.Env = []string{}
	}
	ownGroup(cmd)

	s := &Session{cmd: cmd, done: make(chan struct{})}
	cmd.Stderr = &s.err
	cmd.WaitDelay = time.Second // for what left the group and holds the streams open
	var err error
	if s.Stdin, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Path, err)
	}
	if s.Stdout, err = cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Path, err)
	}
	if s.release, err = held(cmd); err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Path, err)
	}
	return s, nil
}

// Kill ends the child and everything it started, and reaps it. It may be called
// more than once and from any goroutine.
func (s *Session) Kill() { s.end(0) }

// End waits a moment for a child whose output has ended, then kills what is left of
// it, and says how it ended: "exit status 3: the last of its standard error".
func (s *Session) End() string {
	s.end(exitPatience)
	how := "ended"
	if s.cmd.ProcessState != nil {
		how = s.cmd.ProcessState.String()
	}
	if text := s.Stderr(); text != "" {
		how += ": " + text
	}
	return how
}

func (s *Session) end(patience time.Duration) {
	s.once.Do(func() {
		// The usual way to ask a child that reads orders to end.
		_ = s.Stdin.Close()
		waited := make(chan struct{})
		go func() {
			_ = s.cmd.Wait()
			close(waited)
		}()
		if patience > 0 {
			select {
			case <-waited:
			case <-time.After(patience):
			}
		}
		_ = killGroup(s.cmd) // the child, or what it left behind
		<-waited
		s.release()
		close(s.done)
	})
	<-s.done
}

// Stderr is the last of what the child wrote to standard error.
func (s *Session) Stderr() string { return s.err.String() }

// tail keeps the last 4 KiB written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if len(t.b) > 4096 {
		t.b = append([]byte(nil), t.b[len(t.b)-4096:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.b))
}
