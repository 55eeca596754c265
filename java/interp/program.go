package interp

import (
	"sync"

	"ensures/java/types"
)

// Program is a checked program made executable. Methods are compiled on first
// call; the compiled code is shared by all its machines, on any number of
// goroutines. The class library is itself a Program, shared by all.
type Program struct {
	lib *Program // nil when this is the library

	mu       sync.RWMutex
	classes  map[*types.Class]*Class
	methods  map[*types.Method]*method
	virtuals int
	loaded   []*Class
	strings  map[string]*String
	known    [wkCount]*method
	natives  map[string]Native
}

func (p *Program) root() *Program {
	if p.lib != nil {
		return p.lib
	}
	return p
}

// literal is the interned String of a literal; nil when it is absent and not to be made.
func (p *Program) literal(s string, add bool) *String {
	if p.lib != nil {
		if t := p.lib.literal(s, false); t != nil {
			return t
		}
	}
	p.mu.RLock()
	t := p.strings[s]
	p.mu.RUnlock()
	if t != nil || !add {
		return t
	}
	t = NewString(s)
	t.Hash() // literals are shared by goroutines: nothing may be cached later
	p.mu.Lock()
	defer p.mu.Unlock()
	if u := p.strings[s]; u != nil {
		return u
	}
	p.strings[s] = t
	return t
}

func (p *Program) class(name string) *Class                    { panic("not linked") }
func (p *Program) classOf(r Ref) *Class                        { panic("not linked") }
func (p *Program) typeOf(r Ref) types.Type                     { panic("not linked") }
func (p *Program) instanceOf(r Ref, c *Class) bool             { panic("not linked") }
func (p *Program) method(t *types.Method) *method              { panic("not linked") }
func (p *Program) implementation(c *Class, mt *method) *method { panic("not linked") }
func (p *Program) wellKnownMethod(k wellKnown) *method         { panic("not linked") }
func (p *Program) functionalMethod(c *Class, n int) *method    { panic("not linked") }
func (mt *method) prepare(m *Machine) *code                    { panic("not linked") }
func (p *Program) selectMethod(m *Machine, c *Class, name string, args []Value, boxed bool) *method {
	panic("not linked")
}

type initCode struct{}
