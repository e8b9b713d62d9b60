//! Disjoint sets of numbers that grow together (union and find).
//!
//! Source: R. E. Tarjan, "Efficiency of a good but not linear set union
//! algorithm", J. ACM 22, 1975; paths are halved. Who joins says whose root
//! stays, so that a set may be known by one of its own. Cost: logarithmic in
//! the numbers, amortised.

/// The sets.
#[derive(Clone, Debug, Default)]
pub struct Sets(Vec<usize>);

impl Sets {
    /// `n` sets of one number each.
    pub fn new(n: usize) -> Sets {
        Sets((0..n).collect())
    }

    /// One more set, of the next number.
    pub fn push(&mut self) -> usize {
        let i = self.0.len();
        self.0.push(i);
        i
    }

    /// The number that its set is known by.
    pub fn root(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    /// Puts what is with `from` to what is with `into`, whose root is that of
    /// both from here on.
    pub fn join(&mut self, from: usize, into: usize) {
        let (from, into) = (self.root(from), self.root(into));
        self.0[from] = into;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_has_the_root_of_the_second() {
        let mut s = Sets::new(5);
        assert_eq!(s.push(), 5);
        s.join(0, 1);
        s.join(1, 4);
        s.join(2, 3);
        assert_eq!([0, 1, 4].map(|i| s.root(i)), [4; 3]);
        assert_eq!([2, 3, 5].map(|i| s.root(i)), [3, 3, 5]);
        s.join(4, 4);
        s.join(3, 0);
        assert_eq!([0, 1, 2, 3, 4].map(|i| s.root(i)), [4; 5]);
    }
}
