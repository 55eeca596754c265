-------------------------------- MODULE Raft --------------------------------
(***************************************************************************)
(* The raft library of etcd as its tracer shows it: a fixed set of voters, *)
(* elections, replication with probing and streaming, commitment, and      *)
(* servers that stop and start again from their disks.                     *)
(*                                                                         *)
(* A server handles one input at a time (a message, a time-out, a request) *)
(* and reports every step of the handling.  `todo` is what is left of the  *)
(* handling under way; while it is not empty nothing else happens, which   *)
(* loses nothing, since handling touches only the server's own state.      *)
(* What a server writes or sends takes effect in Ready: until then it is   *)
(* in memory, and a stop loses it.                                         *)
(*                                                                         *)
(* The network keeps every message ever sent.  A message that is never     *)
(* received is lost, one that is received twice was duplicated, and they   *)
(* arrive in any order: no actions are needed for that.                    *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
    Server,       \* the voters
    Nil,          \* no server
    MaxTerm,      \* the others keep the number of states finite: no election after this term,
    MaxInputs,    \* no more requests of clients and heartbeats together,
    MaxBoots,     \* no more starts of a server,
    MaxWaiting    \* and nothing new for a server that has as many messages to send

VARIABLES
    members,      \* members[i]: the voters as server i knows them; {} until it has started
    role,         \* "Down", "Follower", "Candidate" or "Leader"
    term,
    vote,         \* vote[i]: whom i voted for in term[i], or Nil
    lead,         \* lead[i]: whom i follows in term[i], or Nil
    log,          \* log[i]: a sequence of entries [term, value]
    commit,       \* commit[i]: the length of the prefix of log[i] that i knows to be committed
    tally,        \* tally[i][j]: "yes", "no" or "open", for candidates
    peer,         \* peer[i][j]: what the leader i knows about the log of j
    outbox,       \* outbox[i]: messages to be sent, in order
    own,          \* own[i]: messages of i to itself that were sent, in order
    disk,         \* disk[i]: what i has written
    net,          \* messages that were sent to others
    todo,         \* what is left of the handling under way
    inputs,       \* how many requests clients have made and heartbeats were sent, together
    boots         \* boots[i]: how often i has started

memory == <<members, role, term, vote, lead, log, commit, tally, peer>>
vars == <<memory, outbox, own, disk, net, todo, inputs, boots>>

-----------------------------------------------------------------------------
(* Numbers, sequences, quorums.                                            *)

Min(a, b) == IF a < b THEN a ELSE b

Max(a, b) == IF a > b THEN a ELSE b

\* The term of the entry at an index; 0, which no entry has, before the first and after the last.
TermAt(entries, index) == IF index \in DOMAIN entries THEN entries[index].term ELSE 0

LastTerm(entries) == TermAt(entries, Len(entries))

\* The last index up to `from` whose term is not above t.
RECURSIVE LastUpTo(_, _, _)
LastUpTo(entries, from, t) ==
    IF from = 0 \/ TermAt(entries, from) <= t THEN from ELSE LastUpTo(entries, from - 1, t)

IsQuorum(some, all) == 2 * Cardinality(some) > Cardinality(all)

-----------------------------------------------------------------------------
(* Parts of actions.                                                       *)

Idle == todo = <<>>

\* Server i runs, and something new may happen to it.
Open(i) == Idle /\ role[i] /= "Down" /\ Len(outbox[i]) < MaxWaiting

\* The next thing to do is `what`, and server i does it.
Due(i, what) == todo /= <<>> /\ Head(todo).do = what /\ Head(todo).at = i

\* The next thing to do is to send `what` to several servers, and j is one of them.
DueFor(i, what, j) == Due(i, what) /\ j \in Head(todo).to

Step(what, i) == [do |-> what, at |-> i]

\* One message to each of some servers; to those in `all` as many as it takes until everything is sent.
Sends(what, i, to, all) == IF to = {} THEN <<>> ELSE <<[do |-> what, at |-> i, to |-> to, all |-> all]>>

Follow(i, t, l) == [do |-> "follow", at |-> i, term |-> t, lead |-> l]

Answer(i, m) == [do |-> "answer", at |-> i, msg |-> m]

DoneFor(j) == Sends(Head(todo).do, Head(todo).at, Head(todo).to \ {j}, Head(todo).all) \o Tail(todo)

Message(kind, i, j) ==
    [type |-> kind, from |-> i, to |-> j, term |-> term[i], index |-> 0, logTerm |-> 0,
     entries |-> <<>>, commit |-> 0, reject |-> FALSE, hint |-> 0]

Emit(i, m) == outbox' = [outbox EXCEPT ![i] = Append(@, m)]

NoTally == [j \in Server |-> "open"]

NoPeers == [j \in Server |-> [match |-> 0, next |-> 1, probing |-> TRUE, paused |-> FALSE, told |-> 0]]

-----------------------------------------------------------------------------
(* Start.                                                                  *)

Init ==
    /\ members = [i \in Server |-> {}]
    /\ role = [i \in Server |-> "Down"]
    /\ term = [i \in Server |-> 0]
    /\ vote = [i \in Server |-> Nil]
    /\ lead = [i \in Server |-> Nil]
    /\ log = [i \in Server |-> <<>>]
    /\ commit = [i \in Server |-> 0]
    /\ tally = [i \in Server |-> NoTally]
    /\ peer = [i \in Server |-> NoPeers]
    /\ outbox = [i \in Server |-> <<>>]
    /\ own = [i \in Server |-> <<>>]
    /\ disk = [i \in Server |-> [term |-> 0, vote |-> Nil, log |-> <<>>, commit |-> 0]]
    /\ net = {}
    /\ todo = <<>>
    /\ inputs = 0
    /\ boots = [i \in Server |-> 0]

\* A server starts, for the first time or after it stopped at any moment: what it had not written is gone.
Boot(i) ==
    /\ Idle
    /\ boots[i] < MaxBoots
    /\ members' = [members EXCEPT ![i] = {}]
    /\ role' = [role EXCEPT ![i] = "Follower"]
    /\ term' = [term EXCEPT ![i] = 0]
    /\ vote' = [vote EXCEPT ![i] = Nil]
    /\ lead' = [lead EXCEPT ![i] = Nil]
    /\ log' = [log EXCEPT ![i] = disk[i].log]
    /\ commit' = [commit EXCEPT ![i] = 0]
    /\ tally' = [tally EXCEPT ![i] = NoTally]
    /\ peer' = [peer EXCEPT ![i] = NoPeers]
    /\ outbox' = [outbox EXCEPT ![i] = <<>>]
    /\ own' = [own EXCEPT ![i] = <<>>]
    /\ boots' = [boots EXCEPT ![i] = @ + 1]
    /\ todo' = <<Step("join", i), Step("recall", i)>>
    /\ UNCHANGED <<disk, net, inputs>>

\* It learns who votes.
Join(i) ==
    /\ Due(i, "join")
    /\ members' = [members EXCEPT ![i] = Server]
    /\ todo' = Tail(todo)
    /\ UNCHANGED <<role, term, vote, lead, log, commit, tally, peer, outbox, own, disk, net, inputs, boots>>

\* It takes term, vote and commit from its disk.
Recall(i) ==
    /\ Due(i, "recall")
    /\ term' = [term EXCEPT ![i] = disk[i].term]
    /\ vote' = [vote EXCEPT ![i] = disk[i].vote]
    /\ commit' = [commit EXCEPT ![i] = disk[i].commit]
    /\ todo' = Tail(todo)
    /\ UNCHANGED <<members, role, lead, log, tally, peer, outbox, own, disk, net, inputs, boots>>

\* A server writes its state, and then its messages leave.
Ready(i) ==
    /\ Idle
    /\ role[i] /= "Down"
    /\ own[i] = <<>>
    /\ disk' = [disk EXCEPT ![i] = [term |-> term[i], vote |-> vote[i], log |-> log[i], commit |-> commit[i]]]
    /\ net' = net \cup {m \in {outbox[i][k] : k \in DOMAIN outbox[i]} : m.to /= i}
    /\ own' = [own EXCEPT ![i] = SelectSeq(outbox[i], LAMBDA m : m.to = i)]
    /\ outbox' = [outbox EXCEPT ![i] = <<>>]
    /\ UNCHANGED <<memory, todo, inputs, boots>>

-----------------------------------------------------------------------------
(* Roles.                                                                  *)

\* No leader was heard for long enough: a new term, and a vote for oneself.
BecomeCandidate(i) ==
    /\ Open(i)
    /\ role[i] \in {"Follower", "Candidate"}
    /\ term[i] < MaxTerm
    /\ role' = [role EXCEPT ![i] = "Candidate"]
    /\ term' = [term EXCEPT ![i] = @ + 1]
    /\ vote' = [vote EXCEPT ![i] = i]
    /\ lead' = [lead EXCEPT ![i] = Nil]
    /\ tally' = [tally EXCEPT ![i] = NoTally]
    /\ todo' = Sends("ask", i, members[i], {})
    /\ UNCHANGED <<members, log, commit, peer, outbox, own, disk, net, inputs, boots>>

\* A later term, a leader of the same term, or a lost election. The vote holds for its term.
BecomeFollower(i) ==
    /\ Due(i, "follow")
    /\ role' = [role EXCEPT ![i] = "Follower"]
    /\ term' = [term EXCEPT ![i] = Head(todo).term]
    /\ vote' = [vote EXCEPT ![i] = IF Head(todo).term = term[i] THEN @ ELSE Nil]
    /\ lead' = [lead EXCEPT ![i] = Head(todo).lead]
    /\ tally' = [tally EXCEPT ![i] = NoTally]
    /\ peer' = [peer EXCEPT ![i] = NoPeers]
    /\ todo' = Tail(todo)
    /\ UNCHANGED <<members, log, commit, outbox, own, disk, net, inputs, boots>>

\* A leader begins by probing all others at the end of its log, and by an entry of its term.
BecomeLeader(i) ==
    /\ Due(i, "lead")
    /\ role' = [role EXCEPT ![i] = "Leader"]
    /\ lead' = [lead EXCEPT ![i] = i]
    /\ tally' = [tally EXCEPT ![i] = NoTally]
    /\ peer' = [peer EXCEPT ![i] = [j \in Server |->
                    [match |-> IF j = i THEN Len(log[i]) ELSE 0,
                     next |-> Len(log[i]) + 1,
                     probing |-> j /= i,
                     paused |-> FALSE,
                     told |-> 0]]]
    /\ todo' = <<Step("entry", i)>>
    /\ UNCHANGED <<members, term, vote, log, commit, outbox, own, disk, net, inputs, boots>>

