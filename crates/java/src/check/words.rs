//! Names that are nearly the same, for hints in messages.

/// Whether two words differ by one letter.
pub(super) fn one_off(a: &str, b: &str) -> bool {
    if a.len() < 3 || b.len() < 3 || a == b {
        return false;
    }
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let (s, l) = (short.as_bytes(), long.as_bytes());
    let same = s.iter().zip(l).take_while(|(x, y)| x == y).count();
    match l.len() - s.len() {
        0 => s[same + 1..] == l[same + 1..],
        1 => s[same..] == l[same + 1..],
        _ => false,
    }
}
