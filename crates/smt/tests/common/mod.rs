//! Random terms and ground truth by enumeration.

#![allow(dead_code)]

use ep_term::{Evaluator, FloatSort, Model, Pool, Sort, TermId, VarId};

/// A small repeatable generator (splitmix).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub fn wide(&mut self) -> u128 {
        let x = u128::from(self.next()) << 64 | u128::from(self.next());
        match self.below(4) {
            0 => x,
            1 => x >> self.below(128),
            2 => u128::MAX << self.below(128),
            _ => u128::from(self.next() % 5),
        }
    }
}

/// Variables of the given sorts.
pub fn vars(pool: &mut Pool, sorts: &[Sort]) -> Vec<TermId> {
    sorts
        .iter()
        .enumerate()
        .map(|(i, s)| pool.fresh_var(&format!("x{i}"), *s))
        .collect()
}

/// A leaf of this width.
fn leaf(pool: &mut Pool, r: &mut Random, vars: &[TermId], width: u32) -> TermId {
    let fitting: Vec<TermId> = vars
        .iter()
        .copied()
        .filter(|&v| pool.sort(v) == Sort::BitVec(width))
        .collect();
    if fitting.is_empty() || r.below(5) == 0 {
        let v = r.wide();
        return pool.bv(width, v);
    }
    fitting[r.below(fitting.len())]
}

/// A random bit-vector of the width with all operators.
pub fn word(pool: &mut Pool, r: &mut Random, vars: &[TermId], width: u32, depth: u32) -> TermId {
    if depth == 0 {
        return leaf(pool, r, vars, width);
    }
    let d = depth - 1;
    let w = |pool: &mut Pool, r: &mut Random| word(pool, r, vars, width, d);
    match r.below(24) {
        0 => leaf(pool, r, vars, width),
        n @ 1..=14 => {
            let (a, b) = (w(pool, r), w(pool, r));
            match n {
                1 => pool.bvadd(a, b),
                2 => pool.bvsub(a, b),
                3 => pool.bvmul(a, b),
                4 => pool.bvudiv(a, b),
                5 => pool.bvsdiv(a, b),
                6 => pool.bvurem(a, b),
                7 => pool.bvsrem(a, b),
                8 => pool.bvand(a, b),
                9 => pool.bvor(a, b),
                10 => pool.bvxor(a, b),
                11 => pool.bvshl(a, b),
                12 => pool.bvlshr(a, b),
                13 => pool.bvashr(a, b),
                _ => pool.bvadd(b, a),
            }
        }
        15 => {
            let a = w(pool, r);
            pool.bvnot(a)
        }
        16 => {
            let a = w(pool, r);
            pool.bvneg(a)
        }
        17 | 18 => {
            let c = formula(pool, r, vars, d);
            let (a, b) = (w(pool, r), w(pool, r));
            pool.ite(c, a, b)
        }
        19 if width > 1 => {
            let low = 1 + r.below(width as usize - 1) as u32;
            let a = word(pool, r, vars, width - low, d);
            let b = word(pool, r, vars, low, d);
            pool.concat(a, b)
        }
        20 if width < 120 => {
            let extra = r.below(3) as u32;
            let a = word(pool, r, vars, width + extra, d);
            let lo = r.below(extra as usize + 1) as u32;
            pool.extract(a, lo + width - 1, lo)
        }
        n @ (21 | 22) if width > 1 => {
            let from = 1 + r.below(width as usize - 1) as u32;
            let a = word(pool, r, vars, from, d);
            if n == 21 {
                pool.zext(a, width)
            } else {
                pool.sext(a, width)
            }
        }
        _ => w(pool, r),
    }
}

/// A random condition.
pub fn formula(pool: &mut Pool, r: &mut Random, vars: &[TermId], depth: u32) -> TermId {
    let bools: Vec<TermId> = vars
        .iter()
        .copied()
        .filter(|&v| pool.sort(v) == Sort::Bool)
        .collect();
    let d = depth.saturating_sub(1);
    match r.below(if depth == 0 { 10 } else { 24 }) {
        0 if !bools.is_empty() => bools[r.below(bools.len())],
        n @ 16..=19 => {
            let a = formula(pool, r, vars, d);
            let b = formula(pool, r, vars, d);
            match n {
                16 => pool.and(a, b),
                17 => pool.or(a, b),
                18 => pool.xor(a, b),
                _ => pool.implies(a, b),
            }
        }
        20 => {
            let a = formula(pool, r, vars, d);
            pool.not(a)
        }
        21 => {
            let c = formula(pool, r, vars, d);
            let a = formula(pool, r, vars, d);
            let b = formula(pool, r, vars, d);
            pool.ite(c, a, b)
        }
        n => {
            let words: Vec<u32> = vars
                .iter()
                .filter_map(|&v| match pool.sort(v) {
                    Sort::BitVec(w) => Some(w),
                    _ => None,
                })
                .collect();
            let width = if words.is_empty() {
                2
            } else {
                words[r.below(words.len())]
            };
            let a = word(pool, r, vars, width, d);
            let b = word(pool, r, vars, width, d);
            compare(pool, n, a, b)
        }
    }
}

/// One of the comparisons and overflow predicates.
pub fn compare(pool: &mut Pool, n: usize, a: TermId, b: TermId) -> TermId {
    match n % 14 {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        2 => pool.ult(a, b),
        3 => pool.ule(a, b),
        4 => pool.ugt(a, b),
        5 => pool.slt(a, b),
        6 => pool.sle(a, b),
        7 => pool.sge(a, b),
        8 => pool.uaddo(a, b),
        9 => pool.saddo(a, b),
        10 => pool.usubo(a, b),
        11 => pool.ssubo(a, b),
        12 => pool.umulo(a, b),
        _ => pool.smulo(a, b),
    }
}

/// Calls `f` with every assignment of the variables until it returns true.
pub fn any_assignment(
    pool: &Pool,
    vars: &[TermId],
    mut f: impl FnMut(&mut Evaluator, &Model) -> bool,
) -> bool {
    let widths: Vec<u32> = vars.iter().map(|&v| pool.width(v)).collect();
    let total: u32 = widths.iter().sum();
    assert!(total <= 16);
    let mut e = Evaluator::new();
    let mut m = Model::new();
    for all in 0..1u128 << total {
        let mut rest = all;
        for (i, &v) in vars.iter().enumerate() {
            let var: VarId = pool.as_var(v).unwrap();
            m.set_bits(var, rest & ((1 << widths[i]) - 1));
            rest >>= widths[i];
        }
        if f(&mut e, &m) {
            return true;
        }
    }
    false
}

/// Whether the conjunction is satisfiable, by enumeration.
pub fn satisfiable(pool: &Pool, vars: &[TermId], terms: &[TermId]) -> bool {
    any_assignment(pool, vars, |e, m| {
        terms.iter().all(|&t| e.eval_bits(pool, t, m) == Some(1))
    })
}

/// Whether the model satisfies all terms.
pub fn satisfies(pool: &Pool, terms: &[TermId], m: &impl ep_term::Assignment) -> bool {
    let mut e = Evaluator::new();
    terms.iter().all(|&t| e.eval_bits(pool, t, m) == Some(1))
}

/// Half precision, small enough to try many.
pub const HALF: FloatSort = FloatSort::F16;
