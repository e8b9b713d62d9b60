//! Equalities of polynomials between values that a loop changes, guessed from
//! its first rounds and proved for all: `2*s == i*i - i`.
//!
//! Idea: the states of a few dozen rounds, computed from the terms of one round
//! with numbers for its inputs, are points; the polynomials that vanish on all
//! of them are a null space, found by elimination modulo a prime and read back
//! as small fractions. They are guesses. Each is shown at the start and kept by
//! a round ([`super::algebra`]), over the integers where the values do not wrap
//! around, else modulo 2^n; those that are not are dropped until all are kept.
//! Source: R. Sharma et al., "A Data Driven Approach for Algebraic Loop
//! Invariants", ESOP 2013; C. Flanagan, K. Leino, "Houdini", FME 2001.
//! Alternative: recurrences solved in closed form, which need no data and end
//! at the first branch. Cost: an elimination with some fifty columns per loop,
//! and some dozens of linear questions per round.
//!
//! What must never happen: a guess that is assumed because the points say so.

use super::algebra::{Algebra, Equality, Fact};
use super::houdini::Subject;
use super::polynomial::{gcd, Polynomial, Ring};
use super::run::Run;
use ep_smt::{Answer, PathCondition};
use ep_term::{Assignment, Evaluator, Op, Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Duration;

/// Values that take part.
const MOST_VALUES: usize = 7;
/// Rounds that are computed from one start, and starts.
const ROUNDS: usize = 16;
const STARTS: u64 = 12;
/// Points that are enough, and those for which a solver is asked.
const MOST_POINTS: usize = 120;
const MOST_ASKED: usize = 70;
/// Monomials of a guess.
const MOST_COLUMNS: usize = 60;
/// Coefficients are at most this.
const MOST_FACTOR: i128 = 10_000;
/// A prime: points are computed modulo it.
const PRIME: u128 = (1 << 61) - 1;
/// Cases of one round.
const MOST_CASES: usize = 12;

impl Run<'_> {
    /// Fills in the equalities of polynomials that the rounds keep. `head` is
    /// the condition of the arbitrary state.
    pub(super) fn equalities(&mut self, s: &mut Subject) {
        if let Some(given) = self.attempt.selection.equalities.take() {
            // Those of one reading of the numbers are shown together.
            for signed in [true, false] {
                let of = |e: &&Equality| e.fact.signed == signed;
                let list: Vec<Fact> = given.iter().filter(of).map(|e| e.fact.clone()).collect();
                let kept = self.kept(s, list);
                let told = given.iter().filter(of).filter(|e| kept.contains(&e.fact));
                s.equalities.extend(told.cloned());
            }
            return;
        }
        let values = self.values_of(s);
        if values.is_empty() || s.rounds.is_empty() {
            return;
        }
        for signed in [true, false] {
            let points = self.points(s, &values, signed);
            let guesses = guesses(&self.machine.cx.pool, &points, &values, signed);
            let kept = self.kept(s, guesses);
            let wanted = |f: &Fact| s.equalities.iter().all(|e| e.fact.left != f.left);
            let new: Vec<Fact> = kept.into_iter().filter(wanted).collect();
            for fact in new {
                let pool = &self.machine.cx.pool;
                let atoms = fact.left.atoms();
                let named = atoms.iter().all(|t| {
                    let item = s.items.iter().find(|i| i.var == *t);
                    item.is_none_or(|i| i.source)
                });
                // A value and what it was before the loop have one name.
                let names: BTreeSet<String> = atoms.iter().map(|t| pool.infix(*t)).collect();
                let told = named && names.len() == atoms.len();
                s.equalities.push(Equality { fact, told });
            }
            let all = s.equalities.iter().any(|e| e.fact.ring == Ring::Integers);
            if all || self.late() {
                break;
            }
        }
    }

    /// What takes part: what changes, what it was at the start, and what does
    /// not change.
    fn values_of(&self, s: &Subject) -> Vec<TermId> {
        let pool = &self.machine.cx.pool;
        let fits = |t: &TermId| matches!(pool.sort(*t), Sort::BitVec(w) if (8..=64).contains(&w));
        let mut out: Vec<TermId> = Vec::new();
        let named = s.items.iter().filter(|i| i.source);
        let others = s.items.iter().filter(|i| !i.source);
        for i in named.chain(others) {
            out.push(i.var);
        }
        let atom = |t: TermId| {
            let inner = match pool.op(t) {
                Op::Sext | Op::Zext => pool.args(t).first().copied().unwrap_or(t),
                _ => t,
            };
            pool.as_var(inner).map(|_| inner)
        };
        let before = s.items.iter().map(|i| i.entry);
        for t in before.chain(s.stable.iter().copied()) {
            if let Some(x) = atom(t).filter(|x| !out.contains(x)) {
                out.push(x);
            }
        }
        out.retain(fits);
        out.truncate(MOST_VALUES);
        out
    }

    /// The values in the states of the first rounds, modulo the prime.
    fn points(&mut self, s: &Subject, values: &[TermId], signed: bool) -> Vec<Vec<u128>> {
        let pool = &self.machine.cx.pool;
        let items: Vec<(VarId, TermId)> = s
            .items
            .iter()
            .filter_map(|i| Some((pool.as_var(i.var)?, i.entry)))
            .collect();
        let own = |v: &VarId| (v.0 as usize) < s.mark || items.iter().any(|i| i.0 == *v);
        let plain = s.rounds.iter().all(|(pc, after)| {
            let known = |t: TermId| pool.vars(t).iter().all(own);
            pc.conjuncts().all(known) && after.values().all(|t| known(*t))
        });
        let mut out: Vec<Vec<u128>> = Vec::new();
        let mut asked = 0;
        for start in 0..STARTS {
            let mut at = Numbers {
                known: FxHashMap::default(),
                start,
            };
            let mut e = Evaluator::new();
            let first: Vec<(VarId, u128)> = items
                .iter()
                .filter_map(|(v, t)| Some((*v, e.eval_bits(&self.machine.cx.pool, *t, &at)?)))
                .collect();
            at.known.extend(first);
            for _ in 0..ROUNDS {
                let pool = &self.machine.cx.pool;
                let point: Option<Vec<u128>> = values
                    .iter()
                    .map(|t| small(e.eval_bits(pool, *t, &at)?, pool.width(*t), signed))
                    .collect();
                let Some(point) = point else { break };
                out.push(point);
                let next = if plain {
                    computed(pool, s, &items, &at)
                } else if asked < MOST_ASKED {
                    asked += 1;
                    self.asked(s, &items, &at)
                } else {
                    None
                };
                let Some(next) = next else { break };
                at.known.extend(next);
            }
            let over = self.late() || (!plain && asked >= MOST_ASKED);
            if over || out.len() >= MOST_POINTS {
                break;
            }
        }
        out
    }

    /// The values after a round in which others are chosen, by a solver.
    fn asked(
        &mut self,
        s: &Subject,
        items: &[(VarId, TermId)],
        at: &Numbers,
    ) -> Option<Vec<(VarId, u128)>> {
        for (pc, after) in &s.rounds {
            let path: Vec<TermId> = pc.conjuncts().collect();
            let cx = &mut self.machine.cx;
            let mut query = path.clone();
            for (v, t) in self.machine.driver.products.definitions(cx, &path) {
                let x = cx.pool.var_term(v);
                query.push(cx.pool.eq(x, t));
            }
            let mut vars: Vec<VarId> = Vec::new();
            for t in query.iter().chain(after.values()) {
                vars.extend(cx.pool.vars(*t));
            }
            vars.sort_unstable();
            vars.dedup();
            for v in vars {
                let old = (v.0 as usize) < s.mark || items.iter().any(|i| i.0 == v);
                if let (true, Sort::BitVec(w)) = (old, cx.pool.var_sort(v)) {
                    let x = cx.pool.var_term(v);
                    let n = cx.pool.bv(w, at.value(v) & ep_ir::scalar::mask128(w));
                    query.push(cx.pool.eq(x, n));
                }
            }
            let before = cx.smt.set_effort(500, Duration::from_millis(50));
            let answer = cx.smt.check(&mut cx.pool, &query);
            cx.smt.set_effort(before.0, before.1);
            if let Answer::Sat(m) = answer {
                let mut e = Evaluator::new();
                return items
                    .iter()
                    .map(|(v, _)| Some((*v, e.eval_bits(&cx.pool, *after.get(v)?, &m)?)))
                    .collect();
            }
        }
        None
    }

    /// Those that hold at the start and that every round keeps.
    fn kept(&mut self, s: &Subject, mut list: Vec<Fact>) -> Vec<Fact> {
        let pool = &self.machine.cx.pool;
        let entry: FxHashMap<VarId, TermId> = s
            .items
            .iter()
            .filter_map(|i| Some((pool.as_var(i.var)?, i.entry)))
            .collect();
        let start: Vec<TermId> = s.entry.conjuncts().collect();
        self.retain(&mut list, &start, &entry, false);
        let known: Vec<TermId> = s.invariants.iter().map(|c| c.assume).collect();
        loop {
            let n = list.len();
            for (pc, after) in &s.rounds {
                let path: Vec<TermId> = pc.conjuncts().chain(known.iter().copied()).collect();
                self.retain(&mut list, &path, after, true);
            }
            if list.len() == n || list.is_empty() {
                // Modulo 2^n is said only where the numbers say less.
                let numbers: Vec<Polynomial> = list
                    .iter()
                    .filter(|f| f.ring == Ring::Integers)
                    .map(|f| f.left.clone())
                    .collect();
                list.retain(|f| f.ring == Ring::Integers || !numbers.contains(&f.left));
                return list;
            }
        }
    }

    /// Drops what a path does not keep, case by case.
    fn retain(
        &mut self,
        list: &mut Vec<Fact>,
        path: &[TermId],
        values: &FxHashMap<VarId, TermId>,
        assume: bool,
    ) {
        let Some(first) = list.first() else { return };
        let signed = first.signed;
        for (more, values) in cases(&mut self.machine.cx.pool, values) {
            if self.late() {
                list.clear();
            }
            let all: Vec<TermId> = path.iter().copied().chain(more).collect();
            let machine = &mut self.machine;
            let mut a = Algebra::new(&mut machine.cx, &mut machine.driver.products, &all, signed);
            if assume {
                a.assume(list.iter().map(|f| (f.left.clone(), f.ring)));
            }
            let mut kept = a.kept(list, &values).into_iter();
            list.retain(|_| kept.next().unwrap_or(false));
        }
    }

    /// The conjuncts that say the equalities of a loop below a path.
    pub(super) fn said(&mut self, path: &PathCondition, s: &Subject) -> Vec<TermId> {
        let path: Vec<TermId> = path.conjuncts().collect();
        let mut out = Vec::new();
        for e in &s.equalities {
            let machine = &mut self.machine;
            let products = &mut machine.driver.products;
            let mut a = Algebra::new(&mut machine.cx, products, &path, e.fact.signed);
            for t in a.conjuncts(&e.fact) {
                if !out.contains(&t) {
                    out.push(t);
                }
            }
        }
        out
    }

    /// An equality as C: what is subtracted stands on the right.
    pub(super) fn equality_text(&self, f: &Fact) -> String {
        let pool = &self.machine.cx.pool;
        let side = |negative: bool| {
            let mut parts: Vec<String> = Vec::new();
            for (m, c) in f.left.terms().filter(|(_, c)| (*c < 0) == negative) {
                let mut factors: Vec<String> = Vec::new();
                if c.abs() != 1 || m.factors().is_empty() {
                    factors.push(c.abs().to_string());
                }
                factors.extend(m.factors().iter().map(|t| pool.infix(*t)));
                parts.insert(0, factors.join("*"));
            }
            match parts.is_empty() {
                true => "0".to_string(),
                false => parts.join(" + "),
            }
        };
        let last = f.left.terms().last().is_some_and(|(_, c)| c < 0);
        let (a, b) = (side(last), side(!last));
        match f.ring {
            Ring::Integers => format!("{a} == {b}"),
            Ring::Modulo(w) => format!("{a} == {b} (modulo 2^{w})"),
        }
    }
}