-----------------------------------------------------------------------------
(* Elections.                                                              *)

VoteForSelf(i) ==
    /\ DueFor(i, "ask", i)
    /\ Emit(i, Message("MsgVoteResp", i, i))
    /\ todo' = DoneFor(i)
    /\ UNCHANGED <<memory, own, disk, net, inputs, boots>>

RequestVote(i, j) ==
    /\ i /= j
    /\ DueFor(i, "ask", j)
    /\ Emit(i, [Message("MsgVote", i, j) EXCEPT !.index = Len(log[i]), !.logTerm = LastTerm(log[i])])
    /\ todo' = DoneFor(j)
    /\ UNCHANGED <<memory, own, disk, net, inputs, boots>>

\* One vote a term, to a candidate whose log is not behind, and none once a leader is known.
AnswerVote(i) ==
    /\ Due(i, "answer")
    /\ LET m == Head(todo).msg
           free == vote[i] = m.from \/ (vote[i] = Nil /\ lead[i] = Nil)
           current == \/ m.logTerm > LastTerm(log[i])
                      \/ m.logTerm = LastTerm(log[i]) /\ m.index >= Len(log[i])
           grant == free /\ current
       IN /\ m.type = "MsgVote"
          /\ vote' = [vote EXCEPT ![i] = IF grant THEN m.from ELSE @]
          /\ Emit(i, [Message("MsgVoteResp", i, m.from) EXCEPT !.reject = ~grant])
    /\ todo' = Tail(todo)
    /\ UNCHANGED <<members, role, term, lead, log, commit, tally, peer, own, disk, net, inputs, boots>>

