//! Pure functions: what calls may assume about them, and their verification
//! (document 001, Definition 5).
//!
//! Idea: a function is a symbol over the snapshot of its precondition and its
//! arguments (section 3.2.1). Its postconditions and its definition are found once,
//! as formulas over symbols for these, by verifying it; a call assumes them with
//! its own snapshot and arguments put in (`use` of the document, after every call).
//! A definition is put in once per call that is evaluated and not for the calls
//! inside it, so that recursion is unrolled as far as the program walks; folding
//! and unfolding a predicate unrolls the calls that read its snapshot.
//! Calls under quantifiers stand for many: of them the solver gets the definition with
//! one unrolling. Alternative: quantified axioms with triggers for all calls, as
//! Silicon; they need the solver where this needs a substitution. Cost: the size of the
//! definition per call.

use crate::definitions::Definition;
use crate::engine::{Blame, Engine};
use crate::error::{ErrorKind, Fail, Res};
use crate::eval::Case;
use crate::state::{Owner, Snap, State};
use ep_base::Span;
use ep_ivl::ast::{FunctionId, Member};
use ep_term::{FunId, Op, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Unrollings in a row over one snapshot. A recursion that opens a predicate ends where
/// nothing was opened or closed; one that only counts (`sum(a, n - 1)`) would go on.
const AGAIN: u32 = 8;

impl<'p> Engine<'p> {
    /// What is known of a function without a precondition, for all arguments, where
    /// calls stand under quantifiers: nothing evaluates these. The definition of a
    /// recursive function is unrolled once (see [`Engine::limited`]).
    fn define_for_all(&mut self, f: FunctionId) {
        let function = &self.program.functions[f];
        if !self.functions.under_binder.contains(&f) || !function.pres.is_empty() {
            return;
        }
        let Some(d) = self.functions.known.get(&f).filter(|d| !d.wrong) else {
            return;
        };
        let Some((&snapshot, params)) = d.symbols.split_first() else {
            return;
        };
        let params = params.to_vec();
        let mut facts = d.posts.clone();
        let symbols = d.symbols.clone();
        let (body, recursive) = match d.opaque {
            true => (Vec::new(), false),
            false => (d.body.clone(), d.recursive),
        };
        let symbol = self.logic.function(&mut self.prover.pool, self.program, f);
        if recursive {
            let pool = &mut self.prover.pool;
            let own: Vec<TermId> = symbols.iter().map(|&v| pool.var_term(v)).collect();
            let app = pool.apply(symbol, &own);
            facts.extend(self.limited_facts(&body, &[app]));
        } else {
            facts.extend(body);
        }
        let pool = &mut self.prover.pool;
        let (bound, first) = match params.is_empty() {
            true => (vec![snapshot], pool.var_term(snapshot)),
            false => (params.clone(), self.logic.unit),
        };
        let mut args = vec![first];
        args.extend(params.iter().map(|&v| pool.var_term(v)));
        let app = pool.apply(symbol, &args);
        let map = FxHashMap::from_iter([(snapshot, first)]);
        let mut memo = FxHashMap::default();
        let mut all = pool.tru();
        for fact in facts {
            let fact = pool.substitute_with(fact, &map, &mut memo);
            all = pool.and(all, fact);
        }
        // A postcondition without a body, or one that only a call of the function itself
        // shows, may be false: it says something where the function is called, and
        // nowhere else. A fact that mentions no argument, or that becomes one when the
        // solver simplifies it, would hold everywhere; so all of them stand behind a
        // symbol of the arguments that only the call's own trigger makes true.
        let sorts: Vec<Sort> = args.iter().map(|&a| pool.sort(a)).collect();
        let called = pool.declare_fun("called", &sorts, Sort::Bool);
        let here = pool.apply(called, &args);
        let said = pool.implies(here, all);
        for body in [here, said] {
            let axiom = pool.forall(&bound, body, &[vec![app]]);
            self.logic.axioms.push(axiom);
        }
    }

    /// Assumes what is known of a call whose precondition holds.
    pub fn instantiate(&mut self, f: FunctionId, app: TermId) {
        if !self.prover.instantiate(app) {
            return;
        }
        let Some(d) = self.functions.known.get(&f) else {
            return;
        };
        let once = self.scope.under_binder() && d.recursive;
        let mut facts = d.posts.clone();
        let body = if d.opaque { &[][..] } else { &d.body[..] };
        let symbols = d.symbols.clone();
        if once {
            let body = body.to_vec();
            self.put_in(&symbols, app, &facts, None);
            let map = self.actual_arguments(&symbols, app);
            let mut memo = FxHashMap::default();
            let mut own = Vec::new();
            for fact in body {
                let pool = &mut self.prover.pool;
                own.push(self.logic.substitute(pool, fact, &map, &mut memo));
            }
            self.define_limited(&own, app, None);
            return;
        }
        facts.extend_from_slice(body);
        self.put_in(&symbols, app, &facts, None);
    }

    /// Assumes the definition of a call under a quantifier, if the guard holds. Calls in it
    /// of recursive functions that read what was folded or unfolded on the path, where the
    /// calls around them read something else, are defined, too, as Silicon's triggers by
    /// predicates say it. What is folded on a path has an end, and so has this.
    fn define_limited(&mut self, facts: &[TermId], app: TermId, guard: Option<TermId>) {
        let inside = self.calls_of_revealed(facts, app);
        let mut named = vec![app];
        named.extend(inside.iter().map(|&(_, inner)| inner));
        for t in self.limited_facts(facts, &named) {
            let t = match guard {
                Some(g) => self.prover.pool.implies(g, t),
                None => t,
            };
            self.assume(t);
        }
        for (f, inner) in inside {
            let Some(d) = self.functions.known.get(&f).filter(|d| !d.opaque) else {
                continue;
            };
            let (Some(guard), symbols) = (d.guard, d.symbols.clone()) else {
                continue;
            };
            let all: Vec<TermId> = d.posts.iter().chain(&d.body).copied().collect();
            if self.check_budget().is_err() || !self.prover.instantiate(inner) {
                continue;
            }
            let map = self.actual_arguments(&symbols, inner);
            let mut memo = FxHashMap::default();
            let pool = &mut self.prover.pool;
            let mut put_in = |t: TermId| self.logic.substitute(pool, t, &map, &mut memo);
            let guard = put_in(guard);
            let own: Vec<TermId> = all.into_iter().map(put_in).collect();
            if let Some(&guard) = self.limited_facts(&[guard], &[inner]).first() {
                self.define_limited(&own, inner, Some(guard));
            }
        }
    }

    fn calls_of_revealed(&self, facts: &[TermId], app: TermId) -> Vec<(FunctionId, TermId)> {
        let pool = &self.prover.pool;
        let own = pool.args(app).first();
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = facts.to_vec();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) || matches!(pool.op(t), Op::Forall(_) | Op::Exists(_)) {
                continue;
            }
            if let Op::Apply(symbol) = pool.op(t) {
                let snapshot = pool.args(t).first();
                if let (Some(&f), Some(s)) = (self.functions.symbols.get(&symbol), snapshot) {
                    let apart = snapshot != own && self.functions.revealed.contains(s);
                    if apart && self.is_recursive(symbol) {
                        found.push((f, t));
                    }
                }
            }
            stack.extend_from_slice(pool.args(t));
        }
        found
    }

    /// The arguments of a call for the symbols of a definition.
    fn actual_arguments(&self, symbols: &[VarId], app: TermId) -> FxHashMap<VarId, TermId> {
        let args = self.prover.pool.args(app).to_vec();
        symbols.iter().copied().zip(args).collect()
    }

    /// Facts of the definition of a recursive function, for a call under a quantifier:
    /// the calls inside have the second name of their function, which equals the first
    /// wherever a call by its first name stands. So the solver unrolls what the program
    /// (or another fact) speaks of, once, and not without end (Leino's "fuel" of one, as
    /// Silicon does). Those that are `named` keep their name. A fact that has such a call
    /// under a quantifier is left out.
    fn limited_facts(&mut self, facts: &[TermId], named: &[TermId]) -> Vec<TermId> {
        let mut memo: FxHashMap<_, _> = named.iter().map(|&t| (t, Some(t))).collect();
        facts
            .iter()
            .filter_map(|&t| self.limited(t, &mut memo))
            .collect()
    }

    fn limited(
        &mut self,
        t: TermId,
        memo: &mut FxHashMap<TermId, Option<TermId>>,
    ) -> Option<TermId> {
        if let Some(&known) = memo.get(&t) {
            return known;
        }
        let (op, sort) = (self.prover.pool.op(t), self.prover.pool.sort(t));
        let made = match op {
            Op::Forall(_) | Op::Exists(_) => (!self.calls_recursive(t)).then_some(t),
            _ => {
                let args = self.prover.pool.args(t).to_vec();
                let new: Option<Vec<TermId>> =
                    args.iter().map(|&a| self.limited(a, memo)).collect();
                match (op, new) {
                    (_, None) => None,
                    (Op::Apply(f), Some(new)) if self.is_recursive(f) => {
                        let f = self.second_name(f);
                        Some(self.prover.pool.apply(f, &new))
                    }
                    (_, Some(new)) if new == args => Some(t),
                    (_, Some(new)) => Some(self.prover.pool.rebuild(op, sort, &new)),
                }
            }
        };
        memo.insert(t, made);
        made
    }

    fn is_recursive(&self, symbol: FunId) -> bool {
        let f = self.functions.symbols.get(&symbol);
        f.and_then(|f| self.functions.known.get(f))
            .is_some_and(|d| d.recursive)
    }

    fn calls_recursive(&self, t: TermId) -> bool {
        let pool = &self.prover.pool;
        let mut stack = vec![t];
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            if let Op::Apply(f) = pool.op(t) {
                if self.is_recursive(f) {
                    return true;
                }
            }
            stack.extend_from_slice(pool.args(t));
        }
        false
    }

    fn second_name(&mut self, f: FunId) -> FunId {
        if let Some(&known) = self.functions.limited.get(&f) {
            return known;
        }
        let pool = &mut self.prover.pool;
        let data = pool.fun(f).clone();
        let second = pool.declare_fun(&data.name, &data.params, data.result);
        let args: Vec<TermId> = (data.params.iter())
            .map(|&s| pool.fresh_var("a", s))
            .collect();
        let (x, y) = (pool.apply(f, &args), pool.apply(second, &args));
        let same = pool.eq(x, y);
        let bound: Vec<VarId> = args.iter().filter_map(|&a| pool.as_var(a)).collect();
        let axiom = pool.forall(&bound, same, &[vec![x]]);
        self.logic.axioms.push(axiom);
        self.functions.limited.insert(f, second);
        second
    }

    /// Assumes the definition of a call whose precondition holds, opaque or not.
    pub fn reveal(&mut self, f: FunctionId, app: TermId) {
        self.instantiate(f, app);
        if let Some(d) = self.functions.known.get(&f).filter(|d| d.opaque) {
            let (symbols, facts) = (d.symbols.clone(), d.body.clone());
            self.put_in(&symbols, app, &facts, None);
        }
    }

    /// Assumes the postconditions only.
    pub fn instantiate_posts(&mut self, f: FunctionId, app: TermId) {
        if let Some(d) = self.functions.known.get(&f) {
            let (symbols, facts) = (d.symbols.clone(), d.posts.clone());
            self.put_in(&symbols, app, &facts, None);
        }
    }

    fn put_in(&mut self, symbols: &[VarId], app: TermId, facts: &[TermId], guard: Option<TermId>) {
        let map = self.actual_arguments(symbols, app);
        let mut memo = FxHashMap::default();
        let guard = guard.map(|g| {
            self.logic
                .substitute(&mut self.prover.pool, g, &map, &mut memo)
        });
        for &fact in facts {
            let mut t = self
                .logic
                .substitute(&mut self.prover.pool, fact, &map, &mut memo);
            self.wait_for(t, app);
            if let Some(g) = guard {
                t = self.prover.pool.implies(g, t);
            }
            self.assume(t);
        }
    }

    /// Remembers the calls inside a fact, for when their snapshot is unfolded.
    fn wait_for(&mut self, fact: TermId, app: TermId) {
        if self.scope.under_binder() {
            return;
        }
        let own = self.prover.pool.args(app)[0];
        let depth = self.functions.again.get(&app).map_or(1, |d| d + 1);
        let mut stack = vec![fact];
        let mut ready = Vec::new();
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) || seen.len() > 500 {
                continue;
            }
            let pool = &self.prover.pool;
            if let Op::Apply(s) = pool.op(t) {
                if let (Some(&f), true) = (self.functions.symbols.get(&s), t != app) {
                    let snapshot = pool.args(t)[0];
                    let list = self.functions.waiting.entry(snapshot).or_default();
                    if !list.contains(&(f, t)) {
                        list.push((f, t));
                    }
                    if snapshot == own {
                        let known = self.functions.again.entry(t).or_insert(depth);
                        *known = (*known).min(depth);
                    }
                    // A function of its arguments only needs no predicate to be opened.
                    let plain = snapshot == self.logic.unit
                        && self.functions.known.get(&f).is_some_and(|d| !d.recursive);
                    if plain || self.functions.revealed.contains(&snapshot) {
                        ready.push((f, t));
                    }
                }
            }
            if !matches!(pool.op(t), Op::Forall(_) | Op::Exists(_)) {
                stack.extend_from_slice(pool.args(t));
            }
        }
        for (f, app) in ready {
            self.unroll(f, app);
        }
    }

    /// A snapshot was taken apart or put together: calls that read it are unrolled. That
    /// of a predicate without permissions is also that of every function of its arguments
    /// only, and says nothing of these.
    pub fn revealed(&mut self, snapshot: TermId) {
        if snapshot == self.logic.unit {
            return;
        }
        let mut all: Vec<(FunctionId, TermId)> = Vec::new();
        for s in self.prover.facts.members(snapshot) {
            if let Some(list) = self.functions.waiting.get(&s) {
                all.extend_from_slice(list);
            }
        }
        self.functions.revealed.insert(snapshot);
        for (f, app) in all {
            self.unroll(f, app);
        }
    }

    /// Assumes the definition of a call inside another definition, if its precondition
    /// holds.
    fn unroll(&mut self, f: FunctionId, app: TermId) {
        let deep = self.functions.again.get(&app).is_some_and(|&d| d > AGAIN);
        if self.scope.under_binder() || deep || self.check_budget().is_err() {
            return;
        }
        // Without its precondition as a formula nothing may be said of it.
        let Some(d) = self.functions.known.get(&f) else {
            return;
        };
        let Some(guard) = d.guard else {
            return;
        };
        let symbols = d.symbols.clone();
        let mut facts = d.posts.clone();
        if !d.opaque {
            facts.extend_from_slice(&d.body);
        }
        if self.prover.instantiate(app) {
            self.put_in(&symbols, app, &facts, Some(guard));
        }
    }

    /// Symbols for the snapshot and the parameters, and the state they are in.
    fn function_state(&mut self, f: FunctionId) -> (TermId, Vec<TermId>, State) {
        let program = self.program;
        let function = &program.functions[f];
        let snapshot = self.fresh("s", self.logic.snapshot);
        let mut st = self.state_of(Owner::Member(Member::Function(f)));
        st.read_only = true;
        let mut all = vec![snapshot];
        for &p in &function.params {
            let t = self.fresh_for(&function.vars, p);
            st.store.set(p, t);
            all.push(t);
        }
        (snapshot, all, st)
    }

    /// The contract is well-defined; what it promises becomes known.
    pub fn verify_function_contract(&mut self, f: FunctionId, recursive: bool) -> Res<()> {
        let program = self.program;
        let function = &program.functions[f];
        let symbol = self.logic.function(&mut self.prover.pool, program, f);
        self.functions.symbols.insert(symbol, f);
        if self.functions.under_binder.contains(&f) {
            self.prover.watched.insert(symbol);
        }
        let (snapshot, all, st) = self.function_state(f);
        let app = self.prover.pool.apply(symbol, &all);
        let mark = self.prover.entries().len();
        let errors = self.work.errors.len();
        let shown = State {
            result: Some(app),
            ..st.clone()
        };
        // With a body the postconditions are exhaled for its value, and looked at there.
        let open = match function.body {
            Some(_) => &[][..],
            None => &function.posts[..],
        };
        self.exhaled_is_wellformed(&shown, &function.pres, open)?;
        if self.work.errors.len() > errors {
            return Ok(());
        }
        let mut guards: Vec<TermId> = Vec::new();
        let mut posts: Vec<TermId> = Vec::new();
        let own: Vec<VarId> = all
            .iter()
            .filter_map(|&t| self.prover.pool.as_var(t))
            .collect();
        self.blame = Blame {
            kind: ErrorKind::NotWellformed,
            span: Span::NONE,
            note: None,
        };
        self.enter_precondition(f, &st);
        let result = self.produce_all(&st, Snap::Of(snapshot), &function.pres, &mut |v, st| {
            v.leave_function();
            let entries = v.prover.entries()[mark..].to_vec();
            let conditions: Vec<TermId> = entries
                .iter()
                .filter(|e| e.branch)
                .map(|e| e.term)
                .collect();
            let mut guard = v.prover.pool.tru();
            for e in &entries {
                // What only names permissions is no condition, nor is that some amount
                // (of a `wildcard`) is positive.
                if !v.closures.definitions.contains(&e.term) && !v.is_of_amounts(e.term, &own) {
                    guard = v.prover.pool.and(guard, e.term);
                }
            }
            guards.push(guard);
            let mut after = st.clone();
            after.old = st.heap.clone();
            after.result = Some(app);
            after.produced = true;
            v.enter_function(f, &after)?;
            let before = v.prover.entries().len();
            for &post in &function.posts {
                v.blame.span = program.expr(post).span;
                let t = v.eval(&after, post)?;
                v.assume(t);
            }
            v.leave_function();
            for fact in v.learned_since(before) {
                let mut t = fact;
                for &c in &conditions {
                    t = v.prover.pool.implies(c, t);
                }
                posts.push(t);
            }
            Ok(())
        });
        self.leave_function();
        let symbols: Vec<VarId> = all
            .iter()
            .filter_map(|&t| self.prover.pool.as_var(t))
            .collect();
        posts.retain(|&t| self.closed(t, &symbols));
        let mut guard = self.prover.pool.fls();
        for g in guards {
            guard = self.prover.pool.or(guard, g);
        }
        let definition = Definition {
            guard: Some(guard).filter(|&g| self.closed(g, &symbols)),
            symbols,
            posts: if result.is_ok() { posts } else { Vec::new() },
            body: Vec::new(),
            recursive,
            opaque: function.opaque,
            wrong: result.is_err() || self.work.errors.len() > errors,
        };
        let sound = !definition.wrong;
        self.functions.known.insert(f, definition);
        if sound && function.body.is_none() {
            self.define_for_all(f);
        }
        result
    }

    /// Speaks of amounts of permission only, none of which the function is given.
    fn is_of_amounts(&self, t: TermId, own: &[VarId]) -> bool {
        let pool = &self.prover.pool;
        let vars = pool.vars(t);
        let amount = |v: &VarId| !own.contains(v) && pool.var_sort(*v) == Sort::Real;
        !vars.is_empty() && vars.iter().all(amount)
    }

    /// Only the function's own symbols and those that stand for one value always.
    fn closed(&self, t: TermId, symbols: &[VarId]) -> bool {
        let pool = &self.prover.pool;
        let constant = [self.logic.null, self.logic.unit, self.some];
        pool.vars(t)
            .iter()
            .all(|v| symbols.contains(v) || constant.contains(&pool.var_term(*v)))
    }

    /// The body is well-defined and satisfies the postconditions; it becomes known.
    pub fn verify_function_body(&mut self, f: FunctionId) -> Res<()> {
        let program = self.program;
        let function = &program.functions[f];
        let Some(body) = function.body else {
            return Ok(());
        };
        if self.functions.known.get(&f).is_none_or(|d| d.wrong) {
            return Ok(());
        }
        let symbol = self.logic.function(&mut self.prover.pool, program, f);
        let (snapshot, all, st) = self.function_state(f);
        let app = self.prover.pool.apply(symbol, &all);
        let mark = self.prover.entries().len();
        let mut cases: Vec<Case> = Vec::new();
        let mut facts: Vec<TermId> = Vec::new();
        let mut well = true;
        let wellformed = Blame {
            kind: ErrorKind::FunctionNotWellformed,
            span: function.span,
            note: None,
        };
        self.blame = wellformed;
        let errors = self.work.errors.len();
        let result = self.produce_all(&st, Snap::Of(snapshot), &function.pres, &mut |v, st| {
            let conditions: Vec<TermId> = v.case(mark, app).conditions;
            let mut st = st.clone();
            st.old = st.heap.clone();
            v.blame = wellformed;
            v.enter_function(f, &st)?;
            let before = v.prover.entries().len();
            let value = v.eval(&st, body);
            v.leave_function();
            let value = value.inspect_err(|_| well = false)?;
            for fact in v.learned_since(before) {
                let mut t = fact;
                for &c in &conditions {
                    t = v.prover.pool.implies(c, t);
                }
                facts.push(t);
            }
            cases.push(Case {
                conditions,
                learned: Vec::new(),
                value,
            });
            let mut after = st.clone();
            after.result = Some(value);
            for &post in &function.posts {
                v.blame = Blame {
                    kind: ErrorKind::PostconditionViolated,
                    span: program.expr(post).span,
                    note: program.expr(post).note,
                };
                match v.prove_conjuncts(&after, post) {
                    Err(Fail::Error(e)) if !v.scope.probing() => v.record(*e),
                    Err(other) => return Err(other),
                    Ok(()) => {}
                }
            }
            Ok(())
        });
        let only_posts = self.work.errors[errors..]
            .iter()
            .all(|e| e.kind == ErrorKind::PostconditionViolated);
        if let (Ok(()), true, true, Some(value)) =
            (&result, well, only_posts, self.join_cases(cases))
        {
            let symbols: Vec<VarId> = all
                .iter()
                .filter_map(|&t| self.prover.pool.as_var(t))
                .collect();
            let mut known = vec![self.equality(function.result, app, value)];
            if let Some(e) = self
                .collections
                .equality_behind(&mut self.prover.pool, known[0])
            {
                known.push(e);
            }
            if self.closed(known[0], &symbols) {
                facts.retain(|&t| self.closed(t, &symbols));
                known.extend(facts);
                if let Some(d) = self.functions.known.get_mut(&f) {
                    // The contract was found over symbols of its own.
                    let map: FxHashMap<VarId, TermId> = symbols
                        .iter()
                        .copied()
                        .zip(d.symbols.iter().map(|&v| self.prover.pool.var_term(v)))
                        .collect();
                    let mut memo = FxHashMap::default();
                    d.body = known
                        .iter()
                        .map(|&t| self.prover.pool.substitute_with(t, &map, &mut memo))
                        .collect();
                }
                if result.is_ok() && self.work.errors.len() == errors {
                    self.define_for_all(f);
                }
            }
        }
        result
    }
}
