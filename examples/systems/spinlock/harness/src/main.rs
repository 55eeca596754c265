//! Runs the spinlock with several threads and writes what happened, in the order in
//! which it happened: `collect FOLDER [THREADS STEPS RUNS]`. The lock is compiled from
//! ../source/spinlock.rs as it is, with recording atomics in place of std's.

#[path = "../../../support/record.rs"]
mod record;
#[path = "../../../support/word.rs"]
mod sync;
#[path = "../../source/spinlock.rs"]
mod spinlock;

use spinlock::{SpinGuard, SpinLock};
use std::sync::Barrier;
use std::{env, fs, process, thread};

/// The name and fields of an operation on the lock's word. `state` is where the thread
/// is after it.
fn describe(doing: &'static str, changed: bool, _old: u32, new: u32) -> Option<String> {
    let (event, state) = match (doing, changed) {
        ("lock", true) => ("Acquire", "critical"),
        ("lock", false) => ("Spin", "waiting"),
        ("try_lock", true) => ("TryAcquire", "critical"),
        ("try_lock", false) => ("TryFail", "idle"),
        ("unlock", _) => ("Release", "idle"),
        _ => return None,
    };
    Some(format!("\"event\":\"{event}\",\"state\":\"{state}\",\"locked\":{}", new == 1))
}

/// A step of the thread that leaves the word alone.
fn local(event: &str, state: &str) {
    record::local(format!("\"event\":\"{event}\",\"state\":\"{state}\""));
}

fn hold(mut guard: SpinGuard<'_, u64>) {
    let before = *guard;
    for _ in 0..record::random(3) {
        thread::yield_now();
    }
    *guard = before + 1; // a lost update would show below
    record::doing("unlock");
    drop(guard);
}

/// What one thread does; it returns how often it held the lock.
fn work(lock: &SpinLock<u64>, steps: u32) -> u64 {
    let mut held = 0;
    for _ in 0..steps {
        let guard = match record::random(5) {
            0 | 1 => {
                record::doing("lock");
                local("LockCall", "waiting");
                Some(lock.lock())
            }
            2 => {
                record::doing("lock");
                let attempts = 1 + record::random(3) as u32;
                record::local(format!("\"event\":\"WithinCall\",\"state\":\"waiting\",\"attempts\":{attempts}"));
                let g = lock.lock_within(attempts);
                if g.is_none() {
                    local("GiveUp", "idle");
                }
                g
            }
            _ => {
                record::doing("try_lock");
                lock.try_lock()
            }
        };
        if let Some(g) = guard {
            held += 1;
            hold(g);
        }
        record::doing("");
        thread::yield_now();
    }
    held
}

fn run(threads: u32, steps: u32, seed: u64) -> String {
    let lock = SpinLock::new(0);
    let barrier = Barrier::new(threads as usize);
    let (mut lists, mut held) = (Vec::new(), 0);
    thread::scope(|s| {
        let handles: Vec<_> = (1..=threads)
            .map(|id| {
                let (lock, barrier) = (&lock, &barrier);
                s.spawn(move || {
                    record::start(id, seed, describe);
                    barrier.wait();
                    let held = work(lock, steps);
                    (record::finish(), held)
                })
            })
            .collect();
        for h in handles {
            let (list, n) = h.join().expect("a thread of the harness ended early");
            lists.push(list);
            held += n;
        }
    });
    assert!(!lock.is_locked(), "the lock is held after all threads have ended");
    assert_eq!(*lock.lock(), held, "an update was lost");
    record::merge(lists)
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let number = |i: usize, default: u32| args.get(i).map_or(default, |s| s.parse().expect("a number"));
    let Some(dir) = args.get(1) else {
        eprintln!("usage: collect FOLDER [THREADS STEPS RUNS]");
        process::exit(2);
    };
    let (threads, steps, runs) = (number(2, 3), number(3, 25), number(4, 6));
    fs::create_dir_all(dir).expect("a folder for the traces");
    for i in 1..=runs {
        let file = format!("{dir}/trace-{i:02}.ndjson");
        fs::write(&file, run(threads, steps, i as u64)).expect("the trace is written");
    }
}
