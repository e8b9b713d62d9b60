//! A state as its decisions: small, without references, the same for every
//! worker and every later run of the same program.
//!
//! What is kept: the decisions, the values of the path's model by the place of
//! the variable (which input, which scalar of it; numbers of variables differ
//! from pool to pool), and what cannot be recomputed. A decision is one nibble
//! in nearly all cases, so a state of sixty branches takes about fifty bytes.
//! A check sum of where each decision was made tells whether a rebuilt state is
//! the one that was given away.
//!
//! Source: document 003, page 70, has the seed of it (an execution that
//! follows given decisions); pages 78-79 the distribution of the work list.

use crate::forking::driver::State;
use crate::forking::share::Share;
use crate::view::tree::AtNode;
use ep_machine::decision::{Reader, Replay, Writer};
use ep_machine::inputs::{InputTable, Origin};
use ep_term::Pool;

/// A state that waits as its decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Portable {
    bytes: Box<[u8]>,
    /// Forks on its path.
    pub depth: u32,
    /// What its decisions have cost ([`crate::forking::share`]).
    pub spent: u32,
    /// Its number in the journal, 0 if it is not there.
    pub ticket: u64,
}

const NEW_COVERAGE: u8 = 1;

impl Portable {
    /// What a state is rebuilt from.
    pub fn of(pool: &Pool, inputs: &InputTable, st: &State) -> Portable {
        let decisions = st.log.to_vec();
        let model = model(pool, inputs, st.inputs.iter(), &st.pc, st.uninit_count > 0);
        let mut w = Writer(Vec::with_capacity(32 + decisions.len() / 2));
        w.0.push(if st.new_coverage { NEW_COVERAGE } else { 0 });
        w.number(u128::from(st.depth));
        w.number(u128::from(st.extra.node().wrapping_add(1)));
        w.number(u128::from(st.instructions));
        w.trail(&decisions, st.log.trace(), &model);
        Portable {
            bytes: w.0.into_boxed_slice(),
            depth: st.depth,
            spent: st.extra.share.spent(),
            ticket: st.extra.ticket,
        }
    }

    /// The bytes, for the journal.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// From the journal. `None` when these are not the bytes of a state.
    pub fn from_bytes(bytes: &[u8], ticket: u64) -> Option<Portable> {
        let mut r = Reader(bytes);
        r.byte()?;
        let depth = u32::try_from(r.number()?).ok()?;
        let p = Portable {
            bytes: bytes.into(),
            depth,
            spent: Share::of_forks(depth),
            ticket,
        };
        p.open().map(|_| p)
    }

    /// Whether it was the first to cover something.
    pub fn covers(&self) -> bool {
        self.bytes.first().is_some_and(|f| f & NEW_COVERAGE != 0)
    }

    /// Bytes of memory that it takes.
    pub fn footprint(&self) -> usize {
        std::mem::size_of::<Portable>() + self.bytes.len()
    }

    /// What to follow, and what the state will be like then.
    pub fn open(&self) -> Option<Opened> {
        let mut r = Reader(&self.bytes);
        let flags = r.byte()?;
        let depth = u32::try_from(r.number()?).ok()?;
        let node = u32::try_from(r.number()?).ok()?.wrapping_sub(1);
        let instructions = u64::try_from(r.number()?).ok()?;
        let (replay, trace) = r.trail()?;
        r.0.is_empty().then_some(Opened {
            replay,
            trace,
            depth,
            node,
            instructions,
            new_coverage: flags & NEW_COVERAGE != 0,
        })
    }
}

/// A decoded [`Portable`].
pub struct Opened {
    pub replay: Replay,
    pub trace: u64,
    pub depth: u32,
    pub node: u32,
    pub instructions: u64,
    pub new_coverage: bool,
}

/// The values of a path's model that are not zero, sorted by place.
pub fn model<'a>(
    pool: &Pool,
    table: &InputTable,
    inputs: impl Iterator<Item = &'a std::rc::Rc<ep_machine::inputs::SymbolicInput>>,
    pc: &ep_smt::PathCondition,
    uninitialised: bool,
) -> Vec<(Origin, u128)> {
    let mut out = Vec::new();
    for (k, i) in inputs.enumerate() {
        for (leaf, l) in i.leaves.iter().enumerate() {
            let v = pc.value(l.var);
            if v != 0 {
                out.push((Origin::input(k, leaf), v));
            }
        }
    }
    if uninitialised {
        for c in pc.conjuncts() {
            for v in pool.vars(c) {
                let value = pc.value(*v);
                if value != 0 && table.is_uninit(*v) {
                    out.push((table.origin(*v), value));
                }
            }
        }
        out.sort_unstable_by_key(|p| p.0);
        out.dedup_by_key(|p| p.0);
    }
    out
}
