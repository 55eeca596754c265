--------------------------- MODULE FiniteSetsExt ----------------------------
(* Operators on finite sets that models need beside those of FiniteSets,       *)
(* written anew, under the names that the community's module of this name has. *)
LOCAL INSTANCE Naturals
LOCAL INSTANCE FiniteSets

\* op over the elements of a set, in an order that is always the same; its answer must not
\* depend on the order.
FoldSet(op(_, _), base, S) ==
    LET RECURSIVE Over(_)
        Over(T) == IF T = {} THEN base ELSE LET x == CHOOSE x \in T : TRUE IN op(x, Over(T \ {x}))
    IN  Over(S)

Sum(S) == FoldSet(LAMBDA a, b : a + b, 0, S)

Product(S) == FoldSet(LAMBDA a, b : a * b, 1, S)

MapThenSumSet(f(_), S) == FoldSet(LAMBDA a, b : f(a) + b, 0, S)

ReduceSet(op(_, _), S, base) == FoldSet(op, base, S)

Max(S) == CHOOSE x \in S : \A y \in S : x >= y

Min(S) == CHOOSE x \in S : \A y \in S : x <= y

\* How many elements satisfy a condition.
Quantify(S, P(_)) == Cardinality({x \in S : P(x)})

kSubset(k, S) == {T \in SUBSET S : Cardinality(T) = k}

\* The sets that have one element of each of some sets.
Choices(Sets) == {f \in [Sets -> UNION Sets] : \A T \in Sets : f[T] \in T}

FlattenSet(S) == UNION S

SymDiff(S, T) == (S \ T) \cup (T \ S)

ChooseUnique(S, P(_)) == CHOOSE x \in S : P(x) /\ \A y \in S : P(y) => y = x
=============================================================================
