//! `--cross-check`: verdict and bounds a second and a third time, in other ways.
//!
//! Idea: how wrap-around and signs are represented decides which cases and which
//! linear programs there are, and not what is true. So the analysis is made again with
//! other representations, and the answers are held against each other on inputs that
//! exist: those that were run and the ends of the parameters' ranges. An upper bound
//! below another one's lower bound, or two exact bounds that differ, is a defect. So is
//! a run of a second grid, with other pseudorandom numbers, outside of any of the
//! bounds. Each ranking function is held against the bits in every way
//! ([`ep_bounds::time`]), and the certificate of each is judged. Alternative: the same
//! system by another prover of integers, which shares the abstraction. Cost: the
//! analysis twice, and the runs once more.
//!
//! What must never happen: a disagreement that is told as an answer.

use ep_base::time::{Evaluated, Gap, ParameterKind, Report, Verdict};
use ep_base::words::count;
use ep_base::{Budget, Diagnostic};
use ep_bounds::evidence::counted::{gather, Limits};
use ep_bounds::evidence::grid::Grid;
use ep_bounds::evidence::Subject;
use ep_bounds::time::{self, Options, ViewMode, WrapMode};
use num_bigint::BigInt;
use std::time::Duration;

/// Combinations of ends of ranges.
const CORNERS: usize = 256;

/// What agrees.
#[derive(Clone, Debug, Default)]
pub struct Crossed {
    /// Other ways that have an answer of their own, of those that were asked.
    pub ways: usize,
    pub asked: usize,
    /// Inputs at which bounds were compared.
    pub inputs: usize,
    /// Runs of the second grid that ended.
    pub runs: usize,
}

impl Crossed {
    /// One sentence.
    pub fn text(&self) -> String {
        format!(
            "cross-check: {} of {} {} at {}; {} of a second grid {} as computed",
            self.ways,
            count(self.asked, "other representation"),
            match self.ways {
                1 => "has an answer, and agrees",
                _ => "have an answer, and agree",
            },
            count(self.inputs, "input"),
            count(self.runs, "run"),
            if self.runs == 1 { "is" } else { "are" }
        )
    }
}

/// Asks again.
///
/// # Errors
/// Two answers contradict each other, or a run one of them: a defect.
pub fn check(
    asked: &Options,
    subject: Subject<'_>,
    report: &Report,
    buffer: u64,
    limits: &Limits,
    timeout: Duration,
) -> Result<Crossed, Diagnostic> {
    let mut out = Crossed::default();
    let ways = [
        (ViewMode::Signed, WrapMode::Case),
        (ViewMode::Unsigned, WrapMode::Modulo),
        (ViewMode::Auto, WrapMode::Lazy),
    ];
    let other = |w: &&(ViewMode, WrapMode)| (w.0, w.1) != (asked.view, asked.wrap);
    for (view, wrap) in ways.iter().filter(other).take(2) {
        let options = Options {
            view: *view,
            wrap: *wrap,
            budget: Budget {
                timeout: Some(timeout / 2),
                cancel: asked.budget.cancel.clone(),
                ..Budget::default()
            },
            ..asked.clone()
        };
        let mut defect = None;
        let mut their = time::analyse(subject.module, subject.entry, &options, &mut |e| {
            if let time::Event::Defect(text) = e {
                defect = Some(text);
            }
        });
        if let Some(text) = defect {
            return Err(Diagnostic::defect(format!("--cross-check: {text}")));
        }
        super::judged(&mut their)?;
        out.asked += 1;
        out.ways += usize::from(their.verdict == Verdict::Terminates);
        if report.verdict == Verdict::DoesNotTerminate && their.verdict == Verdict::Terminates {
            return Err(Diagnostic::defect(format!(
                "--cross-check: with --view {view:?} --wrap {wrap:?} the run of the lasso ends"
            )));
        }
        out.inputs += compared(report, &their)?;
    }
    let mut grid = Grid::second(subject, buffer)?;
    let budget = Budget {
        timeout: Some(timeout / 2),
        cancel: asked.budget.cancel.clone(),
        ..Budget::default()
    };
    // A lasso is not looked for: the first grid did.
    let known = Report {
        verdict: Verdict::Terminates,
        ..report.clone()
    };
    let again = gather(subject, &mut grid, &known, None, limits, &budget)?;
    let ended = matches!(report.verdict, Verdict::Terminates);
    if let Some(c) = again
        .contradiction
        .filter(|_| ended || again.lasso.is_none())
    {
        return Err(Diagnostic::defect(format!("--cross-check: {}", c.what)));
    }
    out.runs = again.counted.runs.len();
    Ok(out)
}

