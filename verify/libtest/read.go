package libtest

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
)

// What the driver writes, one record a line, fields separated by tabs:
//
//	absent M             the JVM has no method M
//	none M TYPE          there are no inputs of a type
//	error M CLASS        a call ended in a VirtualMachineError, which contracts leave out
//	large M              a call gave more than is written down
//	call M TEXT OBJECTS ROOTS OBJECTS ROOTS END VALUE
//
// OBJECTS are the heap before and after: "number:kind:…" separated by blanks; ROOTS the
// receiver and the arguments. A value is n (null), @number, or a primitive's bits. END
// is returns, throws, or shares: the result was there before the call.

// record is a line of the driver's.
type record struct {
	kind   string
	method int
	text   string // of a call: the call in Java; else the detail

	pre, post state
	end       string
	value     string
}

// state is a heap with its roots.
type state struct {
	objects map[int]desc
	roots   []string
}

// desc is the form of an object: Heap.describe.
type desc struct {
	kind  string
	class string
	parts []string // further parts, the last of them a list
}

// items are the elements of an object's last part.
func (d desc) items() []string {
	if len(d.parts) == 0 || d.parts[len(d.parts)-1] == "" {
		return nil
	}
	return strings.Split(d.parts[len(d.parts)-1], ",")
}

// records calls f for every line.
func records(in io.Reader, f func(*record) error) error {
	r := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := r.ReadString('\n')
		if err == io.EOF && line == "" {
			return nil
		}
		// The last line too has an end: without it the driver was cut off.
		if err != nil {
			return err
		}
		rec, err := parseRecord(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return fmt.Errorf("driver's output %.200q: %w", line, err)
		}
		if err := f(rec); err != nil {
			return err
		}
	}
}

func parseRecord(line string) (*record, error) {
	f := strings.Split(line, "\t")
	if len(f) < 2 {
		return nil, fmt.Errorf("%d fields", len(f))
	}
	m, err := strconv.Atoi(f[1])
	if err != nil {
		return nil, err
	}
	rec := &record{kind: f[0], method: m}
	if len(f) > 2 {
		rec.text = string(utf16.Decode(unescape(f[2])))
	}
	if rec.kind != "call" {
		return rec, nil
	}
	if len(f) != 9 {
		return nil, fmt.Errorf("%d fields", len(f))
	}
	if rec.pre, err = parseState(f[3], f[4]); err != nil {
		return nil, err
	}
	if rec.post, err = parseState(f[5], f[6]); err != nil {
		return nil, err
	}
	rec.end, rec.value = f[7], f[8]
	return rec, nil
}

func parseState(objects, roots string) (state, error) {
	s := state{objects: map[int]desc{}, roots: strings.Split(roots, ",")}
	for _, o := range strings.Fields(objects) {
		p := strings.Split(o, ":")
		id, err := strconv.Atoi(p[0])
		if err != nil || len(p) < 2 {
			return s, fmt.Errorf("object %q", o)
		}
		d := desc{kind: p[1]}
		if len(p) > 2 {
			d.class, d.parts = p[2], p[3:]
		}
		s.objects[id] = d
	}
	return s, nil
}

// unescape reads text that Heap.escape wrote.
func unescape(s string) []uint16 {
	out := make([]uint16, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+4 < len(s) {
			n, _ := strconv.ParseUint(s[i+1:i+5], 16, 16)
			out = append(out, uint16(n))
			i += 4
			continue
		}
		out = append(out, uint16(s[i]))
	}
	return out
}
