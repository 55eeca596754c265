------------------------------ MODULE LockSvc -------------------------------
(* A lock that a server grants by messages. Mailboxes hand out their messages *)
(* in any order: the server may read that a client asks again before it reads  *)
(* that the client has given the lock back.                                    *)
EXTENDS Naturals, Sequences

CONSTANT
    Clients     \* a set of numbers above 0, which is the server

VARIABLES
    mail,       \* mail[n]: what is in the mailbox of n
    queue,      \* the clients that have asked, the one that has the lock first
    serving,    \* the message that the server has taken and not answered, as a set
    pc          \* where a client is: "idle", "waiting", "inside"

vars == <<mail, queue, serving, pc>>

Lock(c) == [from |-> c, type |-> "lock"]
Unlock(c) == [from |-> c, type |-> "unlock"]
Grant == [from |-> 0, type |-> "grant"]

Init ==
    /\ mail = [n \in Clients \cup {0} |-> {}]
    /\ queue = <<>>
    /\ serving = {}
    /\ pc = [c \in Clients |-> "idle"]

Acquire(c) ==
    /\ pc[c] = "idle"
    /\ pc' = [pc EXCEPT ![c] = "waiting"]
    /\ mail' = [mail EXCEPT ![0] = @ \cup {Lock(c)}]
    /\ UNCHANGED <<queue, serving>>

Enter(c) ==
    /\ pc[c] = "waiting"
    /\ Grant \in mail[c]
    /\ pc' = [pc EXCEPT ![c] = "inside"]
    /\ mail' = [mail EXCEPT ![c] = @ \ {Grant}]
    /\ UNCHANGED <<queue, serving>>

Leave(c) ==
    /\ pc[c] = "inside"
    /\ pc' = [pc EXCEPT ![c] = "idle"]
    /\ mail' = [mail EXCEPT ![0] = @ \cup {Unlock(c)}]
    /\ UNCHANGED <<queue, serving>>

Receive(m) ==
    /\ serving = {}
    /\ m \in mail[0]
    /\ serving' = {m}
    /\ mail' = [mail EXCEPT ![0] = @ \ {m}]
    /\ UNCHANGED <<queue, pc>>

\* Who comes to be first in the queue is told.
Respond ==
    \E m \in serving :
        /\ serving' = {}
        /\ queue' = IF m.type = "lock" THEN Append(queue, m.from) ELSE Tail(queue)
        /\ IF queue' # <<>> /\ (queue = <<>> \/ m.type = "unlock")
           THEN mail' = [mail EXCEPT ![Head(queue')] = @ \cup {Grant}]
           ELSE mail' = mail
        /\ UNCHANGED pc

Next ==
    \/ Respond
    \/ \E m \in mail[0] : Receive(m)
    \/ \E c \in Clients : Acquire(c) \/ Enter(c) \/ Leave(c)

\* The server reads every message at some time, and clients don't keep the lock.
Fairness ==
    /\ WF_vars(Respond)
    /\ \A c \in Clients :
        /\ SF_vars(Receive(Lock(c))) /\ SF_vars(Receive(Unlock(c)))
        /\ WF_vars(Enter(c)) /\ WF_vars(Leave(c))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
MutualExclusion == \A c, d \in Clients : pc[c] = "inside" /\ pc[d] = "inside" => c = d

FirstHasIt == \A c \in Clients : pc[c] = "inside" \/ Grant \in mail[c] => queue # <<>> /\ Head(queue) = c

WaitingEnds == \A c \in Clients : pc[c] = "waiting" ~> pc[c] = "inside"
=============================================================================
