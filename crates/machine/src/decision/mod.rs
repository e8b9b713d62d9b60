//! The log of decisions of one path. A state can be rebuilt from it without a
//! solver call: how waiting states are spilled, and how work will move to
//! another worker or a later run. Persistent: a fork shares the past. Most
//! decisions take one byte.

mod encoding;

pub use encoding::{Reader, Writer};

use crate::inputs::Origin;
use ep_base::chain::unlink;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A condition came out as `taken`; `forked` when the other side was
    /// feasible too and lives on as another state (or ended as an error).
    Side { taken: bool, forked: bool },
    /// One side was followed and its condition assumed, because the solver
    /// did not answer for the other.
    Assumed { taken: bool },
    /// The case of a switch (its position), counting the default as the last.
    Case { index: u32, forked: bool },
    /// A candidate that was proposed: an object, or a value of a term.
    Candidate(u64),
}

impl Decision {
    fn put(self, w: &mut Writer) {
        w.number(match self {
            Decision::Side { taken, forked } => u128::from(taken) << 2 | u128::from(forked) << 3,
            Decision::Assumed { taken } => 1 | u128::from(taken) << 2,
            Decision::Case { index, forked } => {
                2 | u128::from(forked) << 2 | u128::from(index) << 3
            }
            Decision::Candidate(v) => 3 | u128::from(v) << 2,
        });
    }

    fn get(r: &mut Reader<'_>) -> Option<Decision> {
        let n = r.number()?;
        Some(match n & 3 {
            0 => Decision::Side {
                taken: n & 4 != 0,
                forked: n & 8 != 0,
            },
            1 => Decision::Assumed { taken: n & 4 != 0 },
            2 => Decision::Case {
                index: (n >> 3) as u32,
                forked: n & 4 != 0,
            },
            _ => Decision::Candidate((n >> 2) as u64),
        })
    }
}

/// Decisions in one segment.
const TAIL: u32 = 64;

#[derive(Debug)]
struct Segment {
    decisions: Box<[u8]>,
    before: Option<Rc<Segment>>,
    /// Decisions up to and including this segment.
    end: u32,
}

impl Drop for Segment {
    fn drop(&mut self) {
        unlink(self.before.take(), |segment| segment.before.take());
    }
}

fn mix(trace: u32, d: Decision, site: u64) -> u32 {
    let d = match d {
        Decision::Side { taken, forked } => u64::from(taken) | u64::from(forked) << 1,
        Decision::Assumed { taken } => 4 | u64::from(taken),
        Decision::Case { index, forked } => 6 | u64::from(forked) | u64::from(index) << 4,
        Decision::Candidate(v) => 8 | v << 4,
    };
    let x = (u64::from(trace) ^ site.rotate_left(17) ^ d).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x >> 32) as u32 ^ x as u32
}

/// All decisions of a path in order.
#[derive(Clone, Debug, Default)]
pub struct DecisionLog {
    /// What is not shared yet, as [`Decision::put`] writes it.
    tail: Vec<u8>,
    /// Decisions in `tail`.
    fresh: u32,
    trace: u32,
    before: Option<Rc<Segment>>,
}

impl DecisionLog {
    /// Appends a decision that was made at `site`.
    #[inline]
    pub fn push(&mut self, d: Decision, site: u64) {
        self.trace = mix(self.trace, d, site);
        if self.fresh >= TAIL {
            self.seal();
        }
        let mut w = Writer(std::mem::take(&mut self.tail));
        d.put(&mut w);
        self.tail = w.0;
        self.fresh += 1;
    }

    /// Moves the tail into the shared past, so that a copy is cheap.
    fn seal(&mut self) {
        if self.tail.is_empty() {
            return;
        }
        let end = self.len() as u32;
        let decisions = std::mem::take(&mut self.tail).into_boxed_slice();
        self.fresh = 0;
        self.before = Some(Rc::new(Segment {
            decisions,
            before: self.before.take(),
            end,
        }));
    }

    /// The log of a state that forks off here.
    #[inline]
    pub fn fork(&mut self) -> DecisionLog {
        self.seal();
        DecisionLog {
            tail: Vec::new(),
            fresh: 0,
            trace: self.trace,
            before: self.before.clone(),
        }
    }

    /// The number of decisions.
    #[inline]
    pub fn len(&self) -> usize {
        self.before.as_ref().map_or(0, |s| s.end as usize) + self.fresh as usize
    }

    /// A check sum of the decisions and of where they were made.
    #[inline]
    pub fn trace(&self) -> u64 {
        u64::from(self.trace)
    }

    /// Bytes that this log does not share with what is in `seen`.
    pub fn footprint(&self, seen: &mut rustc_hash::FxHashSet<usize>) -> usize {
        let mut n = self.tail.capacity();
        let mut next = self.before.as_ref();
        while let Some(s) = next {
            if !seen.insert(Rc::as_ptr(s) as usize) {
                break;
            }
            n += std::mem::size_of::<Segment>() + 16 + s.decisions.len();
            next = s.before.as_ref();
        }
        n
    }

    /// True before the first decision.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All decisions, oldest first.
    pub fn to_vec(&self) -> Vec<Decision> {
        let mut parts: Vec<&[u8]> = vec![&self.tail];
        let mut s = self.before.as_ref();
        while let Some(seg) = s {
            parts.push(&seg.decisions);
            s = seg.before.as_ref();
        }
        let mut all = Vec::with_capacity(self.len());
        for part in parts.iter().rev() {
            let mut r = Reader(part);
            all.extend(std::iter::from_fn(|| Decision::get(&mut r)));
        }
        all
    }
}

/// Decisions to follow without asking a solver.
#[derive(Clone, Debug)]
pub struct Replay {
    pub decisions: Vec<Decision>,
    /// The values of the variables in the model of the state; zero if not
    /// listed.
    pub model: FxHashMap<Origin, u128>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forks_share_the_past_and_not_the_future() {
        let mut a = DecisionLog::default();
        for i in 0..100 {
            a.push(Decision::Candidate(i), i);
        }
        let mut b = a.fork();
        a.push(
            Decision::Side {
                taken: true,
                forked: true,
            },
            7,
        );
        b.push(
            Decision::Side {
                taken: false,
                forked: true,
            },
            7,
        );
        assert_ne!(a.trace(), b.trace());
        assert_eq!(a.len(), 101);
        let (va, vb) = (a.to_vec(), b.to_vec());
        assert_eq!(va[..100], vb[..100]);
        assert_eq!(va[99], Decision::Candidate(99));
        assert_ne!(va[100], vb[100]);
    }

    #[test]
    fn decisions_come_back_as_they_were() {
        let mut all = Vec::new();
        for taken in [false, true] {
            all.push(Decision::Assumed { taken });
            for forked in [false, true] {
                all.push(Decision::Side { taken, forked });
                all.extend([0, 5, u32::MAX].map(|index| Decision::Case { index, forked }));
            }
        }
        all.extend([0, 127, u64::MAX].map(Decision::Candidate));
        let mut log = DecisionLog::default();
        for round in 0..20 {
            for d in &all {
                log.push(*d, round);
            }
        }
        assert_eq!(log.len(), 20 * all.len());
        for (i, d) in log.to_vec().iter().enumerate() {
            assert_eq!(*d, all[i % all.len()]);
        }
    }
}
