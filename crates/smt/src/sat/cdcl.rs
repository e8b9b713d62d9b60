//! A small conflict-driven SAT solver whose decisions stay inside the cone of
//! the query.
//!
//! Idea: an explorer keeps one long-lived instance with the definitions of
//! every gate it ever met, but a query concerns a few hundred of them. General
//! solvers decide every variable of the instance before they answer `sat`, so
//! each query pays for all queries before it. Here the caller names the cone
//! (closed under gate inputs); when it is assigned without conflict, all other
//! gates can be evaluated from their inputs and the answer is `sat`.
//! This is right only because the clauses are definitions of total functions
//! and what was learned from them; facts are passed as assumptions.
//!
//! Between queries the trail stays: levels whose assumptions are a common
//! prefix of the last and the next query are not undone.
//!
//! Alternatives: see the figures in the documentation of [`crate::sat`].
//! Source: Eén and Sörensson, "An extensible SAT-solver" (2003); clause
//! quality by distinct levels from Audemard and Simon (2009).
//! Cost: 8 bytes per watch, `4 * (len + 2)` bytes per clause.

use super::{GaveUp, Lit, SatAnswer, SatBackend, SatLimits};

const UNDEF: u8 = 2;
const NO_REASON: u32 = u32::MAX;
/// Set in a watch when the clause has two literals: the blocker is the other.
const BINARY: u32 = 1 << 31;
const HEADER: usize = 2;
const LEARNT: u32 = 1 << 31;
const DEAD: u32 = 1 << 30;
const LEN_MASK: u32 = DEAD - 1;

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    blocker: Lit,
}

/// The solver. Literal `2 * v` is variable `v`, `2 * v + 1` its negation.
pub struct Cdcl {
    arena: Vec<u32>,
    learnts: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    /// Per literal: 1 true, 0 false, 2 unassigned.
    values: Vec<u8>,
    phase: Vec<bool>,
    level: Vec<u32>,
    reason: Vec<u32>,
    activity: Vec<f64>,
    in_cone: Vec<bool>,
    cone: Vec<u32>,
    trail: Vec<Lit>,
    limits: Vec<usize>,
    head: usize,
    heap: Vec<u32>,
    heap_pos: Vec<u32>,
    bump: f64,
    seen: Vec<bool>,
    clear: Vec<u32>,
    learnt: Vec<Lit>,
    assumptions: Vec<Lit>,
    core: Vec<Lit>,
    broken: bool,
    conflicts: u64,
    max_learnts: usize,
    wasted: usize,
    level_stamp: Vec<u64>,
    stamp: u64,
}

impl Default for Cdcl {
    fn default() -> Self {
        Self::new()
    }
}

impl Cdcl {
    /// A solver without variables and clauses.
    pub fn new() -> Self {
        Cdcl {
            arena: Vec::new(),
            learnts: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            phase: Vec::new(),
            level: Vec::new(),
            reason: Vec::new(),
            activity: Vec::new(),
            in_cone: Vec::new(),
            cone: Vec::new(),
            trail: Vec::new(),
            limits: Vec::new(),
            head: 0,
            heap: Vec::new(),
            heap_pos: Vec::new(),
            bump: 1.0,
            seen: Vec::new(),
            clear: Vec::new(),
            learnt: Vec::new(),
            assumptions: Vec::new(),
            core: Vec::new(),
            broken: false,
            conflicts: 0,
            max_learnts: 4000,
            wasted: 0,
            level_stamp: vec![0],
            stamp: 0,
        }
    }

    #[inline]
    fn decision_level(&self) -> u32 {
        self.limits.len() as u32
    }

    #[inline]
    fn clause_len(&self, c: u32) -> usize {
        (self.arena[c as usize] & LEN_MASK) as usize
    }

