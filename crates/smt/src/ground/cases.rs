//! Proofs without a solver: by cases over the congruence closure.
//!
//! Idea: to prove a formula its negation is assumed; then the closure, the normal
//! forms of collections (`shapes`) and linear arithmetic (`linear`) look for a
//! contradiction. Without one a condition near the formula that is open is taken as
//! true and as false (conditions of `ite` first, nearest first), and each case is
//! closed in the same way. All rules only say what follows, so a contradiction in
//! every case is a proof; that none is found says nothing, and Z3 is asked.
//! Source: Nelson and Oppen's combination, with splitting on demand (Barrett,
//! Nieuwenhuis, Oliveras and Tinelli, 2006), kept to what permission proofs ask.
//! Cost: at most `CASES` cases, each linear in the terms the closure looks at,
//! and some tens of microseconds for the small methods this is made for.

use super::linear::{Row, System};
use super::prover::Prover;
use super::shapes::{Act, Forms, Kind, Part};
use ep_term::{Op, Sort, TermId};
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Cases that are looked at for one formula.
pub const CASES: u32 = 60;
/// Beyond this the solver's indexes are better.
const TERMS: usize = 20_000;
/// Terms that are visited for a condition.
const VISITS: usize = 400;
/// Rounds in which collections are united.
const ROUNDS: u32 = 30;

/// What linear arithmetic calls a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Unknown {
    Term(TermId),
    SizeOf(TermId),
}

#[derive(Default)]
struct Unknowns(FxHashMap<Unknown, u32>);

impl Unknowns {
    fn number(&mut self, u: Unknown) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(u).or_insert(next)
    }
}

impl Prover {
    /// Whether `t` follows by at most so many cases.
    pub fn by_cases(&mut self, t: TermId, cases: u32) -> bool {
        if matches!(self.pool.op(t), Op::Forall(_) | Op::Exists(_)) || self.facts.mark() > TERMS {
            return false;
        }
        let mark = self.facts.mark();
        let denied = self.pool.not(t);
        self.facts.assume(&mut self.pool, denied);
        let mut left = cases;
        let closed = self.close(t, &mut left);
        self.facts.undo_to(mark);
        closed
    }

    fn close(&mut self, goal: TermId, left: &mut u32) -> bool {
        if self.contradiction() {
            return true;
        }
        if *left < 2 {
            return false;
        }
        let Some(atom) = self.condition_near(goal) else {
            return false;
        };
        *left -= 2;
        for value in [true, false] {
            let mark = self.facts.mark();
            let case = match value {
                true => atom,
                false => self.pool.not(atom),
            };
            self.facts.assume(&mut self.pool, case);
            let closed = self.close(goal, left);
            self.facts.undo_to(mark);
            if !closed {
                return false;
            }
        }
        true
    }

    /// What is known contradicts itself, as far as the theories see.
    fn contradiction(&mut self) -> bool {
        for _ in 0..ROUNDS {
            if self.facts.conflict() {
                return true;
            }
            if !self.shapes.any() || !self.unite_collections() {
                break;
            }
        }
        self.facts.conflict() || self.arithmetic().contradicts()
    }

