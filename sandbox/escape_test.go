package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// secret is what no code may come by; ESCAPED is what an attack prints that
// believes it has succeeded.
const secret = "s3cr3t-0f-the-parent"

// target is what the attacks aim at: files, sockets and the process of the test.
type target struct {
	dir      string
	replacer *strings.Replacer
	touched  atomic.Int64 // connections and datagrams that arrived
}

func newTarget(t *testing.T) *target {
	t.Helper()
	t.Setenv("ENSURES_ESCAPE_SECRET", secret)
	g := &target{dir: t.TempDir()}
	file := filepath.Join(g.dir, "secret")
	if err := os.WriteFile(file, []byte(secret), 0o644); err != nil {
		t.Fatal(err)
	}
	var config net.ListenConfig
	listen := func(network, addr string) net.Addr {
		l, err := config.Listen(t.Context(), network, addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				g.touched.Add(1)
				c.Close()
			}
		}()
		return l.Addr()
	}
	tcp := listen("tcp", "127.0.0.1:0").(*net.TCPAddr)
	unix := filepath.Join(g.dir, "s")
	listen("unix", unix)
	abstract := "ensures-escape-" + strconv.Itoa(os.Getpid())
	listen("unix", "@"+abstract)
	udp, err := config.ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { udp.Close() })
	go func() {
		for b := make([]byte, 100); ; {
			if _, _, err := udp.ReadFrom(b); err != nil {
				return
			}
			g.touched.Add(1)
		}
	}()
	g.replacer = strings.NewReplacer("@SECRET@", file, "@DIR@", g.dir, "@PARENT@", strconv.Itoa(os.Getpid()),
		"@TCP@", strconv.Itoa(tcp.Port), "@UDP@", strconv.Itoa(udp.LocalAddr().(*net.UDPAddr).Port), "@UNIX@", unix, "@ABSTRACT@", abstract)
	return g
}

// unharmed checks that nothing of the target was changed, made or reached.
func (g *target) unharmed(t *testing.T) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(g.dir, "secret"))
	if err != nil || string(raw) != secret {
		t.Errorf("the file outside was changed: %q, %v", raw, err)
	}
	if info, err := os.Stat(filepath.Join(g.dir, "secret")); err == nil && (info.Mode().Perm() != 0o644 || time.Since(info.ModTime()) > time.Hour || time.Until(info.ModTime()) > time.Hour) {
		t.Errorf("mode or times of the file outside were changed: %v %v", info.Mode(), info.ModTime())
	}
	entries, err := os.ReadDir(g.dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("files were made outside: %v, %v", entries, err)
	}
	if n := g.touched.Load(); n > 0 {
		t.Errorf("%d connections or datagrams arrived", n)
	}
}

// attack is code that tries to get out. It prints ESCAPED, or what it should not
// know, where it succeeds.
type attack struct {
	name   string
	code   string
	kind   ErrorKind // that the interpreter must report; empty: any or none
	report string    // a part of what the code must print: that it tried at all
	limits Limits
	ruins  bool // the interpreter of later steps is the code's: it harms itself
}

// attempt wraps Python expressions: each must fail, and that is printed.
func attempt(imports string, exprs ...string) string {
	var b strings.Builder
	b.WriteString("import " + imports + "\n")
	for _, e := range exprs {
		fmt.Fprintf(&b, "try:\n    r = %s\n    print('ESCAPED', %q, repr(r)[:200])\nexcept Exception as e:\n    print('failed', type(e).__name__)\n", e, e)
	}
	b.WriteString("print('tried')\n")
	return b.String()
}

// raw wraps system calls, which must give −1.
func raw(calls ...string) string {
	var b strings.Builder
	b.WriteString("import ctypes\nlib = ctypes.CDLL(None, use_errno=True)\nbuf = ctypes.create_string_buffer(4096)\n")
	for _, c := range calls {
		fmt.Fprintf(&b, "r = lib.syscall(%s)\nprint('ESCAPED' if r != -1 else 'failed', %q, r, ctypes.get_errno())\n", c, c)
	}
	b.WriteString("print('tried')\n")
	return b.String()
}

func escape(t *testing.T, e *Engine, g *target, a attack) {
	t.Helper()
	var mu sync.Mutex
	var called []string
	l := a.limits
	if l.Wall == 0 {
		l.Wall = 2 * time.Second
		if a.report != "" && a.kind == NoError { // it has to get to its end, on any machine
			l.Wall = time.Minute
		}
	}
	if l.Memory == 0 {
		l.Memory = 256 << 20
	}
	if l.Calls == 0 {
		l.Calls = 5
	}
	it := start(t, e, InterpreterOptions{Tools: tools, Limits: l, Call: func(ctx context.Context, name string, args json.RawMessage) (json.RawMessage, error) {
		mu.Lock()
		called = append(called, name)
		mu.Unlock()
		return echo(ctx, name, args)
	}})
	began := time.Now()
	ex, err := it.Exec(context.Background(), g.replacer.Replace(a.code))
	if err != nil {
		t.Fatal(err)
	}
	if d := time.Since(began); d > l.Wall+grace(l.Wall)+20*time.Second {
		t.Errorf("it took %v", d)
	}
	all := ex.Stdout + ex.Value + ex.Error
	if strings.Contains(all, "ESCAPED") || strings.Contains(all, secret) || strings.Contains(all, "root:") {
		t.Errorf("it got out: %+v", ex)
	}
	if !strings.Contains(all, a.report) {
		t.Errorf("it did not try: %+v", ex)
	}
	if a.kind != NoError && ex.Kind != a.kind {
		t.Errorf("got %+v, want an error of kind %s", ex, a.kind)
	}
	if len(ex.Stdout) > 30000 || len(ex.Value) > 30000 || len(ex.Error) > 30000 {
		t.Errorf("too much came back: %d, %d, %d bytes", len(ex.Stdout), len(ex.Value), len(ex.Error))
	}
	if len(called) > l.Calls || slices.ContainsFunc(called, func(n string) bool { return n != "echo" && n != "ends" && n != "fails" }) {
		t.Errorf("tools called: %v", called)
	}
	// Whatever happened, the next step works.
	for i := 0; ; i++ {
		next := do(t, it, "40 + 2")
		if next.Value == "42" || a.ruins {
			break
		}
		if i == 2 || next.Kind != BrokenError { // what was forged earlier may cost one more start
			t.Errorf("the next step: %+v", next)
			break
		}
	}
	g.unharmed(t)
}

func TestAttackPython(t *testing.T) {
	list := engines(t)
	if len(list) < 2 {
		t.Skip("no python3 that can be isolated here; set ENSURES_REQUIRE=python3 to make this a failure")
	}
	g := newTarget(t)
	t.Run("attacks", func(t *testing.T) {
		for _, a := range slices.Concat(pythonFiles, pythonNetwork, pythonProcesses, pythonKernel, pythonResources, pythonPipes) {
			t.Run(a.name, func(t *testing.T) {
				t.Parallel()
				escape(t, list[1], g, a)
			})
		}
	})
	g.unharmed(t)
}

func TestAttackStarlark(t *testing.T) {
	g := newTarget(t)
	t.Run("attacks", func(t *testing.T) {
		for _, a := range starlarkAttacks {
			t.Run(a.name, func(t *testing.T) {
				t.Parallel()
				escape(t, detectStarlark(""), g, a)
			})
		}
	})
	g.unharmed(t)
}
