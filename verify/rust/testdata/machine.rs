// Functions of which TestMachine asks whether they do anything else than the machine does.
verus! {

// Numbers.
fn add_u8(x: u8, y: u8) -> (r: u8) { x + y }
fn sub_u8(x: u8, y: u8) -> (r: u8) { x - y }
fn mul_i8(x: i8, y: i8) -> (r: i8) { x * y }
fn div_i8(x: i8, y: i8) -> (r: i8) { x / y }
fn rem_i8(x: i8, y: i8) -> (r: i8) { x % y }
fn neg_i16(x: i16) -> (r: i16) { -x }
fn not_i8(x: i8) -> (r: i8) { !x }
fn not_u32(x: u32) -> (r: u32) { !x }
fn not_bool(x: bool, y: bool) -> (r: bool) { !x ^ y | (x & !y) }
fn shl_1(x: i8) -> (r: i8) { x << 1 }
fn shl_7(x: u8) -> (r: u8) { x << 7 }
fn shl_signed(x: i32) -> (r: i32) { x << 31 }
fn shl_by(x: u8, n: u32) -> (r: u8) { x << n }
fn shl_by_signed(x: u16, n: i8) -> (r: u16) { x << n }
fn shr_i8(x: i8) -> (r: i8) { x >> 3 }
fn shr_i64(x: i64) -> (r: i64) { x >> 63 }
fn shr_u64(x: u64) -> (r: u64) { x >> 63 }
fn shl_assign(mut x: u8) -> (r: u8) { x <<= 2; x >>= 1; x }
fn bits_and(x: u8, y: u8) -> (r: u8) { x & y }
fn bits_or(x: i8, y: i8) -> (r: i8) { x | y }
fn bits_xor(x: u8) -> (r: u8) { x ^ x }
fn mask(x: u32) -> (r: u32) { x & 0xff }
fn i8_u8(x: i8) -> (r: u8) { x as u8 }
fn u8_i8(x: u8) -> (r: i8) { x as i8 }
fn i32_u64(x: i32) -> (r: u64) { x as u64 }
fn u64_i32(x: u64) -> (r: i32) { x as i32 }
fn i64_u16_i32(x: i64) -> (r: i32) { x as u16 as i32 }
fn i64_i16_u32(x: i64) -> (r: u32) { x as i16 as u32 }
fn u32_usize_u8(x: u32) -> (r: u8) { x as usize as u8 }
fn bool_i8(x: bool, y: bool) -> (r: i8) { x as i8 - y as i8 }
fn char_u8(c: char) -> (r: u8) { c as u8 }
fn char_u32(c: char) -> (r: u32) { c as u32 }
fn u8_char(x: u8) -> (r: char) { x as char }
fn next_char(c: char) -> (r: u8) { (c as u8) + 1 }
fn i128_min(x: i128) -> (r: i128) { if x == i128::MIN { 0 } else { -x } }
fn u128_big(x: u128) -> (r: bool) { x > 1u128 << 100 }
fn wrapping_add(x: u8, y: u8) -> (r: u8) { x.wrapping_add(y) }
fn wrapping_sub(x: i8, y: i8) -> (r: i8) { x.wrapping_sub(y) }
fn saturating_add(x: i8, y: i8) -> (r: i8) { x.saturating_add(y) }
fn saturating_sub(x: u8, y: u8) -> (r: u8) { x.saturating_sub(y) }
fn checked_add(x: i8, y: i8) -> (r: Option<i8>) { x.checked_add(y) }
fn checked_sub(x: u8, y: u8) -> (r: Option<u8>) { x.checked_sub(y) }
fn checked_mul(x: i8, y: i8) -> (r: Option<i8>) { x.checked_mul(y) }
fn checked_div(x: i8, y: i8) -> (r: Option<i8>) { x.checked_div(y) }
fn abs(x: i8) -> (r: i8) { x.abs() }
fn unsigned_abs(x: i8) -> (r: u8) { x.unsigned_abs() }
fn abs_diff(x: i8, y: i8) -> (r: u8) { x.abs_diff(y) }
fn signum(x: i8) -> (r: i8) { x.signum() }
fn min_max(x: i8, y: i8) -> (r: (i8, i8)) { (x.min(y), x.max(y)) }
fn min_of_references(x: &i8, y: &i8) -> (r: i8) { *x.min(y) }
fn cmp_max(x: u8, y: u8) -> (r: u8) { std::cmp::max(x, y) }
fn by_reference(x: &u8, y: &u8) -> (r: u8) { x + y }
fn by_reference_sub(x: &i8, y: i8) -> (r: i8) { x - y }
fn by_reference_rem(x: &i8, y: &i8) -> (r: i8) { x % y }
fn add_assign_reference(x: &mut u8, y: &u8) -> (r: ()) { *x += y; }
fn lt_reference(x: &i8, y: &i8) -> (r: bool) { x < y }
fn compound(x: i8, y: i8) -> (r: i8) { let mut z = x; z += y; z -= 1; z *= 2; z /= 3; z %= 5; z }
fn precedence(x: i8) -> (r: bool) { -x as i16 + 2 * 3 >= 5 && x & 1 == 0 || x == -128 }

// Control.
fn early(x: u8) -> (r: u8) { if x > 100 { return 1; } if x == 7 { return 2; } 3 }
fn chain(x: i8) -> (r: u8) { if x < -5 { 1 } else if x < 0 { 2 } else if x == 0 { 3 } else { 4 } }
fn lazy_and(x: u8, y: u8) -> (r: bool) { y != 0 && x / y > 2 }
fn lazy_or(x: u8, y: u8) -> (r: bool) { y == 0 || x / y > 2 }
fn eager_and(x: u8, y: u8) -> (r: bool) { (y != 0) & (x / y > 2) }
fn match_ranges(x: i8) -> (r: u8) { match x { i8::MIN..=-1 => 1, 0 => 2, 1..=9 => 3, 10.. => 4 } }
fn match_exclusive(x: u8) -> (r: u8) { match x { 0..5 => 1, 5..100 => 2, _ => 3 } }
fn match_negative(x: i8) -> (r: u8) { match x { -1 => 1, -128 => 2, 127 => 3, _ => 0 } }
fn match_wide(x: i128) -> (r: u8) { match x { -1 => 1, i128::MIN => 2, 0 => 3, _ => 0 } }
fn match_unsigned_wide(x: u128) -> (r: u8) { match x { u128::MAX => 1, 0 | 1 => 2, _ => 0 } }
fn match_char(c: char) -> (r: u8) { match c { 'a'..='z' => 1, 'A'..='Z' => 2, '0' | '1' => 3, '\u{e9}' => 4, _ => 0 } }
fn match_bool(x: bool, y: bool) -> (r: u8) { match (x, y) { (true, true) => 1, (true, false) => 2, (false, _) => 3 } }
fn match_or_bind(x: u8) -> (r: u8) { match x { n @ (1 | 3 | 5) => n + 10, n @ 100..=200 => n - 100, n => n } }
fn match_guard(x: u8, y: u8) -> (r: u8) { match (x, y) { (a, b) if a > b => 1, (a, 3) if a != 0 => 2, (0, b) => b, _ => 9 } }
fn match_guard_binds(o: Option<u8>) -> (r: u8) { match o { Some(n) if n > 9 => n - 9, Some(0) => 5, Some(n) => n, None => 77 } }
fn match_tuple(t: (u8, (bool, i8))) -> (r: i8) { match t { (0, (_, n)) => n, (_, (true, n)) => n / 2, (m, (false, _)) => m as i8 } }
fn let_else(o: Option<u8>) -> (r: u8) { let Some(n) = o else { return 200; }; n / 2 }
fn if_let_chain(o: Option<u8>, p: Option<u8>) -> (r: u8) { if let Some(a) = o { if let Some(b) = p { if a < b { return a; } } } 9 }
fn while_let(o: Option<u8>) -> (r: u8) { let mut o = o; let mut n = 0u8; while let Some(k) = o invariant n <= 1, n == 1 ==> o.is_none() decreases 1 - n { n += 1; if k > 3 { o = None; } else { return 5; } } n }
fn matches_macro(x: u8) -> (r: bool) { matches!(x, 1..=5 | 9) }
fn assert_macro(x: u8) -> (r: u8) { assert!(x < 100); x }
fn assert_eq_macro(x: u8) -> (r: u8) { assert_eq!(x / 2, 3); x }
fn assert_message(x: u8) -> (r: u8) { assert!(x != 4, "four"); x }
fn assert_formatted(x: u8) -> (r: u8) { assert!(x != 5, "{} and {x:?}", x / 2); assert_ne!(x, 7, "no {x}"); if x > 100 { panic!("{x}"); } x }
fn expects(o: Result<u8, i8>) -> (r: u8) { match o { Ok(n) => n, Err(e) => panic!("{e:?}") } }
fn debug_assert_macro(x: u8) -> (r: u8) { debug_assert!(x % 2 == 0); x }
fn unreachable_macro(x: u8) -> (r: u8) { match x % 3 { 0 => 1, 1 => 2, _ => unreachable!() } }
fn todo_macro(x: u8) -> (r: u8) { if x == 0 { todo!() } x }
fn panic_macro(x: i8) -> (r: i8) { if x < 0 { panic!("negative"); } x }
fn shadow(x: u8) -> (r: u8) { let x = x / 2; let x = { let x = x + 1; x * 2 }; x }
fn shadow_in_block(x: u8) -> (r: u8) { let y = x / 3; { let y = 200u8; let _z = y; } y }
fn shadow_in_match(x: u8) -> (r: u8) { let n = 3u8; match x { n if n > 100 => 1, _ => n } }
fn block_value(x: u8) -> (r: u8) { let y = 'a: { if x > 9 { break 'a 1; } if x > 5 { break 'a 2; } 3 }; y + 1 }
fn loop_value(x: u8) -> (r: u8) { let mut i = 0u8; let v = loop invariant i <= 5 decreases 5 - i { if i == 5 { break x / 2; } i += 1; }; v }
fn labelled(x: u8) -> (r: u8) { let mut i = 0u8; 'o: while i < 3 { let mut j = 0u8; while j < 3 invariant j <= 3, i < 3 decreases 3 - j { if x == 7 { break 'o; } j += 1; } i += 1; } i }
fn labelled_continue(x: u8) -> (r: u8) { let mut i = 0u8; 'o: while i < 3 invariant i <= 3 decreases 3 - i { i += 1; let mut j = 0u8; while j < 3 invariant j <= 3 decreases 3 - j { if x == 7 { continue 'o; } j += 1; } } i }
fn nothing_after(x: u8) -> (r: u8) { let y; if x > 3 { y = 1; } else { y = 2; } y }
fn order(x: u8) -> (r: u8) { let mut n = x; let a = { n = n / 2; n }; let b = { n += 1; n }; a + b + n }
fn order_of_operands(x: u8) -> (r: u8) { let mut n = x / 4; n + { n += 1; n } }
fn assigned_tuple(x: u8, y: u8) -> (r: u8) { let (mut a, mut b) = (x, y); (a, b) = (b, a); a = a / 2; b = b / 3; if a > b { a - b } else { b - a } }
fn unit(x: u8) -> (r: ()) { if x > 3 { return; } }

