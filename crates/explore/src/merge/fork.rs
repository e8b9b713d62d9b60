//! Where a state forked off: the path condition at each fork, innermost
//! first, shared by all states behind it.

use ep_base::chain::unlink;
use ep_smt::PathCondition;
use std::rc::Rc;

/// A fork on the way of a state.
#[derive(Debug)]
pub struct Fork {
    /// The condition before the decision.
    pub pc: PathCondition,
    /// The fork before this one.
    pub up: Option<Rc<Fork>>,
    depth: u32,
}

impl Fork {
    /// A fork under this condition.
    pub fn new(pc: &PathCondition, up: Option<Rc<Fork>>) -> Rc<Fork> {
        Rc::new(Fork {
            pc: pc.clone(),
            depth: up.as_ref().map_or(0, |f| f.depth + 1),
            up,
        })
    }

    /// The innermost fork on the ways of both.
    pub fn common(a: Option<&Rc<Fork>>, b: Option<&Rc<Fork>>) -> Option<Rc<Fork>> {
        let (mut a, mut b) = (a?, b?);
        loop {
            if Rc::ptr_eq(a, b) {
                return Some(a.clone());
            }
            if a.depth >= b.depth {
                a = a.up.as_ref()?;
            } else {
                b = b.up.as_ref()?;
            }
        }
    }

    /// Forks before this one.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many forks lie before the common one; 0 without one.
    pub fn common_depth(a: Option<&Rc<Fork>>, b: Option<&Rc<Fork>>) -> u32 {
        Fork::common(a, b).map_or(0, |f| f.depth + 1)
    }
}

impl Drop for Fork {
    fn drop(&mut self) {
        unlink(self.up.take(), |fork| fork.up.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_fork_is_the_innermost_one() {
        let pc = PathCondition::new();
        let root = Fork::new(&pc, None);
        let mid = Fork::new(&pc, Some(root.clone()));
        let left = Fork::new(&pc, Some(mid.clone()));
        let right = Fork::new(&pc, Some(Fork::new(&pc, Some(mid.clone()))));
        let common = Fork::common(Some(&left), Some(&right)).unwrap();
        assert!(Rc::ptr_eq(&common, &mid));
        assert_eq!(Fork::common_depth(Some(&left), Some(&root)), 1);
        assert!(Fork::common(None, Some(&left)).is_none());
    }

    #[test]
    fn a_long_chain_is_dropped_without_recursion() {
        let pc = PathCondition::new();
        let mut f = None;
        for _ in 0..1_000_000 {
            f = Some(Fork::new(&pc, f));
        }
        drop(f);
    }
}
