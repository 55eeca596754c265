------------------------------- MODULE RwLock -------------------------------
(* A reader-writer lock in one word: announcements come first and are taken  *)
(* back if there is a writer. One action for each operation on the word.     *)
EXTENDS Naturals, FiniteSets

CONSTANT Threads    \* ids of the threads

VARIABLES writer,   \* the word has the writer's bit
          upgrader, \* the word has the upgrader's bit
          readers,  \* the word's count of readers, announced ones included
          pc        \* where a thread is

word == <<writer, upgrader, readers>>
vars == <<writer, upgrader, readers, pc>>

States == {"idle",
           "read_wait", "read_undo", "try_read_undo", "reading",
           "write_wait", "writing",
           "upgradable_wait", "upgradable_undo", "try_upgradable_undo", "upgradable", "upgrading"}

TypeOK ==
    /\ writer \in BOOLEAN
    /\ upgrader \in BOOLEAN
    /\ readers \in 0..Cardinality(Threads)
    /\ pc \in [Threads -> States]

Init ==
    /\ writer = FALSE
    /\ upgrader = FALSE
    /\ readers = 0
    /\ pc = [t \in Threads |-> "idle"]

Goes(t, state) == pc' = [pc EXCEPT ![t] = state]

-----------------------------------------------------------------------------
\* Readers.

ReadCall(t) ==
    /\ pc[t] = "idle"
    /\ Goes(t, "read_wait")
    /\ UNCHANGED word

\* fetch_add finds no writer.
Read(t) ==
    /\ pc[t] \in {"idle", "read_wait"}
    /\ ~writer
    /\ readers' = readers + 1
    /\ Goes(t, "reading")
    /\ UNCHANGED <<writer, upgrader>>

\* fetch_add finds a writer: the word counts a reader for a while that is none.
ReadBounce(t) ==
    /\ pc[t] \in {"idle", "read_wait"}
    /\ writer
    /\ readers' = readers + 1
    /\ Goes(t, IF pc[t] = "idle" THEN "try_read_undo" ELSE "read_undo")
    /\ UNCHANGED <<writer, upgrader>>

ReadUndo(t) ==
    /\ pc[t] \in {"read_undo", "try_read_undo"}
    /\ readers' = readers - 1
    /\ Goes(t, IF pc[t] = "read_undo" THEN "read_wait" ELSE "idle")
    /\ UNCHANGED <<writer, upgrader>>

ReadDrop(t) ==
    /\ pc[t] = "reading"
    /\ readers' = readers - 1
    /\ Goes(t, "idle")
    /\ UNCHANGED <<writer, upgrader>>

-----------------------------------------------------------------------------
\* Writers.

Free == ~writer /\ ~upgrader /\ readers = 0

WriteCall(t) ==
    /\ pc[t] = "idle"
    /\ Goes(t, "write_wait")
    /\ UNCHANGED word

Write(t) ==
    /\ pc[t] \in {"idle", "write_wait"}
    /\ Free
    /\ writer' = TRUE
    /\ Goes(t, "writing")
    /\ UNCHANGED <<upgrader, readers>>

WriteFail(t) ==
    /\ pc[t] \in {"idle", "write_wait"}
    /\ ~Free
    /\ UNCHANGED vars

WriteDrop(t) ==
    /\ pc[t] = "writing"
    /\ writer' = FALSE
    /\ Goes(t, "idle")
    /\ UNCHANGED <<upgrader, readers>>

\* One fetch_sub: the writer goes and a reader comes.
Downgrade(t) ==
    /\ pc[t] = "writing"
    /\ writer' = FALSE
    /\ readers' = readers + 1
    /\ Goes(t, "reading")
    /\ UNCHANGED upgrader

-----------------------------------------------------------------------------
\* Upgradable readers. The bit is whose fetch_or changed it.

UpgradableCall(t) ==
    /\ pc[t] = "idle"
    /\ Goes(t, "upgradable_wait")
    /\ UNCHANGED word

