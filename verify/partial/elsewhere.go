package partial

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
)

// What a proof rests on in other files is asked about in these:
//
//	m verified in F  ⇐  m is proved in F with the contracts of k₁, …, kₙ of other files,
//	                    and each kᵢ is verified in its own
//
// Side condition: no kᵢ leads back to a method that is being asked about, whatever the
// files on the way. Then nobody has shown that the calls end, and m is verified on
// condition only.

// settleElsewhere asks about the methods of other files on which proofs of an outcome
// rest, and decides anew what these are worth. asking are the methods that led here.
func (b *Backend) settleElsewhere(ctx context.Context, out verify.Outcome, o verify.Options, asking []verify.Elsewhere) (verify.Outcome, error) {
	known := map[verify.Elsewhere]verify.Verdict{}
	some := false
	for i := range out.Methods {
		m := &out.Methods[i]
		if len(m.Rests.Elsewhere) == 0 {
			continue
		}
		some = true
		m.Rests.Elsewhere = slices.Clone(m.Rests.Elsewhere)
		for j := range m.Rests.Elsewhere {
			e := &m.Rests.Elsewhere[j]
			k := verify.Elsewhere{Method: e.Method, Class: e.Class}
			v, ok := known[k]
			if !ok {
				var err error
				if v, err = b.elsewhere(ctx, k, o, asking); err != nil {
					return out, err
				}
				known[k] = v
			}
			e.Verdict = v
		}
	}
	if some {
		out.Settle()
	}
	return out, nil
}

// elsewhere is what the file of a method says of it.
func (b *Backend) elsewhere(ctx context.Context, k verify.Elsewhere, o verify.Options, asking []verify.Elsewhere) (verify.Verdict, error) {
	if slices.Contains(asking, k) {
		// A circle over files, which shows nothing; see the side condition.
		return verify.InvalidVerdict, nil
	}
	f := b.Library.Source(k.Class)
	if f == nil {
		return verify.InvalidVerdict, nil
	}
	o.Method = k.Method.String()
	out, err := b.asked(ctx, verify.Request{File: f.Name, Source: f.Src, Options: o})
	if err != nil {
		return verify.InvalidVerdict, err
	}
	if out, err = b.settleElsewhere(ctx, out, o, append(asking[:len(asking):len(asking)], k)); err != nil {
		return verify.InvalidVerdict, err
	}
	if m := out.Find(k.Method); m != nil {
		return m.Verdict, nil
	}
	return verify.InvalidVerdict, nil
}

// asked is the answer to a question about methods of another file and what they lean on
// in it, settled as far as that file goes. It is asked once: each file that leans on
// these methods wants to know, as often as one of its clauses is tried.
func (b *Backend) asked(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	q := question{r, Beside(b.Library, r.File, r.Source)}
	b.mu.Lock()
	out, ok := b.answers[q]
	b.mu.Unlock()
	if ok {
		out.Methods = slices.Clone(out.Methods)
		return out, nil
	}

	out, err := b.verify(ctx, r)
	// What the methods lean on in their file is asked about with them, until nothing is left or
	// another question brings no other answer.
	for err == nil && len(out.NotAsked()) > 0 {
		n := len(out.Methods)
		for _, more := range out.NotAsked() {
			if out.Find(more) == nil {
				r.Options.Method += ";" + more.String()
			}
		}
		if out, err = b.verify(ctx, r); err == nil && len(out.Methods) <= n {
			break
		}
	}
	if err != nil || ctx.Err() != nil { // what was broken off is no answer
		return out, err
	}

	b.mu.Lock()
	defer b.mu.Unlock()
	if b.answers == nil {
		b.answers = map[question]verify.Outcome{}
	}
	b.answers[q] = out
	out.Methods = slices.Clone(out.Methods)
	return out, nil
}

// question is what an answer depends on: the request, and the texts of other files.
type question struct {
	verify.Request
	beside string
}

// Beside is a fingerprint of the files of the project that the names of a file lead to,
// empty without any: another text of one of these is another question.
func Beside(lib *types.Library, path, text string) string {
	f, _ := java.Parse(path, text)
	prog, _ := types.Check(lib, f)
	found := prog.Elsewhere()
	if len(found) == 0 {
		return ""
	}
	h := sha256.New()
	for _, f := range found {
		fmt.Fprintf(h, "%d %s", len(f.Src), f.Src)
	}
	return hex.EncodeToString(h.Sum(nil))
}