-----------------------------------------------------------------------------
(* Entries, from clients to logs.                                          *)

\* A leader appends, acknowledges to itself, and sends to all that are not waited for.
AppendEntry(i, value) ==
    /\ log' = [log EXCEPT ![i] = Append(@, [term |-> term[i], value |-> value])]
    /\ todo' = <<Step("ack", i)>> \o Sends("send", i, {j \in members[i] \ {i} : ~peer[i][j].paused}, {})
    /\ UNCHANGED <<members, role, term, vote, lead, commit, tally, peer, outbox, own, disk, net, boots>>

OpenTerm(i) ==
    /\ Due(i, "entry")
    /\ AppendEntry(i, 0)
    /\ UNCHANGED inputs

ClientRequest(i) ==
    /\ Open(i)
    /\ role[i] = "Leader"
    /\ inputs < MaxInputs
    /\ inputs' = inputs + 1
    /\ AppendEntry(i, inputs + 1)

AcknowledgeSelf(i) ==
    /\ Due(i, "ack")
    /\ Emit(i, [Message("MsgAppResp", i, i) EXCEPT !.index = Len(log[i])])
    /\ todo' = Tail(todo)
    /\ UNCHANGED <<memory, own, disk, net, inputs, boots>>

\* The first n entries that j may lack: a message has room for so many, and for one at least. While probing, one
\* such message at a time; else the next goes on where this one ends.
SendEntries(i, j, n) ==
    /\ DueFor(i, "send", j)
    /\ LET p == peer[i][j]
           left == Len(log[i]) + 1 - p.next
           entries == SubSeq(log[i], p.next, p.next + n - 1)
       IN /\ n \in Min(1, left)..left
          /\ Emit(i, [Message("MsgApp", i, j) EXCEPT
                        !.index = p.next - 1, !.logTerm = TermAt(log[i], p.next - 1),
                        !.entries = entries, !.commit = commit[i]])
          /\ peer' = [peer EXCEPT ![i][j] = [p EXCEPT
                        !.next = IF p.probing THEN @ ELSE @ + n,
                        !.paused = p.probing /\ (@ \/ n > 0),
                        !.told = commit[i]]]
          /\ todo' = IF n < left /\ j \in Head(todo).all THEN todo ELSE DoneFor(j)
    /\ UNCHANGED <<members, role, term, vote, lead, log, commit, tally, own, disk, net, inputs, boots>>

