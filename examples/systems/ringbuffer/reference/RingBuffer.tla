----------------------------- MODULE RingBuffer ------------------------------
(* A ring buffer between one producer and one consumer. Each side has a       *)
(* counter that only it writes. What it sees of the other's counter may be    *)
(* out of date, but never older than what it saw before.                      *)
EXTENDS Integers, Sequences

CONSTANTS
    Capacity,   \* number of slots, a power of two
    Wrap,       \* counters are modulo this, a multiple of Capacity and greater
    Items       \* what is pushed, numbers above 0

VARIABLES
    slots,      \* what is in the slots; 0 where nothing has been pushed yet
    tail,       \* the producer's counter: items pushed
    seenHead,   \* the head that the producer saw last
    filling,    \* how many slots the push in progress fills; 0: no push in progress
    filled,     \* how many of them it has filled
    head,       \* the consumer's counter: items popped
    seenTail,   \* the tail that the consumer saw last
    taking,     \* how many items the pop in progress takes; 0: no pop in progress
    copied,     \* those that it has copied
    clearing    \* a clear is in progress

producer == <<tail, seenHead, filling, filled>>
consumer == <<head, seenTail, taking, copied, clearing>>
vars == <<slots, producer, consumer>>

Counters == 0..Wrap - 1
Distance(a, b) == (b - a) % Wrap    \* from counter a on to counter b
Slot(counter) == counter % Capacity
Min(m, n) == IF m < n THEN m ELSE n

\* What a load may see of a counter that is at now, after it has seen another value.
MaySee(value, seen, now) == Distance(seen, value) <= Distance(seen, now)

Init ==
    /\ slots = [i \in 0..Capacity - 1 |-> 0]
    /\ tail = 0 /\ seenHead = 0 /\ filling = 0 /\ filled = 0
    /\ head = 0 /\ seenTail = 0 /\ taking = 0 /\ copied = <<>> /\ clearing = FALSE

-----------------------------------------------------------------------------
\* The producer. A push looks at the head, fills slots one by one, and stores the tail.

Room(h) == Capacity - Distance(h, tail)

\* It sees the same head as before: with a newer one there would be room.
PushFull(h) ==
    /\ filling = 0
    /\ MaySee(h, seenHead, head)
    /\ Room(h) = 0
    /\ UNCHANGED vars

PushBegin(n, h) ==
    /\ filling = 0
    /\ MaySee(h, seenHead, head)
    /\ Room(h) > 0
    /\ seenHead' = h
    /\ filling' = Min(n, Room(h))
    /\ UNCHANGED <<slots, tail, filled, consumer>>

Fill(item) ==
    /\ filled < filling
    /\ slots' = [slots EXCEPT ![Slot(tail + filled)] = item]
    /\ filled' = filled + 1
    /\ UNCHANGED <<tail, seenHead, filling, consumer>>

\* All that the push has filled is in the ring at once.
Publish ==
    /\ filling > 0
    /\ filled = filling
    /\ tail' = (tail + filling) % Wrap
    /\ filling' = 0
    /\ filled' = 0
    /\ UNCHANGED <<slots, seenHead, consumer>>

-----------------------------------------------------------------------------
\* The consumer. A pop looks at the tail, copies items one by one, and stores the head.

Idle == taking = 0 /\ ~clearing

\* It sees the same tail as before: with a newer one there would be an item.
PopEmpty(t) ==
    /\ Idle
    /\ MaySee(t, seenTail, tail)
    /\ t = head
    /\ UNCHANGED vars

PopBegin(n, t) ==
    /\ Idle
    /\ MaySee(t, seenTail, tail)
    /\ t # head
    /\ seenTail' = t
    /\ taking' = Min(n, Distance(head, t))
    /\ UNCHANGED <<slots, head, copied, clearing, producer>>

Copy(item) ==
    /\ Len(copied) < taking
    /\ item = slots[Slot(head + Len(copied))]
    /\ copied' = Append(copied, item)
    /\ UNCHANGED <<slots, head, seenTail, taking, clearing, producer>>

\* The producer gets all slots at once that the pop has copied.
Release ==
    /\ taking > 0
    /\ Len(copied) = taking
    /\ head' = (head + taking) % Wrap
    /\ taking' = 0
    /\ copied' = <<>>
    /\ UNCHANGED <<slots, seenTail, clearing, producer>>

ClearBegin(t) ==
    /\ Idle
    /\ MaySee(t, seenTail, tail)
    /\ seenTail' = t
    /\ clearing' = TRUE
    /\ UNCHANGED <<slots, head, taking, copied, producer>>

\* What was pushed after the look at the tail stays.
Clear ==
    /\ clearing
    /\ head' = seenTail
    /\ clearing' = FALSE
    /\ UNCHANGED <<slots, seenTail, taking, copied, producer>>

-----------------------------------------------------------------------------
Wanted == 1..Capacity + 1   \* what a call may ask for

Next ==
    \/ \E h \in Counters : PushFull(h) \/ \E n \in Wanted : PushBegin(n, h)
    \/ \E t \in Counters : PopEmpty(t) \/ ClearBegin(t) \/ \E n \in Wanted : PopBegin(n, t)
    \/ \E item \in Items : Fill(item) \/ Copy(item)
    \/ Publish \/ Release \/ Clear

\* Calls end, and however often the consumer looks in vain or clears, it pops again.
Fairness ==
    /\ WF_vars(\E item \in Items : Fill(item)) /\ WF_vars(Publish)
    /\ WF_vars(\E item \in Items : Copy(item)) /\ WF_vars(Release) /\ WF_vars(Clear)
    /\ SF_vars(\E n \in Wanted, t \in Counters : PopBegin(n, t))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
Contents == [i \in 1..Distance(head, tail) |-> slots[Slot(head + i - 1)]]
Written == [i \in 1..filled |-> slots[Slot(tail + i - 1)]]

TypeOK ==
    /\ slots \in [0..Capacity - 1 -> Items \cup {0}]
    /\ head \in Counters /\ tail \in Counters /\ seenHead \in Counters /\ seenTail \in Counters
    /\ filled <= filling /\ filling <= Capacity
    /\ Len(copied) <= taking /\ taking <= Capacity
    /\ ~(taking > 0 /\ clearing)

\* What a side sees is on the safe side.
SafeSide ==
    /\ Distance(head, tail) <= Distance(seenHead, tail) /\ Distance(seenHead, tail) <= Capacity
    /\ Distance(head, seenTail) <= Distance(head, tail)

\* No slot is filled and copied at the same time.
Apart == Distance(head, tail) + filling <= Capacity

ItemsLeave == \A c \in Counters : head = c /\ tail # c ~> head # c
=============================================================================
