//! Domains that stand for a type of the solver: `interpretation (SMTLIB: "(_ BitVec 32)")`.
//!
//! Idea: such a type is the sort of that name, and a function with an interpretation is
//! the operation itself, so that terms are simplified and decided as all others are, and
//! nothing is said twice. Bit vectors of 1 to 128 bits are understood, and binary floating
//! point of IEEE's sizes. There the terms keep what a NaN carries, which SMT-LIB does not
//! know: whatever could make one is made the one NaN. Of other sorts the type is one of
//! which nothing is known, and its functions are not supported.
//! `to_int` of a permission amount is the greatest integer that is not above it, and
//! `to_real` of an integer is that amount.
//! Source: SMT-LIB's theories FixedSizeBitVectors, FloatingPoint and Reals_Ints; Viper's `BVFactory`
//! and `FloatFactory` for the names, some of which only Z3 knows. Cost: none beyond the
//! terms.

use crate::backend_types::{format, indexed, stands, Stands};
use crate::engine::Engine;
use crate::error::Res;
use ep_base::Span;
use ep_ivl::ast::DomainFuncId;
use ep_term::{FloatSort, Pool, Sort, TermId};

impl Engine<'_> {
    /// `f(args)` where the function has an interpretation.
    pub fn interpreted(&mut self, f: DomainFuncId, args: &[TermId], at: Span) -> Res<TermId> {
        let data = &self.program.domain_funcs[f];
        let name = data.interpretation.as_deref().unwrap_or_default();
        let name = name.trim_matches('"').trim();
        let result = self.sort(data.result);
        let types = data.params.iter().map(|p| p.1);
        let args: Vec<TermId> = (args.iter().zip(types))
            .map(|(&t, ty)| match stands(self.program, ty) {
                Some(Stands::Number(f)) => self.prover.pool.fp_from_bits(t, f),
                _ => t,
            })
            .collect();
        let term = match (name, &args[..]) {
            ("fp.min" | "fp.max", &[a, b]) => self.extreme(a, b, name == "fp.min"),
            ("to_int", &[a]) if self.prover.pool.sort(a) == Sort::Real => {
                let (floor, said) = self.logic.floor(&mut self.prover.pool, a);
                said.into_iter().for_each(|fact| self.assume(fact));
                Some(floor)
            }
            _ => operation(&mut self.prover.pool, name, &args),
        };
        let pool = &mut self.prover.pool;
        let term = match (stands(self.program, data.result), term) {
            (Some(Stands::Number(f)), Some(t)) => {
                (pool.sort(t) == Sort::Float(f)).then(|| pool.fp_to_bits(t))
            }
            (_, term) => term.filter(|&t| pool.sort(t) == result),
        };
        match term {
            Some(t) => Ok(t),
            None => self.unsupported(&format!("the interpretation `{name}` of a function"), at),
        }
    }
}

impl Engine<'_> {
    /// The least or greatest of two; of two zeros with different signs SMT-LIB lets
    /// it be either, and the same one each time.
    fn extreme(&mut self, a: TermId, b: TermId, least: bool) -> Option<TermId> {
        let pool = &mut self.prover.pool;
        let sort = pool.sort(a);
        let Sort::Float(format) = sort else {
            return None;
        };
        if pool.sort(b) != sort {
            return None;
        }
        let first = self.logic.first_zero(pool, format.bits(), least);
        let (zero, other) = (pool.fp_is_zero(a), pool.fp_is_zero(b));
        let same = pool.eq(a, b);
        let differ = pool.not(same);
        let zeros = pool.and(zero, other);
        let either = pool.and(zeros, differ);
        let encodings = [pool.fp_to_bits(a), pool.fp_to_bits(b)];
        let which = pool.apply(first, &encodings);
        let chosen = pool.ite(which, a, b);
        let found = match least {
            true => pool.fp_min(a, b),
            false => pool.fp_max(a, b),
        };
        let found = one_nan(pool, format, found);
        Some(pool.ite(either, chosen, found))
    }
}

/// An operation of SMT-LIB; `None` if it is not known or not one of these sorts.
fn operation(pool: &mut Pool, name: &str, args: &[TermId]) -> Option<TermId> {
    let sorts: Vec<Sort> = args.iter().map(|&a| pool.sort(a)).collect();
    match (args, &sorts[..]) {
        ([], []) => literal(pool, name),
        (_, [Sort::Float(sort), ..]) if sorts.iter().all(|s| *s == Sort::Float(*sort)) => {
            float(pool, name, *sort, args)
        }
        (&[a], [Sort::BitVec(width)]) if name.contains("to_fp") => {
            let sort = format(name, "to_fp")?;
            let fits = sort.bits() == *width;
            fits.then(|| {
                let f = pool.fp_from_bits(a, sort);
                one_nan(pool, sort, f)
            })
        }
        (&[a], [Sort::Int]) if name == "to_real" => Some(pool.int2real(a)),
        (&[a], [Sort::Int]) => {
            let width = indexed(name, "int2bv").or_else(|| indexed(name, "nat2bv"))?;
            (1..=128).contains(&width).then(|| pool.int2bv(a, width))
        }
        (&[a], [Sort::BitVec(width)]) => match name {
            "bvnot" => Some(pool.bvnot(a)),
            "bvneg" => Some(pool.bvneg(a)),
            "bv2nat" | "bv2int" => Some(pool.bv2nat(a)),
            _ => (["bv2int", "bv2nat"].iter())
                .any(|n| indexed(name, n) == Some(*width))
                .then(|| pool.bv2nat(a)),
        },
        (&[a, b], [Sort::BitVec(v), Sort::BitVec(w)]) if v == w => binary(pool, name, a, b),
        _ => None,
    }
}

