// A spinlock over one word, with try_lock and a lock that gives up.
module Spinlock

abstract sig Thread {}

var sig Waiting, Critical in Thread {}
one sig Word { var state: one Value }
abstract sig Value {}
one sig FREE, HELD extends Value {}

// Attempts that a waiting thread still has: only those of lock_within are counted.
one sig Attempts { var left: Thread -> lone Int }

fact Init { no Waiting and no Critical and Word.state = FREE and no left }
fact Steps { always (stutter or some t: Thread | step[t]) }

pred step[t: Thread] {
  lockCall[t] or (some n: Int | n > 0 and withinCall[t, n]) or acquire[t] or spin[t] or giveUp[t] or tryAcquire[t] or tryFail[t] or release[t]
}
pred stutter { Waiting' = Waiting and Critical' = Critical and state' = state and left' = left }
pred idle[t: Thread] { t not in Waiting + Critical }
pred mayLook[t: Thread] { t in Waiting and Attempts.left[t] != 0 }

pred lockCall[t: Thread] {
  idle[t]
  Waiting' = Waiting + t
  Critical' = Critical and state' = state and left' = left
}
pred withinCall[t: Thread, n: Int] {
  idle[t]
  Waiting' = Waiting + t and Attempts.left' = Attempts.left ++ t -> n
  Critical' = Critical and state' = state
}
// compare_exchange succeeds.
pred acquire[t: Thread] {
  mayLook[t]
  Word.state = FREE
  Word.state' = HELD
  Waiting' = Waiting - t and Critical' = Critical + t and Attempts.left' = Attempts.left - t -> Int
}
// compare_exchange fails: one attempt less.
pred spin[t: Thread] {
  mayLook[t]
  Word.state = HELD
  some Attempts.left[t] implies Attempts.left' = Attempts.left ++ t -> minus[Attempts.left[t], 1] else left' = left
  Waiting' = Waiting and Critical' = Critical and state' = state
}
pred giveUp[t: Thread] {
  t in Waiting and Attempts.left[t] = 0
  Waiting' = Waiting - t and Attempts.left' = Attempts.left - t -> Int
  Critical' = Critical and state' = state
}
pred tryAcquire[t: Thread] {
  idle[t] and Word.state = FREE
  Word.state' = HELD
  Critical' = Critical + t
  Waiting' = Waiting and left' = left
}
pred tryFail[t: Thread] {
  idle[t] and Word.state = HELD
  stutter
}
pred release[t: Thread] {
  t in Critical
  Word.state' = FREE
  Critical' = Critical - t
  Waiting' = Waiting and left' = left
}

run twoWait { eventually #Waiting = 2 } for 2 but 4 Int, 1..6 steps