/// The values after a round, by evaluation.
fn computed(
    pool: &Pool,
    s: &Subject,
    items: &[(VarId, TermId)],
    at: &Numbers,
) -> Option<Vec<(VarId, u128)>> {
    let mut e = Evaluator::new();
    let runs =
        |e: &mut Evaluator, pc: &PathCondition| pc.conjuncts().all(|c| e.eval_bool(pool, c, at));
    let (_, after) = s.rounds.iter().find(|r| runs(&mut e, &r.0))?;
    items
        .iter()
        .map(|(v, _)| Some((*v, e.eval_bits(pool, *after.get(v)?, at)?)))
        .collect()
}

/// A number modulo the prime; nothing where it may have wrapped around.
fn small(v: u128, width: u32, signed: bool) -> Option<u128> {
    let top = if signed { width - 1 } else { width };
    let far = 1u128 << (top - 2).min(50);
    if signed && v >> (width - 1) & 1 == 1 {
        let n = (1u128 << width) - v;
        return (n < far).then(|| PRIME - n);
    }
    (v < far).then_some(v)
}

/// Numbers for the variables: those of the state at hand, or small ones that
/// differ from start to start.
struct Numbers {
    known: FxHashMap<VarId, u128>,
    start: u64,
}

impl Assignment for Numbers {
    fn value(&self, v: VarId) -> u128 {
        if let Some(x) = self.known.get(&v) {
            return *x;
        }
        let seed = (u64::from(v.0) + 7).wrapping_mul(self.start * 2 + 3);
        let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let most = [7, 20, 60, 200][self.start as usize % 4];
        u128::from(mixed % most + 1)
    }
}

