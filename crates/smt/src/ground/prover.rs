//! The path condition and who answers questions about it.
//!
//! Idea: the path condition is a stack with scopes. A question goes to the
//! congruence closure first, then to a proof by cases over it (`cases`); only what
//! they leave open goes to Z3, which is started then and catches up with the part of
//! the stack it has not seen. Whether a branch is possible does not start it. Scopes
//! that Z3 never saw cost it nothing. Axioms stand below all scopes and are sent
//! once; those that are found necessary inside a scope are sent again when that
//! scope is popped and a later question needs them.
//! Cost: an assumption is near-linear in its new terms; a question that reaches
//! Z3 costs 0.05 to 1 ms.

use super::cases::CASES;
use super::facts::Facts;
use super::shapes::Shapes;
use crate::z3::{Arithmetic, Incremental, Instances, Profile, SessionOptions, Verdict};
use ep_base::{Cancel, Span};
use ep_term::{FunId, Op, Pool, Sort, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether something follows from the path condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It does.
    Yes,
    /// No proof was found.
    No,
    /// The solver gave up for this reason.
    Unknown(String),
}

/// One entry of the path condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub term: TermId,
    /// It is the choice of a branch, not a consequence of what happened on it.
    pub branch: bool,
}

struct Scope {
    entries: usize,
    facts: usize,
    instances: usize,
}

/// Counts of one run.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Questions that were asked.
    pub questions: u64,
    /// Those that reached Z3.
    pub solver: u64,
}

/// Terms, path condition, congruence closure and Z3.
pub struct Prover {
    pub pool: Pool,
    pub facts: Facts,
    /// What the symbols of collections do.
    pub shapes: Shapes,
    /// Functions that quantified axioms speak of.
    pub watched: FxHashSet<FunId>,
    entries: Vec<Entry>,
    scopes: Vec<Scope>,
    axioms: Vec<TermId>,
    axiom_set: FxHashSet<TermId>,
    z3: Incremental,
    /// Entries that Z3 has.
    sent: usize,
    /// For each Z3 scope, our depth that it stands for.
    z3_scopes: Vec<usize>,
    /// For each axiom that was sent, the Z3 depth it was sent at.
    axioms_sent: Vec<u32>,
    /// Function applications whose definition was assumed, in order.
    instances: Vec<TermId>,
    instance_set: FxHashSet<TermId>,
    /// Z3 resource units for a proof and for a check of feasibility.
    pub proof_limit: u32,
    pub check_limit: u32,
    pub counts: Counts,
    /// The last goal that was not proved.
    pub refused: Option<TermId>,
    seed: u32,
    /// Who counts instances.
    profile: Option<Profile>,
    /// Where quantifiers were written, for the profile.
    pub written: FxHashMap<TermId, Span>,
}

/// What a proof may take before a solver with other arithmetic is asked, in Z3's
/// resource units.
const FIRST_LIMIT: u32 = 8_000_000;

/// Proofs with quantifiers and remainders of unknowns (matrices as sequences) end with
/// the older arithmetic, and run into every limit with the newer one.
fn session(seed: u32) -> SessionOptions {
    SessionOptions {
        seed,
        arithmetic: Arithmetic::Dual,
    }
}

impl Prover {
    /// An empty path condition.
    pub fn new(seed: u32, proof_limit: u32, check_limit: u32) -> Self {
        Prover {
            pool: Pool::new(),
            facts: Facts::default(),
            shapes: Shapes::default(),
            watched: FxHashSet::default(),
            entries: Vec::new(),
            scopes: Vec::new(),
            axioms: Vec::new(),
            axiom_set: FxHashSet::default(),
            z3: Incremental::new(session(seed)),
            sent: 0,
            z3_scopes: Vec::new(),
            axioms_sent: Vec::new(),
            instances: Vec::new(),
            instance_set: FxHashSet::default(),
            proof_limit,
            check_limit,
            counts: Counts::default(),
            refused: None,
            seed,
            profile: None,
            written: FxHashMap::default(),
        }
    }

    /// From now on instances of quantifiers are counted.
    pub fn start_profile(&mut self) {
        self.profile = Some(Profile::default());
        self.z3.profile = self.profile.clone();
    }

    /// Whether instances of quantifiers are counted.
    pub fn profiles(&self) -> bool {
        self.profile.is_some()
    }