    fn push_clause(&mut self, lits: &[Lit], learnt: bool, quality: u32) -> u32 {
        let c = self.arena.len() as u32;
        self.arena
            .push(lits.len() as u32 | if learnt { LEARNT } else { 0 });
        self.arena.push(quality);
        self.arena.extend_from_slice(lits);
        let tag = if lits.len() == 2 { c | BINARY } else { c };
        for (own, other) in [(0, 1), (1, 0)] {
            self.watches[(lits[own] ^ 1) as usize].push(Watch {
                clause: tag,
                blocker: lits[other],
            });
        }
        c
    }

    #[inline]
    fn enqueue(&mut self, lit: Lit, reason: u32) {
        let v = (lit >> 1) as usize;
        self.values[lit as usize] = 1;
        self.values[(lit ^ 1) as usize] = 0;
        self.level[v] = self.decision_level();
        self.reason[v] = reason;
        self.trail.push(lit);
    }

    /// Unit propagation; the falsified clause when there is a conflict.
    fn propagate(&mut self) -> Option<u32> {
        while self.head < self.trail.len() {
            let lit = self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[lit as usize]);
            let (mut i, mut j) = (0, 0);
            let mut conflict = None;
            'watches: while i < list.len() {
                let w = list[i];
                i += 1;
                let blocked = self.values[w.blocker as usize];
                if blocked == 1 {
                    list[j] = w;
                    j += 1;
                    continue;
                }
                if w.clause & BINARY != 0 {
                    list[j] = w;
                    j += 1;
                    let c = w.clause & !BINARY;
                    if blocked == 0 {
                        conflict = Some(c);
                        break;
                    }
                    // The implied literal has to come first in its reason.
                    let at = c as usize + HEADER;
                    if self.arena[at] != w.blocker {
                        self.arena.swap(at, at + 1);
                    }
                    self.enqueue(w.blocker, c);
                    continue;
                }
                let c = w.clause as usize;
                let at = c + HEADER;
                let falsified = lit ^ 1;
                if self.arena[at] == falsified {
                    self.arena.swap(at, at + 1);
                }
                let first = self.arena[at];
                let kept = Watch {
                    clause: w.clause,
                    blocker: first,
                };
                if self.values[first as usize] == 1 {
                    list[j] = kept;
                    j += 1;
                    continue;
                }
                let len = (self.arena[c] & LEN_MASK) as usize;
                for k in 2..len {
                    let other = self.arena[at + k];
                    if self.values[other as usize] != 0 {
                        self.arena.swap(at + 1, at + k);
                        self.watches[(other ^ 1) as usize].push(kept);
                        continue 'watches;
                    }
                }
                list[j] = kept;
                j += 1;
                if self.values[first as usize] == 0 {
                    conflict = Some(w.clause);
                    break;
                }
                self.enqueue(first, w.clause);
            }
            while i < list.len() {
                list[j] = list[i];
                i += 1;
                j += 1;
            }
            list.truncate(j);
            self.watches[lit as usize] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    fn cancel_until(&mut self, level: u32) {
        if self.decision_level() <= level {
            return;
        }
        let keep = self.limits[level as usize];
        for i in (keep..self.trail.len()).rev() {
            let lit = self.trail[i];
            let v = lit >> 1;
            self.values[lit as usize] = UNDEF;
            self.values[(lit ^ 1) as usize] = UNDEF;
            self.phase[v as usize] = lit & 1 == 0;
            if self.in_cone[v as usize] && self.heap_pos[v as usize] == u32::MAX {
                self.heap_insert(v);
            }
        }
        self.trail.truncate(keep);
        self.limits.truncate(level as usize);
        self.head = keep;
    }

    fn bump_var(&mut self, v: u32) {
        self.activity[v as usize] += self.bump;
        if self.activity[v as usize] > 1e100 {
            for a in &mut self.activity {
                *a *= 1e-100;
            }
            self.bump *= 1e-100;
        }
        if self.heap_pos[v as usize] != u32::MAX {
            self.sift_up(self.heap_pos[v as usize] as usize);
        }
    }

