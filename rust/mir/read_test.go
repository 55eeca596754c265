package mir

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/toolchain"

	"github.com/google/go-cmp/cmp"
)

// scan reads text with one of the scanner's methods, to the end.
func scan[T any](t *testing.T, text string, read func(*scanner) T) (v T, err *Error) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			err = p.(*Error)
		}
	}()
	r := &scanner{s: text, line: 1}
	v = read(r)
	if r.space(); r.rest() != "" {
		r.fail("rest")
	}
	return v, nil
}

func TestTypes(t *testing.T) {
	for _, text := range []string{
		"i32", "()", "(i32,)", "(i32, bool)", "[u8]", "[i32; 3]", "&str", "&mut [T]", "*const u8", "*mut std::vec::Vec<i32>", "!",
		"std::vec::Vec<std::string::String>", "std::collections::HashMap<char, i32>", "<T as Iterator>::Item", "fn(&str) -> bool", "fn()",
		"{closure@src/a.rs:1:2: 3:4}", "dyn Any + Send", "impl Fn(i32) -> i32", "std::iter::Map<std::slice::Iter<i32>, {closure@a.rs:1:2: 3:4}>",
		"std::array::IntoIter<i32, 2>", "S",
	} {
		typ, err := scan(t, text, (*scanner).typ)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := typ.String(); got != text {
			t.Errorf("%s: printed as %s", text, got)
		}
	}
	for text, want := range map[string]string{
		"&'a mut i32":                   "&mut i32",
		"for<'a> fn(&'a str) -> bool":   "fn(&str) -> bool",
		"Iter<'_, i32>":                 "Iter<i32>",
		"(i32)":                         "i32",
		"Box<dyn Fn(i32) -> i32 + 'a>":  "Box<dyn Fn(i32) -> i32 + 'a>",
		"fn(usize) -> V {V::<T>::new}":  "{V<T>::new}",
		"dyn Iterator<Item = (A, B)>":   "dyn Iterator<Item = (A, B)>",
		"impl Iterator<Item = u8> + 'a": "impl Iterator<Item = u8> + 'a",
	} {
		if typ, err := scan(t, text, (*scanner).typ); err != nil || typ.String() != want {
			t.Errorf("%s: got %v %v, want %s", text, typ, err, want)
		}
	}
	for _, text := range []string{"", "&", "[i32", "(i32", "Vec<", "*u8", "{closure@a"} {
		if typ, err := scan(t, text, (*scanner).typ); err == nil {
			t.Errorf("%q: read as %s", text, typ)
		}
	}
}

