//! SUMMARIZE: walking a region, path by path, with loops round by round.
//!
//! Idea: a region begins at a function, at a round of a loop, or where ways
//! come together, and goes on to the end of the round or function around it.
//! Inside, every path is apart; what begins at the next such place is a region
//! of its own, whose summary is used or made. Rounds follow each other as long
//! as the context lets the loop go on; the states that leave it become one.
//! Source: document 000, Algorithm 1; whether a loop is over is a fact of the
//! context here, and not of a witness. Cost: a visit per region whose pattern
//! does not hold.

use super::parts::Visit;
use super::step::Next;
use super::value::{Base, Fresh, State, Val};
use super::walker::{why, Exit, Facts, Key, Leaf, Region, Res, Summary, Walker};
use ep_ir::analysis::LoopId;
use ep_ir::{BlockId, FuncId, Operand, Reg, Terminator, Type};
use ep_smt::{Side, Witness};
use ep_term::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rounds of one loop.
const MOST_ROUNDS: u32 = 20_000;
/// Rounds of one loop that can be the last one and need not.
const MOST_OPEN: u32 = 300;
/// Regions inside each other.
const DEEPEST: usize = 4_000;
/// Summaries of one region that are kept; the oldest go.
const KEPT: usize = 64;
/// Symbols a region may have.
const MOST_SYMBOLS: usize = 4_000;