/// The cases of these values, with the conditions of each.
fn cases(
    pool: &mut Pool,
    values: &FxHashMap<VarId, TermId>,
) -> Vec<(Vec<TermId>, FxHashMap<VarId, TermId>)> {
    let mut out = vec![(Vec::new(), values.clone())];
    let mut i = 0;
    while i < out.len() {
        let (path, values) = &out[i];
        let choice = values.values().find_map(|t| choices(pool, *t));
        let Some(c) = choice.filter(|_| out.len() < MOST_CASES) else {
            i += 1;
            continue;
        };
        let sides = [true, false].map(|side| {
            let mut memo = FxHashMap::default();
            let values = values
                .iter()
                .map(|(v, t)| (*v, chosen(pool, *t, c, side, &mut memo)));
            let values: FxHashMap<VarId, TermId> = values.collect();
            let cond = if side { c } else { pool.not(c) };
            let path: Vec<TermId> = path.iter().copied().chain([cond]).collect();
            (path, values)
        });
        out.splice(i..=i, sides);
    }
    out
}

/// The condition of a choice in a term.
fn choices(pool: &Pool, t: TermId) -> Option<TermId> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = pool.args(t);
        if let (Op::Ite, Some(c)) = (pool.op(t), args.first()) {
            return Some(*c);
        }
        stack.extend(args);
    }
    None
}

