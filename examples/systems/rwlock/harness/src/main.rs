//! Runs the reader-writer lock with several threads and writes what happened, in the
//! order in which it happened: `collect FOLDER [THREADS STEPS RUNS]`. The lock is
//! compiled from ../source/rwlock.rs as it is, with recording atomics in place of std's.

#[path = "../../../support/record.rs"]
mod record;
#[path = "../../source/rwlock.rs"]
mod rwlock;
#[path = "../../../support/word.rs"]
mod sync;

use rwlock::{ReadGuard, RwLock, UpgradableGuard, WriteGuard};
use std::sync::Barrier;
use std::{env, fs, process, thread};

const WRITER: u32 = 1 << 31;
const UPGRADER: u32 = 1 << 30;

/// The name and fields of an operation on the lock's word. `state` is where the thread
/// is after it; a call that waits goes back to waiting, one that tries goes back to idle.
fn describe(doing: &'static str, changed: bool, old: u32, new: u32) -> Option<String> {
    let busy = old & (WRITER | UPGRADER);
    let (event, state) = match doing {
        "read" | "try_read" => match (new > old, old & WRITER != 0, doing) {
            (true, false, _) => ("Read", "reading"),
            (true, true, "read") => ("ReadBounce", "read_undo"),
            (true, true, _) => ("ReadBounce", "try_read_undo"),
            (false, _, "read") => ("ReadUndo", "read_wait"),
            _ => ("ReadUndo", "idle"),
        },
        "write" | "try_write" => match (changed, doing) {
            (true, _) => ("Write", "writing"),
            (false, "write") => ("WriteFail", "write_wait"),
            _ => ("WriteFail", "idle"),
        },
        "upgradable" | "try_upgradable" => match (new >= old, busy, doing) {
            (true, 0, _) => ("Upgradable", "upgradable"),
            (true, WRITER, "upgradable") => ("UpgradableBounce", "upgradable_undo"),
            (true, WRITER, _) => ("UpgradableBounce", "try_upgradable_undo"),
            (true, _, "upgradable") => ("UpgradableFail", "upgradable_wait"),
            (true, _, _) => ("UpgradableFail", "idle"),
            (false, _, "upgradable") => ("UpgradableUndo", "upgradable_wait"),
            _ => ("UpgradableUndo", "idle"),
        },
        "upgrade" if changed => ("Upgrade", "writing"),
        "upgrade" => ("UpgradeFail", "upgrading"),
        "downgrade" => ("Downgrade", "reading"),
        "drop_read" => ("ReadDrop", "idle"),
        "drop_write" => ("WriteDrop", "idle"),
        "drop_upgradable" => ("UpgradableDrop", "idle"),
        _ => return None,
    };
    Some(format!(
        "\"event\":\"{event}\",\"state\":\"{state}\",\"writer\":{},\"upgrader\":{},\"readers\":{}",
        new & WRITER != 0,
        new & UPGRADER != 0,
        new & !(WRITER | UPGRADER)
    ))
}

/// The begin of a call that may wait.
fn begin(doing: &'static str, event: &str, state: &str) {
    record::doing(doing);
    record::local(format!("\"event\":\"{event}\",\"state\":\"{state}\""));
}

fn pause() {
    for _ in 0..record::random(3) {
        thread::yield_now();
    }
}

fn reading(guard: ReadGuard<'_, [u64; 2]>) {
    let first = guard[0];
    pause();
    assert_eq!(first, guard[1], "a reader saw half of a write");
    record::doing("drop_read");
    drop(guard);
}

/// Writes, and then either goes or stays as a reader.
fn writing(mut guard: WriteGuard<'_, [u64; 2]>) {
    guard[0] += 1;
    pause();
    guard[1] += 1;
    if record::random(3) == 0 {
        record::doing("downgrade");
        reading(guard.downgrade());
    } else {
        record::doing("drop_write");
        drop(guard);
    }
}

/// Reads, and then either goes or becomes the writer; it returns how often it wrote.
fn upgradable(guard: UpgradableGuard<'_, [u64; 2]>) -> u64 {
    let before = guard[0];
    pause();
    if record::random(3) == 0 {
        record::doing("drop_upgradable");
        drop(guard);
        return 0;
    }
    begin("upgrade", "UpgradeCall", "upgrading");
    let guard = guard.upgrade();
    assert_eq!(guard[0], before, "somebody wrote while the guard was upgraded");
    writing(guard);
    1
}

/// What one thread does; it returns how often it wrote.
fn work(lock: &RwLock<[u64; 2]>, steps: u32) -> u64 {
    let mut written = 0;
    for _ in 0..steps {
        let tries = record::random(2) == 0;
        match (record::random(7), tries) {
            (0..=2, false) => {
                begin("read", "ReadCall", "read_wait");
                reading(lock.read());
            }
            (0..=2, true) => {
                record::doing("try_read");
                if let Some(g) = lock.try_read() {
                    reading(g);
                }
            }
            (3..=4, false) => {
                begin("write", "WriteCall", "write_wait");
                writing(lock.write());
                written += 1;
            }
            (3..=4, true) => {
                record::doing("try_write");
                if let Some(g) = lock.try_write() {
                    writing(g);
                    written += 1;
                }
            }
            (_, false) => {
                begin("upgradable", "UpgradableCall", "upgradable_wait");
                written += upgradable(lock.upgradable());
            }
            (_, true) => {
                record::doing("try_upgradable");
                if let Some(g) = lock.try_upgradable() {
                    written += upgradable(g);
                }
            }
        }
        record::doing("");
        thread::yield_now();
    }
    written
}

fn run(threads: u32, steps: u32, seed: u64) -> String {
    let lock = RwLock::new([0, 0]);
    let barrier = Barrier::new(threads as usize);
    let (mut lists, mut written) = (Vec::new(), 0);
    thread::scope(|s| {
        let handles: Vec<_> = (1..=threads)
            .map(|id| {
                let (lock, barrier) = (&lock, &barrier);
                s.spawn(move || {
                    record::start(id, seed, describe);
                    barrier.wait();
                    let written = work(lock, steps);
                    (record::finish(), written)
                })
            })
            .collect();
        for h in handles {
            let (list, n) = h.join().expect("a thread of the harness ended early");
            lists.push(list);
            written += n;
        }
    });
    assert!(lock.is_free(), "the lock is held after all threads have ended");
    assert_eq!(*lock.read(), [written, written], "a write was lost");
    record::merge(lists)
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let number = |i: usize, default: u32| args.get(i).map_or(default, |s| s.parse().expect("a number"));
    let Some(dir) = args.get(1) else {
        eprintln!("usage: collect FOLDER [THREADS STEPS RUNS]");
        process::exit(2);
    };
    let (threads, steps, runs) = (number(2, 3), number(3, 24), number(4, 6));
    fs::create_dir_all(dir).expect("a folder for the traces");
    for i in 1..=runs {
        let file = format!("{dir}/trace-{i:02}.ndjson");
        fs::write(&file, run(threads, steps, i as u64)).expect("the trace is written");
    }
}
