------------------------------ MODULE RaftKvs ------------------------------
(* A key-value store that servers replicate by Raft, with clients that ask    *)
(* again. Messages may be lost, late, and there twice: a mailbox has all that *)
(* was ever sent to it, and what is read may be read again or never.          *)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
    Servers,        \* 1..N
    Clients,        \* numbers above those of the servers
    Keys, Values,   \* of the store; numbers above 0
    MaxRequests,    \* of each client
    MaxTicks        \* no more elections, appends, restarts and impatience of clients, together

VARIABLES
    mail,       \* mail[n]: what was sent to n
    server,     \* server[i]: the variables of a server
    client,     \* client[c]: those of a client
    ticks       \* how often something happened that nobody asked for

vars == <<mail, server, client, ticks>>

Nobody == 0     \* no server, no client
Nothing == 0    \* the value of a key that was never put

Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b
Majority(s) == 2 * Cardinality(s) > Cardinality(Servers)

Request(c, n, op, k, v) == [client |-> c, number |-> n, op |-> op, key |-> k, value |-> v]
NoRequest == Request(Nobody, 0, "none", "", Nothing)
Asks == {<<"put", k, v>> : k \in Keys, v \in Values} \cup {<<"get", k, Nothing>> : k \in Keys}

TermAt(s, k) == IF k = 0 THEN 0 ELSE s.log[k].term
LastTerm(s) == TermAt(s, Len(s.log))

\* The value of a key when n entries of a log have been applied.
RECURSIVE Value(_, _, _)
Value(log, n, key) ==
    IF n = 0 THEN Nothing
    ELSE IF log[n].request.op = "put" /\ log[n].request.key = key THEN log[n].request.value
    ELSE Value(log, n - 1, key)

\* Where a log has a request; 0 if it hasn't.
Place(log, r) == IF \E k \in DOMAIN log : log[k].request = r
                 THEN CHOOSE k \in DOMAIN log : log[k].request = r
                 ELSE 0

New == [term |-> 0, vote |-> Nobody, log |-> <<>>,                                     \* kept over a restart
        role |-> "follower", leader |-> Nobody, votes |-> {}, commit |-> 0, applied |-> 0,
        next |-> [j \in Servers |-> 0], match |-> [j \in Servers |-> 0]]

Follower(s, leader) == [s EXCEPT !.role = "follower", !.leader = leader, !.votes = {},
                                 !.next = New.next, !.match = New.match]

\* Who hears of a later term follows in it, and has not voted.
Hear(s, t) == IF t > s.term THEN [Follower(s, Nobody) EXCEPT !.term = t, !.vote = Nobody] ELSE s

Tick == ticks < MaxTicks /\ ticks' = ticks + 1
Become(i, s) == server' = [server EXCEPT ![i] = s]
Send(to, m) == mail' = [mail EXCEPT ![to] = @ \cup {m}]
Broadcast(i, M(_)) == mail' = [n \in DOMAIN mail |-> IF n \in Servers \ {i} THEN mail[n] \cup {M(n)} ELSE mail[n]]

Init ==
    /\ mail = [n \in Servers \cup Clients |-> {}]
    /\ server = [i \in Servers |-> New]
    /\ client = [c \in Clients |-> [request |-> NoRequest, waits |-> FALSE, server |-> 1, value |-> Nothing]]
    /\ ticks = 0

-----------------------------------------------------------------------------
(* Elections *)

RequestVotes(i) ==
    LET s == server[i]
        M(j) == [type |-> "voteRequest", from |-> i, term |-> s.term + 1, lastIndex |-> Len(s.log), lastTerm |-> LastTerm(s)]
    IN  /\ s.role # "leader"
        /\ Tick
        /\ Become(i, [Follower(s, Nobody) EXCEPT !.term = @ + 1, !.role = "candidate", !.vote = i, !.votes = {i}])
        /\ Broadcast(i, M)
        /\ UNCHANGED client

OnVoteRequest(i, m) ==
    LET s == Hear(server[i], m.term)
        upToDate == m.lastTerm > LastTerm(s) \/ (m.lastTerm = LastTerm(s) /\ m.lastIndex >= Len(s.log))
        granted == m.term = s.term /\ s.vote \in {Nobody, m.from} /\ upToDate
    IN  /\ m.type = "voteRequest"
        /\ Become(i, IF granted THEN [s EXCEPT !.vote = m.from] ELSE s)
        /\ Send(m.from, [type |-> "voteAnswer", from |-> i, term |-> s.term, granted |-> granted])
        /\ UNCHANGED <<client, ticks>>

