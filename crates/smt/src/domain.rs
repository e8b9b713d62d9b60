//! Truth tables of conditions on one byte.
//!
//! Idea: parsers ask about one byte at a time. A condition on a single variable
//! of at most 8 bits is a set of 256 bits; a path's knowledge about the byte is
//! the intersection of such sets, and feasibility is one more intersection:
//! exact, complete, with a witness, without a solver. Tables are computed for
//! all 256 values at once, operator by operator over arrays of lanes, and kept
//! per term.
//! Alternative: intervals and known bits, which lose `c == 'a' || c == '_'`.
//! Cost: about 0.1 to 0.3 µs per operator and table, 36 bytes per table.

use ep_scalar::w64;
use ep_term::{Evaluator, Op, Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A set of values of one byte (or of a narrower variable).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ByteSet(pub [u64; 4]);

impl ByteSet {
    /// No value.
    pub const EMPTY: ByteSet = ByteSet([0; 4]);

    /// All values of a variable of this width (1..=8).
    pub fn full(width: u32) -> ByteSet {
        match width {
            8.. => ByteSet([u64::MAX; 4]),
            7 => ByteSet([u64::MAX, u64::MAX, 0, 0]),
            6 => ByteSet([u64::MAX, 0, 0, 0]),
            w => ByteSet([(1u64 << (1u32 << w)) - 1, 0, 0, 0]),
        }
    }

    /// Values in both.
    pub fn and(self, o: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & o.0[i]))
    }
    /// Values in one of them.
    pub fn or(self, o: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] | o.0[i]))
    }
    /// Values of the first that are not in the second.
    pub fn minus(self, o: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & !o.0[i]))
    }
    /// Whether no value is left.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }
    /// Whether the value is in the set.
    pub fn contains(self, value: u128) -> bool {
        value < 256 && self.0[value as usize / 64] >> (value % 64) & 1 == 1
    }
    /// The least value.
    pub fn first(self) -> Option<u128> {
        let i = self.0.iter().position(|&w| w != 0)?;
        Some(i as u128 * 64 + u128::from(self.0[i].trailing_zeros()))
    }
    /// The number of values.
    pub fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
}

type Lanes = [u64; 256];

/// Lane arrays kept before all are dropped (2 KiB each).
const LANES_KEPT: usize = 2048;

/// Truth tables per term.
#[derive(Default)]
pub struct Tables {
    tables: FxHashMap<TermId, ByteSet>,
    lanes: FxHashMap<TermId, Rc<Lanes>>,
    evaluator: Evaluator,
}

/// The width of a variable that has tables.
pub fn byte_width(pool: &Pool, v: VarId) -> Option<u32> {
    match pool.var_sort(v) {
        Sort::Bool => Some(1),
        Sort::BitVec(w) if w <= 8 => Some(w),
        _ => None,
    }
}

impl Tables {
    /// The values of `v` for which the condition holds; `None` when it has
    /// another variable, the variable is too wide, or it cannot be evaluated.
    pub fn table(&mut self, pool: &Pool, cond: TermId) -> Option<(VarId, u32, ByteSet)> {
        let &[v] = pool.vars(cond) else { return None };
        let width = byte_width(pool, v)?;
        if let Some(&t) = self.tables.get(&cond) {
            return Some((v, width, t));
        }
        let table = self.compute(pool, cond, v, width, 0)?;
        self.tables.insert(cond, table);
        Some((v, width, table))
    }

    fn compute(
        &mut self,
        pool: &Pool,
        t: TermId,
        v: VarId,
        width: u32,
        depth: u32,
    ) -> Option<ByteSet> {
        if depth > 200 {
            return None;
        }
        let depth = depth + 1;
        if let Some(b) = pool.as_bool(t) {
            let all = ByteSet::full(width);
            return Some(if b { all } else { ByteSet::EMPTY });
        }
        if let Some(&known) = self.tables.get(&t) {
            return Some(known);
        }
        let full = ByteSet::full(width);
        let args: smallvec::SmallVec<[TermId; 3]> = pool.args(t).iter().copied().collect();
        let table = match pool.op(t) {
            Op::Not => full.minus(self.compute(pool, args[0], v, width, depth)?),
            Op::And => {
                let mut all = full;
                for a in args {
                    all = all.and(self.compute(pool, a, v, width, depth)?);
                }
                all
            }
            Op::Or => {
                let mut any = ByteSet::EMPTY;
                for a in args {
                    any = any.or(self.compute(pool, a, v, width, depth)?);
                }
                any
            }
            _ => {
                let lanes = match self.lanes(pool, t, 0) {
                    Some(lanes) => lanes,
                    None => self.evaluated(pool, t, v, width)?,
                };
                let mut set = ByteSet::EMPTY;
                for (i, word) in set.0.iter_mut().enumerate() {
                    for (j, lane) in lanes[i * 64..i * 64 + 64].iter().enumerate() {
                        *word |= (lane & 1) << j;
                    }
                }
                set.and(full)
            }
        };
        self.tables.insert(t, table);
        Some(table)
    }

    /// One evaluation per value, for what has no lanes.
    fn evaluated(&mut self, pool: &Pool, t: TermId, v: VarId, width: u32) -> Option<Rc<Lanes>> {
        let mut lanes = [0u64; 256];
        for (value, lane) in lanes.iter_mut().enumerate().take(1 << width) {
            let at = Single(v, value as u128);
            *lane = self.evaluator.eval_bits(pool, t, &at)? as u64;
        }
        Some(Rc::new(lanes))
    }

