package mir

import "regexp"

// statement reads a statement.
func (r *scanner) statement() *Stmt {
	at := r.i
	switch r.word() {
	case "StorageLive":
		return &Stmt{Kind: StorageLive, Place: Place{Local: r.inParens()}}
	case "StorageDead":
		return &Stmt{Kind: StorageDead, Place: Place{Local: r.inParens()}}
	case "nop":
		return &Stmt{Kind: Nop}
	// What only the borrow checker or other tools read: nothing happens at run time.
	case "PlaceMention", "FakeRead", "AscribeUserType", "Coverage", "ConstEvalCounter", "Retag", "BackwardIncompatibleDropHint":
		for r.i < len(r.s) && r.s[r.i] != ';' {
			r.i++
		}
		return &Stmt{Kind: Nop}
	case "assume":
		r.expect("(", "statement")
		s := &Stmt{Kind: Assume, Operand: r.operand()}
		r.expect(")", "statement")
		return s
	case "discriminant":
		r.expect("(", "statement")
		s := &Stmt{Kind: SetDiscriminant, Place: r.place()}
		r.expect(")", "statement")
		r.expect("=", "statement")
		s.Variant = r.int("variant")
		return s
	}

	r.i = at
	if !r.looking("_") && !r.looking("(") {
		r.fail("statement")
	}
	s := &Stmt{Kind: Assign, Place: r.place()}
	r.expect("=", "statement")
	s.Value = r.rvalue()
	return s
}

func (r *scanner) inParens() Local {
	r.expect("(", "statement")
	l := r.local()
	r.expect(")", "statement")
	return l
}

// callRE tells the line of a call: what it assigns has successors behind it. A cast
// to a function type has an arrow too, but no such successor.
var callRE = regexp.MustCompile(`\) -> (\[return: |unwind |bb\d+;)`)

// terminator reads a terminator; nil where the line is a statement.
func (r *scanner) terminator() *Term {
	switch {
	case r.accept("goto -> "):
		return &Term{Kind: Goto, Target: r.block()}
	case r.accept("return"):
		return &Term{Kind: Return}
	case r.accept("unreachable"):
		return &Term{Kind: Unreachable}
	case r.accept("resume"), r.accept("unwind resume"):
		return &Term{Kind: Resume}
	case r.accept("terminate("), r.accept("unwind terminate("):
		r.until(')', "terminator")
		return &Term{Kind: Terminate}
	case r.accept("switchInt("):
		return r.switchInt()
	case r.accept("drop("):
		t := &Term{Kind: Drop, Place: r.place()}
		r.expect(")", "drop")
		r.successors(t, "return")
		return t
	case r.accept("assert("):
		return r.assertion()
	}
	// Without a word of its own: a call looks like an assignment but for its successors.
	if (r.looking("_") || r.looking("(")) && callRE.MatchString(r.rest()) {
		return r.call()
	}
	return nil
}

func (r *scanner) switchInt() *Term {
	t := &Term{Kind: SwitchInt, Operand: r.operand(), Otherwise: NoBlock}
	r.expect(")", "switch")
	r.expect("-> [", "switch")
	for !r.accept("]") {
		if r.accept("otherwise:") {
			t.Otherwise = r.block()
		} else {
			v := r.signed("switch")
			r.expect(":", "switch")
			t.Values = append(t.Values, Case{v, r.block()})
		}
		r.accept(",")
	}
	return t
}

func (r *scanner) assertion() *Term {
	t := &Term{Kind: Assert, Expected: !r.accept("!"), Operand: r.operand()}
	r.expect(",", "assertion")
	t.Message = r.quoted('"')
	if r.accept(",") {
		t.Args = r.operands(")")
	} else {
		r.expect(")", "assertion")
	}
	r.successors(t, "success")
	return t
}

func (r *scanner) call() *Term {
	t := &Term{Kind: Call, Place: r.place()}
	r.expect("=", "call")
	r.space()
	switch {
	case r.looking("copy "), r.looking("move "), r.looking("const "):
		t.Func = r.operand()
	default:
		t.Func = &Operand{Kind: Constant_, Const: &Const{Kind: PathConst, Path: r.path()}}
	}
	r.expect("(", "call")
	t.Args = r.operands(")")
	r.successors(t, "return")
	return t
}

// successors reads where a terminator goes on: "-> [return: bb1, unwind: bb2]",
// "-> unwind continue", "-> bb1".
func (r *scanner) successors(t *Term, normal string) {
	t.Target, t.Clean = NoBlock, NoBlock
	r.expect("->", "successors")
	if r.accept("[") {
		r.expect(normal+":", "successors")
		t.Target = r.block()
		if r.accept(",") {
			r.unwind(t)
		}
		r.expect("]", "successors")
		return
	}
	if r.space(); r.looking("bb") {
		t.Target = r.block()
		return
	}
	r.unwind(t)
}

func (r *scanner) unwind(t *Term) {
	r.expect("unwind", "unwinding")
	switch {
	case r.accept(":"):
		t.Unwind, t.Clean = UnwindCleanup, r.block()
	case r.accept("continue"):
		t.Unwind = UnwindContinue
	case r.accept("unreachable"):
		t.Unwind = UnwindUnreachable
	case r.accept("terminate("):
		r.until(')', "unwinding")
		t.Unwind = UnwindTerminate
	default:
		r.fail("unwinding")
	}
}
