------------------------------- MODULE Mutex --------------------------------
(* A mutex whose waiters sleep in a queue. Whoever unlocks frees the word     *)
(* first and wakes somebody then; the one that was woken tries as everybody   *)
(* does. One action for each operation on a word, or on the list of wakers.   *)
EXTENDS Integers, Sequences

CONSTANT Threads    \* ids of the threads: numbers above 0

VARIABLES
    locked,     \* the word is HELD
    queue,      \* whose wakers wait to be used, the oldest first; Closed for one of a call that has ended
    signalled,  \* signalled[t]: the flag of the waker of t's call
    hand,       \* hand[t]: whose waker t has taken out of the queue and not used yet
    pc          \* where a thread is

wakers == <<queue, signalled, hand>>
vars == <<locked, queue, signalled, hand, pc>>

Closed == 0
Nothing == -1   \* in a hand

States == {"idle",
           "queueing", "queued", "asleep",   \* in lock(): about to get into the queue, to try again; and waiting to be woken
           "closing",                        \* it has the lock, and its waker is open
           "holding",
           "waking", "signalling"}           \* the word is free: about to look whom to wake, and to wake

TypeOK ==
    /\ locked \in BOOLEAN
    /\ queue \in Seq(Threads \cup {Closed})
    /\ signalled \in [Threads -> BOOLEAN]
    /\ hand \in [Threads -> Threads \cup {Closed, Nothing}]
    /\ pc \in [Threads -> States]

Init ==
    /\ locked = FALSE
    /\ queue = <<>>
    /\ signalled = [t \in Threads |-> FALSE]
    /\ hand = [t \in Threads |-> Nothing]
    /\ pc = [t \in Threads |-> "idle"]

Goes(t, state) == pc' = [pc EXCEPT ![t] = state]

-----------------------------------------------------------------------------
\* Attempts to take the word from FREE to HELD. try_lock() makes one.

TryLock(t) ==
    /\ pc[t] = "idle"
    /\ ~locked
    /\ locked' = TRUE
    /\ Goes(t, "holding")
    /\ UNCHANGED wakers

TryFail(t) ==
    /\ pc[t] = "idle"
    /\ locked
    /\ UNCHANGED vars

\* lock() makes one before it gets into the queue,
Lock(t) ==
    /\ pc[t] = "idle"
    /\ ~locked
    /\ locked' = TRUE
    /\ Goes(t, "holding")
    /\ UNCHANGED wakers

LockFail(t) ==
    /\ pc[t] = "idle"
    /\ locked
    /\ Goes(t, "queueing")
    /\ UNCHANGED <<locked, wakers>>

\* and one each time when it is in.
Retry(t) ==
    /\ pc[t] = "queued"
    /\ ~locked
    /\ locked' = TRUE
    /\ Goes(t, "closing")
    /\ UNCHANGED wakers

RetryFail(t) ==
    /\ pc[t] = "queued"
    /\ locked
    /\ Goes(t, "asleep")
    /\ UNCHANGED <<locked, wakers>>

-----------------------------------------------------------------------------
\* Those who wait.

Enqueue(t) ==
    /\ pc[t] = "queueing"
    /\ queue' = Append(queue, t)
    /\ Goes(t, "queued")
    /\ UNCHANGED <<locked, signalled, hand>>

\* The flag is not set: the thread sleeps, and sleeps again if it wakes for no reason.
Sleep(t) ==
    /\ pc[t] = "asleep"
    /\ ~signalled[t]
    /\ UNCHANGED vars

\* It goes round again.
Awake(t) ==
    /\ pc[t] = "asleep"
    /\ signalled[t]
    /\ signalled' = [signalled EXCEPT ![t] = FALSE]
    /\ Goes(t, "queueing")
    /\ UNCHANGED <<locked, queue, hand>>

