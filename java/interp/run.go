package interp

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"ensures/java"
	"ensures/java/types"
)

// crashed is a Go panic inside the interpreter: a defect of ours.
type crashed struct {
	msg   string
	stack string
}

func crash(e runtime.Error) *crashed { return &crashed{e.Error(), string(debug.Stack())} }

// guard runs code from outside and turns its end into an outcome.
func (m *Machine) guard(run func() Value) (v Value, out Outcome) {
	z := m.mark()
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		// What was running is given up: frames, arguments and texts of it are free
		// again, so that the machine can be used on.
		m.reset(z)
		switch r := r.(type) {
		case *Object:
			out = m.thrown(r)
		case *stop:
			out = Outcome{Kind: r.kind, Code: r.code, Construct: r.construct, At: r.at, Message: r.construct, Lossy: r.lossy}
		case *crashed:
			out = Outcome{Kind: Internal, Message: r.msg, Stack: r.stack}
		default:
			out = Outcome{Kind: Internal, Message: fmt.Sprint(r), Stack: string(debug.Stack())}
		}
	}()
	return run(), Outcome{Kind: Returned}
}

// thrown describes an uncaught exception; getMessage may be the program's own.
func (m *Machine) thrown(o *Object) Outcome {
	out := Outcome{Kind: Thrown, Exception: o, Class: o.Class.Binary}
	// The program's own getMessage and toString run for this, and a run that is
	// near its limits has nothing left for them.
	m.steps = max(m.steps, 10_000)
	m.heap = max(m.heap, 1<<16)
	msg, end := m.guardQuiet(func() Value { return m.CallMethod(o, "getLocalizedMessage") })
	if end.Kind == Returned {
		if s, ok := msg.R.(*String); ok {
			out.Message = s.UTF8()
			out.HasMessage = true
		}
	}
	text, end := m.guardQuiet(func() Value { return R(m.ToJavaString(o)) })
	switch s, ok := text.R.(*String); {
	case end.Kind == Returned && ok:
		out.Text = s.UTF8()
	case out.HasMessage:
		out.Text = out.Class + ": " + out.Message
	default:
		out.Text = out.Class
	}
	return out
}

func (m *Machine) guardQuiet(run func() Value) (v Value, out Outcome) {
	z := m.mark()
	defer func() {
		if r := recover(); r != nil {
			// Whatever ended it, the outcome is the exception's: its
			// description only goes without the text.
			m.reset(z)
			out = Outcome{Kind: Internal}
		}
	}()
	return run(), Outcome{Kind: Returned}
}

// Call runs a method: static, or on recv by its class. A constructor gets the new
// object as recv, or makes one when recv is nil; the object is the result. An
// exception or limit is in the outcome.
func (m *Machine) Call(t *types.Method, recv Ref, args []Value) (Value, Outcome) {
	return m.guard(func() Value {
		mt := m.prog.method(t)
		if t.Name == "<init>" {
			if recv != nil {
				m.invoke(mt, recv, args)
				return R(recv)
			}
			if mt.owner.lazy {
				m.static(mt.owner)
			}
			return R(m.newInstance(mt.owner, mt, args))
		}
		if mt.static {
			if mt.owner.lazy {
				m.static(mt.owner)
			}
			return m.invoke(mt, nil, args)
		}
		return m.Invoke(t, recv, args)
	})
}

// CallDirect is Call of the method itself, whatever the receiver's class has instead,
// as super.f() calls it.
func (m *Machine) CallDirect(t *types.Method, recv Ref, args []Value) (Value, Outcome) {
	if t.Name == "<init>" || t.Flags.Has(java.Static) {
		return m.Call(t, recv, args)
	}
	return m.guard(func() Value { return m.invoke(m.prog.method(t), recv, args) })
}

// Initialise initialises a class as its first use does.
func (m *Machine) Initialise(c *types.Class) Outcome {
	_, out := m.guard(func() Value {
		m.static(m.prog.load(c))
		return Value{}
	})
	return out
}

// Initialised reports whether a class is initialised, or needs no initialisation.
func (m *Machine) Initialised(c *types.Class) bool {
	v, end := m.guard(func() Value {
		k := m.prog.load(c)
		return Bool(!k.lazy || m.isReady(k))
	})
	return end.Kind == Returned && v.N != 0
}

// RunMain runs `main(String[])` of a class (or `main()`), named as in Java.
func (m *Machine) RunMain(class string, args []string) Outcome {
	_, out := m.guard(func() Value {
		c := m.Class(class)
		if c == nil {
			panic(&stop{kind: Unsupported, construct: "class " + class + " (not found)"})
		}
		var main *types.Method
		for _, t := range c.Methods {
			if t.Name == "main" && t.Flags.Has(java.Static) && len(t.Params) <= 1 {
				// main(String[]) is preferred to main(), whichever is written first.
				if main == nil || len(t.Params) == 1 {
					main = t
				}
			}
		}
		if main == nil {
			panic(&stop{kind: Unsupported, construct: "class " + class + " without a main method"})
		}
		mt := m.prog.method(main)
		// The JVM initialises the class before it calls main (JLS 12.1.3).
		m.static(c)
		if len(main.Params) == 0 {
			return m.invoke(mt, nil, nil)
		}
		a := m.NewArray(m.prog.std().str.Raw(), len(args)).(*RefArray)
		for i, s := range args {
			a.A[i] = NewString(s)
		}
		return m.invoke(mt, nil, []Value{R(a)})
	})
	return out
}

// MainClass is the binary name of the first class of the program with a main
// method; empty when there is none.
func (p *Program) MainClass() string {
	for _, u := range p.Types.Units {
		for _, c := range u.Classes {
			for _, t := range c.Methods {
				if t.Name == "main" && t.Flags.Has(java.Static|java.Public) && len(t.Params) == 1 {
					return c.Binary
				}
			}
		}
	}
	return ""
}

// Try runs code that calls the machine from Go (natives' helpers such as Invoke
// and CallMethod) and turns an exception or limit into an outcome; the machine is
// usable afterwards.
func (m *Machine) Try(run func() Value) (Value, Outcome) { return m.guard(run) }

// Refill gives the run new limits of steps and allocated bytes, counted from now.
func (m *Machine) Refill(steps, heapBytes int64) {
	m.opts.Limits.Steps, m.opts.Limits.HeapBytes = steps, heapBytes
	m.steps, m.heap = steps, heapBytes
}

// SetHooks replaces the run's hooks.
func (m *Machine) SetHooks(h *Hooks) { m.opts.Hooks = h }
