//! Weighted MaxSAT over anything that gives cores.
//!
//! Idea: each core (soft constraints that cannot hold together) must lose one of
//! its members. The cheapest set that hits all cores found so far is left out and
//! the rest is asked for: if it can be met, nothing cheaper can; otherwise there
//! is a new core. Cores are shrunk before they are kept. The solver underneath is
//! only asked under assumptions, so a SAT solver, a simplex and Z3 all fit.
//! Alternatives: core-guided search with cardinality constraints (OLL), which
//! scales to many soft constraints but needs the solver to learn new formulas.
//! Source: Davies and Bacchus, Solving MAXSAT by Solving a Sequence of Simpler
//! SAT Instances, CP 2011 (implicit hitting sets).
//! Cost: one question per core and a small branch and bound per round;
//! exponential in the worst case, bounded by the rounds allowed.

/// Whether soft constraints can hold together, beside what is hard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Met<M> {
    /// Yes, as in this model.
    Sat(M),
    /// No: these of them (by index) do not. Empty: what is hard contradicts
    /// itself.
    Unsat(Vec<usize>),
    /// Not decided.
    Unknown,
}

/// A solver with hard constraints that is asked about soft ones.
pub trait Cores {
    /// What a model is.
    type Model;
    /// Whether the soft constraints with these indices can hold together.
    fn ask(&mut self, soft: &[usize]) -> Met<Self::Model>;
}

/// The best that can be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Best<M> {
    /// No other choice loses less.
    Optimal(Choice<M>),
    /// A choice and how little another may lose; limits were reached.
    Found {
        /// What can be met.
        choice: Choice<M>,
        /// No choice loses less than this.
        at_least: u64,
    },
    /// What is hard contradicts itself.
    Infeasible,
    /// Limits were reached before anything was met.
    Unknown,
}

/// A set of soft constraints that can be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// Indices, sorted.
    pub met: Vec<usize>,
    /// The weight of the others.
    pub lost: u64,
    /// A model of what is hard and what is met.
    pub model: M,
}

/// The limits of one run.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// Questions.
    pub questions: u32,
    /// Nodes of the search for a cheapest hitting set, in all.
    pub nodes: u64,
}

impl Default for Rounds {
    fn default() -> Rounds {
        Rounds {
            questions: 1_000,
            nodes: 1_000_000,
        }
    }
}

/// The choice of soft constraints (by weight; 0 is never sought) that loses the
/// least weight.
pub fn solve<C: Cores>(solver: &mut C, weights: &[u64], rounds: Rounds) -> Best<C::Model> {
    let run = Run {
        solver,
        weights,
        left: rounds,
        cores: Vec::new(),
        best: None,
    };
    run.solve()
}

struct Run<'a, C: Cores> {
    solver: &'a mut C,
    weights: &'a [u64],
    left: Rounds,
    cores: Vec<Vec<usize>>,
    best: Option<Choice<C::Model>>,
}

