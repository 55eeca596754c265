/// The place of the first length that is at least so great.
pub fn first_at_least(lengths: &[u32], least: u32) -> usize {
    let mut i = 0;
    while i < lengths.len() && lengths[i] < least {
        i += 1;
    }
    i
}

/// Makes all lengths the same.
pub fn fill(lengths: &mut Vec<u32>, length: u32) {
    let mut i = 0;
    while i < lengths.len() {
        lengths[i] = length;
        i += 1;
    }
}