impl Walker<'_> {
    /// The sides of a condition that are possible here. A side that is not has
    /// its reason noted; what is left then needs no condition.
    pub fn decide(&mut self, st: State, cond: TermId) -> (Option<State>, Option<State>) {
        let level = self.level();
        if let Some(b) = self.cx.pool.as_bool(cond) {
            return if b {
                (Some(st), None)
            } else {
                (None, Some(st))
            };
        }
        let not = self.cx.pool.not(cond);
        let root = self.at_root(level, cond);
        if let Some(b) = self.cx.pool.as_bool(root) {
            self.close(level, &st, if b { not } else { cond });
            return if b {
                (Some(st), None)
            } else {
                (None, Some(st))
            };
        }
        let sides = self.cx.smt.branch(&mut self.cx.pool, &st.pc, root);
        match (sides.then, sides.els) {
            (Side::Infeasible, _) => {
                self.close(level, &st, cond);
                (None, Some(st))
            }
            (_, Side::Infeasible) => {
                self.close(level, &st, not);
                (Some(st), None)
            }
            (then, els) => {
                let mut other = st.clone();
                let st = self.with(st, cond, root, then);
                let root = self.cx.pool.not(root);
                other = self.with(other, not, root, els);
                (Some(st), Some(other))
            }
        }
    }

    fn with(&mut self, mut st: State, cond: TermId, root: TermId, side: Side) -> State {
        let witness = match side {
            Side::Feasible(w) => w,
            _ => Witness::missing(),
        };
        self.cx
            .smt
            .assume(&mut self.cx.pool, &mut st.pc, root, witness);
        st.prefix.push(cond);
        st
    }

    /// Walks from a block to the ends of the region.
    fn run(
        &mut self,
        f: FuncId,
        looped: Option<LoopId>,
        start: BlockId,
        st: State,
    ) -> Res<Vec<Leaf>> {
        let facts = self.facts(f)?;
        let module = self.module;
        let Some(function) = module.functions.get(f) else {
            return why("a function that there is not");
        };
        let mut leaves = Vec::new();
        let mut work: Vec<(BlockId, usize, State)> = vec![(start, 0, st)];
        while let Some((b, from, st)) = work.pop() {
            let Some(block) = function.blocks.get(b) else {
                return why("a block that there is not");
            };
            let mut now = Some(st);
            for (i, inst) in block.insts.iter().enumerate().skip(from) {
                let Some(st) = now.take() else { break };
                self.tick()?;
                self.at = (f, inst.loc);
                let next: Next = self.inst(f, st, inst)?;
                for (st, exit) in next {
                    match exit {
                        Some(exit) => leaves.push(Leaf { exit, state: st }),
                        None => match now.take() {
                            // The first goes on, the others wait.
                            Some(first) => {
                                work.push((b, i + 1, st));
                                now = Some(first);
                            }
                            None => now = Some(st),
                        },
                    }
                }
            }
            let Some(st) = now else { continue };
            self.at = (f, block.term_loc);
            for (st, to) in self.terminator(f, st, &block.term)? {
                match to {
                    None => leaves.push(Leaf {
                        exit: Exit::Stop,
                        state: st,
                    }),
                    Some(None) => leaves.push(Leaf {
                        exit: Exit::Return,
                        state: st,
                    }),
                    Some(Some(to)) => {
                        self.go(f, &facts, looped, to, st, &mut leaves, &mut work)?;
                    }
                }
            }
        }
        Ok(leaves)
    }

    /// Where a block leads: to a block, back to the caller (`Some(None)`), or
    /// nowhere.
    #[allow(clippy::type_complexity)]
    fn terminator(
        &mut self,
        f: FuncId,
        st: State,
        term: &Terminator,
    ) -> Res<Vec<(State, Option<Option<BlockId>>)>> {
        Ok(match term {
            Terminator::Jump(b) => vec![(st, Some(Some(*b)))],
            Terminator::Branch { cond, then, els } => {
                let c = self.operand(f, &st, *cond, Type::Int(1))?;
                let c = self.truth(&c);
                let (t, e) = self.decide(st, c);
                let mut out = Vec::new();
                out.extend(e.map(|s| (s, Some(Some(*els)))));
                out.extend(t.map(|s| (s, Some(Some(*then)))));
                out
            }
            Terminator::Switch {
                value,
                ty,
                cases,
                default,
            } => {
                let width = self.module.layout.bits(*ty);
                let v = self.operand(f, &st, *value, *ty)?;
                let v = self.bits(&v, width);
                let mut out = Vec::new();
                let mut rest = Some(st);
                for c in cases {
                    let Some(st) = rest.take() else { break };
                    let n = self.cx.pool.bv(width, c.value);
                    let is = self.cx.pool.eq(v, n);
                    let (t, e) = self.decide(st, is);
                    out.extend(t.map(|s| (s, Some(Some(c.target)))));
                    rest = e;
                }
                out.extend(rest.map(|s| (s, Some(Some(*default)))));
                out
            }
            Terminator::Return(values) => {
                let mut st = st;
                let types = self.module.functions.get(f).map(|f| f.rets.clone());
                for (v, ty) in values.iter().zip(types.unwrap_or_default()) {
                    let v: &Operand = v;
                    let v = self.operand(f, &st, *v, ty)?;
                    st.rets.push(v);
                }
                vec![(st, Some(None))]
            }
            // What comes before is undefined, or ended the program.
            Terminator::Unreachable => vec![(st, None)],
            Terminator::IndirectJump { .. } => return why("a computed goto"),
            Terminator::Unsupported(what) => return why(what.clone()),
        })
    }

    /// A way leads to a block: the end of the region, a loop, a region of its
    /// own, or simply on.
    #[allow(clippy::too_many_arguments)]
    fn go(
        &mut self,
        f: FuncId,
        facts: &Rc<Facts>,
        looped: Option<LoopId>,
        to: BlockId,
        st: State,
        leaves: &mut Vec<Leaf>,
        work: &mut Vec<(BlockId, usize, State)>,
    ) -> Res<()> {
        if let Some(l) = looped.and_then(|l| facts.loops.loops.get(l)) {
            if to == l.header {
                leaves.push(Leaf {
                    exit: Exit::Back,
                    state: st,
                });
                return Ok(());
            }
            if !l.contains(to) {
                leaves.push(Leaf {
                    exit: Exit::To(to),
                    state: st,
                });
                return Ok(());
            }
        }
        if facts.heads.contains_key(&to) {
            for leaf in self.rounds(f, facts, to, st)? {
                match leaf.exit {
                    Exit::To(b) => self.go(f, facts, looped, b, leaf.state, leaves, work)?,
                    _ => leaves.push(leaf),
                }
            }
            return Ok(());
        }
        if facts.cfg.predecessors(to).len() > 1 {
            leaves.extend(self.region(Key::Rest(f, to), st, Vec::new())?);
            return Ok(());
        }
        work.push((to, 0, st));
        Ok(())
    }

    /// A loop, round by round.
    fn rounds(&mut self, f: FuncId, facts: &Rc<Facts>, head: BlockId, st: State) -> Res<Vec<Leaf>> {
        let level = self.level();
        let mut left: BTreeMap<Exit, Vec<State>> = BTreeMap::new();
        let mut now = Some(st);
        let (mut count, mut open) = (0, 0);
        while let Some(st) = now.take() {
            self.tick()?;
            count += 1;
            if count > MOST_ROUNDS {
                return why("a loop goes round too often");
            }
            let before = st.mem.clone();
            let leaves = self.region(Key::Round(f, head), st, Vec::new())?;
            open += u32::from(leaves.len() > 1);
            if open > MOST_OPEN {
                return why("a loop goes round as often as an input says");
            }
            for leaf in leaves {
                match leaf.exit {
                    Exit::Back => {
                        let mut st = leaf.state;
                        self.settle(level, &mut st, &before);
                        now = Some(st);
                    }
                    exit => left.entry(exit).or_default().push(leaf.state),
                }
            }
        }
        let mut out = Vec::new();
        for (exit, states) in left {
            if exit == Exit::Stop {
                let ends = states.into_iter().map(|state| Leaf { exit, state });
                out.extend(ends);
                continue;
            }
            let live = |r: Reg| match exit {
                Exit::To(b) => facts.live.is_live(b, r),
                _ => false,
            };
            if let Some(state) = self.join(level, f, states, &live)? {
                out.push(Leaf { exit, state });
            }
        }
        Ok(out)
    }

    /// A call of a function with a body.
    pub fn call_body(
        &mut self,
        f: FuncId,
        st: State,
        g: FuncId,
        args: Vec<Val>,
        dsts: &[Reg],
    ) -> Res<Next> {
        let mut out = Vec::new();
        for leaf in self.region(Key::Call(g), st, args)? {
            let mut st = leaf.state;
            if leaf.exit == Exit::Stop {
                out.push((st, Some(Exit::Stop)));
                continue;
            }
            let rets = std::mem::take(&mut st.rets);
            for (d, v) in dsts.iter().zip(rets) {
                let ty = self.kind(f, *d);
                let v = self.coerce(self.level(), v, ty);
                st.regs.insert(*d, v);
            }
            out.push((st, None));
        }
        Ok(out)
    }

    /// Uses a summary of a region, or makes one and uses that.
    fn region(&mut self, key: Key, st: State, args: Vec<Val>) -> Res<Vec<Leaf>> {
        if self.regions.len() > DEEPEST {
            return why("calls and regions inside each other go too deep");
        }
        self.tick()?;
        let mut st = st;
        let known = self.memo.get(&key).cloned().unwrap_or_default();
        let mut refused = None;
        let visit = self.visits.len();
        self.visits.push(Visit {
            within: self.open.last().copied(),
            ..seen(key)
        });
        if self.parts.reuse {
            for s in known.iter().rev() {
                match self.fits(&mut st, s, &args)? {
                    Ok(binding) => {
                        self.reuses += 1;
                        let sample = self.parts.explore_instead;
                        if sample > 0 && self.reuses % sample == 0 {
                            self.checked += 1;
                            break;
                        }
                        if let Some(v) = self.visits.get_mut(visit) {
                            v.reused = Some(s.visit);
                        }
                        return self.apply(st, s, binding);
                    }
                    Err(r) => refused = refused.or(Some(r)),
                }
            }
        }
        self.open.push(visit);
        let summary = self.explore(key, &mut st, args.clone(), visit);
        self.open.pop();
        let summary = Rc::new(summary?);
        self.tell_high(visit, &summary);
        if let Some(v) = self.visits.get_mut(visit) {
            v.refused = refused;
            v.witnesses_differ = match (&summary.high[..], &summary.net) {
                ([high], Some(net)) => high.path != net.path,
                ([], _) => false,
                _ => true,
            };
        }
        // The pattern holds where it was made; if that cannot be shown, no
        // summary is used at all.
        let binding = match self.fits(&mut st, &summary, &args)? {
            Ok(b) => b,
            Err(_) => return why("the pattern of a region does not hold where it was made"),
        };
        let list = self.memo.entry(key).or_default();
        if list.len() >= KEPT {
            list.remove(0);
        }
        list.push(summary.clone());
        self.apply(st, &summary, binding)
    }

    /// Walks a region over symbols of its own.
    fn explore(&mut self, key: Key, st: &mut State, args: Vec<Val>, visit: usize) -> Res<Summary> {
        let (f, start) = match key {
            Key::Call(f) => (f, BlockId(0)),
            Key::Round(f, b) | Key::Rest(f, b) => (f, b),
        };
        let facts = self.facts(f)?;
        let looped = match key {
            Key::Call(_) => None,
            Key::Round(_, b) => facts.heads.get(&b).copied(),
            Key::Rest(_, b) => facts.loops.innermost(b),
        };
        let mut first = State {
            pc: st.pc.clone(),
            ..State::default()
        };
        let mut touched = super::map::Map::default();
        let around = self.level();
        if around > 0 {
            touched.clone_from(&self.regions[around].touched);
            let globals = st.mem.keys().filter(|b| matches!(b, Base::Global(_)));
            touched.extend(globals.map(|b| (*b, ())));
        }
        self.regions
            .push(Region::new(key, std::mem::take(st), args));
        let level = self.level();
        self.regions[level].touched = touched;
        let leaves = self.inside(key, f, &facts, looped, start, &mut first);
        let summary = match leaves {
            Ok(leaves) => self.summary(level, f, &facts, leaves, visit),
            Err(e) => Err(e),
        };
        if let Some(region) = self.regions.pop() {
            *st = region.outer;
        }
        summary
    }

    fn inside(
        &mut self,
        key: Key,
        f: FuncId,
        facts: &Rc<Facts>,
        looped: Option<LoopId>,
        start: BlockId,
        first: &mut State,
    ) -> Res<Vec<Leaf>> {
        let mut st = std::mem::take(first);
        if let Key::Call(_) = key {
            self.parameters(f, &mut st)?;
            return self.body(f, facts, st);
        }
        self.run(f, looped, start, st)
    }

    /// A function from its first block, which may be the head of a loop.
    pub fn body(&mut self, f: FuncId, facts: &Rc<Facts>, st: State) -> Res<Vec<Leaf>> {
        let start = BlockId(0);
        if !facts.heads.contains_key(&start) {
            return self.run(f, None, start, st);
        }
        let (mut leaves, mut work) = (Vec::new(), Vec::new());
        self.go(f, facts, None, start, st, &mut leaves, &mut work)?;
        for (b, _, st) in work {
            leaves.extend(self.run(f, None, b, st)?);
        }
        Ok(leaves)
    }

    fn parameters(&mut self, f: FuncId, st: &mut State) -> Res<()> {
        let level = self.level();
        let Some(function) = self.module.functions.get(f) else {
            return why("a function that there is not");
        };
        if self.regions[level].args.len() != function.params.len() {
            return why(format!(
                "`{}` is called with other parameters than it has",
                function.name
            ));
        }
        for (i, p) in function.params.iter().enumerate() {
            if p.byval.is_some() {
                return why("a structure passed by value in memory");
            }
            let ty = self.ty(p.ty);
            let at = super::walker::Access::Param(i as u32);
            let v = self.entry(level, at, ty)?;
            st.regs.insert(p.reg, v);
        }
        Ok(())
    }

    /// What is left of a region when its paths have ended: JOIN.
    fn summary(
        &mut self,
        level: usize,
        f: FuncId,
        facts: &Rc<Facts>,
        leaves: Vec<Leaf>,
        visit: usize,
    ) -> Res<Summary> {
        let mut groups: BTreeMap<Exit, Vec<State>> = BTreeMap::new();
        let mut net: Option<super::walker::Candidate> = None;
        let mut stops = false;
        for mut leaf in leaves {
            self.paths += 1;
            self.note(level, &mut leaf.state);
            if leaf.exit == Exit::Stop {
                stops = true;
                continue;
            }
            let path = self.path(&leaf.state);
            let sum = leaf.state.net.clone();
            let better = match &net {
                None => true,
                Some(n) => !sum.at_most(&n.sum, &self.cx.pool),
            };
            if better {
                net = Some(super::walker::Candidate {
                    sum,
                    path,
                    within: path,
                });
            }
            groups.entry(leaf.exit).or_default().push(leaf.state);
        }
        let head = match self.regions[level].key {
            Key::Round(_, b) => Some(b),
            Key::Rest(_, b) => {
                let l = facts.loops.innermost(b);
                l.and_then(|l| facts.loops.loops.get(l)).map(|l| l.header)
            }
            Key::Call(_) => None,
        };
        let mut ends = Vec::new();
        for (exit, states) in groups {
            let live = |r: Reg| match exit {
                Exit::To(b) => facts.live.is_live(b, r),
                Exit::Back => head.is_none_or(|b| facts.live.is_live(b, r)),
                _ => false,
            };
            let Some(mut state) = self.join(level, f, states, &live)? else {
                continue;
            };
            state.regs.retain(|r, _| live(*r));
            if let Key::Call(_) = self.regions[level].key {
                drop_locals(&mut state);
            }
            let cond = self.path(&state);
            ends.push(super::walker::End { exit, cond, state });
        }
        if self.regions[level].symbols.len() > MOST_SYMBOLS {
            return why("a region reads too much at its entry");
        }
        let made_at = match self.parts.interpolation {
            true => Vec::new(),
            false => self.values_at(level),
        };
        let reasons = std::mem::take(&mut self.regions[level].reasons);
        let reasons = self.fewer(level, reasons);
        let Some(region) = self.regions.get_mut(level) else {
            return why("a region that there is not");
        };
        let mut summary = Summary {
            symbols: region.symbols.clone(),
            anything: region.anything.clone(),
            reasons,
            dominance: std::mem::take(&mut region.dominance),
            high: std::mem::take(&mut region.high),
            net,
            made_at,
            ends,
            stops,
            visit,
        };
        self.trim(&mut summary);
        Ok(summary)
    }
}

/// Locals end with their function.
fn drop_locals(st: &mut State) {
    let gone: Vec<u32> = st
        .made
        .iter()
        .filter(|(_, f)| matches!(f, Fresh { local: true, .. }))
        .map(|(id, _)| *id)
        .collect();
    for id in gone {
        st.made.remove(&id);
        st.mem.remove(&super::value::Base::Made(id));
    }
}

fn seen(key: Key) -> Visit {
    let (func, block, round) = match key {
        Key::Call(f) => (f, BlockId(0), None),
        Key::Round(f, b) => (f, b, Some(true)),
        Key::Rest(f, b) => (f, b, Some(false)),
    };
    Visit {
        func,
        block,
        round,
        reused: None,
        refused: None,
        witnesses_differ: false,
        within: None,
        closed: Vec::new(),
        high: Vec::new(),
    }
}
