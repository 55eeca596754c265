// Package jvm runs methods of compiled classes in a real JVM, on heaps of the interpreter:
// for code that needs more of Java than the interpreter has, and to compare the two.
//
// A worker is a long-lived process with the user's class path. It gets the heap before a call
// as a message, makes its objects by reflection, calls the method, and sends the heap after
// the call, in which what was sent before keeps its identity. Each call has classes of its own,
// so that no call sees what another did to static fields. A call that does not answer in time
// ends its worker; the next one gets a new one.
//
// A worker runs code of the user's project with the user's consent, under bubblewrap: it reads
// the class path and the JDK, writes nothing, and has no network. It must never be given code
// that a model wrote.
package jvm

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ensures/java/interp"
	"ensures/java/types"
	"ensures/sandbox"
)

//go:embed Worker.java
var source []byte

// Options say which JVM runs what; zero fields mean their defaults.
type Options struct {
	Java      string        // executable of a JDK, version 17 or later; default java on PATH
	Classpath []string      // jars and folders of compiled classes
	Timeout   time.Duration // of a call; default 10 s
	Memory    string        // of a worker's heap, as -Xmx takes it; default 512m
	Workers   int           // at most, at a time; default 2
}

// JVM is a pool of workers. Its methods may be called from any goroutine.
type JVM struct {
	o    Options
	java string
	home string // the JDK's folder
	dir  string // scratch: the worker's program
	end  func() // removes it
	idle chan *worker
}

// Open prepares workers; none is started yet. It is an error where no JDK or no bubblewrap is
// there.
func Open(o Options) (*JVM, error) {
	o.Java = cmp.Or(o.Java, "java")
	o.Timeout = cmp.Or(o.Timeout, 10*time.Second)
	o.Memory = cmp.Or(o.Memory, "512m")
	o.Workers = cmp.Or(o.Workers, 2)
	o.Classpath = slices.Clone(o.Classpath)
	for i, entry := range o.Classpath {
		path, err := filepath.Abs(entry)
		if err != nil {
			return nil, err
		}
		o.Classpath[i] = path
	}

	path, err := sandbox.Find(o.Java)
	if err != nil {
		return nil, fmt.Errorf("the JVM worker needs a JDK, version 17 or later: %w", err)
	}
	// The JDK's folder is found from its executable, to which PATH usually has a link.
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}

	j := &JVM{o: o, java: path, home: filepath.Dir(filepath.Dir(path)), idle: make(chan *worker, o.Workers)}
	if j.dir, j.end, err = sandbox.TempDir("jvm"); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(j.dir, "Worker.java"), source, 0o644); err != nil {
		j.end()
		return nil, err
	}
	// Asked once now, so that a machine without bubblewrap says so before the first call.
	if _, err := j.command(); err != nil {
		j.end()
		return nil, err
	}
	// A place for each worker that may be there; nil is one that is to be started.
	for range o.Workers {
		j.idle <- nil
	}
	return j, nil
}

// Close ends the workers. No call must be going on.
func (j *JVM) Close() {
	// Each place comes back when its call is over: this waits for all of them.
	for range j.o.Workers {
		if w := <-j.idle; w != nil {
			w.Kill()
		}
	}
	j.end()
}

// command is how a worker is started.
func (j *JVM) command() (sandbox.Cmd, error) {
	settings, _ := filepath.Glob("/etc/java-*") // where distributions keep what is conf in a JDK
	return sandbox.Confined(sandbox.Cmd{
		Path: j.java,
		Args: []string{
			"-Xmx" + j.o.Memory, "-Xss16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Djava.awt.headless=true",
			"-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC", "-Dfile.encoding=UTF-8",
			"--add-opens=java.base/java.lang=ALL-UNNAMED", // for the message of an exception
			"-cp", strings.Join(j.o.Classpath, string(os.PathListSeparator)), filepath.Join(j.dir, "Worker.java"),
		},
		Dir: j.dir,
	}, sandbox.View{Read: slices.Concat([]string{j.home}, settings, j.o.Classpath), Null: true})
}

// worker is a process that answers one call at a time.
type worker struct{ *sandbox.Session }

func (j *JVM) start() (*worker, error) {
	c, err := j.command()
	if err != nil {
		return nil, err
	}
	s, err := sandbox.StartSession(sandbox.SessionOptions{Path: c.Path, Args: c.Args, Dir: c.Dir, Env: c.Env})
	if err != nil {
		return nil, err
	}
	w := &worker{s}

	// The time that a JVM takes to start is no call's.
	timer := time.AfterFunc(startPatience, w.Kill)
	_, err = w.read()
	if !timer.Stop() || err != nil {
		return nil, fmt.Errorf("the JVM worker does not start: %s", w.End())
	}
	return w, nil
}

// startPatience is how long a JVM may take to start.
const startPatience = time.Minute

// maxAnswer is the size of a heap that is read, in bytes.
const maxAnswer = 64 << 20

