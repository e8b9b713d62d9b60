//! Offsets into an object, as residue classes.
//!
//! Idea: the members of a structure, and of each element of an array of structures,
//! are kept apart by what their offsets leave as a remainder. A class may have a least
//! offset, and a greatest one where the source says which array an index is of: so a
//! table of pointers and a number behind it are apart. What must never happen: an offset that a join or a step loses. Source:
//! Granger, "Static analysis of arithmetical congruences" (1989), with a least element.
//! Cost: a few words.

/// Where a class that still falls has no least offset.
const LOWEST: i64 = -65_536;

/// The offsets `base + stride * k`; exactly `base` where the stride is 0, and
/// none below `base` where the class only goes up. None is above `last`, which only a
/// class that goes up has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Off {
    pub base: i64,
    pub stride: u64,
    pub up: bool,
    pub last: Option<i64>,
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Off {
    pub const START: Off = Off {
        base: 0,
        stride: 0,
        up: false,
        last: None,
    };
    pub const ANY: Off = Off {
        base: 0,
        stride: 1,
        up: false,
        last: None,
    };

    /// Exactly there.
    pub fn at(base: i64) -> Off {
        Off { base, ..Off::START }
    }

    pub fn new(base: i64, stride: u64, up: bool) -> Off {
        match i64::try_from(stride) {
            Ok(0) => Off::at(base),
            Ok(_) if up => Off {
                base,
                stride,
                up,
                last: None,
            },
            Ok(s) => Off {
                base: base.rem_euclid(s),
                stride,
                up,
                last: None,
            },
            Err(_) => Off::ANY,
        }
    }

    /// None is below its base.
    fn has_least(self) -> bool {
        self.stride == 0 || self.up
    }

    /// The greatest offset.
    fn greatest(self) -> Option<i64> {
        match self.stride {
            0 => Some(self.base),
            _ => self.last.filter(|_| self.up),
        }
    }

    /// That far on, and any number of steps of the stride; upwards only where
    /// no index is negative.
    pub fn on(self, by: i64, stride: u64, up: bool) -> Off {
        self.within(by, (stride, up), (stride == 0).then_some(0))
    }

    /// The same with steps of no more than so many bytes in all.
    pub fn within(self, by: i64, (stride, up): (u64, bool), most: Option<i64>) -> Off {
        let up = self.has_least() && (up || stride == 0);
        let Some(base) = self.base.checked_add(by) else {
            return Off::ANY;
        };
        let last = self.greatest().zip(most);
        let last = last.and_then(|(n, more)| n.checked_add(by)?.checked_add(more));
        let out = Off::new(base, gcd(self.stride, stride), up);
        Off {
            last: last.filter(|_| out.up && out.stride != 0),
            ..out
        }
    }

    /// Where it comes when what begins at `from` is copied to `to`.
    pub fn moved(self, from: Off, to: Off) -> Off {
        match to.base.checked_sub(from.base) {
            // Which elements are copied is not known, and where in one the bytes lie is.
            Some(way) => {
                let up = from.stride == 0 && to.up;
                self.on(way, gcd(from.stride, to.stride), up)
            }
            None => Off::ANY,
        }
    }

    /// A class that has both.
    pub fn join(self, other: Off) -> Off {
        let way = self.base.abs_diff(other.base);
        let stride = gcd(gcd(self.stride, other.stride), way);
        let up = self.has_least() && other.has_least();
        let out = Off::new(self.base.min(other.base), stride, up);
        // One that grows has no end, so that sets have one.
        let last = self.last.filter(|_| self.last == other.last);
        Off {
            last: last.filter(|_| out.up),
            ..out
        }
    }

    /// A class with smaller offsets, too: what once fell goes on falling where a
    /// pointer walks down, and sets have to end to grow.
    pub fn lower(self) -> Off {
        let step = match i64::try_from(self.stride) {
            Ok(s) if s > 0 && self.up => s,
            _ => return self,
        };
        if self.base >= 0 {
            let base = self.base % step;
            return Off { base, ..self };
        }
        let far = self.base.checked_mul(16).filter(|n| *n > LOWEST);
        match far {
            Some(far) => Off {
                base: self.base - (self.base - far) / step * step,
                ..self
            },
            None => Off::new(self.base, self.stride, false),
        }
    }

    /// Whether all of the other one's offsets are of this class.
    pub fn covers(self, other: Off) -> bool {
        let way = i128::from(other.base) - i128::from(self.base);
        match self.stride {
            0 => self == other,
            s => {
                other.stride % s == 0
                    && way % i128::from(s) == 0
                    && (!self.up || other.has_least() && way >= 0)
                    && self
                        .last
                        .is_none_or(|l| other.greatest().is_some_and(|n| n <= l))
            }
        }
    }

    /// Whether this lies in the `n` bytes there. A class with steps of less than `n` bytes
    /// is a walk: it counts where it begins, and nowhere if that is not known.
    pub fn begins_inside(self, other: Off, n: u64) -> bool {
        let walks = (1..n).contains(&self.stride);
        if walks && !self.has_least() {
            return false;
        }
        // One that ends before the other one begins.
        let before = |a: Off, n: i64, b: Off| {
            let end = a.last.filter(|_| a.up).and_then(|l| l.checked_add(n));
            b.has_least() && end.is_some_and(|end| end <= b.base)
        };
        if before(self, 1, other) || before(other, i64::try_from(n).unwrap_or(i64::MAX), self) {
            return false;
        }
        let own = if walks { 0 } else { self.stride };
        let way = i128::from(self.base) - i128::from(other.base);
        let way = match gcd(own, other.stride) {
            0 => way,
            stride => way.rem_euclid(i128::from(stride)),
        };
        (0..i128::from(n)).contains(&way)
    }

    /// Whether `n` bytes here and `m` bytes there can have one in common; no
    /// number is any number.
    pub fn overlaps(self, n: Option<u64>, other: Off, m: Option<u64>) -> bool {
        let way = i128::from(other.base) - i128::from(self.base);
        // One that ends before the other one begins.
        let before = |a: Off, n: Option<u64>, b: Off| {
            let end = a
                .greatest()
                .zip(n)
                .map(|(l, n)| i128::from(l) + i128::from(n));
            b.has_least() && end.is_some_and(|end| end <= i128::from(b.base))
        };
        if before(self, n, other) || before(other, m, self) {
            return false;
        }
        let (Some(n), Some(m)) = (n, m) else {
            return true;
        };
        let stride = i128::from(gcd(self.stride, other.stride));
        if stride == 0 {
            return way < i128::from(n) && -way < i128::from(m);
        }
        let way = way.rem_euclid(stride);
        way < i128::from(n) || stride - way < i128::from(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Offsets of a class near 0.
    fn list(o: Off) -> Vec<i64> {
        let k = match (o.stride, o.up) {
            (0, _) => 0..1,
            (_, true) => 0..40,
            (_, false) => -40..40i64,
        };
        let all = k.map(|k| o.base + k * o.stride as i64);
        all.filter(|x| o.last.is_none_or(|l| *x <= l)).collect()
    }

    fn classes() -> Vec<Off> {
        let all = (-3..6).flat_map(|b| (0..6).map(move |s| (b, s)));
        all.flat_map(|(b, s)| {
            let table = Off::at(b).within(0, (s, true), Some(2 * s as i64));
            [Off::new(b, s, false), Off::new(b, s, true), table]
        })
        .collect()
    }

    /// A table of pointers in a structure, and what lies behind it.
    #[test]
    fn what_is_behind_a_table_is_apart() {
        let table = Off::at(0).within(0, (8, true), Some(200));
        assert_eq!(table.last, Some(200));
        for (at, n, meets) in [
            (208, 4, false),
            (200, 4, true),
            (207, 1, true),
            (0, 8, true),
        ] {
            assert_eq!(table.overlaps(Some(8), Off::at(at), Some(n)), meets, "{at}");
            assert_eq!(Off::at(at).overlaps(Some(n), table, Some(8)), meets, "{at}");
        }
        // The end of it, which may be made and not be read.
        let end = Off::at(0).within(0, (8, true), Some(208));
        assert!(
            end.overlaps(Some(8), Off::at(208), Some(4))
                && end.on(-8, 0, false).covers(Off::at(200))
        );
        // Who walks on has no end.
        let on = table.join(table.on(8, 0, false));
        assert_eq!((on.last, on.covers(table)), (None, true));
    }

    #[test]
    fn classes_overlap_where_a_byte_is_common() {
        // Members of the elements of an array of 16 bytes each.
        let (x, y) = (Off::new(0, 16, false), Off::new(8, 16, false));
        assert!(!x.overlaps(Some(8), y, Some(8)) && x.overlaps(Some(9), y, Some(8)));
        // An array at the end of a structure, and a member before it.
        let (head, tail) = (Off::at(0), Off::new(4, 1, true));
        assert!(!head.overlaps(Some(4), tail, Some(1)) && !tail.overlaps(None, head, Some(4)));
        assert!(head.overlaps(Some(5), tail, Some(1)) && head.overlaps(None, tail, Some(1)));
        for p in classes() {
            for q in classes() {
                for (n, m) in [(1i64, 1i64), (2, 3)] {
                    let near = |x: i64, y: i64| y - x < n && x - y < m;
                    let common = list(p).iter().any(|x| list(q).iter().any(|y| near(*x, *y)));
                    let told = p.overlaps(Some(n as u64), q, Some(m as u64));
                    assert!(told || !common, "{p:?} {q:?}");
                }
            }
        }
    }

    #[test]
    fn joins_and_steps_lose_nothing() {
        for p in classes() {
            for q in classes() {
                let j = p.join(q);
                assert!(j.covers(p) && j.covers(q), "{p:?} {q:?} {j:?}");
                if p.covers(q) {
                    let (all, own) = (list(p), list(q));
                    let there = |x: &i64| x.abs() > 20 || all.contains(x);
                    assert!(own.iter().all(there), "{p:?} {q:?}");
                }
            }
            for (by, stride) in [(0, 0), (5, 0), (-2, 4), (1, 3)] {
                let on = p.on(by, stride as u64, true);
                for x in list(p).into_iter().filter(|x| x.abs() < 12) {
                    for k in 0..4 {
                        assert!(list(on).contains(&(x + by + k * stride)), "{p:?} {on:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn lower_classes_have_all_of_their_offsets() {
        for p in classes() {
            assert!(p.lower().covers(p), "{p:?} {:?}", p.lower());
        }
    }

    #[test]
    fn a_walk_begins_where_it_begins() {
        let (cell, walk) = (Off::at(8), |base| Off::new(base, 1, true));
        for (off, inside) in [
            (Off::at(8), true),
            (Off::at(15), true),
            (Off::at(16), false),
            (Off::at(7), false),
            (walk(8), true),
            (walk(0), false),
            (Off::ANY, false),
            // Elements of 24 bytes.
            (Off::new(33, 24, true), true),
            (Off::new(40, 24, true), false),
        ] {
            assert_eq!(off.begins_inside(cell, 8), inside, "{off:?}");
        }
        assert!(Off::at(33).begins_inside(Off::new(8, 24, false), 8));
    }
}