SendAppend(i, j) == \E n \in 0..Len(log[i]) : SendEntries(i, j, n)

\* A follower must not learn of commitment beyond what is known to be in its log.
SendHeartbeat(i, j) ==
    /\ Open(i)
    /\ role[i] = "Leader"
    /\ j \in members[i] \ {i}
    /\ inputs < MaxInputs
    /\ LET known == Min(peer[i][j].match, commit[i])
       IN /\ Emit(i, [Message("MsgHeartbeat", i, j) EXCEPT !.commit = known])
          /\ peer' = [peer EXCEPT ![i][j].told = known]
    /\ inputs' = inputs + 1
    /\ UNCHANGED <<members, role, term, vote, lead, log, commit, tally, own, disk, net, todo, boots>>

\* Entries after the first that differs replace what is there; entries that agree leave the log alone.
Merged(entries, index, new) ==
    LET differ == {k \in DOMAIN new : TermAt(entries, index + k) /= new[k].term}
    IN IF differ = {} THEN entries ELSE SubSeq(entries, 1, index) \o new

AnswerAppend(i) ==
    /\ Due(i, "answer")
    /\ LET m == Head(todo).msg
           reply == Message("MsgAppResp", i, m.from)
           last == m.index + Len(m.entries)
           fits == TermAt(log[i], m.index) = m.logTerm
           hint == LastUpTo(log[i], Min(m.index, Len(log[i])), m.logTerm)
       IN /\ m.type = "MsgApp"
          /\ lead' = [lead EXCEPT ![i] = m.from]
          /\ CASE m.index < commit[i] ->
                    /\ Emit(i, [reply EXCEPT !.index = commit[i]])
                    /\ UNCHANGED <<log, commit>>
               [] m.index >= commit[i] /\ fits ->
                    /\ Emit(i, [reply EXCEPT !.index = last])
                    /\ log' = [log EXCEPT ![i] = Merged(@, m.index, m.entries)]
                    /\ commit' = [commit EXCEPT ![i] = Max(@, Min(m.commit, last))]
               [] m.index >= commit[i] /\ ~fits ->
                    /\ Emit(i, [reply EXCEPT !.index = m.index, !.reject = TRUE, !.hint = hint,
                                             !.logTerm = TermAt(log[i], hint)])
                    /\ UNCHANGED <<log, commit>>
    /\ todo' = Tail(todo)
    /\ UNCHANGED <<members, role, term, vote, tally, peer, own, disk, net, inputs, boots>>

