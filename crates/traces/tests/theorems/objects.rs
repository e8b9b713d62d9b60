//! Section 4: Lemmas 4.3 and 4.4, Theorem 4.5, forward execution with fields as
//! arrays (4.1), unfolding, and the equivalence of the two ways.

use crate::genes::Genes;
use crate::programs::{Language, World};
use crate::walk::{concrete, goes_on, steps, transition, Moved};
use ep_traces::backward::{Backward, Event, Trace};
use ep_traces::delta;
use ep_traces::eval::{self, State, Value};
use ep_traces::explore::Pair;
use ep_traces::fresh::Removal;
use ep_traces::lang::Lhs;
use ep_traces::machine::{Config, Next};
use ep_traces::mutation::Mutation;
use ep_traces::subst::Assignment;
use ep_traces::{ExprId, Role, Scalar, Ty, VarId};
use std::rc::Rc;

fn world(m: Mutation) -> World {
    World::new(Language::Objects, m)
}

fn some_expr(w: &mut World, g: &mut Genes, depth: usize) -> ExprId {
    match g.below(3) {
        0 => w.int(g, depth),
        1 => w.bool(g, depth),
        _ => w.reference(g, depth),
    }
}

/// `V(e) ≠ ⊥` iff `V(δ(e)) = true`; and the list of single conditions says the
/// same, each defined where the earlier ones hold.
pub fn lemma_4_3(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    let mut w = world(m);
    let e = some_expr(&mut w, g, 4);
    let d = delta::delta(&mut w.x, e);
    let mut list = Vec::new();
    delta::checks(&mut w.x, e, &mut list);
    let mut n = 0;
    for _ in 0..6 {
        let v = w.state(g);
        let defined = eval::eval(&w.x, &v, e).is_some();
        if eval::holds(&w.x, &v, d) != defined {
            return Err(format!("V(e) defined: {defined}, δ(e): {}", !defined));
        }
        let mut all = true;
        for &(c, _) in &list {
            match eval::eval(&w.x, &v, c) {
                Some(Value::Bool(true)) => {}
                Some(_) => {
                    all = false;
                    break;
                }
                None => return Err("a check is undefined where the earlier ones hold".into()),
            }
        }
        if all != defined {
            return Err(format!("V(e) defined: {defined}, all checks hold: {all}"));
        }
        n += 1;
    }
    Ok(n)
}

fn run_one(w: &World, v: &State, event: Event) -> Option<State> {
    Trace::of(&[event]).run(&w.x, v)
}

fn fresh(w: &mut World, n: usize, class: u32, len: Option<ExprId>) -> VarId {
    let name = format!("new{n}");
    w.x.var(&name, Ty::Scalar(Scalar::Ref), Role::Fresh(class, len))
}

/// `V[h := v](e') = V(e'[h := e])` and `V[x := new C](e) = V(e[x := new C])`
/// where both sides are defined.
pub fn lemma_4_4(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    let mut w = world(m);
    let (h, e) = w.assignment(g);
    let e2 = some_expr(&mut w, g, 3);
    let substituted = Assignment::new(h, e).apply(&mut w.x, e2);
    let class = g.pick(&w.classes);
    let x = fresh(&mut w, 1, class, None);
    // Expressions over x: the variables of the state may be x too.
    w.refs.push(x);
    let e3 = match g.flip() {
        true => w.bool(g, 4),
        false => w.int(g, 4),
    };
    w.refs.pop();
    let created = Removal::of(x).apply(&mut w.x, e3);
    let mut n = 0;
    for _ in 0..6 {
        let v = w.state(g);
        if let Some(after) = run_one(&w, &v, Event::Assign(h, e)) {
            let left = eval::eval(&w.x, &after, e2);
            let right = eval::eval(&w.x, &v, substituted);
            if let (Some(l), Some(r)) = (left, right) {
                n += 1;
                if l != r {
                    return Err(format!("V[h := v](e') = {l:?}, V(e'[h := e]) = {r:?}"));
                }
            }
        }
        let after = run_one(&w, &v, Event::New(x, class, None)).ok_or("a creation is stuck")?;
        let left = eval::eval(&w.x, &after, e3);
        let right = eval::eval(&w.x, &v, created);
        if let (Some(l), Some(r)) = (left, right) {
            n += 1;
            if l != r {
                return Err(format!(
                    "V[x := new C](e) = {l:?}, V(e[x := new C]) = {r:?}"
                ));
            }
        }
    }
    Ok(n)
}

