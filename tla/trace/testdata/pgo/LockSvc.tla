---- MODULE LockSvc ----
(* A lock that a server grants over mailboxes, each a queue. *)
EXTENDS Naturals, Sequences
CONSTANTS Clients, none
VARIABLES network, queue, msg, stage

Init == /\ network = [i \in Clients \cup {0} |-> <<>>]
        /\ queue = <<>>
        /\ msg = none
        /\ stage = [c \in Clients |-> "idle"]

Send(to, m) == network' = [network EXCEPT ![to] = Append(@, m)]

Receive == /\ msg = none /\ network[0] # <<>>
           /\ msg' = Head(network[0])
           /\ network' = [network EXCEPT ![0] = Tail(@)]
           /\ UNCHANGED <<queue, stage>>

Respond == /\ msg # none /\ msg' = none /\ UNCHANGED stage
           /\ queue' = IF msg.type = "lock" THEN Append(queue, msg.from) ELSE Tail(queue)
           /\ IF queue' # <<>> /\ (queue = <<>> \/ msg.type = "unlock")
              THEN Send(Head(queue'), "grant")
              ELSE UNCHANGED network

Acquire(c) == /\ stage[c] = "idle" /\ stage' = [stage EXCEPT ![c] = "waiting"]
              /\ Send(0, [from |-> c, type |-> "lock"])
              /\ UNCHANGED <<queue, msg>>

Enter(c) == /\ stage[c] = "waiting" /\ stage' = [stage EXCEPT ![c] = "in"]
            /\ network[c] # <<>> /\ Head(network[c]) = "grant"
            /\ network' = [network EXCEPT ![c] = Tail(@)]
            /\ UNCHANGED <<queue, msg>>

Leave(c) == /\ stage[c] = "in" /\ stage' = [stage EXCEPT ![c] = "idle"]
            /\ Send(0, [from |-> c, type |-> "unlock"])
            /\ UNCHANGED <<queue, msg>>

Next == Receive \/ Respond \/ \E c \in Clients : Acquire(c) \/ Enter(c) \/ Leave(c)
====
