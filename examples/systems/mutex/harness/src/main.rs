//! Runs the mutex with several threads and writes what happened, in the order in which it
//! happened: `collect FOLDER [THREADS STEPS RUNS]`. The mutex is compiled from ../source as
//! it is, with recording atomics in place of std's. One thread more wakes the others for no
//! reason.

#[path = "../../source/mutex.rs"]
mod mutex;
#[path = "../../../support/record.rs"]
mod record;
#[path = "../../source/spin.rs"]
mod spin;
mod sync;
#[path = "../../source/wait_queue.rs"]
mod wait_queue;
#[path = "../../../support/word.rs"]
mod word;

use mutex::{Mutex, MutexGuard};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Barrier;
use std::time::Duration;
use std::{env, fs, process, thread};
use sync::Word;

thread_local! {
    static STATE: Cell<&'static str> = const { Cell::new("idle") }; // where the thread is
    static TAKEN: Cell<bool> = const { Cell::new(false) }; // it took a waker since it has the list
}

/// The name and fields of an operation on one of the words. `state` is where the thread is
/// after it.
fn describe(doing: &'static str, changed: bool, old: u32, new: u32) -> Option<String> {
    let first = STATE.get() == "idle";
    let (event, state, field) = match (sync::last(), doing) {
        (Word::Lock, "unlock") => ("Unlock", "waking", format!("\"locked\":{}", new == 1)),
        (Word::Lock, _) => {
            let (event, state) = match (doing, first, changed) {
                ("try_lock", _, true) => ("TryLock", "holding"),
                ("try_lock", _, false) => ("TryFail", "idle"),
                (_, true, true) => ("Lock", "holding"),
                (_, true, false) => ("LockFail", "queueing"),
                (_, false, true) => ("Retry", "closing"),
                (_, false, false) => ("RetryFail", "asleep"),
            };
            (event, state, format!("\"locked\":{}", new == 1))
        }
        (Word::Count, _) => {
            let (event, state) = match (doing, new.cmp(&old)) {
                ("lock", _) => ("Enqueue", "queued"),
                (_, std::cmp::Ordering::Less) => {
                    TAKEN.set(true);
                    ("Dequeue", "signalling")
                }
                _ if new == 0 => ("WakeNobody", "idle"),
                _ => return None, // it looks into the list
            };
            (event, state, format!("\"waiting\":{new}"))
        }
        (Word::Spin, _) => match new {
            0 if doing == "unlock" && !TAKEN.replace(false) => {
                ("WakeNobody", "idle", "\"waiting\":0".to_string())
            }
            _ => return None,
        },
        (Word::Flag(_), "unlock") if old == 1 => ("WakeClosed", "waking", String::new()),
        (Word::Flag(waker), "unlock") => ("Wake", "idle", format!("\"waker\":{waker}")),
        (Word::Flag(_), _) => match (new, old) {
            (0, 0) => ("Sleep", "asleep", "\"signalled\":false".to_string()),
            (0, _) => ("Awake", "queueing", "\"signalled\":true".to_string()),
            _ => ("Close", "holding", format!("\"signalled\":{}", old == 1)),
        },
    };
    STATE.set(state);
    let comma = if field.is_empty() { "" } else { "," };
    Some(format!(
        "\"event\":\"{event}\",\"state\":\"{state}\"{comma}{field}"
    ))
}

fn hold(mut guard: MutexGuard<'_, u64>) {
    let before = *guard;
    for _ in 0..record::random(4) {
        thread::yield_now();
    }
    *guard = before + 1; // a lost update would show below
    record::doing("unlock");
    drop(guard);
}

/// What one thread does; it returns how often it had the lock.
fn work(mutex: &Mutex<u64>, steps: u32) -> u64 {
    let mut held = 0;
    for _ in 0..steps {
        let guard = if record::random(4) > 0 {
            record::doing("lock");
            Some(mutex.lock())
        } else {
            record::doing("try_lock");
            mutex.try_lock()
        };
        if let Some(guard) = guard {
            held += 1;
            hold(guard);
        }
        if record::random(3) == 0 {
            thread::yield_now();
        }
    }
    held
}

fn run(threads: u32, steps: u32, seed: u64) -> String {
    let mutex = Mutex::new(0);
    let barrier = Barrier::new(threads as usize);
    let ended = AtomicBool::new(false);
    let (mut lists, mut held) = (Vec::new(), 0);
    thread::scope(|s| {
        let handles: Vec<_> = (1..=threads)
            .map(|id| {
                let (mutex, barrier) = (&mutex, &barrier);
                s.spawn(move || {
                    record::start(id, seed, describe);
                    barrier.wait();
                    let held = work(mutex, steps);
                    (record::finish(), held)
                })
            })
            .collect();
        let sleepers: Vec<_> = handles.iter().map(|h| h.thread().clone()).collect();
        let ended = &ended;
        s.spawn(move || {
            for sleeper in sleepers.iter().cycle() {
                if ended.load(Ordering::Relaxed) {
                    return;
                }
                sleeper.unpark(); // a wake-up that nobody asked for
                thread::sleep(Duration::from_micros(50));
            }
        });
        for h in handles {
            let (list, n) = h.join().expect("a thread of the harness ended early");
            lists.push(list);
            held += n;
        }
        ended.store(true, Ordering::Relaxed);
    });
    assert!(
        !mutex.is_locked(),
        "the lock is held after all threads have ended"
    );
    assert_eq!(*mutex.lock(), held, "an update was lost");
    record::merge(lists)
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let number = |i: usize, default: u32| {
        args.get(i)
            .map_or(default, |s| s.parse().expect("a number"))
    };
    let Some(dir) = args.get(1) else {
        eprintln!("usage: collect FOLDER [THREADS STEPS RUNS]");
        process::exit(2);
    };
    let (threads, steps, runs) = (number(2, 3), number(3, 12), number(4, 6));
    fs::create_dir_all(dir).expect("a folder for the traces");
    for i in 1..=runs {
        let file = format!("{dir}/trace-{i:02}.ndjson");
        fs::write(&file, run(threads, steps, i as u64)).expect("the trace is written");
    }
}
