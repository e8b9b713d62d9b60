//! Section 2 and 2.1: the substitution lemma, Theorems 2.3 and 2.4.

use crate::genes::Genes;
use crate::programs::{Language, World};
use crate::walk::{concrete, same_state, steps, transition, Extended, Moved};
use ep_traces::eval::{self, Evaluator, State, Value};
use ep_traces::forward::Forward;
use ep_traces::machine::Config;
use ep_traces::mutation::Mutation;
use ep_traces::{subst, ExprId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Lemma 2.1: `V ∘ σ(e) = V(eσ)`.
fn lemma(g: &mut Genes, m: Mutation, language: Language) -> Result<usize, String> {
    let mut w = World::new(language, m);
    let mut sigma: FxHashMap<VarId, ExprId> = FxHashMap::default();
    for v in w.ints.clone() {
        let e = w.int(g, 2);
        sigma.insert(v, e);
    }
    for v in w.bools.clone() {
        let e = w.bool(g, 2);
        sigma.insert(v, e);
    }
    for a in w.arrays.clone() {
        let mut map = w.x.of(a);
        for _ in 0..g.below(4) {
            let (k, e) = (w.int(g, 1), w.int(g, 1));
            map = w.x.store(map, k, None, e);
        }
        sigma.insert(a, map);
    }
    let e = w.int(g, 3);
    let substituted = subst::apply(&mut w.x, e, &|v| sigma.get(&v).copied());
    let v = w.state(g);
    // V ∘ σ as a state.
    let mut composed = v.clone();
    let mut at = Evaluator::new(&w.x, &v);
    for (&var, &e) in &sigma {
        if w.arrays.contains(&var) {
            for i in -300..300 {
                let place = (Value::Int(i), 0);
                let value = at.look(e, place).ok_or("an array is undefined")?;
                composed.put(&w.x, var, place, value);
            }
        } else {
            let value = at.eval(e).ok_or("undefined")?;
            composed.set(&w.x, var, value);
        }
    }
    // Indices far away see the arrays' defaults in one and stores in the other.
    let far = |s: &State| {
        let mut any = false;
        let mut stack = vec![e, substituted];
        let mut seen = std::collections::HashSet::new();
        while let Some(n) = stack.pop() {
            if seen.insert(n) {
                if let ep_traces::Node::Select(_, k, _) | ep_traces::Node::Store(_, k, ..) =
                    w.x.node(n)
                {
                    any |= !matches!(eval::eval(&w.x, s, k), Some(Value::Int(i)) if (-300..300).contains(&i));
                }
                stack.extend(w.x.parts(n));
            }
        }
        any
    };
    if far(&v) || far(&composed) {
        return Ok(0);
    }
    let (left, right) = (
        eval::eval(&w.x, &composed, e),
        eval::eval(&w.x, &v, substituted),
    );
    match left == right {
        true => Ok(1),
        false => Err(format!("V∘σ(e) = {left:?}, V(eσ) = {right:?}")),
    }
}

pub fn substitution(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    lemma(g, m, Language::Basic)
}
pub fn array_substitution(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    lemma(g, m, Language::Arrays)
}

/// The paper's forward semantics without any shortcut.
pub fn plain() -> Forward {
    let mut f = Forward::new();
    f.plain = true;
    f
}

/// Theorem 2.3: a symbolic computation, chosen freely, is simulated from every
/// state that satisfies its condition.
fn correct(g: &mut Genes, m: Mutation, language: Language) -> Result<usize, String> {
    let mut w = World::new(language, m);
    let main = w.program(g);
    let guide = w.state(g);
    let mut s = Config::new(&w.p, main, Rc::default(), plain(), false);
    let mut taken = 0;
    for _ in 0..steps(g) {
        // Mostly as the guide would go, so that conditions are satisfiable.
        let free = g.below(4) == 3;
        let coin = g.flip();
        let before = s.clone();
        let moved = transition(&mut w, &mut s, |w, fork| match free {
            true => coin,
            false => eval::holds(&w.x, &guide, fork.cond),
        });
        match moved {
            Moved::Step => taken += 1,
            Moved::End => {
                s = before;
                break;
            }
            Moved::Stuck => return Err("a symbolic computation is stuck".into()),
        }
    }
    let phi = s.world.condition(&mut w.x);
    let mut checked = 0;
    let mut states = vec![guide.clone()];
    for _ in 0..4 {
        states.push(w.state(g));
    }
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
        checked += 1;
    }
    Ok(checked)
}

pub fn correctness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    correct(g, m, Language::Basic)
}
pub fn array_correctness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    correct(g, m, Language::Arrays)
}

/// Theorem 2.4: a concrete computation has its symbolic one.
pub fn complete(
    g: &mut Genes,
    m: Mutation,
    language: Language,
    errors: bool,
) -> Result<usize, String> {
    let mut w = World::new(language, m);
    let main = w.program(g);
    let v0 = w.state(g);
    let mut c = concrete(&w, main, &v0, errors);
    let world = if errors { Forward::new() } else { plain() };
    let mut s = Config::new(&w.p, main, Rc::default(), world, errors);
    for n in 0..steps(g) {
        let moved = transition(&mut w, &mut c, |_, _| true);
        let last = c.world.0.clone();
        let also = transition(&mut w, &mut s, |w, fork| {
            let v = Extended {
                start: &v0,
                last: &last,
            };
            eval::holds(&w.x, &v, fork.cond)
        });
        if moved != also {
            return Err(format!(
                "step {n}: {moved:?} concretely, {also:?} symbolically"
            ));
        }
        if moved != Moved::Step {
            break;
        }
        if !c.same_control(&s) {
            return Err(format!("step {n}: the rests of the programs differ"));
        }
        let phi = s.world.condition(&mut w.x);
        let v = Extended {
            start: &v0,
            last: &c.world.0,
        };
        if !eval::holds(&w.x, &v, phi) {
            return Err(format!("step {n}: V₀(φ) is not true"));
        }
        let sigma = |x: VarId| s.world.sigma(&w.x, x);
        same_state(&w, &sigma, &v0, &c.world.0).map_err(|e| format!("step {n}: {e}"))?;
        // L = V ∘ τ for every closure.
        let mut at = Evaluator::new(&w.x, &v);
        for (a, b) in c.stack.iter().zip(&s.stack) {
            for (slot, &value) in a.env.iter().enumerate() {
                let found = b.env.get(slot).and_then(|&e| at.eval(e));
                if found != Some(value) {
                    return Err(format!("step {n}: local {slot}: {found:?}, not {value:?}"));
                }
            }
        }
    }
    Ok(1)
}

pub fn completeness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    complete(g, m, Language::Basic, false)
}
pub fn array_completeness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    complete(g, m, Language::Arrays, false)
}
/// Bounded arrays and divisions: errors are outcomes on both sides, and a step
/// that is not an error is defined.
pub fn bounded_completeness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    complete(g, m, Language::Bounded, true)
}
