package interp

import (
	"io"
	"strings"

	"ensures/java/types"
)

// systemNatives are System's methods that reach the run's surroundings.
func systemNatives() map[string]Native {
	return of("java.lang.System", map[string]Native{
		"currentTimeMillis()": func(m *Machine, _ Ref, _ []Value) Value { return Long(m.Now().UnixMilli()) },
		"nanoTime()":          func(m *Machine, _ Ref, _ []Value) Value { return Long(m.Now().UnixNano()) },
		"arraycopy(java.lang.Object,int,java.lang.Object,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			m.arrayCopy(a[0].R, int(a[1].N), a[2].R, int(a[3].N), int(a[4].N))
			return Value{}
		},
		"identityHashCode(java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value { return Int(m.IdentityHash(a[0].R)) },
		"exit(int)": func(m *Machine, _ Ref, a []Value) Value {
			m.Exit(int(a[0].N))
			return Value{}
		},
	})
}

// outputNatives write to the standard streams.
func outputNatives() map[string]Native {
	return of("java.io.PrintStream", map[string]Native{
		"emit(int,java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			m.read(a[1].R.(*String).Len())
			io.WriteString(m.stream(a[0]), a[1].R.(*String).UTF8())
			return Value{}
		},
		"emitByte(int,int)": func(m *Machine, _ Ref, a []Value) Value {
			m.stream(a[0]).Write([]byte{byte(a[1].N)})
			return Value{}
		},
	})
}

// inputNatives read the standard input.
func inputNatives() map[string]Native {
	return of("java.io.StandardInput", map[string]Native{
		"read()": func(m *Machine, _ Ref, _ []Value) Value {
			b, err := m.Stdin().ReadByte()
			if err != nil {
				return Int(-1)
			}
			return Int(int32(b))
		},
		"read(byte[],int,int)": func(m *Machine, _ Ref, a []Value) Value {
			arr, ok := a[0].R.(*ByteArray)
			if !ok {
				m.Throw("java.lang.NullPointerException", "")
			}
			i, n := int(a[1].N), int(a[2].N)
			if i < 0 || n < 0 || i+n > len(arr.A) {
				m.Throw("java.lang.IndexOutOfBoundsException", "Range ["+itoa(i)+", "+itoa(i)+" + "+itoa(n)+") out of bounds for length "+itoa(len(arr.A)))
			}
			buf := make([]byte, n)
			k, _ := io.ReadFull(m.Stdin(), buf)
			if k == 0 && n > 0 {
				return Int(-1)
			}
			for j, b := range buf[:k] {
				arr.A[i+j] = int8(b)
			}
			m.Step(k / 16)
			return Int(int32(k))
		},
		"readAllBytes()": func(m *Machine, _ Ref, _ []Value) Value {
			all, _ := io.ReadAll(m.Stdin())
			arr := m.NewArray(types.TByte, len(all)).(*ByteArray)
			for i, b := range all {
				arr.A[i] = int8(b)
			}
			return R(arr)
		},
		"available()": func(m *Machine, _ Ref, _ []Value) Value {
			// Nothing is buffered before the first look.
			m.Stdin().Peek(1)
			return Int(int32(m.Stdin().Buffered()))
		},
	})
}