    /// What was counted since the last call; the solver starts anew.
    pub fn counted(&mut self) -> FxHashMap<TermId, Instances> {
        let Some(profile) = self.profile.clone() else {
            return FxHashMap::default();
        };
        self.forget_solver();
        profile.take()
    }

    /// When a question to the solver is given up: at a moment, or with the run.
    pub fn limit_time(&mut self, deadline: Option<std::time::Instant>, cancel: &Cancel) {
        self.z3.deadline = deadline;
        self.z3.cancel = cancel.clone();
    }

    /// Starts a new solver, so that no earlier question influences later ones.
    pub fn forget_solver(&mut self) {
        if self.z3.checks > 0 {
            self.z3 = Incremental::new(session(self.seed));
            self.z3.profile = self.profile.clone();
            self.sent = 0;
            self.z3_scopes.clear();
            self.axioms_sent.clear();
        }
    }

    /// Something that holds always. Axioms mention no variable of a path.
    pub fn axiom(&mut self, t: TermId) {
        if self.pool.as_bool(t) != Some(true) && self.axiom_set.insert(t) {
            self.axioms.push(t);
        }
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(Scope {
            entries: self.entries.len(),
            facts: self.facts.mark(),
            instances: self.instances.len(),
        });
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        let Some(scope) = self.scopes.pop() else {
            return;
        };
        self.entries.truncate(scope.entries);
        self.facts.undo_to(scope.facts);
        for t in self.instances.drain(scope.instances..) {
            self.instance_set.remove(&t);
        }
        let depth = self.scopes.len();
        let mut close = 0;
        while self.z3_scopes.last().is_some_and(|&d| d > depth) {
            self.z3_scopes.pop();
            close += 1;
        }
        if close > 0 {
            self.z3.pop(close);
            let left = self.z3_scopes.len() as u32;
            while self.axioms_sent.last().is_some_and(|&d| d > left) {
                self.axioms_sent.pop();
            }
        }
        self.sent = self.sent.min(scope.entries);
    }

    /// Open scopes.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// The path condition, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Marks the application as defined in this scope; false if it was.
    pub fn instantiate(&mut self, app: TermId) -> bool {
        let new = self.instance_set.insert(app);
        if new {
            self.instances.push(app);
        }
        new
    }

    /// Assumes a consequence of what happened.
    pub fn assume(&mut self, t: TermId) {
        self.add(t, false);
    }

    /// Assumes the choice of a branch.
    pub fn assume_branch(&mut self, t: TermId) {
        self.add(t, true);
    }

    fn add(&mut self, t: TermId, branch: bool) {
        if self.pool.op(t) == Op::And && !branch {
            for a in self.pool.args(t).to_vec() {
                self.add(a, branch);
            }
            return;
        }
        if self.pool.as_bool(t) == Some(true) {
            return;
        }
        if self.facts.decide(&mut self.pool, t) == Some(true) && !branch {
            return;
        }
        self.entries.push(Entry { term: t, branch });
        self.facts.assume(&mut self.pool, t);
    }

    /// Whether the closure sees that the path condition contradicts itself.
    pub fn dead(&self) -> bool {
        self.facts.conflict()
    }

    /// What is known of `t` without asking Z3.
    pub fn decide(&mut self, t: TermId) -> Option<bool> {
        if self.facts.conflict() {
            return Some(true);
        }
        self.facts.decide(&mut self.pool, t)
    }

    /// Whether the terms are known to be equal, without asking Z3.
    pub fn same(&mut self, a: TermId, b: TermId) -> bool {
        a == b || self.facts.conflict() || self.facts.equal(&mut self.pool, a, b) == Some(true)
    }

    /// Whether the terms are equal for sure, without asking Z3.
    pub fn decide_equal(&mut self, a: TermId, b: TermId) -> bool {
        let e = self.pool.eq(a, b);
        self.decide(e) == Some(true)
    }

    fn sync(&mut self) {
        // Scopes that Z3 has not opened: those with entries it has not seen.
        for level in 0..self.scopes.len() {
            let depth = level + 1;
            if self.z3_scopes.last().is_some_and(|&d| d >= depth) {
                continue;
            }
            let start = self.scopes[level].entries;
            let end = self
                .scopes
                .get(depth)
                .map_or(self.entries.len(), |s| s.entries);
            if start == end {
                continue;
            }
            self.send_entries(start);
            self.z3.push();
            self.z3_scopes.push(depth);
            self.send_entries(end);
        }
        self.send_entries(self.entries.len());
        for i in self.axioms_sent.len()..self.axioms.len() {
            self.z3.assert(&self.pool, self.axioms[i]);
            self.axioms_sent.push(self.z3_scopes.len() as u32);
        }
    }

