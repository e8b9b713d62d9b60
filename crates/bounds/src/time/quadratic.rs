//! Costs that are polynomials of degree two: loops inside of loops.
//!
//! Idea: as in [`super::potential`], but the unknown form of a cut is a
//! quadratic polynomial over its variables. Along each way `form(source) =
//! cost + form(target)` must hold as an identity: what the way knows as
//! equations is solved for variables and put in, and then each monomial must
//! cancel. That is one system of linear equations for all coefficients, with
//! no inequality in it. Loops whose inner number of rounds depends on the outer
//! counter (`for i < n for j < i`) have such forms, since each loop ends with
//! an equation. Where ways between the same cuts cost differently, the larger
//! (smaller) cost of them gives an upper (lower) bound in the same way.
//! Source: S. Gulwani, "SPEED: symbolic complexity bound analysis" (CAV 2009),
//! for potentials of inner loops; the elimination is Gauss'. Alternative:
//! products of inequalities (Handelman), which would allow `>=` and costs a
//! linear program with a column for each pair of facts. Cost: cubic in the
//! number of coefficients, which is limited.

use super::engine::Engine;
use super::explore::{CutId, Graph, Target};
use super::facts::Facts;
use super::lin::{Lin, Sym};
use super::potential::Kind;
use super::present::Names;
use super::weight::Weight;
use ep_base::time::Expr;
use ep_smt::linear::Q;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Coefficients of one system, variables of a cut.
const COEFFICIENTS: usize = 500;
const VARIABLES: usize = 9;

/// A product of at most two variables, the smaller one first.
type Monomial = (Option<Sym>, Option<Sym>);
/// A polynomial of degree two.
type Quadratic = BTreeMap<Monomial, Q>;
/// An affine form with rational coefficients; `None` is the constant.
type Affine = BTreeMap<Option<Sym>, Q>;
/// A linear equation over the coefficients; `None` is the number.
type Row = BTreeMap<Option<usize>, Q>;

/// What a way out of the start costs, by its number in the graph.
pub type Costs = BTreeMap<usize, Quadratic>;

