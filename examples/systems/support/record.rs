//! What one thread does, written down by that thread, and all of it merged at the end.
//! word.rs says why the order is true. Where no word counts its changes, threads stand in the
//! order of time, which tells nothing.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::thread;
use std::time::Instant;

/// One operation of a thread, or a step that touches no word.
pub struct Event {
    word: u32,
    version: u64,           // changes of the word up to here
    read: bool,             // it changed nothing
    thread: u32,
    time: Instant,          // when it was written down, a little later than it happened
    line: Option<String>,   // name and fields, as the inside of a JSON object; None: no event
}

/// How a recorder turns an operation into an event: name and fields of what happened
/// to the word, given what the thread is about and the value before and after. None: no
/// event of its own, but it has its place in the order.
pub type Describe = fn(doing: &'static str, changed: bool, old: u32, new: u32) -> Option<String>;

thread_local! {
    static DOING: Cell<&'static str> = const { Cell::new("") };
    static DESCRIBE: Cell<Option<Describe>> = const { Cell::new(None) };
    static THREAD: Cell<u32> = const { Cell::new(0) };
    static SEEN: Cell<(u32, u64)> = const { Cell::new((0, 0)) };
    static RANDOM: Cell<u64> = const { Cell::new(1) };
    static EVENTS: RefCell<Vec<Event>> = const { RefCell::new(Vec::new()) };
}

/// Begins the list of this thread.
pub fn start(thread: u32, seed: u64, describe: Describe) {
    THREAD.with(|c| c.set(thread));
    SEEN.with(|c| c.set((0, 0)));
    RANDOM.with(|c| c.set((seed * 1_000_003 + thread as u64 * 7919) | 1));
    DESCRIBE.with(|c| c.set(Some(describe)));
    EVENTS.with(|c| c.borrow_mut().clear());
}

/// The list of this thread.
pub fn finish() -> Vec<Event> {
    EVENTS.with(|c| c.take())
}

/// Says what the thread is about from now on.
pub fn doing(what: &'static str) {
    DOING.with(|c| c.set(what));
}

/// What the thread is about.
#[allow(dead_code)] // not every system asks
pub fn is_doing() -> &'static str {
    DOING.with(Cell::get)
}

/// An operation on a word, called by whoever made it.
#[allow(dead_code)] // not every system has a word
pub fn operation(word: u32, version: u64, changed: bool, old: u32, new: u32) {
    SEEN.with(|c| c.set((word, version)));
    if let Some(describe) = DESCRIBE.with(Cell::get) {
        push(word, version, !changed, describe(is_doing(), changed, old, new));
    }
}

/// A step that touches no word: it stands after what this thread saw last.
#[allow(dead_code)] // not every system has one
pub fn local(line: String) {
    let (word, version) = SEEN.with(Cell::get);
    push(word, version, true, Some(line));
}

fn push(word: u32, version: u64, read: bool, line: Option<String>) {
    let (thread, time) = (THREAD.with(Cell::get), Instant::now());
    EVENTS.with(|c| c.borrow_mut().push(Event { word, version, read, thread, time, line }));
}

/// The id of this thread; 0 before `start`.
#[allow(dead_code)] // not every system asks
pub fn thread() -> u32 {
    THREAD.with(Cell::get)
}

/// A number below n, from this thread's own sequence.
pub fn random(n: u64) -> u64 {
    let mut x = RANDOM.with(Cell::get);
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    RANDOM.with(|c| c.set(x));
    (x >> 11) % n
}

/// Lets others run in between now and then: on a machine with few cores threads would
/// hardly ever meet otherwise.
pub fn yield_sometimes() {
    if DESCRIBE.with(Cell::get).is_some() && random(3) == 0 {
        thread::yield_now();
    }
}

/// All events in the order in which they happened, one JSON object a line. Each thread's
/// events stay in their order, and so do those of each word; among those that may come
/// next, the one that was written down first does.
pub fn merge(lists: Vec<Vec<Event>>) -> String {
    let mut seen: HashMap<u32, u64> = HashMap::new(); // word: changes that stand in the order
    let mut reads: HashMap<(u32, u64), usize> = HashMap::new(); // word and version: reads that don't yet
    for e in lists.iter().flatten().filter(|e| e.read) {
        *reads.entry((e.word, e.version)).or_default() += 1;
    }
    let mut rest: Vec<_> = lists.into_iter().map(|list| list.into_iter().peekable()).collect();
    let (mut out, mut seq) = (String::new(), 0);
    loop {
        let mut next: Option<(Instant, usize)> = None;
        let mut ended = true;
        for (i, list) in rest.iter_mut().enumerate() {
            let Some(e) = list.peek() else { continue };
            ended = false;
            let now = seen.get(&e.word).copied().unwrap_or(0);
            let unread = reads.get(&(e.word, now)).is_some_and(|n| *n > 0);
            let ready = if e.read { e.version == now } else { e.version == now + 1 && !unread };
            if ready && !next.is_some_and(|(time, _)| time <= e.time) {
                next = Some((e.time, i));
            }
        }
        if ended {
            return out;
        }
        let (_, i) = next.expect("no order agrees with the order of each word and of each thread");
        let e = rest[i].next().expect("its list has not ended");
        if e.read {
            *reads.get_mut(&(e.word, e.version)).expect("it was counted") -= 1;
        } else {
            seen.insert(e.word, e.version);
        }
        if let Some(line) = e.line {
            seq += 1;
            out.push_str(&format!("{{\"seq\":{seq},\"thread\":{},{line}}}\n", e.thread));
        }
    }
}