    fn send_entries(&mut self, to: usize) {
        while self.sent < to {
            self.z3.assert(&self.pool, self.entries[self.sent].term);
            self.sent += 1;
        }
    }

    /// Whether `t` follows from the path condition.
    pub fn prove(&mut self, t: TermId) -> Proof {
        self.counts.questions += 1;
        // What is known to be false follows only from a contradiction.
        if self.decide(t) == Some(true) {
            return Proof::Yes;
        }
        if self.pool.op(t) == Op::And {
            for a in self.pool.args(t).to_vec() {
                match self.prove(a) {
                    Proof::Yes => {}
                    other => return other,
                }
            }
            return Proof::Yes;
        }
        if self.by_cases(t, CASES) {
            self.add(t, false);
            return Proof::Yes;
        }
        self.counts.solver += 1;
        self.sync();
        let denied = self.pool.not(t);
        self.z3.push();
        if self.pool.as_bool(denied) != Some(true) {
            self.z3.assert(&self.pool, denied);
        }
        let mut verdict = self.z3.check(self.proof_limit.min(FIRST_LIMIT));
        if matches!(verdict, Verdict::Sat | Verdict::Incomplete) && self.counterexample(t) {
            verdict = self.z3.check(self.proof_limit.min(FIRST_LIMIT));
        }
        if !matches!(verdict, Verdict::Unsat | Verdict::Sat) && self.multiplies_unknowns(denied) {
            verdict = self.second_opinion(denied);
        } else if matches!(verdict, Verdict::Unknown(_)) && self.proof_limit > FIRST_LIMIT {
            verdict = self.z3.check(self.proof_limit);
        }
        self.z3.pop(1);
        match verdict {
            Verdict::Unsat => {
                if !matches!(self.pool.op(t), Op::Forall(_)) {
                    self.add(t, false);
                }
                Proof::Yes
            }
            Verdict::Sat | Verdict::Incomplete => {
                self.refused = Some(t);
                Proof::No
            }
            Verdict::Unknown(reason) => Proof::Unknown(reason),
        }
    }

    /// Tells Z3 of values for which a claim about all values fails, with the terms of its
    /// triggers: where the body was simplified they may be nowhere else, and what is known
    /// by the same triggers would not be found. False where there is nothing to tell.
    fn counterexample(&mut self, t: TermId) -> bool {
        let Op::Forall(q) = self.pool.op(t) else {
            return false;
        };
        let Some((&body, triggers)) = self.pool.args(t).split_first() else {
            return false;
        };
        let missing: Vec<TermId> = (triggers.iter().copied())
            .filter(|&x| !self.stands_in(x, body))
            .collect();
        if missing.is_empty() {
            return false;
        }
        let mut values = FxHashMap::default();
        for v in self.pool.quant(q).vars.clone() {
            let sort = self.pool.var_sort(v);
            values.insert(v, self.pool.fresh_var("counterexample", sort));
        }
        let body = self.pool.substitute(body, &values);
        let denied = self.pool.not(body);
        self.z3.assert(&self.pool, denied);
        for x in missing {
            let x = self.pool.substitute(x, &values);
            let sort = self.pool.sort(x);
            let name = self.pool.fresh_var("mentioned", sort);
            let same = self.pool.eq(name, x);
            self.z3.assert(&self.pool, same);
        }
        true
    }