AnswerHeartbeat(i) ==
    /\ Due(i, "answer")
    /\ LET m == Head(todo).msg
       IN /\ m.type = "MsgHeartbeat"
          /\ lead' = [lead EXCEPT ![i] = m.from]
          /\ commit' = [commit EXCEPT ![i] = Max(@, m.commit)]
          /\ Emit(i, Message("MsgHeartbeatResp", i, m.from))
    /\ todo' = Tail(todo)
    /\ UNCHANGED <<members, role, term, vote, log, tally, peer, own, disk, net, inputs, boots>>

\* What most have, if it is of the leader's own term, is committed, and the others are told.
AdvanceCommit(i) ==
    /\ Due(i, "commit")
    /\ LET from == Head(todo).msg.from
           known == {0} \cup {Min(peer[i][j].match, Len(log[i])) : j \in members[i]}
           held == {n \in known : IsQuorum({j \in members[i] : peer[i][j].match >= n}, members[i])}
           most == CHOOSE n \in held : \A k \in held : k <= n
           more == most > commit[i] /\ TermAt(log[i], most) = term[i]
           p == peer[i][from]
           behind == p.next <= Len(log[i]) \/ (commit[i] > p.told /\ p.told < p.next - 1)
           to == IF more THEN {j \in members[i] \ {i} : ~peer[i][j].paused}
                 ELSE IF from /= i /\ behind THEN {from}
                 ELSE {}
       IN /\ commit' = [commit EXCEPT ![i] = IF more THEN most ELSE @]
          /\ todo' = Sends("send", i, to, {from})
    /\ UNCHANGED <<members, role, term, vote, lead, log, tally, peer, outbox, own, disk, net, inputs, boots>>

-----------------------------------------------------------------------------
(* Messages arrive.                                                        *)

Inbox(i) ==
    {m \in net : m.to = i} \cup (IF own[i] = <<>> THEN {} ELSE {Head(own[i])})

Arrives(i, m) ==
    /\ Open(i)
    /\ m \in Inbox(i)
    /\ own' = IF m.from = i THEN [own EXCEPT ![i] = Tail(@)] ELSE own

\* The term of a message comes first: a later one makes a follower, an earlier one is not heard.
Receive(i, m, leader, rest) ==
    todo' = CASE m.term < term[i] -> <<>>
              [] m.term > term[i] -> <<Follow(i, m.term, leader)>> \o rest
              [] m.term = term[i] -> rest

OnVoteRequest(i, m) ==
    /\ Arrives(i, m)
    /\ m.type = "MsgVote"
    /\ Receive(i, m, Nil, <<Answer(i, m)>>)
    /\ UNCHANGED <<memory, outbox, disk, net, inputs, boots>>

ReceiveVoteRequest(i) == \E m \in Inbox(i) : OnVoteRequest(i, m)

OnVoteResponse(i, m) ==
    /\ Arrives(i, m)
    /\ m.type = "MsgVoteResp"
    /\ LET counts == role[i] = "Candidate" /\ m.term = term[i]
           new == IF counts /\ tally[i][m.from] = "open"
                  THEN [tally[i] EXCEPT ![m.from] = IF m.reject THEN "no" ELSE "yes"]
                  ELSE tally[i]
           won == IsQuorum({j \in members[i] : new[j] = "yes"}, members[i])
           lost == ~IsQuorum({j \in members[i] : new[j] /= "no"}, members[i])
       IN /\ tally' = [tally EXCEPT ![i] = new]
          /\ Receive(i, m, Nil, IF counts /\ won THEN <<Step("lead", i)>>
                                ELSE IF counts /\ lost THEN <<Follow(i, term[i], Nil)>>
                                ELSE <<>>)
    /\ UNCHANGED <<members, role, term, vote, lead, log, commit, peer, outbox, disk, net, inputs, boots>>

ReceiveVoteResponse(i) == \E m \in Inbox(i) : OnVoteResponse(i, m)