func TestPlaces(t *testing.T) {
	for text, want := range map[string]Place{
		"_1":                     {Local: 1},
		"(*_1)":                  {Local: 1, Proj: []Proj{{Kind: Deref}}},
		"(_1.2: i32)":            {Local: 1, Proj: []Proj{{Kind: Field, Field: 2, Type: prim("i32")}}},
		"((_1 as Some).0: u8)":   {Local: 1, Proj: []Proj{{Kind: Downcast, Variant: "Some"}, {Kind: Field, Type: prim("u8")}}},
		"(*_1)[_2]":              {Local: 1, Proj: []Proj{{Kind: Deref}, {Kind: Index, Local: 2}}},
		"_1[0 of 1]":             {Local: 1, Proj: []Proj{{Kind: ConstantIndex}}},
		"_1[-2 of 3]":            {Local: 1, Proj: []Proj{{Kind: ConstantIndex, From: 2, FromEnd: true}}},
		"_1[1:]":                 {Local: 1, Proj: []Proj{{Kind: Subslice, From: 1, FromEnd: true}}},
		"_1[1:-2]":               {Local: 1, Proj: []Proj{{Kind: Subslice, From: 1, To: 2, FromEnd: true}}},
		"_1[1..3]":               {Local: 1, Proj: []Proj{{Kind: Subslice, From: 1, To: 3}}},
		"(*((*_1).0: &mut i32))": {Local: 1, Proj: []Proj{{Kind: Deref}, {Kind: Field, Type: &Type{Kind: RefType, Mutable: true, Elem: prim("i32")}}, {Kind: Deref}}},
	} {
		got, err := scan(t, text, (*scanner).place)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

func TestConstants(t *testing.T) {
	for text, want := range map[string]Const{
		"3_u8":                   {Kind: IntConst, Text: "3", Type: prim("u8")},
		"-1_i128":                {Kind: IntConst, Text: "-1", Type: prim("i128")},
		"i8::MIN":                {Kind: IntConst, Text: "-128", Type: prim("i8")},
		"usize::MAX":             {Kind: IntConst, Text: "18446744073709551615", Type: prim("usize")},
		"true":                   {Kind: BoolConst, Text: "true", Type: prim("bool")},
		`'\n'`:                   {Kind: CharConst, Text: "\n", Type: prim("char")},
		`'\u{7f}'`:               {Kind: CharConst, Text: "\x7f", Type: prim("char")},
		`"a\"b; // c"`:           {Kind: StrConst, Text: `a"b; // c`, Type: refTo("str")},
		"1.5f64":                 {Kind: FloatConst, Text: "1.5", Type: prim("f64")},
		"-0f32":                  {Kind: FloatConst, Text: "-0", Type: prim("f32")},
		"+Inff64":                {Kind: FloatConst, Text: "+Inf", Type: prim("f64")},
		"NaNf32":                 {Kind: FloatConst, Text: "NaN", Type: prim("f32")},
		"1e-7f64":                {Kind: FloatConst, Text: "1e-7", Type: prim("f64")},
		"()":                     {Kind: UnitConst, Type: &Type{Kind: TupleType}},
		"{alloc1: &i32}":         {Kind: AllocConst, Text: "alloc1", Type: &Type{Kind: RefType, Elem: prim("i32")}},
		"ZeroSized: {closure@a}": {Kind: ZSTConst, Type: &Type{Kind: ClosureType, Name: "a"}},
	} {
		got, err := scan(t, text, (*scanner).constant)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if d := cmp.Diff(&want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
	for _, text := range []string{"Option::<i32>::None", "f::promoted[0]", "<T as Default>::X", "f64::NAN"} {
		if got, err := scan(t, text, (*scanner).constant); err != nil || got.Kind != PathConst {
			t.Errorf("%s: got %+v %v", text, got, err)
		}
	}
}

// statement reads one line of a block and says which kind it is.
func TestStatements(t *testing.T) {
	for text, want := range map[string]RvalueKind{
		"_1 = copy _2":                              Use,
		"_1 = const 1_i32":                          Use,
		"_1 = &(*_2)":                               Ref,
		"_1 = &mut _2":                              RefMut,
		"_1 = &raw const (*_2)":                     RawPtr,
		"_1 = &raw const (fake) (*_2)":              RawPtr,
		"_1 = Len((*_2))":                           Len,
		"_1 = PtrMetadata(copy _2)":                 PtrMeta,
		"_1 = AddWithOverflow(copy _2, const 1_u8)": Binary,
		"_1 = Not(move _2)":                         Unary,
		"_1 = discriminant((*_2))":                  Discriminant,
		"_1 = copy _2 as u64 (IntToInt)":            Cast,
		"_1 = const f as fn(i32) -> i32 (PointerCoercion(ReifyFnPointer(Safe), Implicit))": Cast,
		"_1 = (move _2, const ())":                    Tuple,
		"_1 = [move _2]":                              Array,
		"_1 = [const 0_i32; 5]":                       Repeat,
		"_1 = Option::<i32>::Some(copy _2)":           Struct,
		"_1 = Option::<i32>::None":                    Struct,
		"_1 = P::<T> { x: copy _2, y: move _3 }":      Struct,
		"_1 = {closure@a.rs:1:2: 3:4} { c: copy _2 }": Struct,
		"_1 = no_retag copy _2":                       Use,
	} {
		s, err := scan(t, text, (*scanner).statement)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if s.Kind != Assign || s.Value.Kind != want {
			t.Errorf("%s: got %d %+v", text, s.Kind, s.Value)
		}
	}
	for _, text := range []string{"_1 = &fake shallow _2", "_1 = Frobnicate<copy _2>", "frob(_1)", "_1 = Add(copy _2)", "_1 = copy _2 as i32"} {
		if s, err := scan(t, text, (*scanner).statement); err == nil {
			t.Errorf("%q: read as %+v", text, s)
		}
	}
}

func TestTerminators(t *testing.T) {
	for text, want := range map[string]Term{
		"goto -> bb7": {Kind: Goto, Target: 7},
		"return":      {Kind: Return},
		"switchInt(copy _1) -> [0: bb1, -1: bb2, otherwise: bb3]": {Kind: SwitchInt, Operand: &Operand{Kind: Copy, Place: Place{Local: 1}},
			Values: []Case{{"0", 1}, {"-1", 2}}, Otherwise: 3},
		"drop(_1) -> [return: bb1, unwind terminate(cleanup)]": {Kind: Drop, Place: Place{Local: 1}, Target: 1, Unwind: UnwindTerminate, Clean: NoBlock},
		`assert(!move _1, "x {} y", copy _2) -> [success: bb2, unwind: bb3]`: {Kind: Assert, Operand: &Operand{Kind: Move, Place: Place{Local: 1}},
			Message: "x {} y", Args: []*Operand{{Kind: Copy, Place: Place{Local: 2}}}, Target: 2, Unwind: UnwindCleanup, Clean: 3},
		"_1 = f() -> [return: bb1, unwind continue]": {Kind: Call, Place: Place{Local: 1}, Target: 1, Unwind: UnwindContinue, Clean: NoBlock,
			Func: &Operand{Kind: Constant_, Const: &Const{Kind: PathConst, Path: &Path{Segs: []Segment{{Name: "f"}}}}}},
		"_1 = move _2(copy _3) -> unwind unreachable": {Kind: Call, Place: Place{Local: 1}, Target: NoBlock, Unwind: UnwindUnreachable, Clean: NoBlock,
			Func: &Operand{Kind: Move, Place: Place{Local: 2}}, Args: []*Operand{{Kind: Copy, Place: Place{Local: 3}}}},
	} {
		got, err := scan(t, text, (*scanner).terminator)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if d := cmp.Diff(&want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

// TestRefusal: what is unknown takes its function with it, and no other.
func TestRefusal(t *testing.T) {
	const text = `// head
fn a() -> () {
    let mut _0: ();                      // return place in scope 0 at a.rs:1:8: 1:8

    bb0: {
        frobnicate(_0);                  // scope 0 at a.rs:1:8: 1:10
        return;                          // scope 0 at a.rs:1:10: 1:10
    }
}

alloc1 (size: 2, align: 1) {
    46 61                                │ Fa
}

fn b(_1: i32) -> i32 {
    debug x => _1;                       // in scope 0 at a.rs:2:6: 2:7
    let mut _0: i32;                     // return place in scope 0 at a.rs:2:17: 2:20

    bb0: {
        _0 = copy _1;                    // scope 0 at a.rs:2:23: 2:24
        return;                          // scope 0 at a.rs:2:26: 2:26
    }
}
`
	f, err := Read(text)
	if err != nil || len(f.Funcs) != 2 {
		t.Fatal(f, err)
	}
	a, b := f.Funcs[0], f.Funcs[1]
	if a.Refused == nil || a.Refused.Line != 6 || !strings.Contains(a.Refused.Error(), "unknown statement: frobnicate") {
		t.Errorf("a: %v", a.Refused)
	}
	if b.Refused != nil || len(b.Blocks) != 1 || b.Debug[0].Name != "x" || b.Return().String() != "i32" {
		t.Errorf("b: %+v", b)
	}
	if want := (Span{"a.rs", 2, 23, 2, 24}); b.Blocks[0].Stmts[0].Span != want {
		t.Errorf("span %v, want %v", b.Blocks[0].Stmts[0].Span, want)
	}
	if _, err := Read("what is this\n"); err == nil {
		t.Error("no error for text that is no MIR")
	}
}

func FuzzRead(f *testing.F) {
	f.Add("fn a(_1: i32) -> () {\n    bb0: {\n        return;\n    }\n}\n")
	f.Add("fn a() -> Vec<i32> {\n    bb0: {\n        _0 = Vec::<i32>::new() -> [return: bb1, unwind continue];\n    }\n}\n")
	f.Fuzz(func(t *testing.T, text string) { _, _ = Read(text) }) // no panic
}

// TestRealPrograms reads what the real compiler prints of every program of the two
// benchmarks: everything is read or refused by name.
func TestRealPrograms(t *testing.T) {
	require.Tool(t, "rustc")
	tc, err := toolchain.Find(context.Background(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !Known(tc.Release) {
		require.Missing(t, "rustc", "the text of rustc "+tc.Release+" is not known")
	}
	for _, set := range []struct{ path, field string }{{"data/rust/verusbench.jsonl", "stripped"}, {"data/rust/humanevalx.jsonl", "code"}} {
		text, err := os.ReadFile(require.Shared(t, set.path))
		if err != nil {
			t.Fatal(err)
		}
		var bodies, read int
		for line := range strings.Lines(string(text)) {
			var task map[string]any
			if err := json.Unmarshal([]byte(line), &task); err != nil {
				t.Fatal(err)
			}
			source, _ := task[set.field].(string)
			if source == "" {
				continue // proofs only
			}
			id := task["task_id"].(string)
			if testing.Short() && sha256.Sum256([]byte(id))[0]%16 != 0 {
				continue
			}
			printed, messages, err := tc.MIR(context.Background(), toolchain.Crate{Name: id, Source: source})
			if err != nil || printed == "" {
				t.Errorf("%s: %v %v", id, messages, err)
				continue
			}
			f, err := Read(printed)
			if err != nil {
				t.Errorf("%s: %v", id, err)
				continue
			}
			for _, fn := range f.Funcs {
				bodies++
				if fn.Refused == nil {
					read++
				} else {
					t.Logf("%s: %s: refused: %v", id, fn.Name, fn.Refused)
				}
			}
		}
		t.Logf("%s: %d bodies, %d read", set.path, bodies, read)
		if bodies == 0 || read*100 < bodies*95 {
			t.Errorf("%s: %d of %d bodies are read", set.path, read, bodies)
		}
	}
}