/// A term where a condition is true, or false.
fn chosen(
    pool: &mut Pool,
    t: TermId,
    c: TermId,
    side: bool,
    memo: &mut FxHashMap<TermId, TermId>,
) -> TermId {
    if t == c {
        return pool.boolean(side);
    }
    if let Some(r) = memo.get(&t) {
        return *r;
    }
    let args = pool.args(t).to_vec();
    let (op, sort) = (pool.op(t), pool.sort(t));
    let r = match args.is_empty() {
        true => t,
        false => {
            let new: Vec<TermId> = args
                .iter()
                .map(|a| chosen(pool, *a, c, side, memo))
                .collect();
            match new == args {
                true => t,
                false => pool.rebuild(op, sort, &new),
            }
        }
    };
    memo.insert(t, r);
    r
}

/// Equalities that all points have, over the integers and modulo 2^n.
fn guesses(pool: &Pool, points: &[Vec<u128>], values: &[TermId], signed: bool) -> Vec<Fact> {
    // What is left out for an equality should have the factor one in it.
    let mut values = values.to_vec();
    let mut points = points.to_vec();
    for _ in 0..values.len() {
        let lines = relations(&points, values.len(), 1, &mut Vec::new());
        let better = lines.iter().find_map(|p| {
            let one = |(m, c): &&(Vec<usize>, i128)| c.abs() == 1 && m.len() == 1;
            let last = p.iter().max_by_key(|(m, _)| m.clone())?;
            let other = p.iter().filter(one).max_by_key(|(m, _)| m.clone())?;
            (last.1.abs() != 1).then(|| other.0.first().copied())?
        });
        let Some(i) = better else { break };
        let x = values.remove(i);
        values.push(x);
        for p in &mut points {
            let x = p.remove(i);
            p.push(x);
        }
    }
    let mut out = Vec::new();
    let mut leading: Vec<Vec<usize>> = Vec::new();
    for degree in 1..=6 {
        for p in relations(&points, values.len(), degree, &mut leading) {
            let parts = p.into_iter().map(|(m, c)| {
                let factors: Vec<TermId> = m.iter().map(|i| values[*i]).collect();
                (factors, c)
            });
            let left = Polynomial::of(parts);
            let atoms = left.atoms();
            let width = atoms.first().map(|t| pool.width(*t));
            out.push(Fact {
                left: left.clone(),
                ring: Ring::Integers,
                signed,
            });
            if let Some(w) = width.filter(|w| atoms.iter().all(|t| pool.width(*t) == *w)) {
                out.push(Fact {
                    left,
                    ring: Ring::Modulo(w),
                    signed,
                });
            }
        }
    }
    out
}

