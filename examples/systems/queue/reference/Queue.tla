-------------------------------- MODULE Queue -------------------------------
(* A bounded queue for threads that put and take, wait in lists, are woken   *)
(* in their order, may give up waiting, and may find the queue closed.       *)
(* One action for each critical section.                                     *)
EXTENDS Naturals, Sequences

CONSTANTS Threads,   \* ids of the threads
          Items,     \* what can be put; 0 is no item
          Capacity   \* most items at a time

VARIABLES items,     \* oldest first
          closed,
          putters,   \* who waits for room, in order
          takers,    \* who waits for an item, in order
          pc,        \* "idle"; "putting", "taking": inside a call that has waited
          pending    \* the item of a thread that is putting, else 0

vars == <<items, closed, putters, takers, pc, pending>>

Elements(list) == {list[i] : i \in DOMAIN list}

TypeOK ==
    /\ items \in Seq(Items)
    /\ Len(items) <= Capacity
    /\ closed \in BOOLEAN
    /\ Elements(putters) \subseteq Threads
    /\ Elements(takers) \subseteq Threads
    /\ pc \in [Threads -> {"idle", "putting", "taking"}]
    /\ pending \in [Threads -> Items \cup {0}]

Init ==
    /\ items = <<>>
    /\ closed = FALSE
    /\ putters = <<>>
    /\ takers = <<>>
    /\ pc = [t \in Threads |-> "idle"]
    /\ pending = [t \in Threads |-> 0]

\* Who is in a call and in no list has been woken.
WokenToPut(t) == pc[t] = "putting" /\ t \notin Elements(putters)
WokenToTake(t) == pc[t] = "taking" /\ t \notin Elements(takers)

\* The list without its first, who is woken by that.
WakeOne(list) == IF list = <<>> THEN list ELSE Tail(list)

Without(list, t) ==
    LET Other(u) == u # t IN SelectSeq(list, Other)

Begins(t, state, item) ==
    /\ pc' = [pc EXCEPT ![t] = state]
    /\ pending' = [pending EXCEPT ![t] = item]

Ends(t) ==
    /\ pc' = [pc EXCEPT ![t] = "idle"]
    /\ pending' = [pending EXCEPT ![t] = 0]

-----------------------------------------------------------------------------
\* A call looks at the queue when it begins, and again each time it is woken.
LooksToPut(t, v) == pc[t] = "idle" \/ (WokenToPut(t) /\ v = pending[t])

Put(t, v) ==
    /\ LooksToPut(t, v)
    /\ ~closed
    /\ Len(items) < Capacity
    /\ items' = Append(items, v)
    /\ takers' = WakeOne(takers)
    /\ Ends(t)
    /\ UNCHANGED <<closed, putters>>

PutWait(t, v) ==
    /\ LooksToPut(t, v)
    /\ ~closed
    /\ Len(items) = Capacity
    /\ putters' = Append(putters, t)
    /\ Begins(t, "putting", v)
    /\ UNCHANGED <<items, closed, takers>>

\* TryPut does not wait.
PutFull(t) ==
    /\ pc[t] = "idle"
    /\ ~closed
    /\ Len(items) = Capacity
    /\ UNCHANGED vars

PutClosed(t) ==
    /\ pc[t] = "idle" \/ WokenToPut(t)
    /\ closed
    /\ Ends(t)
    /\ UNCHANGED <<items, closed, putters, takers>>

\* The context ends while the thread waits.
PutCancel(t) ==
    /\ t \in Elements(putters)
    /\ putters' = Without(putters, t)
    /\ Ends(t)
    /\ UNCHANGED <<items, closed, takers>>

\* It ends when the thread has been woken: the room is for the next.
PutHandOn(t) ==
    /\ WokenToPut(t)
    /\ putters' = IF Len(items) < Capacity THEN WakeOne(putters) ELSE putters
    /\ Ends(t)
    /\ UNCHANGED <<items, closed, takers>>

-----------------------------------------------------------------------------
LooksToTake(t) == pc[t] = "idle" \/ WokenToTake(t)

Take(t) ==
    /\ LooksToTake(t)
    /\ items # <<>>
    /\ items' = Tail(items)
    /\ putters' = WakeOne(putters)
    /\ Ends(t)
    /\ UNCHANGED <<closed, takers>>

TakeWait(t) ==
    /\ LooksToTake(t)
    /\ items = <<>>
    /\ ~closed
    /\ takers' = Append(takers, t)
    /\ Begins(t, "taking", 0)
    /\ UNCHANGED <<items, closed, putters>>

\* TryTake does not wait.
TakeEmpty(t) ==
    /\ pc[t] = "idle"
    /\ items = <<>>
    /\ ~closed
    /\ UNCHANGED vars

TakeClosed(t) ==
    /\ LooksToTake(t)
    /\ items = <<>>
    /\ closed
    /\ Ends(t)
    /\ UNCHANGED <<items, closed, putters, takers>>

TakeCancel(t) ==
    /\ t \in Elements(takers)
    /\ takers' = Without(takers, t)
    /\ Ends(t)
    /\ UNCHANGED <<items, closed, putters>>

TakeHandOn(t) ==
    /\ WokenToTake(t)
    /\ takers' = IF items # <<>> THEN WakeOne(takers) ELSE takers
    /\ Ends(t)
    /\ UNCHANGED <<items, closed, putters>>

-----------------------------------------------------------------------------
\* Everybody is woken.
Close(t) ==
    /\ pc[t] = "idle"
    /\ closed' = TRUE
    /\ putters' = <<>>
    /\ takers' = <<>>
    /\ UNCHANGED <<items, pc, pending>>

Next ==
    \E t \in Threads :
        \/ \E v \in Items : Put(t, v)
        \/ \E v \in Items : PutWait(t, v)
        \/ PutFull(t)
        \/ PutClosed(t)
        \/ PutCancel(t)
        \/ PutHandOn(t)
        \/ Take(t)
        \/ TakeWait(t)
        \/ TakeEmpty(t)
        \/ TakeClosed(t)
        \/ TakeCancel(t)
        \/ TakeHandOn(t)
        \/ Close(t)

\* Who has been woken looks again.
Fairness ==
    \A t \in Threads : WF_vars(PutClosed(t)) /\ WF_vars(TakeClosed(t)) /\ WF_vars(WokenToTake(t) /\ Take(t))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
NobodyWaitsWhenClosed == closed => putters = <<>> /\ takers = <<>>

WaitersAreInCalls ==
    /\ \A t \in Elements(putters) : pc[t] = "putting"
    /\ \A t \in Elements(takers) : pc[t] = "taking"

\* Room, and somebody who waits for it: somebody has been woken for it.
NoLostWakeUp ==
    /\ ~closed /\ Len(items) < Capacity /\ putters # <<>> => \E t \in Threads : WokenToPut(t)
    /\ ~closed /\ items # <<>> /\ takers # <<>> => \E t \in Threads : WokenToTake(t)

CallsEndWhenClosed == \A t \in Threads : closed /\ pc[t] # "idle" ~> pc[t] = "idle"
=============================================================================
