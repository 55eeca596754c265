//! Runs the ring buffer with a producer and a consumer and writes what each of them did:
//! `collect FOLDER [CALLS RUNS]`. The ring is compiled from ../source/ringbuffer.rs as it
//! is, with recording atomics and slots. In a trace the producer's events (thread 1)
//! stand before the consumer's (thread 2): how they lie between each other is not known.

#[path = "../../../support/record.rs"]
mod record;
#[path = "../../source/ringbuffer.rs"]
mod ringbuffer;
#[path = "../../source/slot.rs"]
mod slot;
mod sync;

use ringbuffer::{Consumer, Producer, RingBuffer};
use std::sync::Barrier;
use std::{env, fs, process, thread};

const CAPACITY: usize = 4;
const ITEMS: u32 = 9; // the stream of items is 1, 2, … 9, 1, …
const MOST: usize = CAPACITY + 1; // that one call asks for

fn next(item: u32) -> u32 {
    item % ITEMS + 1
}

/// Sometimes a side stays away for a while, so that the other meets a full or an empty ring.
fn pause() {
    for _ in 0..[0, 0, 2, 6][record::random(4) as usize] {
        thread::yield_now();
    }
}

/// Pushes the stream; it returns how many items went in.
fn produce(ring: &mut Producer<u32>, calls: u32) -> usize {
    let (mut pushed, mut item) = (0, 1);
    for _ in 0..calls {
        let wanted = 1 + record::random(MOST as u64) as usize;
        sync::call("push", wanted);
        let n = if wanted == 1 {
            ring.push(item).is_ok() as usize
        } else {
            let mut items = [item; MOST];
            for i in 1..wanted {
                items[i] = next(items[i - 1]);
            }
            ring.push_slice(&items[..wanted])
        };
        sync::end();
        pushed += n;
        for _ in 0..n {
            item = next(item);
        }
        pause();
    }
    pushed
}

/// Pops, and at times clears the ring; it returns how many items came out, in the order
/// of the stream but for those that were cleared.
fn consume(ring: &mut Consumer<u32>, calls: u32) -> usize {
    let (mut popped, mut last) = (0, None);
    for _ in 0..calls {
        let mut items = [0; MOST];
        let wanted = record::random(MOST as u64 + 1) as usize;
        sync::call(if wanted == 0 { "clear" } else { "pop" }, wanted);
        let n = match wanted {
            0 => {
                ring.clear();
                last = None;
                0
            }
            1 => match ring.pop() {
                Some(item) => {
                    items[0] = item;
                    1
                }
                None => 0,
            },
            _ => ring.pop_slice(&mut items[..wanted]),
        };
        sync::end();
        popped += n;
        for &item in &items[..n] {
            if let Some(last) = last {
                assert_eq!(item, next(last), "popped after {last}");
            }
            last = Some(item);
        }
        pause();
    }
    popped
}

fn run(calls: u32, seed: u64) -> String {
    let (mut producer, mut consumer) = RingBuffer::new(CAPACITY).split();
    let barrier = Barrier::new(2);
    let ((first, pushed), (second, popped)) = thread::scope(|s| {
        let producing = s.spawn(|| {
            record::start(1, seed, |_, _, _, _| None);
            barrier.wait();
            let pushed = produce(&mut producer, calls);
            (record::finish(), pushed)
        });
        let consuming = s.spawn(|| {
            record::start(2, seed, |_, _, _, _| None);
            barrier.wait();
            let popped = consume(&mut consumer, calls);
            (record::finish(), popped)
        });
        let pushed = producing.join().expect("the producer ended early");
        (pushed, consuming.join().expect("the consumer ended early"))
    });
    assert!(popped + consumer.len() <= pushed, "more was popped than pushed");
    assert_eq!(producer.free_len() + consumer.len(), CAPACITY);
    consumer.clear();
    assert!(consumer.is_empty());
    record::merge(vec![first, second])
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let number = |i: usize, default: u32| args.get(i).map_or(default, |s| s.parse().expect("a number"));
    let Some(dir) = args.get(1) else {
        eprintln!("usage: collect FOLDER [CALLS RUNS]");
        process::exit(2);
    };
    let (calls, runs) = (number(2, 24), number(3, 6));
    fs::create_dir_all(dir).expect("a folder for the traces");
    for i in 1..=runs {
        let file = format!("{dir}/trace-{i:02}.ndjson");
        fs::write(&file, run(calls, i as u64)).expect("the trace is written");
    }
}