// Loops.
fn while_counts(n: u8) -> (r: u8) { let mut i = 0u8; while i < n { i += 1; } i }
fn while_counts_twos(n: u8) -> (r: u8) { let mut i = 0u8; while i < n { i += 2; } i }
fn while_down(n: u8) -> (r: u8) { let mut i = n; let mut k = 0u8; while i > 0 invariant k as int + i as int == n { i -= 1; k += 1; } k }
fn while_below_zero(n: u8) -> (r: u8) { let mut i = n; while i > 2 { i -= 3; } i }
fn while_halves(n: u8) -> (r: u8) { let mut i = n; let mut k = 0u8; while i > 0 invariant k <= 8 decreases i { i /= 2; if k < 8 { k += 1; } } k }
fn loop_breaks(n: u8) -> (r: u8) { let mut i = 0u8; loop invariant i <= n, i <= 9 decreases 9 - i { if i == n || i == 9 { break; } i += 1; } i }
fn loop_returns(n: u8) -> (r: u8) { let mut i = 0u8; loop invariant i <= 10 decreases 10 - i { if i >= 10 { return n; } i += 1; } }
fn for_sums(n: u8) -> (r: u16) { let mut s = 0u16; for _i in 0..n invariant s <= 255 * 3, s == 3 * _i { s += 3; } s }
fn for_overflows(n: u8) -> (r: u8) { let mut s = 0u8; for _i in 0..n { s += 2; } s }
fn for_closed(n: u8) -> (r: u16) { let mut s = 0u16; for i in 0..=n invariant s == i { s += 1; } s }
fn for_reversed(n: u8) -> (r: u8) { let mut last = n; for i in (0..n).rev() invariant last == i + 1 { last = i; } last }
fn for_empty(a: u8, b: u8) -> (r: u8) { let mut s = 7u8; for i in a..b { s = i; break; } s }
fn for_breaks(n: u8) -> (r: u8) { let mut s = 0u8; for i in 0..n invariant s == i, i <= 6 { if i == 5 { break; } s += 1; } s }
fn for_continues(n: u8) -> (r: u8) { let mut s = 0u8; for i in 0..n invariant s <= i { if i % 2 == 0 { continue; } s += 1; } s }
fn for_returns(v: &[u8]) -> (r: usize) { for i in 0..v.len() { if v[i] == 0 { return i; } } v.len() }
fn for_over(v: &[u8]) -> (r: usize) { let mut n = 0usize; for x in v invariant n <= iter.pos { if *x > 3 { n += 1; } } n }
fn for_over_vec(v: &Vec<u8>) -> (r: usize) { let mut n = 0usize; for _x in v.iter() invariant n == iter.pos { n += 1; } n }
fn for_over_own(v: Vec<u8>) -> (r: u8) { let mut last = 9u8; for x in v { last = x; } last }
fn for_pairs(v: &[u8]) -> (r: usize) { let mut s = 0usize; for (i, x) in v.iter().enumerate() invariant s <= i { if *x as usize > i { s = i; } } s }
fn for_backwards(v: &[u8]) -> (r: u8) { let mut s = 7u8; for x in v.iter().rev() { s = *x; } s }
fn for_chars(s: &str) -> (r: usize) { let mut n = 0usize; for _c in s.chars() invariant n == iter.pos { n += 1; } n }
fn for_builds(n: u8) -> (r: Vec<u8>) { let mut v = Vec::new(); for i in 0..n invariant v.len() == i, forall|k: int| 0 <= k < i ==> v[k] == k { v.push(i); } v }
fn for_sets(v: &mut Vec<u8>) -> (r: ()) { for i in 0..v.len() invariant v.len() == old(v).len(), forall|k: int| 0 <= k < i ==> v[k] == 3 { v[i] = 3; } }
fn for_first_only(v: &mut Vec<u8>) -> (r: ()) { for i in 0..v.len() invariant v.len() == old(v).len(), i <= 1, i == 1 ==> v[0] == 9, forall|k: int| 1 <= k < v.len() ==> v[k] == old(v)[k] { v[i] = 9; break; } }
fn for_swaps(v: &mut Vec<u8>) -> (r: ()) { let n = v.len(); for i in 0..n / 2 invariant v.len() == n { v.swap(i, n - 1 - i); } }
fn for_nested(n: u8) -> (r: u16) { let mut s = 0u16; for i in 0..3u8 invariant s == 2 * i { for j in 0..2u8 invariant s == 2 * i + j, i < 3 { s += 1; } } s + n as u16 }
fn for_nested_breaks(n: u8) -> (r: u8) { let mut s = 0u8; for _i in 0..3u8 { for j in 0..n { if j > 2 { break; } s = j; } } s }
fn while_pops(v: &mut Vec<u8>) -> (r: u8) { let mut last = 0u8; while let Some(x) = v.pop() decreases v.len() { last = x; } last }
fn while_next(v: &[u8]) -> (r: usize) { let mut it = v.iter(); let mut n = 0usize; while let Some(_x) = it.next() { if n < 100 { n += 1; } } n }
fn through_reference(n: u8) -> (r: u8) { let mut s = 0u8; let mut i = 0u8; { let p = &mut s; while i < n { if *p < 200 { *p += 1; } i += 1; } } s }
fn through_reference_in_loop(n: u8) -> (r: u8) { let mut s = 1u8; let mut i = 0u8; while i < n { let p = &mut s; *p = i; i += 1; } s }
fn one_of_two_in_loop(n: u8) -> (r: u8) { let mut a = 1u8; let mut b = 2u8; let mut i = 0u8; while i < n { if i % 2 == 0 { let p = &mut a; *p = 10; } else { let p = &mut b; *p = 20; } i += 1; } a + b }
fn shadow_in_loop(n: u8) -> (r: u8) { let x = 5u8; let mut i = 0u8; while i < n { let x = i; let _y = x; i += 1; } x }
fn binary_search(v: &[u8], x: u8) -> (r: Option<usize>) { let mut lo = 0usize; let mut hi = v.len(); while lo < hi invariant lo <= hi <= v.len() decreases hi - lo { let m = lo + (hi - lo) / 2; if v[m] == x { return Some(m); } if v[m] < x { lo = m + 1; } else { hi = m; } } None }
fn greatest(v: &[u8]) -> (r: u8) { if v.len() == 0 { return 0; } let mut m = v[0]; for i in 1..v.len() invariant i >= 1, forall|k: int| 0 <= k < i ==> v[k] <= m, exists|k: int| 0 <= k < i && v[k] == m { if v[i] > m { m = v[i]; } } m }
fn gcd(a: u8, b: u8) -> (r: u8) { let mut a = a; let mut b = b; while b != 0 decreases b { let t = b; b = a % b; a = t; } a }
fn digits_of(n: u16) -> (r: u8) { let mut n = n; let mut k = 0u8; while n > 0 invariant n >= 0, k <= 5, n < 10000 || k < 1, n < 1000 || k < 2, n < 100 || k < 3, n < 10 || k < 4, n < 1 || k < 5 decreases n { n /= 10; k += 1; } k }
fn field_in_loop(n: u8) -> (r: P) { let mut p = P { x: 1, y: 2 }; let mut i = 0u8; while i < n invariant p.y == 2, i <= n { p.x = i; i += 1; } p }
fn element_in_loop(n: u8) -> (r: u8) { let mut a = [1u8, 2, 3]; let mut i = 0u8; while i < n invariant a[0] == 1, i <= n { a[1] = i; i += 1; } a[0] + a[1] }
fn option_in_loop(n: u8) -> (r: Option<u8>) { let mut o = None; let mut i = 0u8; while i < n invariant i <= n, i == 0 ==> o.is_none(), i > 0 ==> o == Some((i - 1) as u8) { o = Some(i); i += 1; } o }
fn swapped_in_loop(n: u8) -> (r: (u8, u8)) { let mut a = 1u8; let mut b = 2u8; let mut i = 0u8; while i < n invariant a as int + b as int == 3 { let t = a; a = b; b = t; i += 1; } (a, b) }
fn calls_in_loop(n: u8) -> (r: u8) { let mut a = 0u8; let mut i = 0u8; while i < n && i < 9 invariant a == i, i <= 9 { bump(&mut a); i += 1; } a }
fn method_in_loop(n: u8) -> (r: P) { let mut p = P { x: 250, y: 3 }; let mut i = 0u8; while i < n invariant p.y == 3 { p.bump(); i += 1; } p }
fn iterator_behind(v: &[u8]) -> (r: Option<u8>) { let mut it = v.iter(); for _i in 0..2u8 { it.next(); } it.next().copied() }
fn iterator_twice(v: &[u8]) -> (r: usize) { let mut n = 0usize; for _x in v.iter() invariant n <= iter.pos { n += 1; } for _y in v.iter() invariant n <= 1000000 { if n < 1000 { n += 1; } } n }
fn take_in_loop(v: &[u8]) -> (r: usize) { let mut n = 0usize; for _x in v.iter().take(2) invariant n <= 2 { if n < 2 { n += 1; } } n }
fn range_behind(n: u8) -> (r: u8) { let mut x = 0..n; let mut k = 0u8; while let Some(i) = x.next() { k = i; if k == 3 { break; } } k + x.start }
fn any_in_loop(v: &[u8]) -> (r: bool) { let mut b = false; for i in 0..3u8 { if v.iter().any(|x| *x == i) { b = true; } } b }
fn clears_in_loop(v: &mut Vec<u8>) -> (r: ()) { let mut i = 0u8; while i < 2 { v.clear(); v.push(i); i += 1; } }
fn nested_vec_in_loop(n: u8) -> (r: Vec<Vec<u8>>) { let mut v: Vec<Vec<u8>> = Vec::new(); let mut i = 0u8; while i < n && i < 3 invariant v.len() == i, i <= 3 { let mut w = Vec::new(); w.push(i); v.push(w); i += 1; } v }
fn condition_changes(n: u8) -> (r: u8) { let mut i = n; while { i /= 2; i > 3 } { } i }
fn condition_calls(v: &mut Vec<u8>) -> (r: usize) { while v.len() > 2 && v.pop().is_some() decreases v.len() { } v.len() }
fn value_of_block(n: u8) -> (r: u8) { let mut i = 0u8; while i < n { i = { let k = i + 1; if k > 7 { break; } k }; } i }
fn returns_in_match(o: Option<u8>) -> (r: u8) { let n = match o { Some(k) if k > 5 => return 1, Some(k) => k, None => return 2 }; n + 3 }
fn result_of_loop_twice(n: u8) -> (r: u8) { let mut i = 0u8; let a = loop invariant i <= 4 decreases 4 - i { if i >= n || i == 4 { break i; } i += 1; }; let b = loop { break a / 2; }; a + b }
fn even_odd(n: u8) -> (r: bool) { let mut e = true; let mut i = 0u8; while i < n invariant e == (i % 2 == 0), i <= n { e = !e; i += 1; } e }

