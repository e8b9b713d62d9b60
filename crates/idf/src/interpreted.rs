//! Domains that stand for a type of the solver: `interpretation (SMTLIB: "(_ BitVec 32)")`.
//!
//! Idea: such a type is the sort of that name, and a function with an interpretation is
//! the operation itself, so that terms are simplified and decided as all others are, and
//! nothing is said twice. Bit vectors of 1 to 128 bits are understood; of other sorts
//! (floating point) the type is one of which nothing is known, and its functions are not
//! supported.
//! Source: SMT-LIB's theory FixedSizeBitVectors; Viper's `BVFactory` for the names of
//! conversions, which Z3 knows beside SMT-LIB's. Cost: none beyond the terms.

use crate::engine::Engine;
use crate::error::Res;
use ep_base::Span;
use ep_ivl::ast::{DomainFuncId, Program, Type, TypeId};
use ep_term::{Pool, Sort, TermId};

/// The types of a program that are sorts of the solver.
pub fn sorts(program: &Program) -> Vec<(TypeId, Sort)> {
    let ids = (0..program.types.len() as u32).map(TypeId);
    ids.filter_map(|ty| match program.types.get(ty) {
        Type::Domain(d, args) if args.is_empty() => {
            let text = program.domains[*d].interpretation.as_ref()?;
            Some((ty, sort(text)?))
        }
        _ => None,
    })
    .collect()
}

/// The sort that `(SMTLIB: "…", Boogie: "…")` names.
fn sort(text: &str) -> Option<Sort> {
    let rest = &text[text.find("SMTLIB")?..];
    let name = rest.split('"').nth(1)?;
    let width = indexed(name, "BitVec")?;
    (1..=128).contains(&width).then_some(Sort::BitVec(width))
}

/// `n` of `(_ name n)`.
fn indexed(text: &str, name: &str) -> Option<u32> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut words = inner.split_whitespace();
    let fits = words.next() == Some("_") && words.next() == Some(name);
    let n = words.next()?.parse().ok()?;
    (fits && words.next().is_none()).then_some(n)
}

impl Engine<'_> {
    /// `f(args)` where the function has an interpretation.
    pub fn interpreted(&mut self, f: DomainFuncId, args: &[TermId], at: Span) -> Res<TermId> {
        let data = &self.program.domain_funcs[f];
        let name = data.interpretation.as_deref().unwrap_or_default();
        let name = name.trim_matches('"').trim();
        let result = self.sort(data.result);
        let term = operation(&mut self.prover.pool, name, args);
        match term.filter(|&t| self.prover.pool.sort(t) == result) {
            Some(t) => Ok(t),
            None => self.unsupported(&format!("the interpretation `{name}` of a function"), at),
        }
    }
}

/// An operation of SMT-LIB; `None` if it is not known or not one of these sorts.
fn operation(pool: &mut Pool, name: &str, args: &[TermId]) -> Option<TermId> {
    let sorts: Vec<Sort> = args.iter().map(|&a| pool.sort(a)).collect();
    match (args, &sorts[..]) {
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
