//! In which pieces two contents of an object are compared and merged.

use super::object::ByteKind;
use super::Object;

/// The aligned piece around byte `i` in which one of both holds one value.
pub fn piece(x: &Object, y: &Object, i: usize) -> (usize, usize) {
    let size = x.size.max() as usize;
    let whole = |o: &Object, start: usize, n: usize| {
        let same =
            |f: &dyn Fn(ByteKind, u8) -> bool| (0..n).all(|k| f(o.byte(start + k).0, k as u8));
        match o.byte(start).0 {
            ByteKind::Term(t, 0) => same(&|b, k| b == ByteKind::Term(t, k)),
            ByteKind::Address(e, 0) => same(&|b, k| b == ByteKind::Address(e, k)),
            _ => false,
        }
    };
    for n in [8usize, 4, 2] {
        let start = i / n * n;
        if start + n <= size && (whole(x, start, n) || whole(y, start, n)) {
            return (start, n);
        }
    }
    let plain = |o: &Object, start: usize| {
        (start..start + 4)
            .all(|k| !matches!(o.byte(k).0, ByteKind::Term(..) | ByteKind::Address(..)))
    };
    let start = i / 4 * 4;
    if size % 4 == 0 && start + 4 <= size && plain(x, start) && plain(y, start) {
        return (start, 4);
    }
    (i, 1)
}