// outsideNatives are threads, files, locales and seeds. A run has one thread and no
// files: what would need them ends it as unsupported, by name.
func outsideNatives() map[string]Native {
	out := map[string]Native{}
	for key, what := range map[string]string{
		"java.lang.Thread.start()":    "starting a thread",
		"java.lang.Thread.join()":     "Thread.join",
		"java.lang.Object.wait()":     "Object.wait",
		"java.lang.Object.wait(long)": "Object.wait",

		"java.util.concurrent.Waiting.waitForever()": "waiting for another thread",
	} {
		out[key] = func(m *Machine, _ Ref, _ []Value) Value {
			m.Unsupported(what)
			return Value{}
		}
	}
	out["java.io.File.missing(java.lang.String)"] = func(m *Machine, _ Ref, a []Value) Value {
		path := m.str(a[0], `Cannot invoke "String.length()"`, "name").GoString()
		if strings.HasPrefix(path, "/") || strings.HasPrefix(path, "..") || path == "." {
			// A relative path is taken for a file that does not exist; whether one outside of the
			// working directory does, a run cannot know.
			m.Unsupported("the file " + path)
		}
		m.Throw("java.io.FileNotFoundException", path+" (No such file or directory)")
		return Value{}
	}
	out["java.util.Locale.unsupported(java.lang.String)"] = func(m *Machine, _ Ref, a []Value) Value {
		m.Unsupported("the locale " + a[0].R.(*String).GoString())
		return Value{}
	}
	nothing := func(*Machine, Ref, []Value) Value { return Value{} }
	out["java.lang.Object.notify()"] = nothing
	out["java.lang.Object.notifyAll()"] = nothing
	out["java.util.Random.freshSeed()"] = func(m *Machine, _ Ref, _ []Value) Value {
		n := m.State(seedKey{}, func() any { s := m.Seed(); return &s }).(*int64)
		*n = *n*6364136223846793005 + 1442695040888963407
		return Long(*n)
	}
	return out
}

type seedKey struct{}

func (m *Machine) stream(fd Value) io.Writer {
	if fd.N == 2 {
		return m.Stderr()
	}
	return m.Stdout()
}

// arrayCopy is System.arraycopy.
func (m *Machine) arrayCopy(from Ref, i int, to Ref, j, n int) {
	if from == nil || to == nil {
		m.Throw("java.lang.NullPointerException", "")
	}
	store := func(msg string) { m.Throw("java.lang.ArrayStoreException", "arraycopy: "+msg) }
	src, ok := from.(Array)
	if !ok {
		store("source type " + m.ClassName(from) + " is not an array")
	}
	dst, ok := to.(Array)
	if !ok {
		store("destination type " + m.ClassName(to) + " is not an array")
	}

	sl, dl := src.Len(), dst.Len()
	sk, dk := arrayWord(src), arrayWord(dst)
	if sk != dk {
		store("type mismatch: can not copy " + sk + "[] into " + dk + "[]")
	}

	bounds := func(msg string) { m.Throw("java.lang.ArrayIndexOutOfBoundsException", "arraycopy: "+msg) }
	switch {
	case i < 0:
		bounds("source index " + itoa(i) + " out of bounds for " + sk + "[" + itoa(sl) + "]")
	case j < 0:
		bounds("destination index " + itoa(j) + " out of bounds for " + dk + "[" + itoa(dl) + "]")
	case n < 0:
		bounds("length " + itoa(n) + " is negative")
	case i+n > sl:
		bounds("last source index " + itoa(i+n) + " out of bounds for " + sk + "[" + itoa(sl) + "]")
	case j+n > dl:
		bounds("last destination index " + itoa(j+n) + " out of bounds for " + dk + "[" + itoa(dl) + "]")
	}
	m.Step(n / 16)
	d, _ := dst.(*RefArray)
	s, _ := src.(*RefArray)
	// Both are nil for arrays of primitives, whose types are the same by now.
	if s == d || m.subtype(s.Elem, d.Elem) {
		dst.copyIn(j, src, i, n)
		return
	}

	// Each element is checked as it is stored: those before the first that does not
	// fit have been copied when the exception is thrown.
	for k := range n {
		r := s.A[i+k]
		if r != nil && !m.subtype(m.TypeOf(r), d.Elem) {
			store("element type mismatch: can not cast one of the elements of " + typeNameSource(s.Elem) + "[] to the type of the destination array, " + typeNameSource(d.Elem))
		}
		d.A[j+k] = r
	}
}

func typeNameSource(t types.Type) string {
	if a, ok := t.(*types.ArrayType); ok {
		return typeNameSource(a.Elem) + "[]"
	}
	return types.ClassName(t)
}

// arrayWord is what the JVM calls an array's elements in its messages.
func arrayWord(a Array) string {
	if _, ok := a.(*RefArray); ok {
		return "object array"
	}
	return a.ElemType().String()
}
