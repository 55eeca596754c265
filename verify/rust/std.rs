// What the functions of std promise, said once: a call takes nothing else for
// granted, and each clause is tested on the real library.
//
// requires is what keeps a function from panicking. Functions end by their contract;
// running out of memory is left out, as everywhere.
verus! {

impl<T> Vec<T> {
    fn new() -> (r: Vec<T>) ensures r.len() == 0;
    fn len(v: &Vec<T>) -> (r: usize) ensures r == v.len();
    fn is_empty(v: &Vec<T>) -> (r: bool) ensures r == (v.len() == 0);
    fn push(v: &mut Vec<T>, x: T) ensures v@ == old(v)@.push(x);
    fn pop(v: &mut Vec<T>) -> (r: Option<T>)
        ensures
            old(v).len() == 0 ==> r == None && v.len() == 0,
            old(v).len() > 0 ==> r == Some(old(v)@.last()) && v@ == old(v)@.drop_last();
    fn clear(v: &mut Vec<T>) ensures v.len() == 0;
    fn truncate(v: &mut Vec<T>, n: usize)
        ensures v.len() == (if n < old(v).len() { n as int } else { old(v).len() }), v@ == old(v)@.take(v.len());
    fn insert(v: &mut Vec<T>, i: usize, x: T)
        requires i <= v.len()
        ensures v@ == old(v)@.take(i as int).push(x) + old(v)@.skip(i as int);
    fn remove(v: &mut Vec<T>, i: usize) -> (r: T)
        requires i < v.len()
        ensures r == old(v)[i as int], v@ == old(v)@.take(i as int) + old(v)@.skip(i + 1);
    fn set(v: &mut Vec<T>, i: usize, x: T)
        requires i < v.len()
        ensures v@ == old(v)@.update(i as int, x);
    fn append(v: &mut Vec<T>, w: &mut Vec<T>)
        ensures v@ == old(v)@ + old(w)@, w.len() == 0;
    fn extend_from_slice(v: &mut Vec<T>, w: &[T])
        ensures v@ == old(v)@ + w@;
    fn swap(v: &mut Vec<T>, i: usize, j: usize)
        requires i < v.len(), j < v.len()
        ensures v@ == old(v)@.update(i as int, old(v)[j as int]).update(j as int, old(v)[i as int]);
    fn index(v: &Vec<T>, i: usize) -> (r: T)
        requires i < v.len()
        ensures r == v[i as int];
}

impl<T> slice<T> {
    fn len(v: &[T]) -> (r: usize) ensures r == v.len();
    fn is_empty(v: &[T]) -> (r: bool) ensures r == (v.len() == 0);
    fn swap(v: &mut [T], i: usize, j: usize)
        requires i < v.len(), j < v.len()
        ensures v@ == old(v)@.update(i as int, old(v)[j as int]).update(j as int, old(v)[i as int]);
    fn reverse(v: &mut [T]) ensures v@ == old(v)@.reverse();
    fn to_vec(v: &[T]) -> (r: Vec<T>) ensures r@ == v@;
    fn first(v: &[T]) -> (r: Option<&T>)
        ensures v.len() == 0 ==> r == None, v.len() > 0 ==> r == Some(v[0]);
    fn last(v: &[T]) -> (r: Option<&T>)
        ensures v.len() == 0 ==> r == None, v.len() > 0 ==> r == Some(v@.last());
    fn contains(v: &[T], x: &T) -> (r: bool) ensures r == v@.contains(x);
    fn get(v: &[T], i: usize) -> (r: Option<&T>)
        ensures i < v.len() ==> r == Some(v[i as int]), i >= v.len() ==> r == None;
}

// T is an integer type or char: slices and vectors of values whose order is that of numbers.
// That their elements stay the same ones is said where they are called.
impl<T> ordered<T> {
    fn sort(v: &mut [T])
        ensures
            v.len() == old(v).len(),
            forall|i: int, j: int| 0 <= i && i < j && j < v.len() ==> v[i] <= v[j];
    fn sort_unstable(v: &mut [T])
        ensures
            v.len() == old(v).len(),
            forall|i: int, j: int| 0 <= i && i < j && j < v.len() ==> v[i] <= v[j];
    fn dedup(v: &mut Vec<T>)
        ensures
            v.len() <= old(v).len(),
            forall|i: int| 0 < i && i < v.len() ==> v[i - 1] != v[i],
            (forall|i: int, j: int| 0 <= i && i < j && j < old(v).len() ==> old(v)[i] <= old(v)[j])
                ==> (forall|i: int, j: int| 0 <= i && i < j && j < v.len() ==> v[i] < v[j]);
}

impl String {
    fn new() -> (r: String) ensures r@.len() == 0;
    fn from(s: &str) -> (r: String) ensures r@ == s@;
    fn add(s: String, t: &str) -> (r: String) ensures r@ == s@ + t@;
    fn push(s: &mut String, c: char) ensures s@ == old(s)@.push(c);
    fn push_str(s: &mut String, t: &str) ensures s@ == old(s)@ + t@;
    fn pop(s: &mut String) -> (r: Option<char>)
        ensures
            old(s)@.len() == 0 ==> r == None && s@.len() == 0,
            old(s)@.len() > 0 ==> r == Some(old(s)@.last()) && s@ == old(s)@.drop_last();
    fn clear(s: &mut String) ensures s@.len() == 0;
    fn is_empty(s: &String) -> (r: bool) ensures r == (s@.len() == 0);
    fn len(s: &String) -> (r: usize) ensures s@.len() <= r, r <= 4 * s@.len(), (forall|i: int| 0 <= i && i < s@.len() ==> s@[i] <= '\u{7f}') ==> r == s@.len();
}

impl str {
    fn is_empty(s: &str) -> (r: bool) ensures r == (s@.len() == 0);
    fn len(s: &str) -> (r: usize) ensures s@.len() <= r, r <= 4 * s@.len(), (forall|i: int| 0 <= i && i < s@.len() ==> s@[i] <= '\u{7f}') ==> r == s@.len();
    fn to_string(s: &str) -> (r: String) ensures r@ == s@;
    fn to_owned(s: &str) -> (r: String) ensures r@ == s@;
    fn contains(s: &str, c: char) -> (r: bool) ensures r == s@.contains(c);
    fn starts_with(s: &str, c: char) -> (r: bool) ensures r == (s@.len() > 0 && s@[0] == c);
    fn ends_with(s: &str, c: char) -> (r: bool) ensures r == (s@.len() > 0 && s@.last() == c);
    fn trim(s: &str) -> (r: &str) ensures r@.len() <= s@.len();
    fn trim_start(s: &str) -> (r: &str) ensures r@.len() <= s@.len();
    fn trim_end(s: &str) -> (r: &str) ensures r@ == s@.take(r@.len());
}

impl char {
    fn is_ascii(c: &char) -> (r: bool) ensures r == (c <= '\u{7f}');
    fn is_ascii_digit(c: &char) -> (r: bool) ensures r == ('0' <= c && c <= '9');
    fn is_ascii_lowercase(c: &char) -> (r: bool) ensures r == ('a' <= c && c <= 'z');
    fn is_ascii_uppercase(c: &char) -> (r: bool) ensures r == ('A' <= c && c <= 'Z');
    fn is_ascii_alphabetic(c: &char) -> (r: bool) ensures r == ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z');
    fn is_digit(c: char, radix: u32) -> (r: bool)
        requires 2 <= radix && radix <= 36
        ensures radix == 10 ==> r == ('0' <= c && c <= '9');
    fn is_alphabetic(c: char) -> (r: bool) ensures c <= '\u{7f}' ==> r == ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z');
    fn is_numeric(c: char) -> (r: bool) ensures c <= '\u{7f}' ==> r == ('0' <= c && c <= '9');
    fn is_lowercase(c: char) -> (r: bool) ensures c <= '\u{7f}' ==> r == ('a' <= c && c <= 'z');
    fn is_uppercase(c: char) -> (r: bool) ensures c <= '\u{7f}' ==> r == ('A' <= c && c <= 'Z');
    fn is_whitespace(c: char) -> (r: bool) ensures c <= '\u{7f}' ==> r == (c == ' ' || '\t' <= c && c <= '\r');
    fn to_ascii_lowercase(c: &char) -> (r: char) ensures r as u32 == (if 'A' <= c && c <= 'Z' { c as u32 + 32 } else { c as u32 as int });
    fn to_ascii_uppercase(c: &char) -> (r: char) ensures r as u32 == (if 'a' <= c && c <= 'z' { c as u32 - 32 } else { c as u32 as int });
    fn to_digit(c: char, radix: u32) -> (r: Option<u32>)
        requires 2 <= radix && radix <= 36
        ensures
            radix == 10 && '0' <= c && c <= '9' ==> r == Some(c as u32 - 48),
            radix == 10 && !('0' <= c && c <= '9') ==> r == None;
}

impl<T> Option<T> {
    fn is_some(o: &Option<T>) -> (r: bool) ensures r == o.is_some();
    fn is_none(o: &Option<T>) -> (r: bool) ensures r == o.is_none();
    fn unwrap(o: Option<T>) -> (r: T) requires o.is_some() ensures r == o.unwrap();
    fn cloned(o: Option<&T>) -> (r: Option<T>) ensures r == o;
    fn copied(o: Option<&T>) -> (r: Option<T>) ensures r == o;
    fn expect(o: Option<T>, why: &str) -> (r: T) requires o.is_some() ensures r == o.unwrap();
    fn unwrap_or(o: Option<T>, d: T) -> (r: T) ensures o.is_some() ==> r == o.unwrap(), o.is_none() ==> r == d;
}

impl<T> Range<T> {
    fn into_iter(r: Range<T>) -> (i: Range<T>) ensures i == r;
    fn next(r: &mut Range<T>) -> (o: Option<T>)
        ensures
            old(r).start < old(r).end ==> o == Some(old(r).start) && r.start == old(r).start + 1,
            old(r).start >= old(r).end ==> o == None && r.start == old(r).start,
            r.end == old(r).end;
}

// T is any integer type.
impl<T> int<T> {
    fn to_string(x: &T) -> (r: String) ensures 1 <= r@.len(), r@.len() <= 40, forall|i: int| 0 <= i && i < r@.len() ==> r@[i] == '-' && i == 0 && x < 0 || '0' <= r@[i] && r@[i] <= '9';
    fn abs(x: T) -> (r: T) requires x > MIN ensures r == (if x < 0 { -x } else { x as int });
    fn unsigned_abs(x: T) -> (r: T) ensures r == (if x < 0 { -x } else { x as int });
    fn abs_diff(x: T, y: T) -> (r: T) ensures r == (if x < y { y - x } else { x - y });
    fn wrapping_add(x: T, y: T) -> (r: T)
        ensures
            MIN <= x + y <= MAX ==> r == x + y,
            x + y > MAX ==> r == x + y - (MAX - MIN + 1),
            x + y < MIN ==> r == x + y + (MAX - MIN + 1);
    fn wrapping_sub(x: T, y: T) -> (r: T)
        ensures
            MIN <= x - y <= MAX ==> r == x - y,
            x - y > MAX ==> r == x - y - (MAX - MIN + 1),
            x - y < MIN ==> r == x - y + (MAX - MIN + 1);
    fn saturating_add(x: T, y: T) -> (r: T)
        ensures
            MIN <= x + y <= MAX ==> r == x + y,
            x + y > MAX ==> r == MAX,
            x + y < MIN ==> r == MIN;
    fn saturating_sub(x: T, y: T) -> (r: T)
        ensures
            MIN <= x - y <= MAX ==> r == x - y,
            x - y > MAX ==> r == MAX,
            x - y < MIN ==> r == MIN;
    fn checked_add(x: T, y: T) -> (r: Option<T>)
        ensures
            MIN <= x + y <= MAX ==> r == Some(x + y),
            !(MIN <= x + y <= MAX) ==> r == None;
    fn checked_sub(x: T, y: T) -> (r: Option<T>)
        ensures
            MIN <= x - y <= MAX ==> r == Some(x - y),
            !(MIN <= x - y <= MAX) ==> r == None;
    fn checked_mul(x: T, y: T) -> (r: Option<T>)
        ensures
            MIN <= x * y <= MAX ==> r == Some(x * y),
            !(MIN <= x * y <= MAX) ==> r == None;
    fn checked_div(x: T, y: T) -> (r: Option<T>)
        ensures y == 0 ==> r == None;
    fn signum(x: T) -> (r: T) ensures r == (if x < 0 { -1 } else if x == 0 { 0 } else { 1 });
    fn min(x: T, y: T) -> (r: T) ensures r == (if x <= y { x as int } else { y as int });
    fn max(x: T, y: T) -> (r: T) ensures r == (if x >= y { x as int } else { y as int });
}

}
