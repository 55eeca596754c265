---------------------------- MODULE SequencesExt ----------------------------
(* Operators on sequences that models need beside those of Sequences, written  *)
(* anew, under the names that the community's module of this name has.         *)
LOCAL INSTANCE Naturals
LOCAL INSTANCE Sequences
LOCAL INSTANCE FiniteSets

\* The set of a sequence's elements.
ToSet(s) == {s[i] : i \in DOMAIN s}

\* All sequences that have each element of a set once.
SetToSeqs(S) ==
    {f \in [1..Cardinality(S) -> S] : \A i, j \in DOMAIN f : f[i] = f[j] => i = j}

\* One of them, always the same.
SetToSeq(S) ==
    CHOOSE f \in [1..Cardinality(S) -> S] : \A i, j \in DOMAIN f : f[i] = f[j] => i = j

Contains(s, e) == \E i \in DOMAIN s : s[i] = e

Reverse(s) == [i \in 1..Len(s) |-> s[Len(s) - i + 1]]

Last(s) == s[Len(s)]

\* All but the last element.
Front(s) == SubSeq(s, 1, Len(s) - 1)

Cons(e, s) == <<e>> \o s

Remove(s, e) == SelectSeq(s, LAMBDA x : x # e)

RemoveAt(s, i) == SubSeq(s, 1, i - 1) \o SubSeq(s, i + 1, Len(s))

InsertAt(s, i, e) == SubSeq(s, 1, i - 1) \o <<e>> \o SubSeq(s, i, Len(s))

ReplaceAt(s, i, e) == [s EXCEPT ![i] = e]

IsPrefix(s, t) == Len(s) <= Len(t) /\ SubSeq(t, 1, Len(s)) = s

IsStrictPrefix(s, t) == IsPrefix(s, t) /\ s # t

IsSuffix(s, t) == IsPrefix(Reverse(s), Reverse(t))

Prefixes(s) == {SubSeq(s, 1, n) : n \in 0..Len(s)}

\* The sequences over S of at most n elements.
BoundedSeq(S, n) == UNION {[1..m -> S] : m \in 0..n}

\* op(… op(op(base, s[1]), s[2]) …, s[n])
FoldLeft(op(_, _), base, s) ==
    LET RECURSIVE Upto(_)
        Upto(n) == IF n = 0 THEN base ELSE op(Upto(n - 1), s[n])
    IN  Upto(Len(s))

\* op(s[1], op(s[2], … op(s[n], base) …))
FoldRight(op(_, _), s, base) ==
    LET RECURSIVE From(_)
        From(n) == IF n > Len(s) THEN base ELSE op(s[n], From(n + 1))
    IN  From(1)

FoldSeq(op(_, _), base, s) == FoldRight(op, s, base)

FlattenSeq(s) == FoldLeft(LAMBDA a, b : a \o b, <<>>, s)

\* The first index whose element satisfies a condition; 0 for none.
SelectInSeq(s, Test(_)) ==
    LET I == {i \in DOMAIN s : Test(s[i])}
    IN  IF I = {} THEN 0 ELSE CHOOSE i \in I : \A j \in I : i <= j
=============================================================================