/// A trace of assignments, creations and tests over the variables of the state.
fn trace(w: &mut World, g: &mut Genes) -> Trace {
    let mut t = Trace::new();
    let mut news = 0;
    for _ in 0..1 + g.below(7) {
        match g.below(4) {
            0 => {
                news += 1;
                let (h, class, len) = w.creation(g);
                let x = fresh(w, news, class, len);
                t.push(Event::New(x, class, len));
                let e = w.x.of(x);
                t.push(Event::Assign(h, e));
            }
            1 => {
                let b = w.bool(g, 3);
                t.push(Event::Test(b));
            }
            _ => {
                let (h, e) = w.assignment(g);
                t.push(Event::Assign(h, e));
            }
        }
    }
    t
}

/// The consistent states of a trace with a test that most of them pass: pairs of
/// the trace alone and with a test that its own run makes true.
pub fn theorem_4_5(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    let mut w = world(m);
    let mut t = trace(&mut w, g);
    let states: Vec<State> = (0..6).map(|_| w.state(g)).collect();
    let b = w.bool(g, 3);
    // A test at the end that one of the states passes, so that substitutions
    // have something to say.
    if let Some(after) = states.iter().find_map(|v| t.run(&w.x, v)) {
        let holds = eval::holds(&w.x, &after, b);
        let b = if holds { b } else { w.x.not(b) };
        t.push(Event::Test(b));
    }
    let path = t.path(&mut w.x);
    let path = w.x.all(path);
    let mut n = 0;
    for v in states {
        let runs = t.run(&w.x, &v).is_some();
        let holds = eval::holds(&w.x, &v, path);
        if runs != holds {
            return Err(format!("the trace runs: {runs}, path(ρ): {holds}"));
        }
        n += 1;
    }
    Ok(n)
}

/// Completeness of forward execution with fields as arrays, with errors,
/// dispatch, recursion, creation.
pub fn forward_completeness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    crate::basic::complete(g, m, Language::Objects, true)
}

/// Completeness of unfolding: the trace of a concrete computation runs from the
/// same state to the same state, and its condition holds there.
pub fn unfolding_completeness(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    let mut w = world(m);
    let main = w.program(g);
    let v0 = w.state(g);
    let mut c = concrete(&w, main, &v0, true);
    let mut b = Config::new(&w.p, main, Rc::default(), Backward::new(), true);
    for n in 0..steps(g) {
        let moved = transition(&mut w, &mut c, |_, _| true);
        let mut lost = false;
        let also = guided(&mut w, &mut b, &v0, &mut lost);
        if lost {
            return Err(format!("step {n}: the trace does not run"));
        }
        if moved != also {
            return Err(format!("step {n}: {moved:?} concretely, {also:?} unfolded"));
        }
        if moved != Moved::Step {
            break;
        }
        if !c.same_control(&b) {
            return Err(format!("step {n}: the rests of the programs differ"));
        }
    }
    let t = b.world.trace.clone();
    let Some(last) = t.run(&w.x, &v0) else {
        return Err("the trace does not run".into());
    };
    for v in w
        .ints
        .iter()
        .chain(&w.refs)
        .chain(&w.bools)
        .chain(&w.array_refs)
    {
        if last.get(&w.x, *v) != c.world.0.get(&w.x, *v) {
            return Err(format!("{} differs after the trace", w.x.info(*v).name));
        }
    }
    for &f in w.int_fields.iter().chain(&w.ref_fields).chain(&w.elements) {
        if last.entries(f).ne(c.world.0.entries(f)) {
            return Err(format!("{} differs after the trace", w.x.info(f).name));
        }
    }
    let path = t.path(&mut w.x);
    let path = w.x.all(path);
    match eval::holds(&w.x, &v0, path) {
        true => Ok(1),
        false => Err("V₀(path(ρ)) is not true".into()),
    }
}

/// One transition of unfolding, with choices by the state that the trace so far
/// leads to.
fn guided(w: &mut World, b: &mut Config<Backward>, v0: &State, lost: &mut bool) -> Moved {
    loop {
        let before = b.world.trace.clone();
        let mut asked = false;
        let mut probe = b.clone();
        let moved = transition(w, &mut probe, |w, fork| {
            // The first fork decides; later ones see a longer trace.
            if asked {
                return true;
            }
            asked = true;
            match before.run(&w.x, v0) {
                Some(here) => eval::holds(&w.x, &here, fork.cond),
                None => {
                    *lost = true;
                    true
                }
            }
        });
        if !asked || *lost {
            *b = probe;
            return moved;
        }
        // Again, one fork at a time.
        if let Next::Fork(fork) = b.step(&mut w.p, &mut w.x) {
            let Some(here) = before.run(&w.x, v0) else {
                *lost = true;
                return Moved::Stuck;
            };
            let taken = eval::holds(&w.x, &here, fork.cond);
            b.choose(&mut w.p, &mut w.x, &fork, taken);
            if !goes_on(fork.why, taken) {
                return Moved::Step;
            }
        }
    }
}