fn binary(pool: &mut Pool, name: &str, a: TermId, b: TermId) -> Option<TermId> {
    Some(match name {
        "bvadd" => pool.bvadd(a, b),
        "bvsub" => pool.bvsub(a, b),
        "bvmul" => pool.bvmul(a, b),
        "bvudiv" => pool.bvudiv(a, b),
        "bvurem" => pool.bvurem(a, b),
        "bvsdiv" => pool.bvsdiv(a, b),
        "bvsrem" => pool.bvsrem(a, b),
        "bvand" => pool.bvand(a, b),
        "bvor" => pool.bvor(a, b),
        "bvxor" => pool.bvxor(a, b),
        "bvshl" => pool.bvshl(a, b),
        "bvlshr" => pool.bvlshr(a, b),
        "bvashr" => pool.bvashr(a, b),
        "bvult" => pool.ult(a, b),
        "bvule" => pool.ule(a, b),
        "bvugt" => pool.ult(b, a),
        "bvuge" => pool.ule(b, a),
        "bvslt" => pool.slt(a, b),
        "bvsle" => pool.sle(a, b),
        "bvsgt" => pool.slt(b, a),
        "bvsge" => pool.sle(b, a),
        _ => return None,
    })
}

/// `#b01`, `#xff`, `(_ bv5 8)`.
fn literal(pool: &mut Pool, name: &str) -> Option<TermId> {
    let digits = |text: &str, radix: u32, bits: usize| {
        let width = u32::try_from(text.len() * bits).ok()?;
        let plain = (1..=128).contains(&width) && text.chars().all(|c| c.is_digit(radix));
        Some((
            width,
            plain.then(|| u128::from_str_radix(text, radix).ok())??,
        ))
    };
    let (width, value) = if let Some(text) = name.strip_prefix("#b") {
        digits(text, 2, 1)?
    } else if let Some(text) = name.strip_prefix("#x") {
        digits(text, 16, 4)?
    } else {
        let word = name.strip_prefix("(_ bv")?.split_whitespace().next()?;
        let value: u128 = word.parse().ok()?;
        (indexed(name, &format!("bv{word}"))?, value)
    };
    let fits = (1..=128).contains(&width) && (width == 128 || value >> width == 0);
    fits.then(|| pool.bv(width, value))
}

/// The number, or the one NaN.
fn one_nan(pool: &mut Pool, sort: FloatSort, f: TermId) -> TermId {
    let nan = pool.fp(sort, nan(sort));
    let is = pool.fp_is_nan(f);
    pool.ite(is, nan, f)
}

/// The encoding of the one NaN: quiet, without a sign.
fn nan(sort: FloatSort) -> u128 {
    let ones = (1_u128 << (sort.exp + 1)) - 1;
    ones << (sort.sig - 2)
}

/// An operation on numbers of one format; where it rounds, to nearest even.
fn float(pool: &mut Pool, name: &str, sort: FloatSort, args: &[TermId]) -> Option<TermId> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let number = match (&words[..], args) {
        (["fp.add", "RNE"], &[a, b]) => pool.fp_add(a, b),
        (["fp.sub", "RNE"], &[a, b]) => pool.fp_sub(a, b),
        (["fp.mul", "RNE"], &[a, b]) => pool.fp_mul(a, b),
        (["fp.div", "RNE"], &[a, b]) => pool.fp_div(a, b),
        (["fp.sqrt", "RNE"], &[a]) => pool.fp_sqrt(a),
        (["fp.neg"], &[a]) => pool.fp_neg(a),
        (["fp.abs"], &[a]) => pool.fp_abs(a),
        (["fp.eq"], &[a, b]) => return Some(pool.fp_eq(a, b)),
        (["fp.lt"], &[a, b]) => return Some(pool.fp_lt(a, b)),
        (["fp.leq"], &[a, b]) => return Some(pool.fp_le(a, b)),
        (["fp.gt"], &[a, b]) => return Some(pool.fp_lt(b, a)),
        (["fp.geq"], &[a, b]) => return Some(pool.fp_le(b, a)),
        (["fp.isNaN"], &[a]) => return Some(pool.fp_is_nan(a)),
        (["fp.isInfinite"], &[a]) => return Some(pool.fp_is_inf(a)),
        (["fp.isZero"], &[a]) => return Some(pool.fp_is_zero(a)),
        _ => return None,
    };
    Some(one_nan(pool, sort, number))
}