    /// Unites collections with the same normal form; true if something was learned.
    fn unite_collections(&mut self) -> bool {
        let before = self.facts.mark();
        let mut forms = Forms::default();
        let mut seen: FxHashMap<(Sort, Vec<Part>), TermId> = FxHashMap::default();
        let mut inside: FxHashSet<(TermId, Part)> = FxHashSet::default();
        let terms: Vec<TermId> = self.facts.terms().collect();
        let mut acts = Vec::new();
        for t in terms {
            let Some((kind, act)) = self.shapes.act(&self.pool, t) else {
                continue;
            };
            acts.push((t, kind, act));
            if !matches!(act, Act::Empty | Act::Single | Act::Join | Act::Add) {
                continue;
            }
            let form = self.shapes.form(&self.pool, &self.facts, t, &mut forms);
            // One part that is a collection is all of it.
            let whole = match form[..] {
                [Part::Whole(w)] => Some(w),
                _ => seen.get(&(self.pool.sort(t), form.clone())).copied(),
            };
            match whole {
                Some(other) if self.facts.rep(other) != self.facts.rep(t) => {
                    self.facts.unite(&mut self.pool, t, other);
                    // Representatives changed: what was found is out of date.
                    return true;
                }
                Some(_) => {}
                None => {
                    seen.insert((self.pool.sort(t), form), t);
                }
            }
        }
        for &(t, kind, act) in &acts {
            let args = self.pool.args(t).to_vec();
            if act == Act::In && kind != Kind::Multiset {
                let form = self
                    .shapes
                    .form(&self.pool, &self.facts, args[1], &mut forms);
                if self.facts.truth(&self.pool, t) == Some(true) {
                    for &p in form.iter().filter(|_| form.len() == 1) {
                        inside.insert((self.facts.rep(args[0]), p));
                    }
                }
            }
        }
        for (t, kind, act) in acts {
            let args = self.pool.args(t).to_vec();
            let value = self.facts.truth(&self.pool, t);
            let says = match act {
                Act::Equal if self.facts.rep(args[0]) == self.facts.rep(args[1]) => Some(true),
                Act::Equal => {
                    if value == Some(true) {
                        self.facts.unite(&mut self.pool, args[0], args[1]);
                        return true;
                    }
                    None
                }
                Act::In if kind != Kind::Multiset => {
                    let x = self.facts.rep(args[0]);
                    let form = self
                        .shapes
                        .form(&self.pool, &self.facts, args[1], &mut forms);
                    let is = |p: &Part| *p == Part::Element(x) || inside.contains(&(x, *p));
                    match form.is_empty() {
                        true => Some(false),
                        false => form.iter().any(is).then_some(true),
                    }
                }
                Act::Subset if kind == Kind::Set => {
                    let a = self
                        .shapes
                        .form(&self.pool, &self.facts, args[0], &mut forms);
                    let b = self
                        .shapes
                        .form(&self.pool, &self.facts, args[1], &mut forms);
                    a.iter().all(|p| b.contains(p)).then_some(true)
                }
                _ => None,
            };
            if let (Some(says), true) = (says, says != value) {
                let t = match says {
                    true => t,
                    false => self.pool.not(t),
                };
                self.facts.assume(&mut self.pool, t);
                if self.facts.conflict() {
                    return true;
                }
            }
        }
        self.facts.mark() != before
    }

    /// The comparisons that are known, the sums, and the sizes of collections.
    fn arithmetic(&mut self) -> System {
        let mut system = System::default();
        let mut names = Unknowns::default();
        let mut forms = Forms::default();
        let terms: Vec<TermId> = self.facts.terms().collect();
        for t in terms {
            // What overflows is left out.
            if self
                .constrain(t, &mut system, &mut names, &mut forms)
                .is_none()
            {
                continue;
            }
        }
        system
    }

