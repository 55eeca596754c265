//! Every construct. /* nested /* comments */ too */
use std::sync::Mutex;

const TABLE: [fn(u32) -> u32; 1] = [double];

fn double(n: u32) -> u32 { n * 2 }

impl<'a, T: Fn() -> u32> Trait<u8> for Stack<'a, T> where T: Clone {
    fn early(&self, n: u32) -> Result<u32, Error> {
        let v = self.top()?;
        if n == 0 { return Err(Error::Empty); } else if n > 1 && self.word.load(Ordering::SeqCst) == 0 {
            self.n += 1;
        } else {
            panic!("odd {}", '}');
        }
        Ok(v)
    }

    const fn none(&self);
}

fn loops(items: &[u32]) -> u32 {
    'outer: for (i, x) in items.iter().enumerate() {
        while let Some(y) = next(i) {
            if y == 1 { continue 'outer; }
            if y == 2 { break 'outer }
            break;
        }
    }
    let found = loop {
        if let Some(x) = items.first() { break *x; }
        std::thread::park();
    };
    loop {}
}

fn matches(word: &AtomicU32, o: Option<u32>) -> u32 {
    let Some(n) = o else { return 0 };
    let m = match word.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed) {
        Ok(v) if v > 0 => v,
        Ok(_) => { word.store(2, Ordering::Release); 3 }
        Err(Point { x, .. }) => return x,
        Err(_) => unreachable!(),
    };
    let k = if m > 1 { word.load(Ordering::Relaxed) } else { 0 };
    call(word.load(Ordering::Relaxed), match k { 0 => 1, _ => 2 });
    let s = Point { x: 1, y: { word.swap(1, Ordering::AcqRel) } };
    match k { 0 => 1, _ => unsafe { *s.p } }.min(3)
}

fn closures(items: Vec<u32>) {
    let total = items.iter().map(|x| x + 1).filter(|x| { if *x > 1 { return true; } false }).sum();
    let handle = std::thread::spawn(move || {
        work();
    });
    let later = async move { socket.recv().await?; };
    handle.join().unwrap();
    let x = 'found: { if total > 1 { break 'found 1; } 2 };
    fn inner(a: u8) { println!("{a}"); }
    let either = a || b;
}

macro_rules! twice { ($e:expr) => { $e; $e } }

#[cfg(test)]
mod tests {
    fn not_outlined() { x(); }
}
