//! Iterated separating conjunctions: `forall xs :: c(xs) ==> acc(e(xs).f, p(xs))`.
//!
//! Idea: an iterated assertion is a chunk whose amount and value are terms over the
//! formal arguments of the resource: `dom(l) ? p(inv(l)) : none`, with the symbols of
//! `closures` for the inverse of `e`. That the inverse exists is proved first: two
//! values of the variables under the condition, with some permission, have different
//! locations. Where a variable is itself an argument of the location (`acc(x.f)`,
//! `acc(P(x, y))`) it needs no inverse. Under the quantifier, `&&`, `==>`, `? :`,
//! `let` and further quantifiers are taken apart, as Viper does.
//! Chunks of single locations stay what they are; only where a location is not theirs
//! for sure does a question sum up all chunks.
//! Source: Müller, Schwerhoff, Summers, CAV 2016, sections 3 and 4.
//! Cost: linear in the assertion, one question for injectivity.

use crate::closures::{patterns, Role};
use crate::engine::Engine;
use crate::error::{Fail, Reason, Res};
use crate::heap::{Args, Chunk, Heap, Place};
use crate::produce::Then;
use crate::state::{Snap, State};
use crate::triggers::{by_sums, for_all, with_other_names};
use ep_ivl::ast::{
    Access, BinOp, Binder, ExprId, ExprKind, Permission, Quantifier, Resource, Trigger, VarId,
};
use ep_term::{Op, Pool, Sort, TermId, VarId as Symbol};
use rustc_hash::FxHashMap;

/// What stands between the quantifier and a conjunct of its body.
#[derive(Clone, Copy)]
enum Step {
    /// A condition, or its negation.
    Condition(ExprId, bool),
    Let(VarId, ExprId),
}

/// One conjunct under its quantifiers.
#[derive(Clone)]
pub struct Part {
    vars: Vec<VarId>,
    triggers: Vec<Trigger>,
    steps: Vec<Step>,
    pub leaf: ExprId,
    /// It has permissions.
    pub impure: bool,
}

/// What a part was evaluated to, over symbols for its variables.
struct Found<T> {
    bound: Vec<TermId>,
    condition: TermId,
    triggers: Vec<Vec<TermId>>,
    value: T,
}

/// An `acc` under quantifiers, as terms over canonical variables.
#[derive(Clone)]
pub struct Spread {
    pub place: Place,
    pub vars: Vec<TermId>,
    pub condition: TermId,
    pub args: Args,
    pub amount: TermId,
    /// `none < amount`, where that is not clear.
    pub positive: TermId,
    pub wild: bool,
    triggers: Vec<Vec<TermId>>,
}

/// A spread by location: terms over the formal arguments.
#[derive(Clone)]
pub struct Share {
    pub place: Place,
    pub formals: Args,
    /// The location is meant.
    pub domain: TermId,
    /// How much of it, `none` outside of the domain.
    pub amount: TermId,
}

impl<'p> Engine<'p> {
    /// A resource under variables and a condition, as one conjunct.
    pub fn resource_part(vars: &[VarId], guard: Option<ExprId>, resource: ExprId) -> Part {
        Part {
            vars: vars.to_vec(),
            triggers: Vec::new(),
            steps: guard
                .map(|c| Step::Condition(c, true))
                .into_iter()
                .collect(),
            leaf: resource,
            impure: true,
        }
    }