    /// The value of a term for all 256 values of its variable at once; `None`
    /// for operators and widths without lanes.
    fn lanes(&mut self, pool: &Pool, t: TermId, depth: u32) -> Option<Rc<Lanes>> {
        if let Some(l) = self.lanes.get(&t) {
            return Some(l.clone());
        }
        let width = match pool.sort(t) {
            Sort::Bool => 1,
            Sort::BitVec(w) if w <= 64 => w,
            _ => return None,
        };
        if depth > 200 {
            return None;
        }
        let m = w64::mask(width);
        let mut out: Lanes = [0; 256];
        let args: smallvec::SmallVec<[TermId; 3]> = pool.args(t).iter().copied().collect();
        match pool.op(t) {
            Op::Var(_) => {
                for (i, o) in out.iter_mut().enumerate() {
                    *o = i as u64 & m;
                }
            }
            Op::True => out = [1; 256],
            Op::False => {}
            Op::BvConst(_) => out = [pool.as_bv(t)? as u64; 256],
            Op::Ite => {
                let c = self.lanes(pool, args[0], depth + 1)?;
                let x = self.lanes(pool, args[1], depth + 1)?;
                let y = self.lanes(pool, args[2], depth + 1)?;
                for i in 0..256 {
                    out[i] = if c[i] & 1 == 1 { x[i] } else { y[i] };
                }
            }
            op if args.len() == 1 => {
                let x = self.lanes(pool, args[0], depth + 1)?;
                let from = pool.width(args[0]);
                macro_rules! each {
                    ($f:expr) => {{
                        let f = $f;
                        for i in 0..256 {
                            out[i] = f(x[i]) & m;
                        }
                    }};
                }
                match op {
                    Op::Not => each!(|x: u64| x ^ 1),
                    Op::BvNot => each!(|x: u64| !x),
                    Op::BvNeg => each!(|x: u64| x.wrapping_neg()),
                    Op::Zext => each!(|x: u64| x),
                    Op::Sext => each!(|x: u64| w64::to_signed(x, from) as u64),
                    Op::Extract { lo, .. } => each!(|x: u64| x >> lo),
                    _ => return None,
                }
            }
            op => {
                let mut x = self.lanes(pool, *args.first()?, depth + 1)?;
                let mut from = pool.width(args[0]);
                let last = args.len() - 1;
                for (k, &a) in args.iter().enumerate().skip(1) {
                    let y = self.lanes(pool, a, depth + 1)?;
                    let low = pool.width(a);
                    if !binary(op, from, low, &x, &y, &mut out) {
                        return None;
                    }
                    if op == Op::Concat {
                        from += low;
                    }
                    let m = if k == last { m } else { w64::mask(from) };
                    for o in &mut out {
                        *o &= m;
                    }
                    if k != last {
                        x = Rc::new(out);
                    }
                }
            }
        }
        let out = Rc::new(out);
        if self.lanes.len() >= LANES_KEPT {
            self.lanes.clear();
        }
        self.lanes.insert(t, out.clone());
        Some(out)
    }
}

/// One operator over all lanes; false when it has none.
fn binary(op: Op, width: u32, low: u32, x: &Lanes, y: &Lanes, out: &mut Lanes) -> bool {
    macro_rules! each {
        ($f:expr) => {{
            let f = $f;
            for i in 0..256 {
                out[i] = f(x[i], y[i]);
            }
        }};
    }
    let b = u64::from;
    match op {
        Op::And | Op::BvAnd => each!(|x: u64, y: u64| x & y),
        Op::Or | Op::BvOr => each!(|x: u64, y: u64| x | y),
        Op::BvXor => each!(|x: u64, y: u64| x ^ y),
        Op::Eq => each!(|x: u64, y: u64| b(x == y)),
        Op::Ult => each!(|x: u64, y: u64| b(x < y)),
        Op::Ule => each!(|x: u64, y: u64| b(x <= y)),
        Op::Slt => each!(|x, y| b(w64::slt(x, y, width))),
        Op::Sle => each!(|x, y| b(w64::sle(x, y, width))),
        Op::BvAdd => each!(|x, y| w64::add(x, y, width)),
        Op::BvSub => each!(|x, y| w64::sub(x, y, width)),
        Op::BvMul => each!(|x, y| w64::mul(x, y, width)),
        Op::BvUdiv => each!(|x, y| w64::udiv(x, y, width)),
        Op::BvUrem => each!(|x, y| w64::urem(x, y)),
        Op::BvSdiv => each!(|x, y| w64::sdiv(x, y, width)),
        Op::BvSrem => each!(|x, y| w64::srem(x, y, width)),
        Op::BvShl => each!(|x, y| w64::shl(x, y, width)),
        Op::BvLshr => each!(|x, y| w64::lshr(x, y, width)),
        Op::BvAshr => each!(|x, y| w64::ashr(x, y, width)),
        Op::Concat if width + low <= 64 => each!(|x: u64, y: u64| x << low | y),
        Op::Saddo => each!(|x, y| b(w64::saddo(x, y, width))),
        Op::Ssubo => each!(|x, y| b(w64::ssubo(x, y, width))),
        Op::Smulo => each!(|x, y| b(w64::smulo(x, y, width))),
        Op::Umulo => each!(|x, y| b(w64::umulo(x, y, width))),
        _ => return false,
    }
    true
}

/// One variable, all others zero.
struct Single(VarId, u128);

impl ep_term::Assignment for Single {
    fn value(&self, v: VarId) -> u128 {
        if v == self.0 {
            self.1
        } else {
            0
        }
    }
}