OnVoteAnswer(i, m) ==
    LET s == Hear(server[i], m.term)
    IN  /\ m.type = "voteAnswer"
        /\ Become(i, IF m.term = s.term /\ s.role = "candidate" /\ m.granted
                     THEN [s EXCEPT !.votes = @ \cup {m.from}] ELSE s)
        /\ UNCHANGED <<mail, client, ticks>>

\* A leader begins with an entry of its term: it can't count those of earlier ones.
BecomeLeader(i) ==
    LET s == server[i]
    IN  /\ s.role = "candidate"
        /\ Majority(s.votes)
        /\ Become(i, [s EXCEPT !.role = "leader", !.leader = i, !.votes = {},
                               !.next = [j \in Servers |-> Len(s.log) + 1],
                               !.log = Append(@, [term |-> s.term, request |-> NoRequest])])
        /\ UNCHANGED <<mail, client, ticks>>

-----------------------------------------------------------------------------
(* Replication *)

AppendEntries(i) ==
    LET s == server[i]
        M(j) == [type |-> "appendRequest", from |-> i, term |-> s.term,
                 prevIndex |-> s.next[j] - 1, prevTerm |-> TermAt(s, s.next[j] - 1),
                 entries |-> SubSeq(s.log, s.next[j], Len(s.log)), commit |-> s.commit]
    IN  /\ s.role = "leader"
        /\ Tick
        /\ Broadcast(i, M)
        /\ UNCHANGED <<server, client>>

\* A log with the entries after the first p. What agrees stays, with all that follows it: the
\* message may be an old one.
Merge(log, p, entries) ==
    IF \E k \in DOMAIN entries : p + k > Len(log) \/ log[p + k].term # entries[k].term
    THEN SubSeq(log, 1, p) \o entries
    ELSE log

OnAppendRequest(i, m) ==
    LET s == Hear(server[i], m.term)
        f == Follower(s, m.from)
        end == m.prevIndex + Len(m.entries)
        Answer(ok) == Send(m.from, [type |-> "appendAnswer", from |-> i, term |-> s.term, success |-> ok,
                                    match |-> IF ok THEN end ELSE 0])
    IN  /\ m.type = "appendRequest"
        /\ IF m.term < s.term THEN Become(i, s) /\ Answer(FALSE)
           ELSE IF m.prevIndex > Len(s.log) \/ TermAt(s, m.prevIndex) # m.prevTerm THEN Become(i, f) /\ Answer(FALSE)
           ELSE /\ Become(i, [f EXCEPT !.log = Merge(@, m.prevIndex, m.entries),
                                       !.commit = Max(@, Min(m.commit, end))])
                /\ Answer(TRUE)
        /\ UNCHANGED <<client, ticks>>

OnAppendAnswer(i, m) ==
    LET s == Hear(server[i], m.term)
        match == Max(s.match[m.from], m.match)
    IN  /\ m.type = "appendAnswer"
        /\ Become(i, IF m.term # s.term \/ s.role # "leader" THEN s
                     ELSE IF m.success THEN [s EXCEPT !.match[m.from] = match, !.next[m.from] = Max(@, match + 1)]
                     ELSE [s EXCEPT !.next[m.from] = Max(match + 1, @ - 1)])
        /\ UNCHANGED <<mail, client, ticks>>

\* The entries that a majority has, up to one of the leader's own term.
Agreed(i) ==
    LET s == server[i]
    IN  {k \in DOMAIN s.log : s.log[k].term = s.term /\ Majority({i} \cup {j \in Servers : s.match[j] >= k})}

AdvanceCommit(i) ==
    /\ server[i].role = "leader"
    /\ \E k \in Agreed(i) :
        /\ k > server[i].commit
        /\ \A l \in Agreed(i) : l <= k
        /\ Become(i, [server[i] EXCEPT !.commit = k])
    /\ UNCHANGED <<mail, client, ticks>>

-----------------------------------------------------------------------------
(* The store *)

Told(log, k) ==
    [type |-> "clientAnswer", number |-> log[k].request.number, done |-> TRUE,
     value |-> Value(log, k, log[k].request.key), leader |-> Nobody]

