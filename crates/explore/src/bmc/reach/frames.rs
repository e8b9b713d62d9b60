//! Property-directed reachability: frames of lemmas per place that grow until
//! one of them is inductive.
//!
//! Idea: frame `i` of a place holds clauses that are true after at most `i`
//! edges. A state from which an error is reached is an obligation: either an
//! edge leads to it from a state that the frame before allows, which is the
//! next obligation, or it cannot be entered, and then the part of it that the
//! solver needed for that is excluded by a clause (its core, then without
//! single literals). When all clauses of a frame hold in the next one they are
//! an invariant. States are widened before they become obligations: what the
//! way to the error does not need is dropped, again by a core.
//! Source: A. Bradley, "SAT-Based Model Checking without Unrolling", VMCAI
//! 2011; N. Eén et al., FMCAD 2011; per place of a control-flow graph: T.
//! Lange, M. Neuhäußer, T. Noll, "IC3 Software Model Checking on Control Flow
//! Automata", FMCAD 2015; words instead of bits: T. Welp, A. Kuehlmann, "QF_BV
//! Model Checking with Property Directed Reachability", DATE 2013. Literals
//! are the program's own comparisons first, then bounds of single words or
//! single bits. Alternative: predicate abstraction with interpolants, which a
//! SAT solver over circuits does not give. Cost: thousands of small queries.
//!
//! What comes out is a proposal: [`super::recheck`] proves it again.

use super::system::{System, START};
use ep_base::Cancel;
use ep_smt::blast::BitBlaster;
use ep_smt::{Answer, Limits};
use ep_term::{Evaluator, Model, Pool, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a state is told by, where the program's comparisons are not enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Literals {
    /// Words from below and from above, signed.
    Bounds,
    Bits,
}

/// What the frames came to.
pub(super) enum Outcome {
    /// Clauses per place that no run leaves, and that exclude every error.
    Safe(Vec<Vec<TermId>>),
    /// The error is reached by this many edges of the system.
    Reached {
        what: String,
        edges: usize,
    },
    Unknown(String),
}

/// Conflicts of one query.
const CONFLICTS: u64 = 100_000;
/// Gates of the circuit before it is made anew.
const GATES: usize = 400_000;
/// Frames.
const MOST_FRAMES: usize = 400;
/// Literals that are dropped in vain before a clause is taken as it is.
const MOST_FAILURES: usize = 4;

/// Why there is no answer.
struct Stopped(String);

type Try<T> = Result<T, Stopped>;

/// A conjunction of literals, sorted.
type Cube = Vec<TermId>;

/// The negation of a cube, in the frames up to its level.
struct Lemma {
    cube: Cube,
    clause: TermId,
    level: usize,
}

/// A state that leads to an error, and the frame in which it was found.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Obligation {
    /// Negative, so that the heap gives the lowest first.
    level: std::cmp::Reverse<usize>,
    place: usize,
    cube: Cube,
    /// Edges from here to the error.
    edges: usize,
}

/// The frames of a system.
pub(super) struct Frames {
    system: Rc<System>,
    into: Vec<Vec<usize>>,
    predicates: Vec<Vec<TermId>>,
    lemmas: Vec<Vec<Lemma>>,
    literals: Literals,
    solver: BitBlaster,
    /// Values at the end of an edge, by the term at its target.
    memos: Vec<FxHashMap<TermId, TermId>>,
    end: Instant,
    top: usize,
    evaluator: Evaluator,
    pub queries: u64,
}

enum Found {
    /// Some state of an edge's source, widened.
    Before(usize, Cube),
    /// None; these literals were needed for that.
    None(Cube),
}