// ask sends a request and reads the answer.
func (w *worker) ask(request []byte) ([]byte, error) {
	message := append(binary.BigEndian.AppendUint32(nil, uint32(len(request))), request...)
	if _, err := w.Stdin.Write(message); err != nil {
		return nil, err
	}
	return w.read()
}

// read reads a message.
func (w *worker) read() ([]byte, error) {
	var n uint32
	if err := binary.Read(w.Stdout, binary.BigEndian, &n); err != nil {
		return nil, err
	}
	// Before anything is allocated: the process runs code of the user's project, which may have
	// written the number.
	if n > maxAnswer {
		return nil, errors.New("the heap after the call is too large")
	}
	answer := make([]byte, n)
	_, err := io.ReadFull(w.Stdout, answer)
	return answer, err
}

// NoAnswer is why a call has no answer: the code did not end in time, a value can't be sent,
// or a class is not in the class path.
type NoAnswer struct{ Why string }

// Error names the reason.
func (e *NoAnswer) Error() string { return "the JVM worker: " + e.Why }

// Static is a static field with its value.
type Static struct {
	Field *types.Field
	Value interp.Value
}

// Call is a call of a method on a heap. Of a constructor This is the new object, if the
// heap has it already.
type Call struct {
	Method  *types.Method
	This    interp.Ref
	Args    []interp.Value
	Statics []Static
}

// Answer is what came of a call, in a heap of its own.
type Answer struct {
	Result  interp.Value
	Thrown  interp.Ref // nil where the call returned
	This    interp.Ref
	Args    []interp.Value
	Statics []Static // but for final ones that can't be sent
	// After maps an object of the call's heap to the same object in the answer's.
	After map[interp.Ref]interp.Ref
}

// Run calls a method in a worker. The machine, whose program has the method, reads the call's
// collections and makes the answer's; Run must not be used inside an entry of it. It is a
// [NoAnswer] where the call can't be made or does not end in time.
func (j *JVM) Run(ctx context.Context, m *interp.Machine, c Call) (*Answer, error) {
	var e encoder
	if err := e.call(m, c); err != nil {
		return nil, err
	}
	answer, err := j.answer(ctx, e.out.Bytes())
	if err != nil {
		return nil, err
	}
	d := decoder{m: m, in: bytes.NewReader(answer), sent: e.order, statics: e.statics}
	return d.answer(c)
}

// Same reports whether two answers to a call say the same, each with a heap of its own: equal
// results, exceptions of the same class and message, equal heaps with the same objects shared.
// Collections and texts of the library are compared by what is in them. Of the static fields
// those count that b has. It is a [NoAnswer] where a value can't be read.
func Same(m *interp.Machine, c Call, a, b *Answer) (bool, error) {
	var out [2]encoder
	for i, x := range []*Answer{a, b} {
		e := &out[i]
		e.byValue = true
		if err := e.on(m, func() { e.answer(c, x, b.Statics) }); err != nil {
			return false, err
		}
	}
	return bytes.Equal(out[0].out.Bytes(), out[1].out.Bytes()), nil
}

// answer writes what came of a call.
func (e *encoder) answer(c Call, a *Answer, statics []Static) {
	e.ref(a.Thrown)
	if c.Method.Return.Kind() != types.Void && a.Thrown == nil && !c.Method.IsConstructor() {
		e.slot(c.Method.Return, a.Result)
	}
	if a.Thrown == nil || !c.Method.IsConstructor() { // the object that was not made is nobody's
		e.ref(a.This)
	}
	for i, p := range c.Method.Params {
		e.slot(p.Type, a.Args[i])
	}
	for _, f := range statics {
		for _, s := range a.Statics {
			if s.Field == f.Field && e.sends(s) {
				e.slot(f.Field.Type, s.Value)
			}
		}
	}
}

// answer asks a worker, one that is idle or a new one.
func (j *JVM) answer(ctx context.Context, request []byte) ([]byte, error) {
	var w *worker
	select {
	case w = <-j.idle:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if w == nil {
		var err error
		if w, err = j.start(); err != nil {
			// The place goes back whatever happens, or the pool would run dry.
			j.idle <- nil
			return nil, err
		}
	}

	// What ends the worker also ends the reading of its answer.
	stop := context.AfterFunc(ctx, w.Kill)
	timer := time.AfterFunc(j.o.Timeout, w.Kill)
	answer, err := w.ask(request)
	inTime := stop() && timer.Stop()
	switch {
	case err == nil && inTime:
		j.idle <- w
		return answer, nil
	case ctx.Err() != nil:
		err = ctx.Err()
	case !inTime:
		err = &NoAnswer{fmt.Sprintf("the call did not end in %v", j.o.Timeout)}
	default:
		err = &NoAnswer{"the call ended the JVM: " + w.End()}
	}

	// What it would answer next belongs to the call that was given up.
	w.Kill()
	j.idle <- nil
	return nil, err
}