/// Holds the bounds of two answers against each other; at how many inputs.
fn compared(own: &Report, their: &Report) -> Result<usize, Diagnostic> {
    let mut points: Vec<Vec<BigInt>> = (own.counted.iter().flat_map(|c| &c.runs))
        .map(|r| r.parameters.iter().map(|n| n.0.clone()).collect())
        .collect();
    points.extend(corners(own));
    points.retain(|p| p.len() == own.parameters.len());
    let mut inputs = 0;
    for at in points {
        let Some(there) = translated(own, their, &at) else {
            continue;
        };
        let value = |e: Evaluated| e.value();
        let upper = |r: &Report, at: &[BigInt]| r.bounds.upper.as_ref().map(|b| b.upper_at(at));
        let lower = |r: &Report, at: &[BigInt]| r.bounds.lower.as_ref().map(|b| b.lower_at(at));
        let (a, b) = (
            upper(own, &at).and_then(value),
            upper(their, &there).and_then(value),
        );
        let (c, d) = (lower(own, &at), lower(their, &there));
        let crossed = a.as_ref().zip(d.as_ref()).is_some_and(|(u, l)| u < l)
            || b.as_ref().zip(c.as_ref()).is_some_and(|(u, l)| u < l);
        let exact = own.bounds.gap == Gap::Exact && their.bounds.gap == Gap::Exact;
        let differ = exact && a.as_ref().zip(b.as_ref()).is_some_and(|(x, y)| x != y);
        if crossed || differ {
            let names = own.parameters.iter().zip(&at);
            let shown: Vec<String> = names.map(|(p, v)| format!("{} = {v}", p.name)).collect();
            return Err(Diagnostic::defect(format!(
                "--cross-check: two bounds contradict each other for {}",
                shown.join(", ")
            )));
        }
        inputs += usize::from(a.is_some() && b.is_some());
    }
    Ok(inputs)
}

/// The ends of the ranges of the parameters, with 0 and 1.
fn corners(report: &Report) -> Vec<Vec<BigInt>> {
    let mut all: Vec<Vec<BigInt>> = vec![Vec::new()];
    for p in &report.parameters {
        let (mut low, high) = super::budget::range(p);
        // What a pointer leads to has a node; one that is null is no list.
        if let ParameterKind::ListLength { .. } | ParameterKind::TreeSize { .. } = p.kind {
            low = low.max(BigInt::from(1));
        }
        let mut values = vec![low.clone(), high.clone()];
        values.extend([0, 1].map(BigInt::from));
        values.retain(|v| *v >= low && *v <= high);
        values.sort();
        values.dedup();
        if all.len() * values.len() > CORNERS {
            return Vec::new();
        }
        let longer = |at: &Vec<BigInt>| {
            let one = |v: &BigInt| at.iter().cloned().chain([v.clone()]).collect();
            values.iter().map(one).collect::<Vec<Vec<BigInt>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The same input in the other report's parameters, which may be read with another
/// sign.
fn translated(own: &Report, their: &Report, at: &[BigInt]) -> Option<Vec<BigInt>> {
    use ParameterKind::{Limit, Read, Value, Word};
    let signed = |v: &BigInt, bits: u32, signed: bool| {
        let size = BigInt::from(1) << bits;
        let low = ((v % &size) + &size) % &size;
        match signed && low >= (&size >> 1u32) {
            true => low - size,
            false => low,
        }
    };
    let of = |kind: &ParameterKind| {
        let same = |k: &ParameterKind| match (k, kind) {
            (Value { index: a, .. }, Value { index: b, .. }) => a == b,
            (Read { order: a, .. }, Read { order: b, .. })
            | (Word { order: a, .. }, Word { order: b, .. }) => a == b,
            (a, b) => a == b,
        };
        if let Limit { value } = kind {
            return Some(value.0.clone());
        }
        let i = own.parameters.iter().position(|p| same(&p.kind))?;
        let v = at.get(i)?;
        Some(match kind {
            Value {
                bits, signed: s, ..
            }
            | Read {
                bits, signed: s, ..
            }
            | Word {
                bits, signed: s, ..
            } => signed(v, *bits, *s),
            _ => v.clone(),
        })
    };
    their.parameters.iter().map(|p| of(&p.kind)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::time::{Bound, Bounds, Expr, Parameter};

    /// A report about `x`, read as signed or not, with these bounds.
    fn report(signed: bool, upper: Expr, lower: Expr, gap: Gap) -> Report {
        let mut r = Report::undecided("f", "", Default::default());
        r.verdict = Verdict::Terminates;
        r.parameters = vec![Parameter {
            name: "x".into(),
            kind: ParameterKind::Value {
                index: 0,
                bits: 8,
                signed,
            },
        }];
        r.bounds = Bounds {
            upper: Some(Bound::always(upper)),
            lower: Some(Bound::always(lower)),
            gap,
        };
        r
    }

    #[test]
    fn bounds_that_contradict_each_other_are_a_defect() {
        let n = |v: i64| Expr::number(v);
        let x = || Expr::Parameter { index: 0 };
        let a = report(false, x(), n(0), Gap::Unknown);
        assert!(compared(&a, &report(false, n(255), n(0), Gap::Unknown)).is_ok());
        // 0 rounds at most, and 1 at least.
        assert!(compared(&a, &report(false, n(255), n(1), Gap::Unknown)).is_err());
        let exact = |signed, e: Expr| report(signed, e.clone(), e, Gap::Exact);
        assert!(compared(&exact(false, x()), &exact(false, x())).is_ok());
        assert!(compared(&exact(false, x()), &exact(false, n(255))).is_err());
        // The same number, of which one reads the top bit as a sign.
        let mut of = Expr::Add {
            of: vec![x(), n(0)],
        };
        assert!(compared(&exact(false, x()), &exact(true, of.clone())).is_err());
        of = Expr::Mod {
            of: Box::new(of),
            by: Box::new(n(256)),
        };
        assert!(compared(&exact(false, x()), &exact(true, of)).is_ok());
    }
}
