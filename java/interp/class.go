package interp

import (
	"strconv"
	"sync"
	"sync/atomic"

	"ensures/java"
	"ensures/java/types"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Class is a loaded class: its layout, method tables and compiled code. It is
// shared by all runs and constant once loaded, except for caches.
type Class struct {
	*types.Class
	prog     *Program // that it is loaded in: the library's or the program's own
	super    *Class
	index    int // among the classes of prog
	np, nr   int // instance slots by lane, superclasses' included
	slots    map[*types.Field]slot
	fields   []fieldSlot // instance fields, superclass's first
	nsp      int         // static slots
	nsr      int
	shared   map[*types.Field]slot
	outer    int                   // R slot of the enclosing instance, −1 without
	caught   map[*types.Local]slot // captured locals
	subs     map[*types.Class]bool // itself and all its supertypes
	vt       [2]atomic.Pointer[[]*method]
	vtMu     sync.Mutex
	special  specialClass
	clinit   *initCode
	instance *initCode // initialisers of an anonymous class
	space    int       // 0 for the library, 1 for the program's own
	ownInit  bool      // has static initialisers that do something
	lazy     bool      // it or a superclass has
	faces    bool      // an interface of it has static initialisers and default methods
}

// slot is where a variable lives: its lane and index.
type slot struct {
	ref bool
	i   int
}

type fieldSlot struct {
	f *types.Field
	slot
}

// specialClass says which Go type the instances of a library class have.
type specialClass uint8

const (
	plainClass specialClass = iota
	stringClass
	boxClass
	classClass
)

// method is a method of the program with its code.
type method struct {
	t       *types.Method
	owner   *Class
	virtual bool
	static  bool
	vid     int
	refs    []bool // lane of each parameter
	np, nr  int    // parameters by lane; the receiver is the first reference
	result  types.Kind
	refRes  bool
	code    atomic.Pointer[code]
	mu      sync.Mutex
	native  Native
	build   func() *code // of initialisers
}

// code is the compiled body of a method or lambda.
type code struct {
	np, nr int // slots
	body   sfn
	weight int // of the Go stack it takes
	mt     *method
	locals map[*types.Local]slot
}

// isRef reports the lane of a type.
func isRef(t types.Type) bool {
	k := t.Kind()
	return k < types.Boolean || k > types.Double
}

func kindOf(t types.Type) types.Kind {
	if t == nil {
		return types.InvalidKind
	}
	return t.Kind()
}

func isInterface(c *types.Class) bool {
	return c.Kind == java.InterfaceClass || c.Kind == java.AnnotationClass
}

// statics is the static state of a class in one run.
type statics struct {
	p     []int64
	r     []Ref
	lacks map[int]*stop // by the place in r: why a field has no value that is known
	state initState
	ready bool // accesses need no initialisation: running or done
}

type initState uint8

const (
	initNone initState = iota
	initRunning
	initDone
	initFailed
)