// Numbers, once more.
fn i64_ends(x: i64) -> (r: bool) { x == i64::MAX || x - 1 < 0 }
fn ends_of_types(x: i8) -> (r: (i8, i16, u64, usize)) { (if x == i8::MIN { i8::MAX } else { x }, i16::MIN, u64::MAX, usize::MIN) }
fn beyond_the_end(x: i8) -> (r: i8) { i8::MAX - x }
fn u64_product(x: u64, y: u64) -> (r: u64) { x * y }
fn u64_of_u32(x: u32, y: u32) -> (r: u64) { x as u64 * y as u64 }
fn isize_usize(x: isize) -> (r: usize) { x as usize }
fn usize_i32(x: usize) -> (r: i32) { x as i32 }
fn average(x: u8, y: u8) -> (r: u8) { ((x as u16 + y as u16) / 2) as u8 }
fn average_wrong(x: u8, y: u8) -> (r: u8) { (x + y) / 2 }
fn rem_twice(x: i32) -> (r: i32) { (x % 7 + 7) % 7 }
fn div_of_negative(x: i32) -> (r: i32) { -x / 2 - (x / -2) }
fn neg_div(x: i8) -> (r: i8) { x / -1 }
fn rem_min(x: i8) -> (r: i8) { x % -1 }
fn and_negative(x: i8) -> (r: i8) { x & -2 }
fn or_bits(x: u8) -> (r: u8) { x | 1 }
fn xor_twice(x: u8, y: u8) -> (r: u8) { (x ^ y) ^ y }
fn shift_of_shift(x: u8) -> (r: u8) { (x << 4) >> 4 }
fn shift_of_negative(x: i8) -> (r: i8) { (x << 4) >> 4 }
fn shift_by_bits(x: u32) -> (r: u32) { x >> 32u32.min(31) }
fn power_of_two(x: u8) -> (r: bool) { x != 0 && x & (x - 1) == 0 }
fn abs_by_hand(x: i16) -> (r: i16) { if x < 0 { -x } else { x } }
fn clamp_by_hand(x: i16) -> (r: u8) { if x < 0 { 0 } else if x > 255 { 255 } else { x as u8 } }
fn sign_as_number(x: i8) -> (r: i8) { (x > 0) as i8 - (x < 0) as i8 }
fn bool_order(x: bool, y: bool) -> (r: bool) { x <= y }
fn bool_match(x: bool) -> (r: u8) { if x == true { 1 } else { 0 } }
fn char_digit(c: char) -> (r: u32) { if c >= '0' && c <= '9' { c as u32 - '0' as u32 } else { 99 } }
fn char_shift(c: char) -> (r: char) { if c >= 'a' && c < 'z' { (c as u8 + 1) as char } else { '?' } }
fn hex_literals(x: u16) -> (r: u16) { if x > 0xff00 { 0b1010 } else { 0o17 + b'a' as u16 } }
fn suffixes(x: i64) -> (r: i64) { if x > 1_000_000i64 { 1_0 } else { -1_0 } }
fn negative_literal(x: i8) -> (r: bool) { x == -128 || x > -1 }
fn wide_literal(x: u128) -> (r: bool) { x == 340282366920938463463374607431768211455 }
fn mixed(x: u8, y: i8) -> (r: i16) { x as i16 - y as i16 }
fn mixed_sign(x: u8, y: i8) -> (r: bool) { (x as i8) < y }

