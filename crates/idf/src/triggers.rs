//! Triggers of quantifiers that were written without one, as Viper chooses them.
//!
//! Idea: the candidates are the applications in the body that mention a bound variable,
//! without those around a smaller one that mentions the same variables. Every set of
//! candidates that has all variables, each of them adding one, is a trigger beside the
//! others. The solver by itself takes single applications where these have all variables:
//! of `issub(z, list(a)) ==> arg(z) == a` it would never learn `arg(list(c)) == c`, which
//! `{ arg(z), list(a) }` finds. A sum among the arguments (`f(i, i + 1)`) gets a variable of its
//! own, `w == i + 1 ==> body` for all `w` too, where nothing else has all variables: the
//! solver finds a number (`f(2, 3)`) by `f(i, w)` only. A variable that stands in the sum
//! only (`f(i + 1)`) is solved for. Neither changes what is said.
//! Source: Viper's `TriggerGeneration` (from Chalice's encoding into Boogie), which has no
//! limits on their number. Cost: exponential in the candidates, of which few are taken.

use ep_term::{FunId, Op, Pool, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Candidates that are looked at, and triggers that are made of them.
const CANDIDATES: usize = 10;
const TRIGGERS: usize = 12;

/// `forall vars :: body`, with triggers where there is none.
pub fn for_all(pool: &mut Pool, vars: &[VarId], body: TermId, triggers: &[Vec<TermId>]) -> TermId {
    if !triggers.is_empty() || vars.is_empty() {
        return pool.forall(vars, body, triggers);
    }
    let all = applications(pool, vars, body);
    let own = covers(pool, vars, &all);
    if !own.is_empty() {
        return pool.forall(vars, body, &own);
    }
    match sums_named(pool, vars, body, &all) {
        Some((vars, body, trigger)) => pool.forall(&vars, body, &trigger),
        None => pool.forall(vars, body, &[]),
    }
}

/// The triggers and, beside each one with an application of a symbol that has another name
/// in axioms (`x in s` is `found(x, s)` where an index found `x`), the same one by that name.
pub fn by_other_names(
    pool: &mut Pool,
    triggers: &[Vec<TermId>],
    names: &FxHashMap<FunId, FunId>,
) -> Vec<Vec<TermId>> {
    let mut all = triggers.to_vec();
    for trigger in triggers {
        let named: Vec<TermId> = trigger.iter().map(|&t| renamed(pool, t, names)).collect();
        if !all.contains(&named) {
            all.push(named);
        }
    }
    all
}

fn renamed(pool: &mut Pool, t: TermId, names: &FxHashMap<FunId, FunId>) -> TermId {
    match pool.op(t) {
        Op::Apply(f) => match names.get(&f) {
            Some(&g) => {
                let args = pool.args(t).to_vec();
                pool.apply(g, &args)
            }
            None => t,
        },
        _ => t,
    }
}

/// The quantifier with its triggers by other names, too.
pub fn with_other_names(pool: &mut Pool, t: TermId, names: &FxHashMap<FunId, FunId>) -> TermId {
    let (Op::Forall(q) | Op::Exists(q)) = pool.op(t) else {
        return t;
    };
    let vars = pool.quant(q).vars.to_vec();
    let lens = pool.quant(q).trigger_lens.to_vec();
    let args = pool.args(t).to_vec();
    let Some((&body, mut rest)) = args.split_first() else {
        return t;
    };
    let mut own = Vec::new();
    for len in lens {
        let (one, left) = rest.split_at((len as usize).min(rest.len()));
        own.push(one.to_vec());
        rest = left;
    }
    let all = by_other_names(pool, &own, names);
    if all.len() == own.len() {
        return t;
    }
    match pool.op(t) {
        Op::Forall(_) => pool.forall(&vars, body, &all),
        _ => pool.exists(&vars, body, &all),
    }
}

/// The sets of candidates that have all variables, those with few members first.
fn covers(pool: &Pool, vars: &[VarId], all: &[TermId]) -> Vec<Vec<TermId>> {
    let usable = |t: &&TermId| pool.is_pattern(**t) && sums_in(pool, vars, **t).is_empty();
    let candidates: Vec<TermId> = all.iter().filter(usable).copied().collect();
    let candidates = &candidates[..candidates.len().min(CANDIDATES)];
    let mut found = Vec::new();
    cover(pool, vars.to_vec(), candidates, &mut Vec::new(), &mut found);
    found.sort_by_key(Vec::len);
    found.truncate(TRIGGERS);
    found
}

fn cover(
    pool: &Pool,
    open: Vec<VarId>,
    candidates: &[TermId],
    taken: &mut Vec<TermId>,
    found: &mut Vec<Vec<TermId>>,
) {
    if open.is_empty() {
        found.push(taken.clone());
        return;
    }
    let Some((&first, rest)) = candidates.split_first() else {
        return;
    };
    let left: Vec<VarId> = (open.iter().copied())
        .filter(|v| !pool.vars(first).contains(v))
        .collect();
    if left.len() < open.len() {
        taken.push(first);
        cover(pool, left, rest, taken, found);
        taken.pop();
    }
    cover(pool, open, rest, taken, found);
}

/// A quantifier with a new variable for each sum in one application.
fn sums_named(
    pool: &mut Pool,
    vars: &[VarId],
    body: TermId,
    all: &[TermId],
) -> Option<(Vec<VarId>, TermId, Vec<Vec<TermId>>)> {
    all.iter().find_map(|&t| named(pool, vars, body, t))
}

/// The quantifier found by an application whose sums have variables of their own. A
/// variable that stands in one of them only is what solves it (`f(i + 1)` is found by
/// `f(w)`, and `i` is `w - 1`); of the others it is said what they are.
fn named(
    pool: &mut Pool,
    vars: &[VarId],
    body: TermId,
    t: TermId,
) -> Option<(Vec<VarId>, TermId, Vec<Vec<TermId>>)> {
    let (mut trigger, mut said, mut bound) = (t, body, vars.to_vec());
    for sum in sums_in(pool, vars, t) {
        let w = pool.fresh_var("w", pool.sort(sum));
        trigger = replaced(pool, trigger, sum, w);
        let id = pool.as_var(w)?;
        let solved = (vars.iter().copied())
            .filter(|x| pool.vars(sum).contains(x) && !pool.vars(trigger).contains(x))
            .collect::<Vec<VarId>>()
            .into_iter()
            .find_map(|x| Some((x, solved_for(pool, sum, x, w)?)));
        match solved {
            Some((x, value)) => {
                let map = FxHashMap::from_iter([(x, value)]);
                said = pool.substitute(said, &map);
                bound.retain(|&v| v != x);
            }
            None => {
                let same = pool.eq(w, sum);
                said = pool.implies(same, said);
            }
        }
        bound.push(id);
    }
    let found = bound.iter().all(|v| pool.vars(trigger).contains(v));
    (found && pool.is_pattern(trigger)).then(|| (bound, said, vec![vec![trigger]]))
}

/// What `x` is where the integer sum is `w`, if it is a summand once.
fn solved_for(pool: &mut Pool, sum: TermId, x: VarId, w: TermId) -> Option<TermId> {
    if pool.sort(sum) != Sort::Int || pool.var_sort(x) != Sort::Int {
        return None;
    }
    let own = pool.var_term(x);
    let (rest, all) = (pool.int_sub(sum, own), pool.int_add(sum, own));
    if !pool.vars(rest).contains(&x) {
        return Some(pool.int_sub(w, rest));
    }
    (!pool.vars(all).contains(&x)).then(|| pool.int_sub(all, w))
}

/// The same quantifier for each of these applications with sums in it, found by what
/// stands in their place.
pub fn by_sums(pool: &mut Pool, vars: &[VarId], body: TermId, all: &[TermId]) -> Vec<TermId> {
    let mut made = Vec::new();
    for &t in all {
        if sums_in(pool, vars, t).is_empty() {
            continue;
        }
        if let Some((vars, said, trigger)) = named(pool, vars, body, t) {
            made.push(pool.forall(&vars, said, &trigger));
        }
    }
    made
}

/// Applications in a formula that mention a variable and none of further quantifiers, each
/// only if no smaller one in it mentions the same.
fn applications(pool: &Pool, vars: &[VarId], t: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut inner = FxHashSet::default();
    collect(pool, vars, t, &mut inner, &mut seen, &mut found);
    let own = |t: TermId| -> Vec<VarId> {
        let mentions = |v: &&VarId| pool.vars(t).contains(v);
        vars.iter().filter(mentions).copied().collect()
    };
    let around =
        |t: TermId| (found.iter()).any(|&s| s != t && own(s) == own(t) && stands_in(pool, s, t));
    let kept: Vec<TermId> = found.iter().copied().filter(|&t| !around(t)).collect();
    kept
}

fn collect(
    pool: &Pool,
    vars: &[VarId],
    t: TermId,
    inner: &mut FxHashSet<VarId>,
    seen: &mut FxHashSet<TermId>,
    found: &mut Vec<TermId>,
) {
    if !vars.iter().any(|v| pool.vars(t).contains(v)) || !seen.insert(t) {
        return;
    }
    match pool.op(t) {
        Op::Forall(q) | Op::Exists(q) => {
            inner.extend(pool.quant(q).vars.iter().copied());
            let body = pool.args(t)[0];
            collect(pool, vars, body, inner, seen, found);
            return;
        }
        Op::Apply(_) if !pool.vars(t).iter().any(|v| inner.contains(v)) => found.push(t),
        _ => {}
    }
    for &a in pool.args(t) {
        collect(pool, vars, a, inner, seen, found);
    }
}

fn stands_in(pool: &Pool, s: TermId, t: TermId) -> bool {
    let mut stack = vec![t];
    let mut seen = FxHashSet::default();
    while let Some(t) = stack.pop() {
        if t == s {
            return true;
        }
        if seen.insert(t) {
            stack.extend_from_slice(pool.args(t));
        }
    }
    false
}

/// The largest sums, products and the like with a variable among the arguments of an
/// application.
fn sums_in(pool: &Pool, vars: &[VarId], t: TermId) -> Vec<TermId> {
    let (mut found, mut stack) = (Vec::new(), pool.args(t).to_vec());
    while let Some(t) = stack.pop() {
        if !vars.iter().any(|v| pool.vars(t).contains(v)) {
            continue;
        }
        match pool.op(t) {
            Op::IntAdd | Op::IntMul | Op::IntDiv | Op::IntMod | Op::RealAdd | Op::RealMul => {
                if !found.contains(&t) {
                    found.push(t);
                }
            }
            _ => stack.extend_from_slice(pool.args(t)),
        }
    }
    found
}

/// The term with another one in place of one inside of it.
fn replaced(pool: &mut Pool, t: TermId, old: TermId, new: TermId) -> TermId {
    if t == old {
        return new;
    }
    let args = pool.args(t).to_vec();
    if args.is_empty() {
        return t;
    }
    let changed: Vec<TermId> = (args.iter())
        .map(|&a| replaced(pool, a, old, new))
        .collect();
    match changed == args {
        true => t,
        false => pool.rebuild(pool.op(t), pool.sort(t), &changed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The triggers of a quantifier, as text.
    fn triggers(pool: &Pool, t: TermId) -> Vec<Vec<String>> {
        let Op::Forall(q) = pool.op(t) else {
            return Vec::new();
        };
        let mut rest = pool.args(t)[1..].iter();
        let lens = pool.quant(q).trigger_lens.to_vec();
        let mut all: Vec<Vec<String>> = Vec::new();
        for len in lens {
            let own = rest.by_ref().take(len as usize);
            all.push(own.map(|&t| pool.infix(t)).collect());
        }
        all
    }

    #[test]
    fn sets_that_have_all_variables_are_triggers() {
        let mut p = Pool::new();
        let s = p.uninterpreted_sort("T");
        let sub = p.declare_fun("sub", &[s, s], Sort::Bool);
        let list = p.declare_fun("list", &[s], s);
        let arg = p.declare_fun("arg", &[s], s);
        let (z, a) = (p.fresh_var("z", s), p.fresh_var("a", s));
        let of = p.apply(list, &[a]);
        let premise = p.apply(sub, &[z, of]);
        let own = p.apply(arg, &[z]);
        let same = p.eq(own, a);
        let body = p.implies(premise, same);
        let vars: Vec<VarId> = [z, a].iter().filter_map(|&t| p.as_var(t)).collect();
        let q = for_all(&mut p, &vars, body, &[]);
        let mut found = triggers(&p, q);
        found.iter_mut().for_each(|t| t.sort());
        assert!(
            found.contains(&vec!["sub(z, list(a))".to_owned()]),
            "{found:?}"
        );
        assert!(
            found.contains(&vec!["arg(z)".to_owned(), "list(a)".to_owned()]),
            "{found:?}"
        );
        // One that is written is the only one.
        let q = for_all(&mut p, &vars, body, &[vec![premise]]);
        assert_eq!(triggers(&p, q).len(), 1);
    }

    #[test]
    fn what_mentions_an_inner_variable_is_no_trigger() {
        let mut p = Pool::new();
        let f = p.declare_fun("f", &[Sort::Int, Sort::Int], Sort::Bool);
        let (x, y) = (p.fresh_var("x", Sort::Int), p.fresh_var("y", Sort::Int));
        let body = p.apply(f, &[x, y]);
        let (vx, vy) = match (p.as_var(x), p.as_var(y)) {
            (Some(a), Some(b)) => (a, b),
            _ => panic!("variables"),
        };
        let inner = for_all(&mut p, &[vy], body, &[]);
        assert_eq!(triggers(&p, inner).len(), 1);
        let q = for_all(&mut p, &[vx], inner, &[]);
        assert!(triggers(&p, q).is_empty());
    }
}
