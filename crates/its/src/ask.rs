//! Questions over integers that linear programs do not answer: a point that
//! satisfies atoms. Where they are linear, a point of the rational relaxation is
//! looked at first: it is often integral, and often there is none. That there is
//! none is then asked of [`ep_smt::integers`], which knows bounds and remainders and
//! the signs of products: of what a search for runs asks about products most has no
//! point, and nearly all of that follows from bounds. Z3 answers the others; a point
//! is evaluated before it is believed, and no model of the integer search is used,
//! so that a search goes on from the same points as without it. Source: own; rational
//! relaxations of integer programs are as in Schrijver, "Theory of Linear and Integer
//! Programming", 1986.
//! Cost: some milliseconds per question for Z3, and some for the first; less than
//! half of that for what is settled before it, within a limit of work.

use crate::counts::change;
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Rel};
use ep_base::Cancel;
use ep_smt::integers::{self as entailment, Context, Fact};
use ep_smt::linear::{Col, Constraint, Feasibility, Form, Relation, Search, Simplex, Q};
use ep_smt::z3::{Incremental, SessionOptions, Verdict};
use ep_term::{Pool, Sort, TermId, Value};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Pivots for a point of the relaxation.
const PIVOTS: u64 = 2_000;
/// Splits of an integer search.
const SPLITS: u32 = 20;
/// What its pivots may cost, see [`ep_smt::linear::Simplex::set_allowance`].
const WORK: u64 = 100_000;
/// The greatest degree that Z3 is asked about: above, one of its steps may take
/// all memory, and no limit is heard inside a step.
const MAX_DEGREE: u32 = 4;
/// Time for a question with products of variables.
const PRODUCTS: Duration = Duration::from_millis(300);

/// What was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Point {
    /// A point; variables that are not in it have any value.
    Found(BTreeMap<Var, Int>),
    /// There is none.
    None,
    /// Not known.
    Unknown,
}

/// Someone who answers.
pub struct Ask {
    pool: Pool,
    session: Incremental,
    variables: BTreeMap<Var, TermId>,
    units: u32,
    deadline: Option<Instant>,
    /// How often something was asked.
    pub questions: u64,
    /// How often there was no answer.
    pub unknown: u64,
}

impl Ask {
    /// With a limit of resource units per question, behind which stands the
    /// clock.
    pub fn new(units: u32, deadline: Option<Instant>, cancel: &Cancel) -> Self {
        let mut session = Incremental::new(SessionOptions::default());
        session.deadline = deadline;
        session.cancel = cancel.clone();
        Ask {
            pool: Pool::new(),
            session,
            variables: BTreeMap::new(),
            units,
            deadline,
            questions: 0,
            unknown: 0,
        }
    }

    /// With another limit of resource units per question; the one from before.
    pub fn limit(&mut self, units: u32) -> u32 {
        std::mem::replace(&mut self.units, units)
    }

    fn variable(&mut self, v: Var) -> TermId {
        let pool = &mut self.pool;
        *(self.variables.entry(v)).or_insert_with(|| pool.fresh_var(&v.to_string(), Sort::Int))
    }

    fn term(&mut self, p: &Poly) -> TermId {
        let mut sum = self.pool.int_i128(0);
        for (m, c) in p.terms() {
            let mut product = self.pool.int(c.clone());
            for (v, e) in m.powers() {
                let x = self.variable(*v);
                for _ in 0..*e {
                    product = self.pool.int_mul(product, x);
                }
            }
            sum = self.pool.int_add(sum, product);
        }
        sum
    }

    /// A point at which all atoms hold.
    pub fn point(&mut self, atoms: &[Atom]) -> Point {
        self.questions += 1;
        change(|c| c.questions += 1);
        if atoms.iter().any(|a| a.constant() == Some(false)) {
            return Point::None;
        }
        if let Some(point) = vertex(atoms) {
            return point;
        }
        if let Some(point) = settled(atoms) {
            return point;
        }
        let zero = self.pool.int_i128(0);
        if atoms.iter().any(|a| a.poly.degree() > MAX_DEGREE) {
            return Point::Unknown;
        }
        // Z3 counts little of what it does for products, so the clock stands
        // behind them.
        let own = match atoms.iter().all(|a| a.poly.is_linear()) {
            true => None,
            false => Some(Instant::now() + PRODUCTS),
        };
        self.session.deadline = [own, self.deadline].into_iter().flatten().min();
        let mut terms = Vec::with_capacity(atoms.len());
        for a in atoms {
            let t = self.term(&a.poly);
            terms.push(match a.rel {
                Rel::Ge => self.pool.int_le(zero, t),
                Rel::Eq => self.pool.eq(t, zero),
            });
        }
        change(|c| c.solver += 1);
        self.session.push();
        for t in terms {
            self.session.assert(&self.pool, t);
        }
        let verdict = self.session.check(self.units);
        let mut vars: Vec<Var> = atoms.iter().flat_map(|a| a.poly.vars()).collect();
        vars.sort_unstable();
        vars.dedup();
        let point = match verdict {
            Verdict::Unsat => Point::None,
            Verdict::Sat => self.read(&vars, atoms),
            Verdict::Incomplete | Verdict::Unknown(_) => Point::Unknown,
        };
        self.session.pop(1);
        if point == Point::Unknown {
            let late = self.session.deadline.is_some_and(|d| Instant::now() >= d);
            self.unknown += 1;
            change(|c| {
                c.unknown += 1;
                c.cuts += u64::from(late);
            });
        }
        point
    }

