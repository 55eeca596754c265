------------------------------ MODULE Spinlock ------------------------------
(* A spinlock over one word, with try_lock and a lock that gives up.         *)
EXTENDS Integers

CONSTANTS Threads,      \* ids of the threads
          MaxAttempts   \* most attempts that lock_within is given

VARIABLES locked,       \* the word is HELD
          pc,           \* where a thread is: "idle", "waiting", "critical"
          left          \* attempts that a waiting thread still has; Unlimited in lock()

vars == <<locked, pc, left>>

Unlimited == -1

TypeOK ==
    /\ locked \in BOOLEAN
    /\ pc \in [Threads -> {"idle", "waiting", "critical"}]
    /\ left \in [Threads -> Unlimited..MaxAttempts]

Init ==
    /\ locked = FALSE
    /\ pc = [t \in Threads |-> "idle"]
    /\ left = [t \in Threads |-> 0]

LockCall(t) ==
    /\ pc[t] = "idle"
    /\ pc' = [pc EXCEPT ![t] = "waiting"]
    /\ left' = [left EXCEPT ![t] = Unlimited]
    /\ UNCHANGED locked

WithinCall(t, n) ==
    /\ pc[t] = "idle"
    /\ pc' = [pc EXCEPT ![t] = "waiting"]
    /\ left' = [left EXCEPT ![t] = n]
    /\ UNCHANGED locked

\* compare_exchange succeeds.
Acquire(t) ==
    /\ pc[t] = "waiting"
    /\ left[t] # 0
    /\ ~locked
    /\ locked' = TRUE
    /\ pc' = [pc EXCEPT ![t] = "critical"]
    /\ left' = [left EXCEPT ![t] = 0]

\* compare_exchange fails: one attempt less.
Spin(t) ==
    /\ pc[t] = "waiting"
    /\ left[t] # 0
    /\ locked
    /\ left' = [left EXCEPT ![t] = IF @ = Unlimited THEN @ ELSE @ - 1]
    /\ UNCHANGED <<locked, pc>>

GiveUp(t) ==
    /\ pc[t] = "waiting"
    /\ left[t] = 0
    /\ pc' = [pc EXCEPT ![t] = "idle"]
    /\ UNCHANGED <<locked, left>>

TryAcquire(t) ==
    /\ pc[t] = "idle"
    /\ ~locked
    /\ locked' = TRUE
    /\ pc' = [pc EXCEPT ![t] = "critical"]
    /\ UNCHANGED left

TryFail(t) ==
    /\ pc[t] = "idle"
    /\ locked
    /\ UNCHANGED vars

Release(t) ==
    /\ pc[t] = "critical"
    /\ locked' = FALSE
    /\ pc' = [pc EXCEPT ![t] = "idle"]
    /\ UNCHANGED left

Next ==
    \E t \in Threads :
        \/ LockCall(t)
        \/ \E n \in 1..MaxAttempts : WithinCall(t, n)
        \/ Acquire(t)
        \/ Spin(t)
        \/ GiveUp(t)
        \/ TryAcquire(t)
        \/ TryFail(t)
        \/ Release(t)

\* Guards are dropped, calls end, and who waits gets the lock if it is free often enough.
Fairness == \A t \in Threads : WF_vars(Release(t)) /\ WF_vars(GiveUp(t)) /\ SF_vars(Acquire(t))

Spec == Init /\ [][Next]_vars /\ Fairness

MutualExclusion == \A s, t \in Threads : pc[s] = "critical" /\ pc[t] = "critical" => s = t

HeldIffLocked == locked <=> \E t \in Threads : pc[t] = "critical"

NoAttemptsOutsideWaiting == \A t \in Threads : pc[t] # "waiting" => left[t] = 0

WaitingEnds == \A t \in Threads : pc[t] = "waiting" ~> pc[t] # "waiting"
=============================================================================
