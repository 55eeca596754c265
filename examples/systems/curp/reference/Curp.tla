-------------------------------- MODULE Curp --------------------------------
(* Consensus with a fast path. A client proposes a command to all servers.   *)
(* Each keeps it in its pool unless another one of its key is there; the     *)
(* leader executes it at once and puts it into its log. Where enough have    *)
(* kept it, it is finished; else it is when the log is synced, as Raft does. *)
(* A new leader takes over from the pools of those that voted for it what    *)
(* may have been finished.                                                   *)
(*                                                                           *)
(* Proposals and answers arrive at any time, more than once, or never. Calls *)
(* between servers and an election are one step each.                        *)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
    Servers,
    First,      \* the server that leads in term 1
    Commands,   \* numbers; the hundreds of a command are its key, of which there is no 0
    Candidates, \* the others keep the number of states small: the servers that stand for election,
    MaxTerm,    \* the last term,
    MaxKept,    \* how often followers keep commands, in all terms together,
    MaxWaiting, \* how many proposals may be in no log when there is another one,
    MaxUnsynced \* and with how many entries that are not synced a leader appends no more

VARIABLES
    proposed,   \* the commands that clients have proposed
    answers,    \* of servers to clients: what a follower has kept, and what a leader has executed
    told,       \* what clients have been told by the fast path: a set of [command, result]
    term,
    role,       \* "leader" or "follower"
    log,        \* log[s]: a sequence of [term, command]
    commit,     \* commit[s]: how many entries of log[s] are known to be synced
    pool        \* pool[s]: the commands that s has kept and doesn't know to be synced

vars == <<proposed, answers, told, term, role, log, commit, pool>>

-----------------------------------------------------------------------------
\* Any two quorums meet. A quorum and a superquorum meet in a recovery quorum, which is more than half of a quorum.
Quorum == Cardinality(Servers) \div 2 + 1
RecoveryQuorum == Quorum \div 2 + 1
SuperQuorum == Cardinality(Servers) - Quorum + RecoveryQuorum

Empty == 0      \* the command of a leader's first entry, and what is stored in the beginning
Key(c) == c \div 100
Conflicts(c, others) == \E d \in others : d # c /\ Key(d) = Key(c)

Entry(t, c) == [term |-> t, command |-> c]
CommandsOf(list, from, to) == {list[i].command : i \in from..to}
Logged(s) == CommandsOf(log[s], 1, Len(log[s]))
Synced(s) == CommandsOf(log[s], 1, commit[s])
Unsynced(s) == CommandsOf(log[s], commit[s] + 1, Len(log[s]))

\* A command stores itself under its key. Its result is what was there before.
Result(list, c) ==
    LET end == {i \in DOMAIN list : list[i].command = c}
        before == {i \in DOMAIN list : Key(list[i].command) = Key(c) /\ \A j \in end : i < j}
    IN IF before = {} THEN Empty ELSE list[CHOOSE i \in before : \A j \in before : j <= i].command

RECURSIVE InOrder(_)
InOrder(set) ==
    IF set = {} THEN <<>>
    ELSE LET least == CHOOSE c \in set : \A d \in set : c <= d
         IN <<least>> \o InOrder(set \ {least})

IsPrefix(short, long) == Len(short) <= Len(long) /\ SubSeq(long, 1, Len(short)) = short
LastTerm(list) == list[Len(list)].term
Max(a, b) == IF a > b THEN a ELSE b

Init ==
    /\ proposed = {}
    /\ answers = {}
    /\ told = {}
    /\ term = [s \in Servers |-> 1]
    /\ role = [s \in Servers |-> IF s = First THEN "leader" ELSE "follower"]
    /\ log = [s \in Servers |-> <<Entry(1, Empty)>>]
    /\ commit = [s \in Servers |-> 1]
    /\ pool = [s \in Servers |-> {}]

-----------------------------------------------------------------------------
(* Commands.                                                               *)

\* Commands of a key are numbered in the order in which they are proposed.
Propose(c) ==
    /\ c \notin proposed
    /\ c % 100 = 1 \/ c - 1 \in proposed
    /\ Cardinality(proposed \ UNION {Logged(s) : s \in Servers}) < MaxWaiting
    /\ proposed' = proposed \cup {c}
    /\ UNCHANGED <<answers, told, term, role, log, commit, pool>>

\* A follower answers clients only when it has the log of its term's leader, which ends with that term.
Asked(s, c) ==
    /\ c \in proposed
    /\ role[s] = "follower"
    /\ LastTerm(log[s]) = term[s]
    /\ c \notin Logged(s)

Kept(s, c) == [type |-> "kept", term |-> term[s], from |-> s, command |-> c]

