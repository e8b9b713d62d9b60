//! What a merged state still owes a test: coverage that only a part of its
//! inputs reaches.
//!
//! A path that covers something new is kept as a test when it ends. Where it
//! was merged on its way, the input of the end may be one of the other path. So
//! a merge turns the mark into a goal: the condition under which the inputs come
//! from the path that had it. Forks hand their goals on to both sides; at an end
//! each goal that is open and possible there gets an input of its own.
//!
//! Cost: one question for each goal that is open at an end, and a choice for
//! each at every merge above it.

use ep_machine::driver::Driver;
use ep_machine::machine::Machine;
use ep_machine::state::State;
use ep_smt::{PathCondition, Side};
use ep_term::{Pool, TermId};
use std::cell::Cell;
use std::rc::Rc;

/// Coverage that the inputs of a state reach only under a condition.
#[derive(Clone, Debug)]
pub struct Goal {
    under: TermId,
    /// A test reaches it; shared by all states that have the goal.
    reached: Rc<Cell<bool>>,
}

/// The open goals of a state.
pub type Goals = Option<Rc<Vec<Goal>>>;

/// Which goal it is, whatever it has become on the way.
fn name(g: &Goal) -> *const Cell<bool> {
    Rc::as_ptr(&g.reached)
}

/// What the state merged of `a`, where `guard` holds, and `b` still owes: the
/// goals of each, and whether it covered something new itself. A goal
/// that both inherited stays one: copies of it would double with every merge.
pub fn merged(pool: &mut Pool, a: (&Goals, bool), b: (&Goals, bool), guard: TermId) -> Goals {
    let open = |goals: &Goals| -> Vec<Goal> {
        let all = goals.iter().flat_map(|g| g.iter());
        all.filter(|g| !g.reached.get()).cloned().collect()
    };
    let (of_a, mut of_b) = (open(a.0), open(b.0));
    let other = pool.not(guard);
    let mut out = Vec::new();
    for g in of_a {
        let twin = of_b.iter().position(|h| name(h) == name(&g));
        let under = match twin.map(|i| of_b.swap_remove(i)) {
            Some(h) => pool.ite(guard, g.under, h.under),
            None => pool.and(guard, g.under),
        };
        let reached = g.reached;
        out.push(Goal { under, reached });
    }
    for g in of_b {
        out.push(Goal {
            under: pool.and(other, g.under),
            reached: g.reached,
        });
    }
    for (new_coverage, under) in [(a.1, guard), (b.1, other)] {
        if new_coverage {
            let reached = Rc::default();
            out.push(Goal { under, reached });
        }
    }
    (!out.is_empty()).then(|| Rc::new(out))
}

/// What an ended state still owes.
pub trait Owes<D: Driver> {
    /// Path conditions with models that reach the goals of an ended state,
    /// `st.pc` itself among them if its model reaches one. What is reached is
    /// marked.
    fn reach_goals(&mut self, st: &State<D>, goals: &Goals) -> Vec<PathCondition>;
}

impl<D: Driver> Owes<D> for Machine<D> {
    fn reach_goals(&mut self, st: &State<D>, goals: &Goals) -> Vec<PathCondition> {
        let Some(goals) = goals else {
            return Vec::new();
        };
        let mut out: Vec<PathCondition> = Vec::new();
        if st.pc.has_model() && self.mark(goals, &st.pc) {
            out.push(st.pc.clone());
        }
        for g in goals.iter() {
            if g.reached.get() {
                continue;
            }
            // Not decided: the goal stays open for another end.
            let Side::Feasible(w) = self.driver.feasible(&mut self.cx, st, g.under) else {
                continue;
            };
            let mut pc = st.pc.clone();
            self.cx.smt.assume(&mut self.cx.pool, &mut pc, g.under, w);
            if self.mark(goals, &pc) {
                out.push(pc);
            }
        }
        out
    }
}

/// Marking what is reached.
trait Marks<D: Driver> {
    /// Marks the goals that the model of `pc` reaches; whether there is one.
    fn mark(&mut self, goals: &[Goal], pc: &PathCondition) -> bool;
}

impl<D: Driver> Marks<D> for Machine<D> {
    fn mark(&mut self, goals: &[Goal], pc: &PathCondition) -> bool {
        let mut any = false;
        for g in goals.iter().filter(|g| !g.reached.get()) {
            if self.cx.smt.eval(&self.cx.pool, pc, g.under) == 1 {
                g.reached.set(true);
                any = true;
            }
        }
        any
    }
}
