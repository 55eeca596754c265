use vstd::prelude::*;

verus! {

/// Twice a number.
pub open spec fn twice(x: int) -> int {
    2 * x
}

proof fn positive(x: int)
    requires
        x > 0,
    ensures
        twice(x) > x,
{
}

fn double(v: &mut Vec<u32>) -> (n: usize)
    requires
        forall|i: int| 0 <= i < old(v).len() ==> #[trigger] old(v)[i] < 1000,
    ensures
        n == v.len(),
        v.len() == old(v).len(),
        forall|i: int| 0 <= i < v.len() ==> v[i] == twice(old(v)[i] as int),
{
    let mut i = 0;
    let ghost before = v@;
    while i < v.len()
        invariant
            i <= v.len(),
            v.len() == old(v).len(),
            forall|k: int| 0 <= k < i ==> v[k] == twice(old(v)[k] as int),
            forall|k: int| i <= k < v.len() ==> v[k] == old(v)[k] && v[k] < 1000,
        decreases v.len() - i,
    {
        assert(v[i as int] < 1000);
        let x = v[i];
        v.set(i, 2 * x);
        i += 1;
        proof {
            assert(before.len() == v.len());
        }
    }
    i
}

} // verus!
