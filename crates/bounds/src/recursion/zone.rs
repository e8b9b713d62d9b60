//! Differences of whole numbers with upper bounds.
//!
//! Idea: a matrix holds for each pair of variables the least known `c` with
//! `x - y <= c`; variable 0 is zero, so that ranges are differences too. It is
//! kept closed under sums of two. Source: A. Miné, "A new numerical abstract
//! domain based on difference-bound matrices", PADO 2001. Alternative:
//! polyhedra, which see sums of three and cost exponentially.
//! Cost: quadratic for one fact, memory quadratic.

/// No bound.
const NONE: i128 = i128::MAX;

/// A set of points; empty when it is known that none is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    n: usize,
    most: Vec<i128>,
    empty: bool,
}

fn sum(a: i128, b: i128) -> i128 {
    match a == NONE || b == NONE {
        true => NONE,
        false => a.saturating_add(b),
    }
}

impl Zone {
    /// All points of so many variables, zero included.
    pub fn all(n: usize) -> Zone {
        let mut most = vec![NONE; n * n];
        for i in 0..n {
            if let Some(x) = most.get_mut(i * n + i) {
                *x = 0;
            }
        }
        Zone {
            n,
            most,
            empty: false,
        }
    }

    /// How many variables there are, zero included.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether no point is left.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// The greatest value of `x - y`; none where it has no bound. A set
    /// without points has none either.
    pub fn most(&self, x: usize, y: usize) -> Option<i128> {
        let c = self.raw(x, y);
        (c != NONE).then_some(c)
    }

    fn raw(&self, x: usize, y: usize) -> i128 {
        self.most.get(x * self.n + y).copied().unwrap_or(NONE)
    }

    fn set(&mut self, x: usize, y: usize, c: i128) {
        if let Some(slot) = self.most.get_mut(x * self.n + y) {
            *slot = c;
        }
    }

    /// The least and the greatest value.
    pub fn range(&self, x: usize) -> (Option<i128>, Option<i128>) {
        (self.most(0, x).map(|c| -c), self.most(x, 0))
    }

    /// Only points with `x - y <= c` stay.
    pub fn at_most(&mut self, x: usize, y: usize, c: i128) {
        if self.empty || x == y {
            self.empty |= c < 0 && x == y;
            return;
        }
        if c >= self.raw(x, y) {
            return;
        }
        if sum(c, self.raw(y, x)) < 0 {
            self.empty = true;
            return;
        }
        for i in 0..self.n {
            let to_x = self.raw(i, x);
            if to_x == NONE {
                continue;
            }
            let by = sum(to_x, c);
            for j in 0..self.n {
                let way = sum(by, self.raw(y, j));
                if way < self.raw(i, j) {
                    self.set(i, j, way);
                }
            }
        }
    }

    /// `x` becomes anything.
    pub fn forget(&mut self, x: usize) {
        for i in 0..self.n {
            if i != x {
                self.set(i, x, NONE);
                self.set(x, i, NONE);
            }
        }
    }

    /// `x` becomes `y + c`, which may be `x` itself.
    pub fn assign(&mut self, x: usize, y: usize, c: i128) {
        if x == y {
            for i in 0..self.n {
                if i != x {
                    let (to, from) = (self.raw(i, x), self.raw(x, i));
                    self.set(i, x, sum(to, -c));
                    self.set(x, i, sum(from, c));
                }
            }
            return;
        }
        self.forget(x);
        self.at_most(x, y, c);
        self.at_most(y, x, -c);
    }

    /// What holds in both.
    #[must_use]
    pub fn join(&self, other: &Zone) -> Zone {
        if self.empty {
            return other.clone();
        }
        if other.empty {
            return self.clone();
        }
        let most = self.most.iter().zip(&other.most);
        Zone {
            n: self.n,
            most: most.map(|(a, b)| *a.max(b)).collect(),
            empty: false,
        }
    }

    /// What of `self` still holds in `other`; of what grew the next one of these numbers
    /// (in ascending order) for variables that are below one of them, and that is not
    /// negative, nothing in between else.
    #[must_use]
    pub fn widen(&self, other: &Zone, steps: &[i128]) -> Zone {
        if self.empty {
            return other.clone();
        }
        if other.empty {
            return self.clone();
        }
        let most = self.most.iter().zip(&other.most).enumerate();
        let grown = |(k, (a, b)): (usize, (&i128, &i128))| {
            let (x, y) = (k / self.n, k % self.n);
            match (b <= a, x, y) {
                (true, ..) => *a,
                (_, _, 0) => steps.iter().find(|s| *s >= b).copied().unwrap_or(NONE),
                (_, 0, _) if !steps.is_empty() && *b <= 0 => 0,
                _ => NONE,
            }
        };
        Zone {
            n: self.n,
            most: most.map(grown).collect(),
            empty: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sums_of_two_are_seen_and_contradictions_too() {
        let mut z = Zone::all(4);
        z.at_most(1, 2, -1);
        z.at_most(2, 3, 0);
        assert_eq!(z.most(1, 3), Some(-1));
        assert_eq!(z.most(3, 1), None);
        z.at_most(3, 1, 0);
        assert!(z.is_empty());
    }

    #[test]
    fn what_is_assigned_moves_with_its_relations() {
        let mut z = Zone::all(3);
        z.at_most(1, 2, 0);
        z.assign(1, 1, 5);
        assert_eq!(z.most(1, 2), Some(5));
        z.assign(2, 1, -1);
        assert_eq!((z.most(1, 2), z.most(2, 1)), (Some(1), Some(-1)));
    }

    proptest! {
        /// No point of a walk leaves the zone that was walked with it.
        #[test]
        fn points_stay_inside(
            start in proptest::collection::vec(-5i128..6, 3),
            steps in proptest::collection::vec((0usize..4, 1usize..4, 0usize..4, -3i128..4), 0..20),
        ) {
            let mut p = vec![0];
            p.extend(start);
            let mut z = Zone::all(4);
            for (kind, x, y, c) in steps {
                match kind {
                    0 => { p[x] = p[y] + c; z.assign(x, y, c); }
                    1 => if p[x] - p[y] <= c { z.at_most(x, y, c); },
                    2 => { p[x] = c * 7; z.forget(x); }
                    _ => { let mut w = z.clone(); w.at_most(x, y, c); z = z.join(&w); }
                }
                prop_assert!(!z.is_empty());
                for i in 0..4 {
                    for j in 0..4 {
                        prop_assert!(z.most(i, j).is_none_or(|m| p[i] - p[j] <= m));
                    }
                }
            }
        }
    }
}