impl Frames {
    pub fn new(pool: &mut Pool, system: &Rc<System>, literals: Literals) -> Self {
        let predicates = system.predicates(pool);
        let mut solver = BitBlaster::default();
        solver.set_gate_limit(GATES);
        Frames {
            into: system.incoming(),
            predicates,
            lemmas: system.places.iter().map(|_| Vec::new()).collect(),
            literals,
            solver,
            memos: system.edges.iter().map(|_| FxHashMap::default()).collect(),
            end: Instant::now(),
            top: 1,
            system: system.clone(),
            evaluator: Evaluator::new(),
            queries: 0,
        }
    }

    /// Goes on until there is an answer, or the time is over.
    pub fn run(&mut self, pool: &mut Pool, end: Instant, cancel: &Cancel) -> Outcome {
        self.end = end;
        self.solver.cancel = cancel.clone();
        match self.search(pool) {
            Ok(o) => o,
            Err(Stopped(why)) => {
                let lemmas: usize = self.lemmas.iter().map(Vec::len).sum();
                Outcome::Unknown(format!("{why} ({} frames, {lemmas} lemmas)", self.top))
            }
        }
    }

    fn search(&mut self, pool: &mut Pool) -> Try<Outcome> {
        for b in 0..self.system.bads.len() {
            if self.system.bads[b].at == START && self.error_at(pool, b, 0)?.is_some() {
                return Ok(self.reached(b, 1));
            }
        }
        while self.top < MOST_FRAMES {
            for b in 0..self.system.bads.len() {
                while let Some(cube) = self.error_at(pool, b, self.top)? {
                    let first = Obligation {
                        level: std::cmp::Reverse(self.top),
                        place: self.system.bads[b].at,
                        cube,
                        edges: 1,
                    };
                    if let Some(edges) = self.block(pool, first)? {
                        return Ok(self.reached(b, edges));
                    }
                }
            }
            self.top += 1;
            if let Some(level) = self.propagate(pool)? {
                return self.needed(pool, level).map(Outcome::Safe);
            }
        }
        Err(Stopped("too many frames".into()))
    }

    fn reached(&self, bad: usize, edges: usize) -> Outcome {
        Outcome::Reached {
            what: self.system.bads[bad].what.clone(),
            edges,
        }
    }

    /// A widened state at the error's place from which it is reached.
    fn error_at(&mut self, pool: &mut Pool, bad: usize, level: usize) -> Try<Option<Cube>> {
        let system = self.system.clone();
        let b = &system.bads[bad];
        if b.at == START {
            let sat = self.ask(pool, &b.path.clone())?;
            return Ok(matches!(sat, Answer::Sat(_)).then(Cube::new));
        }
        let mut query = b.path.clone();
        query.extend(self.frame(b.at, level));
        match self.ask(pool, &query)? {
            Answer::Sat(m) => Ok(Some(self.widen(pool, b.at, &b.path, &m)?)),
            _ => Ok(None),
        }
    }

