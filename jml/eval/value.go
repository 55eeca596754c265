package eval

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// Value is a compiled expression of any type.
type Value struct {
	*Pred
	get func(*env) interp.Value
}

// CompileValue compiles an expression as a value of type t, as an old variable or
// a ghost variable holds it.
func CompileValue(chk *jml.Checked, prog *interp.Program, x java.Expr, t types.Type, o CompileOptions) (*Value, *java.Error) {
	v := &Value{}
	p, err := compilePred(chk, prog, o, func(c *compiler, p *Pred) { v.get = c.assigned(x, t) })
	if err != nil {
		return nil, err
	}
	v.Pred = p
	return v, nil
}

// Get is the expression's value; the result is Unknown when there is none, else
// True.
func (v *Value) Get(in *Env) (interp.Value, Result) {
	e := v.begin(in)
	x := v.get(e)
	r := Result{Truth: True}
	if e.bad != 0 {
		r = resultOf(e, e.bad)
		x = interp.Value{}
	}
	v.end(e)
	return x, r
}