\* A leader of its own term hears no other.
FromLeader(i, m) ==
    /\ Arrives(i, m)
    /\ Receive(i, m, m.from, CASE m.term > term[i] -> <<Answer(i, m)>>
                               [] m.term <= term[i] /\ role[i] = "Follower" -> <<Answer(i, m)>>
                               [] m.term <= term[i] /\ role[i] = "Candidate" -> <<Follow(i, m.term, m.from), Answer(i, m)>>
                               [] m.term <= term[i] /\ role[i] = "Leader" -> <<>>)
    /\ UNCHANGED <<memory, outbox, disk, net, inputs, boots>>

OnAppend(i, m) ==
    /\ m.type = "MsgApp"
    /\ FromLeader(i, m)

ReceiveAppend(i) == \E m \in Inbox(i) : OnAppend(i, m)

OnHeartbeat(i, m) ==
    /\ m.type = "MsgHeartbeat"
    /\ FromLeader(i, m)

ReceiveHeartbeat(i) == \E m \in Inbox(i) : OnHeartbeat(i, m)

\* What a response says of the log of its sender, given what was known: unchanged if it says nothing new.
Learned(i, p, m) ==
    IF m.reject
    THEN LET guess == IF m.logTerm > 0 THEN LastUpTo(log[i], m.hint, m.logTerm) ELSE m.hint
             next == IF p.probing THEN Max(Min(m.index, guess + 1), p.match + 1) ELSE p.match + 1
             fresh == IF p.probing THEN p.next - 1 = m.index ELSE m.index > p.match
         IN IF fresh
            THEN [p EXCEPT !.next = next, !.probing = TRUE, !.paused = FALSE, !.told = Min(@, next - 1)]
            ELSE p
    ELSE IF m.index > p.match \/ (m.index = p.match /\ p.probing)
    THEN [p EXCEPT !.match = m.index, !.next = IF p.probing THEN m.index + 1 ELSE Max(@, m.index + 1),
                   !.probing = FALSE, !.paused = FALSE]
    ELSE p

OnAppendResponse(i, m) ==
    /\ Arrives(i, m)
    /\ m.type = "MsgAppResp"
    /\ LET counts == role[i] = "Leader" /\ m.term = term[i]
           p == peer[i][m.from]
           new == IF counts THEN Learned(i, p, m) ELSE p
           rejected == m.reject /\ (IF p.probing THEN p.next - 1 = m.index ELSE m.index > p.match)
           accepted == ~m.reject /\ (m.index > p.match \/ (m.index = p.match /\ p.probing))
       IN /\ peer' = [peer EXCEPT ![i][m.from] = new]
          /\ Receive(i, m, Nil, IF counts /\ rejected THEN Sends("send", i, {m.from}, {})
                                ELSE IF counts /\ accepted THEN <<[do |-> "commit", at |-> i, msg |-> m]>>
                                ELSE <<>>)
    /\ UNCHANGED <<members, role, term, vote, lead, log, commit, tally, outbox, disk, net, inputs, boots>>

ReceiveAppendResponse(i) == \E m \in Inbox(i) : OnAppendResponse(i, m)

\* A follower that answers may be sent to again.
OnHeartbeatResponse(i, m) ==
    /\ Arrives(i, m)
    /\ m.type = "MsgHeartbeatResp"
    /\ LET counts == role[i] = "Leader" /\ m.term = term[i]
           p == peer[i][m.from]
           behind == p.match < Len(log[i]) \/ p.probing
       IN /\ peer' = [peer EXCEPT ![i][m.from].paused = @ /\ ~counts]
          /\ Receive(i, m, Nil, IF counts /\ behind THEN Sends("send", i, {m.from}, {}) ELSE <<>>)
    /\ UNCHANGED <<members, role, term, vote, lead, log, commit, tally, outbox, disk, net, inputs, boots>>

ReceiveHeartbeatResponse(i) == \E m \in Inbox(i) : OnHeartbeatResponse(i, m)

-----------------------------------------------------------------------------