    /// Excludes the state, or gives the number of edges of a way from the
    /// start to the error.
    fn block(&mut self, pool: &mut Pool, first: Obligation) -> Try<Option<usize>> {
        let mut open: BinaryHeap<Obligation> = BinaryHeap::new();
        open.push(first);
        while let Some(o) = open.pop() {
            if o.place == START {
                return Ok(Some(o.edges));
            }
            let level = o.level.0;
            if level == 0 {
                // Only the start is reached by no edge.
                continue;
            }
            let later = |o: Obligation, to: usize| Obligation {
                level: std::cmp::Reverse(to),
                ..o
            };
            if let Some(at) = self.excluded(o.place, &o.cube, level) {
                if at < self.top {
                    open.push(later(o, at + 1));
                }
                continue;
            }
            match self.before(pool, o.place, &o.cube, level)? {
                Found::Before(place, cube) => {
                    open.push(Obligation {
                        level: std::cmp::Reverse(level - 1),
                        place,
                        cube,
                        edges: o.edges + 1,
                    });
                    open.push(o);
                }
                Found::None(core) => {
                    let at = self.learn(pool, o.place, core, level)?;
                    if at < self.top {
                        open.push(later(o, at + 1));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The highest frame from this one on in which a lemma excludes the cube.
    fn excluded(&self, place: usize, cube: &Cube, level: usize) -> Option<usize> {
        let implies = |l: &&Lemma| l.level >= level && subset(&l.cube, cube);
        let found = self.lemmas[place].iter().filter(implies);
        found.map(|l| l.level).max()
    }

    /// Whether an edge leads into the cube from the frame below `level`.
    fn before(&mut self, pool: &mut Pool, place: usize, cube: &Cube, level: usize) -> Try<Found> {
        let system = self.system.clone();
        let mut needed: FxHashSet<TermId> = FxHashSet::default();
        for e in self.into[place].clone() {
            let edge = &system.edges[e];
            if level == 1 && edge.from != START {
                continue;
            }
            let mut query = edge.path.clone();
            if edge.from != START {
                query.extend(self.frame(edge.from, level - 1));
            }
            if edge.from == place {
                query.push(self.negation(pool, cube));
            }
            let behind = query.len();
            let after: Vec<TermId> = cube.iter().map(|t| self.at_end(pool, e, *t)).collect();
            query.extend(&after);
            match self.ask(pool, &query)? {
                Answer::Sat(m) => {
                    if edge.from == START {
                        return Ok(Found::Before(START, Cube::new()));
                    }
                    let mut way = edge.path.clone();
                    way.extend(&after);
                    let cube = self.widen(pool, edge.from, &way, &m)?;
                    return Ok(Found::Before(edge.from, cube));
                }
                Answer::Unsat { core } => {
                    let own = core.iter().filter(|i| **i >= behind);
                    needed.extend(own.map(|i| cube[*i - behind]));
                }
                Answer::Unknown(why) => return Err(Stopped(why)),
            }
        }
        let mut core: Cube = needed.into_iter().collect();
        core.sort_unstable();
        Ok(Found::None(core))
    }

    /// Takes literals away while what is left cannot be entered, and adds the
    /// lemma to the highest frame in which it holds.
    fn learn(&mut self, pool: &mut Pool, place: usize, mut cube: Cube, level: usize) -> Try<usize> {
        let mut failures = 0;
        let mut at = 0;
        while at < cube.len() && failures < MOST_FAILURES {
            let mut less = cube.clone();
            less.remove(at);
            match self.before(pool, place, &less, level)? {
                Found::None(core) => {
                    cube = core;
                    at = at.min(cube.len());
                }
                Found::Before(..) => {
                    failures += 1;
                    at += 1;
                }
            }
        }
        let mut level = level;
        while level < self.top {
            match self.before(pool, place, &cube, level + 1)? {
                Found::None(_) => level += 1,
                Found::Before(..) => break,
            }
        }
        self.add(pool, place, cube, level);
        Ok(level)
    }

    fn add(&mut self, pool: &mut Pool, place: usize, cube: Cube, level: usize) {
        self.lemmas[place].retain(|l| l.level > level || !subset(&cube, &l.cube));
        let clause = self.negation(pool, &cube);
        self.lemmas[place].push(Lemma {
            cube,
            clause,
            level,
        });
    }

    /// Moves lemmas on; a frame that all of them leave is an invariant.
    fn propagate(&mut self, pool: &mut Pool) -> Try<Option<usize>> {
        for level in 1..self.top {
            for place in 0..self.lemmas.len() {
                let mut i = 0;
                while i < self.lemmas[place].len() {
                    if self.lemmas[place][i].level == level {
                        let cube = self.lemmas[place][i].cube.clone();
                        if let Found::None(_) = self.before(pool, place, &cube, level + 1)? {
                            self.lemmas[place][i].level = level + 1;
                        }
                    }
                    i += 1;
                }
            }
            let stays = |l: &Lemma| l.level == level;
            if !self.lemmas.iter().flatten().any(stays) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// Of the lemmas behind this level those that the proof needs: what
    /// excludes the errors, and what each of these needs to be kept.
    fn needed(&mut self, pool: &mut Pool, level: usize) -> Try<Vec<Vec<TermId>>> {
        let system = self.system.clone();
        let all: Vec<Vec<(TermId, Cube)>> = self
            .lemmas
            .iter()
            .map(|l| {
                let kept = l.iter().filter(|l| l.level > level);
                kept.map(|l| (l.clause, l.cube.clone())).collect()
            })
            .collect();
        let whole = || {
            let clauses = |l: &Vec<(TermId, Cube)>| l.iter().map(|x| x.0).collect();
            Ok(all.iter().map(clauses).collect())
        };
        let mut keep: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); all.len()];
        let mut todo: Vec<(usize, usize)> = Vec::new();
        let mut questions: Vec<(usize, Vec<TermId>)> = Vec::new();
        for b in &system.bads {
            questions.push((b.at, b.path.clone()));
        }
        loop {
            for (from, way) in questions.drain(..) {
                let mut query: Vec<TermId> = all[from].iter().map(|x| x.0).collect();
                let own = query.len();
                query.extend(way);
                let Ok(Answer::Unsat { core }) = self.ask(pool, &query) else {
                    return whole();
                };
                for i in core.into_iter().filter(|i| *i < own) {
                    if keep[from].insert(i) {
                        todo.push((from, i));
                    }
                }
            }
            let Some((place, i)) = todo.pop() else {
                break;
            };
            for e in self.into[place].clone() {
                let edge = &system.edges[e];
                let mut way = edge.path.clone();
                for t in &all[place][i].1 {
                    way.push(self.at_end(pool, e, *t));
                }
                questions.push((edge.from, way));
            }
        }
        let kept = keep.iter().zip(&all).map(|(k, l)| {
            let mut k: Vec<usize> = k.iter().copied().collect();
            k.sort_unstable();
            k.into_iter().map(|i| l[i].0).collect()
        });
        Ok(kept.collect())
    }

    /// What is known at a place in a frame.
    fn frame(&self, place: usize, level: usize) -> Vec<TermId> {
        let lemmas = self.lemmas[place].iter().filter(|l| l.level >= level);
        lemmas.map(|l| l.clause).collect()
    }

    fn negation(&mut self, pool: &mut Pool, cube: &Cube) -> TermId {
        let mut any = pool.fls();
        for t in cube {
            let not = pool.not(*t);
            any = pool.or(any, not);
        }
        any
    }

    /// A term over the target's variables at the end of an edge.
    fn at_end(&mut self, pool: &mut Pool, e: usize, t: TermId) -> TermId {
        let values = &self.system.edges[e].values;
        pool.substitute_with(t, values, &mut self.memos[e])
    }

    /// All that the model says of the place as far as the way needs it.
    fn widen(&mut self, pool: &mut Pool, place: usize, way: &[TermId], m: &Model) -> Try<Cube> {
        let system = self.system.clone();
        let own = &system.places[place];
        let mut vars: Vec<VarId> = Vec::new();
        let mut query = Vec::new();
        let mut seen = FxHashSet::default();
        let mut all = pool.tru();
        for t in way {
            for v in pool.vars(*t) {
                if seen.insert(*v) {
                    vars.push(*v);
                }
            }
        }
        for t in way {
            all = pool.and(all, *t);
        }
        let missed = pool.not(all);
        query.push(missed);
        for v in &vars {
            if !own.contains(v) {
                let value = self.value(pool, *v, m)?;
                query.push(value);
            }
        }
        let inputs = query.len();
        let mut literals: Vec<TermId> = Vec::new();
        let mut rest: Vec<TermId> = Vec::new();
        for p in self.predicates[place].clone() {
            if pool.vars(p).iter().all(|v| seen.contains(v)) {
                match self.evaluator.eval_bool(pool, p, m) {
                    true => literals.push(p),
                    false => rest.push(p),
                }
            }
        }
        for p in rest {
            literals.push(pool.not(p));
        }
        query.extend(&literals);
        if !literals.is_empty() {
            if let Answer::Unsat { core } = self.ask(pool, &query)? {
                return Ok(picked(&core, inputs, &literals));
            }
        }
        let mut own_vars: Vec<VarId> = vars.iter().copied().filter(|v| own.contains(v)).collect();
        own_vars.sort_unstable();
        for v in own_vars {
            self.tell(pool, v, m, &mut literals)?;
        }
        query.truncate(inputs);
        query.extend(&literals);
        match self.ask(pool, &query)? {
            Answer::Unsat { core } => {
                let cube = picked(&core, inputs, &literals);
                // Once more among these: the second core is often smaller.
                query.truncate(inputs);
                query.extend(&cube);
                match self.ask(pool, &query)? {
                    Answer::Unsat { core } => Ok(picked(&core, inputs, &cube)),
                    _ => Ok(cube),
                }
            }
            _ => Err(Stopped("a state could not be told apart".into())),
        }
    }

    /// The variable's value as literals.
    fn tell(&mut self, pool: &mut Pool, v: VarId, m: &Model, out: &mut Vec<TermId>) -> Try<()> {
        let value = m.get_bits(v).unwrap_or(0);
        let t = pool.var_term(v);
        match pool.var_sort(v) {
            Sort::Bool => {
                let l = if value & 1 == 1 { t } else { pool.not(t) };
                out.push(l);
            }
            Sort::BitVec(w) if w > 1 && self.literals == Literals::Bounds => {
                let c = pool.bv(w, value);
                out.push(pool.sle(t, c));
                out.push(pool.sle(c, t));
            }
            Sort::BitVec(w) => {
                for i in 0..w {
                    let bit = pool.extract(t, i, i);
                    let c = pool.bv(1, value >> i & 1);
                    out.push(pool.eq(bit, c));
                }
            }
            _ => return Err(Stopped("a value that is no bit-vector".into())),
        }
        Ok(())
    }

    /// The variable has the model's value.
    fn value(&mut self, pool: &mut Pool, v: VarId, m: &Model) -> Try<TermId> {
        let value = m.get_bits(v).unwrap_or(0);
        let t = pool.var_term(v);
        Ok(match pool.var_sort(v) {
            Sort::Bool if value & 1 == 1 => t,
            Sort::Bool => pool.not(t),
            Sort::BitVec(w) => {
                let c = pool.bv(w, value);
                pool.eq(t, c)
            }
            _ => return Err(Stopped("an input that is no bit-vector".into())),
        })
    }

    fn ask(&mut self, pool: &mut Pool, query: &[TermId]) -> Try<Answer> {
        self.queries += 1;
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Stopped("the time for frames was over".into()));
        }
        if let Some(i) = (0..query.len()).find(|i| pool.as_bool(query[*i]) == Some(false)) {
            return Ok(Answer::Unsat { core: vec![i] });
        }
        let limits = Limits {
            resources: CONFLICTS,
            timeout: left.min(Duration::from_secs(20)),
        };
        match self.solver.answer(pool, query, limits) {
            Ok(Answer::Unknown(why)) => Err(Stopped(why)),
            Ok(a) => Ok(a),
            Err(why) => Err(Stopped(why.to_string())),
        }
    }
}

/// The literals behind the inputs that a core has.
fn picked(core: &[usize], inputs: usize, literals: &[TermId]) -> Cube {
    let own = core.iter().filter(|i| **i >= inputs);
    let mut cube: Cube = own.map(|i| literals[*i - inputs]).collect();
    cube.sort_unstable();
    cube.dedup();
    cube
}

/// Both sorted.
fn subset(a: &[TermId], b: &[TermId]) -> bool {
    let mut b = b.iter();
    a.iter().all(|x| b.any(|y| y == x))
}
