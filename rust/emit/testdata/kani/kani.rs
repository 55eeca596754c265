// Stands for the crate kani in tests.
pub use macros::*;

pub trait Arbitrary {}
macro_rules! arbitrary { ($($t:ty)*) => { $(impl Arbitrary for $t {})* } }
arbitrary!(() i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char f32 f64);
impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {}
impl<T: Arbitrary> Arbitrary for Option<T> {}
impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {}
impl<A: Arbitrary, B: Arbitrary> Arbitrary for (A, B) {}
impl<A: Arbitrary, B: Arbitrary, C: Arbitrary> Arbitrary for (A, B, C) {}

pub fn any<T: Arbitrary>() -> T { loop {} }
pub fn may_change<T: Arbitrary>(_: &T) {}
pub fn assert(_: bool, _: &'static str) {}
pub fn assume(_: bool) {}
#[allow(non_upper_case_globals)]
pub const index: usize = 0;
pub mod slice {
    pub fn any_slice_of_array<T, const N: usize>(a: &[T; N]) -> &[T] { a }
}
pub mod vec {
    pub fn any_vec<T: super::Arbitrary, const N: usize>() -> Vec<T> { loop {} }
}
