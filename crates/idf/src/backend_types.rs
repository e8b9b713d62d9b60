//! Types that stand for sorts of the solver, by their `interpretation`.
//!
//! Idea: a domain without parameters whose `SMTLIB` names bit vectors or floating point
//! is that sort; which operations there are is said in [`crate::interpreted`]. Source:
//! Viper's backend types. Cost: a look at each type of the program.

use ep_ivl::ast::{Program, Type, TypeId};
use ep_term::{FloatSort, Sort};

/// The formats that are understood.
const FORMATS: [FloatSort; 4] = [
    FloatSort::F16,
    FloatSort::F32,
    FloatSort::F64,
    FloatSort::F128,
];

/// What a type stands for.
pub enum Stands {
    /// So many bits.
    Bits(u32),
    /// A number, which is kept by its encoding: collections, fields and functions
    /// have no other use of it than to hold it.
    Number(FloatSort),
}

/// The types of a program that are sorts of the solver.
pub fn sorts(program: &Program) -> Vec<(TypeId, Sort)> {
    let ids = (0..program.types.len() as u32).map(TypeId);
    ids.filter_map(|ty| {
        let bits = match stands(program, ty)? {
            Stands::Bits(n) => n,
            Stands::Number(f) => f.bits(),
        };
        Some((ty, Sort::BitVec(bits)))
    })
    .collect()
}

/// What `(SMTLIB: "…", Boogie: "…")` of a type names.
pub fn stands(program: &Program, ty: TypeId) -> Option<Stands> {
    let Type::Domain(d, args) = program.types.get(ty) else {
        return None;
    };
    let text = program.domains[*d].interpretation.as_ref()?;
    let rest = &text[text.find("SMTLIB")?..];
    let name = rest.split('"').nth(1)?;
    let bits = || indexed(name, "BitVec").filter(|n| (1..=128).contains(n));
    let number = || format(name, "FloatingPoint").map(Stands::Number);
    match args.is_empty() {
        true => bits().map(Stands::Bits).or_else(number),
        false => None,
    }
}

/// The numbers of `(_ name n …)`.
fn indices(text: &str, name: &str) -> Option<Vec<u32>> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut words = inner.split_whitespace();
    let fits = words.next() == Some("_") && words.next() == Some(name);
    fits.then(|| words.map(|w| w.parse().ok()).collect())?
}

/// `n` of `(_ name n)`.
pub fn indexed(text: &str, name: &str) -> Option<u32> {
    match indices(text, name)?[..] {
        [n] => Some(n),
        _ => None,
    }
}

/// The format of `(_ name exponent significand)`.
pub fn format(text: &str, name: &str) -> Option<FloatSort> {
    let [exp, sig] = indices(text, name)?[..] else {
        return None;
    };
    let is = |f: &FloatSort| u32::from(f.exp) == exp && u32::from(f.sig) == sig;
    FORMATS.into_iter().find(is)
}
