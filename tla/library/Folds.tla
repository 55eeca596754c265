------------------------------- MODULE Folds --------------------------------
(* One fold over a finite set, written anew, under the name that the          *)
(* community's module of this name has.                                       *)

MapThenFoldSet(op(_, _), base, f(_), choose(_), S) ==
    LET RECURSIVE Over(_)
        Over(T) == IF T = {} THEN base ELSE LET x == choose(T) IN op(f(x), Over(T \ {x}))
    IN  Over(S)
=============================================================================