// Data.
fn fields(p: P) -> (r: u8) { p.x / 2 + p.y / 2 }
fn update(p: P) -> (r: P) { P { y: 7, ..p } }
fn moved(p: P) -> (r: P) { let mut q = p; q.x = q.y; q.y = 0; q }
fn copied(p: Q) -> (r: (i8, i8)) { let mut q = p; q.0 = 1; (p.0, q.0) }
fn pattern(p: P) -> (r: u8) { let P { y: x, x: y } = p; if x > y { x } else { 0 } }
fn pattern_rest(p: P) -> (r: u8) { match p { P { x: 0, .. } => 1, P { y: 1..=9, x } => x, P { x, y } => if x > y { 2 } else { 3 } } }
fn nested(t: ((u8, i8), bool)) -> (r: i8) { let ((a, b), c) = t; if c { b } else { a as i8 } }
fn variant(e: E) -> (r: u8) { match e { E::A => 1, E::B(n) => n, E::C { p, q } => if q { p } else { 3 } } }
fn variant_made(x: u8) -> (r: E) { if x > 5 { E::B(x) } else if x > 2 { E::C { q: true, p: x } } else { E::A } }
fn variant_changed(e: &mut E) -> (r: bool) { match e { E::B(n) => { *n = *n / 2; true } E::C { p, .. } => { *p = 1; false } _ => false } }
fn variant_or(e: E) -> (r: u8) { match e { E::B(n) | E::C { p: n, .. } if n > 3 => n, E::A => 0, _ => 1 } }
fn variant_matches(e: E) -> (r: bool) { matches!(e, E::C { p: 1..=50, q: true } | E::B(9)) }
fn kind(k: K) -> (r: u8) { match k { K::One => 1, K::Two => 2, K::Three => 3 } }
fn kind_number(k: K) -> (r: u8) { k as u8 }
fn kind_same(k: K, l: K) -> (r: bool) { match (k, l) { (K::One, K::One) | (K::Two, K::Two) => true, _ => false } }
fn option_map(o: Option<u8>) -> (r: Option<u8>) { match o { Some(n) if n < 9 => Some(n + 1), _ => None } }
fn option_of_option(o: Option<Option<u8>>) -> (r: u8) { match o { None => 1, Some(None) => 2, Some(Some(n)) => n / 2 } }
fn option_unwrap(o: Option<u8>) -> (r: u8) { o.unwrap() }
fn option_expect(o: Option<i8>) -> (r: i8) { o.expect("some") }
fn option_unwrap_or(o: Option<u8>) -> (r: u8) { o.unwrap_or(3) }
fn option_is(o: Option<u8>) -> (r: (bool, bool)) { (o.is_some(), o.is_none()) }
fn option_eq(o: Option<u8>, p: Option<u8>) -> (r: bool) { o == p }
fn option_ne(o: Option<u8>) -> (r: bool) { o != Some(3) }
fn option_in_place(o: &mut Option<u8>) -> (r: ()) { if let Some(n) = o { *n = 7; } }
fn option_set(o: &mut Option<u8>, x: u8) -> (r: bool) { let was = o.is_some(); *o = if x > 3 { Some(x) } else { None }; was }
fn question_mark(o: Option<u8>) -> (r: Option<u8>) { let n = o?; Some(n / 2) }
fn result_match(x: Result<u8, i8>) -> (r: i8) { match x { Ok(n) => (n / 2) as i8, Err(e) => e } }
fn result_made(x: u8) -> (r: Result<u8, bool>) { if x > 9 { Err(x > 100) } else { Ok(x) } }
fn result_question(x: Result<u8, i8>) -> (r: Result<u8, i8>) { let n = x?; if n > 9 { Err(-1) } else { Ok(n) } }
fn tuple_eq(x: (u8, bool), y: (u8, bool)) -> (r: bool) { x == y }
fn boxed(x: u8) -> (r: u8) { let mut b = Box::new(x); *b = *b / 2; *b }
fn array_index(a: [u8; 3], i: usize) -> (r: u8) { a[i] }
fn array_set(a: [i8; 3]) -> (r: [i8; 3]) { let mut b = a; b[1] = 5; b }
fn array_repeat(x: u8) -> (r: u8) { let a = [x; 4]; a[3] }
fn array_nested(x: u8) -> (r: u8) { let mut a = [[0u8; 2]; 2]; a[0][1] = x; a[1][0] = 9; a[0][1] }
fn array_eq(a: [u8; 2], b: [u8; 2]) -> (r: bool) { a == b }
fn array_pattern(a: [u8; 3]) -> (r: u8) { let [x, _, y] = a; if x > y { x } else { y } }
fn array_len(a: [u8; 3]) -> (r: usize) { a.len() }
fn slice_pattern(v: &[u8]) -> (r: u8) { match v { [] => 0, [x] => *x, [x, .., y] => if x > y { 1 } else { 2 } } }
fn slice_pattern_from_end(v: &[u8]) -> (r: u8) { match v { [.., x, _] => *x, _ => 77 } }
fn slice_pattern_literals(v: &[u8]) -> (r: u8) { match v { [0, ..] => 1, [.., 0] => 2, [1, 2, ..] => 3, _ => 4 } }

