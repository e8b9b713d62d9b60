//! Floor 2: checks certificates of integer transition systems.
//!
//! Idea: who claims that a program ends, how long it runs or that it runs for
//! ever writes down why, in steps that need no search (docs/certificates.md).
//! This crate reads these steps and nothing else: exact numbers, polynomial
//! identities, comparisons. It shares no line with the provers and has no
//! solver, so a defect of theirs cannot hide here. Steps that are left to a
//! solver are listed as SMT-LIB and counted. Alternative: a proof assistant's
//! certified checker (CeTA); that would be a second language in the house.
//!
//! Memory, depth, size of numbers and work are bounded: whatever the text,
//! the answer is a verdict or a refusal with its line.

mod ari;
mod compare;
mod derive;
mod exists;
mod graph;
mod koat;
mod lower;
mod names;
mod nontermination;
mod poly;
mod program;
mod proof;
mod refusal;
mod relations;
mod renaming;
mod replay;
mod size_change;
mod smtlib;
mod system;
mod termination;
mod text;
mod unfold;
mod upper;

pub use names::Rest;
pub use program::{program, Place, Program};
pub use refusal::{About, Refusal};

use names::Cx;
use num_bigint::BigInt;
use refusal::Checked;
use sha2::{Digest, Sha256};
use system::System;
use text::{Doc, View};

/// What was claimed and is accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Termination,
    /// Whether its costs are shown to have no bound.
    NonTermination {
        pays: bool,
    },
    /// The bound, as it is written.
    Upper(String),
    /// The family and the bound, as they are written.
    Lower {
        family: String,
        bound: String,
    },
}

/// One claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub line: usize,
    pub kind: Kind,
    /// The conditions on initial values, if it is made of some starts only.
    pub assumes: Option<String>,
    /// How many of its steps rest on a solver.
    pub rests: usize,
}

/// An accepted certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub claims: Vec<Claim>,
    /// Obligations that were proved here.
    pub proved: u64,
    /// Firings that were replayed with numbers.
    pub replayed: u64,
    /// Steps that rest on a solver, with the question for it.
    pub rests: Vec<Rest>,
    /// Whether the system was compared with a file.
    pub compared: bool,
    /// What the system was made from, as the certificate says.
    pub program: Option<Program>,
}

/// The version of the format that is read.
const VERSION: &str = "1";

/// Checks a certificate; with the text of a file, in KoAT's or the ARI form, also
/// that it speaks of the system there.
pub fn check(text: &str, file: Option<&str>) -> Result<Verdict, Refusal> {
    let doc = Doc::read(text)?;
    let cx = Cx::default();
    let mut top = doc.top();
    let head = top.need("(everypath-certificate 1)")?;
    let mut version = head.called("everypath-certificate").map_err(|e| Refusal {
        why: "this is no certificate: it does not begin with (everypath-certificate 1)".into(),
        ..e
    })?;
    let number = version.need("the version")?;
    if number.word() != Some(VERSION) {
        return Err(number.refuse(format!(
            "version `{}` of the format; this program reads version {VERSION}: write the certificate again",
            number.shown()
        )));
    }
    version.done()?;
    let shown = top.need("(system …)")?;
    let system = System::read(&cx, shown)?;
    let mut hash = top.call("sha256")?;
    let given = hash.need("64 hexadecimal digits")?;
    hash.done()?;
    if given.source() != hexadecimal(shown.source()) {
        return Err(given.refuse("the hash is not the one of the system: the text was damaged"));
    }
    if let Some(file) = file {
        compare::same(&cx, &system, shown, file)?;
    }
    let program = match top.call_if("program") {
        Some(v) => Some(program::of(&cx, &system, v)?),
        None => None,
    };
    let mut claims = Vec::new();
    loop {
        let v = top.need("(end)")?;
        if v.is("end") {
            v.called("end")?.done()?;
            break;
        }
        claims.push(claim(&cx, &system, v)?);
    }
    top.done()?;
    Ok(Verdict {
        claims,
        proved: cx.proved.get(),
        replayed: cx.replayed.get(),
        rests: cx.rests.take(),
        compared: file.is_some(),
        program,
    })
}

/// The value of a bound (an EXPR of docs/certificates.md) for inputs by name;
/// a refusal if it does not parse, or names what has no value.
pub fn evaluate(expr: &str, inputs: &[(String, BigInt)]) -> Result<BigInt, Refusal> {
    let doc = Doc::read(expr)?;
    let cx = Cx::default();
    for (name, _) in inputs {
        cx.sym(name);
    }
    let mut top = doc.top();
    let v = top.need("an expression")?;
    top.done()?;
    let exprs = upper::expr::Exprs::new(&cx, Vec::new());
    let find = |s: poly::Sym| {
        let named = |(n, _): &&(String, BigInt)| cx.known(n) == Some(s);
        inputs.iter().find(named).map(|(_, x)| x)
    };
    let p = exprs.read(v, &|s| find(s).is_some())?;
    let x = exprs.value(&p, &find)?;
    x.ok_or_else(|| v.refuse("a variable has no value"))
}

fn hexadecimal(text: &str) -> String {
    let mut out = String::new();
    for b in Sha256::digest(text.as_bytes()) {
        out += &format!("{b:02x}");
    }
    out
}

fn claim(cx: &Cx, system: &System, v: View) -> Checked<Claim> {
    let before = cx.rests.borrow().len();
    let mut args = v.called("claim")?;
    let kind = args.need("the kind of the claim")?;
    let assume = args.peek();
    let (kind, assumes) = match kind.word().unwrap_or("") {
        "termination" => (Kind::Termination, termination::check(cx, v, system, args)?),
        "nontermination" => {
            let pays = nontermination::check(cx, v, system, args)?;
            (Kind::NonTermination { pays }, false)
        }
        "upper" => {
            let (assumes, bound) = upper::check(cx, system, args)?;
            (Kind::Upper(bound), assumes)
        }
        "lower" => {
            let shown = |k: usize| {
                let form = v.items().and_then(|mut a| a.nth(k));
                let text = form.map_or("", View::source).split_whitespace();
                text.collect::<Vec<_>>().join(" ")
            };
            lower::check(cx, v, system, args)?;
            let (family, bound) = (shown(2), shown(3));
            (Kind::Lower { family, bound }, false)
        }
        other => return Err(kind.refuse(format!("`{other}` is no kind of claim"))),
    };
    Ok(Claim {
        line: v.line() as usize,
        kind,
        assumes: (assume.filter(|_| assumes)).map(|a| {
            let words = a.source().split_whitespace();
            words.collect::<Vec<_>>().join(" ")
        }),
        rests: cx.rests.borrow().len() - before,
    })
}
