//! Edge coverage: what a run executed and how often, and what is new in it.
//!
//! Counts are put into AFL's eight classes, so that a loop that runs twice as
//! often is something new and one that runs once more is not. Cost: one pass
//! over the counters, eight at a time.

use ep_base::hash;

/// The class of a count as one bit: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, more.
pub fn bucket(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        128..=255 => 128,
    }
}

/// A hash of what a run executed and of the classes of its counts: equal for
/// runs that AFL's map does not tell apart.
pub fn shape(counters: &[u8]) -> u64 {
    let mut h = hash::START;
    for (at, chunk) in counters.chunks(8).enumerate() {
        if chunk.iter().all(|c| *c == 0) {
            continue;
        }
        for (i, c) in chunk.iter().enumerate().filter(|(_, c)| **c != 0) {
            let x = ((at * 8 + i) as u64) << 8 | u64::from(bucket(*c));
            h = hash::mix(h, x);
        }
    }
    h
}

/// What all runs together covered.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    seen: Vec<u8>,
    edges: u64,
}

impl Coverage {
    /// Adds a run. Returns the edges that are new, and whether any count is in
    /// a class that is new for its edge.
    pub fn add(&mut self, counters: &[u8]) -> (u64, bool) {
        self.merge(counters, true)
    }

    /// What [`Coverage::add`] would return.
    pub fn news(&mut self, counters: &[u8]) -> (u64, bool) {
        self.merge(counters, false)
    }

    fn merge(&mut self, counters: &[u8], keep: bool) -> (u64, bool) {
        if self.seen.len() < counters.len() {
            self.seen.resize(counters.len(), 0);
        }
        let (mut edges, mut other) = (0, false);
        for (at, chunk) in counters.chunks(8).enumerate() {
            if chunk.iter().all(|c| *c == 0) {
                continue;
            }
            for (i, c) in chunk.iter().enumerate() {
                let seen = &mut self.seen[at * 8 + i];
                let b = bucket(*c);
                if b & !*seen != 0 {
                    edges += u64::from(*seen == 0);
                    other = true;
                    if keep {
                        *seen |= b;
                    }
                }
            }
        }
        if keep {
            self.edges += edges;
        }
        (edges, other)
    }

    /// Edges that any run covered.
    pub fn edges(&self) -> u64 {
        self.edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_tells_edges_and_classes_apart() {
        let run = |pairs: &[(usize, u8)]| {
            let mut c = vec![0u8; 20];
            pairs.iter().for_each(|(i, n)| c[*i] = *n);
            shape(&c)
        };
        assert_eq!(run(&[(3, 4), (19, 1)]), run(&[(3, 7), (19, 1)]));
        assert_ne!(run(&[(3, 4)]), run(&[(3, 8)]));
        assert_ne!(run(&[(3, 1)]), run(&[(4, 1)]));
    }

    #[test]
    fn an_edge_is_new_once_and_a_class_of_counts_once() {
        let mut c = Coverage::default();
        let mut run = vec![0u8; 20];
        run[3] = 1;
        run[19] = 5;
        assert_eq!(c.news(&run), (2, true));
        assert_eq!(c.add(&run), (2, true));
        assert_eq!(c.add(&run), (0, false));
        run[19] = 7;
        assert_eq!(c.add(&run), (0, false), "the same class");
        run[19] = 8;
        assert_eq!(c.add(&run), (0, true));
        assert_eq!(c.edges(), 2);
    }
}
