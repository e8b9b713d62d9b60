//! The log of decisions of one path. A state can be rebuilt from it without a
//! solver call: how waiting states are spilled, and how work will move to
//! another worker or a later run. Persistent: a fork shares the past.

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

const TAIL: usize = 24;

#[derive(Debug)]
struct Segment {
    decisions: Vec<Decision>,
    before: Option<Rc<Segment>>,
    /// Decisions up to and including this segment.
    end: u32,
}

impl Drop for Segment {
    /// Long chains are dropped in a loop, not on the call stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(rc) = next {
            match Rc::try_unwrap(rc) {
                Ok(mut s) => next = s.before.take(),
                Err(_) => break,
            }
        }
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
    tail: Vec<Decision>,
    before: Option<Rc<Segment>>,
    trace: u32,
}

impl DecisionLog {
    /// Appends a decision that was made at `site`.
    pub fn push(&mut self, d: Decision, site: u64) {
        self.trace = mix(self.trace, d, site);
        if self.tail.len() >= TAIL {
            self.seal();
        }
        self.tail.push(d);
    }

    /// Moves the tail into the shared past, so that a copy is cheap.
    fn seal(&mut self) {
        if self.tail.is_empty() {
            return;
        }
        let end = self.len() as u32;
        let decisions = std::mem::take(&mut self.tail);
        self.before = Some(Rc::new(Segment {
            decisions,
            before: self.before.take(),
            end,
        }));
    }

    /// The log of a state that forks off here.
    pub fn fork(&mut self) -> DecisionLog {
        self.seal();
        DecisionLog {
            tail: Vec::new(),
            before: self.before.clone(),
            trace: self.trace,
        }
    }

    /// The number of decisions.
    pub fn len(&self) -> usize {
        self.before.as_ref().map_or(0, |s| s.end as usize) + self.tail.len()
    }

    /// A check sum of the decisions and of where they were made.
    pub fn trace(&self) -> u64 {
        u64::from(self.trace)
    }

    /// Bytes that this log does not share with what is in `seen`.
    pub fn footprint(&self, seen: &mut rustc_hash::FxHashSet<usize>) -> usize {
        let size = std::mem::size_of::<Decision>();
        let mut n = self.tail.capacity() * size;
        let mut next = self.before.as_ref();
        while let Some(s) = next {
            if !seen.insert(Rc::as_ptr(s) as usize) {
                break;
            }
            n += std::mem::size_of::<Segment>() + 16 + s.decisions.capacity() * size;
            next = s.before.as_ref();
        }
        n
    }

    /// True before the first decision.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All decisions, oldest first.
    pub fn to_vec(&self) -> Vec<Decision> {
        let mut parts: Vec<&[Decision]> = vec![&self.tail];
        let mut s = self.before.as_ref();
        while let Some(seg) = s {
            parts.push(&seg.decisions);
            s = seg.before.as_ref();
        }
        parts.iter().rev().flat_map(|p| p.iter().copied()).collect()
    }
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
}