Upgradable(t) ==
    /\ pc[t] \in {"idle", "upgradable_wait"}
    /\ ~writer
    /\ ~upgrader
    /\ upgrader' = TRUE
    /\ Goes(t, "upgradable")
    /\ UNCHANGED <<writer, readers>>

UpgradableBounce(t) ==
    /\ pc[t] \in {"idle", "upgradable_wait"}
    /\ writer
    /\ ~upgrader
    /\ upgrader' = TRUE
    /\ Goes(t, IF pc[t] = "idle" THEN "try_upgradable_undo" ELSE "upgradable_undo")
    /\ UNCHANGED <<writer, readers>>

UpgradableFail(t) ==
    /\ pc[t] \in {"idle", "upgradable_wait"}
    /\ upgrader
    /\ UNCHANGED vars

UpgradableUndo(t) ==
    /\ pc[t] \in {"upgradable_undo", "try_upgradable_undo"}
    /\ upgrader' = FALSE
    /\ Goes(t, IF pc[t] = "upgradable_undo" THEN "upgradable_wait" ELSE "idle")
    /\ UNCHANGED <<writer, readers>>

UpgradableDrop(t) ==
    /\ pc[t] = "upgradable"
    /\ upgrader' = FALSE
    /\ Goes(t, "idle")
    /\ UNCHANGED <<writer, readers>>

UpgradeCall(t) ==
    /\ pc[t] = "upgradable"
    /\ Goes(t, "upgrading")
    /\ UNCHANGED word

Upgrade(t) ==
    /\ pc[t] = "upgrading"
    /\ upgrader /\ ~writer /\ readers = 0
    /\ upgrader' = FALSE
    /\ writer' = TRUE
    /\ Goes(t, "writing")
    /\ UNCHANGED readers

UpgradeFail(t) ==
    /\ pc[t] = "upgrading"
    /\ ~(upgrader /\ ~writer /\ readers = 0)
    /\ UNCHANGED vars

-----------------------------------------------------------------------------
Next ==
    \E t \in Threads :
        \/ ReadCall(t)
        \/ Read(t)
        \/ ReadBounce(t)
        \/ ReadUndo(t)
        \/ ReadDrop(t)
        \/ WriteCall(t)
        \/ Write(t)
        \/ WriteFail(t)
        \/ WriteDrop(t)
        \/ Downgrade(t)
        \/ UpgradableCall(t)
        \/ Upgradable(t)
        \/ UpgradableBounce(t)
        \/ UpgradableFail(t)
        \/ UpgradableUndo(t)
        \/ UpgradableDrop(t)
        \/ UpgradeCall(t)
        \/ Upgrade(t)
        \/ UpgradeFail(t)

\* Guards are dropped and announcements taken back; who waits gets its turn only if the
\* lock is often enough as it wants it: there is no queue.
Fairness ==
    \A t \in Threads :
        /\ WF_vars(ReadUndo(t)) /\ WF_vars(ReadDrop(t)) /\ WF_vars(WriteDrop(t))
        /\ WF_vars(UpgradableUndo(t)) /\ WF_vars(UpgradableDrop(t))
        /\ SF_vars(Read(t)) /\ SF_vars(Upgrade(t))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
In(states) == {t \in Threads : pc[t] \in states}

\* The word counts whom it says it counts.
WordIsRight ==
    /\ readers = Cardinality(In({"reading", "read_undo", "try_read_undo"}))
    /\ writer <=> In({"writing"}) # {}
    /\ upgrader <=> In({"upgradable", "upgrading", "upgradable_undo", "try_upgradable_undo"}) # {}

OneWriter == \A s, t \in In({"writing"}) : s = t

OneUpgrader == \A s, t \in In({"upgradable", "upgrading"}) : s = t

WriterIsAlone == In({"writing"}) # {} => In({"reading", "upgradable", "upgrading"}) = {}

\* Readers always get in: a writer always goes.
ReadersGetIn == \A t \in Threads : pc[t] = "read_wait" ~> pc[t] = "reading"
=============================================================================
