
#[allow(warnings)]
mod ensures_observed {
    use super::*;

    // What a call is given comes as words of a line; what it gives goes back as words.
    pub struct EnsuresIn<'a>(::std::str::SplitAsciiWhitespace<'a>);
    impl<'a> EnsuresIn<'a> {
        fn ensures_word(&mut self) -> &'a str { ::std::option::Option::unwrap(::std::iter::Iterator::next(&mut self.0)) }
        pub fn ensures_length(&mut self) -> usize { ::std::result::Result::unwrap(self.ensures_word().parse::<usize>()) }
    }
    pub trait EnsuresGet: ::std::marker::Sized { fn ensures_get(i: &mut EnsuresIn) -> Self; }
    pub trait EnsuresPut { fn ensures_put(&self, o: &mut ::std::string::String); }

    pub fn ensures_number<T: ::std::string::ToString>(n: T, o: &mut ::std::string::String) {
        o.push(' ');
        o.push_str(&::std::string::ToString::to_string(&n));
    }
    fn ensures_many<T: EnsuresGet>(n: usize, i: &mut EnsuresIn) -> ::std::vec::Vec<T> {
        let mut v = ::std::vec::Vec::new();
        let mut k = 0;
        while k < n { v.push(T::ensures_get(i)); k += 1; }
        v
    }
    macro_rules! ensures_numbers { ($($t:ty)*) => { $(
        impl EnsuresGet for $t { fn ensures_get(i: &mut EnsuresIn) -> Self { ::std::result::Result::unwrap(i.ensures_word().parse::<$t>()) } }
        impl EnsuresPut for $t { fn ensures_put(&self, o: &mut ::std::string::String) { ensures_number(*self, o) } }
    )* } }
    ensures_numbers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    impl EnsuresGet for bool { fn ensures_get(i: &mut EnsuresIn) -> Self { i.ensures_word() == "1" } }
    impl EnsuresPut for bool { fn ensures_put(&self, o: &mut ::std::string::String) { ensures_number(*self as u8, o) } }
    impl EnsuresGet for char { fn ensures_get(i: &mut EnsuresIn) -> Self { ::std::option::Option::unwrap(::std::char::from_u32(u32::ensures_get(i))) } }
    impl EnsuresPut for char { fn ensures_put(&self, o: &mut ::std::string::String) { ensures_number(*self as u32, o) } }
    impl EnsuresGet for f64 { fn ensures_get(i: &mut EnsuresIn) -> Self { f64::from_bits(u64::ensures_get(i)) } }
    impl EnsuresPut for f64 { fn ensures_put(&self, o: &mut ::std::string::String) { ensures_number(self.to_bits(), o) } }
    impl EnsuresGet for f32 { fn ensures_get(i: &mut EnsuresIn) -> Self { f64::ensures_get(i) as f32 } }
    impl EnsuresPut for f32 { fn ensures_put(&self, o: &mut ::std::string::String) { (*self as f64).ensures_put(o) } }
    impl EnsuresPut for str {
        fn ensures_put(&self, o: &mut ::std::string::String) {
            ensures_number(::std::iter::Iterator::count(self.chars()), o);
            for c in self.chars() { c.ensures_put(o); }
        }
    }
    impl EnsuresPut for ::std::string::String { fn ensures_put(&self, o: &mut ::std::string::String) { self.as_str().ensures_put(o) } }
    impl EnsuresGet for ::std::string::String {
        fn ensures_get(i: &mut EnsuresIn) -> Self {
            let n = i.ensures_length();
            let mut s = ::std::string::String::new();
            let mut k = 0;
            while k < n { s.push(char::ensures_get(i)); k += 1; }
            s
        }
    }
    impl<T: EnsuresPut> EnsuresPut for [T] {
        fn ensures_put(&self, o: &mut ::std::string::String) { ensures_number(self.len(), o); for x in self.iter() { x.ensures_put(o); } }
    }
    impl<T: EnsuresPut> EnsuresPut for ::std::vec::Vec<T> { fn ensures_put(&self, o: &mut ::std::string::String) { self.as_slice().ensures_put(o) } }
    impl<T: EnsuresGet> EnsuresGet for ::std::vec::Vec<T> {
        fn ensures_get(i: &mut EnsuresIn) -> Self { let n = i.ensures_length(); ensures_many(n, i) }
    }
    impl<T: EnsuresPut, const N: usize> EnsuresPut for [T; N] { fn ensures_put(&self, o: &mut ::std::string::String) { for x in self.iter() { x.ensures_put(o); } } }
    impl<T: EnsuresGet, const N: usize> EnsuresGet for [T; N] {
        fn ensures_get(i: &mut EnsuresIn) -> Self { ::std::array::from_fn(|_| T::ensures_get(i)) }
    }
    impl<T: EnsuresPut + ?::std::marker::Sized> EnsuresPut for &T { fn ensures_put(&self, o: &mut ::std::string::String) { (**self).ensures_put(o) } }
    impl<T: EnsuresPut + ?::std::marker::Sized> EnsuresPut for &mut T { fn ensures_put(&self, o: &mut ::std::string::String) { (**self).ensures_put(o) } }
    impl<T: EnsuresPut + ?::std::marker::Sized> EnsuresPut for ::std::boxed::Box<T> { fn ensures_put(&self, o: &mut ::std::string::String) { (**self).ensures_put(o) } }
    impl<T: EnsuresGet> EnsuresGet for ::std::boxed::Box<T> { fn ensures_get(i: &mut EnsuresIn) -> Self { ::std::boxed::Box::new(T::ensures_get(i)) } }
    impl<T: EnsuresGet> EnsuresGet for ::std::boxed::Box<[T]> { fn ensures_get(i: &mut EnsuresIn) -> Self { ::std::vec::Vec::<T>::ensures_get(i).into_boxed_slice() } }
    impl EnsuresGet for ::std::boxed::Box<str> { fn ensures_get(i: &mut EnsuresIn) -> Self { ::std::string::String::ensures_get(i).into_boxed_str() } }
    impl<T: ?::std::marker::Sized> EnsuresGet for &'static T where ::std::boxed::Box<T>: EnsuresGet {
        fn ensures_get(i: &mut EnsuresIn) -> Self { ::std::boxed::Box::leak(<::std::boxed::Box<T> as EnsuresGet>::ensures_get(i)) }
    }
    impl<T: ?::std::marker::Sized> EnsuresGet for &'static mut T where ::std::boxed::Box<T>: EnsuresGet {
        fn ensures_get(i: &mut EnsuresIn) -> Self { ::std::boxed::Box::leak(<::std::boxed::Box<T> as EnsuresGet>::ensures_get(i)) }
    }
    impl<T: EnsuresPut> EnsuresPut for ::std::option::Option<T> {
        fn ensures_put(&self, o: &mut ::std::string::String) {
            match self { ::std::option::Option::None => ensures_number(0, o), ::std::option::Option::Some(x) => { ensures_number(1, o); x.ensures_put(o) } }
        }
    }
    impl<T: EnsuresGet> EnsuresGet for ::std::option::Option<T> {
        fn ensures_get(i: &mut EnsuresIn) -> Self { if i.ensures_length() == 0 { ::std::option::Option::None } else { ::std::option::Option::Some(T::ensures_get(i)) } }
    }
    impl<T: EnsuresPut> EnsuresPut for ::std::ops::Range<T> {
        fn ensures_put(&self, o: &mut ::std::string::String) { self.start.ensures_put(o); self.end.ensures_put(o) }
    }
    impl<T: EnsuresGet> EnsuresGet for ::std::ops::Range<T> {
        fn ensures_get(i: &mut EnsuresIn) -> Self { let start = T::ensures_get(i); ::std::ops::Range { start, end: T::ensures_get(i) } }
    }
    impl<T: EnsuresPut, E: EnsuresPut> EnsuresPut for ::std::result::Result<T, E> {
        fn ensures_put(&self, o: &mut ::std::string::String) {
            match self { ::std::result::Result::Ok(x) => { ensures_number(0, o); x.ensures_put(o) } ::std::result::Result::Err(x) => { ensures_number(1, o); x.ensures_put(o) } }
        }
    }
    impl<T: EnsuresGet, E: EnsuresGet> EnsuresGet for ::std::result::Result<T, E> {
        fn ensures_get(i: &mut EnsuresIn) -> Self { if i.ensures_length() == 0 { ::std::result::Result::Ok(T::ensures_get(i)) } else { ::std::result::Result::Err(E::ensures_get(i)) } }
    }
    macro_rules! ensures_tuples { ($(($($t:ident $n:tt)*))*) => { $(
        impl<$($t: EnsuresGet),*> EnsuresGet for ($($t,)*) { fn ensures_get(i: &mut EnsuresIn) -> Self { ($($t::ensures_get(i),)*) } }
        impl<$($t: EnsuresPut),*> EnsuresPut for ($($t,)*) { fn ensures_put(&self, o: &mut ::std::string::String) { $(self.$n.ensures_put(o);)* } }
    )* } }
    ensures_tuples!(() (A 0) (A 0 B 1) (A 0 B 1 C 2) (A 0 B 1 C 2 D 3) (A 0 B 1 C 2 D 3 E 4) (A 0 B 1 C 2 D 3 E 4 F 5)
        (A 0 B 1 C 2 D 3 E 4 F 5 G 6) (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7));

    extern "C" {
        fn setrlimit(resource: i32, limit: *const [u64; 2]) -> i32;
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
        fn write(fd: i32, bytes: *const u8, n: usize) -> isize;
        fn _exit(status: i32) -> !;
    }

    // The call that is running, and the processor time at which it began.
    static ENSURES_CALL: ::std::sync::atomic::AtomicU64 = ::std::sync::atomic::AtomicU64::new(0);
    pub static ENSURES_BEGAN: ::std::sync::atomic::AtomicU64 = ::std::sync::atomic::AtomicU64::new(0);
    static ENSURES_PANIC: ::std::sync::Mutex<::std::string::String> = ::std::sync::Mutex::new(::std::string::String::new());
    pub const ENSURES_ORDER: ::std::sync::atomic::Ordering = ::std::sync::atomic::Ordering::SeqCst;

    fn ensures_clock() -> u64 {
        let mut t = [0i64; 2];
        unsafe { clock_gettime(2, &mut t) }; // of the process
        t[0] as u64 * 1_000_000_000 + t[1] as u64
    }
    fn ensures_say(s: &str) {
        let mut b = s.as_bytes();
        while !b.is_empty() {
            let n = unsafe { write(1, b.as_ptr(), b.len()) };
            if n <= 0 { unsafe { _exit(3) } }
            b = &b[n as usize..];
        }
    }
    fn ensures_watch(mark: ::std::string::String, limit: u64) {
        loop {
            ::std::thread::sleep(::std::time::Duration::from_millis(2));
            let (k, began) = (ENSURES_CALL.load(ENSURES_ORDER), ENSURES_BEGAN.load(ENSURES_ORDER));
            if began != 0 && ensures_clock().saturating_sub(began) > limit && ENSURES_CALL.load(ENSURES_ORDER) == k && ENSURES_BEGAN.load(ENSURES_ORDER) == began {
                let mut o = ::std::string::String::from("\n");
                o.push_str(&mark);
                ensures_number(k, &mut o);
                o.push_str(" t\n");
                ensures_say(&o);
                unsafe { _exit(0) }
            }
        }
    }
    fn ensures_calls(text: &str, mark: &str) {
        for line in text.lines() {
            let mut i = EnsuresIn(line.split_ascii_whitespace());
            let k = u64::ensures_get(&mut i);
            let f = i.ensures_length();
            let mut o = ::std::string::String::from("\n");
            o.push_str(mark);
            ensures_number(k, &mut o);
            let mut r = ::std::string::String::new();
            let ended = ::std::panic::catch_unwind(::std::panic::AssertUnwindSafe(|| ensures_call(f, &mut i, &mut r, k)));
            ENSURES_BEGAN.store(0, ENSURES_ORDER);
            match ended {
                ::std::result::Result::Ok(()) => { o.push_str(" r"); o.push_str(&r) }
                ::std::result::Result::Err(_) => {
                    o.push_str(" p ");
                    for c in ENSURES_PANIC.lock().unwrap_or_else(|e| e.into_inner()).chars() { o.push(if c.is_control() { ' ' } else { c }) }
                }
            }
            o.push('\n');
            ensures_say(&o);
        }
    }
    pub fn ensures_begin(k: u64) {
        ENSURES_CALL.store(k, ENSURES_ORDER);
        ENSURES_BEGAN.store(ensures_clock(), ENSURES_ORDER);
    }
    #[export_name = "main"]
    pub extern "C" fn ensures_main(_: i32, _: *const *const u8) -> i32 {
        unsafe {
            setrlimit(9, &[1 << 30, 1 << 30]); // memory
            setrlimit(4, &[0, 0]); // core files
            setrlimit(0, &[120, 120]); // processor time
        }
        let mut text = ::std::string::String::new();
        ::std::io::Read::read_to_string(&mut ::std::io::stdin(), &mut text).unwrap();
        let (head, rest) = text.split_once('\n').unwrap();
        let (mark, limit) = head.split_once(' ').unwrap();
        let (mark, limit) = (::std::string::String::from(mark), limit.parse::<u64>().unwrap());
        ::std::panic::set_hook(::std::boxed::Box::new(|p| {
            let mut m = ::std::string::String::new();
            if let ::std::option::Option::Some(s) = p.payload().downcast_ref::<&str>() { m.push_str(s) }
            if let ::std::option::Option::Some(s) = p.payload().downcast_ref::<::std::string::String>() { m.push_str(s) }
            *ENSURES_PANIC.lock().unwrap_or_else(|e| e.into_inner()) = m;
        }));
        let watched = mark.clone();
        ::std::thread::spawn(move || ensures_watch(watched, limit));
        let rest = ::std::string::String::from(rest);
        let ended = ::std::thread::Builder::new().stack_size(16 << 20).spawn(move || ensures_calls(&rest, &mark)).unwrap().join();
        unsafe { _exit(if ended.is_ok() { 0 } else { 4 }) }
    }