    fn constrain(
        &mut self,
        t: TermId,
        system: &mut System,
        names: &mut Unknowns,
        forms: &mut Forms,
    ) -> Option<()> {
        let args = self.pool.args(t).to_vec();
        match self.pool.op(t) {
            op @ (Op::IntLt | Op::IntLe | Op::RealLt | Op::RealLe) => {
                let value = self.facts.truth(&self.pool, t)?;
                let strict = matches!(op, Op::IntLt | Op::RealLt);
                let (a, b, strict) = match value {
                    true => (args[0], args[1], strict),
                    false => (args[1], args[0], !strict),
                };
                let integer = matches!(op, Op::IntLt | Op::IntLe);
                let mut row = Row::new(0, integer);
                self.linear(a, 1, &mut row, names)?;
                self.linear(b, -1, &mut row, names)?;
                row.strict = strict;
                system.at_most(row);
            }
            Op::Eq if self.facts.truth(&self.pool, t) == Some(false) => {
                let sort = self.pool.sort(args[0]);
                if sort != Sort::Int {
                    return None;
                }
                // What is at most another and differs is less.
                for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
                    let le = self.pool.int_le(a, b);
                    if self.facts.truth(&self.pool, le) == Some(true) {
                        let mut row = Row::new(0, true);
                        self.linear(a, 1, &mut row, names)?;
                        self.linear(b, -1, &mut row, names)?;
                        row.strict = true;
                        system.at_most(row);
                    }
                }
            }
            Op::IntAdd | Op::IntMul | Op::RealAdd | Op::RealMul => {
                let integer = self.pool.sort(t) == Sort::Int;
                let mut row = Row::new(0, integer);
                self.linear(t, 1, &mut row, names)?;
                self.class(t, -1, &mut row, names)?;
                system.equal(row);
            }
            _ => {
                let (kind, act) = self.shapes.act(&self.pool, t)?;
                if act == Act::In && kind == Kind::Multiset {
                    let own = self.shapes.form(&self.pool, &self.facts, args[1], forms);
                    let x = Part::Element(self.facts.rep(args[0]));
                    let n = own.iter().filter(|&&p| p == x).count() as i128;
                    let mut least = Row::new(n, true);
                    self.class(t, -1, &mut least, names)?;
                    // It is all there is.
                    match own.iter().all(|&p| p == x) {
                        true => system.equal(least),
                        false => system.at_most(least),
                    }
                }
                if act == Act::Size {
                    let own = self.shapes.form(&self.pool, &self.facts, args[0], forms);
                    let mut row = Row::new(0, true);
                    self.class(t, -1, &mut row, names)?;
                    let mut lower = Row::new(0, true);
                    self.class(t, -1, &mut lower, names)?;
                    system.at_most(lower);
                    if kind == Kind::Set && own.len() > 1 {
                        // At least one element where one is known.
                        if own.iter().any(|p| matches!(p, Part::Element(_))) {
                            let mut some = Row::new(1, true);
                            self.class(t, -1, &mut some, names)?;
                            system.at_most(some);
                        }
                        return Some(());
                    }
                    for p in own {
                        match p {
                            Part::Element(_) => row.constant += 1,
                            Part::Whole(w) => {
                                let x = names.number(Unknown::SizeOf(w));
                                row.add(x, 1)?;
                                let mut lower = Row::new(0, true);
                                lower.add(x, -1)?;
                                system.at_most(lower);
                            }
                        }
                    }
                    system.equal(row);
                }
            }
        }
        Some(())
    }

    /// Adds `by` times the term, taken apart where it is a sum.
    fn linear(&self, t: TermId, by: i128, row: &mut Row, names: &mut Unknowns) -> Option<()> {
        let args = self.pool.args(t);
        match self.pool.op(t) {
            Op::IntAdd | Op::RealAdd => {
                for &a in args {
                    self.linear(a, by, row, names)?;
                }
                Some(())
            }
            Op::IntMul | Op::RealMul => {
                let mut factor = by;
                let mut other = None;
                for &a in args {
                    match (self.number(a), other) {
                        (Some(n), _) => factor = factor.checked_mul(n?)?,
                        (None, None) => other = Some(a),
                        // A product of unknowns is an unknown of its own, with the
                        // numbers among its factors inside.
                        (None, Some(_)) => return self.class(t, by, row, names),
                    }
                }
                match other {
                    Some(a) => self.linear(a, factor, row, names),
                    None => self.constant(factor, row),
                }
            }
            _ => self.class(t, by, row, names),
        }
    }

    /// Adds `by` times the class of the term.
    fn class(&self, t: TermId, by: i128, row: &mut Row, names: &mut Unknowns) -> Option<()> {
        match self.number(t) {
            Some(n) => self.constant(by.checked_mul(n?)?, row),
            None => row.add(names.number(Unknown::Term(self.facts.rep(t))), by),
        }
    }

    fn constant(&self, n: i128, row: &mut Row) -> Option<()> {
        row.constant = row.constant.checked_add(n)?;
        Some(())
    }

    /// The value of the term, if it is known; inside `None` if it is no small integer.
    fn number(&self, t: TermId) -> Option<Option<i128>> {
        let literal = match self.pool.op(t).is_const() {
            true => t,
            false => self.facts.value(t)?,
        };
        match self.pool.sort(literal) {
            Sort::Int => Some(self.pool.as_int(literal).and_then(ToPrimitive::to_i128)),
            Sort::Real => {
                let n = self.pool.as_real(literal)?;
                Some(n.is_integer().then(|| n.numer().to_i128()).flatten())
            }
            _ => None,
        }
    }

    /// An open condition on the way from the formula outwards, through the classes of
    /// its terms.
    fn condition_near(&mut self, goal: TermId) -> Option<TermId> {
        let mut queue: VecDeque<TermId> = VecDeque::from([goal]);
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut clause = None;
        while let Some(t) = queue.pop_front() {
            if !seen.insert(t) || seen.len() > VISITS {
                continue;
            }
            let mut args = self.pool.args(t).to_vec();
            let value = self.facts.truth(&self.pool, t);
            match self.pool.op(t) {
                // Only the side that counts.
                Op::Ite if self.facts.truth(&self.pool, args[0]).is_some() => {
                    let yes = self.facts.truth(&self.pool, args[0]) == Some(true);
                    args = vec![args[if yes { 1 } else { 2 }]];
                }
                Op::Forall(_) | Op::Exists(_) => continue,
                Op::Ite => {
                    if let Some(atom) = self.open_atom(args[0]) {
                        return Some(atom);
                    }
                }
                Op::And | Op::Or if clause.is_none() && (t == goal || value.is_none()) => {
                    clause = args.iter().find_map(|&a| self.open_atom(a));
                }
                // That numbers are equal is proved by both inequalities.
                Op::Eq if t == goal && self.pool.sort(args[0]) == Sort::Int => {
                    let le = self.pool.int_le(args[0], args[1]);
                    if self.facts.decide(&mut self.pool, le).is_none() {
                        return Some(le);
                    }
                }
                _ => {}
            }
            for a in args {
                queue.push_back(a);
            }
            if self.pool.sort(t) != Sort::Bool {
                for m in self.facts.members(t) {
                    queue.push_back(m);
                }
            }
        }
        clause.or_else(|| self.open_clause(&seen))
    }

    /// An open condition of a known disjunction (or of a conjunction that is known to be
    /// false), of one about something that was seen if there is one.
    fn open_clause(&self, seen: &FxHashSet<TermId>) -> Option<TermId> {
        let mut any = None;
        for (junction, value) in [(Op::Or, true), (Op::And, false)] {
            let known = self.facts.members(self.pool.boolean(value));
            for &t in known.iter().rev().filter(|&&t| self.pool.op(t) == junction) {
                let args = self.pool.args(t);
                let explains = |&a: &TermId| self.facts.truth(&self.pool, a) == Some(value);
                if args.iter().any(explains) {
                    continue;
                }
                let Some(atom) = args.iter().find_map(|&a| self.open_atom(a)) else {
                    continue;
                };
                let near = |&a: &TermId| self.pool.args(a).iter().any(|x| seen.contains(x));
                if args.iter().any(near) {
                    return Some(atom);
                }
                any = any.or(Some(atom));
            }
        }
        any
    }

    /// The first atom of a condition whose value is open.
    fn open_atom(&self, t: TermId) -> Option<TermId> {
        if self.facts.truth(&self.pool, t).is_some() || self.pool.as_bool(t).is_some() {
            return None;
        }
        match self.pool.op(t) {
            Op::Forall(_) | Op::Exists(_) => None,
            Op::Not | Op::And | Op::Or => {
                let mut args = self.pool.args(t).iter();
                args.find_map(|&a| self.open_atom(a))
            }
            Op::Ite => {
                let args = self.pool.args(t);
                self.open_atom(args[0]).or(Some(t))
            }
            _ => Some(t),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::FunId;
    use std::collections::BTreeSet;

    /// A value of the small world that claims are checked in.
    #[derive(Clone, PartialEq, Debug)]
    enum Value {
        Bool(bool),
        Int(i128),
        List(Vec<i128>),
    }
    use Value::{Bool, Int, List};

    struct World {
        kind: Kind,
        acts: Vec<(FunId, Act)>,
        values: Vec<(TermId, Value)>,
    }

    impl World {
        fn list(&self, mut items: Vec<i128>) -> Value {
            if self.kind != Kind::Seq {
                items.sort_unstable();
            }
            if self.kind == Kind::Set {
                items = items
                    .into_iter()
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .collect();
            }
            List(items)
        }

        fn value(&self, p: &Prover, t: TermId) -> Value {
            if let Some((_, v)) = self.values.iter().find(|(x, _)| *x == t) {
                return v.clone();
            }
            let args: Vec<Value> = p.pool.args(t).iter().map(|&a| self.value(p, a)).collect();
            let ints = || -> Vec<i128> {
                args.iter()
                    .map(|a| match a {
                        Int(n) => *n,
                        other => panic!("{other:?}"),
                    })
                    .collect()
            };
            let bools = || -> Vec<bool> { args.iter().map(|a| *a == Bool(true)).collect() };
            let items = |a: &Value| match a {
                List(l) => l.clone(),
                other => panic!("{other:?}"),
            };
            match p.pool.op(t) {
                Op::IntConst(_) => Int(p
                    .pool
                    .as_int(t)
                    .and_then(ToPrimitive::to_i128)
                    .expect("small")),
                Op::IntAdd => Int(ints().iter().sum()),
                Op::IntMul => Int(ints().iter().product()),
                Op::IntLt => Bool(ints()[0] < ints()[1]),
                Op::IntLe => Bool(ints()[0] <= ints()[1]),
                Op::Eq => Bool(args[0] == args[1]),
                Op::Not => Bool(!bools()[0]),
                Op::And => Bool(bools().iter().all(|&b| b)),
                Op::Or => Bool(bools().iter().any(|&b| b)),
                Op::Ite if bools()[0] => args[1].clone(),
                Op::Ite => args[2].clone(),
                Op::Apply(f) => {
                    let act = self.acts.iter().find(|a| a.0 == f).expect("declared").1;
                    match act {
                        Act::Empty => List(Vec::new()),
                        Act::Single => List(vec![ints()[0]]),
                        Act::Join => self.list([items(&args[0]), items(&args[1])].concat()),
                        Act::Size => Int(items(&args[0]).len() as i128),
                        Act::Equal => Bool(args[0] == args[1]),
                        Act::In => {
                            let found = items(&args[1]).into_iter().filter(|&n| args[0] == Int(n));
                            match self.kind {
                                Kind::Multiset => Int(found.count() as i128),
                                _ => Bool(found.count() > 0),
                            }
                        }
                        Act::Subset => {
                            Bool(items(&args[0]).iter().all(|x| items(&args[1]).contains(x)))
                        }
                        Act::Add => panic!("not generated"),
                    }
                }
                _ => match p.pool.as_bool(t) {
                    Some(b) => Bool(b),
                    None => panic!("{}", p.pool.infix(t)),
                },
            }
        }
    }

    /// Random path conditions and goals over a small world: what is claimed holds in
    /// every world in which the path condition does.
    #[test]
    fn what_is_proved_holds_in_every_small_world() {
        let mut seed = 5u64;
        let mut random = |n: usize| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        let mut proved = 0;
        for round in 0..2400 {
            let kind = [Kind::Seq, Kind::Set, Kind::Multiset][round % 3];
            let mut p = Prover::new(0, 1, 1);
            let s = p.pool.uninterpreted_sort("S");
            let mut acts = Vec::new();
            let mut declare = |p: &mut Prover, name: &str, params: &[Sort], result: Sort, act| {
                let f = p.pool.declare_fun(name, params, result);
                p.shapes.declare(kind, name, f);
                acts.push((f, act));
                f
            };
            let empty = declare(&mut p, "empty", &[], s, Act::Empty);
            let single = declare(&mut p, "single", &[Sort::Int], s, Act::Single);
            let join = if kind == Kind::Seq { "append" } else { "union" };
            let join = declare(&mut p, join, &[s, s], s, Act::Join);
            let size = declare(&mut p, "size", &[s], Sort::Int, Act::Size);
            let equal = declare(&mut p, "equal", &[s, s], Sort::Bool, Act::Equal);
            let result = match kind {
                Kind::Multiset => Sort::Int,
                _ => Sort::Bool,
            };
            let inside = declare(&mut p, "in", &[Sort::Int, s], result, Act::In);
            let subset = (kind == Kind::Set)
                .then(|| declare(&mut p, "subset", &[s, s], Sort::Bool, Act::Subset));
            let lists: Vec<TermId> = (0..3)
                .map(|i| p.pool.fresh_var(&format!("s{i}"), s))
                .collect();
            let numbers: Vec<TermId> = (0..2)
                .map(|i| p.pool.fresh_var(&format!("n{i}"), Sort::Int))
                .collect();
            let flag = p.pool.fresh_var("b", Sort::Bool);
            let mut ls = lists.clone();
            ls.push(p.pool.apply(empty, &[]));
            let mut ns = numbers.clone();
            ns.push(p.pool.int_i128(1));
            let mut bs = vec![flag];
            for _ in 0..14 {
                let (l, m) = (ls[random(ls.len())], ls[random(ls.len())]);
                let (x, y) = (ns[random(ns.len())], ns[random(ns.len())]);
                let (b, c) = (bs[random(bs.len())], bs[random(bs.len())]);
                match random(14) {
                    0 => ls.push(p.pool.apply(single, &[x])),
                    1 | 2 => ls.push(p.pool.apply(join, &[l, m])),
                    3 => ls.push(p.pool.ite(b, l, m)),
                    4 => ns.push(p.pool.apply(size, &[l])),
                    5 => ns.push(p.pool.int_add(x, y)),
                    6 => bs.push(p.pool.apply(equal, &[l, m])),
                    7 => bs.push(p.pool.eq(l, m)),
                    8 => bs.push(p.pool.int_le(x, y)),
                    9 => bs.push(p.pool.int_lt(x, y)),
                    10 => bs.push(p.pool.eq(x, y)),
                    11 => bs.push(p.pool.not(b)),
                    12 => bs.push(p.pool.or(b, c)),
                    _ => match subset {
                        Some(f) if random(2) == 0 => bs.push(p.pool.apply(f, &[l, m])),
                        _ if kind == Kind::Multiset => ns.push(p.pool.apply(inside, &[x, l])),
                        _ => bs.push(p.pool.apply(inside, &[x, l])),
                    },
                }
            }
            let given: Vec<TermId> = (0..3).map(|_| bs[random(bs.len())]).collect();
            for &t in &given {
                p.assume(t);
            }
            let goals: Vec<TermId> = bs
                .iter()
                .copied()
                .filter(|&t| !p.dead() && p.decide(t).is_none() && p.by_cases(t, CASES))
                .collect();
            if goals.is_empty() {
                continue;
            }
            proved += goals.len();
            let choices: [&[i128]; 5] = [&[], &[0], &[1], &[0, 1], &[1, 0]];
            for code in 0..(5 * 5 * 5 * 3 * 3 * 2usize) {
                let mut world = World {
                    kind,
                    acts: acts.clone(),
                    values: vec![(flag, Bool(code % 2 == 0))],
                };
                let mut rest = code / 2;
                for &n in &numbers {
                    world.values.push((n, Int((rest % 3) as i128 - 1)));
                    rest /= 3;
                }
                for &l in &lists {
                    let v = world.list(choices[rest % 5].to_vec());
                    world.values.push((l, v));
                    rest /= 5;
                }
                if given.iter().all(|&t| world.value(&p, t) == Bool(true)) {
                    for &g in &goals {
                        assert_eq!(
                            world.value(&p, g),
                            Bool(true),
                            "{} in {:?}",
                            p.pool.infix(g),
                            world.values
                        );
                    }
                }
            }
        }
        assert!(proved > 300, "only {proved} goals were proved");
    }

    #[test]
    fn a_product_of_unknowns_keeps_its_known_factors() {
        let mut p = Prover::new(0, 1, 1);
        let [x, y, z] = ["x", "y", "z"].map(|n| p.pool.fresh_var(n, Sort::Int));
        let xy = p.pool.int_mul(x, y);
        let xyz = p.pool.int_mul(xy, z);
        let two = p.pool.int(2.into());
        let known = p.pool.eq(x, two);
        p.assume(known);
        let zero = p.pool.int(0.into());
        let nothing = p.pool.eq(xyz, zero);
        assert!(!p.by_cases(nothing, CASES));
        // With one unknown it is that often the unknown.
        let double = p.pool.int_add(y, y);
        let same = p.pool.eq(xy, double);
        assert!(p.by_cases(same, CASES));
    }

    #[test]
    fn a_set_without_duplicates_is_not_a_bag() {
        let mut p = Prover::new(0, 1, 1);
        let s = p.pool.uninterpreted_sort("S");
        let union = p.pool.declare_fun("union", &[s, s], s);
        let a = p.pool.fresh_var("a", s);
        let twice = p.pool.apply(union, &[a, a]);
        let same = p.pool.eq(twice, a);
        p.shapes.declare(Kind::Multiset, "union", union);
        assert!(!p.by_cases(same, CASES));
        p.shapes.declare(Kind::Set, "union", union);
        assert!(p.by_cases(same, CASES));
    }
}