/// A path by choices of the genes and a guide, with both conditions. The choices
/// are those that forward execution leaves open; unfolding follows.
fn both_ways(w: &mut World, g: &mut Genes, guide: &State) -> (Vec<ExprId>, Vec<ExprId>) {
    let main = w.program(g);
    let none = (Rc::default(), Rc::default());
    let mut c = Config::new(&w.p, main, none, Pair::default(), true);
    for _ in 0..steps(g) {
        let free = g.below(5) == 4;
        let coin = g.flip();
        let moved = transition(w, &mut c, |w, fork| match free {
            true => coin,
            false => eval::holds(&w.x, guide, fork.cond.0),
        });
        if moved != Moved::Step {
            break;
        }
    }
    let path = c.world.backward.trace.path(&mut w.x);
    (c.world.forward.phi.clone(), path)
}

/// `φ` and `path(ρ)` are true in the same states.
pub fn ways_agree(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    let mut w = world(m);
    let guide = w.state(g);
    let (f, b) = both_ways(&mut w, g, &guide);
    let (f, b) = (w.x.all(f), w.x.all(b));
    let mut n = 0;
    let mut states = vec![guide];
    for _ in 0..5 {
        states.push(w.state(g));
    }
    for v in states {
        let (p, q) = (eval::holds(&w.x, &v, f), eval::holds(&w.x, &v, b));
        if p != q {
            return Err(format!("φ: {p}, path(ρ): {q}"));
        }
        n += 1;
    }
    Ok(n)
}

/// `φ` and `path(ρ)` are equivalent, by solver; the comparison by shape never
/// says so where the solver does not.
pub fn ways_equivalent(g: &mut Genes, m: Mutation) -> Result<usize, String> {
    let mut w = world(m);
    // Products of symbols are a matter of the solver, not of the paths.
    w.linear = true;
    let guide = w.state(g);
    let (f, b) = both_ways(&mut w, g, &guide);
    let World { mut p, mut x, .. } = w;
    let mut e = ep_traces::explore::Explorer::new(&mut p, &mut x, Default::default());
    let shape = e.comparison.compare(e.x, &f, &[], &b).is_same();
    match e.equivalent_by_solver(&f, &b) {
        Ok(true) => Ok(1),
        Ok(false) if shape => Err("φ and path(ρ) differ and were found to be the same".into()),
        Ok(false) => Err("φ and path(ρ) differ".into()),
        // Multiplications and divisions may be too hard; that is no answer.
        Err(_) => Ok(0),
    }
}

/// Slips of the paper as they are written there; used by `mutations`.
pub fn lazy_conditional(_: &mut Genes, m: Mutation) -> Result<usize, String> {
    // x := new C · w.f := x · a.f.g = nil with a = w and w.f = nil.
    let mut w = world(m);
    let (f, gg) = (w.ref_fields[0], w.ref_fields[1]);
    let (a, ww) = (w.refs[0], w.refs[1]);
    let class = w.classes[0];
    let n = fresh(&mut w, 1, class, None);
    let (ea, ew, en) = (w.x.of(a), w.x.of(ww), w.x.of(n));
    let af = w.x.read(f, ea);
    let afg = w.x.read(gg, af);
    let nil = w.x.nil();
    let b = w.x.eq(afg, nil);
    let t = Trace::of(&[
        Event::New(n, class, None),
        Event::Assign(Lhs::at(f, ew), en),
        Event::Test(b),
    ]);
    let path = t.path(&mut w.x);
    let path = w.x.all(path);
    let mut v = State::new();
    let o = v.create(&w.x, class, None);
    v.set(&w.x, a, o);
    v.set(&w.x, ww, o);
    match (t.run(&w.x, &v).is_some(), eval::holds(&w.x, &v, path)) {
        (true, true) => Ok(1),
        other => Err(format!("the trace runs and path(ρ): {other:?}")),
    }
}
