//! What one thread does, written down by that thread, and all of it merged at the end.
//! word.rs says why the order is true. Where no word counts its changes, all that a thread
//! did stands in one piece, one thread's after the other's.

use std::cell::{Cell, RefCell};
use std::thread;

/// One event of a thread.
pub struct Event {
    version: u64,   // changes of the word up to here
    read: bool,     // it changed nothing
    thread: u32,
    number: usize,  // of the thread's events
    line: String,   // name and fields, as the inside of a JSON object
}

/// How a recorder turns an operation into an event: name and fields of what happened
/// to the word, given what the thread is about and the value before and after. None: no
/// event of its own.
pub type Describe = fn(doing: &'static str, changed: bool, old: u32, new: u32) -> Option<String>;

thread_local! {
    static DOING: Cell<&'static str> = const { Cell::new("") };
    static DESCRIBE: Cell<Option<Describe>> = const { Cell::new(None) };
    static THREAD: Cell<u32> = const { Cell::new(0) };
    static SEEN: Cell<u64> = const { Cell::new(0) };
    static RANDOM: Cell<u64> = const { Cell::new(1) };
    static EVENTS: RefCell<Vec<Event>> = const { RefCell::new(Vec::new()) };
}

/// Begins the list of this thread.
pub fn start(thread: u32, seed: u64, describe: Describe) {
    THREAD.with(|c| c.set(thread));
    SEEN.with(|c| c.set(0));
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
pub fn is_doing() -> &'static str {
    DOING.with(Cell::get)
}

/// An operation on the word, called by whoever made it.
#[allow(dead_code)] // not every system has a word
pub fn operation(version: u64, changed: bool, old: u32, new: u32) {
    SEEN.with(|c| c.set(version));
    if let Some(line) = DESCRIBE.with(Cell::get).and_then(|f| f(is_doing(), changed, old, new)) {
        push(version, !changed, line);
    }
}

/// A step that touches no word: it stands after what this thread saw last.
pub fn local(line: String) {
    push(SEEN.with(Cell::get), true, line);
}

fn push(version: u64, read: bool, line: String) {
    let thread = THREAD.with(Cell::get);
    EVENTS.with(|c| {
        let mut list = c.borrow_mut();
        let number = list.len();
        list.push(Event { version, read, thread, number, line });
    });
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

/// All events in the order in which they happened, one JSON object a line.
pub fn merge(lists: Vec<Vec<Event>>) -> String {
    let mut all: Vec<Event> = lists.into_iter().flatten().collect();
    all.sort_by_key(|e| (e.version, e.read, e.thread, e.number));
    let mut out = String::new();
    for (i, e) in all.iter().enumerate() {
        out.push_str(&format!("{{\"seq\":{},\"thread\":{},{}}}\n", i + 1, e.thread, e.line));
    }
    out
}
