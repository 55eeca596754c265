------------------------- MODULE EnsuresTraceTools -------------------------
(* What the modules that hold a trace against a specification lean on. They *)
(* know it by one name, so that nothing here meets a name of theirs.        *)
EXTENDS Naturals, Sequences, TLC

\* <<key, value>> pairs as a function.
Function(pairs) ==
    [k \in {pairs[i][1] : i \in DOMAIN pairs} |-> pairs[CHOOSE i \in DOMAIN pairs : pairs[i][1] = k][2]]

Joined(parts) ==
    LET RECURSIVE From(_)
        From(i) == IF i > Len(parts) THEN "" ELSE "~|~" \o parts[i] \o From(i + 1)
    IN  From(1)

Say(tag, parts) == PrintT("ensures:" \o tag \o Joined(parts))

Length(s) == Len(s)

Text(v) == ToString(v)

\* Registers: 1 the furthest line, 2 the number of the state that is looked at, from 3
\* on how often each kind of thing has been said.
Ready == TLCSet(1, 0) /\ TLCSet(2, 0)

Counting(n) == \A r \in 3..n : TLCSet(r, 0)

Progress(l) == IF l > TLCGet(1) THEN TLCSet(1, l) /\ PrintT("ensures:L~|~" \o ToString(l)) ELSE TRUE

\* Of a trace that is ordered in part only, at has the number of each process's next
\* record. Possible: that of process p has all before it that must be.
Possible(trace, at, p) ==
    /\ at[p] <= Len(trace[p])
    /\ \A q \in DOMAIN at : at[q] > trace[p][at[p]].after[q]

\* It comes at most so many places before one that the preferred order has earlier.
Near(trace, at, p, window) ==
    \A q \in DOMAIN at : at[q] <= Len(trace[q]) => trace[p][at[p]].rank <= trace[q][at[q]].rank + window

Total(at) ==
    LET RECURSIVE Upto(_)
        Upto(i) == IF i = 0 THEN 0 ELSE at[i] - 1 + Upto(i - 1)
    IN  Upto(Len(at))

Unfinished(trace, at) == \E q \in DOMAIN at : at[q] <= Len(trace[q])

\* Of several traces in one run: the register 1000 + k is trace k's furthest line.
ReadyFor(n) == \A k \in 1..n : TLCSet(1000 + k, 0)

ProgressIn(k, l) ==
    IF l > TLCGet(1000 + k) THEN TLCSet(1000 + k, l) /\ PrintT("ensures:K~|~" \o ToString(k) \o "~|~" \o ToString(l)) ELSE TRUE

ProgressOfAll(at) ==
    LET n == Total(at) + 1
    IN  IF n > TLCGet(1) THEN TLCSet(1, n) /\ PrintT("ensures:L~|~" \o ToString(n) \o "~|~" \o ToString(at)) ELSE TRUE

Room(r, most) == TLCGet(r) < most

Tell(r, most, tag, parts, more) == Room(r, most) => TLCSet(r, TLCGet(r) + 1) /\ Say(tag, <<ToString(TLCGet(2))>> \o parts \o more)

NextState == TLCSet(2, TLCGet(2) + 1)

Number == ToString(TLCGet(2))
=============================================================================
