------------------------------- MODULE DQueue -------------------------------
(* A queue by messages: consumers ask a producer, which sends them the items  *)
(* of its stream, one each. Mailboxes hand out their messages in any order.   *)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Consumers,  \* a set of numbers above 0, which is the producer
    Rounds      \* how many items each of them asks for

VARIABLES
    mail,       \* mail[n]: what is in the mailbox of n
    requester,  \* whom the producer serves; 0 for nobody
    next,       \* the next item of its stream
    waiting,    \* the consumers that wait
    asked,      \* asked[c]: how often c has asked
    last        \* last[c]: the item that c took last; 0 before the first

vars == <<mail, requester, next, waiting, asked, last>>

Init ==
    /\ mail = [n \in Consumers \cup {0} |-> {}]
    /\ requester = 0
    /\ next = 1
    /\ waiting = {}
    /\ asked = [c \in Consumers |-> 0]
    /\ last = [c \in Consumers |-> 0]

Request(c) ==
    /\ c \notin waiting
    /\ asked[c] < Rounds
    /\ mail' = [mail EXCEPT ![0] = @ \cup {c}]
    /\ waiting' = waiting \cup {c}
    /\ asked' = [asked EXCEPT ![c] = @ + 1]
    /\ UNCHANGED <<requester, next, last>>

Receive(c) ==
    /\ requester = 0
    /\ c \in mail[0]
    /\ mail' = [mail EXCEPT ![0] = @ \ {c}]
    /\ requester' = c
    /\ UNCHANGED <<next, waiting, asked, last>>

Send ==
    /\ requester # 0
    /\ mail' = [mail EXCEPT ![requester] = @ \cup {next}]
    /\ next' = next + 1
    /\ requester' = 0
    /\ UNCHANGED <<waiting, asked, last>>

Take(c, i) ==
    /\ c \in waiting
    /\ i \in mail[c]
    /\ mail' = [mail EXCEPT ![c] = @ \ {i}]
    /\ waiting' = waiting \ {c}
    /\ last' = [last EXCEPT ![c] = i]
    /\ UNCHANGED <<requester, next, asked>>

Next ==
    \/ Send
    \/ \E c \in Consumers :
        \/ Request(c)
        \/ Receive(c)
        \/ \E i \in mail[c] : Take(c, i)

\* The producer goes on, and who has got an item takes it.
Fairness ==
    /\ WF_vars(Send)
    /\ \A c \in Consumers : SF_vars(Receive(c)) /\ WF_vars(\E i \in mail[c] : Take(c, i))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
OneThingEach ==
    \A c \in Consumers :
        Cardinality(mail[c]) + (IF c \in mail[0] THEN 1 ELSE 0) + (IF requester = c THEN 1 ELSE 0) = (IF c \in waiting THEN 1 ELSE 0)

WaitingEnds == \A c \in Consumers : c \in waiting ~> c \notin waiting
=============================================================================
