//! Proofs of obligations, by multiplication and comparison only.
//!
//! Idea: Farkas' lemma. A linear consequence of inequalities is a sum of
//! multiples of them, and who has the multipliers needs no search. Products
//! of premises, case splits and the rounding of integers make it enough for
//! polynomials over the integers (Positivstellensatz-like, but only what is
//! written is used). Source: docs/certificates.md, section "Obligations and
//! proofs". Cost: linear in the proof, times the size of the polynomials.

use crate::names::{Atom, Cx, Rest};
use crate::poly::{Poly, Sym};
use crate::refusal::Checked;
use crate::smtlib;
use crate::text::{Args, View};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// What is to be shown.
#[derive(Clone, Debug)]
pub enum Goal {
    False,
    AtLeastZero(Poly),
    Zero(Poly),
}

/// What may be used: families such as `g0 g1 …`, and single names, of which
/// the last hides the ones before.
#[derive(Clone, Default)]
pub struct Premises<'a> {
    families: Vec<(&'static str, &'a [Atom])>,
    named: Vec<(Sym, Atom)>,
}

impl<'a> Premises<'a> {
    pub fn none() -> Premises<'a> {
        Premises::default()
    }

    pub fn of(prefix: &'static str, atoms: &'a [Atom]) -> Premises<'a> {
        Premises::none().and(prefix, atoms)
    }

    pub fn and(mut self, prefix: &'static str, atoms: &'a [Atom]) -> Premises<'a> {
        self.families.push((prefix, atoms));
        self
    }

    pub fn push(&mut self, name: Sym, atom: Atom) {
        self.named.push((name, atom));
    }

    pub fn pop(&mut self) {
        self.named.pop();
    }

    pub fn all(&self) -> impl Iterator<Item = &Atom> {
        let families = self.families.iter().flat_map(|(_, a)| a.iter());
        families.chain(self.named.iter().map(|(_, a)| a))
    }

    fn find(&self, cx: &Cx, v: View) -> Checked<&Atom> {
        let missing = || v.refuse(format!("there is no premise `{}` here", v.shown()));
        let name = v.name().ok_or_else(missing)?;
        cx.meter.spend(1 + self.named.len() as u64 / 8)?;
        if let Some(s) = cx.known(name) {
            if let Some((_, a)) = self.named.iter().rev().find(|(n, _)| *n == s) {
                return Ok(a);
            }
        }
        self.families
            .iter()
            .find_map(|(prefix, atoms)| {
                let digits = name.strip_prefix(prefix)?;
                let plain = digits == "0" || !digits.starts_with('0');
                let all = digits.bytes().all(|b| b.is_ascii_digit());
                let i: usize = (plain && all).then(|| digits.parse().ok())??;
                atoms.get(i)
            })
            .ok_or_else(missing)
    }
}

/// Checks a proof of `premises ⊢ goal`.
pub fn prove(cx: &Cx, proof: View, premises: &mut Premises, goal: &Goal) -> Checked<()> {
    cx.meter.at(proof.line());
    cx.proved.set(cx.proved.get() + 1);
    let depth = premises.named.len();
    let result = step(cx, proof, premises, goal);
    premises.named.truncate(depth);
    result
}

/// One proof for each goal, in order.
pub fn prove_all(
    cx: &Cx,
    proofs: &mut Args,
    premises: &mut Premises,
    goals: impl IntoIterator<Item = Goal>,
) -> Checked<()> {
    for goal in goals {
        let proof = proofs.need("a proof")?;
        prove(cx, proof, premises, &goal)?;
    }
    Ok(())
}