\* The waker stays where it is, in the queue or in somebody's hand, and wakes nobody. The
\* next call makes another, whose flag is not set.
Close(t) ==
    LET Now(w) == IF w = t THEN Closed ELSE w
    IN  /\ pc[t] = "closing"
        /\ queue' = [i \in DOMAIN queue |-> Now(queue[i])]
        /\ hand' = [u \in Threads |-> Now(hand[u])]
        /\ signalled' = [signalled EXCEPT ![t] = FALSE]
        /\ Goes(t, "holding")
        /\ UNCHANGED locked

-----------------------------------------------------------------------------
\* Those who let go.

Unlock(t) ==
    /\ pc[t] = "holding"
    /\ locked' = FALSE
    /\ Goes(t, "waking")
    /\ UNCHANGED wakers

WakeNobody(t) ==
    /\ pc[t] = "waking"
    /\ queue = <<>>
    /\ Goes(t, "idle")
    /\ UNCHANGED <<locked, wakers>>

Dequeue(t) ==
    /\ pc[t] = "waking"
    /\ queue # <<>>
    /\ hand' = [hand EXCEPT ![t] = Head(queue)]
    /\ queue' = Tail(queue)
    /\ Goes(t, "signalling")
    /\ UNCHANGED <<locked, signalled>>

Wake(t) ==
    /\ pc[t] = "signalling"
    /\ hand[t] # Closed
    /\ signalled' = [signalled EXCEPT ![hand[t]] = TRUE]
    /\ hand' = [hand EXCEPT ![t] = Nothing]
    /\ Goes(t, "idle")
    /\ UNCHANGED <<locked, queue>>

\* The next one, then.
WakeClosed(t) ==
    /\ pc[t] = "signalling"
    /\ hand[t] = Closed
    /\ hand' = [hand EXCEPT ![t] = Nothing]
    /\ Goes(t, "waking")
    /\ UNCHANGED <<locked, queue, signalled>>

-----------------------------------------------------------------------------
Next ==
    \E t \in Threads :
        \/ TryLock(t) \/ TryFail(t)
        \/ Lock(t) \/ LockFail(t)
        \/ Enqueue(t)
        \/ Retry(t) \/ RetryFail(t)
        \/ Sleep(t) \/ Awake(t)
        \/ Close(t)
        \/ Unlock(t)
        \/ WakeNobody(t) \/ Dequeue(t)
        \/ Wake(t) \/ WakeClosed(t)

\* What has begun goes on, and nobody keeps the lock. Nothing makes a thread get it that is
\* woken again and again while others are faster.
Fairness ==
    \A t \in Threads :
        /\ WF_vars(Enqueue(t)) /\ WF_vars(Retry(t) \/ RetryFail(t)) /\ WF_vars(Awake(t))
        /\ WF_vars(Close(t)) /\ WF_vars(Unlock(t))
        /\ WF_vars(WakeNobody(t) \/ Dequeue(t)) /\ WF_vars(Wake(t) \/ WakeClosed(t))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
In(states) == {t \in Threads : pc[t] \in states}

MutualExclusion == \A s, t \in In({"closing", "holding"}) : s = t

HeldIffLocked == locked <=> In({"closing", "holding"}) # {}

\* Who sleeps can be found.
SleepersAreKnown ==
    \A t \in In({"asleep"}) :
        \/ signalled[t]
        \/ \E i \in DOMAIN queue : queue[i] = t
        \/ \E u \in Threads : hand[u] = t

\* The lock is free and somebody sleeps: somebody is about to try, or to wake.
NoLostWakeUp ==
    ~locked /\ (\E t \in In({"asleep"}) : ~signalled[t]) =>
        \/ In({"queueing", "queued", "waking", "signalling"}) # {}
        \/ \E t \in In({"asleep"}) : signalled[t]

SomebodyGetsIt == (In({"queueing", "queued", "asleep"}) # {}) ~> locked

\* They are woken in their order.
SleepersAreWoken == \A t \in Threads : pc[t] = "asleep" ~> pc[t] # "asleep"
=============================================================================