impl<C: Cores> Run<'_, C> {
    fn ask(&mut self, soft: &[usize]) -> Met<C::Model> {
        match self.left.questions.checked_sub(1) {
            None => Met::Unknown,
            Some(n) => {
                self.left.questions = n;
                self.solver.ask(soft)
            }
        }
    }

    fn solve(mut self) -> Best<C::Model> {
        let all: Vec<usize> = (0..self.weights.len())
            .filter(|&i| self.weights[i] > 0)
            .collect();
        // Cores that share nothing first: cheap, and a good first set.
        let mut open = all.clone();
        loop {
            match self.ask(&open) {
                Met::Sat(model) => {
                    self.keep(&open, model);
                    break;
                }
                Met::Unsat(core) => {
                    let core = self.shrink(core);
                    if core.is_empty() {
                        return Best::Infeasible;
                    }
                    open.retain(|i| !core.contains(i));
                    self.cores.push(core);
                }
                Met::Unknown => return self.give_up(0),
            }
        }
        let mut bound = 0;
        loop {
            let Some(hit) = self.hit() else {
                return self.give_up(bound);
            };
            bound = weight(self.weights, &hit);
            if self.best.as_ref().is_some_and(|b| b.lost <= bound) {
                return self.done();
            }
            let rest: Vec<usize> = all.iter().copied().filter(|i| !hit.contains(i)).collect();
            match self.ask(&rest) {
                Met::Sat(model) => {
                    self.keep(&rest, model);
                    return self.done();
                }
                Met::Unsat(core) => {
                    let core = self.shrink(core);
                    if core.is_empty() {
                        return Best::Infeasible;
                    }
                    self.cores.push(core);
                }
                Met::Unknown => return self.give_up(bound),
            }
        }
    }

    fn keep(&mut self, met: &[usize], model: C::Model) {
        let total = self
            .weights
            .iter()
            .fold(0, |a: u64, w| a.saturating_add(*w));
        let lost = total.saturating_sub(weight(self.weights, met));
        if self.best.as_ref().is_none_or(|b| lost < b.lost) {
            self.best = Some(Choice {
                met: met.to_vec(),
                lost,
                model,
            });
        }
    }

    fn done(self) -> Best<C::Model> {
        self.best.map_or(Best::Unknown, Best::Optimal)
    }

    fn give_up(self, at_least: u64) -> Best<C::Model> {
        match self.best {
            Some(choice) => Best::Found { choice, at_least },
            None => Best::Unknown,
        }
    }

    /// Leaves members out of a core as long as it stays one.
    fn shrink(&mut self, mut core: Vec<usize>) -> Vec<usize> {
        core.sort_unstable();
        core.dedup();
        let mut at = 0;
        while at < core.len() && core.len() > 1 {
            let mut fewer = core.clone();
            fewer.remove(at);
            match self.ask(&fewer) {
                Met::Unsat(smaller) => {
                    core.retain(|i| smaller.contains(i));
                    at = at.min(core.len());
                }
                Met::Sat(model) => {
                    self.keep(&fewer, model);
                    at += 1;
                }
                Met::Unknown => return core,
            }
        }
        core
    }

    /// The cheapest set that hits all cores; `None` when the limit was reached.
    fn hit(&mut self) -> Option<Vec<usize>> {
        let mut search = Hitting {
            weights: self.weights,
            cores: &self.cores,
            nodes: self.left.nodes,
            best: None,
        };
        let done = search.go(&mut Vec::new(), &mut Vec::new(), 0);
        self.left.nodes = search.nodes;
        let best = search.best;
        if done {
            best.map(|b| b.1)
        } else {
            None
        }
    }
}

fn weight(weights: &[u64], of: &[usize]) -> u64 {
    of.iter()
        .filter_map(|&i| weights.get(i))
        .fold(0, |a: u64, w| a.saturating_add(*w))
}

struct Hitting<'a> {
    weights: &'a [u64],
    cores: &'a [Vec<usize>],
    nodes: u64,
    best: Option<(u64, Vec<usize>)>,
}