fn step(cx: &Cx, proof: View, premises: &mut Premises, goal: &Goal) -> Checked<()> {
    cx.meter.at(proof.line());
    cx.meter.spend(8)?;
    let depth = premises.named.len();
    let (head, mut args) = proof.form("a proof")?;
    match head {
        "farkas" => farkas(cx, proof, args, premises, goal),
        "by" => {
            let mut now = args.need("a proof after the lemmas")?;
            for next in args.by_ref() {
                let (name, atom) = lemma(cx, now, premises)?;
                premises.push(name, atom);
                now = next;
            }
            step(cx, now, premises, goal)?;
            premises.named.truncate(depth);
            Ok(())
        }
        "cases" => {
            let atom = cx.read_atom(args.need("a relation")?, &|_| true)?;
            if atom.equation {
                return Err(proof.refuse("cases need a relation that is not an equation"));
            }
            let name = cx.read_name(args.need("a name")?, "a name")?;
            for side in [atom.clone(), atom.negation(&cx.meter)?] {
                let proof = args.need("a proof for each case")?;
                premises.push(name, side);
                step(cx, proof, premises, goal)?;
                premises.named.truncate(depth);
            }
            args.done()
        }
        "both" => {
            let Goal::Zero(p) = goal else {
                return Err(proof.refuse("the goal is not an equation"));
            };
            let sides = [p.clone(), p.negated(&cx.meter)?];
            for side in sides {
                let proof = args.need("two proofs")?;
                step(cx, proof, premises, &Goal::AtLeastZero(side))?;
            }
            args.done()
        }
        "solver" => {
            args.done()?;
            let line = proof.line() as usize;
            let smtlib = smtlib::obligation(cx, line, premises, goal)?;
            cx.rests.borrow_mut().push(Rest { line, smtlib });
            Ok(())
        }
        _ => Err(proof.refuse(format!("`{head}` is no kind of proof"))),
    }
}

/// The sum of multiplied premises, and whether only equations took part.
fn combination(cx: &Cx, args: Args, premises: &Premises) -> Checked<(Poly, bool)> {
    let (mut sum, mut equations) = (Poly::zero(), true);
    for pair in args {
        let mut pair = pair.list("(RAT PREMISE)")?;
        let number = pair.need("a multiplier")?;
        let c = cx.read_rat(number, "a multiplier")?;
        let atom = premises.find(cx, pair.need("a premise")?)?;
        pair.done()?;
        if !atom.equation {
            if c.is_negative() {
                return Err(number.refuse("an inequality with a multiplier below 0"));
            }
            equations &= c.is_zero();
        }
        sum.add_scaled(&c, &atom.poly, &cx.meter)?;
    }
    Ok((sum, equations))
}

fn farkas(cx: &Cx, proof: View, args: Args, premises: &Premises, goal: &Goal) -> Checked<()> {
    let (sum, equations) = combination(cx, args, premises)?;
    cx.meter.at(proof.line());
    if sum.as_constant().is_some_and(|c| c.is_negative()) {
        return Ok(());
    }
    match goal {
        Goal::False => Err(proof.refuse("the sum of the premises is no contradiction")),
        Goal::AtLeastZero(p) => {
            let rest = p.minus(&sum, &cx.meter)?.as_constant();
            // `d * p` has integer values, so `d * p > -1` is enough.
            let d = BigRational::from_integer(p.denominator());
            match rest.map(|c| c * d) {
                Some(c) if c > -BigRational::one() => Ok(()),
                Some(_) => Err(proof.refuse("the sum of the premises falls short of the goal")),
                None => Err(proof.refuse("the sum of the premises is not the goal")),
            }
        }
        Goal::Zero(p) => {
            if equations && p.minus(&sum, &cx.meter)?.is_zero() {
                Ok(())
            } else {
                Err(proof.refuse("the sum of the premises is not the equation of the goal"))
            }
        }
    }
}

fn lemma(cx: &Cx, v: View, premises: &mut Premises) -> Checked<(Sym, Atom)> {
    let (head, mut args) = v.form("a lemma")?;
    let name = cx.read_name(args.need("a name")?, "a name")?;
    let atom = match head {
        "have" => {
            let atom = cx.read_atom(args.need("a relation")?, &|_| true)?;
            let proof = args.need("a proof")?;
            step(cx, proof, premises, &atom.clone().goal())?;
            atom
        }
        "mul" => {
            let a = premises.find(cx, args.need("a premise")?)?;
            let b = premises.find(cx, args.need("a premise")?)?;
            Atom {
                poly: a.poly.times(&b.poly, &cx.meter)?,
                equation: a.equation || b.equation,
            }
        }
        "times" => {
            let p = cx.read_poly(args.need("a polynomial")?, &|_| true)?;
            let a = premises.find(cx, args.need("a premise")?)?;
            if !a.equation {
                return Err(v.refuse("only an equation may be multiplied by any polynomial"));
            }
            Atom::zero(a.poly.times(&p, &cx.meter)?)
        }
        "square" => {
            let p = cx.read_poly(args.need("a polynomial")?, &|_| true)?;
            Atom::at_least_zero(p.times(&p, &cx.meter)?)
        }
        _ => return Err(v.refuse(format!("`{head}` is no kind of lemma"))),
    };
    args.done()?;
    Ok((name, atom))
}
