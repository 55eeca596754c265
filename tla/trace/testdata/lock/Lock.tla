---- MODULE Lock ----
EXTENDS Naturals, FiniteSets
CONSTANTS Threads, NoOne
VARIABLES holder, waiting, count
vars == <<holder, waiting, count>>
Init == holder = NoOne /\ waiting = {} /\ count = 0
Request(t) == /\ t \notin waiting /\ holder # t
              /\ waiting' = waiting \cup {t}
              /\ UNCHANGED <<holder, count>>
Acquire(t) == /\ t \in waiting /\ holder = NoOne
              /\ holder' = t /\ waiting' = waiting \ {t} /\ UNCHANGED count
Release(t) == /\ holder = t /\ holder' = NoOne /\ count' = count + 1 /\ UNCHANGED waiting
Next == \E t \in Threads : Request(t) \/ Acquire(t) \/ Release(t)
Spec == Init /\ [][Next]_vars
====