Next ==
    \/ \E i \in Server : Boot(i)
    \/ \E i \in Server : Join(i)
    \/ \E i \in Server : Recall(i)
    \/ \E i \in Server : Ready(i)
    \/ \E i \in Server : BecomeCandidate(i)
    \/ \E i \in Server : BecomeFollower(i)
    \/ \E i \in Server : BecomeLeader(i)
    \/ \E i \in Server : VoteForSelf(i)
    \/ \E i, j \in Server : RequestVote(i, j)
    \/ \E i \in Server : AnswerVote(i)
    \/ \E i \in Server : OpenTerm(i)
    \/ \E i \in Server : ClientRequest(i)
    \/ \E i \in Server : AcknowledgeSelf(i)
    \/ \E i, j \in Server : SendAppend(i, j)
    \/ \E i, j \in Server : SendHeartbeat(i, j)
    \/ \E i \in Server : AnswerAppend(i)
    \/ \E i \in Server : AnswerHeartbeat(i)
    \/ \E i \in Server : AdvanceCommit(i)
    \/ \E i \in Server : ReceiveVoteRequest(i)
    \/ \E i \in Server : ReceiveVoteResponse(i)
    \/ \E i \in Server : ReceiveAppend(i)
    \/ \E i \in Server : ReceiveHeartbeat(i)
    \/ \E i \in Server : ReceiveAppendResponse(i)
    \/ \E i \in Server : ReceiveHeartbeatResponse(i)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Invariants.                                                             *)

Running == {i \in Server : role[i] /= "Down"}

OneLeaderPerTerm ==
    \A i, j \in Server : role[i] = "Leader" /\ role[j] = "Leader" /\ term[i] = term[j] => i = j

\* Logs that have an entry of the same term at the same index are the same up to there.
LogMatching ==
    \A i, j \in Server : \A k \in 1..Min(Len(log[i]), Len(log[j])) :
        log[i][k].term = log[j][k].term => SubSeq(log[i], 1, k) = SubSeq(log[j], 1, k)

\* What is committed is the same everywhere.
StateMachineSafety ==
    \A i, j \in Server : \A k \in 1..Min(commit[i], commit[j]) : log[i][k] = log[j][k]

\* A leader has all that was committed in earlier terms.
LeaderCompleteness ==
    \A i, j \in Server : role[i] = "Leader" =>
        \A k \in 1..commit[j] : log[j][k].term < term[i] => k <= Len(log[i]) /\ log[i][k] = log[j][k]

\* What is committed is on most disks.
CommittedIsWritten ==
    \A i \in Server : commit[i] > 0 =>
        IsQuorum({j \in Server : Len(disk[j].log) >= commit[i]
                                   /\ SubSeq(disk[j].log, 1, commit[i]) = SubSeq(log[i], 1, commit[i])}, Server)

CommitWithinLog == \A i \in Server : commit[i] <= Len(log[i])

TermsGrowAlongLogs ==
    \A i \in Server : /\ \A k \in 1..Len(log[i]) - 1 : log[i][k].term <= log[i][k + 1].term
                       /\ members[i] = Server /\ Idle => LastTerm(log[i]) <= term[i]

\* A vote that was sent is on the voter's disk, as long as the term lasts.
VotesAreWritten ==
    \A m \in net : m.type = "MsgVoteResp" /\ ~m.reject =>
        disk[m.from].term > m.term \/ (disk[m.from].term = m.term /\ disk[m.from].vote = m.to)

\* What a leader counts on is on the follower's disk.
MatchIsWritten ==
    \A i, j \in Server : role[i] = "Leader" /\ disk[j].term <= term[i] =>
        /\ peer[i][j].match < peer[i][j].next
        /\ peer[i][j].match <= Len(disk[j].log)
        /\ SubSeq(disk[j].log, 1, peer[i][j].match) = SubSeq(log[i], 1, peer[i][j].match)

TermNeverFalls == [][\A i \in Server : disk'[i].term >= disk[i].term]_vars

OneVotePerTerm ==
    [][\A i \in Server : disk'[i].term = disk[i].term /\ disk[i].vote /= Nil => disk'[i].vote = disk[i].vote]_vars

CommitNeverFalls == [][\A i \in Server : disk'[i].commit >= disk[i].commit]_vars

LeaderOnlyAppends ==
    [][\A i \in Server : role[i] = "Leader" /\ role'[i] = "Leader" =>
          Len(log'[i]) >= Len(log[i]) /\ SubSeq(log'[i], 1, Len(log[i])) = log[i]]_vars

=============================================================================