    fn read(&mut self, vars: &[Var], atoms: &[Atom]) -> Point {
        let terms: Vec<TermId> = vars.iter().map(|v| self.variable(*v)).collect();
        let Some(values) = self.session.values(&self.pool, &terms) else {
            return Point::Unknown;
        };
        let mut found = BTreeMap::new();
        for (v, value) in vars.iter().zip(values) {
            match value {
                Value::Int(n) => found.insert(*v, n),
                _ => return Point::Unknown,
            };
        }
        let holds = |a: &Atom| a.holds(&|v| found.get(&v).cloned()) == Some(true);
        match atoms.iter().all(holds) {
            true => Point::Found(found),
            false => Point::Unknown,
        }
    }
}

/// What the rational relaxation of linear atoms says: a point that happens to be
/// integral, or that there is none.
fn vertex(atoms: &[Atom]) -> Option<Point> {
    if !atoms.iter().all(|a| a.poly.is_linear()) {
        return None;
    }
    let mut simplex = Simplex::new();
    simplex.set_limit(Some(PIVOTS));
    let mut columns: BTreeMap<Var, Col> = BTreeMap::new();
    for (tag, a) in atoms.iter().enumerate() {
        let (terms, constant) = a.poly.as_linear()?;
        let term = |(v, c): (Var, Int)| {
            let column = *columns.entry(v).or_insert_with(|| simplex.column());
            (column, Q::from_int(&c))
        };
        let terms: Vec<(Col, Q)> = terms.into_iter().map(term).collect();
        let form = Form::new(terms, Q::from_int(&constant));
        let relation = match a.rel {
            Rel::Ge => Relation::Ge,
            Rel::Eq => Relation::Eq,
        };
        simplex.assert(&Constraint::new(form, relation, tag as u32));
    }
    match simplex.check() {
        Feasibility::Infeasible(_) => Some(Point::None),
        Feasibility::Feasible => {
            let model = simplex.model();
            let value = |(v, c): (&Var, &Col)| {
                let q = model.get(c.0 as usize)?;
                q.is_integer().then(|| (*v, q.numer()))
            };
            let found: BTreeMap<Var, Int> = columns.iter().map(value).collect::<Option<_>>()?;
            let holds = |a: &Atom| a.holds(&|v| found.get(&v).cloned()) == Some(true);
            atoms.iter().all(holds).then_some(Point::Found(found))
        }
        _ => None,
    }
}

/// What bounds, remainders and signs of products say ([`ep_smt::integers`]): that
/// there is no point. `None` where that is open.
fn settled(atoms: &[Atom]) -> Option<Point> {
    let mut context = Context::new(entailment::Options {
        search: Search {
            nodes: SPLITS,
            depth: SPLITS,
        },
        pivots: PIVOTS,
        work: Some(WORK),
        z3: 0,
    });
    let mut columns: BTreeMap<Var, Col> = BTreeMap::new();
    let zero = Form::zero();
    for a in atoms {
        let mut form = Form::zero();
        for (m, c) in a.poly.terms() {
            let mut factors = Vec::new();
            for (v, e) in m.powers() {
                let column = *columns.entry(*v).or_insert_with(|| context.column());
                factors.push((column, *e));
            }
            form = form.plus_multiple(&context.product(&factors), &Q::from_int(c));
        }
        context.assume(&match a.rel {
            Rel::Ge => Fact::ge(&form, &zero),
            Rel::Eq => Fact::eq(&form, &zero),
        });
    }
    context.contradictory().is_yes().then_some(Point::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_integers() {
        let x = Poly::var(Var(0));
        let mut ask = Ask::new(1_000_000, None, &Cancel::new());
        let half = [Atom::eq(&x.scaled(&2.into()), &Poly::from(1))];
        assert_eq!(ask.point(&half), Point::None);
        // Neither asks Z3.
        let parity = [Atom::eq(
            &x.scaled(&2.into()),
            &Poly::var(Var(1)).scaled(&4.into()).plus(&Poly::from(1)),
        )];
        assert_eq!(settled(&parity), Some(Point::None));
        let below = [Atom::ge0(x.times(&x).negated().minus(&Poly::from(1)))];
        assert_eq!(settled(&below), Some(Point::None));
        // A bound that squares itself ends, and says nothing.
        let grows = [
            Atom::ge(&x, &x.times(&x).minus(&x)),
            Atom::ge0(x.minus(&Poly::from(2))),
        ];
        assert_eq!(settled(&grows), None);
        let square = [
            Atom::eq(&x.times(&x), &Poly::from(49)),
            Atom::ge0(x.negated()),
        ];
        let found = Point::Found(BTreeMap::from([(Var(0), Int::from(-7))]));
        assert_eq!(ask.point(&square), found);
    }
}
