------------------------------ MODULE Election ------------------------------
(* ZooKeeper's fast leader election. Servers that look for a leader tell all   *)
(* others whom they vote for, go over to a better vote, and stop when a quorum *)
(* votes as they do and nothing better comes for a while. Servers that have    *)
(* found a leader answer those who look.                                       *)
(*                                                                             *)
(* The network keeps every message ever sent: one that is not received is      *)
(* lost, and messages are late, overtake each other and come twice without an  *)
(* action for that. What a server has received and not looked at is not kept   *)
(* apart from what is still under way.                                         *)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Servers,    \* their numbers, above 0
    Epochs,     \* of the last transaction on a disk,
    Zxids,      \* and its number
    MaxLosses   \* no more stops of servers and losses of leaders together

VARIABLES
    history,    \* history[s]: the last transaction on the disk of s; NoHistory until s starts
    pc,         \* "down"; "ready" to look; "looking"; "deciding", while it waits for something
                \* better; "settled", when it has found a leader
    round,      \* the logical clock
    vote,       \* whom s votes for, as a record [leader, zxid, epoch]
    received,   \* received[s][t]: the last ballot of t in the round of s
    answers,    \* answers[s][t]: the last ballot of t that was not looking, of any round
    found,      \* found[s]: the vote that s has found to win, while it is settled
    network,    \* all messages ever sent
    losses      \* how many servers have stopped or lost their leader, together

vars == <<history, pc, round, vote, received, answers, found, network, losses>>

-----------------------------------------------------------------------------
(* Votes, ballots and messages.                                              *)

Nobody == [leader |-> 0, zxid |-> 0, epoch |-> 0, round |-> 0, state |-> "NONE"]

Vote(x) == [leader |-> x.leader, zxid |-> x.zxid, epoch |-> x.epoch]

\* What a message says, without from whom to whom.
Ballot(m) == [leader |-> m.leader, zxid |-> m.zxid, epoch |-> m.epoch, round |-> m.round, state |-> m.state]

Message(s, t, v, r, state) ==
    [from |-> s, to |-> t, leader |-> v.leader, zxid |-> v.zxid, epoch |-> v.epoch, round |-> r, state |-> state]

\* The vote of s for itself.
Own(s) == [leader |-> s, zxid |-> history[s].zxid, epoch |-> history[s].epoch]

Beats(v, w) ==
    \/ v.epoch > w.epoch
    \/ v.epoch = w.epoch /\ v.zxid > w.zxid
    \/ v.epoch = w.epoch /\ v.zxid = w.zxid /\ v.leader > w.leader

IsQuorum(Q) == 2 * Cardinality(Q) > Cardinality(Servers)

Quorums == {Q \in SUBSET Servers : IsQuorum(Q)}

\* What s tells all servers, itself included.
Notices(s, v, r) == {Message(s, t, v, r, "LOOKING") : t \in Servers}

State(s) ==
    CASE pc[s] # "settled" -> "LOOKING"
      [] found[s].leader = s -> "LEADING"
      [] OTHER -> "FOLLOWING"

None == [t \in Servers |-> Nobody]

NoHistory == [epoch |-> 0, zxid |-> 0]

Histories == [epoch : Epochs, zxid : Zxids]

-----------------------------------------------------------------------------
(* Servers come and go.                                                      *)

Init ==
    /\ history = [s \in Servers |-> NoHistory]
    /\ pc = [s \in Servers |-> "down"]
    /\ round = [s \in Servers |-> 0]
    /\ vote = [s \in Servers |-> Vote(Nobody)]
    /\ received = [s \in Servers |-> None]
    /\ answers = [s \in Servers |-> None]
    /\ found = [s \in Servers |-> Vote(Nobody)]
    /\ network = {}
    /\ losses = 0

\* h is what s has on its disk; it stays so.
Start(s, h) ==
    /\ pc[s] = "down"
    /\ history[s] \in {h, NoHistory}
    /\ pc' = [pc EXCEPT ![s] = "ready"]
    /\ history' = [history EXCEPT ![s] = h]
    /\ UNCHANGED <<round, vote, received, answers, found, network, losses>>

Stop(s) ==
    /\ pc[s] # "down"
    /\ losses < MaxLosses
    /\ losses' = losses + 1
    /\ pc' = [pc EXCEPT ![s] = "down"]
    /\ round' = [round EXCEPT ![s] = 0]
    /\ vote' = [vote EXCEPT ![s] = Vote(Nobody)]
    /\ received' = [received EXCEPT ![s] = None]
    /\ answers' = [answers EXCEPT ![s] = None]
    /\ found' = [found EXCEPT ![s] = Vote(Nobody)]
    /\ UNCHANGED <<history, network>>

\* The leader, or the followers, are gone.
Leave(s) ==
    /\ pc[s] = "settled"
    /\ losses < MaxLosses
    /\ losses' = losses + 1
    /\ pc' = [pc EXCEPT ![s] = "ready"]
    /\ found' = [found EXCEPT ![s] = Vote(Nobody)]
    /\ UNCHANGED <<history, round, vote, received, answers, network>>

-----------------------------------------------------------------------------
(* An election.                                                              *)

Look(s) ==
    /\ pc[s] = "ready"
    /\ pc' = [pc EXCEPT ![s] = "looking"]
    /\ round' = [round EXCEPT ![s] = @ + 1]
    /\ vote' = [vote EXCEPT ![s] = Own(s)]
    /\ network' = network \cup Notices(s, Own(s), round[s] + 1)
    /\ UNCHANGED <<history, received, answers, found, losses>>

\* Nothing came for a while. What s says again is in the network already.
Resend(s) ==
    /\ pc[s] = "looking"
    /\ UNCHANGED vars

\* A message for s, which looks and gets to see it.
Sees(s, m) == pc[s] = "looking" /\ m \in network /\ m.to = s

\* Who votes for v in round r, among ballots.
Supporters(ballots, v, r) == {t \in Servers : ballots[t] # Nobody /\ Vote(ballots[t]) = v /\ ballots[t].round = r}

\* s votes for v in round r, puts a ballot down beside others, and begins to wait if a quorum
\* votes as it does.
Count(s, m, v, r, others) ==
    LET ballots == [others EXCEPT ![m.from] = Ballot(m)]
    IN /\ round' = [round EXCEPT ![s] = r]
       /\ vote' = [vote EXCEPT ![s] = v]
       /\ received' = [received EXCEPT ![s] = ballots]
       /\ pc' = [pc EXCEPT ![s] = IF IsQuorum(Supporters(ballots, v, r)) THEN "deciding" ELSE "looking"]
       /\ UNCHANGED <<history, answers, found, losses>>

IgnoreVote(s, m) ==
    /\ Sees(s, m) /\ m.state = "LOOKING"
    /\ m.round < round[s]
    /\ UNCHANGED vars

\* A later round: ballots of the earlier one count no more.
JoinRound(s, m) ==
    /\ Sees(s, m) /\ m.state = "LOOKING"
    /\ m.round > round[s]
    /\ LET v == IF Beats(m, Own(s)) THEN Vote(m) ELSE Own(s)
       IN /\ Count(s, m, v, m.round, None)
          /\ network' = network \cup Notices(s, v, m.round)

ChangeVote(s, m) ==
    /\ Sees(s, m) /\ m.state = "LOOKING"
    /\ m.round = round[s]
    /\ Beats(m, vote[s])
    /\ Count(s, m, Vote(m), m.round, received[s])
    /\ network' = network \cup Notices(s, Vote(m), m.round)

CountVote(s, m) ==
    /\ Sees(s, m) /\ m.state = "LOOKING"
    /\ m.round = round[s]
    /\ ~Beats(m, vote[s])
    /\ Count(s, m, vote[s], m.round, received[s])
    /\ UNCHANGED network

\* While it waits, s looks only at whether a vote is better, and not at its round.
Drop(s, m) ==
    /\ pc[s] = "deciding" /\ m \in network /\ m.to = s
    /\ ~Beats(m, vote[s])
    /\ UNCHANGED vars

Reconsider(s, m) ==
    /\ pc[s] = "deciding" /\ m \in network /\ m.to = s
    /\ Beats(m, vote[s])
    /\ pc' = [pc EXCEPT ![s] = "looking"]
    /\ UNCHANGED <<history, round, vote, received, answers, found, network, losses>>

\* The election is over for s; what was received is forgotten.
End(s, v, r) ==
    /\ pc' = [pc EXCEPT ![s] = "settled"]
    /\ round' = [round EXCEPT ![s] = r]
    /\ found' = [found EXCEPT ![s] = Vote(v)]
    /\ received' = [received EXCEPT ![s] = None]
    /\ answers' = [answers EXCEPT ![s] = None]
    /\ UNCHANGED <<history, vote, network, losses>>

Decide(s) ==
    /\ pc[s] = "deciding"
    /\ End(s, vote[s], round[s])

-----------------------------------------------------------------------------
(* Answers.                                                                  *)

\* What s sends back when it receives m.
Reply(s, m) ==
    CASE m.state # "LOOKING" -> {}
      [] State(s) # "LOOKING" -> {Message(s, m.from, found[s], round[s], State(s))}
      [] m.round < round[s] -> {Message(s, m.from, vote[s], round[s], "LOOKING")}
      [] OTHER -> {}

Receive(s, m) ==
    /\ pc[s] # "down"
    /\ m \in network /\ m.to = s
    /\ network' = network \cup Reply(s, m)
    /\ UNCHANGED <<history, pc, round, vote, received, answers, found, losses>>

\* The leader itself has said that it leads; s knows that of itself if the round is its own.
LeaderSaysSo(s, ballots, m) ==
    IF m.leader = s THEN m.round = round[s] ELSE ballots[m.leader].state = "LEADING"

\* Among the ballots of the round, an answer agrees with one for the same leader, whatever
\* else is in it; a ballot of a server that looks has to be the same vote.
WinsInRound(s, m) ==
    LET ballots == [received[s] EXCEPT ![m.from] = Ballot(m)]
        agree(b) == b.leader = m.leader /\ (b.state = "LOOKING" => Vote(b) = Vote(m))
    IN /\ m.round = round[s]
       /\ IsQuorum({t \in Servers : ballots[t] # Nobody /\ agree(ballots[t])})
       /\ LeaderSaysSo(s, ballots, m)

\* An established ensemble, of whatever round.
WinsOutside(s, m) ==
    LET ballots == [answers[s] EXCEPT ![m.from] = Ballot(m)]
        agree(b) == b.leader = m.leader /\ b.epoch = m.epoch
    IN /\ IsQuorum({t \in Servers : ballots[t] # Nobody /\ agree(ballots[t])})
       /\ LeaderSaysSo(s, ballots, m)

TakeAnswer(s, m) ==
    /\ Sees(s, m) /\ m.state # "LOOKING"
    /\ ~WinsInRound(s, m) /\ ~WinsOutside(s, m)
    /\ received' = IF m.round = round[s] THEN [received EXCEPT ![s][m.from] = Ballot(m)] ELSE received
    /\ answers' = [answers EXCEPT ![s][m.from] = Ballot(m)]
    /\ UNCHANGED <<history, pc, round, vote, found, network, losses>>

Join(s, m) ==
    /\ Sees(s, m) /\ m.state # "LOOKING"
    /\ WinsInRound(s, m) \/ WinsOutside(s, m)
    /\ End(s, m, m.round)

-----------------------------------------------------------------------------
Next ==
    \E s \in Servers :
        \/ \E h \in Histories : Start(s, h)
        \/ Stop(s) \/ Leave(s)
        \/ Look(s) \/ Resend(s) \/ Decide(s)
        \/ \E m \in network :
            \/ Receive(s, m)
            \/ IgnoreVote(s, m) \/ JoinRound(s, m) \/ ChangeVote(s, m) \/ CountVote(s, m)
            \/ Drop(s, m) \/ Reconsider(s, m)
            \/ TakeAnswer(s, m) \/ Join(s, m)

\* An election goes on while it can, and of what is told again and again something arrives.
Advance ==
    \E s \in Servers :
        \/ Look(s) \/ Decide(s)
        \/ \E m \in network : JoinRound(s, m) \/ ChangeVote(s, m) \/ Join(s, m)

CountSame(s, t) == \E m \in network : m.from = t /\ Vote(m) = vote[s] /\ CountVote(s, m)

Fairness == WF_vars(Advance) /\ \A s, t \in Servers : SF_vars(CountSame(s, t))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
Looks(s) == pc[s] # "down" /\ State(s) = "LOOKING"

Votes(s) == pc[s] \in {"looking", "deciding"}

\* s has said in round r that it votes for l, or has found l to lead.
Told(s, l, r) == \E m \in network : m.from = s /\ m.leader = l /\ m.round = r

VotesAreTrue == \A s \in Servers : Votes(s) => vote[s] = Own(vote[s].leader) /\ ~Beats(Own(s), vote[s])

LeaderIsElected ==
    \A s \in Servers : State(s) = "LEADING" => \E Q \in Quorums : \A t \in Q : Told(t, s, round[s])

ElectionsEnd == (\A s \in Servers : Looks(s)) ~> \E s \in Servers : ~Looks(s)
=============================================================================