/// Costs of all ways out of the start, or nothing. `weigh` is the cost of a way.
pub fn solve(
    engine: &Engine<'_>,
    graph: &Graph,
    kind: Kind,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Costs> {
    let unsuitable = |a: &super::explore::Arc| a.call || matches!(a.target, Target::GaveUp);
    if graph.arcs.iter().any(unsuitable) || engine.options.budget.stop_now().is_some() {
        return None;
    }
    let inputs: Vec<Sym> = engine.parameters().into_iter().map(|p| p.0).collect();
    let mut coefficients = 0;
    let mut table = |syms: Vec<Sym>| -> Option<Vec<(Monomial, usize)>> {
        if syms.len() > VARIABLES {
            return None;
        }
        let all: Vec<Option<Sym>> = std::iter::once(None)
            .chain(syms.into_iter().map(Some))
            .collect();
        let mut out = Vec::new();
        for (i, a) in all.iter().enumerate() {
            for b in all.iter().skip(i) {
                out.push((ordered(*a, *b), coefficients));
                coefficients += 1;
            }
        }
        Some(out)
    };
    let mut cuts: BTreeMap<CutId, Vec<(Monomial, usize)>> = BTreeMap::new();
    for (id, cut) in graph.cuts.iter() {
        let mut syms = inputs.clone();
        syms.extend(cut.syms().into_iter().map(|(_, s)| s));
        cuts.insert(id, table(syms)?);
    }
    let mut starts: BTreeMap<usize, Vec<(Monomial, usize)>> = BTreeMap::new();
    for (n, arc) in graph.arcs.iter().enumerate() {
        if arc.source.is_none() {
            starts.insert(n, table(inputs.clone())?);
        }
    }
    if coefficients > COEFFICIENTS {
        return None;
    }
    let mut system = System::default();
    for (number, arc) in graph.arcs.iter().enumerate() {
        let known = solved(&arc.arrival.state.facts);
        let source = match arc.source {
            Some(c) => cuts.get(&c)?,
            None => starts.get(&number)?,
        };
        // By monomial: the equation that its coefficient vanishes.
        let mut rows: BTreeMap<Monomial, Row> = BTreeMap::new();
        let weight = common(graph, number, kind, weigh);
        let mut own: Quadratic = product(&replaced(&weight.form, &known), &affine(&Lin::number(1)));
        for (a, b) in &weight.products {
            for (m, c) in product(&replaced(a, &known), &replaced(b, &known)) {
                let slot = own.entry(m).or_default();
                *slot = slot.plus_product(&c, &Q::int(1));
            }
        }
        for (m, c) in own {
            rows.entry(m).or_default().insert(None, c);
        }
        let mut add = |of: &Quadratic, p: usize, sign: &Q| {
            for (m, c) in of {
                let slot = rows.entry(*m).or_default().entry(Some(p)).or_default();
                *slot = slot.plus_product(c, sign);
            }
        };
        let one = Q::int(1);
        if let Target::Cut(id) = arc.target {
            let mu = graph.cuts.get(id)?.mu(&arc.arrival);
            let form = |v: &Option<Sym>| match v {
                None => affine(&Lin::number(1)),
                Some(v) => match mu.get(v) {
                    Some(f) => replaced(f, &known),
                    None => replaced(&Lin::var(*v), &known),
                },
            };
            for ((a, b), p) in cuts.get(&id)? {
                add(&product(&form(a), &form(b)), *p, &one);
            }
        }
        let form = |v: &Option<Sym>| match v {
            None => affine(&Lin::number(1)),
            Some(v) => replaced(&Lin::var(*v), &known),
        };
        for ((a, b), p) in source {
            add(&product(&form(a), &form(b)), *p, &one.negated());
        }
        for row in rows.into_values() {
            if !system.add(row) {
                return None;
            }
        }
    }
    let values = system.values();
    let cost = |of: &Vec<(Monomial, usize)>| -> Quadratic {
        of.iter()
            .filter_map(|(m, p)| Some((*m, values.get(p).filter(|q| !is_zero(q))?.clone())))
            .collect()
    };
    Some(starts.iter().map(|(n, of)| (*n, cost(of))).collect())
}

/// The cost that is taken for a way: its own, or the largest or smallest of
/// those between the same places.
fn common(graph: &Graph, number: usize, kind: Kind, weigh: &dyn Fn(usize) -> Weight) -> Weight {
    let own = weigh(number);
    let Some(arc) = graph.arcs.get(number).filter(|_| kind != Kind::Exact) else {
        return own;
    };
    let same = |a: &super::explore::Arc| {
        a.source == arc.source
            && match (&a.target, &arc.target) {
                (Target::Cut(x), Target::Cut(y)) => x == y,
                (Target::End(_), Target::End(_)) => true,
                _ => false,
            }
    };
    let all = graph.arcs.iter().enumerate().filter(|(_, a)| same(a));
    // Charges are not compared: each way has its own then.
    let all: Option<Vec<BigInt>> = all.map(|(n, _)| weigh(n).as_number().cloned()).collect();
    let best = all.and_then(|all| match kind {
        Kind::Upper => all.into_iter().max(),
        _ => all.into_iter().min(),
    });
    best.map_or(own, |n| Weight {
        form: Lin::number(n),
        products: Vec::new(),
    })
}

/// The polynomial as an expression, and what divides it.
pub fn expression(names: &mut Names, of: &Quadratic, up: bool) -> Option<Expr> {
    let mut divisor = BigInt::one();
    for c in of.values() {
        divisor = divisor.lcm(&c.denom());
    }
    let scaled = |c: &Q| c.times(&Q::from_int(&divisor)).numer();
    let mut linear = Lin::default();
    let mut sum = Vec::new();
    for ((a, b), c) in of {
        let c = scaled(c);
        match (a, b) {
            (Some(a), Some(b)) => {
                let mut parts = Vec::new();
                if !c.is_one() {
                    parts.push(Expr::number(c));
                }
                parts.push(names.expr(&Lin::var(*a))?);
                parts.push(names.expr(&Lin::var(*b))?);
                sum.push(Expr::Mul { of: parts });
            }
            (None, Some(v)) | (Some(v), None) => {
                linear = linear.plus_times(&Lin::var(*v), &c);
            }
            (None, None) => linear = linear.add(&c),
        }
    }
    if up {
        linear = linear.add(&(&divisor - 1));
    }
    let zero = linear.as_number().is_some_and(Zero::is_zero);
    if !zero || sum.is_empty() {
        match names.expr(&linear)? {
            Expr::Add { of } => sum.extend(of),
            other => sum.push(other),
        }
    }
    let whole = match (sum.len(), sum.pop()) {
        (1, Some(one)) => one,
        (_, Some(last)) => {
            sum.push(last);
            Expr::Add { of: sum }
        }
        (_, None) => Expr::number(0),
    };
    Some(match divisor.is_one() {
        true => whole,
        false => Expr::FloorDiv {
            of: Box::new(whole),
            by: Box::new(Expr::number(divisor)),
        },
    })
}

fn ordered(a: Option<Sym>, b: Option<Sym>) -> Monomial {
    if a <= b {
        (a, b)
    } else {
        (b, a)
    }
}

fn is_zero(q: &Q) -> bool {
    *q == Q::default()
}

fn affine(f: &Lin) -> Affine {
    let mut out: Affine = f.terms().map(|(v, c)| (Some(v), Q::from_int(c))).collect();
    if !f.constant().is_zero() {
        out.insert(None, Q::from_int(f.constant()));
    }
    out
}

/// `a + k * b`.
fn plus(a: &Affine, b: &Affine, k: &Q) -> Affine {
    let mut out = a.clone();
    for (v, c) in b {
        let slot = out.entry(*v).or_default();
        *slot = slot.plus_product(c, k);
        if is_zero(slot) {
            out.remove(v);
        }
    }
    out
}

/// With the variables that are known put in.
fn replaced(f: &Lin, known: &BTreeMap<Sym, Affine>) -> Affine {
    let mut out = affine(&Lin::number(f.constant().clone()));
    for (v, c) in f.terms() {
        let own = match known.get(&v) {
            Some(k) => k.clone(),
            None => affine(&Lin::var(v)),
        };
        out = plus(&out, &own, &Q::from_int(c));
    }
    out
}

fn product(a: &Affine, b: &Affine) -> Quadratic {
    let mut out = Quadratic::new();
    for (v, c) in a {
        for (w, d) in b {
            let slot = out.entry(ordered(*v, *w)).or_default();
            *slot = slot.plus_product(c, d);
        }
    }
    out.retain(|_, c| !is_zero(c));
    out
}

/// The equations of facts, solved for variables that occur in no other.
fn solved(facts: &Facts) -> BTreeMap<Sym, Affine> {
    let mut out: BTreeMap<Sym, Affine> = BTreeMap::new();
    for (d, i) in facts.iter() {
        let (Some(lo), Some(hi)) = (&i.lo, &i.hi) else {
            continue;
        };
        if lo != hi {
            continue;
        }
        let f = replaced(&d.add(&-lo), &out);
        // The youngest variable goes: inputs are the oldest.
        let Some((Some(v), c)) = f.iter().next_back().map(|(v, c)| (*v, c.clone())) else {
            continue;
        };
        // v = -(f - c*v) / c
        let mut rest = f;
        rest.remove(&Some(v));
        let k = c.inverse().negated();
        let value: Affine = rest.iter().map(|(w, d)| (*w, d.times(&k))).collect();
        for own in out.values_mut() {
            if let Some(c) = own.remove(&Some(v)) {
                *own = plus(own, &value, &c);
            }
        }
        out.insert(v, value);
    }
    out
}

/// Linear equations in echelon form: each row by the coefficient that it is
/// solved for.
#[derive(Default)]
struct System {
    rows: BTreeMap<usize, Row>,
}

impl System {
    /// Adds `row = 0`; false when the equations contradict each other.
    fn add(&mut self, mut row: Row) -> bool {
        row.retain(|_, c| !is_zero(c));
        loop {
            // Leading coefficient: the first that has a row of its own goes.
            let lead = row
                .keys()
                .flatten()
                .copied()
                .find(|p| self.rows.contains_key(p));
            let Some(p) = lead else {
                break;
            };
            let (Some(c), Some(own)) = (row.remove(&Some(p)), self.rows.get(&p)) else {
                break;
            };
            // own: p = sum of the others
            for (x, d) in own {
                let slot = row.entry(*x).or_default();
                *slot = slot.plus_product(d, &c);
            }
            row.retain(|_, c| !is_zero(c));
        }
        let Some(p) = row.keys().flatten().copied().next() else {
            return row.get(&None).is_none_or(is_zero);
        };
        let Some(c) = row.remove(&Some(p)) else {
            return true;
        };
        let k = c.inverse().negated();
        let solved: Row = row.iter().map(|(x, d)| (*x, d.times(&k))).collect();
        // No other row speaks of it.
        for own in self.rows.values_mut() {
            if let Some(c) = own.remove(&Some(p)) {
                for (x, d) in &solved {
                    let slot = own.entry(*x).or_default();
                    *slot = slot.plus_product(d, &c);
                }
                own.retain(|_, c| !is_zero(c));
            }
        }
        self.rows.insert(p, solved);
        true
    }

    /// A solution: what is free is 0.
    fn values(&self) -> BTreeMap<usize, Q> {
        self.rows
            .iter()
            .map(|(p, row)| (*p, row.get(&None).cloned().unwrap_or_default()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_and_contradictions_found() {
        let row = |of: &[(Option<usize>, i64)]| -> Row {
            of.iter().map(|(p, n)| (*p, Q::int(*n))).collect()
        };
        let mut s = System::default();
        // 2a + b - 7 = 0, a - b - 2 = 0
        assert!(s.add(row(&[(Some(0), 2), (Some(1), 1), (None, -7)])));
        assert!(s.add(row(&[(Some(0), 1), (Some(1), -1), (None, -2)])));
        assert!(s.add(row(&[(Some(0), 3), (None, -9)])));
        assert_eq!(s.values().get(&0), Some(&Q::int(3)));
        assert_eq!(s.values().get(&1), Some(&Q::int(1)));
        assert!(!s.add(row(&[(Some(1), 1), (None, -2)])));
    }
}