// References.
fn assign_through(x: &mut u8, y: u8) -> (r: u8) { let was = *x; *x = y; was }
fn swap_by_hand(x: &mut u8, y: &mut u8) -> (r: ()) { let t = *x; *x = *y; *y = t; }
fn reborrow(x: &mut u8) -> (r: u8) { { let p = &mut *x; *p = 3; let q = &mut *p; *q = 4; } *x }
fn either(x: &mut u8, y: &mut u8, c: bool) -> (r: ()) { if c { *x = 1; } else { *y = 2; } }
fn field_reference(p: &mut P) -> (r: u8) { let x = &mut p.x; *x = 9; let y = &mut p.y; *y = 8; p.x }
fn shared_after(x: u8) -> (r: u8) { let mut a = x; let p = &mut a; *p = 5; let q = &a; *q }
fn element_reference(v: &mut Vec<u8>) -> (r: u8) { if v.len() < 2 { return 0; } let p = &mut v[1]; *p = 7; v[0] }
fn in_function(x: u8) -> (r: u8) { let mut a = x / 2; bump(&mut a); bump(&mut a); a }
fn in_struct_function(p: P) -> (r: P) { let mut q = p; q.bump(); q }
fn reference_of_reference(x: &u8) -> (r: u8) { let y = &x; let z = &y; ***z }
fn moved_reference(x: &mut u8) -> (r: u8) { let p = x; *p = 3; let q = p; *q = 6; *q }