impl Hitting<'_> {
    /// Branches over the members of the smallest core that is not hit; members
    /// that were tried before are not taken again. False at the limit.
    fn go(&mut self, taken: &mut Vec<usize>, barred: &mut Vec<usize>, cost: u64) -> bool {
        let Some(left) = self.nodes.checked_sub(1) else {
            return false;
        };
        self.nodes = left;
        // Cores that share nothing bound the rest from below.
        let mut used: Vec<usize> = Vec::new();
        let mut least = cost;
        let mut pick: Option<Vec<usize>> = None;
        for core in self.cores {
            if core.iter().any(|i| taken.contains(i)) {
                continue;
            }
            let free: Vec<usize> = core
                .iter()
                .copied()
                .filter(|i| !barred.contains(i))
                .collect();
            let Some(cheapest) = free.iter().map(|&i| self.weights[i]).min() else {
                return true;
            };
            if !free.iter().any(|i| used.contains(i)) {
                least = least.saturating_add(cheapest);
                used.extend(&free);
            }
            if pick.as_ref().is_none_or(|p| free.len() < p.len()) {
                pick = Some(free);
            }
        }
        if self.best.as_ref().is_some_and(|b| b.0 <= least) {
            return true;
        }
        let Some(mut members) = pick else {
            let mut set = taken.clone();
            set.sort_unstable();
            self.best = Some((cost, set));
            return true;
        };
        members.sort_by_key(|&i| (self.weights[i], i));
        let mark = barred.len();
        let mut done = true;
        for i in members {
            taken.push(i);
            done &= self.go(taken, barred, cost.saturating_add(self.weights[i]));
            taken.pop();
            barred.push(i);
        }
        barred.truncate(mark);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Soft constraints are sets of bits that must be in the model; hard ones are
    /// sets that must not all be in it.
    struct Sets {
        soft: Vec<u32>,
        never: Vec<u32>,
    }

    impl Cores for Sets {
        type Model = u32;
        fn ask(&mut self, soft: &[usize]) -> Met<u32> {
            let all = soft.iter().fold(0, |a, &i| a | self.soft[i]);
            match self.never.iter().find(|&&n| all & n == n) {
                None => Met::Sat(all),
                // All that have a bit of it: not minimal.
                Some(n) => Met::Unsat(
                    soft.iter()
                        .copied()
                        .filter(|&i| self.soft[i] & n != 0)
                        .collect(),
                ),
            }
        }
    }

    #[test]
    fn the_best_choice_is_the_one_of_enumeration() {
        let mut state = 88_172_645_463_325_252u64;
        let mut next = move |n: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % n
        };
        for case in 0..400 {
            let n = 1 + next(8) as usize;
            let soft: Vec<u32> = (0..n).map(|_| 1 + next(255) as u32).collect();
            let never: Vec<u32> = (0..next(6))
                .map(|_| (1 << next(8)) | (1 << next(8)) | (1 << next(8)))
                .collect();
            let weights: Vec<u64> = (0..n).map(|_| next(6)).collect();
            let total: u64 = weights.iter().sum();
            let mut least = u64::MAX;
            for choice in 0..1u32 << n {
                let of = |i: &usize| choice >> i & 1 == 1;
                let all = (0..n).filter(of).fold(0, |a, i| a | soft[i]);
                if never.iter().all(|n| all & n != *n) {
                    let met: u64 = (0..n).filter(of).map(|i| weights[i]).sum();
                    least = least.min(total - met);
                }
            }
            let mut sets = Sets { soft, never };
            match solve(&mut sets, &weights, Rounds::default()) {
                Best::Optimal(choice) => {
                    assert_eq!(choice.lost, least, "case {case}");
                    let met: u64 = choice.met.iter().map(|&i| weights[i]).sum();
                    assert_eq!(total - met, choice.lost);
                    assert!(matches!(sets.ask(&choice.met), Met::Sat(m) if m == choice.model));
                }
                other => panic!("case {case}: {other:?}"),
            }
        }
    }

    #[test]
    fn limits_leave_what_was_found() {
        let mut sets = Sets {
            soft: vec![1, 2, 4],
            never: vec![3, 6],
        };
        let rounds = Rounds {
            questions: 3,
            nodes: 0,
        };
        match solve(&mut sets, &[1, 1, 1], rounds) {
            Best::Found { choice, at_least } => assert!(at_least <= choice.lost),
            Best::Unknown => {}
            other => panic!("{other:?}"),
        }
        let mut never = Sets {
            soft: vec![1],
            never: vec![0],
        };
        assert_eq!(solve(&mut never, &[1], Rounds::default()), Best::Infeasible);
    }
}