    /// First unique implication point; leaves the clause in `self.learnt`
    /// (asserting literal first) and returns the level to go back to.
    fn analyze(&mut self, conflict: u32) -> u32 {
        self.learnt.clear();
        self.learnt.push(0);
        let mut open = 0;
        let mut index = self.trail.len();
        let mut clause = conflict;
        let mut lit = None;
        let current = self.decision_level();
        loop {
            let len = self.clause_len(clause);
            let from = if lit.is_some() { 1 } else { 0 };
            for k in from..len {
                let q = self.arena[clause as usize + HEADER + k];
                let v = q >> 1;
                if !self.seen[v as usize] && self.level[v as usize] > 0 {
                    self.seen[v as usize] = true;
                    self.clear.push(v);
                    self.bump_var(v);
                    if self.level[v as usize] >= current {
                        open += 1;
                    } else {
                        self.learnt.push(q);
                    }
                }
            }
            loop {
                index -= 1;
                if self.seen[(self.trail[index] >> 1) as usize] {
                    break;
                }
            }
            let p = self.trail[index];
            self.seen[(p >> 1) as usize] = false;
            open -= 1;
            if open == 0 {
                self.learnt[0] = p ^ 1;
                break;
            }
            clause = self.reason[(p >> 1) as usize];
            lit = Some(p);
        }
        // A literal whose reason is covered by the others is redundant.
        let mut kept = 1;
        for i in 1..self.learnt.len() {
            let q = self.learnt[i];
            let r = self.reason[(q >> 1) as usize];
            let redundant = r != NO_REASON
                && (1..self.clause_len(r)).all(|k| {
                    let o = self.arena[r as usize + HEADER + k] >> 1;
                    self.seen[o as usize] || self.level[o as usize] == 0
                });
            if !redundant {
                self.learnt[kept] = q;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
        for i in 0..self.clear.len() {
            self.seen[self.clear[i] as usize] = false;
        }
        self.clear.clear();
        if self.learnt.len() == 1 {
            return 0;
        }
        let mut best = 1;
        for i in 2..self.learnt.len() {
            if self.level[(self.learnt[i] >> 1) as usize]
                > self.level[(self.learnt[best] >> 1) as usize]
            {
                best = i;
            }
        }
        self.learnt.swap(1, best);
        self.level[(self.learnt[1] >> 1) as usize]
    }

    /// The assumptions that force `lit` (an assumption found false) to be false.
    fn analyze_final(&mut self, lit: Lit) {
        self.core.clear();
        self.core.push(lit);
        if self.level[(lit >> 1) as usize] == 0 || self.limits.is_empty() {
            return;
        }
        self.seen[(lit >> 1) as usize] = true;
        for i in (self.limits[0]..self.trail.len()).rev() {
            let p = self.trail[i];
            let v = (p >> 1) as usize;
            if !self.seen[v] {
                continue;
            }
            self.seen[v] = false;
            let r = self.reason[v];
            if r == NO_REASON {
                if p != lit {
                    self.core.push(p);
                }
            } else {
                for k in 1..self.clause_len(r) {
                    let o = (self.arena[r as usize + HEADER + k] >> 1) as usize;
                    if self.level[o] > 0 {
                        self.seen[o] = true;
                    }
                }
            }
        }
        self.seen[(lit >> 1) as usize] = false;
    }

    fn quality(&mut self) -> u32 {
        self.stamp += 1;
        let mut distinct = 0;
        for &q in &self.learnt {
            let l = self.level[(q >> 1) as usize] as usize;
            if self.level_stamp.len() <= l {
                self.level_stamp.resize(l + 1, 0);
            }
            if self.level_stamp[l] != self.stamp {
                self.level_stamp[l] = self.stamp;
                distinct += 1;
            }
        }
        distinct
    }

    /// Drops the worse half of the learned clauses.
    fn reduce(&mut self) {
        let arena = &self.arena;
        let reason = &self.reason;
        let values = &self.values;
        let locked = |c: u32| {
            let first = arena[c as usize + HEADER];
            values[first as usize] == 1 && reason[(first >> 1) as usize] == c
        };
        let mut order: Vec<u32> = self
            .learnts
            .iter()
            .copied()
            .filter(|&c| arena[c as usize + 1] > 2 && !locked(c))
            .collect();
        order.sort_by_key(|&c| std::cmp::Reverse((arena[c as usize + 1], c)));
        order.truncate(order.len() / 2);
        if order.is_empty() {
            self.max_learnts += self.max_learnts / 2;
            return;
        }
        for &c in &order {
            self.wasted += HEADER + self.clause_len(c);
            self.arena[c as usize] |= DEAD;
        }
        let arena = &self.arena;
        self.learnts.retain(|&c| arena[c as usize] & DEAD == 0);
        for list in &mut self.watches {
            list.retain(|w| arena[(w.clause & !BINARY) as usize] & DEAD == 0);
        }
        self.max_learnts += 500;
        if self.wasted > self.arena.len() / 2 {
            self.compact();
        }
    }

    /// Moves the living clauses together.
    fn compact(&mut self) {
        let mut fresh = Vec::with_capacity(self.arena.len() - self.wasted);
        let mut at = 0;
        while at < self.arena.len() {
            let size = HEADER + (self.arena[at] & LEN_MASK) as usize;
            if self.arena[at] & DEAD == 0 {
                let to = fresh.len() as u32;
                fresh.extend_from_slice(&self.arena[at..at + size]);
                // The quality word of the old place forwards to the new one.
                self.arena[at + 1] = to;
            }
            at += size;
        }
        let old = std::mem::replace(&mut self.arena, fresh);
        let moved = |c: u32| old[c as usize + 1];
        for list in &mut self.watches {
            for w in list {
                w.clause = moved(w.clause & !BINARY) | (w.clause & BINARY);
            }
        }
        for c in &mut self.learnts {
            *c = moved(*c);
        }
        for &lit in &self.trail {
            let r = &mut self.reason[(lit >> 1) as usize];
            if *r != NO_REASON {
                *r = moved(*r);
            }
        }
        self.wasted = 0;
    }

    fn less(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn sift_up(&mut self, mut i: usize) {
        let v = self.heap[i];
        while i > 0 {
            let parent = (i - 1) / 2;
            if !self.less(v, self.heap[parent]) {
                break;
            }
            self.heap[i] = self.heap[parent];
            self.heap_pos[self.heap[i] as usize] = i as u32;
            i = parent;
        }
        self.heap[i] = v;
        self.heap_pos[v as usize] = i as u32;
    }

    fn sift_down(&mut self, mut i: usize) {
        let v = self.heap[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.less(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.less(self.heap[child], v) {
                break;
            }
            self.heap[i] = self.heap[child];
            self.heap_pos[self.heap[i] as usize] = i as u32;
            i = child;
        }
        self.heap[i] = v;
        self.heap_pos[v as usize] = i as u32;
    }

    fn heap_insert(&mut self, v: u32) {
        self.heap.push(v);
        self.sift_up(self.heap.len() - 1);
    }

    fn heap_pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        self.heap_pos[top as usize] = u32::MAX;
        let last = self.heap.pop()?;
        if last != top {
            self.heap[0] = last;
            self.sift_down(0);
        }
        Some(top)
    }

    fn set_cone(&mut self, cone: &[u32]) {
        for &v in &self.heap {
            self.heap_pos[v as usize] = u32::MAX;
        }
        self.heap.clear();
        for &v in &self.cone {
            self.in_cone[v as usize] = false;
        }
        self.cone.clear();
        self.cone.extend_from_slice(cone);
        for &v in cone {
            self.in_cone[v as usize] = true;
            if self.values[2 * v as usize] == UNDEF && self.heap_pos[v as usize] == u32::MAX {
                self.heap_insert(v);
            }
        }
    }

    fn search(&mut self, limits: &SatLimits) -> SatAnswer {
        let start = self.conflicts;
        let mut restart_at = self.conflicts + 64;
        let mut round = 1u64;
        loop {
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                if self.decision_level() == 0 {
                    self.broken = true;
                    self.core.clear();
                    return SatAnswer::Unsat;
                }
                let back = self.analyze(conflict);
                let quality = self.quality();
                self.cancel_until(back);
                let asserting = self.learnt[0];
                if self.learnt.len() == 1 {
                    self.enqueue(asserting, NO_REASON);
                } else {
                    let lits = std::mem::take(&mut self.learnt);
                    let c = self.push_clause(&lits, true, quality);
                    self.learnt = lits;
                    self.learnts.push(c);
                    self.enqueue(asserting, c);
                }
                self.bump /= 0.95;
                let spent = self.conflicts - start;
                if spent >= limits.conflicts {
                    return SatAnswer::Unknown(GaveUp::Conflicts);
                }
                if spent % 256 == 0 {
                    if let Some(reason) = limits.ended() {
                        return SatAnswer::Unknown(reason);
                    }
                }
                continue;
            }
            if self.conflicts >= restart_at {
                round += 1;
                restart_at = self.conflicts + 64 * luby(round);
                self.cancel_until(0);
            }
            if self.learnts.len() >= self.max_learnts + self.trail.len() {
                self.reduce();
            }
            let level = self.decision_level() as usize;
            if level < self.assumptions.len() {
                let p = self.assumptions[level];
                match self.values[p as usize] {
                    1 => self.limits.push(self.trail.len()),
                    0 => {
                        self.analyze_final(p);
                        return SatAnswer::Unsat;
                    }
                    _ => {
                        self.limits.push(self.trail.len());
                        self.enqueue(p, NO_REASON);
                    }
                }
                continue;
            }
            let next = loop {
                match self.heap_pop() {
                    Some(v) if self.values[2 * v as usize] == UNDEF => break Some(v),
                    Some(_) => {}
                    None => break None,
                }
            };
            match next {
                None => return SatAnswer::Sat,
                Some(v) => {
                    let lit = 2 * v + u32::from(!self.phase[v as usize]);
                    self.limits.push(self.trail.len());
                    self.enqueue(lit, NO_REASON);
                }
            }
        }
    }
}

/// The Luby sequence 1, 1, 2, 1, 1, 2, 4, ... from `i = 1`.
fn luby(mut i: u64) -> u64 {
    loop {
        let k = 64 - i.leading_zeros() as u64;
        if i == (1 << k) - 1 {
            return 1 << (k - 1);
        }
        i -= (1 << (k - 1)) - 1;
    }
}

impl SatBackend for Cdcl {
    fn new_var(&mut self) -> u32 {
        let v = self.level.len() as u32;
        self.watches.push(Vec::new());
        self.watches.push(Vec::new());
        self.values.push(UNDEF);
        self.values.push(UNDEF);
        self.phase.push(false);
        self.level.push(0);
        self.reason.push(NO_REASON);
        self.activity.push(0.0);
        self.in_cone.push(false);
        self.heap_pos.push(u32::MAX);
        self.seen.push(false);
        v
    }

    fn add_clause(&mut self, lits: &[Lit]) {
        self.cancel_until(0);
        let mut clause: Vec<Lit> = lits
            .iter()
            .copied()
            .filter(|&l| self.values[l as usize] != 0)
            .collect();
        clause.sort_unstable();
        clause.dedup();
        let satisfied = clause.iter().any(|&l| self.values[l as usize] == 1)
            || clause.windows(2).any(|w| w[0] ^ 1 == w[1]);
        if satisfied {
            return;
        }
        match clause.len() {
            0 => self.broken = true,
            1 => self.enqueue(clause[0], NO_REASON),
            _ => {
                self.push_clause(&clause, false, 0);
            }
        }
    }

    fn solve(&mut self, assumptions: &[Lit], cone: &[u32], limits: &SatLimits) -> SatAnswer {
        if self.broken {
            self.core.clear();
            return SatAnswer::Unsat;
        }
        let mut common = 0;
        while common < self.limits.len()
            && common < assumptions.len()
            && common < self.assumptions.len()
            && self.assumptions[common] == assumptions[common]
        {
            common += 1;
        }
        self.cancel_until(common as u32);
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.set_cone(cone);
        self.search(limits)
    }

    #[inline]
    fn value(&self, lit: Lit) -> bool {
        self.values[lit as usize] == 1
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}