Keep(s, c) ==
    /\ Asked(s, c)
    /\ ~Conflicts(c, pool[s])
    /\ pool' = [pool EXCEPT ![s] = @ \cup {c}]
    /\ answers' = answers \cup {Kept(s, c)}
    /\ Cardinality({a \in answers' : a.type = "kept"}) <= MaxKept
    /\ UNCHANGED <<proposed, told, term, role, log, commit>>

Refuse(s, c) ==
    /\ Asked(s, c)
    /\ Conflicts(c, pool[s])
    /\ UNCHANGED vars

Appends(s, c) ==
    /\ c \in proposed \ Logged(s)
    /\ role[s] = "leader"
    /\ Len(log[s]) - commit[s] < MaxUnsynced
    /\ log' = [log EXCEPT ![s] = Append(@, Entry(term[s], c))]
    /\ UNCHANGED <<proposed, told, term, role, commit>>

\* The leader executes at once what conflicts with nothing that it has kept or not synced.
Execute(s, c) ==
    /\ Appends(s, c)
    /\ ~Conflicts(c, pool[s] \cup Unsynced(s))
    /\ pool' = [pool EXCEPT ![s] = @ \cup {c}]
    /\ answers' = answers \cup {[type |-> "executed", term |-> term[s], from |-> s, command |-> c, result |-> Result(log[s], c)]}

\* The rest is executed in the order of the log when it is synced.
Order(s, c) ==
    /\ Appends(s, c)
    /\ Conflicts(c, pool[s] \cup Unsynced(s))
    /\ UNCHANGED <<answers, pool>>

IsTold(c) == \E a \in told : a.command = c

\* Only answers of one term count together.
Fast(c) ==
    /\ ~IsTold(c)
    /\ \E a \in answers :
        /\ a.type = "executed"
        /\ a.command = c
        /\ Cardinality({b.from : b \in {b \in answers : b.term = a.term /\ b.command = c}}) >= SuperQuorum
        /\ told' = told \cup {[command |-> c, result |-> a.result]}
    /\ UNCHANGED <<proposed, answers, term, role, log, commit, pool>>

\* What is synced can be told at any time. Nothing needs to be remembered of that.
Slow(c) ==
    /\ ~IsTold(c)
    /\ \E s \in Servers : c \in Synced(s)
    /\ UNCHANGED vars

-----------------------------------------------------------------------------
(* The log.                                                                *)

\* How many entries of leader s are synced if the logs are these. Those of older terms are not counted by themselves.
SyncedBy(s, logs) ==
    LET Has(r, n) == n <= Len(logs[r]) /\ logs[r][n] = logs[s][n]
        done == {n \in DOMAIN logs[s] : logs[s][n].term = term[s] /\ Cardinality({r \in Servers : Has(r, n)}) >= Quorum}
    IN CHOOSE n \in done \cup {commit[s]} : \A k \in done \cup {commit[s]} : k <= n

\* The leader s calls r, which takes over what it knows, and the answer comes back.
Replicate(s, r) ==
    /\ r # s
    /\ role[s] = "leader"
    /\ term[r] <= term[s]
    /\ term' = [term EXCEPT ![r] = term[s]]
    /\ role' = [role EXCEPT ![r] = "follower"]
    /\ log' = [log EXCEPT ![r] = IF IsPrefix(log[s], @) THEN @ ELSE log[s]]
    /\ commit' = [commit EXCEPT ![r] = Max(@, commit[s]), ![s] = SyncedBy(s, log')]
    /\ pool' = [q \in Servers |-> pool[q] \ CommandsOf(log'[q], 1, commit'[q])]
    /\ UNCHANGED <<proposed, answers, told>>

\* It finds that r is in a later term.
Yield(s, r) ==
    /\ role[s] = "leader"
    /\ term[r] > term[s]
    /\ role' = [role EXCEPT ![s] = "follower"]
    /\ term' = [term EXCEPT ![s] = term[r]]
    /\ UNCHANGED <<proposed, answers, told, log, commit, pool>>

-----------------------------------------------------------------------------
(* Elections.                                                              *)

AsNew(list, other) ==
    LastTerm(list) > LastTerm(other) \/ (LastTerm(list) = LastTerm(other) /\ Len(list) >= Len(other))

Stands(s, t, voters) ==
    /\ role[s] = "follower"
    /\ t \in term[s] + 1 .. MaxTerm
    /\ s \in voters
    /\ Cardinality(voters) = Quorum

\* Who leads votes for nobody.
Wins(s, t, voters) == \A v \in voters : role[v] = "follower" /\ term[v] < t /\ AsNew(log[s], log[v])

\* The leader's log goes on with an empty entry and with what may have been finished by the fast path.
Lead(s, t, voters) ==
    /\ Stands(s, t, voters)
    /\ Wins(s, t, voters)
    /\ LET Keepers(c) == {v \in voters : c \in pool[v]}
           recovered == {c \in proposed \ Logged(s) : Cardinality(Keepers(c)) >= RecoveryQuorum}
           new == <<Empty>> \o InOrder(recovered)
       IN log' = [log EXCEPT ![s] = @ \o [i \in DOMAIN new |-> Entry(t, new[i])]]
    /\ term' = [v \in Servers |-> IF v \in voters THEN t ELSE term[v]]
    /\ role' = [role EXCEPT ![s] = "leader"]
    /\ UNCHANGED <<proposed, answers, told, commit, pool>>

\* Voters are asked before whether they would vote: a lost election changes nothing.
Lose(s, t, voters) ==
    /\ Stands(s, t, voters)
    /\ ~Wins(s, t, voters)
    /\ UNCHANGED vars

-----------------------------------------------------------------------------
Next ==
    \/ \E c \in Commands : Propose(c) \/ Fast(c) \/ Slow(c)
    \/ \E s \in Servers, c \in Commands : Keep(s, c) \/ Refuse(s, c) \/ Execute(s, c) \/ Order(s, c)
    \/ \E s, r \in Servers : Replicate(s, r) \/ Yield(s, r)
    \/ \E s \in Candidates, t \in 2..MaxTerm, voters \in SUBSET Servers : Lead(s, t, voters) \/ Lose(s, t, voters)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
\* What was told is what every log says that has the command synced.
ToldIsTrue == \A a \in told, s \in Servers : a.command \in Synced(s) => Result(log[s], a.command) = a.result

SyncedIsSame == \A s, r \in Servers : \A i \in 1..commit[s] : i <= commit[r] => log[s][i] = log[r][i]
=============================================================================
