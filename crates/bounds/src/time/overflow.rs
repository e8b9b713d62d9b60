//! Signed arithmetic that does not overflow, where that is assumed or asked.
//!
//! Idea: the result of a signed sum, difference or product as a linear form over
//! signed values (a quotient: the least number by -1) either lies in its type, or that is a fact from here on
//! (`--overflow assume`), or the place is named (`error`). Numbers that stand in
//! the program are kept unsigned in the graph, so each operand is turned to its
//! signed value first; one of which that is not known names the place too.
//! Source: document 004, section 3, and C17, 6.5, 5. Cost: the range of a form.

use super::engine::Engine;
use super::lin::Lin;
use super::options::OverflowMode;
use super::rules::{Num, View};
use super::state::State;
use ep_ir::{BinOp, FuncId, Inst};
use num_bigint::BigInt;

/// What `--overflow assume` rests on.
pub(super) const ASSUMED: &str = "signed arithmetic does not overflow";

impl Engine<'_> {
    /// What `--overflow assume` and `error` say of a signed operation.
    pub(super) fn without_overflow(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        op: BinOp,
        a: &Num,
        b: &Num,
    ) {
        let own = self.range(View::Signed, a.bits);
        let signed = (self.as_signed(s, a), self.as_signed(s, b));
        let result = match (op, &signed) {
            (BinOp::Add, (Some(x), Some(y))) => Some(x.plus(y)),
            (BinOp::Sub, (Some(x), Some(y))) => Some(x.minus(y)),
            (BinOp::Mul, (Some(x), Some(y))) => match (x.as_number(), y.as_number()) {
                (Some(k), _) => Some(y.times(k)),
                (_, Some(k)) => Some(x.times(k)),
                _ => {
                    let x = s.facts.range(x, &mut self.count);
                    let y = s.facts.range(y, &mut self.count);
                    if x.product(&y).is_some_and(|r| own.meet(&r) == r) {
                        return;
                    }
                    None
                }
            },
            (BinOp::SDiv | BinOp::SRem, (x, y)) => {
                if !self.may_be_least_by_minus_one(s, a.bits, [x, y]) {
                    return;
                }
                None
            }
            _ => None,
        };
        if let Some(t) = &result {
            let r = s.facts.range(t, &mut self.count);
            if own.meet(&r) == r {
                return;
            }
        }
        let place = self.place(func, inst.loc);
        match (self.options.overflow, result) {
            (OverflowMode::Assume, Some(t)) => {
                self.assume(ASSUMED, place);
                s.facts.add(&t, &own);
            }
            (OverflowMode::Assume, None) if matches!(op, BinOp::SDiv | BinOp::SRem) => {
                self.assume(ASSUMED, place);
            }
            // The wrapped result is among what is followed.
            (OverflowMode::Assume, None) => {}
            _ => self.give_up("a signed overflow could not be excluded", place),
        }
    }

    /// Says by its line that the least number by -1 is taken to have its wrapped
    /// result: `-fwrapv` is no promise for a division.
    pub(super) fn least_by_minus_one(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        op: BinOp,
        a: &Num,
        b: &Num,
    ) {
        let (x, y) = (self.as_signed(s, a), self.as_signed(s, b));
        if self.is_math() || !self.may_be_least_by_minus_one(s, a.bits, [&x, &y]) {
            return;
        }
        let least = match a.bits {
            32 => "INT_MIN".to_owned(),
            64 => "LLONG_MIN".to_owned(),
            n => format!("-2^{}", n - 1),
        };
        let text = match op {
            BinOp::SRem => format!("{least} % -1 is 0, or the machine stops there"),
            _ => format!("{least} / -1 is {least}, or the machine stops there"),
        };
        let place = self.place(func, inst.loc);
        self.assume(&text, place);
    }

    /// Whether the operands of a division may be the only ones whose quotient
    /// does not fit.
    fn may_be_least_by_minus_one(&mut self, s: &State, bits: u32, ab: [&Option<Lin>; 2]) -> bool {
        let hits = [-(BigInt::from(1) << (bits - 1)), BigInt::from(-1)];
        ab.into_iter().zip(hits).all(|(n, hit)| {
            let known = n.as_ref().map(|n| s.facts.range(n, &mut self.count));
            known.is_none_or(|r| r.contains(&hit))
        })
    }

    /// The signed value of a number, where its form is linear: numbers that
    /// stand in the program are kept unsigned.
    pub(super) fn as_signed(&mut self, s: &State, n: &Num) -> Option<Lin> {
        if n.view == View::Signed {
            return Some(n.form.clone());
        }
        let top = BigInt::from(1) << (n.bits - 1);
        let r = s.facts.range(&n.form, &mut self.count);
        let (lo, hi) = (r.lo?, r.hi?);
        if lo >= BigInt::from(0) && hi < top {
            return Some(n.form.clone());
        }
        let fits = lo >= top && hi < &top * 2;
        fits.then(|| n.form.minus(&Lin::number(top * 2)))
    }
}
