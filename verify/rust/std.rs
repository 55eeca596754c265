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
}

impl<T> Option<T> {
    fn is_some(o: &Option<T>) -> (r: bool) ensures r == o.is_some();
    fn is_none(o: &Option<T>) -> (r: bool) ensures r == o.is_none();
    fn unwrap(o: Option<T>) -> (r: T) requires o.is_some() ensures r == o.unwrap();
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
    fn min(x: T, y: T) -> (r: T) ensures r == (if x <= y { x as int } else { y as int });
    fn max(x: T, y: T) -> (r: T) ensures r == (if x >= y { x as int } else { y as int });
}

}
