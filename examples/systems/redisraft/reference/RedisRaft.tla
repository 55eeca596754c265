----------------------------- MODULE RedisRaft ------------------------------
(***************************************************************************)
(* The raft library of RedisRaft.  A server handles one call at a time and *)
(* has written what it changed before it answers: an action is a call, and *)
(* what a server must not forget is kept when it starts again.             *)
(*                                                                         *)
(* Time is what servers are told: every periodic call says how many        *)
(* milliseconds have passed, and nothing is known of other servers' clocks.*)
(*                                                                         *)
(* The network keeps every message ever sent.  A message that is never     *)
(* received is lost, one that is received twice was duplicated, and they   *)
(* arrive in any order: no actions are needed for that.                    *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
    Server,           \* numbers above 0
    Value,            \* what clients ask for, numbers above 0
    ElectionTimeout,  \* milliseconds, as the others
    RequestTimeout,
    Patience,         \* the times that a server may draw, to wait for a leader
    Period,           \* the times that may pass between periodic calls
    MaxTerm,          \* the others keep the number of states finite: no election after this term,
    MaxEntries,       \* no request of a client for a leader whose log is as long,
    MaxMessage,       \* nothing that makes a leader send once it has numbered as many messages,
    MaxRestarts       \* and no more starts of servers that have run

VARIABLES
    server,           \* server[i]: the state of server i, a record
    net,              \* all messages that were sent
    restarts          \* how many

vars == <<server, net, restarts>>

Nobody == 0

-----------------------------------------------------------------------------
(* Numbers, logs, majorities.                                              *)

Min(a, b) == IF a < b THEN a ELSE b

Max(a, b) == IF a > b THEN a ELSE b

\* The term of the entry at an index; 0, which no entry has, before the first and after the last.
TermAt(log, index) == IF index \in DOMAIN log THEN log[index].term ELSE 0

Last(s) == Len(s.log)

LastTerm(s) == TermAt(s.log, Last(s))

IsMajority(some) == 2 * Cardinality(some) > Cardinality(Server)

\* The highest of some numbers, one of each server, that is not above those of a majority.
Reached(number) ==
    CHOOSE n \in {number[j] : j \in Server} :
        /\ IsMajority({j \in Server : number[j] >= n})
        /\ ~IsMajority({j \in Server : number[j] > n})

Others(i) == Server \ {i}

-----------------------------------------------------------------------------
(* What is done in a call: a server and the messages that it has sent.     *)

Done(s, sent) == [server |-> s, sent |-> sent]

\* The call is over, and this is what it has done. (Of a set of one, TLC computes the element once, a LET again and again.)
Returns(i, done) ==
    \E d \in {done} :
        /\ server' = [server EXCEPT ![i] = d.server]
        /\ net' = net \cup d.sent
        /\ UNCHANGED restarts

Down(i) == server[i].role = "down"

\* A follower that knows no leader waits for the time p. What only candidates and leaders need is forgotten; the library
\* keeps it, and sets it anew when it is needed.
Follower(s, p) ==
    [s EXCEPT !.role = "follower", !.leader = Nobody, !.elapsed = 0, !.timeout = p, !.votes = {},
              !.next = [j \in Server |-> 1], !.match = [j \in Server |-> 0], !.quorum = 0, !.answered = 0]

\* Term, vote and log are on disk, and what was applied is applied again.
Started(s, p) ==
    [Follower(s, p) EXCEPT !.commit = 0, !.applied = 0, !.message = 0, !.match_id = [j \in Server |-> 0]]

\* A later term was seen. In it the server has voted for nobody.
Enters(s, term, p) == [Follower(s, p) EXCEPT !.term = term, !.vote = Nobody]

AsksForVotes(i, s, pre) ==
    Done([s EXCEPT !.role = IF pre THEN "precandidate" ELSE "candidate", !.leader = Nobody, !.votes = {}],
         {[type |-> "requestvote", from |-> i, to |-> j, prevote |-> pre,
           term |-> IF pre THEN s.term + 1 ELSE s.term,
           last_index |-> Last(s), last_term |-> LastTerm(s)] : j \in Others(i)})

\* All that j may lack is sent, and taken to arrive.
Sends(i, done, j) ==
    LET s == done.server
        prev == s.next[j] - 1
        entries == SubSeq(s.log, prev + 1, Last(s))
    IN Done([s EXCEPT !.message = @ + 1, !.next[j] = @ + Len(entries)],
            done.sent \cup
            {[type |-> "appendentries", from |-> i, to |-> j, term |-> s.term, id |-> s.message + 1,
              prev_index |-> prev, prev_term |-> TermAt(s.log, prev), commit |-> s.commit, entries |-> entries]})

\* To several, in the order of their numbers.
RECURSIVE SendsTo(_, _, _)
SendsTo(i, done, to) ==
    IF to = {} THEN done
    ELSE LET j == CHOOSE j \in to : \A k \in to : j <= k
         IN SendsTo(i, Sends(i, done, j), to \ {j})

Appends(i, s, entry) == [s EXCEPT !.log = Append(@, entry), !.match[i] = Last(s) + 1]

\* A term begins with an entry of its own, but for the first.
Leads(i, s) ==
    LET opened == IF s.term > 1 THEN Appends(i, s, [term |-> s.term, value |-> 0]) ELSE s
    IN SendsTo(i, Done([opened EXCEPT
                          !.role = "leader", !.leader = i, !.elapsed = 0, !.votes = {},
                          !.quorum = 2 * ElectionTimeout, !.answered = s.message,
                          !.next = [j \in Server |-> IF j = i THEN 1 ELSE Last(s) + 1],
                          !.match = [j \in Server |-> IF j = i THEN opened.match[i] ELSE 0]], {}),
               Others(i))

\* By counting, only entries of the leader's own term are committed.
Commits(s) ==
    LET index == Reached(s.match)
    IN IF index > s.commit /\ TermAt(s.log, index) = s.term THEN [s EXCEPT !.commit = index] ELSE s

Applies(s) == [s EXCEPT !.applied = s.commit]

Flushes(i, s) ==
    LET done == SendsTo(i, Done(Commits(s), {}), {j \in Others(i) : s.next[j] <= Last(s)})
    IN [done EXCEPT !.server = Applies(@)]

-----------------------------------------------------------------------------
(* Starts and time.                                                        *)

Init ==
    /\ server = [i \in Server |->
         [role |-> "down", term |-> 0, vote |-> Nobody, leader |-> Nobody, log |-> <<>>, commit |-> 0, applied |-> 0,
          elapsed |-> 0, timeout |-> 0,         \* milliseconds since the clock was set back, and until an election
          message |-> 0,                        \* the number of the last message
          quorum |-> 0, answered |-> 0,         \* until a leader looks for a majority, and what one had answered then
          votes |-> {},                         \* who else voted, or would vote, for a candidate
          next |-> [j \in Server |-> 1],        \* what to send to j next,
          match |-> [j \in Server |-> 0],       \* up to where the logs agree,
          match_id |-> [j \in Server |-> 0]]]   \* and the latest message that j has answered
    /\ net = {}
    /\ restarts = 0

\* A server starts, for the first time or after it stopped between two calls.
Start(i, p) ==
    /\ Down(i) \/ restarts < MaxRestarts
    /\ server' = [server EXCEPT ![i] = Started(@, p)]
    /\ restarts' = IF Down(i) THEN restarts ELSE restarts + 1
    /\ UNCHANGED net

\* A leader may send more.
Room(s) == s.message < MaxMessage

\* The clock of a server that has come to a bound stands still.
Later(i, ms) ==
    LET s == server[i]
        bound == IF s.role = "leader" THEN ~Room(s) ELSE s.term = MaxTerm
    IN IF bound THEN s ELSE [s EXCEPT !.elapsed = @ + ms]

BeatIsDue(s) == s.role = "leader" /\ RequestTimeout <= s.elapsed /\ Room(s)

QuorumIsDue(s, ms) == s.role = "leader" /\ s.quorum < ms

ElectionIsDue(s) == s.role # "leader" /\ s.timeout <= s.elapsed /\ s.term < MaxTerm

Beats(i, s) == SendsTo(i, Done([s EXCEPT !.message = @ + 1, !.elapsed = 0], {}), Others(i))

\* A leader that no majority has answered since it last looked gives up.
Looks(i, s, ms, p) ==
    LET now == Reached([j \in Server |-> IF j = i THEN s.message ELSE s.match_id[j]])
    IN CASE s.role # "leader" -> s
         [] s.role = "leader" /\ ~QuorumIsDue(s, ms) -> [s EXCEPT !.quorum = @ - ms]
         [] QuorumIsDue(s, ms) /\ now # s.answered -> [s EXCEPT !.quorum = 2 * ElectionTimeout, !.answered = now]
         [] QuorumIsDue(s, ms) /\ now = s.answered -> Follower(s, p)

\* Time passes, and nothing is due.
Wait(i, ms) ==
    /\ ~Down(i)
    /\ \E s \in {Later(i, ms)} :
       /\ ~BeatIsDue(s) /\ ~QuorumIsDue(s, ms) /\ ~ElectionIsDue(s)
       /\ Returns(i, Done(Applies(Looks(i, s, ms, s.timeout)), {}))

\* It may be time to look for a majority, too: the heartbeats have left then.
Heartbeat(i, ms, p) ==
    \E s \in {Later(i, ms)} :
        /\ BeatIsDue(s)
        /\ \E done \in {Beats(i, s)} : Returns(i, Done(Applies(Looks(i, done.server, ms, p)), done.sent))

CheckQuorum(i, ms, p) ==
    \E s \in {Later(i, ms)} :
        /\ QuorumIsDue(s, ms) /\ ~BeatIsDue(s)
        /\ Returns(i, Done(Applies(Looks(i, s, ms, p)), {}))

\* Nobody was heard for long enough. The server asks first whether it would be elected, in the term that it is in.
StartElection(i, ms, p) ==
    /\ ~Down(i)
    /\ \E s \in {Later(i, ms)} :
       /\ ElectionIsDue(s)
       /\ Returns(i, AsksForVotes(i, Applies([s EXCEPT !.elapsed = 0, !.timeout = p]), TRUE))

-----------------------------------------------------------------------------
(* Elections.                                                              *)

Arrives(i, m, type) == m \in net /\ m.type = type /\ m.to = i /\ ~Down(i)

\* One vote a term, to a candidate whose log is not behind; while there is a leader nobody encourages another. Whether a
\* vote would be given is no promise.
RecvRequestVote(i, m, p) ==
    LET led == server[i].leader \notin {Nobody, m.from} /\ server[i].elapsed < ElectionTimeout
        s == IF ~m.prevote /\ m.term > server[i].term THEN Enters(server[i], m.term, p) ELSE server[i]
        free == m.term > s.term \/ (m.term = s.term /\ s.vote \in {Nobody, m.from})
        current == \/ m.last_term > LastTerm(s)
                   \/ m.last_term = LastTerm(s) /\ m.last_index >= Last(s)
        granted == free /\ current /\ ~(m.prevote /\ led)
    IN /\ Arrives(i, m, "requestvote")
       /\ Returns(i, Done(IF granted /\ ~m.prevote
                          THEN [s EXCEPT !.vote = m.from, !.leader = Nobody, !.elapsed = 0]
                          ELSE s,
                          {[type |-> "requestvote_response", from |-> i, to |-> m.from, prevote |-> m.prevote,
                            request_term |-> m.term, term |-> s.term, granted |-> granted]}))

\* With a majority a pre-candidate enters the next term and votes for itself, and a candidate leads.
RecvRequestVoteResponse(i, m, p) ==
    LET s == server[i]
        counts == IF m.prevote THEN s.role = "precandidate" /\ m.request_term = s.term + 1
                  ELSE s.role = "candidate" /\ m.request_term = s.term
        voted == [s EXCEPT !.votes = @ \cup {m.from}]
        won == IsMajority(voted.votes \cup {i})
    IN /\ Arrives(i, m, "requestvote_response")
       /\ Returns(i, CASE m.term > s.term -> Done(Enters(s, m.term, p), {})
                       [] m.term <= s.term /\ ~(counts /\ m.granted) -> Done(s, {})
                       [] m.term <= s.term /\ counts /\ m.granted ->
                            IF ~won THEN Done(voted, {})
                            ELSE IF m.prevote
                            THEN AsksForVotes(i, [s EXCEPT !.term = @ + 1, !.vote = i], FALSE)
                            ELSE Leads(i, s))

-----------------------------------------------------------------------------
(* Entries, from clients to logs.                                          *)

RecvEntry(i, v) ==
    LET s == server[i]
    IN /\ s.role = "leader"
       /\ Room(s)
       /\ Last(s) < MaxEntries
       /\ Returns(i, Flushes(i, Appends(i, s, [term |-> s.term, value |-> v])))

\* Entries after the first that differs replace what is there; entries that agree leave the log alone.
Merged(log, index, entries) ==
    LET differ == {k \in DOMAIN entries : TermAt(log, index + k) # entries[k].term}
    IN IF differ = {} THEN log ELSE SubSeq(log, 1, index) \o entries

\* The leader of the term is heard. Where its log goes on from something else, that and what follows it is removed.
RecvAppendEntries(i, m, p) ==
    LET s == server[i]
        known == CASE m.term > s.term -> Enters(s, m.term, p)
                   [] m.term = s.term /\ s.role # "follower" -> Follower(s, p)
                   [] OTHER -> s
        heard == [known EXCEPT !.leader = m.from, !.elapsed = 0]
        fits == m.prev_index <= Last(s) /\ TermAt(s.log, m.prev_index) = m.prev_term
        log == CASE fits -> Merged(s.log, m.prev_index, m.entries)
                 [] ~fits /\ m.prev_index <= Last(s) -> SubSeq(s.log, 1, m.prev_index - 1)
                 [] ~fits /\ m.prev_index > Last(s) -> s.log
        taken == [heard EXCEPT !.log = log,
                               !.message = IF fits THEN Max(@, m.id) ELSE @,
                               !.commit = IF fits THEN Max(@, Min(Len(log), m.commit)) ELSE @]
        new == IF m.term < s.term THEN s ELSE taken
        success == m.term >= s.term /\ fits
    IN /\ Arrives(i, m, "appendentries")
       /\ Returns(i, Done(new, {[type |-> "appendentries_response", from |-> i, to |-> m.from, term |-> new.term,
                                 id |-> m.id, success |-> success,
                                 index |-> IF success THEN m.prev_index + Len(m.entries) ELSE Last(new)]}))

\* After a failure the leader goes back to the end of the follower's log; what came of messages before the latest that was
\* answered is not looked at.
RecvAppendEntriesResponse(i, m, p) ==
    LET s == server[i]
        j == m.from
        answered == [s EXCEPT !.match_id[j] = m.id]
    IN /\ Arrives(i, m, "appendentries_response")
       /\ s.role = "leader" => Room(s)
       /\ Returns(i, CASE s.role # "leader" \/ m.id < s.match_id[j] \/ m.term < s.term -> Done(s, {})
                       [] s.role = "leader" /\ m.id >= s.match_id[j] /\ m.term > s.term -> Done(Enters(s, m.term, p), {})
                       [] s.role = "leader" /\ m.id >= s.match_id[j] /\ m.term = s.term ->
                            IF m.success
                            THEN IF m.index > s.match[j]
                                 THEN Flushes(i, [answered EXCEPT !.next[j] = m.index + 1, !.match[j] = m.index])
                                 ELSE Done(answered, {})
                            ELSE IF m.index >= s.match[j]
                                 THEN Sends(i, Done([answered EXCEPT !.next[j] = Min(m.index + 1, Last(s))], {}), j)
                                 ELSE Done(answered, {}))

-----------------------------------------------------------------------------

Next ==
    \E i \in Server :
        \/ \E p \in Patience : Start(i, p)
        \/ \E ms \in Period : Wait(i, ms)
        \/ \E ms \in Period, p \in Patience : Heartbeat(i, ms, p)
        \/ \E ms \in Period, p \in Patience : CheckQuorum(i, ms, p)
        \/ \E ms \in Period, p \in Patience : StartElection(i, ms, p)
        \/ \E v \in Value : RecvEntry(i, v)
        \/ \E m \in net, p \in Patience : RecvRequestVote(i, m, p)
        \/ \E m \in net, p \in Patience : RecvRequestVoteResponse(i, m, p)
        \/ \E m \in net, p \in Patience : RecvAppendEntries(i, m, p)
        \/ \E m \in net, p \in Patience : RecvAppendEntriesResponse(i, m, p)

\* Servers that run are told of the time.
Passes(i) ==
    \/ \E ms \in Period : Wait(i, ms)
    \/ \E ms \in Period, p \in Patience : Heartbeat(i, ms, p) \/ CheckQuorum(i, ms, p) \/ StartElection(i, ms, p)

Fairness == \A i \in Server : WF_vars(Passes(i))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
(* Invariants.                                                             *)

Role(i) == server[i].role
Term(i) == server[i].term
Log(i) == server[i].log
Commit(i) == server[i].commit

OneLeaderPerTerm ==
    \A i, j \in Server : Role(i) = "leader" /\ Role(j) = "leader" /\ Term(i) = Term(j) => i = j

LogMatching ==
    \A i, j \in Server : \A k \in 1..Min(Len(Log(i)), Len(Log(j))) :
        Log(i)[k].term = Log(j)[k].term => SubSeq(Log(i), 1, k) = SubSeq(Log(j), 1, k)

StateMachineSafety ==
    \A i, j \in Server : \A k \in 1..Min(Commit(i), Commit(j)) : Log(i)[k] = Log(j)[k]

CommitWithinLog == \A i \in Server : server[i].applied <= Commit(i) /\ Commit(i) <= Len(Log(i))

\* Nothing that is committed is ever cut off: the library would stop.
NothingCommittedIsCut ==
    \A m \in net : m.type = "appendentries" =>
        LET s == server[m.to]
        IN m.term >= s.term /\ m.prev_index \in 1..s.commit => TermAt(s.log, m.prev_index) = m.prev_term

CommittedIsApplied == \A i \in Server : server[i].applied < Commit(i) ~> server[i].applied = Commit(i)
=============================================================================
