//! Section 3: Proposition 3.1, Corollary 3.2, Theorems 3.5 and 3.6.

use crate::basic::plain;
use crate::genes::Genes;
use crate::programs::{Language, World};
use crate::walk::{concrete, same_state, steps, transition, Moved};
use ep_traces::eval::{self, Evaluator};
use ep_traces::machine::Config;
use ep_traces::mutation::Mutation;
use ep_traces::{ExprId, Role, VarId};
use std::rc::Rc;

fn mentions_local(w: &World, e: ExprId) -> bool {
    w.x.vars_of(&[e])
        .iter()
        .any(|&v| matches!(w.x.info(v).role, Role::Local(_)))
}

/// After any number of steps no local variable occurs in `σ`, in `φ`, or in the
/// `τ` of a closure, the bottom one excluded.
pub fn no_locals(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    let mut w = World::new(Language::Procedures, m);
    let main = w.program(g);
    let mut s = Config::new(&w.p, main, Rc::default(), plain(), false);
    for n in 0..steps(g) {
        let coin = g.flip();
        if transition(&mut w, &mut s, |_, _| coin) != Moved::Step {
            break;
        }
        for v in s.world.changed() {
            let e = s.world.sigma(&w.x, v);
            if mentions_local(&w, e) {
                return Err(format!("step {n}: a local in σ"));
            }
        }
        for closure in s.stack.iter().skip(1) {
            if closure.env.iter().any(|&e| mentions_local(&w, e)) {
                return Err(format!("step {n}: a local in τ"));
            }
        }
        if s.world.phi.iter().any(|&e| mentions_local(&w, e)) {
            return Err(format!("step {n}: a local in φ"));
        }
    }
    Ok(1)
}

/// Theorem 3.5.
pub fn correctness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    let mut w = World::new(Language::Procedures, m);
    let main = w.program(g);
    let guide = w.state(g);
    let mut s = Config::new(&w.p, main, Rc::default(), plain(), false);
    let mut taken = 0;
    for _ in 0..steps(g) {
        let before = s.clone();
        match transition(&mut w, &mut s, |w, fork| {
            eval::holds(&w.x, &guide, fork.cond)
        }) {
            Moved::Step => taken += 1,
            Moved::End => {
                s = before;
                break;
            }
            Moved::Stuck => return Err("stuck".into()),
        }
    }
    let phi = s.world.condition(&mut w.x);
    let mut states = vec![guide];
    for _ in 0..4 {
        states.push(w.state(g));
    }
    let mut checked = 0;
    for v in states {
        if !eval::holds(&w.x, &v, phi) {
            continue;
        }
        let mut c = concrete(&w, main, &v, false);
        for _ in 0..taken {
            if transition(&mut w, &mut c, |_, _| true) != Moved::Step {
                return Err("the concrete computation is shorter".into());
            }
        }
        if !c.same_control(&s) {
            return Err("the rests of the programs differ".into());
        }
        let sigma = |x: VarId| s.world.sigma(&w.x, x);
        same_state(&w, &sigma, &v, &c.world.0)?;
        // V • Δ: each local substitution becomes the concrete environment.
        let mut at = Evaluator::new(&w.x, &v);
        for (a, b) in c.stack.iter().zip(&s.stack) {
            for (slot, &value) in a.env.iter().enumerate() {
                let found = b.env.get(slot).and_then(|&e| at.eval(e));
                if found != Some(value) {
                    return Err(format!("local {slot}: {found:?}, not {value:?}"));
                }
            }
        }
        checked += 1;
    }
    Ok(checked)
}

/// Theorem 3.6.
pub fn completeness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    crate::basic::complete(g, m, Language::Procedures, false)
}