    /// The conjuncts under a quantifier.
    pub fn parts_of(&self, binder: &Binder, inhaled: bool) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        let start = Part {
            vars: Vec::new(),
            triggers: Vec::new(),
            steps: Vec::new(),
            leaf: binder.body,
            impure: true,
        };
        self.under_binder(binder, &start, inhaled, &mut parts)?;
        Some(parts)
    }

    fn under_binder(
        &self,
        binder: &Binder,
        outer: &Part,
        inhaled: bool,
        parts: &mut Vec<Part>,
    ) -> Option<()> {
        if binder.quantifier != Quantifier::Forall {
            return None;
        }
        let mut inner = outer.clone();
        inner.vars.extend_from_slice(&binder.vars);
        inner.triggers = match (outer.triggers.is_empty(), outer.vars.is_empty()) {
            (_, true) => binder.triggers.clone(),
            // The triggers of both have to match.
            _ => {
                let both = |o: &Trigger| -> Vec<Trigger> {
                    let join = |i: &Trigger| [&o[..], &i[..]].concat();
                    binder.triggers.iter().map(join).collect()
                };
                outer.triggers.iter().flat_map(both).collect()
            }
        };
        self.take_apart(binder.body, &inner, inhaled, parts)
    }

    fn take_apart(
        &self,
        e: ExprId,
        part: &Part,
        inhaled: bool,
        parts: &mut Vec<Part>,
    ) -> Option<()> {
        let expr = self.program.expr(e);
        let with = |step: Step| {
            let mut p = part.clone();
            p.steps.push(step);
            p
        };
        match &expr.kind {
            ExprKind::Binary(BinOp::And, a, b) if expr.impure => {
                self.take_apart(*a, part, inhaled, parts)?;
                self.take_apart(*b, part, inhaled, parts)
            }
            ExprKind::Binary(BinOp::Implies, c, a) if expr.impure => {
                self.take_apart(*a, &with(Step::Condition(*c, true)), inhaled, parts)
            }
            ExprKind::Cond(c, a, b) if expr.impure => {
                self.take_apart(*a, &with(Step::Condition(*c, true)), inhaled, parts)?;
                self.take_apart(*b, &with(Step::Condition(*c, false)), inhaled, parts)
            }
            ExprKind::Let(x, value, body) if expr.impure => {
                self.take_apart(*body, &with(Step::Let(*x, *value)), inhaled, parts)
            }
            ExprKind::InhaleExhale(a, b) => {
                self.take_apart(if inhaled { *a } else { *b }, part, inhaled, parts)
            }
            ExprKind::Quantified(binder) if expr.impure => {
                self.under_binder(binder, part, inhaled, parts)
            }
            ExprKind::Acc(_) | ExprKind::Wand(..) => {
                let mut p = part.clone();
                p.leaf = e;
                parts.push(p);
                Some(())
            }
            _ if expr.impure && !matches!(expr.kind, ExprKind::Unfolding(..)) => None,
            _ => {
                let mut p = part.clone();
                p.leaf = e;
                p.impure = false;
                parts.push(p);
                Some(())
            }
        }
    }

    /// Evaluates under the quantifiers and conditions of a part. What was learned is
    /// assumed for all values of the variables. `None` where no values satisfy the
    /// conditions: then the part says nothing, and the path goes on.
    fn in_part<T>(
        &mut self,
        st: &State,
        part: &Part,
        run: impl FnOnce(&mut Self, &State) -> Res<T>,
    ) -> Res<Option<Found<T>>> {
        let Some(vars) = self.vars_of(st) else {
            return self.unsupported("a quantifier outside of a member", self.blame.span);
        };
        let mut inner = st.clone();
        let mut bound = Vec::new();
        for &v in &part.vars {
            let t = self.fresh_for(vars, v);
            inner.store.set(v, t);
            bound.push(t);
        }
        self.prover.push();
        let mark = self.prover.entries().len();
        let mut condition = self.prover.pool.tru();
        let (value, triggers) = self.binding(|v| {
            let mut result: Res<()> = Ok(());
            for step in &part.steps {
                let (Step::Condition(e, _) | Step::Let(_, e)) = *step;
                match (v.eval(&inner, e), *step) {
                    (Ok(t), Step::Condition(_, positive)) => {
                        let t = if positive { t } else { v.prover.pool.not(t) };
                        condition = v.prover.pool.and(condition, t);
                        v.prover.assume_branch(t);
                    }
                    (Ok(t), Step::Let(x, _)) => inner.store.set(x, t),
                    (Err(fail), _) => {
                        result = Err(fail);
                        break;
                    }
                }
            }
            let value = match result {
                Ok(()) => run(v, &inner),
                Err(fail) => Err(fail),
            };
            let triggers = match value.is_ok() {
                true => v.eval_triggers(&inner, part.triggers.iter()),
                false => Vec::new(),
            };
            (value, triggers)
        });
        let mut learned = Vec::new();
        let mut given = self.prover.pool.tru();
        let entries = self.prover.entries()[mark..].to_vec();
        for entry in entries {
            if entry.branch {
                given = self.prover.pool.and(given, entry.term);
            } else {
                let fact = self.prover.pool.implies(given, entry.term);
                if self.closures.definitions.contains(&entry.term) {
                    self.closures.definitions.insert(fact);
                }
                learned.push(fact);
            }
        }
        self.prover.pop();
        let value = match value {
            Err(Fail::Unreachable) => return Ok(None),
            other => other?,
        };
        let ids: Vec<_> = (bound.iter())
            .filter_map(|&t| self.prover.pool.as_var(t))
            .collect();
        let usable = self.usable(&ids, &triggers);
        self.learn_for_all(&ids, learned, &usable);
        Ok(Some(Found {
            bound,
            condition,
            triggers: usable,
            value,
        }))
    }

    /// A pure conjunct as a formula.
    pub fn pure_part(&mut self, st: &State, part: &Part) -> Res<TermId> {
        let leaf = part.leaf;
        let Some(found) = self.in_part(st, part, |v, inner| v.eval(inner, leaf))? else {
            return Ok(self.prover.pool.tru());
        };
        let body = self.prover.pool.implies(found.condition, found.value);
        let ids: Vec<_> = (found.bound.iter())
            .filter_map(|&t| self.prover.pool.as_var(t))
            .collect();
        let terms = found.triggers.iter().flatten().copied().chain([body]);
        let mentioned = self.mentioned(&ids, terms);
        let pool = &mut self.prover.pool;
        let all = for_all(pool, &mentioned, body, &found.triggers);
        Ok(self.other_names(all))
    }

    /// An `acc` conjunct as terms over canonical variables; `None` if it is about no
    /// location.
    pub fn spread(&mut self, st: &State, part: &Part) -> Res<Option<Spread>> {
        let program = self.program;
        let leaf = part.leaf;
        let wand;
        let access: &Access = match &program.expr(leaf).kind {
            ExprKind::Acc(access) => access,
            kind => {
                let resource = match kind {
                    ExprKind::Field(receiver, f) => Resource::Field(*receiver, *f),
                    _ => Resource::Wand(leaf),
                };
                wand = Access {
                    resource,
                    amount: None,
                };
                &wand
            }
        };
        let symbols = self.prover.pool.var_count();
        let found = self.in_part(st, part, |v, inner| {
            // Amounts and locations are those of the state, whatever is left of it.
            let inner = &State {
                left: None,
                ..inner.clone()
            };
            let (place, args) = v.resource(inner, &access.resource)?;
            let amount = v.amount(inner, access)?;
            v.not_negative(inner, access, amount, leaf)?;
            Ok((place, args, amount))
        })?;
        let Some(found) = found else {
            return Ok(None);
        };
        let (place, args, mut amount) = found.value;
        let wild = st.wild || self.is_wildcard(access);
        if wild && !st.read_only {
            amount = self.wildcard_by_location(amount, symbols, &found.bound)?;
        }
        let only = |a: ExprId| program.expr(a).kind == ExprKind::Amount(Permission::Wildcard);
        if st.read_only && access.amount.is_some_and(only) {
            amount = self.some;
        }
        let plain = access
            .amount
            .is_none_or(|a| program.expr(a).kind == ExprKind::Amount(Permission::Wildcard));
        let positive = match plain && st.scale == self.logic.write {
            true => self.prover.pool.tru(),
            false => self.prover.pool.real_lt(self.logic.none, amount),
        };
        let pool = &mut self.prover.pool;
        let sorts: Vec<Sort> = found.bound.iter().map(|&t| pool.sort(t)).collect();
        let vars = self.closures.all(pool, Role::Bound, &sorts);
        let from = found.bound.iter().filter_map(|&t| pool.as_var(t));
        let map: FxHashMap<_, _> = from.zip(vars.iter().copied()).collect();
        let mut memo = FxHashMap::default();
        let mut put = |t: TermId| pool.substitute_with(t, &map, &mut memo);
        let spread = Spread {
            place,
            vars,
            condition: put(found.condition),
            args: args.iter().map(|&t| put(t)).collect(),
            amount: put(amount),
            positive: put(positive),
            wild,
            triggers: (found.triggers.iter())
                .map(|t| t.iter().map(|&x| put(x)).collect())
                .collect(),
        };
        Ok(Some(self.without_defined(spread)))
    }

    /// A variable that the condition says is a term over the others (`j == i + 1`) is that
    /// term, so that locations differ by the variables that are free.
    fn without_defined(&mut self, mut s: Spread) -> Spread {
        for i in (0..s.vars.len()).rev() {
            let pool = &mut self.prover.pool;
            let Some(id) = pool.as_var(s.vars[i]) else {
                continue;
            };
            let defined = conjuncts(pool, s.condition)
                .into_iter()
                .find_map(|c| solved_for(pool, c, id));
            let Some(t) = defined else { continue };
            let map = FxHashMap::from_iter([(id, t)]);
            let mut memo = FxHashMap::default();
            let mut put = |t: &mut TermId| *t = pool.substitute_with(*t, &map, &mut memo);
            put(&mut s.condition);
            put(&mut s.amount);
            put(&mut s.positive);
            s.args.iter_mut().for_each(&mut put);
            s.triggers.iter_mut().flatten().for_each(&mut put);
            s.vars.remove(i);
        }
        s
    }

    /// A wildcard is some amount for each value of the variables, not one for all.
    fn wildcard_by_location(
        &mut self,
        amount: TermId,
        symbols: usize,
        bound: &[TermId],
    ) -> Res<TermId> {
        if self.scope.under_binder() {
            return self.unsupported("a wildcard under two quantifiers", self.blame.span);
        }
        let pool = &mut self.prover.pool;
        let new: Vec<_> = (pool.vars(amount).iter().copied())
            .filter(|v| v.0 as usize >= symbols && pool.var_sort(*v) == Sort::Real)
            .filter(|v| !bound.contains(&pool.var_term(*v)))
            .collect();
        let sorts: Vec<Sort> = bound.iter().map(|&t| pool.sort(t)).collect();
        let mut map = FxHashMap::default();
        let mut facts = Vec::new();
        for v in new {
            let f = pool.declare_fun("wildcard", &sorts, Sort::Real);
            let app = pool.apply(f, bound);
            let some = pool.real_lt(self.logic.none, app);
            let ids: Vec<_> = bound.iter().filter_map(|&t| pool.as_var(t)).collect();
            facts.push(pool.forall(&ids, some, &[vec![app]]));
            map.insert(v, app);
        }
        let amount = pool.substitute(amount, &map);
        for fact in facts {
            self.assume(fact);
        }
        Ok(amount)
    }

    /// The formal arguments of a resource.
    pub fn formals(&mut self, place: Place) -> Args {
        let sorts = self.place_sorts(place);
        let pool = &mut self.prover.pool;
        Args::from_vec(self.closures.all(pool, Role::Formal, &sorts))
    }

    fn place_sorts(&mut self, place: Place) -> Vec<Sort> {
        match place {
            Place::Field(_) => vec![self.logic.reference],
            Place::Predicate(p) => {
                let data = &self.program.predicates[p];
                let types: Vec<_> = data.params.iter().map(|&x| data.vars[x].ty).collect();
                types.into_iter().map(|ty| self.sort(ty)).collect()
            }
            Place::Wand(w) => self.wands.sorts(w),
        }
    }

    /// A term over formal arguments, at a location.
    pub fn at_location(&mut self, t: TermId, formals: &[TermId], args: &[TermId]) -> TermId {
        let pool = &mut self.prover.pool;
        if pool.vars(t).is_empty() || formals == args {
            return t;
        }
        let from = formals.iter().filter_map(|&f| pool.as_var(f));
        let map: FxHashMap<_, _> = from.zip(args.iter().copied()).collect();
        pool.substitute(t, &map)
    }

    /// The spread at other values of its variables: condition and `none < amount`,
    /// the amount, and the location.
    pub fn spread_at(&mut self, s: &Spread, values: &[TermId]) -> (TermId, TermId, Args) {
        let pool = &mut self.prover.pool;
        let from = s.vars.iter().filter_map(|&f| pool.as_var(f));
        let map: FxHashMap<_, _> = from.zip(values.iter().copied()).collect();
        let reach = pool.and(s.condition, s.positive);
        let mut memo = FxHashMap::default();
        let mut put = |t: TermId| pool.substitute_with(t, &map, &mut memo);
        let (reach, amount) = (put(reach), put(s.amount));
        (reach, amount, s.args.iter().map(|&t| put(t)).collect())
    }

    /// New symbols for the variables of a spread.
    pub fn some_values(&mut self, s: &Spread) -> Vec<TermId> {
        let pool = &mut self.prover.pool;
        let fresh = |&x: &TermId| {
            let sort = pool.sort(x);
            pool.fresh_var("x", sort)
        };
        s.vars.iter().map(fresh).collect()
    }

    /// The spread by location. Its locations are proved to be different first.
    pub fn share(&mut self, st: &State, s: &Spread, e: ExprId) -> Res<Share> {
        self.share_or(st, s, e, Reason::QpNotInjective)
    }

    /// See [`Engine::share`]; the reason of the error is given.
    pub fn share_or(&mut self, st: &State, s: &Spread, e: ExprId, why: Reason) -> Res<Share> {
        let formals = self.formals(s.place);
        let none = self.logic.none;
        let pool = &mut self.prover.pool;
        let reach = pool.and(s.condition, s.positive);
        let projected: Vec<Option<usize>> = (s.vars.iter())
            .map(|&x| s.args.iter().position(|&a| a == x))
            .collect();
        if projected.iter().all(Option::is_some) {
            let mut map = FxHashMap::default();
            for (&x, j) in s.vars.iter().zip(&projected) {
                if let (Some(x), Some(j)) = (pool.as_var(x), j) {
                    map.insert(x, formals[*j]);
                }
            }
            let mut memo = FxHashMap::default();
            let mut domain = pool.substitute_with(s.condition, &map, &mut memo);
            for (k, &a) in s.args.iter().enumerate() {
                let a = pool.substitute_with(a, &map, &mut memo);
                let same = pool.eq(formals[k], a);
                domain = pool.and(domain, same);
            }
            let amount = pool.substitute_with(s.amount, &map, &mut memo);
            let positive = pool.substitute_with(s.positive, &map, &mut memo);
            let meant = pool.and(domain, positive);
            let amount = pool.ite(domain, amount, none);
            return Ok(Share {
                place: s.place,
                formals,
                domain: meant,
                amount,
            });
        }
        let constants = [self.logic.null, self.logic.unit, self.some];
        let (inverse, actual) = self
            .closures
            .inverse(pool, reach, &s.args, &s.vars, &constants);
        let at = |args: &[TermId]| [&actual[..], args].concat();
        let (here, there) = (at(&s.args), at(&formals));
        let ids: Vec<_> = s.vars.iter().filter_map(|&t| pool.as_var(t)).collect();
        let places: Vec<_> = formals.iter().filter_map(|&t| pool.as_var(t)).collect();
        // For every value of the variables.
        let mut said = pool.apply(inverse.domain, &here);
        for (&x, &f) in s.vars.iter().zip(&inverse.variables) {
            let back = pool.apply(f, &here);
            let same = pool.eq(back, x);
            said = pool.and(said, same);
        }
        let said = pool.implies(reach, said);
        let mut triggers: Vec<_> = (s.triggers.iter())
            .filter(|t| {
                let all = |v: &_| t.iter().any(|&x| pool.vars(x).contains(v));
                ids.iter().all(all)
            })
            .cloned()
            .collect();
        let own = patterns(pool, &s.args, &ids);
        let receivers: Vec<TermId> = own.iter().flatten().copied().collect();
        for own in own {
            if !triggers.contains(&own) {
                triggers.push(own);
            }
        }
        let by_sums = by_sums(pool, &ids, said, &receivers);
        let forth = pool.forall(&ids, said, &triggers);
        let forth = with_other_names(pool, forth, &self.collections.names);
        // For every location.
        let meant = pool.apply(inverse.domain, &there);
        let mut found: Vec<TermId> = Vec::new();
        for &f in &inverse.variables {
            found.push(pool.apply(f, &there));
        }
        let mut map = FxHashMap::default();
        for (&x, &t) in ids.iter().zip(&found) {
            map.insert(x, t);
        }
        let mut memo = FxHashMap::default();
        let mut holds = pool.substitute_with(reach, &map, &mut memo);
        for (&a, &l) in s.args.iter().zip(&formals) {
            let a = pool.substitute_with(a, &map, &mut memo);
            let same = pool.eq(a, l);
            holds = pool.and(holds, same);
        }
        let amount = pool.substitute_with(s.amount, &map, &mut memo);
        let amount = pool.ite(meant, amount, none);
        let holds = pool.implies(meant, holds);
        let mut triggers = vec![vec![meant]];
        triggers.extend(found.iter().map(|&t| vec![t]));
        let back = pool.forall(&places, holds, &triggers);
        if self.prover.decide(forth) != Some(true) || self.prover.decide(back) != Some(true) {
            self.prove_injective(st, s, e, why)?;
            self.define(forth);
            self.define(back);
            by_sums.into_iter().for_each(|t| self.define(t));
        }
        Ok(Share {
            place: s.place,
            formals,
            domain: meant,
            amount,
        })
    }

    /// Assumes what defines symbols, or what follows from permissions.
    pub fn define(&mut self, fact: TermId) {
        self.closures.definitions.insert(fact);
        self.assume(fact);
    }

    /// Different values of the variables have different locations.
    fn prove_injective(&mut self, st: &State, s: &Spread, e: ExprId, why: Reason) -> Res<()> {
        let (xs, ys) = (self.some_values(s), self.some_values(s));
        let (cx, _, ax) = self.spread_at(s, &xs);
        let (cy, _, ay) = self.spread_at(s, &ys);
        self.prover.push();
        self.prover.assume(cx);
        self.prover.assume(cy);
        for (&a, &b) in ax.iter().zip(&ay) {
            let same = self.prover.pool.eq(a, b);
            self.prover.assume(same);
        }
        let mut goal = self.prover.pool.tru();
        for (&x, &y) in xs.iter().zip(&ys) {
            let same = self.prover.pool.eq(x, y);
            goal = self.prover.pool.and(goal, same);
        }
        let result = self.proves(st, goal);
        self.prover.pop();
        match result? {
            true => Ok(()),
            false => Err(self.fail(st, why, e)),
        }
    }

    /// Adds what a quantified assertion says to the state.
    pub fn produce_iterated(
        &mut self,
        st: &State,
        snapshot: Snap,
        binder: &Binder,
        e: ExprId,
        q: Then<'_, 'p>,
    ) -> Res<()> {
        let Some(parts) = self.parts_of(binder, !st.exhaled) else {
            let span = self.program.expr(e).span;
            return self.unsupported("permissions under this quantifier", span);
        };
        let mut after = st.clone();
        let mut snapshot = snapshot;
        for (i, part) in parts.iter().enumerate() {
            let inhaled = State {
                produced: !st.exhaled,
                ..after.clone()
            };
            if !part.impure {
                let t = self.pure_part(&inhaled, part)?;
                self.assume(t);
            } else {
                let more = parts[i + 1..].iter().any(|p| p.impure);
                let (own, rest) = self.split_parts(snapshot, true, more);
                snapshot = rest;
                self.produce_spread(&inhaled, own, part, &mut after.heap)?;
            }
            if self.dead_end() {
                return Ok(());
            }
        }
        q(self, &after)
    }

    fn produce_spread(
        &mut self,
        st: &State,
        snapshot: Snap,
        part: &Part,
        heap: &mut Heap,
    ) -> Res<()> {
        let Some(spread) = self.spread(st, part)? else {
            return Ok(());
        };
        let share = self.share(st, &spread, part.leaf)?;
        let place = share.place;
        let formals = share.formals.clone();
        let sort = self.value_sort(place);
        let sorts: Vec<Sort> = (formals.iter())
            .map(|&t| self.prover.pool.sort(t))
            .collect();
        let since = st.since.unwrap_or(self.clock);
        let value = match snapshot {
            Snap::Of(s) => self.map_of(s, &share, sort, !st.read_only),
            Snap::Fresh if self.scope.under_binder() => {
                let span = self.program.expr(part.leaf).span;
                return self.unsupported("permissions given under a quantifier", span);
            }
            Snap::Fresh => {
                let name = self.place_name(place);
                let f = self.prover.pool.declare_fun(&name, &sorts, sort);
                self.prover.pool.apply(f, &formals)
            }
        };
        self.values_existed(value, &formals, since);
        if let Place::Field(_) = place {
            let null = self.logic.null;
            let (reach, _, args) = self.spread_at(&spread, &spread.vars.clone());
            let pool = &mut self.prover.pool;
            let real = pool.ne(args[0], null);
            let said = pool.implies(reach, real);
            let ids: Vec<_> = (spread.vars.iter())
                .filter_map(|&t| pool.as_var(t))
                .collect();
            let mut triggers = spread.triggers.clone();
            triggers.extend(patterns(pool, &[args[0], reach], &ids));
            let fact = pool.forall(&ids, said, &triggers);
            let fact = self.other_names(fact);
            self.define(fact);
        }
        let chunk = Chunk {
            place,
            args: formals,
            value,
            permission: share.amount,
            since,
            origin: self.blame.span,
        };
        heap.insert_iterated(chunk);
        if !st.read_only {
            self.bound_sum(heap, place);
        }
        Ok(())
    }
}

/// The parts of a conjunction.
fn conjuncts(pool: &Pool, t: TermId) -> Vec<TermId> {
    match pool.op(t) {
        Op::And => (pool.args(t).iter())
            .flat_map(|&a| conjuncts(pool, a))
            .collect(),
        _ => vec![t],
    }
}

/// The term over other variables that an equation says a variable is.
fn solved_for(pool: &mut Pool, equation: TermId, x: Symbol) -> Option<TermId> {
    if pool.op(equation) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.args(equation)[0], pool.args(equation)[1]);
    let v = pool.var_term(x);
    let mut candidates = Vec::new();
    if a == v {
        candidates.push(b);
    }
    if b == v {
        candidates.push(a);
    }
    if pool.sort(v) == Sort::Int {
        let apart = pool.int_sub(a, b);
        candidates.push(pool.int_sub(v, apart));
        candidates.push(pool.int_add(v, apart));
    }
    let other = |t: &TermId| !pool.vars(*t).contains(&x);
    candidates.into_iter().find(other)
}