// Vectors.
fn push_pop(v: &mut Vec<u8>, x: u8) -> (r: Option<u8>) { v.push(x); v.push(1); v.pop(); v.pop() }
fn insert_remove(v: &mut Vec<u8>, i: usize) -> (r: u8) { v.insert(i, 5); v.remove(0) }
fn truncate(v: &mut Vec<u8>, n: usize) -> (r: usize) { v.truncate(n); v.len() }
fn clear(v: &mut Vec<u8>) -> (r: bool) { v.clear(); v.is_empty() }
fn append(v: &mut Vec<u8>, w: &mut Vec<u8>) -> (r: usize) { v.append(w); w.len() }
fn extend(v: &mut Vec<i8>, w: &[i8]) -> (r: ()) { v.extend_from_slice(w); }
fn swap_two(v: &mut Vec<u8>, i: usize, j: usize) -> (r: ()) { v.swap(i, j); }
fn reverse(v: &mut Vec<u8>) -> (r: ()) { v.reverse(); }
fn reverse_slice(v: &mut [u8]) -> (r: ()) { v.reverse(); v.reverse(); }
fn index(v: &Vec<u8>, i: usize) -> (r: u8) { v[i] }
fn index_set(v: &mut Vec<u8>, i: usize) -> (r: ()) { v[i] = 7; }
fn index_add(v: &mut [u8], i: usize) -> (r: ()) { v[i] += 7; }
fn index_before(v: &[u8], i: usize) -> (r: u8) { v[i - 1] }
fn first_last(v: &[u8]) -> (r: (Option<u8>, Option<u8>)) { (v.first().copied(), v.last().cloned()) }
fn get(v: &[u8], i: usize) -> (r: Option<u8>) { v.get(i).copied() }
fn get_unwrap(v: &[u8], i: usize) -> (r: u8) { *v.get(i).unwrap() }
fn contains(v: &[u8], x: u8) -> (r: bool) { v.contains(&x) }
fn to_vec(v: &[u8]) -> (r: Vec<u8>) { let mut w = v.to_vec(); w.push(3); w }
fn clone(v: &Vec<i8>) -> (r: Vec<i8>) { let mut w = v.clone(); w.clear(); w.push(v.len() as i8); w }
fn macro_vec(x: u8, y: u8) -> (r: Vec<u8>) { vec![x, 3, y] }
fn macro_vec_repeat(x: u8) -> (r: Vec<u8>) { vec![x; 3] }
fn vec_eq(v: &Vec<u8>, w: &Vec<u8>) -> (r: bool) { v == w }
fn slice_eq(v: &[u8]) -> (r: bool) { v == [1, 2] }
fn sort(v: &mut Vec<u8>) -> (r: ()) { v.sort(); }
fn sort_unstable(v: &mut [i8]) -> (r: ()) { v.sort_unstable(); }
fn dedup(v: &mut Vec<u8>) -> (r: ()) { v.dedup(); }
fn sort_dedup(v: &mut Vec<u8>) -> (r: usize) { v.sort(); v.dedup(); v.len() }
fn nested_vec(v: &mut Vec<Vec<u8>>) -> (r: usize) { if v.len() > 0 { v[0].push(3); v[0].len() } else { 9 } }
fn capacity(n: u8) -> (r: usize) { let mut v: Vec<u8> = Vec::with_capacity(n as usize); v.push(1); v.len() }