/// Polynomials of a degree that vanish on the points: lists of values, with
/// their coefficients. Multiples of a leading monomial that is known are left
/// out.
fn relations(
    points: &[Vec<u128>],
    values: usize,
    degree: usize,
    leading: &mut Vec<Vec<usize>>,
) -> Vec<Vec<(Vec<usize>, i128)>> {
    let mut columns: Vec<Vec<usize>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..degree {
        let end = columns.len();
        for c in from..end {
            let last = columns[c].last().copied().unwrap_or(0);
            for v in last..values {
                let mut m = columns[c].clone();
                m.push(v);
                if !leading.iter().any(|l| divides(l, &m)) {
                    columns.push(m);
                }
            }
        }
        from = end;
    }
    if columns.len() > MOST_COLUMNS || points.len() < columns.len() + 4 {
        return Vec::new();
    }
    let mut rows: Vec<Vec<u128>> = points
        .iter()
        .map(|p| {
            let value = |m: &Vec<usize>| m.iter().fold(1, |x, v| times(x, p[*v]));
            columns.iter().map(value).collect()
        })
        .collect();
    // Columns with a pivot, and the row of each.
    let mut pivots: Vec<usize> = Vec::new();
    for c in 0..columns.len() {
        let r = pivots.len();
        let Some(found) = (r..rows.len()).find(|i| rows[*i][c] != 0) else {
            continue;
        };
        rows.swap(r, found);
        let by = inverse(rows[r][c]);
        let row: Vec<u128> = rows[r].iter().map(|x| times(*x, by)).collect();
        for (i, other) in rows.iter_mut().enumerate() {
            let f = other[c];
            if i != r && f != 0 {
                for (x, y) in other.iter_mut().zip(&row) {
                    *x = (*x + PRIME - times(f, *y)) % PRIME;
                }
            }
        }
        rows[r] = row;
        pivots.push(c);
    }
    let mut out = Vec::new();
    for c in (0..columns.len()).filter(|c| !pivots.contains(c)) {
        if leading.iter().any(|l| divides(l, &columns[c])) {
            continue;
        }
        leading.push(columns[c].clone());
        // This column is a sum of the pivots'.
        let mut parts: Vec<(Vec<usize>, i128, i128)> = vec![(columns[c].clone(), -1, 1)];
        let mut plain = true;
        for (r, p) in pivots.iter().enumerate() {
            match fraction(rows[r][c]) {
                Some((0, _)) => {}
                Some((n, d)) => parts.push((columns[*p].clone(), n, d)),
                None => plain = false,
            }
        }
        let common = parts.iter().fold(1, |l: i128, p| l / gcd(l, p.2) * p.2);
        if plain && common <= MOST_FACTOR {
            let whole = parts.into_iter().map(|(m, n, d)| (m, n * (common / d)));
            out.push(whole.collect());
        }
    }
    out
}

fn divides(a: &[usize], b: &[usize]) -> bool {
    let mut rest = b.to_vec();
    a.iter().all(|x| {
        let at = rest.iter().position(|y| y == x);
        at.map(|i| rest.remove(i)).is_some()
    })
}

fn times(a: u128, b: u128) -> u128 {
    a * b % PRIME
}

fn inverse(x: u128) -> u128 {
    let (mut r, mut base, mut n) = (1, x, PRIME - 2);
    while n > 0 {
        if n & 1 == 1 {
            r = times(r, base);
        }
        base = times(base, base);
        n >>= 1;
    }
    r
}

/// The small fraction that a number modulo the prime stands for.
fn fraction(x: u128) -> Option<(i128, i128)> {
    (1..=60u128).find_map(|d| {
        let n = times(x, d);
        let n = match n > PRIME / 2 {
            true => n as i128 - PRIME as i128,
            false => n as i128,
        };
        (n.abs() <= MOST_FACTOR).then_some((n, d as i128))
    })
}