Apply(i) ==
    LET s == server[i]
        k == s.applied + 1
    IN  /\ s.applied < s.commit
        /\ Become(i, [s EXCEPT !.applied = k])
        /\ IF s.role = "leader" /\ s.log[k].request # NoRequest
           THEN Send(s.log[k].request.client, Told(s.log, k))
           ELSE mail' = mail
        /\ UNCHANGED <<client, ticks>>

OnClientRequest(i, m) ==
    LET s == server[i]
        r == m.request
        k == Place(s.log, r)
    IN  /\ m.type = "clientRequest"
        /\ IF s.role = "leader" /\ k = 0
           THEN Become(i, [s EXCEPT !.log = Append(@, [term |-> s.term, request |-> r])])
           ELSE server' = server
        /\ IF s.role = "leader" /\ k \in 1..s.applied THEN Send(r.client, Told(s.log, k))
           ELSE IF s.role # "leader" /\ s.leader # Nobody
           THEN Send(r.client, [type |-> "clientAnswer", number |-> r.number, done |-> FALSE,
                                value |-> Nothing, leader |-> s.leader])
           ELSE mail' = mail
        /\ UNCHANGED <<client, ticks>>

\* A server stops, and begins again with what it had written.
Restart(i) ==
    /\ Tick
    /\ Become(i, [New EXCEPT !.term = server[i].term, !.vote = server[i].vote, !.log = server[i].log])
    /\ UNCHANGED <<mail, client>>

-----------------------------------------------------------------------------
(* Clients *)

Ask(c, d, i) ==
    /\ client' = [client EXCEPT ![c] = [d EXCEPT !.waits = TRUE, !.server = i]]
    /\ Send(i, [type |-> "clientRequest", request |-> d.request])

SendRequest(c, ask) ==
    LET d == client[c]
    IN  /\ ~d.waits
        /\ d.request.number < MaxRequests
        /\ Ask(c, [d EXCEPT !.request = Request(c, @.number + 1, ask[1], ask[2], ask[3])], d.server)
        /\ UNCHANGED <<server, ticks>>

ReceiveAnswer(c, m) ==
    LET d == client[c]
    IN  /\ d.waits
        /\ IF m.number = d.request.number /\ ~m.done THEN Ask(c, d, m.leader)
           ELSE /\ client' = [client EXCEPT ![c] = IF m.number = d.request.number
                                                  THEN [d EXCEPT !.waits = FALSE, !.value = m.value] ELSE d]
                /\ mail' = mail
        /\ UNCHANGED <<server, ticks>>

WaitTooLong(c) ==
    /\ client[c].waits
    /\ Tick
    /\ Ask(c, client[c], (client[c].server % Cardinality(Servers)) + 1)
    /\ UNCHANGED server

Next ==
    \/ \E i \in Servers : RequestVotes(i) \/ BecomeLeader(i) \/ AppendEntries(i) \/ AdvanceCommit(i) \/ Apply(i) \/ Restart(i)
    \/ \E i \in Servers : \E m \in mail[i] : OnVoteRequest(i, m)
    \/ \E i \in Servers : \E m \in mail[i] : OnVoteAnswer(i, m)
    \/ \E i \in Servers : \E m \in mail[i] : OnAppendRequest(i, m)
    \/ \E i \in Servers : \E m \in mail[i] : OnAppendAnswer(i, m)
    \/ \E i \in Servers : \E m \in mail[i] : OnClientRequest(i, m)
    \/ \E c \in Clients : (\E ask \in Asks : SendRequest(c, ask)) \/ WaitTooLong(c)
    \/ \E c \in Clients : \E m \in mail[c] : ReceiveAnswer(c, m)

Fairness ==
    \A i \in Servers : WF_vars(BecomeLeader(i)) /\ WF_vars(AdvanceCommit(i)) /\ WF_vars(Apply(i))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
OneLeaderPerTerm ==
    \A i, j \in Servers : server[i].role = "leader" /\ server[j].role = "leader" /\ server[i].term = server[j].term => i = j

SameCommitted ==
    \A i, j \in Servers : \A k \in 1..Min(server[i].commit, server[j].commit) : server[i].log[k] = server[j].log[k]

CommittedIsApplied == \A i \in Servers : server[i].commit > server[i].applied ~> server[i].commit = server[i].applied
=============================================================================