// Iterators.
fn first_of_iter(v: &[u8]) -> (r: Option<u8>) { let mut it = v.iter(); it.next().copied() }
fn second_of_iter(v: &[u8]) -> (r: Option<u8>) { let mut it = v.iter(); it.next(); it.next().copied() }
fn both_ends(v: &[u8]) -> (r: (Option<u8>, Option<u8>)) { let mut it = v.iter(); let a = it.next_back().copied(); let b = it.next().copied(); (a, b) }
fn nth(v: &[u8], n: usize) -> (r: (Option<u8>, Option<u8>)) { let mut it = v.iter(); let a = it.nth(n).copied(); let b = it.next().copied(); (a, b) }
fn rev_first(v: &[u8]) -> (r: Option<u8>) { let mut it = v.iter().rev(); it.next(); it.next().copied() }
fn enumerate_second(v: &[u8]) -> (r: usize) { let mut it = v.iter().enumerate(); it.next(); match it.next() { Some((i, x)) => i + *x as usize, None => 99 } }
fn enumerate_rev(v: &[u8]) -> (r: usize) { let mut it = v.iter().rev().enumerate(); it.next(); match it.next() { Some((i, x)) => i + *x as usize, None => 99 } }
fn take_two(v: &[u8], n: usize) -> (r: Vec<u8>) { v.iter().take(n).cloned().collect() }
fn take_next(v: &[u8]) -> (r: Option<u8>) { let mut it = v.iter().take(1); it.next(); it.next().copied() }
fn collect_rev(v: &[u8]) -> (r: Vec<u8>) { v.iter().rev().copied().collect() }
fn collect_rest(v: &Vec<u8>) -> (r: Vec<u8>) { let mut it = v.iter(); it.next(); it.next_back(); it.cloned().collect() }
fn collect_range(n: u8) -> (r: Vec<u8>) { (3..n).take(4).collect() }
fn collect_closed(n: u8) -> (r: Vec<u8>) { (3..=n).take(3).collect() }
fn count(v: &[u8]) -> (r: usize) { let mut it = v.iter(); it.next(); it.count() }
fn len_of_iter(v: &[u8]) -> (r: usize) { let mut it = v.iter(); it.next_back(); it.len() }
fn last_of_iter(v: &[u8]) -> (r: Option<u8>) { let mut it = v.iter(); it.next(); it.last().copied() }
fn max_of(v: &[u8]) -> (r: Option<u8>) { v.iter().max().copied() }
fn min_of(v: &[i8]) -> (r: Option<i8>) { v.iter().min().copied() }
fn max_of_range(a: i8, b: i8) -> (r: Option<i8>) { (a..b).max() }
fn min_of_closed(a: i8, b: i8) -> (r: Option<i8>) { (a..=b).min() }
fn into_iter_next(v: Vec<u8>) -> (r: Option<u8>) { let mut it = v.into_iter(); it.next(); it.next() }
fn array_into_iter(a: [u8; 2]) -> (r: Option<u8>) { let mut it = a.into_iter(); it.next_back(); it.next() }
fn range_next(a: u8, b: u8) -> (r: (Option<u8>, u8)) { let mut x = a..b; let n = x.next(); (n, x.start) }
fn range_back(a: u8, b: u8) -> (r: (Option<u8>, u8)) { let mut x = a..b; let n = x.next_back(); (n, x.end) }
fn closed_next(a: u8, b: u8) -> (r: (Option<u8>, Option<u8>)) { let mut x = a..=b; let m = x.next(); let n = x.next(); (m, n) }
fn closed_ends(a: u8, b: u8) -> (r: (Option<u8>, Option<u8>, Option<u8>)) { let mut x = a..=b; let m = x.next_back(); let n = x.next(); let o = x.next_back(); (m, n, o) }
fn closed_max() -> (r: (Option<u8>, Option<u8>)) { let mut x = 254u8..=255; x.next(); let n = x.next(); (n, x.next()) }
fn all(v: &[u8]) -> (r: bool) { v.iter().all(|x| *x > 3) }
fn any(v: &[u8], n: u8) -> (r: bool) { v.iter().any(|&x| x == n) }
fn all_panics(v: &[u8]) -> (r: bool) { v.iter().all(|x| 100 / *x > 3) }
fn any_range(n: u8) -> (r: bool) { (2..n).any(|d| d == 5) }
fn all_closed(n: u8) -> (r: bool) { (2..=n).all(|d| d < 9) }
fn map_collect(v: &[u8]) -> (r: Vec<u8>) { v.iter().map(|x| x / 2).collect() }
fn map_panics(v: &[u8]) -> (r: Vec<u8>) { v.iter().map(|x| x + 1).collect() }
fn map_lazy(v: &[u8]) -> (r: u8) { let _m = v.iter().map(|x| x + 1); 3 }
fn map_captures(v: &[u8], k: u8) -> (r: Vec<bool>) { v.iter().map(|x| *x > k).collect() }
fn map_moves(v: &[u8], k: u8) -> (r: Vec<bool>) { let mut k = k; let f = move |x: &u8| *x > k; k = 0; let _ = k; v.iter().map(f).collect() }
fn filter_collect(v: &[u8]) -> (r: Vec<u8>) { v.iter().filter(|x| **x > 3).cloned().collect() }
fn filter_range(n: u8) -> (r: Vec<u8>) { (0..n).take(6).filter(|x| x % 2 == 0).collect() }
fn map_range(n: u8) -> (r: Vec<i8>) { (0..n).take(3).map(|x| -(x as i8)).collect() }
fn any_after_next(v: &[u8]) -> (r: bool) { let mut it = v.iter(); it.next(); it.any(|x| *x == 1) }