    fn stands_in(&self, part: TermId, whole: TermId) -> bool {
        let mut stack = vec![whole];
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if t == part {
                return true;
            }
            if seen.insert(t) {
                stack.extend_from_slice(self.pool.args(t));
            }
        }
        false
    }

    /// The same question to a new solver with the newer arithmetic, which knows more of
    /// products: that an element of a matrix lies in its array.
    fn second_opinion(&self, denied: TermId) -> Verdict {
        let mut other = Incremental::new(SessionOptions {
            seed: self.seed,
            arithmetic: Arithmetic::Standard,
        });
        other.deadline = self.z3.deadline;
        other.profile = self.profile.clone();
        other.cancel = self.z3.cancel.clone();
        let entries = self.entries.iter().map(|e| e.term);
        for t in self.axioms.iter().copied().chain(entries).chain([denied]) {
            if self.pool.as_bool(t) != Some(true) {
                other.assert(&self.pool, t);
            }
        }
        other.check(self.proof_limit)
    }

    /// Products, quotients or remainders of unknowns stand in the path condition or in
    /// the formula.
    fn multiplies_unknowns(&self, t: TermId) -> bool {
        let mut stack: Vec<TermId> = self.entries.iter().map(|e| e.term).collect();
        stack.push(t);
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            let args = self.pool.args(t);
            let unknown = |a: &&TermId| !self.pool.op(**a).is_const();
            match self.pool.op(t) {
                Op::IntMul | Op::RealMul if args.iter().filter(unknown).count() > 1 => return true,
                Op::IntDiv | Op::IntMod | Op::RealDiv if unknown(&&args[1]) => return true,
                _ => stack.extend_from_slice(args),
            }
        }
        false
    }

    /// Values of the terms under which the path condition holds as far as Z3 sees;
    /// those of the integers among `small` are near zero where that is possible.
    pub fn model(&mut self, terms: &[TermId], small: &[TermId]) -> Option<Vec<Value>> {
        self.sync();
        let fine = |v: Verdict| matches!(v, Verdict::Sat | Verdict::Incomplete);
        // A model is worth more than the feasibility of a branch.
        let patient = self.check_limit.saturating_mul(8);
        if !fine(self.z3.check(patient)) {
            return None;
        }
        let mut scopes = 0;
        let integers: Vec<TermId> = (small.iter().copied())
            .filter(|&t| self.pool.sort(t) == Sort::Int && !self.pool.op(t).is_const())
            .collect();
        for t in integers {
            for (low, high) in [(0, 4), (-9, 9), (-1000, 1000)] {
                let (low, high) = (self.pool.int_i128(low), self.pool.int_i128(high));
                let above = self.pool.int_le(low, t);
                let below = self.pool.int_le(t, high);
                self.z3.push();
                self.z3.assert(&self.pool, above);
                self.z3.assert(&self.pool, below);
                if fine(self.z3.check(self.check_limit)) {
                    scopes += 1;
                    break;
                }
                self.z3.pop(1);
            }
        }
        let last = self.z3.check(patient);
        let values = match fine(last) {
            true => self.z3.values(&self.pool, terms),
            false => None,
        };
        self.z3.pop(scopes);
        values
    }

    /// Whether `t` contradicts the path condition; only a found contradiction counts.
    pub fn refuted(&mut self, t: TermId) -> bool {
        self.counts.questions += 1;
        if self.facts.conflict() {
            return true;
        }
        match self.facts.decide(&mut self.pool, t) {
            // Feasible unless the whole path is not, which was looked at where it branched.
            Some(true) => return false,
            Some(false) => return true,
            None => {}
        }
        if self.independent(t) {
            return false;
        }
        let denied = self.pool.not(t);
        if self.by_cases(denied, 0) {
            return true;
        }
        // Following a path that is not possible is no error, as everything can be
        // proved on it. Starting the solver costs more than most such paths.
        if self.z3.checks == 0 && !self.needs_axioms(t) {
            return false;
        }
        self.counts.solver += 1;
        self.sync();
        self.z3.push();
        self.z3.assert(&self.pool, t);
        let verdict = self.z3.check(self.check_limit);
        self.z3.pop(1);
        verdict == Verdict::Unsat
    }

    /// Quantified axioms have a say in the formula.
    pub fn needs_axioms(&self, t: TermId) -> bool {
        let mut stack = vec![t];
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.pool.op(t) {
                Op::Forall(_) | Op::Exists(_) => return true,
                Op::Apply(f) if self.watched.contains(&f) => return true,
                _ => stack.extend_from_slice(self.pool.args(t)),
            }
        }
        false
    }

    /// A comparison of a variable that nothing was said about yet has both values.
    fn independent(&self, t: TermId) -> bool {
        let t = match self.pool.op(t) {
            Op::Not => self.pool.args(t)[0],
            _ => t,
        };
        let lone = |v: TermId| match self.pool.as_var(v) {
            Some(v) => !self
                .entries
                .iter()
                .any(|e| self.pool.vars(e.term).contains(&v)),
            None => false,
        };
        match self.pool.op(t) {
            Op::Var(_) => lone(t),
            Op::Eq | Op::IntLt | Op::IntLe | Op::RealLt | Op::RealLe => {
                let (a, b) = (self.pool.args(t)[0], self.pool.args(t)[1]);
                (lone(a) && self.pool.op(b).is_const()) || (lone(b) && self.pool.op(a).is_const())
            }
            _ => false,
        }
    }
}