// Texts.
fn str_len(s: &str) -> (r: usize) { s.len() }
fn string_len(s: &String) -> (r: usize) { s.len() }
fn str_empty(s: &str) -> (r: bool) { s.is_empty() }
fn push_char(s: &mut String, c: char) -> (r: ()) { s.push(c); s.push('x'); }
fn push_text(s: &mut String, t: &str) -> (r: ()) { s.push_str(t); s.push_str("ab"); }
fn pop_char(s: &mut String) -> (r: Option<char>) { s.pop() }
fn clear_text(s: &mut String) -> (r: bool) { s.clear(); s.is_empty() }
fn to_text(s: &str) -> (r: String) { let mut t = s.to_string(); t.push('!'); t }
fn new_text(c: char) -> (r: String) { let mut s = String::new(); s.push(c); s }
fn text_eq(s: &str, t: &str) -> (r: bool) { s == t }
fn text_is(s: &String) -> (r: bool) { s == "ab" }
fn match_text(s: &str) -> (r: u8) { match s { "" => 1, "a" => 2, "ab" => 3, _ => 4 } }
fn chars_collect(s: &str) -> (r: Vec<char>) { s.chars().collect() }
fn chars_rev(s: &str) -> (r: String) { s.chars().rev().collect() }
fn chars_count(s: &str) -> (r: usize) { s.chars().count() }
fn chars_nth(s: &str, n: usize) -> (r: Option<char>) { s.chars().nth(n) }
fn chars_last(s: &str) -> (r: Option<char>) { s.chars().last() }
fn chars_any(s: &str) -> (r: bool) { s.chars().any(|c| c.is_ascii_digit()) }
fn chars_filter(s: &str) -> (r: String) { s.chars().filter(|c| *c != 'a').collect() }
fn chars_map(s: &str) -> (r: String) { s.chars().map(|c| c.to_ascii_uppercase()).collect() }
fn chars_enumerate(s: &str) -> (r: usize) { let mut it = s.chars().enumerate(); it.next(); match it.next() { Some((i, 'a')) => i, Some((i, _)) => i + 10, None => 99 } }
fn ascii(c: char) -> (r: (bool, bool, bool, bool)) { (c.is_ascii(), c.is_ascii_digit(), c.is_ascii_lowercase(), c.is_ascii_uppercase()) }
fn letters(c: char) -> (r: (bool, bool)) { (c.is_alphabetic(), c.is_ascii_alphabetic()) }
fn spaces(c: char) -> (r: bool) { c.is_whitespace() }
fn digits(c: char) -> (r: Option<u32>) { c.to_digit(10) }
fn hexadecimal(c: char) -> (r: Option<u32>) { c.to_digit(16) }
fn radix(c: char, n: u32) -> (r: bool) { c.is_digit(n) }
fn lower(c: char) -> (r: char) { c.to_ascii_lowercase() }
fn char_order(c: char, d: char) -> (r: bool) { c < d && c != 'b' }

// Functions.
fn recursive(n: u8) -> (r: u8) { if n == 0 { 0 } else { half(n) } }
fn generic(x: u8) -> (r: u8) { same(x) }
fn constants(x: u8) -> (r: u16) { LIMIT as u16 + x as u16 + TABLE[1] as u16 }
fn const_computed(x: u8) -> (r: u8) { if x > COMPUTED { COMPUTED } else { x } }
fn method(p: P) -> (r: u8) { if p.x < 100 && p.y < 100 { p.sum() } else { 7 } }
fn method_set(p: P) -> (r: P) { let mut q = p; q.set(9); q }
fn associated(x: u8) -> (r: P) { P::new(x) }
fn module(x: u8) -> (r: u8) { inner::third(x) }

#[derive(Clone, Copy, PartialEq, Debug)]
struct Q(i8, bool);
#[derive(Clone)]
struct P { x: u8, y: u8 }
enum E { A, B(u8), C { p: u8, q: bool } }
#[derive(Clone, Copy)]
enum K { One, Two, Three }
const LIMIT: u8 = 200;
const TABLE: [u8; 3] = [1, 2, 3];
const COMPUTED: u8 = 3 * 7 + LIMIT / 100;
impl P {
    fn new(x: u8) -> (r: P) ensures r.x == x, r.y == 0 { P { x, y: 0 } }
    fn sum(&self) -> (r: u8) requires self.x < 100, self.y < 100 ensures r == self.x + self.y { self.x + self.y }
    fn set(&mut self, x: u8) ensures self.x == x, self.y == old(self).y { self.x = x; }
    fn bump(&mut self) ensures self.x == (if old(self).x < 255 { old(self).x + 1 } else { 255 }), self.y == old(self).y { if self.x < 255 { self.x += 1; } }
}
fn half(x: u8) -> (r: u8) ensures r == x / 2 { x / 2 }
fn bump(x: &mut u8) requires *old(x) < 200 ensures *x == *old(x) + 1 { *x += 1; }
fn same<T>(x: T) -> (r: T) ensures r == x { x }
mod inner { pub fn third(x: u8) -> (r: u8) ensures r == x / 3 { x / 3 } }

}
